"""The board behind the bar: every table at a glance, who calls, and what was played today."""
