"""Where the bands of a page lie, and how a rectangle is divided."""

from functools import lru_cache
from itertools import accumulate, pairwise

import msgspec
from msgspec.structs import replace

from companion.ui.scene import Rect
from companion.ui.style import TOUCH_PX, Shape, Ui


class Bands(msgspec.Struct, frozen=True):
    """The table from top to bottom; nothing overlaps."""

    edge: Rect
    """What is wrong, in words; of no height when nothing is."""
    ra_track: Rect
    auction_track: Rect
    prompt: Rect
    panels: Rect
    dock: Rect
    """What can be done: keys for fingers, or what the buttons do."""
    keys: Rect = Rect(0, 0, 0, 0)
    """A key for every kind of tile, beside all below the Ra track; without one, they are docked."""


class _Heights(msgspec.Struct, frozen=True):
    """Heights in units, and how much of what is left over each band may take."""

    ra_track: float
    auction_track: float
    prompt: float
    dock: float
    gap: float
    margin: float
    ra_track_most: float
    auction_track_most: float
    dock_most: float
    auction_track_gives: float = 0.35
    """How much of the height that an edge takes comes from the auction track."""
    prompt_gives: float = 0.0
    """How much of it comes from the question; the rest comes from the panels."""


_HEIGHTS = {
    Shape.FULL: _Heights(132, 122, 56, 104, 7, 14, 180, 150, 140),
    Shape.COMPACT: _Heights(58, 80, 44, 92, 4, 8, 76, 96, 110),
    Shape.TALL: _Heights(60, 164, 64, 188, 5, 8, 84, 190, 220, 0.46, 0.03),
}

_FAR_HEIGHTS = {
    Shape.FULL: _Heights(76, 158, 76, 108, 6, 16, 100, 170, 120),
    Shape.COMPACT: _Heights(58, 90, 50, 94, 3, 8, 72, 106, 110),
    Shape.TALL: _Heights(60, 190, 84, 140, 5, 8, 84, 208, 160, 0.46, 0.03),
}
"""With large print: a higher auction track and question, and no arc."""

_KEYS_MORE = 48
"""Keys of a keyboard, which are wider than signs, need a row more on a tall screen then."""


