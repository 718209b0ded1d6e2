"""The engine beside the naive oracle: random deals, and every line of pinned positions."""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from unittest.mock import patch

from companion.rules import engine, legal
from companion.rules.records import positions
from tests.oracle import box, perft
from tests.oracle.oracle import Oracle
from tests.oracle.perft import bag_order
from tests.proof.measure import Found, Portion, Strength
from tests.rules.against_the_oracle import census
from tests.rules.many_ends import compare_a_deal

_FIRST = 10_000_000
"""Far from the seeds that the tests use."""

_DEALS = {Strength.QUICK: 30, Strength.FULL: 200}
"""In a portion; each is played to some 38 different ends."""

_BUNDLES = 1 << 10
"""So many bundles of tiles are remembered in their public form."""

_PORTIONS = {Strength.QUICK: 4, Strength.FULL: 138}

_DEALS_OF_A_CONTROL = 12


def _turns_again(oracle: Oracle, _: object) -> None:
    oracle.phase = "turn"


def _turn_goes_back(table: engine.Table, seat: int) -> int:
    return (seat - 1) % len(table.players)


MISTAKES: Mapping[str, tuple[object, str, object]] = {
    "points fall below none": (engine, "added", lambda score, points: score + sum(points)),
    "the first seat begins every epoch": (engine.Table, "highest_sun", lambda _: 0),
    "the fewest pharaohs cost one": (engine, "PHARAOHS_FEWEST", -1),
    "no auction is called at once": (legal, "is_fresh", lambda *_: False),
    "no disaster takes anything": (engine, "taken", lambda *_: []),
    "a turn goes back": (engine.Table, "after", _turn_goes_back),
    "the oracle lets the same player draw after a god": (Oracle, "play_done", _turns_again),
    "the oracle forgets the fortress": (box, "MONUMENTS", box.MONUMENTS[1:]),
}
"""What is made wrong, on either side: a name of a module, and what stands in its place."""


def control(mistake: str) -> Found:
    """Play deals with a mistake, which must be noticed."""
    owner, name, wrong = MISTAKES[mistake]
    with patch.object(owner, name, wrong):
        is_noticed = bool(compared(_FIRST, _DEALS_OF_A_CONTROL).failures)
    return Found({"controls": 1, "caught": int(is_noticed)})


def compared(first: int, deals: int) -> Found:
    """Play deals to many ends with both; the state and all choices must always be the same."""
    found, failures = Counter[str](), []
    remembered = lru_cache(_BUNDLES)(positions.counted)  # most of a table stays as it was
    with patch.object(positions, "counted", remembered):
        for seed in range(first, first + deals):
            try:
                found += compare_a_deal(seed)
            except AssertionError as why:
                failures.append(str(why))
    return Found(dict(found), tuple(failures))


def portions(strength: Strength, seed: int) -> tuple[Portion, ...]:
    """Return the mistakes, and the deals: every number of players, edition and option by chance."""
    first, deals = _FIRST + seed, _DEALS[strength]
    return (
        *(Portion(control, (mistake,)) for mistake in MISTAKES),
        *(Portion(compared, (first + n * deals, deals)) for n in range(_PORTIONS[strength])),
    )


def counted(position: int, deeper: int) -> Found:
    """Count the lines of a pinned position deeper than the tests do, with both."""
    pinned: dict[str, Any] = perft.positions()[position]
    depth = len(pinned["lines"]) + deeper
    engine = census(pinned, depth)
    oracle = perft.census(pinned["header"], bag_order(pinned["bag"]), depth, pinned["prefix"])
    lines = sum(sum(kinds.values()) for kinds in engine)
    name = pinned["name"]
    failures = [
        f"{name}, depth {level}: {mine} and {theirs}"
        for level, (mine, theirs) in enumerate(zip(engine, oracle, strict=True), start=1)
        if Counter(mine) != Counter(theirs)
    ]
    return Found({"lines": lines, "positions": 1}, tuple(failures))


def portions_of_counts(strength: Strength, _seed: int) -> tuple[Portion, ...]:
    """Return the positions, a level deeper than in the tests, or two."""
    every = range(len(perft.positions()))
    if strength is Strength.QUICK:
        return tuple(Portion(counted, (number, 1)) for number in every[::12])
    return tuple(Portion(counted, (number, 2)) for number in every)
