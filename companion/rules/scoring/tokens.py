"""Fame tokens (stelae): who takes and returns which when points change (R-SET-3, R-SCO-4)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from operator import gt
from types import MappingProxyType

import msgspec

from companion.rules.editions import STARTING_SCORE, Edition
from companion.rules.events import EpochEnded, EpochTallied
from companion.rules.records.timeline import Timeline

Tokens = tuple[int, int, int, int]
"""How many tokens of each value; in a change, negative numbers are returned."""


class Exchange(msgspec.Struct, frozen=True):
    """Who takes and returns what; everybody returns first, then everybody takes."""

    moves: tuple[Tokens, ...]
    """For each seat: positive numbers are taken, negative ones returned."""
    held: tuple[Tokens, ...]
    """What each seat has afterwards."""
    is_short: bool = False
    """Whether the box has too few tokens of some value, so that people take change."""


def exchanges(timeline: Timeline) -> tuple[Exchange | None, ...]:
    """Return what moves after each scored epoch; None where somebody's points are unknown.

    What a correction changed is settled at the next exchange: then tokens show points again.
    """
    start, found = timeline.start, list[Exchange | None]()
    held = tuple(_starting(player.score) for player in start.players)
    for event in (event for step in timeline.steps for event in step.events):
        if isinstance(event, EpochEnded | EpochTallied):
            known = [score.after for score in event.scores if score is not None]
            is_known = len(known) == len(held)
            done = exchange(held, known, BOXES[start.setup.edition]) if is_known else None
            held = held if done is None else done.held
            found.append(done)
    return tuple(found)


def _starting(points: int) -> Tokens:
    """Return what a player begins with: two fives, or the fewest for other points (R-SET-3)."""
    if points == STARTING_SCORE:
        return STARTING_TOKENS
    return exchange((NONE,), (points,)).held[0]


VALUES = (1, 2, 5, 10)
"""The tokens' values, in points."""

NONE: Tokens = (0, 0, 0, 0)

STARTING_TOKENS: Tokens = (0, 0, 2, 0)
"""Two tokens of 5 points for everybody (R-SET-3, D-08)."""

_CLASSIC: Tokens = (10, 8, 20, 10)

BOXES: Mapping[Edition, Tokens | None] = MappingProxyType(
    {
        Edition.ALEA_1999: _CLASSIC,
        Edition.RGG_2009: _CLASSIC,
        Edition.WINDRIDER_2016: None,
        Edition.C25: None,
    }
)
"""What is in the box, by edition; None where no source says: count your own (D-41).

Of the newest edition only the total of 80 tokens is known, of 2016 nothing.
"""


def worth(tokens: Tokens) -> int:
    """Return the points that these tokens show."""
    return sum(value * number for value, number in zip(VALUES, tokens, strict=True))


def exchange(held: Sequence[Tokens], points: Sequence[int], box: Tokens | None = None) -> Exchange:
    """Return the fewest moves after which everybody's tokens show their points.

    Points are never negative, so nobody returns more than they have (R-SCO-2). If the box has too
    few tokens of a value, people take change: tokens do not limit points (R-SCO-4).

    Args:
        held: What each seat has now.
        points: What each seat should have, 0 or more.
        box: All tokens of the box, including those that players hold; None if not counted.
    """
    after = tuple(
        min((_moved(tokens, wished), wished) for wished in _showing(tokens, total))[1]
        for tokens, total in zip(held, points, strict=True)
    )
    moves = tuple(_move(tokens, wished) for tokens, wished in zip(held, after, strict=True))
    used = [sum(column) for column in zip(*after, strict=True)]
    is_short = box is not None and any(map(gt, used, box))
    return Exchange(moves, after, is_short)


def _move(had: Tokens, has: Tokens) -> Tokens:
    ones, twos, fives, tens = (after - before for before, after in zip(had, has, strict=True))
    return ones, twos, fives, tens


def _moved(had: Tokens, has: Tokens) -> int:
    return sum(map(abs, _move(had, has)))


def _showing(held: Tokens, total: int) -> Iterator[Tokens]:
    """Yield the tokens that show this total, with no more small ones than the fewest moves need.

    Nobody takes 2 ones for 1 two, 3 twos for 5 + 1, or 2 fives for 1 ten.
    """
    ones, twos, fives, _ = held
    for one, two, five in product(range(ones + 2), range(twos + 3), range(fives + 2)):
        ten, rest = divmod(total - one - 2 * two - 5 * five, 10)
        if not rest and ten >= 0:
            yield one, two, five, ten
