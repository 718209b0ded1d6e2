"""What a benchmark found: a line of a table."""

from statistics import median
from typing import NamedTuple


class Figure(NamedTuple):
    """One thing that was measured."""

    what: str
    """What was done."""
    found: str
    """The figure, with what it counts."""
    aim: str = ""
    """What it should be, if there is an aim."""


def spread(values: list[float], digits: int = 2) -> str:
    """Return the median of some measurements, and the least and the most of them."""
    least, most = min(values), max(values)
    return f"{median(values):.{digits}f} ({least:.{digits}f} to {most:.{digits}f})"
