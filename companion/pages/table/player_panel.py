"""One player: name and emblem, suns, tiles, and how far their collections have come.

For people who sit far away it is name and suns, as large as there is room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import hypot

import msgspec
from msgspec.structs import replace

from companion.core.messages import TakeSun
from companion.pages.page_view import Name, Touch, header, lit_header, touches
from companion.pages.table.holdings import lay_out, sun_cells, tiles_held
from companion.pages.table.ra_track import UNKNOWN
from companion.rules.editions import Sun, Suns
from companion.rules.tiles import Tile, Tiles, count
from companion.ui.layout import cut_top, left_part, middle, rows, square, without_left
from companion.ui.pieces import (
    SUN_DOWN,
    SUN_UP,
    focus_ring,
    least_height,
    paragraph,
    sun,
    tile,
)
from companion.ui.scene import Animated, Box, Disc, Item, Rect, Target, keyed
from companion.ui.style import CENTRED, NUMBER, TOUCH_PX, Part, Piece, Size, Ui, cached


class PlayerPanel(msgspec.Struct, frozen=True):
    """What is shown of one player: everything but points, which lie face down."""

    name: str
    button: int
    suns: Suns
    spent: Suns
    tiles: Tiles
    is_active: bool = False
    """Whether they are asked."""
    can_win: bool = False
    """Whether their suns can be entered as having won."""
    focus: Sun | None = None
    """The sun that its player has stepped to."""
    has_statue: bool = False
    """Whether they hold the Ra statue and bid last."""
    share: float = 0.0
    """Their part of the time that players took alone, 0 to 1; 0 too where no time is seen."""
    touch: Touch = Touch()
    """What a touch anywhere else on the panel means."""
    stem: int = 0
    """How far above the panel the question is, in pixels, where the two are joined."""
    unknown: int = 0
    """How many suns they have besides, of which nobody has told which."""
    note: str = ""
    """What is said in place of their tiles."""

    @property
    def number(self) -> int:
        """How many suns they have."""
        return len(self.suns) + len(self.spent) + self.unknown


_HEAD, _MOST_HEAD, _WIDE_HEAD = 0.175, 0.21, 0.09
"""The height of a name, in parts of a panel's height, and of its width where that is more."""


