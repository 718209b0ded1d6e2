"""The reveal: what every category brought, one after the other.

At the end that of all epochs; where the table plays open, that of each epoch when it is over.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.core.page import Page
from companion.core.session import Secrecy
from companion.pages import scoring
from companion.pages.scoring.epoch import EpochScores
from companion.rules.editions import Seat
from companion.rules.events import EpochEnded, EpochTallied, Event
from companion.rules.model import LAST_EPOCH
from companion.rules.records.timeline import Timeline
from companion.rules.scoring.scoring import EVERY_EPOCH, FINAL, Category

CATEGORIES = (*EVERY_EPOCH, *FINAL)
"""In the order in which they are revealed, which is that of scoring (section 1.9)."""


def following(page: scoring.Finale) -> scoring.Finale:
    """Return what is revealed next: the next category; after the last, the last place."""
    if not page.revealed and page.category < len(CATEGORIES):
        return scoring.Finale(category=page.category + 1)
    return scoring.Finale(page.revealed + 1)


def begun(page: Page, events: Sequence[Event], secrecy: Secrecy) -> Page:
    """Return the page after these events: where all is open, nothing of an epoch is seen yet.

    The last epoch is revealed with all of them.
    """
    if secrecy is not Secrecy.OPEN or not isinstance(page, EpochScores):
        return page
    ended = (event for event in events if isinstance(event, EpochEnded | EpochTallied))
    is_last = any(event.epoch == LAST_EPOCH for event in ended)
    return page if is_last else replace(page, hidden=len(EVERY_EPOCH))


def latest(page: EpochScores) -> Category | None:
    """Return the category of an epoch that was revealed last; None before and after all of it."""
    seen = len(EVERY_EPOCH) - page.hidden
    return EVERY_EPOCH[seen - 1] if page.hidden and seen else None


def shown(page: scoring.Finale) -> Category | None:
    """Return the category that is revealed now; None before the first and after the last."""
    return CATEGORIES[page.category - 1] if page.category and not page.revealed else None


def gained(timeline: Timeline, category: Category) -> tuple[int, ...]:
    """Return what a category brought everybody in the whole game, as far as it was scored."""
    gains = [0] * len(timeline.start.players)
    for moment in timeline.moments:
        for event in moment.events:
            if isinstance(event, EpochEnded | EpochTallied):
                for seat, score in enumerate(event.scores):
                    gains[seat] += 0 if score is None else score.points(category)
    return tuple(gains)


def explained(timeline: Timeline | None, seat: Seat) -> tuple[int, ...]:
    """Return the epochs whose points of this seat are known and can be asked for, last first."""
    moments = () if timeline is None else timeline.moments
    return tuple(
        event.epoch
        for moment in reversed(moments)
        for event in moment.events
        if isinstance(event, EpochEnded | EpochTallied) and event.scores[seat] is not None
    )


def rising(gains: Sequence[int | None]) -> tuple[tuple[Seat, int], ...]:
    """Return who got how much, from the lowest to the highest; of equals in clockwise order.

    Args:
        gains: Of each seat; None where they are not known.
    """
    known = ((Seat(seat), gain) for seat, gain in enumerate(gains) if gain is not None)
    return tuple(sorted(known, key=lambda each: each[1]))
