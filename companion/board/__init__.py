"""The board behind the bar: every table at a glance, who is calling, and what was played today."""
