"""How well the machine plays. A module of its own, so that naming a strength loads no player."""

from enum import Enum


class Strength(Enum):
    """How well the machine plays, and how it is called on the command line and in files."""

    RANDOM = "random"
    """Any choice: nobody to play against, but the lowest rung of a ladder."""
    QUICK = "quick"
    """By rule of thumb, at once."""
    STEADY = "steady"
    """It looks ahead a little."""
    STRONG = "strong"
    """It looks ahead as far as half a second on a Raspberry Pi 4 goes."""
