"""Anything done at the table in any order: the laws of an evening, for as long as one likes."""

from collections.abc import Callable, Iterator
from functools import partial
from unittest.mock import patch

from companion.core.effects import Update
from companion.core.model import Model, SettledAuction
from companion.pages.table import settled
from tests.pages.laws.evening import Evening
from tests.proof.measure import SEED, Found, Piece, control

_FIRST = 30_000_000 + SEED
"""Far from the seeds that the tests use."""

_EVENINGS, _STEPS = 250, 40
"""Of a piece, and of an evening."""


def lived(first: int) -> Found:
    """Live some evenings; a law that does not hold is a failure."""
    found = Found()
    for seed in range(first, first + _EVENINGS):
        evening = Evening(seed)
        with found.at(f"evening {seed}"):
            for _ in range(_STEPS):
                evening.step()
                found.counts["steps"] += 1
    return found


def deaf(model: Model, _past: SettledAuction, _bid: Callable[[Model], Update]) -> Update:
    """Ignore an overbid after a settlement, and say nothing."""
    return model, ()


def with_a_deaf_program() -> Found:
    """Live with a program that is deaf after a settlement, which must be noticed."""
    with patch.object(settled, "reopen", deaf):
        failures = lived(_FIRST).failures
    is_noticed = any("is answered by nothing" in failure for failure in failures)
    return control("a silent overbid", is_noticed=is_noticed)


def pieces(*, is_full: bool) -> Iterator[Piece]:
    """Yield the control and the evenings."""
    yield with_a_deaf_program
    yield from (partial(lived, _FIRST + n * _EVENINGS) for n in range(100 if is_full else 3))
