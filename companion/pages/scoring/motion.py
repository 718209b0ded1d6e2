"""What moves as points are told: bars grow category by category, those at the end rise."""

from __future__ import annotations

from collections.abc import Iterator

from companion.pages.motion import things
from companion.pages.scoring.bars import COLOURS
from companion.pages.scoring.epoch import STEP_SECONDS, EpochScores
from companion.pages.scoring.finale import BAR_SECONDS, CROWN_SECONDS, Finale
from companion.ui.animation import Count, Grow, Morph, Move, Seen, Slide, frame_start
from companion.ui.scene import Box, Item, Rect, Text, Thing


def epoch_moves(before: Seen, after: Seen) -> Iterator[Move]:
    """Yield the bars that grow, as long as any does."""
    page = after.model.page
    is_growing = isinstance(page, EpochScores) and page.hidden
    if is_growing and before.model.page is not page:
        yield from _stacks_grow(before, after)


def finale_moves(before: Seen, after: Seen) -> Iterator[Move]:
    """Yield the bars that rise, and the crown."""
    page = after.model.page
    if not isinstance(page, Finale) or page.since is None:
        return
    match before.model.page:
        case Finale():
            yield from _bars_rise(before, after)
        case EpochScores():
            yield from _bars_rise_first(after)
        case _:
            return


def _stacks_grow(before: Seen, after: Seen) -> Iterator[Move]:
    """Yield the bars of an epoch on their way to the next category, and their sums with them."""
    now = frame_start(after.model.now)
    seconds = STEP_SECONDS - _REST_SECONDS
    old, new = things(before, Thing.SEGMENT), things(after, Thing.SEGMENT)
    for number, items in new.items():
        box = items[0]
        if number in old:
            starts = tuple(item.rect for item in old[number])
            if len(starts) == len(items):
                yield Morph(items, starts, now, seconds)
            else:
                yield Morph((box,), (old[number][0].rect,), now, seconds)
        else:
            rect = box.rect
            hangs = number % len(COLOURS) == len(COLOURS) - 1
            foot = Rect(rect.x, rect.y if hangs else rect.y + rect.h, rect.w, 0)
            yield Morph((box,), (foot,), now, seconds)
            yield Slide(items[1:], (0, 0), now + seconds, _HAIR)
    sums = things(before, Thing.SUM)
    for seat, (text,) in things(after, Thing.SUM).items():
        if not isinstance(text, Text) or text.text == "?":
            continue
        known = sums.get(seat)
        was = known[0] if known else text
        first = _number(was.text) if known and isinstance(was, Text) else 0
        yield Count((text,), was.rect, first, _number(text.text), now, seconds)
    said = things(before, Thing.REASON)
    for number, chip in things(after, Thing.REASON).items():
        if number in said and len(said[number]) == len(chip):
            yield Morph(chip, tuple(item.rect for item in said[number]), now, seconds)
        else:
            yield Slide(chip, (0, 0), now + seconds, _HAIR)


_REST_SECONDS = 0.1
"""A short pause before the next category."""

_HAIR = 0.001
"""What appears at once, but not before its time."""


def _number(text: str) -> int:
    return int(text.replace("\N{MINUS SIGN}", "-"))


def _bars_rise(before: Seen, after: Seen) -> Iterator[Move]:
    """Yield the bars that rise now; the crown comes from above when they have stopped."""
    now, old = frame_start(after.model.now), things(before, Thing.BAR)
    for seat, bar in things(after, Thing.BAR).items():
        if seat in old and _is_risen(bar[0]) and not _is_risen(old[seat][0]):
            yield Grow(bar, old[seat][0].rect.h, now, BAR_SECONDS)
    crown = things(after, Thing.CROWN).get(0)
    if crown is not None and not things(before, Thing.CROWN):
        yield Slide(crown, (0, -crown[0].rect.h), now, CROWN_SECONDS)


def _is_risen(bar: Item) -> bool:
    return isinstance(bar, Box) and bar.bottom is not None


def _bars_rise_first(after: Seen) -> Iterator[Move]:
    """Yield the bar that rises as the page comes: from the height of those that do not."""
    bars = things(after, Thing.BAR).values()
    least = min(bar[0].rect.h for bar in bars)
    now = frame_start(after.model.now)
    for bar in bars:
        if _is_risen(bar[0]):
            yield Grow(bar, least, now, BAR_SECONDS)
