"""A monkey at the whole program for about an hour; see ``tests/monkey``."""

from collections.abc import Iterator
from functools import partial

from tests.monkey.evening import evening, mother
from tests.proof.measure import SEED, Found, Piece

_FIRST = 1_000 + SEED % 1_000_000
"""Behind the evenings of the tests."""


def sat(first: int, evenings: int) -> Found:
    """Let it sit there for so many evenings."""
    found = Found()
    with mother() as one:
        for seed in range(first, first + evenings):
            seen = evening(seed, one)
            found.counts += seen.counts
            if seen.trouble:
                found.failures.append(f"evening {seed}: {seen.trouble.splitlines()[-1]}")
    return found


def pieces(*, is_full: bool) -> Iterator[Piece]:
    """Yield the evenings."""
    number, evenings = (40, 20) if is_full else (2, 4)
    yield from (partial(sat, _FIRST + n * evenings, evenings) for n in range(number))
