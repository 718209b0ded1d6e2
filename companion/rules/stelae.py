"""The fame tokens of a whole game: who takes and gives back what after every epoch.

The screen knows points and no tokens; what everybody holds follows from the epochs that were
scored (R-SET-3, R-SCO-2).
"""

from functools import lru_cache

from companion.rules.editions import STARTING_SCORE, Edition
from companion.rules.events import EpochEnded, EpochTallied
from companion.rules.timeline import Timeline
from companion.rules.tokens import BOXES, NONE, STARTING_TOKENS, Exchange, Tokens, exchange

Totals = tuple[int | None, ...]
"""Everybody's points after an epoch; None where they are not known."""


def exchanges(timeline: Timeline) -> tuple[Exchange | None, ...]:
    """Return what moves after each epoch that was scored; None where somebody's points are unknown.

    What a correction changed is made good at the next exchange: then tokens show points again.
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
    """Return what somebody begins with: two fives, or of other points the fewest (R-SET-3)."""
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
