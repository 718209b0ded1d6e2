"""A player for people who sit far away: two lines, the suns and what a lot is fought for."""

from collections.abc import Iterator

from companion.rules.tiles import Tile, count
from companion.view.layout import columns, square
from companion.view.look import NUMBER, TOUCH_PX, Look, Piece, kept
from companion.view.panel import Panel, named, quiet, ribbon, ribbon_text, suns_row
from companion.view.pieces import tile
from companion.view.scene import Box, Item, Rect

_COUNTED = (Tile.GOD, Tile.PHARAOH, Tile.NILE)
"""What is counted from afar: all else is on the table itself."""

_HEADER, _SUNS, _ICONS = 0.18, 0.38, 0.15
"""Of the height of a panel; the numbers have the rest."""

_NONE = 0.3


def far_panel(look: Look, rect: Rect, shown: Panel) -> Iterator[Piece]:
    """Yield the panel of a player: the name, the suns, and three numbers."""
    low = rect.y + round(rect.h * (_HEADER + _SUNS))
    wide = max(TOUCH_PX, rect.w // len(_COUNTED))
    gods = Rect(rect.x, low, wide, max(TOUCH_PX, rect.y + rect.h - low))
    body = _body(look, rect, quiet(shown))
    yield from named(look, rect, shown, round(rect.h * _HEADER), (body, gods))


@kept
def _body(look: Look, rect: Rect, shown: Panel) -> Iterator[Piece]:
    theme = look.theme
    text = ribbon_text(look, shown.standing)
    rim = max(1, look.px(2))
    yield Box(rect, theme.panel, border=theme.line, border_px=rim, radius=look.either(14, 10))
    top = rect.y + round(rect.h * _HEADER)
    suns = Rect(rect.x, top + look.px(4), rect.w, round(rect.h * _SUNS) - look.px(4))
    yield from suns_row(look, suns, shown, is_out=bool(text))
    low = suns.y + suns.h
    counts = Rect(rect.x, low, rect.w, rect.y + rect.h - low - rim)
    yield from _counts(look, counts, shown, theme.veil if text else 1.0)
    if text:
        yield from ribbon(look, suns, text)


def _counts(look: Look, rect: Rect, shown: Panel, fade: float) -> Iterator[Item]:
    """Yield an icon for each kind, and its number under it, as large as there is room."""
    icons = round(rect.h * _ICONS / (1 - _HEADER - _SUNS))
    for kind, cell in zip(_COUNTED, columns(rect, len(_COUNTED), 0), strict=True):
        copies = count(shown.tiles, kind)
        icon = square(Rect(cell.x, cell.y, cell.w, icons), min(icons, cell.w) - 2)
        yield tile(icon, kind, fade * (1.0 if copies else _NONE))
        room = Rect(cell.x, cell.y + icons, cell.w, cell.h - icons)
        colour = look.theme.ink if copies else look.theme.zero
        px = max(20, min(round(room.h * 0.9), cell.w * 8 // 10))
        yield look.text(room, str(copies), px, colour, NUMBER.faded(fade))
