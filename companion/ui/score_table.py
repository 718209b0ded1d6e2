"""A table of points: a column for every player, a row for everything that is counted."""

from collections.abc import Iterator

import msgspec

from companion.rules.tiles import Tile
from companion.ui.layout import columns, left_part, without_left
from companion.ui.pieces import SUN_WON, paragraph, signed, tile
from companion.ui.scene import Box, Colour, Item, Picture, Rect
from companion.ui.style import NUMBER, Piece, Shape, Size, Ui, cached, unscaled
from companion.ui.widgets import NameTag, in_a_row, name_tag


class ScoreRow(msgspec.Struct, frozen=True):
    """One row."""

    label: str
    points: tuple[int | None, ...]
    """For each seat; None where they are not known."""
    kinds: tuple[Tile, ...] = ()
    has_sun: bool = False
    is_plain: bool = False
    """Whether the points are a number of their own, not something added."""


class ScoreTable(msgspec.Struct, frozen=True):
    """What is shown."""

    heads: tuple[NameTag, ...]
    lines: tuple[ScoreRow, ...]
    total: ScoreRow
    winner: int | None = None
    """The seat that won a tie; None if all that have most are equal."""


@cached
def score_table(ui: Ui, rect: Rect, shown: ScoreTable) -> Iterator[Piece]:
    """Yield the table."""
    gap, head, total, each = _heights(ui, rect, shown)
    wide = label_width(ui, rect, shown)
    names = columns(without_left(Rect(rect.x, rect.y, rect.w, head), wide), len(shown.heads), gap)
    tags, px = in_a_row(ui, shown.heads, names[0].w, ui.em(Size.NAME))
    for spot, tag in zip(names, tags, strict=True):
        yield from name_tag(ui, spot, tag, px)
    top = rect.y + head + gap
    pictures = max([1, *(len(line.kinds) for line in shown.lines)])
    for place, line in enumerate(shown.lines):
        row = Rect(rect.x, top + place * (each + gap), rect.w, each)
        label = left_part(row, wide)
        yield Box(row, ui.theme.panel if place % 2 == 0 else ui.theme.track, radius=ui.px(12, 9))
        yield from _label(ui, label, line, pictures)
        yield from _points(ui, without_left(row, wide), line)
    low = top + len(shown.lines) * (each + gap)
    yield from _total(ui, Rect(rect.x, low, rect.w, total), shown, wide)


_SHORT = 6
"""With more lines than these, name and total give them some of their height."""


def _heights(ui: Ui, rect: Rect, shown: ScoreTable) -> tuple[int, int, int, int]:
    """Return how high a gap, the names, the total and each line are."""
    gap = ui.px(6, 4)
    is_long = len(shown.lines) > _SHORT
    head, total = ui.px(48 if is_long else 56, 40), ui.px(64 if is_long else 80, 52)
    space = rect.h - head - total - 2 * gap
    most = ui.px(84, 60)
    number = len(shown.lines)
    return gap, head, total, min(most, (space - gap * (number - 1)) // max(1, number))


def seat_columns(ui: Ui, rect: Rect, shown: ScoreTable) -> tuple[Rect, ...]:
    """Return where everybody's points stand, from the name down to the total."""
    gap, head, total, each = _heights(ui, rect, shown)
    high = head + gap + len(shown.lines) * (each + gap) + total
    area = Rect(rect.x, rect.y, rect.w, high)
    return columns(without_left(area, label_width(ui, rect, shown)), len(shown.heads), gap)


def label_width(ui: Ui, rect: Rect, shown: ScoreTable) -> int:
    """Return how wide the labels are: as wide as the widest, if the points have room beside it."""
    if ui.shape is Shape.TALL:
        return rect.w * 28 // 100
    widest = max((ui.width(line.label, Size.LABEL) for line in shown.lines), default=0)
    pictures = ui.px(104, 66) if any(len(line.kinds) > 1 for line in shown.lines) else 0
    needed = widest + ui.px(96, 60) + max(0, pictures - ui.px(52, 34))
    return max(rect.w * 24 // 100, min(needed, rect.w * 35 // 100))


def _points(ui: Ui, rect: Rect, line: ScoreRow) -> Iterator[Item]:
    cells = columns(rect, len(line.points), ui.px(6, 4))
    px = min(ui.em(Size.SCORE), round(rect.h * 0.86))
    for cell, points in zip(cells, line.points, strict=True):
        yield ui.text(cell, _said(line, points), max(20, px), _ink(ui, points), NUMBER)


UNKNOWN = "?"


def _said(line: ScoreRow, points: int | None) -> str:
    if points is None:
        return UNKNOWN
    return str(points) if line.is_plain else signed(points)


def _ink(ui: Ui, points: int | None) -> Colour:
    theme = ui.theme
    if not points:
        return theme.zero
    return theme.ink if points > 0 else theme.bad


_LETTERS = 0.85
"""How high letters are, in ems; those that were made larger are as usual again in lower rows."""


def _label(ui: Ui, rect: Rect, line: ScoreRow, most: int) -> Iterator[Item]:
    """Yield the pictures and the words of a line, of which all begin below each other."""
    if rect.h < ui.em(Size.LABEL) * _LETTERS:
        ui = unscaled(ui)
    pad = ui.px(12, 6)
    side = min(rect.h - ui.px(4), ui.px(52, 34))
    left = rect.x + pad
    for place, kind in enumerate(line.kinds):
        yield tile(Rect(left + place * side // 2, rect.y + (rect.h - side) // 2, side, side), kind)
    if line.has_sun:
        yield Picture(Rect(left, rect.y + (rect.h - side) // 2, side, side), SUN_WON)
    pictures = bool(line.kinds) or line.has_sun
    left += side + (most - 1) * (side // 2) + pad if pictures else 0
    if ui.shape is Shape.TALL and pictures:
        return
    text = Rect(left, rect.y, rect.x + rect.w - left - ui.px(4), rect.h)
    is_high = rect.h >= 2 * ui.em(Size.SMALL)
    if not pictures or is_high or ui.width(line.label, Size.SMALL) <= text.w:
        yield from paragraph(ui, text, line.label, Size.LABEL)


def _total(ui: Ui, row: Rect, shown: ScoreTable, wide: int) -> Iterator[Item]:
    """Yield the sum of every player, the best of them in gold."""
    theme = ui.theme
    label = left_part(row, wide).inset(ui.px(12, 6))
    yield from paragraph(ui, label, shown.total.label, Size.NAME, colour=theme.gold)
    best = max((points for points in shown.total.points if points is not None), default=None)
    gap = ui.px(6, 4)
    cells = columns(without_left(row, wide), len(shown.heads), gap)
    columns_of = zip(cells, shown.heads, shown.total.points, strict=True)
    for seat, (cell, head, points) in enumerate(columns_of):
        gold = points is not None and points == best and shown.winner in (None, seat)
        colour = theme.gold if gold else ui.theme.buttons[head.button]
        yield Box(cell, theme.gold if gold else theme.panel_active, border=colour,
                  border_px=ui.px(3, 2), radius=ui.px(14, 10))  # fmt: skip
        ink = theme.on_gold if gold else theme.bad if (points or 0) < 0 else theme.ink
        said = _said(shown.total, points)
        yield ui.line(cell.inset(ui.px(6, 4), 0), said, Size.SUM, ink, NUMBER)
