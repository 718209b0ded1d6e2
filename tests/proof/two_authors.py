"""The engine beside the naive oracle: random deals, and every line of pinned positions."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from typing import Any
from unittest.mock import patch

from companion.rules import engine, legal
from companion.rules.records import positions
from tests.oracle import box, perft
from tests.oracle.oracle import Oracle
from tests.oracle.perft import bag_order
from tests.proof.measure import SEED, Found, Piece, control
from tests.rules.against_the_oracle import census
from tests.rules.many_ends import compare_a_deal

_FIRST = 10_000_000 + SEED
"""Far from the seeds that the tests use."""

_BUNDLES = 1 << 10
"""So many bundles of tiles are remembered in their public form."""

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


def with_a_mistake(mistake: str) -> Found:
    """Play deals with a mistake, which must be noticed."""
    owner, name, wrong = MISTAKES[mistake]
    with patch.object(owner, name, wrong):
        return control(mistake, is_noticed=bool(compared(_FIRST, _DEALS_OF_A_CONTROL).failures))


def compared(first: int, deals: int) -> Found:
    """Play deals to many ends with both; the state and all choices must always be the same."""
    found = Found()
    remembered = lru_cache(_BUNDLES)(positions.counted)  # most of a table stays as it was
    with patch.object(positions, "counted", remembered):
        for seed in range(first, first + deals):
            with found.at("two authors"):
                found.counts += compare_a_deal(seed)
    return found


def pieces(*, is_full: bool) -> Iterator[Piece]:
    """Yield the mistakes, and the deals: every number of players, edition and option by chance."""
    yield from (partial(with_a_mistake, mistake) for mistake in MISTAKES)
    number, deals = (138, 200) if is_full else (4, 30)
    yield from (partial(compared, _FIRST + n * deals, deals) for n in range(number))


def counted(position: int, deeper: int) -> Found:
    """Count the lines of a pinned position deeper than the tests do, with both."""
    pinned: dict[str, Any] = perft.positions()[position]
    depth = len(pinned["lines"]) + deeper
    engine = census(pinned, depth)
    oracle = perft.census(pinned["header"], bag_order(pinned["bag"]), depth, pinned["prefix"])
    found = Found(Counter(lines=sum(kinds.total() for kinds in engine)))
    for level, (mine, theirs) in enumerate(zip(engine, oracle, strict=True), start=1):
        if mine != Counter(theirs):
            found.failures.append(f"{pinned['name']}, depth {level}: {mine} and {theirs}")
    return found


def pieces_of_counts(*, is_full: bool) -> Iterator[Piece]:
    """Yield the positions, a level deeper than in the tests, or two."""
    every = range(len(perft.positions()))
    yield from (
        partial(counted, number, 2 if is_full else 1) for number in every[:: 1 if is_full else 12]
    )