@cached
def panel(ui: Ui, rect: Rect, shown: PlayerPanel) -> Iterator[Piece]:
    """Yield the panel of a player: its name apart, as that changes with every turn."""
    high = max(rect.h * _HEAD, min(rect.h * _MOST_HEAD, rect.w * _WIDE_HEAD))
    head = min(round(high), ui.px(50, 44))
    pad, low = ui.px(8, 4), ui.px(4)
    room = Rect(rect.x + pad, rect.y + head + low // 2, rect.w - 2 * pad, rect.h - head - low)
    draw = _suns_alone if shown.note else _suns_and_tiles
    yield from _named(ui, rect, shown, head, draw(ui, rect, room, _quiet(shown)))


def _quiet(shown: PlayerPanel) -> PlayerPanel:
    """Return the same without what changes with every turn."""
    return replace(shown, is_active=False, stem=0, has_statue=False, share=0.0, touch=Touch())


def _named(ui: Ui, rect: Rect, shown: PlayerPanel, high: int, body: Part) -> Iterator[Piece]:
    """Yield what is below a name of this height, and the name."""
    yield from touches(ui, rect, high, shown.touch)
    yield body
    touch = shown.touch
    hides, key = touch.peek is not None, touch.peek_key
    name = Name(shown.name, shown.button, shown.has_statue, hides, key, shown.share)
    row = Rect(rect.x, rect.y, rect.w, high)
    if shown.is_active:
        yield lit_header(ui, row, name, shown.stem)
    else:
        yield header(ui, row, name)


@cached
def _suns_and_tiles(ui: Ui, rect: Rect, room: Rect, shown: PlayerPanel) -> Iterator[Piece]:
    found = lay_out(ui, room, shown.number)
    yield from _ground(ui, rect, found.rule)
    yield from tiles_held(ui, found, shown.tiles, 1.0)
    yield from _suns(ui, sun_cells(ui, found, shown.number), shown)


@cached
def _suns_alone(ui: Ui, rect: Rect, room: Rect, shown: PlayerPanel) -> Iterator[Piece]:
    """Yield the suns, so much larger, above what is said in place of tiles."""
    high = least_height(ui, shown.note, room.w)
    suns, said = cut_top(room, room.h - ui.px(4) - high)
    yield from _ground(ui, rect, None)
    yield from _suns(ui, _alone(suns, shown.number), shown)
    note = said._replace(h=high)
    yield from paragraph(ui, note, shown.note, Size.SMALL, CENTRED, colour=ui.theme.ink_third)


def _alone(rect: Rect, number: int) -> Iterator[tuple[Rect, Rect]]:
    """Yield this many places of suns, as large as there is room, with what is touched for each."""
    return ((spot, spot) for spot in _places(rect, number))


def _suns(ui: Ui, cells: Iterable[tuple[Rect, Rect]], shown: PlayerPanel) -> Iterator[Piece]:
    """Yield all suns of a player; ``cells`` is the room of each, and its disc in it."""
    owned = (*shown.suns, *shown.spent)
    for place, (cell, spot) in enumerate(cells):
        if place >= len(owned):
            yield from _unknown(ui, spot)
            continue
        number, is_up = owned[place], place < len(shown.suns)
        drawn = sun(ui, spot, number, SUN_UP if is_up else SUN_DOWN)
        yield from keyed(Animated.SUN, number, drawn)
        if number == shown.focus:
            yield focus_ring(ui, spot, spot.w // 2)
        if is_up and shown.can_win:
            yield Target(middle(cell, cell.w, max(cell.h, TOUCH_PX)), TakeSun(number))


def _unknown(ui: Ui, spot: Rect) -> Iterator[Item]:
    inner = spot.inset(max(2, spot.w // 10))
    rim = max(2, ui.px(2))
    yield Disc(inner, ui.theme.station, border=ui.theme.line, border_px=rim)
    yield ui.text(inner, UNKNOWN, max(ui.em(Size.NAME), spot.w // 2), ui.theme.ink_third, CENTRED)


def _ground(ui: Ui, rect: Rect, rule: Rect | None) -> Iterator[Item]:
    """Yield the ground of a panel, and the line between suns and tiles."""
    theme, rim = ui.theme, max(1, ui.px(2))
    yield Box(rect, theme.panel, border=theme.line, border_px=rim, radius=ui.px(14, 10))
    if rule is not None:
        thin = max(1, ui.px(1.5))
        line = Rect(rule.x, rule.y, max(thin, rule.w), max(thin, rule.h))
        yield Box(line, theme.line, opacity=0.8)


_COUNTED = (Tile.GOD, Tile.PHARAOH, Tile.NILE)
"""What is counted from afar where there is room: all else is on the table itself."""

_FAR_HEAD = 0.18
"""How high a name stands for people far away, as a share of a panel's height."""

_NONE_COUNTED = 0.3

_GIVE = 0.75
"""So much smaller suns may be for the sake of the counts, but no more."""


@cached
def far_panel(ui: Ui, rect: Rect, shown: PlayerPanel) -> Iterator[Piece]:
    """Yield the panel of a player: the name, the suns and, where it is wide, three numbers."""
    parts = _far_parts(ui, rect, shown.number, is_counted=not shown.note)
    yield from _named(
        ui, rect, shown, _far_head_px(ui, rect), _far_body(ui, rect, parts, _quiet(shown))
    )


def _far_head_px(ui: Ui, rect: Rect) -> int:
    """Return how high the name stands on a panel."""
    return min(round(rect.h * _FAR_HEAD), ui.px(72, 50))


@lru_cache(maxsize=64)
def _far_parts(ui: Ui, rect: Rect, suns: int, *, is_counted: bool) -> tuple[Rect, Rect | None]:
    """Return where the suns lie, and where what is counted stands; None if there is no room."""
    top, pad = _far_head_px(ui, rect), ui.px(4)
    area = Rect(rect.x + pad, rect.y + top + pad, rect.w - 2 * pad, rect.h - top - 2 * pad)
    wide = ui.px(130, 84)
    less = left_part(area, area.w - wide)
    if not is_counted or _side(suns, less.w, less.h) < _GIVE * _side(suns, area.w, area.h):
        return area, None
    return less, without_left(area, area.w - wide)


def _places(rect: Rect, suns: int) -> tuple[Rect, ...]:
    """Return where this many suns lie, as they are read, as large as the rectangle has room for.

    They lie to and fro between two edges.
    """
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
    found = [Rect(rect.x + x, rect.y + y, side, side) for x, y in spots]
    has_rows = aside > side // 2  # then they are read one after the other
    return tuple(sorted(found, key=lambda spot: (spot.y, spot.x)) if has_rows else found)


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


@cached
def _far_body(
    ui: Ui, rect: Rect, parts: tuple[Rect, Rect | None], shown: PlayerPanel
) -> Iterator[Piece]:
    suns, tallies = parts
    yield from _ground(ui, rect, None)
    yield from _suns(ui, _alone(suns, shown.number), shown)
    if tallies is not None:
        yield from _far_counts(ui, tallies, shown.tiles)


def _far_counts(ui: Ui, rect: Rect, held: Tiles) -> Iterator[Item]:
    """Yield an icon for each kind, and its number beside it, as large as there is room."""
    for kind, row in zip(_COUNTED, rows(rect, len(_COUNTED), ui.px(4)), strict=True):
        copies = count(held, kind)
        side = min(row.h, row.w // 2) * 8 // 10
        opacity = 1.0 if copies else ui.faint(_NONE_COUNTED)
        yield tile(square(left_part(row, row.w // 2), side), kind, opacity)
        area = without_left(row, row.w // 2)
        colour = ui.theme.ink if copies else ui.theme.zero
        px = max(20, min(round(row.h * 0.9), row.w * 6 // 10))
        yield ui.text(area, str(copies), px, colour, NUMBER)
