"""One player: name and emblem, suns, tiles, and how far their collections have come.

For people who sit far away it is name and suns, as large as there is room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import lru_cache
from itertools import product
from math import hypot
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from companion.core.messages import TakeSun
from companion.pages.page_view import Name, Touch, header, lit_header, touches
from companion.pages.table.tracks import UNKNOWN
from companion.rules.editions import Sun, Suns
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
from companion.ui.layout import (
    columns,
    cut_top,
    left_part,
    middle,
    rows,
    shares,
    square,
    stacked,
    without_left,
)
from companion.ui.pieces import SUN_DOWN, SUN_UP, focus_ring, least_height, paragraph, sun, tile
from companion.ui.scene import Align, Animated, Box, Colour, Disc, Item, Rect, Target, Weight, keyed
from companion.ui.style import (
    CENTRED,
    NUMBER,
    SMALLEST_PX,
    TOUCH_PX,
    Piece,
    Shape,
    Size,
    TextStyle,
    Ui,
    cached,
)


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

_FAR_HEAD = 0.18
"""How high it stands for people far away, as a share of a panel's height."""


@cached
def panel(ui: Ui, rect: Rect, shown: PlayerPanel) -> Iterator[Piece]:
    """Yield the panel of a player: its name apart, as that changes with every turn."""
    if ui.is_big:
        most, pad, low = ui.px(72, 50), ui.px(4), 2 * ui.px(4)
        part, draw = max(round(rect.h * _FAR_HEAD), ui.em(Size.NAME) + ui.px(4)), _from_afar
    else:
        most, pad, low = ui.px(50, 44), ui.px(8, 4), ui.px(4)
        part = round(max(rect.h * _HEAD, min(rect.h * _MOST_HEAD, rect.w * _WIDE_HEAD)))
        draw = _suns_alone if shown.note else _suns_and_tiles
    high = min(part, most)
    room = Rect(rect.x + pad, rect.y + high + low // 2, rect.w - 2 * pad, rect.h - high - low)
    touch = shown.touch
    yield from touches(ui, rect, high, touch)
    quiet = replace(shown, is_active=False, stem=0, has_statue=False, share=0.0, touch=Touch())
    yield draw(ui, rect, room, quiet)  # without what changes with every turn
    hides, key = touch.peek is not None, touch.peek_key
    name = Name(shown.name, shown.button, shown.has_statue, hides, key, shown.share)
    row = Rect(rect.x, rect.y, rect.w, high)
    yield lit_header(ui, row, name, shown.stem) if shown.is_active else header(ui, row, name)


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


_COUNTED_AFAR = (Tile.GOD, Tile.PHARAOH, Tile.NILE)
"""What is counted from afar where there is room: all else is on the table itself."""

_NONE_COUNTED = 0.3

_GIVE = 0.75
"""So much smaller suns may be for the sake of the counts, but no more."""


@cached
def _from_afar(ui: Ui, rect: Rect, room: Rect, shown: PlayerPanel) -> Iterator[Piece]:
    """Yield the suns, and three numbers beside them where they leave room for these."""
    less, number = left_part(room, room.w - ui.px(130, 84)), shown.number
    least = _GIVE * _side(number, room.w, room.h)
    is_counted = not shown.note and _side(number, less.w, less.h) >= least
    yield from _ground(ui, rect, None)
    yield from _suns(ui, _alone(less if is_counted else room, number), shown)
    if is_counted:
        yield from _far_counts(ui, without_left(room, less.w), shown.tiles)


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


def _far_counts(ui: Ui, rect: Rect, held: Tiles) -> Iterator[Item]:
    """Yield an icon for each kind, and its number beside it, as large as there is room."""
    for kind, row in zip(_COUNTED_AFAR, rows(rect, len(_COUNTED_AFAR), ui.px(4)), strict=True):
        copies = count(held, kind)
        side = min(row.h, row.w // 2) * 8 // 10
        opacity = 1.0 if copies else ui.faint(_NONE_COUNTED)
        yield tile(square(left_part(row, row.w // 2), side), kind, opacity)
        area = without_left(row, row.w // 2)
        colour = ui.theme.ink if copies else ui.theme.zero
        px = max(20, min(round(row.h * 0.9), row.w * 6 // 10))
        yield ui.text(area, str(copies), px, colour, NUMBER)


_COUNTED = (Tile.GOD, Tile.GOLD, Tile.PHARAOH, Tile.NILE, Tile.FLOOD)
"""The kinds that are counted one by one."""

_NO_TILES = 0.25
"""How much is seen of a kind that somebody has not."""

_COLLECTIONS = (
    (Family.CIVILISATION, CIVILISATIONS, Tile.ART),
    (Family.MONUMENT, MONUMENTS, Tile.PYRAMID),
)


class _Place(Enum):
    """Where suns, counted tiles and collections stand to each other."""

    BELOW = "below"
    SUNS_LEFT = "left"
    ABREAST = "abreast"


class _Grid(NamedTuple):
    """How the kinds of the two collections are pictured, measured in sides of a counted tile."""

    across: tuple[int, int]
    """How many kinds of each stand side by side."""
    side: tuple[float, float]
    """The side of a picture of each, with the gap beside it."""
    is_below: bool
    """Whether the monuments stand below the civilizations, not beside them."""

    @property
    def sizes(self) -> tuple[tuple[float, float], ...]:
        """How wide and high each collection is."""
        kinds = (len(FAMILIES[family]) for family, _, _ in _COLLECTIONS)
        found = zip(kinds, self.across, self.side, strict=True)
        return tuple((across * side, -(-each // across) * side) for each, across, side in found)

    @property
    def size(self) -> tuple[float, float]:
        """How wide and high both are."""
        (wide, high), (other_wide, other_high) = self.sizes
        if self.is_below:
            return max(wide, other_wide), high + other_high
        return wide + other_wide + _GAP, max(high, other_high)


_STEP = 1.12
"""How far counted tiles stand apart, and pictures of collections below them, measured so."""

_PICTURED = (
    _Grid((5, 4), (_STEP, _STEP), is_below=True),
    _Grid((5, 8), (_STEP, _STEP * 5 / 8), is_below=True),
    _Grid((5, 8), (_STEP, _STEP), is_below=True),
    _Grid((3, 4), (_STEP, _STEP), is_below=False),
)


class Holdings(msgspec.Struct, frozen=True):
    """Where everything that a player has is drawn on their panel."""

    suns: Rect
    sun_lines: int
    rule: Rect
    """A line between the suns and the others."""
    counted: Rect
    collected: Rect
    grid: _Grid | None
    """How collections are pictured; None: they are only counted."""
    unit: float
    """The side of a counted tile in pixels; all else is measured by it."""


_NUMBER = 1.2
"""The width of a number of two digits, measured so."""

_GAP = 0.18
"""What stands apart is so far apart, measured so."""

_COUNTS = (len(_COUNTED) * _STEP, 2.0)
"""The width and height of the counted tiles with their numbers, measured so."""

_BARS = (2 * (1.2 + _NUMBER) + _GAP, 1.45)
"""The same for collections shown as numbers of kinds."""

_RATIOS = tuple(1.3 + 0.1 * step for step in range(20))
"""How wide a sun may be, measured so."""


@lru_cache(maxsize=64)
def lay_out(ui: Ui, area: Rect, suns: int) -> Holdings:
    """Return where this many suns, if any, and the tiles of a player stand, as large as they fit.

    Of all arrangements the one is taken in which suns and tiles together are largest. Every kind
    of a collection is pictured if then pictures can be told from each other, and suns and numbers
    can be read; else it is only counted.
    """
    sun = ui.px(_LEAST_SUN[ui.shape])
    least = _Least(sun, ui.px(24, 16), ui.least_px)
    return _placed(area, _best(area.w, area.h, max(3, suns) if suns else 0, least))


_LEAST_SUN = {Shape.FULL: 54, Shape.COMPACT: 42, Shape.TALL: 36}
"""How wide a sun is at least for the sake of pictures, in units."""


class _Least(NamedTuple):
    sun: int
    picture: int
    number: int


class _Arrangement(msgspec.Struct, frozen=True):
    """What stands where, measured in sides of a counted tile."""

    place: _Place
    grid: _Grid | None
    ratio: float
    """How wide a sun is."""
    suns: tuple[float, float]
    """The width and height of all of them."""
    goods: tuple[float, float]
    """The same of the collections."""
    unit: float
    """The side of a counted tile in pixels."""

    @property
    def tiles(self) -> tuple[float, float]:
        """The width and height of counted tiles and collections together."""
        if self.place is _Place.ABREAST:
            return _COUNTS[0] + self.goods[0] + _GAP, max(_COUNTS[1], self.goods[1])
        return max(_COUNTS[0], self.goods[0]), _COUNTS[1] + self.goods[1] + _GAP

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of everything."""
        wide, high = self.tiles
        if not any(self.suns):
            return wide, high
        if self.place is _Place.BELOW:
            return max(self.suns[0], wide), self.suns[1] + high + 2 * _GAP
        return self.suns[0] + wide + 3 * _GAP, max(self.suns[1], high)


@lru_cache(maxsize=64)
def _best(width: int, height: int, suns: int, least: _Least) -> _Arrangement:
    arranged = tuple(_arranged(width, height, suns))
    legible = tuple(
        found
        for found in arranged
        if found.unit * found.ratio >= least.sun and found.unit >= least.number
    )
    pictured = tuple(
        found
        for found in legible
        if found.grid is not None and found.unit * min(found.grid.side) >= least.picture
    )
    counted = tuple(found for found in legible if found.grid is None)
    tight = (each for each in arranged if each.grid is None and each.place is _Place.BELOW)
    return max(pictured or counted or tight, key=_worth)


def _worth(found: _Arrangement) -> float:
    """Return how good an arrangement is: the width of a sun counts for less than that of tiles."""
    if found.grid is None:
        return found.ratio**3 * found.unit**8
    return found.ratio**2 * min(found.grid.side) ** 3 * found.unit**8


def _arranged(width: int, height: int, suns: int) -> Iterator[_Arrangement]:
    for place, grid, ratio in product(_Place, (*_PICTURED, None), _RATIOS):
        high = _sun_lines(place, suns)
        size = (ratio * -(-suns // high), ratio * high if suns else 0.0)
        goods = _BARS if grid is None else grid.size
        found = _Arrangement(place, grid, ratio, size, goods, 1.0)
        all_wide, all_high = found.size
        yield replace(found, unit=min(width / all_wide, height / all_high))


def _sun_lines(place: _Place, suns: int) -> int:
    """Return in how many lines suns lie: in one above all else, beside it two by two or singly."""
    if place is _Place.BELOW or not suns:
        return 1
    return 2 if suns % 2 == 0 else suns


def _placed(area: Rect, found: _Arrangement) -> Holdings:
    """Return where everything stands; what room is left is shared."""
    unit = found.unit
    gap = round(_GAP * unit)
    wide, high = found.size
    if not any(found.suns):
        suns, tiles, rule = left_part(area, 0), area, left_part(area, 0)
    elif found.place is _Place.BELOW:
        left = (area.h / unit - high) / 3
        parts = (found.suns[1] + left, found.tiles[1] + 2 * left)
        suns, tiles = stacked(area, parts, 2 * gap)
        rule = Rect(area.x, suns.y + suns.h + gap, area.w, 1)
    else:
        left = (area.w / unit - wide) / 2
        suns, tiles = shares(area, (found.suns[0] + left, found.tiles[0] + left), 3 * gap)
        rule = Rect(suns.x + suns.w + gap, area.y + gap, 1, area.h - 2 * gap)
    if found.place is _Place.ABREAST:
        counted, goods = shares(tiles, (_COUNTS[0], found.goods[0]), gap)
    else:
        counted, goods = stacked(tiles, (_COUNTS[1], found.goods[1]), gap)
    return Holdings(
        suns=suns,
        sun_lines=max(1, round(found.suns[1] / found.ratio)),
        rule=rule,
        counted=middle(counted, counted.w, int(_COUNTS[1] * unit)),
        collected=middle(goods, goods.w, int(found.goods[1] * unit)),
        grid=found.grid,
        unit=unit,
    )


def sun_cells(ui: Ui, found: Holdings, number: int) -> tuple[tuple[Rect, Rect], ...]:
    """Return where so many suns lie: for each the room that is its own, and its disc in it."""
    abreast = -(-number // found.sun_lines)
    lines = rows(found.suns, found.sun_lines, 0)
    room = found.suns.w - ui.px(6)
    side = min(lines[0].h - ui.px(1), room // max(1, abreast, 3 // found.sun_lines))
    step = min(room // max(1, abreast), side + ui.px(18, 10))
    cells: list[Rect] = []
    for place, line in enumerate(lines):
        own = min(abreast, number - place * abreast)
        cells += columns(middle(line, step * own, line.h), own, 0) if own > 0 else ()
    return tuple((cell, square(cell, side)) for cell in cells)


def tiles_held(ui: Ui, found: Holdings, held: Tiles, fade: float) -> Iterator[Item]:
    """Yield the counted tiles and the collections of a player."""
    yield from _counted(ui, found, held, fade)
    if found.grid is None:
        yield from _in_bars(ui, found, held, fade)
    else:
        yield from _pictured(ui, found, found.grid, held, fade)


def _counted(ui: Ui, found: Holdings, held: Tiles, fade: float) -> Iterator[Item]:
    for kind, cell in zip(_COUNTED, columns(found.counted, len(_COUNTED), 0), strict=True):
        copies = count(held, kind)
        upper, lower = rows(cell, 2, 0)
        side = min(upper.h, cell.w - 2)
        yield tile(square(upper, side), kind, fade * (1.0 if copies else ui.faint(_NO_TILES)))
        yield _number(ui, lower, copies, fade)


def _number(ui: Ui, rect: Rect, value: int, fade: float, align: Align = Align.CENTRE) -> Item:
    colour = ui.theme.ink if value else ui.theme.zero
    px = max(ui.least_px, rect.h)
    return ui.text(rect, str(value), px, colour, TextStyle(Weight.EXTRA, align, fade))


def _pictured(ui: Ui, found: Holdings, grid: _Grid, held: Tiles, fade: float) -> Iterator[Item]:
    """Yield a picture of each kind, and how many there are of it if they are several."""
    gap = 0 if grid.is_below else round(_GAP * found.unit)
    parts = (stacked if grid.is_below else shares)(
        middle(found.collected, int(grid.size[0] * found.unit), found.collected.h),
        tuple(size[1 if grid.is_below else 0] for size in grid.sizes),
        gap,
    )
    for (family, mask, _), part, across, side in zip(
        _COLLECTIONS, parts, grid.across, grid.side, strict=True
    ):
        owned, step = counts(only(held, mask)), int(side * found.unit)
        whole = middle(part, step * across, part.h)
        for place, kind in enumerate(FAMILIES[family]):
            x, y = whole.x + place % across * step, whole.y + place // across * step
            yield from _kind(ui, Rect(x, y, step, step), kind, owned.get(kind, 0), fade)


def _kind(ui: Ui, spot: Rect, kind: Tile, copies: int, fade: float) -> Iterator[Item]:
    """Yield a picture of a kind, with the number of several tiles, or as many dots, at its foot."""
    side = round(spot.w / _STEP)
    picture = square(spot, side)
    yield tile(picture, kind, fade * (1.0 if copies else _NO_TILES))
    if copies < 2:  # noqa: PLR2004 - one is the picture itself
        return
    theme, number = ui.theme, SMALLEST_PX * 11 // 10
    if side >= number * 5 // 4:
        high = max(number, round(side * _BADGE))
        disc = Rect(spot.x + spot.w - high, spot.y + spot.h - high, high, high)
        yield Disc(disc, theme.gold, border=theme.panel, border_px=max(1, ui.px(1.5)),
                   opacity=fade)  # fmt: skip
        px = max(SMALLEST_PX, high * 3 // 4)
        yield ui.text(disc, str(copies), px, theme.on_gold, NUMBER.faded(fade))
        return
    dot = max(4, side // 6)
    ground = Rect(picture.x, picture.y + side - dot - 2, side, dot + 2)
    yield Box(ground, theme.ground, radius=ground.h // 2, opacity=fade)
    row = middle(ground, copies * (dot + 1), dot)
    for place in range(copies):
        yield Disc(Rect(row.x + place * (dot + 1), row.y, dot, dot), theme.gold, opacity=fade)


_BADGE = 0.5
"""The size of the disc with a number, as a share of a picture."""


def _in_bars(ui: Ui, found: Holdings, held: Tiles, fade: float) -> Iterator[Item]:
    """Yield for each collection how many different kinds there are, which score, and which."""
    cells = columns(found.collected, len(_COLLECTIONS), round(_GAP * found.unit))
    for (family, mask, kind), cell in zip(_COLLECTIONS, cells, strict=True):
        owned = counts(only(held, mask))
        different = len(owned)
        upper, lower = stacked(cell, (1.1, _BARS[1] - 1.1), 0)
        side, wide = min(upper.h, round(found.unit)), round(_NUMBER * found.unit)
        group = middle(upper, side + ui.px(5) + wide, upper.h)
        picture = square(left_part(group, side), side)
        yield tile(picture, kind, fade * (1.0 if different else _NO_TILES))
        value = without_left(group, side + ui.px(5))
        yield _number(ui, middle(value, value.w, side), different, fade, Align.LEFT)
        colour = ui.theme.good if family is Family.CIVILISATION else ui.theme.wood
        lit = tuple(kind in owned for kind in FAMILIES[family])
        yield from _bar(ui, lower, lit, (colour, fade))


def _bar(ui: Ui, rect: Rect, lit: tuple[bool, ...], paint: tuple[Colour, float]) -> Iterator[Item]:
    """Yield a cell for every kind, in the order of the keys; those that somebody has are lit."""
    colour, fade = paint
    high = max(4, rect.h - ui.px(3, 2))
    strip = middle(rect, rect.w, high)
    for is_lit, cell in zip(lit, columns(strip, len(lit), ui.px(3, 2)), strict=True):
        yield Box(cell, colour if is_lit else ui.theme.line, radius=high // 3, opacity=fade)
