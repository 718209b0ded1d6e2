"""What moves, from the picture before to the picture after: what every page has in common.

Only what lies on a table moves, as it would in people's hands; `Page.motion` says what. The bars of
a plot grow as it comes. What lies on the table also runs backwards, when something is taken back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil

from msgspec.structs import replace

from companion.pages.controls import cached
from companion.ui.animation import (
    Appear,
    Drain,
    Morph,
    Move,
    Pulse,
    RenderedPage,
    Slide,
    frame_start,
    going_on,
)
from companion.ui.scene import Animated, Box, Item, Picture, Rect
from companion.ui.style import Ui

CARRY_SECONDS, ROUND_SECONDS, ROUNDS = 1.2, 2.0, 3
"""How long what hands do takes in its picture, how long until it begins again, and how often."""

PLOT_SECONDS = 0.4
"""How long all bars of a plot take to their height."""

PULSE_SECONDS = 20.0
"""How long the emblem of the player who is asked moves; then the picture is at rest."""

Way = tuple[int, int]
"""Pixels to the right, and down."""


def moves(ui: Ui, before: RenderedPage, after: RenderedPage) -> tuple[Move, ...]:
    """Return what moves between one picture at rest and the next.

    What was moving already goes on to where it still belongs, unless something new moves or
    another page is open: then it is at its end at once.
    """
    timed = tuple(_ring(after))
    moving = _things_move(ui, before, after)
    if after.model.preferences.reduce_motion:
        moving = tuple(move for move in moving if isinstance(move, Appear))
    return (*sorted(moving, key=lambda move: isinstance(move, Appear)), *timed)


def _ring(after: RenderedPage) -> Iterator[Drain]:
    """Yield the ring that shrinks until an auction settles itself, or cannot be opened again."""
    span = after.model.page.ring(after.model)
    if span is None:
        return
    points = tuple(
        item for _, items in sorted(things(after, Animated.BEAD).items()) for item in items
    )
    if points:
        since, seconds = span
        is_calm = after.model.preferences.reduce_motion
        yield Drain(points, since, seconds, ceil(seconds) if is_calm else len(points))


def _things_move(ui: Ui, before: RenderedPage, after: RenderedPage) -> tuple[Move, ...]:
    """Return what moves on the table and among points."""
    before = replace(before, moves=tuple(m for m in before.moves if not isinstance(m, Drain)))
    now = after.model.now
    page = after.model.page
    own, plots = page.motion(ui, before, after), _plots_grow(before, after)
    fresh = (*own, *_hands_carry(before, after), *plots)
    has_another = bool(fresh) or type(before.model.page) is not type(page) or page.is_still
    old = () if has_another else going_on(before.moves, after.page.items, now)
    if after.model.screen.acted_at == before.model.screen.acted_at:
        return fresh or old
    waited_for = _pulse(after) if page.pulses else ()
    return (*fresh, *(move for move in old if not isinstance(move, Pulse | Appear)), *waited_for)


Things = dict[Animated, dict[int, tuple[Item, ...]]]
"""What can move on a picture, by its kind and number, each with all that belongs to it."""


def things(seen: RenderedPage, thing: Animated) -> Mapping[int, tuple[Item, ...]]:
    """Return everything of this kind by number, each with its items."""
    return _all_things(seen.page.items).get(thing, {})


@cached
def _all_things(items: tuple[Item, ...]) -> Things:
    found: Things = {}
    for item in items:
        if item.key is not None:
            kind, number = item.key
            alike = found.setdefault(kind, {})
            alike[number] = (*alike.get(number, ()), item)
    return found


def _hands_carry(before: RenderedPage, after: RenderedPage) -> Iterator[Move]:
    """Yield what hands do for a seat that the table plays, a few times over; then it rests."""
    laid, was = things(after, Animated.HANDS), things(before, Animated.HANDS)
    if not laid.get(0) or not laid.get(1) or laid == was:
        return
    now, items = frame_start(after.model.now), laid[0]
    way = way_between(items[0].rect, laid[1][0].rect)
    for turn in range(ROUNDS):
        begins = now + turn * ROUND_SECONDS
        yield Slide(items, way, begins, CARRY_SECONDS)
        yield Slide(items, (0, 0), begins + CARRY_SECONDS, ROUND_SECONDS - CARRY_SECONDS)


def way_between(start: Rect, end: Rect) -> Way:
    """Return the distance between the centres of two places."""
    return (
        end.x + end.w // 2 - start.x - start.w // 2,
        end.y + end.h // 2 - start.y - start.h // 2,
    )


def _pulse(after: RenderedPage) -> tuple[Move, ...]:
    asked = things(after, Animated.ASKED).values()
    since = frame_start(after.model.now)
    return tuple(
        Pulse((sign,), since, PULSE_SECONDS) for (sign,) in asked if isinstance(sign, Picture)
    )


def _plots_grow(before: RenderedPage, after: RenderedPage) -> Iterator[Move]:
    """Yield the bars of plots on their way from their lines, if other ones were there before."""
    bars = tuple(_plotted(after))
    starts = tuple(_on_its_line(bar) for bar in bars)
    if bars and [bar.rect for bar in bars] != [bar.rect for bar in _plotted(before)]:
        yield Morph(bars, starts, frame_start(after.model.now), PLOT_SECONDS)


def _plotted(seen: RenderedPage) -> Iterator[Item]:
    for kind in (Animated.COLUMN, Animated.STRIPE):
        for items in things(seen, kind).values():
            yield from items


def _on_its_line(bar: Item) -> Rect:
    """Return where something of a plot is as long as its bar has no length."""
    rect, (thing, line) = bar.rect, bar.key or (Animated.STRIPE, bar.rect.x)
    if thing is Animated.STRIPE:
        return Rect(line, rect.y, 0, rect.h)
    if isinstance(bar, Box):
        return Rect(rect.x, line, rect.w, 0)
    return Rect(rect.x, line - rect.h if rect.y < line else line, rect.w, rect.h)
