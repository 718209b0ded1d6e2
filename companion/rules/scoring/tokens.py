"""Fame tokens (stelae): who takes and returns which when points change (R-SET-3, R-SCO-4)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from types import MappingProxyType

import msgspec

from companion.rules.editions import STARTING_SCORE, Edition
from companion.rules.events import EpochEnded, EpochTallied
from companion.rules.records.timeline import Timeline

Totals = tuple[int | None, ...]
"""Everybody's points after an epoch; None where they are not known."""

Tokens = tuple[int, int, int, int]
"""How many tokens of each value; in a change, negative numbers are returned."""


class Exchange(msgspec.Struct, frozen=True):
    """Who takes and returns what; everybody returns first, then everybody takes."""

    moves: tuple[Tokens, ...]
    """For each seat: positive numbers are taken, negative ones returned."""
    held: tuple[Tokens, ...]
    """What each seat has afterwards."""
    supply: Tokens | None
    """What is in the supply afterwards; None if the box was not counted."""
    owed: tuple[int, ...]
    """Points of each seat that the tokens cannot show: note them on paper."""
    is_change_made: bool
    """Whether more tokens move than with an unlimited supply."""


def exchanges(timeline: Timeline) -> tuple[Exchange | None, ...]:
    """Return what moves after each scored epoch; None where somebody's points are unknown.

    What a correction changed is settled at the next exchange: then tokens show points again.
    """
    totals = tuple(
        tuple(None if score is None else score.after for score in event.scores)
        for moment in timeline.moments
        for event in moment.events
        if isinstance(event, EpochEnded | EpochTallied)
    )
    start = timeline.start
    held = tuple(_starting(player.score) for player in start.players)
    return _folded(totals, start.setup.edition, held)


def _starting(points: int) -> Tokens:
    """Return what a player begins with: two fives, or the fewest for other points (R-SET-3)."""
    if points == STARTING_SCORE:
        return STARTING_TOKENS
    return exchange((NONE,), (points,)).held[0]


@lru_cache(maxsize=16)
def _folded(
    totals: tuple[Totals, ...], edition: Edition, held: tuple[Tokens, ...]
) -> tuple[Exchange | None, ...]:
    found: list[Exchange | None] = []
    for after in totals:
        known = [points for points in after if points is not None]
        done = exchange(held, known, BOXES[edition]) if len(known) == len(held) else None
        held = held if done is None else done.held
        found.append(done)
    return tuple(found)


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
    few tokens, as little as possible is owed, first to whoever has most.

    Args:
        held: What each seat has now.
        points: What each seat should have, 0 or more.
        box: All tokens of the box, including those that players hold; None if not counted,
            which is treated as unlimited.
    """
    freely = tuple(
        min(_moves(tokens, total, _plenty(tokens, total)), key=_moved)
        for tokens, total in zip(held, points, strict=True)
    )
    if box is None:
        moves = freely
    else:
        moves = freely if _is_there(held, freely, box) else _cheapest(held, points, box)
    after = tuple(_sum(tokens, move) for tokens, move in zip(held, moves, strict=True))
    return Exchange(
        moves=moves,
        held=after,
        supply=None if box is None else _left(box, after),
        owed=tuple(total - worth(tokens) for total, tokens in zip(points, after, strict=True)),
        is_change_made=sum(map(_moved, moves)) > sum(map(_moved, freely)),
    )


def _moved(move: Tokens) -> int:
    return sum(map(abs, move))


def _sum(tokens: Tokens, move: Tokens) -> Tokens:
    ones, twos, fives, tens = tokens
    return ones + move[0], twos + move[1], fives + move[2], tens + move[3]


def _left(box: Tokens, held: Sequence[Tokens]) -> Tokens:
    ones, twos, fives, tens = (
        lying - sum(tokens[place] for tokens in held) for place, lying in enumerate(box)
    )
    return ones, twos, fives, tens


def _is_there(held: Sequence[Tokens], moves: Sequence[Tokens], box: Tokens) -> bool:
    after = [_sum(tokens, move) for tokens, move in zip(held, moves, strict=True)]
    return min(_left(box, after)) >= 0


def _plenty(held: Tokens, total: int) -> Tokens:
    """Return how many of each a player may have after the fewest moves, with a full supply.

    Nobody takes 2 ones for 1 two, 3 twos for 5 + 1, or 2 fives for 1 ten.
    """
    ones, twos, fives, _ = held
    return ones + 1, twos + 2, fives + 1, total // VALUES[-1]


def _moves(held: Tokens, total: int, most: Tokens) -> Iterator[Tokens]:
    """Yield every move after which a player shows this total with at most this many of each."""
    ones, twos, fives, tens = held
    ranges = (range(number + 1) for number in most[:-1])
    for one, two, five in product(*ranges):
        ten, rest = divmod(total - one - 2 * two - 5 * five, 10)
        if not rest and 0 <= ten <= most[-1]:
            yield one - ones, two - twos, five - fives, ten - tens


_OWED = 1_000
"""Owing one point costs more than moving every token of the box."""


def _cheapest(held: Sequence[Tokens], points: Sequence[int], box: Tokens) -> tuple[Tokens, ...]:
    """Return the moves that owe least, then move the fewest tokens, within the box."""
    return next(found for owing in _owing(points) if (found := _fitting(held, points, box, owing)))


def _owing(points: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield how much everybody may be owed, fairest first.

    First nobody is owed anything; failing that, whoever has most points may be; then everybody what
    needs tokens below 5; and at last anybody anything, which is always possible.
    """
    yield [0 for _ in points]
    richest = max(range(len(points)), key=points.__getitem__)
    for others in (0, VALUES[2] - 1):
        yield [total if seat == richest else others for seat, total in enumerate(points)]
    yield points


def _fitting(
    held: Sequence[Tokens], points: Sequence[int], box: Tokens, owing: Sequence[int]
) -> tuple[Tokens, ...] | None:
    """Return the cheapest moves for all seats within the box, or None: seat by seat.

    For each supply that the first seats may leave, only the cheapest moves are kept.
    """
    reached: dict[Tokens, tuple[int, tuple[Tokens, ...]]] = {box: (0, ())}
    for tokens, total, most in zip(held, points, owing, strict=True):
        wishes = [
            (_OWED * owed + _moved(move), move, _sum(tokens, move))
            for owed in range(min(most, total) + 1)
            for move in _moves(tokens, total - owed, box)
        ]
        after: dict[Tokens, tuple[int, tuple[Tokens, ...]]] = {}
        for (ones, twos, fives, tens), (paid, moves) in reached.items():
            for cost, move, (one, two, five, ten) in wishes:
                if one > ones or two > twos or five > fives or ten > tens:
                    continue
                left = ones - one, twos - two, fives - five, tens - ten
                if left not in after or paid + cost < after[left][0]:
                    after[left] = (paid + cost, (*moves, move))
        reached = after
    return min(reached.values())[1] if reached else None
