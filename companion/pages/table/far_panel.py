"""One player for people who sit far away: name and suns, as large as there is room."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import hypot

from companion.core.messages import TakeSun
from companion.pages.table.player_panel import (
    PlayerPanel,
    ground,
    named,
    one_sun,
    quiet,
    ribbon,
    ribbon_text,
)
from companion.rules.tiles import Tile, Tiles, count
from companion.ui.layout import left_part, rows, square, without_left
from companion.ui.pieces import tile
from companion.ui.scene import Item, Rect, Target
from companion.ui.style import NUMBER, Piece, Style, kept

_COUNTED = (Tile.GOD, Tile.PHARAOH, Tile.NILE)
"""What is counted from afar where there is room: all else is on the table itself."""

_HEADER = 0.18
"""Of the height of a panel."""

_NONE = 0.3

_GIVE = 0.75
"""So much smaller suns may be for the sake of the counts, but no more."""


@kept
def far_panel(look: Style, rect: Rect, shown: PlayerPanel) -> Iterator[Piece]:
    """Yield the panel of a player: the name, the suns and, where it is wide, three numbers."""
    suns, tallies = far_parts(look, rect, len(shown.up) + len(shown.down))
    gods = None if tallies is None else rows(tallies, len(_COUNTED), 0)[0]
    body = _body(look, rect, (suns, tallies), quiet(shown))
    yield from named(look, rect, shown, far_head_px(look, rect), (body, gods))


def far_head_px(look: Style, rect: Rect) -> int:
    """Return how high the name stands on a panel."""
    return min(round(rect.h * _HEADER), look.either(72, 50))


@lru_cache(maxsize=64)
def far_parts(
    look: Style, rect: Rect, suns: int, *, is_counted: bool = True
) -> tuple[Rect, Rect | None]:
    """Return where the suns lie, and where what is counted stands; None if there is no room."""
    top, pad = far_head_px(look, rect), look.px(4)
    room = Rect(rect.x + pad, rect.y + top + pad, rect.w - 2 * pad, rect.h - top - 2 * pad)
    wide = look.either(130, 84)
    less = left_part(room, room.w - wide)
    if not is_counted or _side(suns, less.w, less.h) < _GIVE * _side(suns, room.w, room.h):
        return room, None
    return less, without_left(room, room.w - wide)


def places(rect: Rect, suns: int) -> tuple[Rect, ...]:
    """Return where this many suns lie, to and fro, as large as the rectangle has room for."""
    side = _side(suns, rect.w, rect.h)
    is_down = _to_and_fro(suns, rect.h, rect.w) >= _to_and_fro(suns, rect.w, rect.h)
    along, across = (rect.h, rect.w) if is_down else (rect.w, rect.h)
    step = min((along - side) / max(1, suns - 1), side * _APART)
    aside = min(across - side, side)
    first = (along - side - step * (suns - 1)) / 2
    other = (across - side - aside) / 2
    spots = ((round(first + step * at), round(other + aside * (at % 2))) for at in range(suns))
    if is_down:
        return tuple(Rect(rect.x + y, rect.y + x, side, side) for x, y in spots)
    return tuple(Rect(rect.x + x, rect.y + y, side, side) for x, y in spots)


_APART = 1.15
"""How far suns stand apart at most, in widths."""


def _side(suns: int, wide: int, high: int) -> int:
    return max(_to_and_fro(suns, wide, high), _to_and_fro(suns, high, wide))


@lru_cache(maxsize=256)
def _to_and_fro(suns: int, along: int, across: int) -> int:
    """Return how large discs can be that lie alternately at both edges, and never on each other."""
    if suns <= 1:
        return min(along, across)
    side = min(along, across)
    while side > 1:
        step, aside = (along - side) / (suns - 1), min(across - side, side)
        if hypot(step, aside) >= side and (suns == 2 or 2 * step >= side):  # noqa: PLR2004
            return side
        side -= 1
    return side


@kept
def _body(
    look: Style, rect: Rect, parts: tuple[Rect, Rect | None], shown: PlayerPanel
) -> Iterator[Piece]:
    theme = look.theme
    text = ribbon_text(look, shown.standing)
    yield from ground(look, rect, None)
    suns, tallies = parts
    owned = (*shown.up, *shown.down)
    for at, (spot, disc) in enumerate(zip(places(suns, len(owned)), owned, strict=True)):
        up = at < len(shown.up)
        yield from one_sun(look, spot, shown, disc, (up, bool(text)))
        if up and shown.playable is not None and disc in shown.playable:
            yield Target(spot, TakeSun(disc))
    if tallies is not None:
        yield from far_counts(look, tallies, shown.tiles, theme.veil if text else 1.0)
    if text:
        yield from ribbon(look, suns, text)


def far_counts(look: Style, rect: Rect, held: Tiles, fade: float) -> Iterator[Item]:
    """Yield an icon for each kind, and its number beside it, as large as there is room."""
    for kind, row in zip(_COUNTED, rows(rect, len(_COUNTED), look.px(4)), strict=True):
        copies = count(held, kind)
        side = min(row.h, row.w // 2) * 8 // 10
        yield tile(
            square(left_part(row, row.w // 2), side),
            kind,
            fade * (1.0 if copies else look.faint(_NONE)),
        )
        room = without_left(row, row.w // 2)
        colour = look.theme.ink if copies else look.theme.zero
        px = max(20, min(round(row.h * 0.9), row.w * 6 // 10))
        yield look.text(room, str(copies), px, colour, NUMBER.faded(fade))
