"""One player: name and emblem, suns, tiles, and how far their collections have come."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from companion.core.messages import Message, TakeSun
from companion.pages.page_view import Name, Touch, header, lit_header, touches
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
from companion.ui.layout import columns, middle, rows, square
from companion.ui.pieces import SUN_DOWN, SUN_UP, SUN_WON, focus_ring, sun, tile
from companion.ui.scene import Align, Box, Colour, Disc, Item, Rect, Target, Thing, Weight, keyed
from companion.ui.style import (
    CENTRED,
    STRONG,
    TOUCH_PX,
    Part,
    Piece,
    Size,
    Style,
    TextStyle,
    kept,
    unscaled,
)


class Standing(Enum):
    """What a player has to do with what is going on."""

    RESTING = "resting"
    ACTIVE = "active"
    LEADING = "leading"
    """The highest bid is theirs."""
    PASSED = "passed"
    OUTBID = "outbid"
    OUT = "out"
    """Out of this auction; nobody knows any more whether they passed or were outbid."""


class Panel(msgspec.Struct, frozen=True):
    """What is shown of one player: everything but points, which lie face down."""

    name: str
    button: int
    up: Suns
    down: Suns
    tiles: Tiles
    standing: Standing = Standing.RESTING
    playable: Suns | None = None
    """Which suns can be chosen now; None while nobody chooses suns."""
    bid: Sun | None = None
    focus: Sun | None = None
    """The sun that its player has stepped to."""
    has_statue: bool = False
    """Whether they hold the Ra statue and bid last."""
    share: float = 0.0
    """Their part of the time that players took alone, 0 to 1; 0 too where no time is seen."""
    god: Message | None = None
    """What a touch on their god tiles means."""
    touch: Touch = Touch()
    """What a touch anywhere else on the panel means."""
    stem: int = 0
    """How far above the panel the question is, in pixels, where the two are joined."""


COUNTED = (Tile.GOD, Tile.GOLD, Tile.PHARAOH, Tile.NILE, Tile.FLOOD)
"""The kinds that are counted one by one."""

_NO_TILES = 0.25
"""How much is seen of a kind that somebody has not."""

_COLLECTIONS = (
    (Family.CIVILISATION, CIVILISATIONS, Tile.ART),
    (Family.MONUMENT, MONUMENTS, Tile.PYRAMID),
)


def counted(look: Style, rect: Rect, icons: int, held: Tiles, fade: float) -> Iterator[Item]:
    """Yield an icon for each kind, and its number under it."""
    for kind, cell in zip(COUNTED, columns(rect, len(COUNTED), 0), strict=True):
        copies = count(held, kind)
        icon = Rect(cell.x, cell.y, cell.w, icons)
        side = min(icons, cell.w - 2)
        yield tile(square(icon, side), kind, fade * (1.0 if copies else look.faint(_NO_TILES)))
        yield _number(look, Rect(cell.x, cell.y + icons, cell.w, cell.h - icons), copies, fade)


def _number(look: Style, rect: Rect, value: int, fade: float, align: Align = Align.CENTRE) -> Item:
    theme = look.theme
    px = min(look.em(Size.COUNT), max(look.least_px, rect.h))
    colour = theme.ink if value else theme.zero
    return look.text(rect, str(value), px, colour, TextStyle(Weight.EXTRA, align, fade))


def collections(look: Style, rect: Rect, goods: int, held: Tiles, fade: float) -> Iterator[Item]:
    """Yield civilizations and monuments: every kind where there is room, else how many of all."""
    if not is_pictured(look, rect):
        yield from _in_bars(look, rect, goods, held, fade)
        return
    cells = columns(rect, len(_COLLECTIONS), look.either(12, 6))
    for (family, mask, _), cell in zip(_COLLECTIONS, cells, strict=True):
        yield from _pictured(look, cell, FAMILIES[family], only(held, mask), fade)


def _in_bars(look: Style, rect: Rect, goods: int, held: Tiles, fade: float) -> Iterator[Item]:
    """Yield for each collection how many there are, and how many kinds of all."""
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
            fade * (1.0 if copies else _NO_TILES),
        )
        value = Rect(group.x + side + gap, cell.y, cell.x + cell.w - group.x - side - gap, goods)
        yield _number(look, value, copies, fade, Align.LEFT)
        colour = look.theme.good if family is Family.CIVILISATION else look.theme.wood
        bar = Rect(cell.x, cell.y + goods, cell.w, cell.h - goods)
        yield from _bar(look, bar, len(owned), len(FAMILIES[family]), (colour, fade))


def is_pictured(look: Style, rect: Rect) -> bool:
    """Whether there is room for a picture of every kind of the two collections."""
    cell = columns(rect, len(_COLLECTIONS), look.either(12, 6))[0]
    return _pictures(look, cell)[1] >= look.either(24, 18)


def _count_px(look: Style) -> int:
    """Return how wide the number of a collection is."""
    return look.width("00", Size.NAME, Weight.EXTRA)


def _pictures(look: Style, cell: Rect) -> tuple[int, int]:
    """Return in how many rows the kinds of a collection are largest, and how large, in pixels."""
    most, room = len(FAMILIES[Family.MONUMENT]), cell.w - _count_px(look)
    return max(((lines, min(room * lines // most, cell.h // lines)) for lines in (1, 2)),
               key=lambda found: found[1])  # fmt: skip


def _pictured(
    look: Style, cell: Rect, whole: tuple[Tile, ...], held: Tiles, fade: float
) -> Iterator[Item]:
    """Yield how many tiles of a collection there are, and each kind, with dots for several."""
    owned = counts(held)
    lines, step = _pictures(look, cell)
    step = min(step, look.either(48, 36))
    abreast = len(FAMILIES[Family.MONUMENT]) // lines
    wide = _count_px(look)
    group = middle(cell, wide + step * min(abreast, len(whole)), step * lines)
    number = Rect(group.x, cell.y, wide, cell.h)
    yield _number(look, number, sum(owned.values()), fade)
    side = step - look.px(3)
    for place, kind in enumerate(whole):
        across, down = place % abreast, place // abreast
        spot = Rect(number.x + wide + across * step, group.y + down * step, side, side)
        copies = owned.get(kind, 0)
        yield tile(spot, kind, fade * (1.0 if copies else _NO_TILES))
        yield from _dots(look, spot, copies, fade)


def _dots(look: Style, spot: Rect, copies: int, fade: float) -> Iterator[Item]:
    """Yield a dot for each of several tiles of a kind, along the foot of its picture."""
    if copies < 2:  # noqa: PLR2004 - one is the picture itself
        return
    dot = max(4, spot.w // 6)
    ground = Rect(spot.x, spot.y + spot.h - dot - 2, spot.w, dot + 2)
    yield Box(ground, look.theme.ground, radius=ground.h // 2, opacity=fade)
    row = middle(ground, copies * (dot + 1), dot)
    for place in range(copies):
        yield Disc(Rect(row.x + place * (dot + 1), row.y, dot, dot), look.theme.gold, opacity=fade)


def _bar(
    look: Style, rect: Rect, have: int, of: int, paint: tuple[Colour, float]
) -> Iterator[Item]:
    """Yield as many cells as there are kinds, so many of them lit as somebody has."""
    colour, fade = paint
    high = max(4, rect.h - look.either(4, 3))
    strip = middle(rect, rect.w, high)
    for place, cell in enumerate(columns(strip, of, look.either(3, 2))):
        lit = place < have
        yield Box(cell, colour if lit else look.theme.line, radius=high // 2, opacity=fade)


def kinds(look: Style, rect: Rect, held: Tiles, fade: float) -> Iterator[Item]:
    """Yield every kind of the two collections by itself, with its number if there are several."""
    monuments = FAMILIES[Family.MONUMENT]
    half = len(monuments) // 2
    lines = (FAMILIES[Family.CIVILISATION], monuments[:half], monuments[half:])
    for row, line in zip(rows(rect, len(lines), look.px(4)), lines, strict=True):
        for kind, cell in zip(line, columns(row, len(line), 0), strict=True):
            yield from _kind(look, cell, kind, count(held, kind), fade)


def _kind(look: Style, cell: Rect, kind: Tile, copies: int, fade: float) -> Iterator[Item]:
    several = copies > 1
    text = look.width("0", Size.SMALL, Weight.EXTRA)
    side = min(cell.h, cell.w - text - look.px(4))
    icon = middle(cell, side + (text if several else 0), side)
    yield tile(Rect(icon.x, icon.y, side, side), kind, fade * (1.0 if copies else _NO_TILES))
    if several:
        number = Rect(icon.x + side + look.px(2), cell.y, text, cell.h)
        yield look.line(number, str(copies), Size.SMALL, style=STRONG.faded(fade))


def ribbon_text(look: Style, standing: Standing) -> str:
    """Return what is written across the suns of somebody who is out; nothing for others."""
    match standing:
        case Standing.PASSED:
            return look.say("Passed")
        case Standing.OUTBID:
            return look.say("Outbid")
        case Standing.OUT:
            return look.say("Out")
        case Standing.RESTING | Standing.ACTIVE | Standing.LEADING:
            return ""


class _Heights(msgspec.Struct, frozen=True):
    """Heights of the rows in pixels; a panel that is too high has room between them."""

    header: int
    suns: int
    icons: int
    numbers: int
    goods: int
    bar: int
    kinds: int
    """Every kind of the collections by itself, where there is room; else 0."""
    gap: int


_SHARES = (0.175, 0.285, 0.14, 0.15, 0.15, 0.05)
"""Of the panel's height: name, suns, icons, numbers, collections, their bars."""

