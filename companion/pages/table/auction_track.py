"""The auction track: the sun in the centre, and eight places for tiles."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.core.messages import Message
from companion.rules.actions import TRACK_SPACES
from companion.rules.editions import Sun
from companion.rules.model import AuctionTrack
from companion.rules.tiles import Tile
from companion.ui.layout import columns, cut_foot, left_part, middle, rows, square, without_left
from companion.ui.pieces import SUN_WON, Sign, badge, badge_width, focus_ring, sun, tile
from companion.ui.scene import Animated, Box, Disc, Picture, Rect, Target, keyed
from companion.ui.style import CENTRED, NUMBER, Piece, Shape, Size, Ui, cached, unscaled


class Space(msgspec.Struct, frozen=True):
    """What one place of the track offers now."""

    message: Message | None = None
    """What a touch means."""
    sign: Sign | None = None
    """What else does the same."""
    is_lit: bool = True
    """Whether it can be taken now; all are lit while nobody takes tiles."""
    is_asked: bool = False
    """Whether a touch takes it: it is what people are asked for."""


class Track(msgspec.Struct, frozen=True):
    """The tiles on the auction track, and what can be done with them."""

    track: AuctionTrack
    centre: Sun
    spaces: tuple[Space, ...] = (Space(),) * TRACK_SPACES
    ghost: Tile | None = None
    """A tile that the dial points at and that would come to the next free place."""
    ghost_message: Message | None = None
    focus: int | None = None
    """The place that the dial points at."""
    is_hot: bool = False
    """Whether it is being fought for."""
    centre_message: Message | None = None
    centre_label: str = ""
    told: tuple[tuple[str, ...], ...] = ()
    """What has just happened, sentence by sentence, in fewer and fewer words: the first that has
    room stands where no tile lies."""


@cached
def auction_track(ui: Ui, rect: Rect, shown: Track) -> Iterator[Piece]:
    """Yield the auction track."""
    theme = ui.theme
    yield Box(
        rect,
        theme.track,
        border=theme.gold if shown.is_hot else theme.line,
        border_px=max(2, ui.px(3 if shown.is_hot else 2)),
        radius=ui.px(16, 12),
    )
    centre, places = track_places(ui, rect)
    yield from _centre(ui, centre, shown)
    if shown.told and shown.ghost is None and not any(shown.track):
        yield from _told(ui, places, shown.told)
        return
    free = shown.track.index(None) if None in shown.track else TRACK_SPACES
    for place, (spot, kind) in enumerate(zip(places, shown.track, strict=True)):
        if kind is not None:
            yield from _tile(ui, spot, kind, shown, place)
        elif place == free and shown.ghost is not None:
            yield from _ghost(ui, spot, shown.ghost, shown.ghost_message)
        else:
            yield from _empty(ui, spot, place)
            fix = shown.spaces[place].message
            if fix is not None:
                yield Target(spot, fix)


def track_places(ui: Ui, rect: Rect) -> tuple[Rect, tuple[Rect, ...]]:
    """Return where the centre is and where the eight places are."""
    pad = ui.px(10, 5)
    inner = rect.inset(pad)
    if ui.shape is Shape.TALL:
        centre = left_part(inner, ui.px(92))
        grid = without_left(inner, ui.px(96))
        upper, lower = rows(grid, 2, pad)
        spots = (*columns(upper, TRACK_SPACES // 2, pad), *columns(lower, TRACK_SPACES // 2, pad))
    else:
        gap = ui.px(6, 4) if ui.is_big else ui.px(10, 6)
        sun_width = ui.px(126, 80) if ui.is_big else ui.px(148, 80)
        widest = TRACK_SPACES * round(inner.h * _WIDEST) + sun_width + pad
        inner = middle(inner, min(inner.w, widest), inner.h)
        centre = left_part(inner, sun_width)
        spots = columns(without_left(inner, centre.w + pad), TRACK_SPACES, gap)
    side = min(spots[0].w, spots[0].h)
    return centre, tuple(square(spot, side) for spot in spots)


_WIDEST = 1.3
"""How far the places stand apart at most, as a share of their height."""


def _centre(ui: Ui, rect: Rect, shown: Track) -> Iterator[Piece]:
    has_room = ui.width(shown.centre_label, Size.SMALL) <= rect.w
    label = ui.px(26) if shown.centre_label and has_room else 0
    under, disc = cut_foot(rect, label)
    side = min(disc.w, disc.h, ui.px(122, 80) if ui.is_big else ui.px(104, 76))
    yield from keyed(Animated.SUN, shown.centre, sun(ui, square(disc, side), shown.centre, SUN_WON))
    if label:
        yield ui.line(under, shown.centre_label, Size.SMALL, ui.theme.gold, CENTRED)
    if shown.centre_message is not None:
        yield Target(rect, shown.centre_message)


def _tile(ui: Ui, spot: Rect, kind: Tile, shown: Track, place: int) -> Iterator[Piece]:
    space = shown.spaces[place]
    laid = tile(spot, kind, 1.0 if space.is_lit else ui.theme.veil)
    yield from keyed(Animated.TILE, place, (laid,))
    if space.is_asked and ui.canvas.touch:
        around, rim = spot.inset(-ui.px(6, 4)), max(2, ui.px(3))
        yield Box(around, border=ui.theme.gold, border_px=rim, radius=ui.px(20, 14))
    if shown.focus == place:
        yield focus_ring(ui, spot.inset(-ui.px(2)), ui.px(20, 14))
        yield from _dial(ui, spot)
    elif space.sign is not None and space.is_lit:
        high = ui.px(34, 28)
        low = Rect(spot.x, spot.y + spot.h - high * 4 // 5, spot.w, high)
        yield from badge(ui, middle(low, badge_width(ui, high, space.sign.key), high), space.sign)
    if space.message is not None:
        yield Target(spot, space.message)


def _ghost(ui: Ui, spot: Rect, kind: Tile, message: Message | None) -> Iterator[Piece]:
    yield Box(spot, ui.theme.slot, radius=ui.px(14, 10))
    yield tile(spot.inset(max(4, spot.w // 10)), kind)
    yield focus_ring(ui, spot, ui.px(14, 10))
    yield from _dial(ui, spot)
    if message is not None:
        yield Target(spot, message)


def _told(ui: Ui, places: tuple[Rect, ...], told: tuple[tuple[str, ...], ...]) -> Iterator[Piece]:
    first, last = places[0], places[-1]
    area = Rect(first.x, first.y, last.x + last.w - first.x, last.y + last.h - first.y)
    sentences = _first_that_fits(ui, area, told)
    if sentences is None:
        ui = unscaled(ui)
        sentences = _first_that_fits(ui, area, told) or (told[-1][-1],)
    size = next((each for each in _TOLD if _fits(ui, area, sentences, each)), Size.LABEL)
    high = ui.line_height(size)
    lines = _wrapped(ui, area, sentences, size)[: max(1, area.h // high)]
    text = middle(area, area.w, high * len(lines))
    for row, line in zip(rows(text, len(lines), 0), lines, strict=True):
        yield ui.line(row, line, size, ui.theme.ink_second)


_TOLD = Size.SCORE, Size.NAME
"""How large it is said, if there is room: the largest first."""


def _first_that_fits(
    ui: Ui, area: Rect, told: tuple[tuple[str, ...], ...]
) -> tuple[str, ...] | None:
    return next((each for each in told if _fits(ui, area, each, Size.LABEL)), None)


def _fits(ui: Ui, area: Rect, sentences: tuple[str, ...], size: Size) -> bool:
    lines = _wrapped(ui, area, sentences, size)
    return len(lines) <= max(1, area.h // ui.line_height(size))


def _wrapped(ui: Ui, area: Rect, sentences: tuple[str, ...], size: Size) -> tuple[str, ...]:
    return tuple(line for each in sentences for line in ui.wrapped(each, area.w, size))


def _dial(ui: Ui, spot: Rect) -> Iterator[Piece]:
    side = ui.px(38, 28)
    corner = Rect(spot.x + spot.w - side * 2 // 3, spot.y + spot.h - side * 2 // 3, side, side)
    yield Disc(corner, ui.theme.focus)
    yield Picture(corner.inset(side // 7), "ui_dial", tint=ui.theme.on_focus)


def _empty(ui: Ui, spot: Rect, place: int) -> Iterator[Piece]:
    theme = ui.theme
    px = max(2, ui.px(2))
    yield Box(spot, theme.slot, border=theme.line, border_px=px, radius=ui.px(14, 10), opacity=0.6)
    yield ui.line(spot, str(place + 1), Size.SCORE, theme.line, NUMBER)
