"""What moves as points are told: courses come one by one, and pyramids rise at the end."""

from __future__ import annotations

from collections.abc import Iterator

from companion.pages.motion import things
from companion.pages.scoring import epoch, finale
from companion.ui.animation import Move, RenderedPage, Slide, frame_start
from companion.ui.scene import Animated


def epoch_moves(before: RenderedPage, after: RenderedPage) -> Iterator[Move]:
    """Yield the course that is laid now."""
    page = after.model.page
    is_laid = isinstance(page, epoch.EpochScores) and page.since == after.model.now
    if is_laid and isinstance(before.model.page, epoch.EpochScores):
        yield from _course_comes(before, after)


def finale_moves(before: RenderedPage, after: RenderedPage) -> Iterator[Move]:
    """Yield the pyramids that rise, and the sun behind the highest."""
    page = after.model.page
    if not isinstance(page, finale.Finale) or page.since is None:
        return
    match before.model.page:
        case finale.Finale() | epoch.EpochScores():
            yield from _bars_rise(before, after)
        case _:
            return


def _course_comes(before: RenderedPage, after: RenderedPage) -> Iterator[Move]:
    """Yield the stones of a new course, which come down from above, and pits that open."""
    now = frame_start(after.model.now)
    old = things(before, Animated.SEGMENT)
    for number, items in things(after, Animated.SEGMENT).items():
        if number not in old:
            yield Slide(items, (0, -_FALL * items[0].rect.h), now, epoch.COURSE_SECONDS)


_FALL = 2
"""From how far above a course comes, in its heights."""


def _bars_rise(before: RenderedPage, after: RenderedPage) -> Iterator[Move]:
    """Yield the pyramids that rise now, and at last the sun behind the highest."""
    now, old = frame_start(after.model.now), things(before, Animated.BAR)
    rising = [items for seat, items in things(after, Animated.BAR).items() if seat not in old]
    for items in rising:
        yield Slide(items, (0, items[0].rect.h), now, finale.BAR_SECONDS)
    if rising:
        yield from _before_them(after, now, finale.BAR_SECONDS)
    crown = things(after, Animated.CROWN).get(0)
    if crown is not None and not things(before, Animated.CROWN):
        seconds = finale.CROWN_SECONDS
        yield Slide(crown, (0, crown[0].rect.h), now, seconds)
        for items in things(after, Animated.BAR).values():
            yield Slide(items, (0, 0), now, seconds)
        yield from _before_them(after, now, seconds)


def _before_them(after: RenderedPage, now: float, seconds: float) -> Iterator[Move]:
    """Yield the ground out of which they rise, which stays where it is."""
    plinths = things(after, Animated.PLINTH)
    for number in sorted(plinths, reverse=True):
        yield Slide(plinths[number], (0, 0), now, seconds)
