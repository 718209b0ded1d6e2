"""The strip of the fix panel: one thing in words, and every way in which it can lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.core.messages import Enter, GoTo, Message, Next
from companion.core.model import Model
from companion.i18n import mark
from companion.pages import corrections, table
from companion.pages.corrections.choosing import EMPTY, player_sign
from companion.pages.corrections.ways import NOT_KNOWN, Cell, Way
from companion.rules.editions import Sun
from companion.rules.events import Matter
from companion.rules.tiles import Family, Tile, count
from companion.ui.layout import columns, left_part, middle, rows, square, stacked, without_left
from companion.ui.pieces import (
    SUN_DOWN,
    SUN_UP,
    SUN_WON,
    focus_ring,
    key_ground,
    least_width,
    paragraph,
    signed,
    sun,
    tile,
)
from companion.ui.scene import Box, Rect, Target
from companion.ui.style import (
    CENTRED,
    NUMBER,
    QUIET,
    SMALLEST_PX,
    STRONG,
    TOUCH_PX,
    Piece,
    Shape,
    Size,
    Style,
)
from companion.ui.widgets import as_large_as_fits

ASKED: Mapping[Matter, tuple[str, str]] = {
    Matter.EPOCH: (mark("Epoch"), mark("Which one is it?")),
    Matter.RA_TRACK: (mark("Ra"), mark("How many Ra tiles?")),
    Matter.STAGE: (mark("Now"), mark("What is going on?")),
    Matter.CENTRE: (mark("Centre"), mark("Which sun is it?")),
    Matter.SLOT: (mark("Space {number}"), mark("Which tile is it?")),
    Matter.TRACK: (mark("Tiles"), mark("How many are there?")),
    Matter.ACTIVE: (mark("Turn"), mark("Whose turn is it?")),
    Matter.UP: (mark("Sun {number}"), mark("Where does it lie?")),
    Matter.TILES: ("{name}", mark("One less, or one more?")),
    Matter.SCORE: ("{name}", mark("How many points more or less?")),
}
"""What a thing is called, and what is asked about it, in English words."""

_POINTS_ASKED = mark("How many points?")
"""The same while nobody has told them."""


_LEAST = {Shape.FULL: 140, Shape.COMPACT: 104, Shape.TALL: 154}
"""How high the strip is at least, in units."""


def strip_px(look: Style) -> int:
    """Return how high the strip is at least, in pixels."""
    return look.px(_LEAST[look.shape])


def margin(look: Style) -> int:
    """Return how far everything is from the sides of the screen, in pixels."""
    return look.either(16, 8)


def chosen(way: Way) -> Message:
    """Return what choosing this way means."""
    return Next() if way.fix is None else Enter(way.fix)


class Shown(NamedTuple):
    """What the strip is about."""

    cell: Cell
    way: int | None
    """Which way is pointed at, once the thing is chosen."""


Entry = tuple[int, ...]
"""Ways that share a place: of a kind of tile one less and one more, or a stack of kinds."""


class Plan(NamedTuple):
    """How the strip is laid out."""

    lines: tuple[tuple[Entry, ...], ...]
    high: int
    """Its height in pixels."""
    is_headed: bool = False
    """Whether its words stand above and not at the left."""


def planned(look: Style, shown: Shown) -> Plan:
    """Return the lines of the strip: words at the left, or above where there are many ways."""
    base = strip_px(look)
    wide = look.canvas.size[0] - 2 * margin(look) - 2 * _pad(look)
    groups = _stacked(shown.cell) if _is_stacked(shown) else _groups(shown.cell)
    least = _least(look, shown)
    if look.shape is not Shape.TALL:
        words = _words_px(look, shown.cell)
        lines = _broken(groups, (wide - words + _gap(look)) // least)
        if len(lines) * (TOUCH_PX + _gap(look)) <= base - 2 * _pad(look) + _gap(look):
            return Plan(lines, base)
    lines = _broken(groups, (wide + _gap(look)) // least)
    needed = _above_px(look) + len(lines) * (TOUCH_PX + _gap(look)) + 2 * _pad(look)
    return Plan(lines, max(base, needed), is_headed=True)


def _pad(look: Style) -> int:
    return look.either(12, 5)


def _gap(look: Style) -> int:
    return look.either(8, 3)


def _words_px(look: Style, cell: Cell) -> int:
    """Return how wide the words at the left are: wider than usual where a word is longer."""
    usual, beside = look.either(216, 138), look.px(8)
    _, lower = stacked(Rect(0, 0, usual, strip_px(look) - 2 * _pad(look)), _TITLE, 0)
    widths = range(usual - beside, usual * 3 // 2)
    return beside + least_width(look, look.say(_asks(cell)), lower.h, widths, QUIET.weight)


def _above_px(look: Style) -> int:
    """Return how high the words above are."""
    return look.px(44) if look.shape is not Shape.COMPACT else look.px(30)


def _is_stacked(shown: Shown) -> bool:
    """Whether kinds of tiles that belong together lie in stacks: until the thing is chosen."""
    return shown.way is None and shown.cell.matter in (Matter.SLOT, Matter.TILES)


_STACKS = (Family.CIVILISATION, Family.MONUMENT, Family.DISASTER)


def _kinds(cell: Cell) -> Iterator[tuple[Tile | None, Entry]]:
    """Yield each kind of tile with the ways that are about it."""
    found: dict[Tile | None, list[int]] = {}
    for place, way in enumerate(cell.ways):
        found.setdefault(way.tile, []).append(place)
    for kind, places in found.items():
        yield kind, tuple(places)


def _groups(cell: Cell) -> tuple[tuple[Entry, ...], ...]:
    """Return the ways by what belongs together."""
    number = len(cell.ways)
    singles = tuple((each,) for each in range(number))
    if cell.matter in (Matter.SLOT, Matter.TILES):
        groups: dict[Family | None, list[Entry]] = {}
        for kind, places in _kinds(cell):
            family = kind.family if kind is not None and kind.family in _STACKS else None
            groups.setdefault(family, []).append(places)
        return tuple(tuple(group) for group in groups.values())
    if cell.matter is Matter.UP or (cell.matter is Matter.SCORE and cell.now != NOT_KNOWN):
        return singles[: number // 2], singles[number // 2 :]
    return (singles,)


def _stacked(cell: Cell) -> tuple[tuple[Entry, ...], ...]:
    """Return the ways with each of the large families in one stack."""
    line: list[Entry] = []
    for group in _groups(cell):
        first = cell.ways[group[0][0]].tile
        is_stack = first is not None and first.family in _STACKS
        line += [tuple(place for entry in group for place in entry)] if is_stack else group
    return (tuple(line),)


def _least(look: Style, shown: Shown) -> int:
    """Return how wide a place must be, with the gap beside it, in pixels."""
    wide = {
        Matter.STAGE: look.either(190, 146),
        Matter.ACTIVE: look.either(170, 124),
        Matter.UP: look.either(110, 76),
        Matter.SCORE: look.either(76, 56),
        Matter.TILES: 2 * TOUCH_PX if not _is_stacked(shown) else look.either(96, 62),
        Matter.SLOT: look.either(60, TOUCH_PX) if not _is_stacked(shown) else look.either(90, 60),
    }.get(shown.cell.matter, look.either(64, 46))
    return max(TOUCH_PX, wide) + _gap(look)


def _broken(groups: Sequence[tuple[Entry, ...]], most: int) -> tuple[tuple[Entry, ...], ...]:
    """Return lines of so many places at most; groups stay whole, or are broken evenly."""
    lines: list[tuple[Entry, ...]] = []
    for group in groups:
        if lines and len(lines[-1]) + len(group) <= most:
            lines[-1] += group
            continue
        pieces = -(-len(group) // most)
        each = -(-len(group) // pieces)
        lines += [group[at : at + each] for at in range(0, len(group), each)]
    return tuple(lines)


def strip(
    look: Style, rect: Rect, model: Model, of: tuple[int, Shown], plan: Plan
) -> Iterator[Piece]:
    """Yield the strip: gold, as the thing that it belongs to."""
    theme, (place, shown) = look.theme, of
    rim = max(2, look.px(3))
    radius = look.either(16, 12)
    yield Box(rect, theme.panel_active, border=theme.gold, border_px=rim, radius=radius)
    inner = rect.inset(_pad(look))
    if plan.is_headed:
        above = Rect(inner.x, inner.y, inner.w, _above_px(look))
        yield from _above(look, above, model, shown.cell)
        body = Rect(inner.x, inner.y + above.h, inner.w, inner.h - above.h)
    else:
        words = _words_px(look, shown.cell)
        left = left_part(inner, words - look.px(8))
        yield from _at_left(look, left, model, shown.cell)
        body = without_left(inner, words)
    gap = _gap(look)
    most = max(len(line) for line in plan.lines)
    wide = min((body.w + gap) // most - gap, _widest(look, body, len(plan.lines), shown.cell))
    for row, line in zip(rows(body, len(plan.lines), gap), plan.lines, strict=True):
        for number, entry in enumerate(line):
            spot = Rect(row.x + number * (wide + gap), row.y, wide, row.h)
            yield from _place(look, spot, model, (place, shown), entry)


_OF_WORDS = (Matter.STAGE, Matter.ACTIVE)


def _widest(look: Style, body: Rect, lines: int, cell: Cell) -> int:
    """Return how wide a place is at most: pictures need not be far from each other."""
    high = body.h // lines
    if cell.matter in _OF_WORDS:
        return max(high * 4, look.either(240, 160))
    wide = _WIDE.get(cell.matter, _USUAL)
    return max(2 * TOUCH_PX + _gap(look) if wide > _USUAL else TOUCH_PX, round(high * wide))


_USUAL = 1.3
"""How wide a place is at most, as a share of its height."""

_WIDE: Mapping[Matter, float] = {Matter.TILES: 2.6, Matter.UP: 1.8}
"""The same where two things stand beside each other."""


def _asks(cell: Cell) -> str:
    """Return what is asked about a thing, in English words."""
    is_told = cell.matter is Matter.SCORE and cell.now == NOT_KNOWN
    return _POINTS_ASKED if is_told else ASKED[cell.matter][1]


_TITLE = (9, 11)
"""How the height at the left is shared by what the thing is called and what is asked."""


def _title(look: Style, model: Model, cell: Cell) -> tuple[str, str]:
    """Return what the thing is called and what is asked, in the language of the table."""
    called, asks = ASKED[cell.matter][0], _asks(cell)
    if cell.seat is not None:
        return model.game.setup.players[cell.seat], look.say(asks)
    number = cell.sun if cell.slot is None else cell.slot + 1
    return look.say(called, number=number), look.say(asks)


def _at_left(look: Style, rect: Rect, model: Model, cell: Cell) -> Iterator[Piece]:
    called, asks = _title(look, model, cell)
    upper, lower = stacked(rect, _TITLE, 0)
    yield from _named(look, upper, model, cell, called)
    yield from paragraph(look, lower, asks, Size.LABEL, QUIET)


def _named(look: Style, rect: Rect, model: Model, cell: Cell, called: str) -> Iterator[Piece]:
    px = max(SMALLEST_PX, round(min(rect.h * 0.9, look.either(44, 30))))
    if cell.seat is not None:
        side = min(rect.h, px)
        yield from player_sign(look, left_part(rect, side), model, cell.seat)
        rect = without_left(rect, side + look.px(6))
    if look.width(called, Size.SMALL, STRONG.weight) > rect.w:
        yield from paragraph(look, rect, called, Size.SMALL, STRONG, colour=look.theme.gold)
    else:
        yield look.text(rect, called, px, look.theme.gold, STRONG)


def _above(look: Style, rect: Rect, model: Model, cell: Cell) -> Iterator[Piece]:
    called, asks = _title(look, model, cell)
    sign = 0 if cell.seat is None else rect.h
    needed = sign + look.width(called, Size.TITLE, STRONG.weight) + look.px(8)
    wide = min(rect.w * 2 // 5, look.either(330, 220), needed)
    yield from _named(look, left_part(rect, wide), model, cell, called)
    yield from paragraph(look, without_left(rect, wide + look.px(8)), asks, Size.LABEL, QUIET)


def _place(
    look: Style, spot: Rect, model: Model, of: tuple[int, Shown], entry: Entry
) -> Iterator[Piece]:
    """Yield one place of the strip and what a touch there means."""
    place, shown = of
    cell = shown.cell
    way = cell.ways[entry[0]]
    if cell.matter is Matter.TILES and shown.way is not None:
        yield from _more_or_less(look, spot, model, shown, entry)
        return
    is_stack = _is_stacked(shown) and (len(entry) > 1 or cell.matter is Matter.TILES)
    is_now = any(cell.ways[each].fix is None for each in entry)
    if is_stack:
        yield from _stack(look, spot, model, cell, entry)
        message: Message = GoTo(corrections.FixPanel(place, entry[0]))
    else:
        if cell.slot is None or way.tile is None:
            yield key_ground(look, spot)
        yield from _lies(look, model, spot.inset(look.px(3)), way, cell)
        message = chosen(way)
    if is_now:
        yield Box(spot, border=look.theme.gold, border_px=max(2, look.px(3)),
                  radius=look.either(12, 9))  # fmt: skip
    yield Target(spot, message)
    if shown.way in entry:
        yield focus_ring(look, spot, look.either(12, 9))


def _stack(look: Style, spot: Rect, model: Model, cell: Cell, entry: Entry) -> Iterator[Piece]:
    """Yield kinds that belong together as a stack: how many kinds, or how many somebody has."""
    kinds = list(dict.fromkeys(cell.ways[each].tile for each in entry))
    now = next((way.tile for each in entry if (way := cell.ways[each]).fix is None), kinds[0])
    top = kinds[0] if now is None else now
    if top is None:
        return
    if cell.seat is None:
        number = len(kinds)
    else:
        number = sum(count(model.game.players[cell.seat].tiles, kind) for kind in kinds if kind)
    fade = 1.0 if number else look.faint(0.35)
    side = min(spot.w, spot.h) * 9 // 10
    over = max(2, side // 16) if len(kinds) > 1 else 0
    first = square(spot, side - 2 * over)
    for step in (2, 1, 0) if over else (0,):
        lies = Rect(first.x + step * over, first.y - step * over + over, first.w, first.h)
        yield tile(lies, top, fade if step == 0 else fade * 0.5)
    high = max(SMALLEST_PX + look.px(4), look.either(34, 24))
    wide = max(high, look.width(str(number), Size.SMALL) + look.px(8))
    corner = Rect(first.x + first.w - wide * 3 // 4, first.y + over + first.h - high, wide, high)
    yield Box(corner, look.theme.ground, border=look.theme.ink, border_px=1, radius=high // 2)
    yield look.line(corner, str(number), Size.SMALL, look.theme.ink, NUMBER)


def _more_or_less(
    look: Style, spot: Rect, model: Model, shown: Shown, entry: Entry
) -> Iterator[Piece]:
    """Yield a kind that a player has so many of, with one less at its left and one more right."""
    cell, theme = shown.cell, look.theme
    kind = cell.ways[entry[0]].tile
    if kind is None or cell.seat is None:
        return
    held = count(model.game.players[cell.seat].tiles, kind)
    fade = 1.0 if held else look.faint(0.35)
    yield key_ground(look, spot)
    side = min(spot.h - look.px(4), spot.w * 2 // 5)
    picture = square(spot, side)
    yield tile(picture, kind, fade)
    if held:
        high = SMALLEST_PX + look.px(2)
        wide = max(high, look.width(str(held), Size.SMALL) + look.px(4))
        corner = Rect(picture.x + side - wide, picture.y + side - high, wide, high)
        yield Box(corner, theme.ground, border=theme.gold, border_px=1, radius=high // 3)
        yield look.line(corner, str(held), Size.SMALL, theme.ink, NUMBER)
    halves = columns(spot, 2, 0)
    outer = (spot.w - side) // 2
    for each in entry:
        way = cell.ways[each]
        is_more = (way.number or 0) > 0
        half = halves[is_more]
        edge = Rect(spot.x + spot.w - outer if is_more else spot.x, spot.y, outer, spot.h)
        yield look.line(edge, "+" if is_more else "\N{MINUS SIGN}", Size.NAME, theme.gold, NUMBER)
        yield Target(half, chosen(way))
        if shown.way == each:
            yield focus_ring(look, half, look.either(12, 9))


_FACE_DOWN = "{name}, face down"


def _lies(look: Style, model: Model, rect: Rect, way: Way, cell: Cell) -> Iterator[Piece]:
    """Yield how a thing lies."""
    if way.tile is not None:
        yield tile(square(rect, min(rect.w, rect.h)), way.tile)
    elif way.sun is not None:
        yield from sun(look, rect, way.sun, SUN_UP)
    elif cell.sun is not None and way.seat is not None:
        yield from _sun_of(look, model, rect, cell.sun, way)
    elif cell.slot is not None:
        yield look.line(rect, EMPTY, Size.NAME, look.theme.ink_third, CENTRED)
    elif way.seat is not None and not way.label:
        sign, words = left_part(rect, rect.h * 2 // 3), without_left(rect, rect.h * 2 // 3)
        yield from player_sign(look, middle(sign, sign.w, min(sign.w, rect.h)), model, way.seat)
        yield look.line(words.inset(look.px(3)), _name(model, way), Size.NAME)
    elif way.label:
        said, px = words_of(look, model, way, cell), look.em(Size.LABEL)
        room = rect.inset(-look.px(2))
        yield from as_large_as_fits(look, room, said, px, CENTRED, least=look.least_px)
    else:
        yield look.line(rect, words_of(look, model, way, cell), Size.NAME, style=NUMBER)


def _sun_of(look: Style, model: Model, rect: Rect, number: Sun, way: Way) -> Iterator[Piece]:
    """Yield a sun as it lies before its owner, face up or face down."""
    disc, whose = columns(rect, 2, 0)
    yield from sun(look, disc, number, SUN_DOWN if way.label == _FACE_DOWN else SUN_WON)
    if way.seat is not None:
        yield from player_sign(look, whose.inset(min(whose.w, whose.h) // 6), model, way.seat)


def _name(model: Model, way: Way) -> str:
    return "" if way.seat is None else model.game.setup.players[way.seat]


def words_of(look: Style, model: Model, way: Way, cell: Cell) -> str:
    """Return in words how a thing lies."""
    name = _name(model, way)
    if way.label:
        return look.say(way.label, name=name, number=way.number)
    if way.number is None:
        return name
    if cell.matter is Matter.EPOCH:
        return table.NUMERALS[way.number - 1]
    is_more = cell.matter is Matter.SCORE and cell.now != NOT_KNOWN
    return signed(way.number) if is_more else str(way.number)
