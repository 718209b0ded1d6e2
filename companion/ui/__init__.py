"""The kit that pages draw with: layout, widgets, theme, plots. Plain data: no pixels, no clock."""
