"""Slips at the auctions of whole games: table and screen never differ silently."""

from collections import Counter
from unittest.mock import patch

from companion.core.drafts import SettledAuction
from companion.core.effects import Update
from companion.core.model import Model
from companion.pages.table import auction
from companion.rules.actions import Level
from companion.rules.auction import Call
from tests.proof.confused import Confused, Different, Full, Less, Way
from tests.proof.measure import Found, Portion, Strength

_FIRST = 30_000_000
"""Far from the seeds that the tests use."""


_GAMES = {Strength.QUICK: 12, Strength.FULL: 48}
"""In a portion."""


_PORTIONS = {Strength.QUICK: 5, Strength.FULL: 21}


_GAMES_OF_A_CONTROL = 48


def people(seed: int) -> Confused:
    """Return people at a table: by their seed two to five of them, at a level, in a way."""
    players, way = 2 + seed % 4, tuple(Way)[seed // 4 % 3]
    level = tuple(Level)[seed // 12 % 3]
    if level is Level.FULL:
        return Full(players, seed, way)
    return Less(players, seed, way, level)


def played(first: int, games: int) -> Found:
    """Let people play this many games; whatever differs in silence is a failure."""
    counts: Counter[str] = Counter()
    failures = []
    for seed in range(first, first + games):
        table = people(seed)
        try:
            table.play()
        except Different as why:
            failures.append(f"seed {seed}, {type(table).__name__}, {table.way.value}: {why}")
        counts["games"] += 1
        counts += table.counts
    return Found(dict(counts), tuple(failures))


def deaf(model: Model, _past: SettledAuction, _call: Call) -> Update:
    """Ignore an overbid after a settlement, and say nothing."""
    return model, ()


def control(first: int) -> Found:
    """Play with a program that is deaf after a settlement, which must be noticed."""
    with patch.object(auction, "_reopen", deaf):
        found = played(first, _GAMES_OF_A_CONTROL)
    if any("late overbids: nothing was said" in failure for failure in found.failures):
        return Found({"controls": 1, "caught": 1})
    return Found({"controls": 1}, ("a silent overbid was not noticed: this proves nothing",))


def portions(strength: Strength, seed: int) -> tuple[Portion, ...]:
    """Return the control and the games: all levels, ways and numbers of players in turn."""
    first, games = _FIRST + seed, _GAMES[strength]
    return (
        Portion(control, (first,)),
        *(Portion(played, (first + n * games, games)) for n in range(_PORTIONS[strength])),
    )