_PICTURED = (0.17, 0.265, 0.13, 0.145, 0.19, 0.06)
"""The same where every kind of the collections has its picture."""

_KIND_ROWS = 3


@lru_cache(maxsize=64)
def _heights(look: Style, rect: Rect, suns: int) -> _Heights:
    widest = (rect.w - look.px(8)) // max(3, suns) + look.px(4)
    most = (look.either(52, 40), min(widest, look.either(92, 70)), look.either(44, 34),
            look.either(46, 36), look.either(46, 36), look.either(14, 10))  # fmt: skip
    high = [min(round(rect.h * share), limit) for share, limit in zip(_SHARES, most, strict=True)]
    grid = _KIND_ROWS * look.either(40, 32)
    grid = grid if rect.h - sum(high) >= grid + look.either(40, 24) else 0
    low = Rect(0, 0, rect.w - 2 * look.either(8, 4), round(rect.h * sum(_PICTURED[-2:])))
    if not grid and is_pictured(look, low):
        high = [
            min(round(rect.h * part), limit) for part, limit in zip(_PICTURED, most, strict=True)
        ]
        high[-2:] = low.h - high[-1], high[-1]
    left = rect.h - sum(high)
    gap = max(0, (left - grid) // (5 if grid else 4))
    header, discs, icons, numbers, goods, bar = high
    return _Heights(header, discs, icons, numbers, goods, bar, grid, gap)


def panel(look: Style, rect: Rect, shown: Panel) -> Iterator[Piece]:
    """Yield the panel of a player: its name apart, as that changes with every turn."""
    heights = _heights(look, rect, len(shown.up) + len(shown.down))
    body = _panel_body(look, rect, heights, quiet(shown))
    yield from named(look, rect, shown, heights.header, (body, _god_place(rect, heights)))


def quiet(shown: Panel) -> Panel:
    """Return the same without what changes with every turn."""
    resting = Standing.RESTING if shown.standing is Standing.ACTIVE else shown.standing
    return replace(
        shown, standing=resting, stem=0, has_statue=False, share=0.0, god=None, touch=Touch()
    )


def named(
    look: Style, rect: Rect, shown: Panel, high: int, body: tuple[Part, Rect | None]
) -> Iterator[Piece]:
    """Yield what is below a name of this height, with the place of the god tiles, and the name."""
    below, gods = body
    yield from touches(look, rect, high, shown.touch)
    yield below
    if shown.god is not None and gods is not None:
        yield Target(gods, shown.god)
    hides_points = shown.touch.peek is not None
    name = Name(shown.name, shown.button, shown.has_statue, hides_points, shown.share)
    row = Rect(rect.x, rect.y, rect.w, high)
    if shown.standing is Standing.ACTIVE:
        yield lit_header(look, row, name, shown.stem)
    else:
        yield header(look, row, name)


def _god_place(rect: Rect, heights: _Heights) -> Rect:
    """Return where fingers find the god tiles: at the left, below the suns."""
    top = rect.y + heights.header + heights.suns + heights.gap
    high = max(TOUCH_PX, heights.icons + heights.numbers)
    return Rect(rect.x, top, max(TOUCH_PX, rect.w // 5), high)


@kept
def _panel_body(look: Style, rect: Rect, heights: _Heights, shown: Panel) -> Iterator[Piece]:
    """Yield everything below the name."""
    theme = look.theme
    text = ribbon_text(look, shown.standing)
    fade = theme.veil if text else 1.0
    pad, rim = look.either(8, 4), max(1, look.px(2))
    yield Box(rect, theme.panel, border=theme.line, border_px=rim, radius=look.either(14, 10))
    suns = Rect(rect.x, rect.y + heights.header + heights.gap // 2, rect.w, heights.suns)
    top = suns.y + suns.h + heights.gap // 2
    rule = Rect(rect.x + pad, top, rect.w - 2 * pad, max(1, look.px(1.5)))
    yield Box(rule, theme.line, opacity=0.8)
    top += heights.gap // 2 + look.px(2)
    row = Rect(rule.x, top, rule.w, heights.icons + heights.numbers)
    yield from counted(look, row, heights.icons, shown.tiles, fade)
    top += row.h + heights.gap
    row = Rect(row.x, top, row.w, heights.goods + heights.bar)
    collected = _in_bars if heights.kinds else collections
    yield from collected(look, row, heights.goods, shown.tiles, fade)
    if heights.kinds:
        row = Rect(row.x, top + row.h + heights.gap, row.w, heights.kinds)
        yield from kinds(look, row, shown.tiles, fade)
    yield from suns_row(look, suns, shown, is_out=bool(text))
    if text:
        yield from ribbon(look, suns, text)


def suns_row(look: Style, rect: Rect, shown: Panel, *, is_out: bool) -> Iterator[Piece]:
    """Yield the suns of a player side by side, those that lie face down last."""
    owned = (*shown.up, *shown.down)
    room = rect.w - look.px(6)
    side = min(rect.h - look.px(1), room // max(3, len(owned)))
    step = min(room // max(1, len(owned)), side + look.either(18, 10))
    left = rect.x + (rect.w - step * len(owned)) // 2
    for place, disc in enumerate(owned):
        cell = Rect(left + step * place, rect.y, step, rect.h)
        up = place < len(shown.up)
        yield from one_sun(look, square(cell, side), shown, disc, (up, is_out))
        if up and shown.playable is not None and disc in shown.playable:
            yield Target(middle(cell, cell.w, max(cell.h, TOUCH_PX)), TakeSun(disc))


def one_sun(
    look: Style, spot: Rect, shown: Panel, disc: Sun, state: tuple[bool, bool]
) -> Iterator[Item]:
    """Yield a sun of a player, whether it lies face up and they are out of the auction."""
    theme = look.theme
    is_up, is_out = state
    if is_up and disc == shown.bid:
        yield Disc(
            spot.inset(-look.px(2)), theme.ra, border=theme.ink, border_px=max(2, look.px(3))
        )
        won = sun(look, spot.inset(look.px(2)), disc, SUN_WON)
        yield from keyed(Thing.SUN, disc, won)
        return
    dim = is_up and shown.playable is not None and disc not in shown.playable
    opacity = theme.veil if is_out else look.faint(0.4) if dim else 1.0
    own = sun(look, spot, disc, SUN_UP if is_up else SUN_DOWN, opacity)
    yield from keyed(Thing.SUN, disc, own)
    if disc == shown.focus:
        yield focus_ring(look, spot, spot.w // 2)


def ribbon(look: Style, rect: Rect, text: str) -> Iterator[Item]:
    """Yield a band across the suns of somebody who is out of the auction."""
    theme = look.theme
    high = min(rect.h, look.either(40, 30))
    band = middle(rect, rect.w - look.either(20, 12), high)
    yield Box(
        band, theme.panel, border=theme.ink_second, border_px=max(1, look.px(2)), radius=high // 2
    )
    inner = middle(band, band.w - high * 2 // 3, high)
    if look.width(text, Size.SMALL) > inner.w:
        look, inner = unscaled(look), middle(band, band.w - look.px(8), high)
    yield look.line(inner, text, Size.LABEL, theme.ink, CENTRED)
