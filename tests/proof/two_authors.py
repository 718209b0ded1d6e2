"""The engine beside the naive oracle: whole random games, and every line of pinned positions."""

from collections import Counter
from functools import lru_cache
from typing import Any
from unittest.mock import patch

from companion.rules import positions
from tests.oracle import perft
from tests.oracle.perft import bag_order
from tests.proof.measure import Found, Portion, Strength
from tests.rules.against_the_oracle import census, compare_a_game

_FIRST = 10_000_000
"""Far from the seeds that the tests use."""
_GAMES = 250
_BUNDLES = 1 << 15
"""So many bundles of tiles are remembered in their public form."""
_QUICK_PORTIONS, _FULL_PORTIONS = 4, 4_000


def compared(first: int, games: int) -> Found:
    """Play games with both; after every line the state and all choices must be the same."""
    lines, failures = 0, []
    remembered = lru_cache(_BUNDLES)(positions.counted)  # most of a table stays as it was
    with patch.object(positions, "counted", remembered):
        for seed in range(first, first + games):
            try:
                lines += compare_a_game(seed)
            except Exception as why:  # noqa: BLE001 - whatever either of them does
                failures.append(f"{type(why).__name__}: {why}")
    return Found({"games": games, "states": lines}, tuple(failures))


def portions(strength: Strength, seed: int) -> tuple[Portion, ...]:
    """Return the games: every number of players, edition and option by chance."""
    number = _QUICK_PORTIONS if strength is Strength.QUICK else _FULL_PORTIONS
    first = _FIRST + seed
    return tuple(Portion(compared, (first + n * _GAMES, _GAMES)) for n in range(number))


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
