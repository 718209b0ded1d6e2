"""A monkey at the whole program for about an hour; see ``tests/monkey``."""

from collections import Counter

from tests.monkey.evening import evening, mother
from tests.proof.measure import Found, Portion, Strength

_FIRST = 1_000
"""Behind the evenings of the tests."""

_EVENINGS = {Strength.QUICK: 4, Strength.FULL: 20}
"""In a portion."""

_PORTIONS = {Strength.QUICK: 2, Strength.FULL: 40}


def sat(first: int, evenings: int) -> Found:
    """Let it sit there for so many evenings."""
    counts: Counter[str] = Counter()
    failures = []
    with mother() as one:
        for seed in range(first, first + evenings):
            found = evening(seed, one)
            counts += found.counts
            if found.trouble:
                failures.append(f"evening {seed}: {found.trouble.splitlines()[-1]}")
    return Found({**counts}, tuple(failures))


def portions(strength: Strength, seed: int) -> tuple[Portion, ...]:
    """Return the evenings."""
    first, evenings = _FIRST + seed % 1_000_000, _EVENINGS[strength]
    return tuple(Portion(sat, (first + n * evenings, evenings)) for n in range(_PORTIONS[strength]))
