"""What moves as points are told: bars grow category by category, those at the end rise."""

from __future__ import annotations

from collections.abc import Iterator

from companion.pages.motion import things
from companion.pages.scoring import epoch, finale
from companion.ui.animation import Grow, Move, Seen, Slide, frame_start
from companion.ui.scene import Box, Item, Thing


def epoch_moves(before: Seen, after: Seen) -> Iterator[Move]:
    """Yield the course that is laid now."""
    page = after.model.page
    is_laid = isinstance(page, epoch.EpochScores) and page.since == after.model.now
    if is_laid and isinstance(before.model.page, epoch.EpochScores):
        yield from _course_comes(before, after)


def finale_moves(before: Seen, after: Seen) -> Iterator[Move]:
    """Yield the bars that rise, and the crown."""
    page = after.model.page
    if not isinstance(page, finale.Finale) or page.since is None:
        return
    match before.model.page:
        case finale.Finale():
            yield from _bars_rise(before, after)
        case epoch.EpochScores():
            yield from _bars_rise_first(after)
        case _:
            return


def _course_comes(before: Seen, after: Seen) -> Iterator[Move]:
    """Yield the stones of a new course, which come down from above, and pits that open."""
    now = frame_start(after.model.now)
    old = things(before, Thing.SEGMENT)
    for number, items in things(after, Thing.SEGMENT).items():
        if number not in old:
            yield Slide(items, (0, -_FALL * items[0].rect.h), now, epoch.COURSE_SECONDS)


_FALL = 2
"""From how far above a course comes, in its heights."""


def _bars_rise(before: Seen, after: Seen) -> Iterator[Move]:
    """Yield the bars that rise now; the crown comes from above when they have stopped."""
    now, old = frame_start(after.model.now), things(before, Thing.BAR)
    for seat, bar in things(after, Thing.BAR).items():
        if seat in old and _is_risen(bar[0]) and not _is_risen(old[seat][0]):
            yield Grow(bar, old[seat][0].rect.h, now, finale.BAR_SECONDS)
    crown = things(after, Thing.CROWN).get(0)
    if crown is not None and not things(before, Thing.CROWN):
        yield Slide(crown, (0, -crown[0].rect.h), now, finale.CROWN_SECONDS)


def _is_risen(bar: Item) -> bool:
    return isinstance(bar, Box) and bar.bottom is not None


def _bars_rise_first(after: Seen) -> Iterator[Move]:
    """Yield the bar that rises as the page comes: from the height of those that do not."""
    bars = things(after, Thing.BAR).values()
    least = min(bar[0].rect.h for bar in bars)
    now = frame_start(after.model.now)
    for bar in bars:
        if _is_risen(bar[0]):
            yield Grow(bar, least, now, finale.BAR_SECONDS)
