"""The tiles in front of a player: counted one by one, and collected by kinds."""

from collections.abc import Iterator

from companion.rules.tiles import (
    CIVILISATIONS,
    FAMILIES,
    MONUMENTS,
    Family,
    Tile,
    Tiles,
    count,
    counts,
    only,
)
from companion.view.layout import columns, middle, rows, square
from companion.view.look import STRONG, Look, Size, Style
from companion.view.pieces import tile
from companion.view.scene import Align, Box, Colour, Item, Rect, Weight

COUNTED = (Tile.GOD, Tile.GOLD, Tile.PHARAOH, Tile.NILE, Tile.FLOOD)
"""The kinds that are counted one by one."""

_NONE = 0.25
"""How much is seen of a kind that somebody has not."""

_COLLECTIONS = (
    (Family.CIVILISATION, CIVILISATIONS, Tile.ART),
    (Family.MONUMENT, MONUMENTS, Tile.PYRAMID),
)


def counted(look: Look, rect: Rect, icons: int, held: Tiles, fade: float) -> Iterator[Item]:
    """Yield an icon for each kind, and its number under it."""
    for kind, cell in zip(COUNTED, columns(rect, len(COUNTED), 0), strict=True):
        copies = count(held, kind)
        icon = Rect(cell.x, cell.y, cell.w, icons)
        side = min(icons, cell.w - 2)
        yield tile(square(icon, side), kind, fade * (1.0 if copies else _NONE))
        yield _number(look, Rect(cell.x, cell.y + icons, cell.w, cell.h - icons), copies, fade)


def _number(look: Look, rect: Rect, value: int, fade: float, align: Align = Align.CENTRE) -> Item:
    theme = look.theme
    px = min(look.em(Size.COUNT), max(20, rect.h))
    colour = theme.ink if value else theme.zero
    return look.text(rect, str(value), px, colour, Style(Weight.EXTRA, align, fade))


def collections(look: Look, rect: Rect, goods: int, held: Tiles, fade: float) -> Iterator[Item]:
    """Yield civilizations and monuments: how many, and how many kinds of all there are."""
    cells = columns(rect, len(_COLLECTIONS), look.either(12, 6))
    for (family, mask, kind), cell in zip(_COLLECTIONS, cells, strict=True):
        owned = counts(only(held, mask))
        copies = sum(owned.values())
        side = min(goods, look.either(38, 28))
        gap = look.either(8, 5)
        group = middle(Rect(cell.x, cell.y, cell.w, goods), 2 * side + gap, goods)
        yield tile(
            square(Rect(group.x, cell.y, side, goods), side),
            kind,
            fade * (1.0 if copies else _NONE),
        )
        value = Rect(group.x + side + gap, cell.y, cell.x + cell.w - group.x - side - gap, goods)
        yield _number(look, value, copies, fade, Align.LEFT)
        colour = look.theme.good if family is Family.CIVILISATION else look.theme.wood
        bar = Rect(cell.x, cell.y + goods, cell.w, cell.h - goods)
        yield from _bar(look, bar, len(owned), len(FAMILIES[family]), (colour, fade))


def _bar(look: Look, rect: Rect, have: int, of: int, paint: tuple[Colour, float]) -> Iterator[Item]:
    """Yield as many cells as there are kinds, so many of them lit as somebody has."""
    colour, fade = paint
    high = max(4, rect.h - look.either(4, 3))
    strip = middle(rect, rect.w, high)
    for place, cell in enumerate(columns(strip, of, look.either(3, 2))):
        lit = place < have
        yield Box(cell, colour if lit else look.theme.line, radius=high // 2, opacity=fade)


def kinds(look: Look, rect: Rect, held: Tiles, fade: float) -> Iterator[Item]:
    """Yield every kind of the two collections by itself, with its number if there are several."""
    monuments = FAMILIES[Family.MONUMENT]
    half = len(monuments) // 2
    lines = (FAMILIES[Family.CIVILISATION], monuments[:half], monuments[half:])
    for row, line in zip(rows(rect, len(lines), look.px(4)), lines, strict=True):
        for kind, cell in zip(line, columns(row, len(line), 0), strict=True):
            yield from _kind(look, cell, kind, count(held, kind), fade)


def _kind(look: Look, cell: Rect, kind: Tile, copies: int, fade: float) -> Iterator[Item]:
    several = copies > 1
    text = look.width("0", Size.SMALL, Weight.EXTRA)
    side = min(cell.h, cell.w - text - look.px(4))
    icon = middle(cell, side + (text if several else 0), side)
    yield tile(Rect(icon.x, icon.y, side, side), kind, fade * (1.0 if copies else _NONE))
    if several:
        number = Rect(icon.x + side + look.px(2), cell.y, text, cell.h)
        yield look.line(number, str(copies), Size.SMALL, style=STRONG.faded(fade))
