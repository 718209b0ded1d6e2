"""The controls of the panel, as the pages know them."""

BUTTONS = 5
"""Player buttons on the panel, each with its colour and emblem; 0 is the first."""
