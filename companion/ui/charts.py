"""Plots made of boxes, texts and pictures; one plot on a page of its own."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion import narration
from companion.core.messages import Message
from companion.rules.editions import Sun
from companion.rules.scoring.scoring import Category
from companion.rules.tiles import Tile
from companion.statistics import SunValue
from companion.ui.layout import columns, left_part, rows, square, without_left
from companion.ui.pieces import SUN_WON, paragraph, sky, sun, tile
from companion.ui.scene import Align, Animated, Box, Colour, Picture, Rect, Scene, Weight, keyed
from companion.ui.style import (
    NUMBER,
    SMALLEST_PX,
    Piece,
    Shape,
    Size,
    TextStyle,
    Ui,
    assembled,
    unscaled,
)
from companion.ui.theme import between
from companion.ui.widgets import decimal

CATEGORY_TILES = {
    Category.GODS: (Tile.GOD,),
    Category.GOLD: (Tile.GOLD,),
    Category.PHARAOHS: (Tile.PHARAOH,),
    Category.RIVER: (Tile.NILE,),
    Category.CIVILISATIONS: (Tile.ART,),
    Category.MONUMENTS_DIVERSITY: (Tile.PYRAMID, Tile.SPHINX),
    Category.MONUMENTS_QUANTITY: (Tile.PYRAMID, Tile.PYRAMID),
    Category.SUNS: (),
}
"""Which tiles stand beside a category."""

_RIGHT = TextStyle(Weight.EXTRA, Align.RIGHT)


def category_bars(ui: Ui, rect: Rect, points: Mapping[Category, float]) -> Iterator[Piece]:
    """Yield a bar for each category: what it brought on average, to the left what it cost."""
    gap = ui.px(8, 4)
    most = ui.px(76, 60)
    high = min(rect.h, len(points) * (most + gap))
    lines = rows(Rect(rect.x, rect.y, rect.w, high), max(1, len(points)), gap)
    ui = _with_room(ui, rect.w * 38 // 100, tuple(points))
    wide = rect.w * (26 if ui.shape is Shape.TALL else 38) // 100
    numbers = ui.width("-00,0", Size.NAME, Weight.EXTRA) + 2 * ui.px(6)
    field = without_left(rect, wide + numbers)
    lowest, highest = min(0.0, *points.values()), max(0.1, *points.values())
    zero = field.x + round(field.w * -lowest / (highest - lowest))
    for place, (row, category) in enumerate(zip(lines, points, strict=False)):
        ground = ui.theme.track if place % 2 else ui.theme.panel
        yield Box(row, ground, radius=ui.px(12, 9))
        yield from _label(ui, left_part(row, wide), category)
        value = points[category]
        text = decimal(value, ui.canvas.words)
        ink = ui.theme.ink if value > 0 else ui.theme.bad if value < 0 else ui.theme.zero
        spot = Rect(row.x + wide, row.y, numbers - ui.px(6), row.h)
        yield ui.line(spot, text, Size.NAME, ink, _RIGHT)
        end = field.x + round(field.w * (value - lowest) / (highest - lowest))
        colour = ui.theme.gold if value > 0 else ui.theme.bad
        inner = max(4, row.h * 56 // 100)
        left, length = min(zero, end), max(2, abs(end - zero))
        bar = Rect(left, row.y + (row.h - inner) // 2, min(length, field.x + field.w - left), inner)
        if text.strip("0.,"):
            drawn = Box(bar, colour, bottom=_deeper(colour), radius=min(inner // 3, bar.w // 2))
            yield from keyed(Animated.STRIPE, zero, (drawn,))
    yield Box(Rect(zero - 1, rect.y, 2, high), ui.theme.ink_third)


def _with_room(ui: Ui, wide: int, categories: Sequence[Category]) -> Ui:
    """Return the same with letters of their usual size, unless all labels fit in one line."""
    room = wide - ui.px(120, 75)
    labels = (ui.say(narration.CATEGORIES[each]) for each in categories)
    return ui if all(ui.width(each, Size.LABEL) <= room for each in labels) else unscaled(ui)


def _label(ui: Ui, rect: Rect, category: Category) -> Iterator[Piece]:
    pad, side = ui.px(10, 5), min(rect.h - ui.px(6), ui.px(48, 32))
    kinds = CATEGORY_TILES[category]
    for place, kind in enumerate(kinds):
        spot = Rect(rect.x + pad + place * side // 2, rect.y + (rect.h - side) // 2, side, side)
        yield tile(spot, kind)
    if not kinds:
        yield Picture(square(Rect(rect.x + pad, rect.y, side, rect.h), side), SUN_WON)
    used = 2 * pad + side + (max(1, len(kinds)) - 1) * (side // 2)
    if ui.shape is not Shape.TALL:
        area = without_left(rect, used)
        name = ui.say(narration.CATEGORIES[category])
        yield from paragraph(ui, area, name, Size.LABEL)


def sun_values(ui: Ui, rect: Rect, suns: Sequence[SunValue]) -> Iterator[Piece]:
    """Yield a column for each sun: how many points it bought on average, and how often."""
    gap = ui.px(8, 2)
    best = max((each.points_each for each in suns), default=0.0)
    lowest = min(0.0, *(each.points_each for each in suns)) if suns else 0.0
    for column, value in zip(columns(rect, max(1, len(suns)), gap), suns, strict=False):
        yield from _sun_column(ui, column, value, (lowest, max(0.1, best)))


def _sun_column(
    ui: Ui, column: Rect, value: SunValue, scale: tuple[float, float]
) -> Iterator[Piece]:
    theme, line = ui.theme, ui.line_height(Size.SMALL)
    side = min(column.w, ui.px(64, 46))
    disc = Rect(column.x, column.y + column.h - line - side, column.w, side)
    times = Rect(column.x, column.y + column.h - line, column.w, line)
    yield from sun(ui, disc, Sun(value.sun))
    yield ui.line(times, f"×{value.auctions}", Size.SMALL, theme.ink_second, NUMBER)
    field = Rect(column.x, column.y + line, column.w, disc.y - ui.px(4) - column.y - line)
    low, high = scale
    zero = field.y + round(field.h * high / (high - low))
    top = field.y + round(field.h * (high - value.points_each) / (high - low))
    wide = max(8, column.w * 66 // 100)
    is_best = value.points_each >= high
    colour = theme.gold if is_best else theme.good if value.points_each >= 0 else theme.bad
    bar = Rect(column.x + (column.w - wide) // 2, min(top, zero), wide, max(3, abs(zero - top)))
    above = Rect(column.x, bar.y - line, column.w, line)
    text = _short_number(ui, value.points_each, column.w)
    px = SMALLEST_PX if not ui.is_full else ui.em(Size.LABEL)
    drawn = Box(bar, colour, bottom=_deeper(colour), radius=min(wide // 5, bar.h // 2))
    said = ui.text(above, text, px, theme.ink, NUMBER)
    yield from keyed(Animated.COLUMN, zero, (drawn, said))


def _short_number(ui: Ui, value: float, room: int) -> str:
    """Return the number with a decimal, or rounded where that is too wide."""
    text = decimal(value, ui.canvas.words)
    if ui.canvas.type.width(text, SMALLEST_PX, Weight.EXTRA) <= room:
        return text
    return str(round(value)).replace("-", "\N{MINUS SIGN}")


def _deeper(colour: Colour) -> Colour:
    return between(colour, (0, 0, 0), 0.25)


SIZE = (1280, 720)
"""Of a picture for other people, in pixels."""


def body(ui: Ui) -> Rect:
    """Return where the plot of a poster stands."""
    width, height = ui.canvas.size
    top = _title(ui).h + ui.px(16)
    return Rect(ui.px(32), top, width - 2 * ui.px(32), height - top - ui.px(24))


def poster(ui: Ui, title: str, plot: Iterable[Piece]) -> Scene[Message]:
    """Return the picture with its title on the sky."""
    area = _title(ui)
    part = assembled((sky(ui, area.h), ui.line(area, title, Size.TITLE, style=NUMBER), *plot))
    return Scene(ui.canvas.size, part.items)


def _title(ui: Ui) -> Rect:
    return Rect(ui.px(32), 0, ui.canvas.size[0] - 2 * ui.px(32), ui.px(92))
