"""A benchmark's result: a row of the table."""

from statistics import median, quantiles
from typing import NamedTuple


class Figure(NamedTuple):
    """One thing that was measured."""

    what: str
    """What was done."""
    found: str
    """The figure, with what it counts."""
    aim: str = ""
    """What it should be, if there is an aim."""
    is_met: bool = True
    """Whether it is so."""


def p95(values: list[float]) -> float:
    """Return the 95th percentile."""
    return quantiles(values, n=20, method="inclusive")[-1]


def spread(values: list[float], digits: int = 2) -> str:
    """Return the median, minimum, p95 and maximum of some measurements."""
    others = (min(values), p95(values), max(values))
    return f"{median(values):.{digits}f} ({' · '.join(f'{one:.{digits}f}' for one in others)})"


def milliseconds(seconds: list[float], digits: int = 2) -> str:
    """Return the same for measurements in seconds, given in milliseconds."""
    return f"{spread([each * 1000 for each in seconds], digits)} ms"
