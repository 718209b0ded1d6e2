"""Anything done at the table in any order: the laws of an evening, for as long as one likes."""

from unittest.mock import patch

from companion.core.effects import Update
from companion.core.model import Model, SettledAuction
from companion.pages.table import auction
from companion.rules.auction import Call
from tests.pages.laws.evening import Evening
from tests.proof.measure import Found, Portion, Strength

_FIRST = 30_000_000
"""Far from the seeds that the tests use."""

_EVENINGS, _STEPS = 250, 40
"""Of a portion, and of an evening."""

_PORTIONS = {Strength.QUICK: 3, Strength.FULL: 100}


def lived(first: int, evenings: int) -> Found:
    """Live this many evenings; a law that does not hold is a failure."""
    steps, failures = 0, []
    for seed in range(first, first + evenings):
        evening = Evening(seed)
        try:
            for _ in range(_STEPS):
                evening.step()
                steps += 1
        except Exception as why:  # noqa: BLE001 - the next evening is lived nevertheless
            failures.append("; ".join((f"{type(why).__name__}: {why}", *why.__notes__)))
    return Found({"evenings": evenings, "steps": steps}, tuple(failures))


def deaf(model: Model, _past: SettledAuction, _call: Call) -> Update:
    """Ignore an overbid after a settlement, and say nothing."""
    return model, ()


def control(first: int) -> Found:
    """Live with a program that is deaf after a settlement, which must be noticed."""
    with patch.object(auction, "_reopen", deaf):
        found = lived(first, _EVENINGS)
    if any("is answered by nothing" in failure for failure in found.failures):
        return Found({"controls": 1, "caught": 1})
    return Found({"controls": 1}, ("a silent overbid was not noticed: this proves nothing",))


def portions(strength: Strength, seed: int) -> tuple[Portion, ...]:
    """Return the control and the evenings."""
    first = _FIRST + seed
    return (
        Portion(control, (first,)),
        *(Portion(lived, (first + n * _EVENINGS, _EVENINGS)) for n in range(_PORTIONS[strength])),
    )
