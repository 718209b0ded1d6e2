"""The strip of the fix panel: one thing in words, and every way it could really be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from companion import narration
from companion.core.messages import Enter, Message, Next, Open, Route
from companion.core.model import Model
from companion.i18n import Words, mark
from companion.pages.corrections.ways import NOT_KNOWN, Cell, Value
from companion.rules.editions import Seat, Sun
from companion.rules.events import FixedPart
from companion.rules.tiles import Family, Tile, count
from companion.ui.layout import (
    columns,
    cut_left,
    cut_top,
    left_part,
    middle,
    rows,
    square,
    stacked,
    without_left,
)
from companion.ui.pieces import (
    NUMERALS,
    SUN_DOWN,
    SUN_UP,
    SUN_WON,
    emblem,
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
    Ui,
)
from companion.ui.widgets import as_large_as_fits

ASKED: Mapping[FixedPart, tuple[str, str]] = {
    FixedPart.EPOCH: (mark("Epoch"), mark("Which one is it?")),
    FixedPart.RA_TRACK: (mark("Ra"), mark("How many Ra tiles are on the Ra track?")),
    FixedPart.STAGE: (mark("Now"), mark("What is happening?")),
    FixedPart.CENTRE: (mark("Centre"), mark("Which one is it?")),
    FixedPart.SPACE: (mark("Space {number}"), mark("Which one is it?")),
    FixedPart.TRACK: (mark("Tiles"), mark("How many?")),
    FixedPart.ACTIVE: (mark("Turn"), mark("Whose turn is it?")),
    FixedPart.SUNS: (mark("Sun {number}"), mark("Where is it?")),
    FixedPart.TILES: ("{name}", mark("One less, or one more?")),
    FixedPart.SCORE: ("{name}", mark("How many points more or less?")),
}
"""What a thing is called, and what is asked about it, in English words."""

_POINTS_ASKED = mark("How many points?")
"""The same while nobody has told them."""


_LEAST = {Shape.FULL: 140, Shape.COMPACT: 104, Shape.TALL: 154}
"""How high the strip is at least, in units."""


def strip_px(ui: Ui) -> int:
    """Return the least height of the strip, in pixels."""
    return ui.px(_LEAST[ui.shape])


def margin(ui: Ui) -> int:
    """Return the margin at the sides of the screen, in pixels."""
    return ui.px(16, 8)


def question(cell: Cell) -> str:
    """Return what is asked about a thing, in English words."""
    is_told = cell.part is FixedPart.SCORE and cell.now == NOT_KNOWN
    return _POINTS_ASKED if is_told else ASKED[cell.part][1]


class StripSubject(NamedTuple):
    """What the strip is about."""

    place: int
    """Which thing, among all that can be corrected."""
    cell: Cell
    way: int | None
    """Which way is pointed at, once the thing is chosen."""


Entry = tuple[int, ...]
"""Ways that share a place: of a kind of tile one less and one more, or a stack of kinds."""


class Plan(NamedTuple):
    """How the strip is laid out: its words stand at the left, on a high screen above."""

    lines: tuple[tuple[Entry, ...], ...]
    high: int
    """Its height in pixels."""


def planned(ui: Ui, shown: StripSubject) -> Plan:
    """Return the lines of the strip, each as full as it can be."""
    wide = ui.canvas.size[0] - 2 * margin(ui) - 2 * pad_px(ui) - words_px(ui, shown.cell)
    groups = _stacked(shown.cell) if is_stacked(shown) else _groups(shown.cell)
    lines = _broken(groups, (wide + gap_px(ui)) // _least(ui, shown))
    has_words = shown.cell.part in _OF_WORDS  # which may take two lines
    least = 2 * ui.line_height(Size.SMALL) if has_words else ui.px(54, 44)
    row = max(TOUCH_PX, least) + gap_px(ui)
    high = len(lines) * row - gap_px(ui) + above_px(ui) + 2 * pad_px(ui)
    return Plan(lines, max(strip_px(ui), high))


def pad_px(ui: Ui) -> int:
    """Return the margin of the strip, in pixels."""
    return ui.px(12, 5)


def gap_px(ui: Ui) -> int:
    """Return the gap between choices, in pixels."""
    return ui.px(8, 3)


def words_px(ui: Ui, cell: Cell) -> int:
    """Return how wide the words at the left are: wider than usual where a word is longer."""
    if ui.shape is Shape.TALL:
        return 0
    usual, beside = ui.px(216, 138), ui.px(8)
    _, lower = stacked(Rect(0, 0, usual, strip_px(ui) - 2 * pad_px(ui)), _TITLE, 0)
    widths = range(usual - beside, usual * 3 // 2)
    return beside + least_width(ui, ui.say(question(cell)), lower.h, widths, QUIET.weight)


def above_px(ui: Ui) -> int:
    """Return the height of the words above, in pixels."""
    return ui.px(52) if ui.shape is Shape.TALL else 0


_TITLE = (9, 11)
"""How the height at the left is shared by what the thing is called and what is asked."""


def is_stacked(shown: StripSubject) -> bool:
    """Whether kinds of tiles that belong together lie in stacks: until the thing is chosen."""
    return shown.way is None and shown.cell.part in (FixedPart.SPACE, FixedPart.TILES)


_STACKS = (Family.CIVILISATION, Family.MONUMENT, Family.DISASTER)


def _groups(cell: Cell) -> tuple[tuple[Entry, ...], ...]:
    number = len(cell.ways)
    singles = tuple((each,) for each in range(number))
    if cell.part in (FixedPart.SPACE, FixedPart.TILES):
        groups: dict[Family | None, list[Entry]] = {}
        kinds: dict[Tile | None, Entry] = {}
        for place, way in enumerate(cell.ways):
            kinds[way.tile] = (*kinds.get(way.tile, ()), place)
        for kind, places in kinds.items():
            family = kind.family if kind is not None and kind.family in _STACKS else None
            groups.setdefault(family, []).append(places)
        return tuple(tuple(group) for group in groups.values())
    if cell.part is FixedPart.SUNS or (cell.part is FixedPart.SCORE and cell.now != NOT_KNOWN):
        return singles[: number // 2], singles[number // 2 :]
    return (singles,)


def _stacked(cell: Cell) -> tuple[tuple[Entry, ...], ...]:
    line: list[Entry] = []
    for group in _groups(cell):
        first = cell.ways[group[0][0]].tile
        is_stack = first is not None and first.family in _STACKS
        line += [tuple(place for entry in group for place in entry)] if is_stack else group
    return (tuple(line),)


def _least(ui: Ui, shown: StripSubject) -> int:
    """Return how wide a place must be, with the gap beside it, in pixels."""
    stacks = is_stacked(shown)
    wide = {
        FixedPart.STAGE: ui.px(158, 146),
        FixedPart.ACTIVE: ui.px(170, 124),
        FixedPart.SUNS: ui.px(110, 76),
        FixedPart.SCORE: ui.px(76, 56),
        FixedPart.TILES: ui.px(96, 62) if stacks else 2 * max(TOUCH_PX, ui.px(56, 40)),
        FixedPart.SPACE: ui.px(90, 60) if stacks else ui.px(60, TOUCH_PX),
    }.get(shown.cell.part, ui.px(64, 46))
    return max(TOUCH_PX, wide) + gap_px(ui)


def _broken(groups: Sequence[tuple[Entry, ...]], most: int) -> tuple[tuple[Entry, ...], ...]:
    """Return lines of this many places at most; groups stay whole, or are broken evenly."""
    lines: list[tuple[Entry, ...]] = []
    for group in groups:
        if lines and len(lines[-1]) + len(group) <= most:
            lines[-1] += group
            continue
        pieces = -(-len(group) // most)
        each = -(-len(group) // pieces)
        lines += [group[at : at + each] for at in range(0, len(group), each)]
    return tuple(lines)


def chosen(way: Value) -> Message:
    """Return what choosing this way means."""
    return Next() if way.fix is None else Enter(way.fix)


def strip(ui: Ui, rect: Rect, model: Model, shown: StripSubject, plan: Plan) -> Iterator[Piece]:
    """Yield the strip: gold, as the thing that it belongs to."""
    theme, rim, radius = ui.theme, max(2, ui.px(3)), ui.px(16, 12)
    yield Box(rect, theme.panel_active, border=theme.gold, border_px=rim, radius=radius)
    inner, gap = rect.inset(pad_px(ui)), gap_px(ui)
    if ui.shape is Shape.TALL:
        words, body = cut_top(inner, above_px(ui) - gap, gap)
    else:
        words, body = cut_left(inner, words_px(ui, shown.cell) - ui.px(8), ui.px(8))
    yield from _words(ui, words, model, shown.cell)
    most = max(len(line) for line in plan.lines)
    wide = min((body.w + gap) // most - gap, _widest(ui, body, len(plan.lines), shown.cell))
    for row, line in zip(rows(body, len(plan.lines), gap), plan.lines, strict=True):
        for number, entry in enumerate(line):
            spot = Rect(row.x + number * (wide + gap), row.y, wide, row.h)
            yield from _place(ui, spot, model, shown, entry)


_OF_WORDS = (FixedPart.STAGE, FixedPart.ACTIVE)


def _widest(ui: Ui, body: Rect, lines: int, cell: Cell) -> int:
    """Return how wide a place is at most: pictures need not be far from each other."""
    high = body.h // lines
    if cell.part in _OF_WORDS:
        return max(high * 4, ui.px(240, 160))
    wide = _WIDE.get(cell.part, _USUAL)
    return max(2 * TOUCH_PX + gap_px(ui) if wide > _USUAL else TOUCH_PX, round(high * wide))


_USUAL = 1.3
"""How wide a place is at most, as a share of its height."""

_WIDE: Mapping[FixedPart, float] = {FixedPart.TILES: 2.6, FixedPart.SUNS: 3.6}
"""The same where two things stand beside each other."""


def called(words: Words, model: Model, cell: Cell) -> str:
    """Return what a thing is called: by whose it is, or by its number."""
    if cell.seat is not None:
        return model.game.setup.players[cell.seat]
    number = cell.sun if cell.space is None else cell.space + 1
    return words.say(ASKED[cell.part][0], number=number)


def _words(ui: Ui, rect: Rect, model: Model, cell: Cell) -> Iterator[Piece]:
    named, asked = stacked(rect, _TITLE, 0)
    if ui.shape is Shape.TALL:
        named, asked = cut_left(rect, min(rect.w * 2 // 5, ui.px(220)), ui.px(8))
    name = called(ui.canvas.words, model, cell)
    if cell.seat is not None:
        sign, named = cut_left(named, min(named.h, ui.px(44, 30)), ui.px(6))
        yield from player_sign(ui, sign, model, cell.seat)
    if ui.width(name, Size.SMALL, STRONG.weight) > named.w:
        yield from paragraph(ui, named, name, Size.SMALL, STRONG, colour=ui.theme.gold)
    else:
        px = max(SMALLEST_PX, round(min(named.h * 0.9, ui.px(44, 30))))
        yield ui.text(named, name, px, ui.theme.gold, STRONG)
    yield from paragraph(ui, asked, ui.say(question(cell)), Size.LABEL, QUIET)


def _place(ui: Ui, spot: Rect, model: Model, shown: StripSubject, entry: Entry) -> Iterator[Piece]:
    cell, way = shown.cell, shown.cell.ways[entry[0]]
    if cell.part is FixedPart.TILES and shown.way is not None:
        yield from _more_or_less(ui, spot, model, shown, entry)
        return
    is_stack = is_stacked(shown) and (len(entry) > 1 or cell.part is FixedPart.TILES)
    is_now = any(cell.ways[each].fix is None for each in entry)
    if is_stack:
        yield from _stack(ui, spot, model, cell, entry)
        message: Message = Open(Route.FIX, (shown.place, entry[0]))
    else:
        if cell.space is None or way.tile is None:
            yield key_ground(ui, spot)
        yield from _lies(ui, model, spot.inset(ui.px(3)), way, cell)
        message = chosen(way)
    if is_now:
        yield Box(spot, border=ui.theme.gold, border_px=max(2, ui.px(3)),
                  radius=ui.px(12, 9))  # fmt: skip
    yield Target(spot, message)
    if shown.way in entry:
        yield focus_ring(ui, spot, ui.px(12, 9))


def _stack(ui: Ui, spot: Rect, model: Model, cell: Cell, entry: Entry) -> Iterator[Piece]:
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
    fade = 1.0 if number else ui.faint(0.35)
    side = min(spot.w, spot.h) * 9 // 10
    over = max(2, side // 16) if len(kinds) > 1 else 0
    first = square(spot, side - 2 * over)
    for step in (2, 1, 0) if over else (0,):
        lies = Rect(first.x + step * over, first.y - step * over + over, first.w, first.h)
        yield tile(lies, top, fade if step == 0 else fade * 0.5)
    high = max(SMALLEST_PX + ui.px(4), side // 2)
    px = max(SMALLEST_PX, high * 3 // 4)
    wide = max(high, round(ui.width_at(str(number), px, NUMBER.weight)) + ui.px(8))
    corner = Rect(first.x + first.w - wide, first.y + over + first.h - high, wide, high)
    yield Box(corner, ui.theme.ground, border=ui.theme.ink, border_px=1, radius=high // 2)
    yield ui.text(corner, str(number), px, ui.theme.ink, NUMBER)


def _more_or_less(
    ui: Ui, spot: Rect, model: Model, shown: StripSubject, entry: Entry
) -> Iterator[Piece]:
    """Yield a kind that a player has this many of, with one less at its left and one more right."""
    cell, theme = shown.cell, ui.theme
    kind = cell.ways[entry[0]].tile
    if kind is None or cell.seat is None:
        return
    held = count(model.game.players[cell.seat].tiles, kind)
    fade = 1.0 if held else ui.faint(0.35)
    yield key_ground(ui, spot)
    digits = ui.width("0", Size.COUNT, NUMBER.weight) + ui.px(4)
    side, gap = min(spot.h - ui.px(4), spot.w // 3), ui.px(6, 3)
    outer = (spot.w - side - digits) // 2
    yield tile(square(Rect(spot.x + outer, spot.y, side, spot.h), side), kind, fade)
    number = Rect(spot.x + outer + side, spot.y, digits, spot.h)
    ink = theme.ink if held else theme.zero
    yield ui.line(number, str(held), Size.COUNT, ink, NUMBER)
    halves, radius = columns(spot, 2, 0), ui.px(12, 9)
    for each in entry:
        way = cell.ways[each]
        is_more = (way.number or 0) > 0
        half = halves[is_more]
        wide = outer - gap
        edge = Rect(spot.x + spot.w - wide if is_more else spot.x, spot.y, wide, spot.h)
        yield Box(edge, theme.panel_active, border=theme.line, radius=radius)
        yield ui.line(edge, "+" if is_more else "\N{MINUS SIGN}", Size.NAME, theme.gold, NUMBER)
        yield Target(half, chosen(way))
        if shown.way == each:
            yield focus_ring(ui, edge, radius)


_FACE_DOWN = "{name}, face down"


def _lies(ui: Ui, model: Model, rect: Rect, way: Value, cell: Cell) -> Iterator[Piece]:
    if way.tile is not None:
        yield tile(square(rect, min(rect.w, rect.h)), way.tile)
    elif way.sun is not None:
        yield from sun(ui, rect, way.sun, SUN_UP)
    elif cell.sun is not None and way.seat is not None:
        yield from _sun_of(ui, model, rect, cell.sun, way)
    elif cell.space is not None:
        yield ui.text(rect, "\N{EN DASH}", rect.h // 2, ui.theme.ink_second, CENTRED)
    elif way.seat is not None and not way.label:
        sign, words = cut_left(rect, rect.h * 2 // 3)
        yield from player_sign(ui, middle(sign, sign.w, min(sign.w, rect.h)), model, way.seat)
        yield ui.line(words.inset(ui.px(3)), _name(model, way), Size.NAME)
    elif way.label:
        said, px = words_of(ui.canvas.words, model, way, cell), ui.em(Size.LABEL)
        area = rect.inset(-ui.px(2))
        yield from as_large_as_fits(ui, area, said, px, CENTRED, least=ui.least_px)
    else:
        yield ui.line(rect, words_of(ui.canvas.words, model, way, cell), Size.NAME, style=NUMBER)


def _sun_of(ui: Ui, model: Model, rect: Rect, number: Sun, way: Value) -> Iterator[Piece]:
    name = _name(model, way)
    side = min(rect.h, rect.w // 2)
    disc, whose = cut_left(rect, side)
    is_named = whose.w - side >= ui.width(name, Size.SMALL)
    yield from sun(ui, disc, number, SUN_DOWN if way.label == _FACE_DOWN else SUN_WON)
    if way.seat is not None:
        sign = left_part(whose, side) if is_named else whose
        inner = sign.inset(min(sign.w, sign.h) // 6)
        yield from player_sign(ui, inner, model, way.seat)
    if is_named:
        yield ui.line(without_left(whose, side), name, Size.LABEL)


def _name(model: Model, way: Value) -> str:
    return "" if way.seat is None else model.game.setup.players[way.seat]


def aloud(words: Words, model: Model, cell: Cell, way: Value | None) -> str:
    """Return what is said of a thing, and of a way it can lie; no points that somebody has."""
    is_hidden = cell.part is FixedPart.SCORE and cell.now == NOT_KNOWN
    if way is not None and not is_hidden:
        return _lying(words, model, cell, way)
    is_asked = cell.part in (FixedPart.SCORE, FixedPart.TILES)
    now = words.say(question(cell)) if is_asked else _lying(words, model, cell, cell.now)
    return words.state(called(words, model, cell), now)


def _lying(words: Words, model: Model, cell: Cell, way: Value) -> str:
    number = way.number or 0
    if way.tile is not None:
        name = narration.tile_name(way.tile, words)
        return words.state(name, f"{number:+}") if cell.part is FixedPart.TILES else name
    if way.sun is not None:
        return str(way.sun)
    if cell.sun is not None and way.seat is not None:
        side = words.say("Face down") if way.label == _FACE_DOWN else words.say("Face up")
        return words.list((_name(model, way), side))
    if cell.part is FixedPart.EPOCH:
        return str(number)
    return f"{number:+}" if cell.part is FixedPart.SCORE else words_of(words, model, way, cell)


def words_of(words: Words, model: Model, way: Value, cell: Cell) -> str:
    """Return the position of a thing in words."""
    name = _name(model, way)
    if way.label:
        return words.say(way.label, name=name, number=way.number)
    if way.number is None:
        return name
    if cell.part is FixedPart.EPOCH:
        return NUMERALS[way.number - 1]
    is_more = cell.part is FixedPart.SCORE and cell.now != NOT_KNOWN
    return signed(way.number) if is_more else str(way.number)


def player_sign(ui: Ui, rect: Rect, model: Model, seat: Seat) -> Iterator[Piece]:
    """Yield the emblem of a player on a disc of their colour."""
    button = model.session.buttons[seat]
    side = min(rect.w, rect.h)
    disc = square(rect, side)
    yield Box(disc, ui.theme.buttons[button], radius=side // 2)
    yield emblem(disc.inset(max(2, side // 6)), button)
