"""The reveal at the end: what every category of all epochs brought, one after the other."""

from companion.core.model import Finale
from companion.rules.editions import Seat
from companion.rules.events import EpochEnded, EpochTallied
from companion.rules.scoring import EVERY_EPOCH, FINAL, Category
from companion.rules.timeline import Timeline

CATEGORIES = (*EVERY_EPOCH, *FINAL)
"""In the order in which they are revealed, which is that of scoring (section 1.9)."""


def following(page: Finale) -> Finale:
    """Return what is revealed next: the next category; after the last, the last place."""
    if not page.revealed and page.category < len(CATEGORIES):
        return Finale(category=page.category + 1)
    return Finale(page.revealed + 1)


def shown(page: Finale) -> Category | None:
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


def rising(gains: tuple[int, ...]) -> tuple[Seat, ...]:
    """Return who got how much, from the lowest to the highest; of equals in clockwise order."""
    return tuple(Seat(seat) for seat in sorted(range(len(gains)), key=gains.__getitem__))
