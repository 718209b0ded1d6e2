"""What a measurement is, and the fixed work beside which speeds of pure Python stand.

A *yard* is one round of what an engine of rules in Python does all day: make a key, count in a
table, build a small value, call its method, filter a short list. Machines differ by five times and
slow down under load; *actions per yard* stay, if both are measured in turns in one run.
"""

import time
from statistics import median, quantiles
from typing import NamedTuple

YARDS = 60_000
"""How many make one measurement: about a twentieth of a second."""


class Figure(NamedTuple):
    """A row of the table."""

    what: str
    """What was done."""
    found: str
    """The figure, with what it counts."""
    beside: str = ""
    """The reference that was measured in the same run, and the ratio to it."""
    aim: str = ""
    """What it should be, if there is an aim."""
    is_met: bool = True


def p95(values: list[float]) -> float:
    """Return the 95th percentile."""
    return quantiles(values, n=20, method="inclusive")[-1]


def milliseconds(seconds: list[float]) -> str:
    """Return median and p95 of measurements in seconds."""
    return f"{1000 * median(seconds):.2f} ms, p95 {1000 * p95(seconds):.2f}"


def against(  # noqa: PLR0913 - what a row is made of
    what: str, ours: list[float], theirs: list[float], reference: str, most: float | None,
    *, tail: bool = True,
) -> Figure:  # fmt: skip
    """Return our p95, or our median, relative to the reference's."""
    of = p95 if tail else median
    ratio = of(ours) / of(theirs)
    beside = f"{ratio:.2f} × {reference} ({1000 * of(theirs):.2f} ms)"
    if most is None:
        return Figure(what, milliseconds(ours), beside)
    return Figure(what, milliseconds(ours), beside, f"≤ {most} ×", ratio <= most)


class _Value:
    __slots__ = ("count", "members")

    def __init__(self, count: int, members: tuple[int, ...]) -> None:
        self.count = count
        self.members = members

    def above(self, bound: int) -> list[int]:
        return [member for member in self.members if member > bound]


def yards_per_second(yards: int = YARDS) -> float:
    """Return how many yards the processor does in one of its seconds."""
    seen: dict[tuple[int, int, int], int] = {}
    members = 0
    before = time.process_time()
    for number in range(yards):
        key = (number & 7, number & 3, number & 1)
        seen[key] = seen.get(key, 0) + 1
        value = _Value(number, key + (number & 15,))  # noqa: RUF005 - part of the fixed work
        members += len(value.above(2))
    return yards / (time.process_time() - before)