@lru_cache(maxsize=64)
def bands(ui: Ui, edge_px: int = 0) -> Bands:
    """Return the bands of the table, below an edge of this height in pixels."""
    width, height = ui.canvas.size
    design = (_FAR_HEIGHTS if ui.is_big else _HEIGHTS)[ui.shape]
    spare = (height - edge_px) / ui.unit - ui.shape.value[1]
    extra = max(0.0, spare)
    less = max(0.0, -spare)
    ra_track = ui.px(min(design.ra_track_most, design.ra_track + 0.2 * extra))
    auction_track = design.auction_track + 0.15 * extra - design.auction_track_gives * less
    auction_track = ui.px(min(design.auction_track_most, auction_track))
    more = _KEYS_MORE if ui.is_big and ui.canvas.letters and ui.shape is Shape.TALL else 0
    dock = ui.px(min(design.dock_most, design.dock + 0.2 * extra) + more)
    dock = max(dock, min(height // 6, 2 * TOUCH_PX + ui.px(4)))  # two rows for fingers
    prompt = ui.px(design.prompt - design.prompt_gives * less)
    gap, margin = ui.px(design.gap), ui.px(design.margin)
    inner = width - 2 * margin
    auction_track_y = edge_px + ra_track + gap // 2
    prompt_y = auction_track_y + auction_track + gap
    panels_y = prompt_y + prompt + gap + ui.px(4, 2)
    dock_y = height - dock - max(4, margin // 2)
    return Bands(
        edge=Rect(0, 0, width, edge_px),
        ra_track=Rect(0, edge_px, width, ra_track),
        auction_track=Rect(margin, auction_track_y, inner, auction_track),
        prompt=Rect(margin, prompt_y, inner, prompt),
        panels=Rect(margin, panels_y, inner, dock_y - gap - panels_y),
        dock=Rect(margin, dock_y, inner, dock),
    )


_KEY, _FOOT, _LEAST_KEYS = 62, 48, 8 * (TOUCH_PX + 4)
"""The width of a key of a tile and the height of what is docked below it, in units; how high all
keys must be, in pixels."""


@lru_cache(maxsize=64)
def with_keys_aside(ui: Ui, where: Bands) -> Bands:
    """Return the same with the keys of tiles beside everything, if the screen is large enough."""
    low = where.dock.y + where.dock.h
    high = low - where.auction_track.y
    if not ui.is_full or ui.is_big or high < _LEAST_KEYS:
        return where
    gap, foot = ui.px(4), max(TOUCH_PX, ui.px(_FOOT))
    wide = 3 * max(TOUCH_PX, ui.px(_KEY)) + 2 * gap
    keys = Rect(where.auction_track.x, where.auction_track.y, wide, high)
    left = wide + ui.px(10)
    grown = where.dock.h - foot

    def beside(rect: Rect, more: int = 0) -> Rect:
        return ui.sided(Rect(rect.x + left, rect.y, rect.w - left, rect.h + more), rect)

    return replace(
        where,
        auction_track=beside(where.auction_track),
        prompt=beside(where.prompt),
        panels=beside(where.panels, grown),
        dock=beside(Rect(where.dock.x, low - foot, where.dock.w, foot)),
        keys=ui.sided(keys, where.auction_track),
    )


class PageAreas(msgspec.Struct, frozen=True):
    """Any other page: a title on the sky, what it is about, and what can be done."""

    title: Rect
    body: Rect
    dock: Rect


@lru_cache(maxsize=64)
def page_areas(ui: Ui, edge_px: int = 0, dock_rows: int = 1) -> PageAreas:
    """Return the parts of a page that is not the table."""
    width, height = ui.canvas.size
    margin, gap = ui.px(24, 8), ui.px(8, 5)
    title = ui.px(92, 78 if ui.shape is Shape.TALL else 58)
    row = max(46, ui.px(58, 46))
    dock = dock_rows * row + (dock_rows - 1) * ui.px(4)
    dock_y = height - dock - max(4, ui.px(8, 4))
    inner = width - 2 * margin
    top = edge_px + title
    return PageAreas(
        title=Rect(margin, edge_px, inner, title),
        body=Rect(margin, top + gap, inner, dock_y - 2 * gap - top),
        dock=Rect(margin, dock_y, inner, dock),
    )


def columns(rect: Rect, number: int, gap: int) -> tuple[Rect, ...]:
    """Return this many rectangles of equal width side by side, to the last pixel."""
    return shares(rect, (1,) * number, gap)


@lru_cache(maxsize=1024)
def shares(rect: Rect, parts: tuple[float, ...], gap: int) -> tuple[Rect, ...]:
    """Return rectangles side by side whose widths are as these numbers, to the last pixel."""
    room, total = rect.w - gap * (len(parts) - 1), sum(parts)
    ends = [0, *(round(room * part / total) for part in accumulate(parts))]
    return tuple(
        Rect(rect.x + left + gap * place, rect.y, right - left, rect.h)
        for place, (left, right) in enumerate(pairwise(ends))
    )


def rows(rect: Rect, number: int, gap: int) -> tuple[Rect, ...]:
    """Return this many rectangles of equal height, one below the other, to the last pixel."""
    return stacked(rect, (1,) * number, gap)


def stacked(rect: Rect, parts: tuple[float, ...], gap: int) -> tuple[Rect, ...]:
    """Return rectangles one below the other whose heights are as these numbers."""
    turned = shares(Rect(rect.y, rect.x, rect.h, rect.w), parts, gap)
    return tuple(Rect(one.y, one.x, one.h, one.w) for one in turned)


def in_rows(rect: Rect, number: int, beside: int, gap: int) -> tuple[Rect, ...]:
    """Return this many equal rectangles row by row, so many of them beside each other."""
    lines = rows(rect, -(-number // beside), gap)
    return tuple(spot for line in lines for spot in columns(line, beside, gap))[:number]


def largest_cells(rect: Rect, number: int, gap: int) -> tuple[Rect, ...]:
    """Return this many equal rectangles in so many rows that round things in them are largest.

    Where that leaves a choice, rows are as even as can be. What stands in the last row stands in
    its middle. Of nothing there are none.
    """
    if not number:
        return ()

    def fit(beside: int) -> tuple[int, int]:
        first = in_rows(rect, number, beside, gap)[0]
        return min(first.w, first.h), -(-number % beside)

    beside = max(range(number, 0, -1), key=fit)
    cells = in_rows(rect, number, beside, gap)
    full = (number - 1) // beside * beside
    aside = (cells[0].w + gap) * (full + beside - number) // 2
    return (*cells[:full], *(cell._replace(x=cell.x + aside) for cell in cells[full:]))


def cut_top(rect: Rect, height: int, gap: int = 0) -> tuple[Rect, Rect]:
    """Return this much of the rectangle's top, and what is left below a gap."""
    x, y, w, h = rect
    return Rect(x, y, w, height), Rect(x, y + height + gap, w, h - height - gap)


def cut_foot(rect: Rect, height: int, gap: int = 0) -> tuple[Rect, Rect]:
    """Return this much of the rectangle's foot, and what is left above a gap."""
    x, y, w, h = rect
    return Rect(x, y + h - height, w, height), Rect(x, y, w, h - height - gap)


def cut_left(rect: Rect, width: int, gap: int = 0) -> tuple[Rect, Rect]:
    """Return this much of the rectangle's left, and what is left beside a gap."""
    x, y, w, h = rect
    return Rect(x, y, width, h), Rect(x + width + gap, y, w - width - gap, h)


def cut_right(rect: Rect, width: int, gap: int = 0) -> tuple[Rect, Rect]:
    """Return this much of the rectangle's right, and what is left beside a gap."""
    x, y, w, h = rect
    return Rect(x + w - width, y, width, h), Rect(x, y, w - width - gap, h)


def side_by_side(rect: Rect, sign: tuple[int, int], gap: int, words: int) -> tuple[Rect, Rect]:
    """Return where a sign of this size and words of this width stand in the middle together."""
    wide, high = sign
    whole = middle(rect, wide + gap + words, rect.h)
    spot = Rect(whole.x, rect.y + (rect.h - high) // 2, wide, high)
    return spot, Rect(whole.x + wide + gap, rect.y, words, rect.h)


def square(rect: Rect, side: int) -> Rect:
    """Return a square in the middle of the rectangle."""
    return Rect(rect.x + (rect.w - side) // 2, rect.y + (rect.h - side) // 2, side, side)


def middle(rect: Rect, width: int, height: int) -> Rect:
    """Return a rectangle of this size in the middle of the other."""
    return Rect(rect.x + (rect.w - width) // 2, rect.y + (rect.h - height) // 2, width, height)


def left_part(rect: Rect, width: int) -> Rect:
    """Return this much of the rectangle's left."""
    return Rect(rect.x, rect.y, min(width, rect.w), rect.h)


def without_left(rect: Rect, width: int) -> Rect:
    """Return the rectangle without this much of its left."""
    return Rect(rect.x + width, rect.y, max(0, rect.w - width), rect.h)


def panel_places(ui: Ui, rect: Rect, players: int) -> tuple[Rect, ...]:
    """Return where the panels of this many players are, by their seats."""
    gap = ui.px(12, 6)
    if ui.shape is not Shape.TALL or players == 2:  # noqa: PLR2004 - two stand side by side
        return columns(rect, players, gap)
    upper_row, lower_row = rows(rect, 2, gap)
    first = (players + 1) // 2
    return (*columns(upper_row, first, gap), *columns(lower_row, players - first, gap))
