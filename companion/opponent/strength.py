"""How well the machine plays. A module of its own, so that naming a strength loads no player."""

from enum import Enum


class Strength(Enum):
    """How well the machine plays, and how it is called on the command line and in files."""

    RANDOM = "random"
    """Any choice: nobody to play against, but the lowest rung of a ladder."""
    QUICK = "quick"
    """By rule of thumb, at once: it looks at its own tiles and never ahead."""
    STEADY = "steady"
    """It looks ahead a little, and takes everybody for as clever as itself."""
    STRONG = "strong"
    """As *steady*, ten times as far: half a second on a Raspberry Pi 4."""
