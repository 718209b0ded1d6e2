"""The fix panel: everything that can lie otherwise; then one thing, and how it really is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from companion.core.bindings import Binding, Bindings, Prompt
from companion.core.controls import Control
from companion.core.effects import Dispatch, Update
from companion.core.messages import Enter, GoTo, Message, Next, PushDial
from companion.core.model import Model
from companion.core.page import Page
from companion.pages import table
from companion.pages.corrections.ways import NOT_KNOWN, TITLES, Cell, Way, cells_of, start
from companion.pages.keyboard import turns
from companion.pages.page_view import asked, frame, heading, what_can_be_done
from companion.rules.editions import Seat, Sun
from companion.rules.events import Matter
from companion.ui.layout import columns, left_part, rows, square, stacked, without_left
from companion.ui.pieces import (
    SUN_DOWN,
    SUN_UP,
    SUN_WON,
    emblem,
    focus_ring,
    key_ground,
    paragraph,
    signed,
    sun,
    tile,
)
from companion.ui.scene import Box, Rect, Target
from companion.ui.style import CENTRED, QUIET, Piece, Shape, Size, Style

FIX_KEY = "tab"
"""Opens the fix panel, and closes it again."""


class FixPanel(Page, frozen=True):
    """The fix panel is open over the table."""

    cell: int = 0
    """Which thing is pointed at, as a place in ``cells``."""
    way: int | None = None
    """Which way it can lie is pointed at, once the thing is chosen."""

    @property
    def _back(self) -> Page:
        return table.Table() if self.way is None else FixPanel(self.cell)

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        return choosing(self._back)

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does."""
        return choosing_keys(self._back)

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        if self.way is None:
            return Prompt("The table is right: what is wrong on the screen?")
        return Prompt("What is it really?")

    def turn(self, model: Model, steps: int) -> Update:
        """Move along the things, or the ways one of them can lie."""
        cells = _cells(model)
        if self.way is None:
            return replace(model, page=FixPanel((self.cell + steps) % len(cells))), ()
        way = (self.way + steps) % len(cells[self.cell].ways)
        return replace(model, page=FixPanel(self.cell, way)), ()

    def push(self, model: Model) -> Update:
        """Choose the thing that is pointed at, or how it lies."""
        ways = _cells(model)[self.cell].ways
        if self.way is None:
            return replace(model, page=FixPanel(self.cell, start(ways))), ()
        return model, (Dispatch(_chosen(ways[self.way])),)

    def opened(self, model: Model) -> Page | None:
        """Return the page as it can be open now; None if it has no place any more."""
        if model.session.timeline is None:
            return None
        cells = _cells(model)
        cell = self.cell % len(cells)
        return FixPanel(cell, None if self.way is None else self.way % len(cells[cell].ways))

    def view(self, look: Style, model: Model) -> Iterator[Piece]:
        """Yield everything that can lie otherwise; or one thing, and every way it can lie."""
        where = frame(look, model)
        yield from heading(look, where, asked(look, model))
        cells = _cells(model)
        if self.way is None:
            places = grid(look, where.body, len(cells))
            for place, (spot, cell) in enumerate(zip(places, cells, strict=True)):
                yield from _thing(look, model, spot, cell)
                yield Target(spot, GoTo(FixPanel(place, start(cell.ways))))
                if place == self.cell:
                    yield focus_ring(look, spot, look.either(12, 9))
        else:
            yield from _one_thing(look, model, where.body, cells[self.cell], self.way)
        yield from what_can_be_done(look, where.dock, model)


class OpenFixPanel(msgspec.Struct, frozen=True):
    """Something that was touched lies otherwise: the fix panel is asked for, open at that thing."""

    matter: Matter
    """A slot of the auction track, or what a player has."""
    whose: int
    """Which slot, or whose."""


def open_fix_panel(model: Model, message: OpenFixPanel) -> Update:
    """Open the fix panel at what was touched, with the dial at how it lies now."""
    for place, cell in enumerate(_cells(model)):
        if cell.matter is message.matter and message.whose in (cell.slot, cell.seat):
            return model, (Dispatch(GoTo(FixPanel(place, start(cell.ways)))),)
    return model, (Dispatch(GoTo(FixPanel())),)


def _cells(model: Model) -> tuple[Cell, ...]:
    """Return everything that can be put right now."""
    return () if model.session.timeline is None else cells_of(model.session.timeline)


def _chosen(way: Way) -> Message:
    """Return what choosing this way means."""
    return Next() if way.fix is None else Enter(way.fix)


def choosing(back: Page) -> Bindings:
    """Return what controls do where one of several things is chosen to put something right."""
    push = Binding(PushDial(), "Choose")
    leave = Binding(Next(), "Back to the table")
    taps = {
        Control.OK: push,
        Control.DIAL: push,
        Control.UNDO: Binding(GoTo(back), "Back"),
        Control.RA: leave,
    }
    return Bindings(taps, {}, "Choose")


def choosing_keys(back: Page) -> Mapping[str, Message]:
    """Return what keys do there."""
    found: dict[str, Message] = {**turns(), FIX_KEY: Next()}
    found |= dict.fromkeys(("escape", "backspace"), GoTo(back))
    return found | dict.fromkeys(("return", "enter", "space"), PushDial())


EMPTY = "\N{EN DASH}"
"""Nothing lies there."""

HIDDEN = "\N{BLACK DIAMOND}\N{BLACK DIAMOND}"
"""Points lie face down."""

_FACE_DOWN = "{name}, face down"


def grid(look: Style, room: Rect, number: int) -> tuple[Rect, ...]:
    """Return so many places in rows of equal places, as near to a good key as they come."""
    gap = look.either(8, 4)
    wanted = 1.5 if look.shape is not Shape.TALL else 1.2

    def quality(beside: int) -> float:
        lines = -(-number // beside)
        wide, high = room.w / beside - gap, room.h / lines - gap
        return min(wide / wanted, high)

    beside = max(range(1, number + 1), key=quality)
    lines = -(-number // beside)
    most = round(room.w / beside / wanted * 1.3)
    high = min(room.h, lines * (most + gap))
    area = Rect(room.x, room.y + (room.h - high) // 2, room.w, high)
    places = [spot for row in rows(area, lines, gap) for spot in columns(row, beside, gap)]
    return tuple(places[:number])


def _one_thing(look: Style, model: Model, room: Rect, cell: Cell, way: int) -> Iterator[Piece]:
    """Yield on the left what the screen says, on the right every way in which it can lie."""
    if look.shape is Shape.TALL:
        said, told = stacked(room, (1, 5), look.px(8))
    else:
        wide = look.either(300, 176)
        said, told = left_part(room, wide), without_left(room, wide + look.either(20, 8))
    high = look.line_height(Size.LABEL) + look.px(4)
    yield from _headed(look, said, high, look.say("On screen"))
    card = Rect(said.x, said.y + high, said.w, min(said.h - high, look.either(220, 150)))
    yield from _thing(look, model, card, cell)
    yield from _headed(look, told, high, look.say("On the table"))
    body = Rect(told.x, told.y + high, told.w, told.h - high)
    radius = look.either(12, 9)
    places = grid(look, body, len(cell.ways))
    for place, (spot, each) in enumerate(zip(places, cell.ways, strict=True)):
        yield key_ground(look, spot, is_marked=each.fix is None)
        yield from _lies(look, model, spot.inset(look.px(4)), each, cell)
        yield Target(spot, _chosen(each))
        if place == way:
            yield focus_ring(look, spot, radius)


def _headed(look: Style, rect: Rect, high: int, text: str) -> Iterator[Piece]:
    yield from paragraph(look, Rect(rect.x, rect.y, rect.w, high), text, Size.SMALL, QUIET)


def _thing(look: Style, model: Model, rect: Rect, cell: Cell) -> Iterator[Piece]:
    """Yield a thing with its name and how the screen says that it lies."""
    yield key_ground(look, rect)
    inner = rect.inset(look.px(4))
    if cell.matter is Matter.UP:
        yield from _lies(look, model, inner, cell.now, cell)
        return
    if cell.slot is not None or cell.seat is not None:
        sign = min(inner.w // 3, look.either(34, 22))
        mark = left_part(inner, sign)
        yield from _mark(look, model, mark, cell)
        yield from _lies(look, model, without_left(inner, sign + look.px(2)), cell.now, cell)
        return
    title, value = rows(inner, 2, 0)
    yield from paragraph(
        look, title, look.say(TITLES[cell.matter]), Size.SMALL, CENTRED,
        colour=look.theme.ink_second,
    )  # fmt: skip
    yield from _lies(look, model, value, cell.now, cell)


def _mark(look: Style, model: Model, rect: Rect, cell: Cell) -> Iterator[Piece]:
    """Yield whose thing it is, or which of eight."""
    if cell.seat is not None:
        yield from player_sign(look, rect, model, cell.seat)
    elif cell.slot is not None:
        yield look.line(rect, str(cell.slot + 1), Size.SMALL, look.theme.gold, CENTRED)


def player_sign(look: Style, rect: Rect, model: Model, seat: Seat) -> Iterator[Piece]:
    """Yield the emblem of a player on a disc of their colour."""
    button = model.session.buttons[seat]
    side = min(rect.w, rect.h)
    disc = square(rect, side)
    yield Box(disc, look.theme.buttons[button], radius=side // 2)
    yield emblem(disc.inset(max(2, side // 6)), button)


def _lies(look: Style, model: Model, rect: Rect, way: Way, cell: Cell) -> Iterator[Piece]:
    """Yield how a thing lies."""
    if way.tile is not None and way.number is not None:
        number, picture = columns(rect, 2, 0)
        yield look.line(number, signed(way.number), Size.NAME, style=CENTRED)
        yield tile(square(picture, min(picture.w, picture.h)), way.tile)
    elif way.tile is not None:
        yield tile(square(rect, min(rect.w, rect.h)), way.tile)
    elif way.sun is not None:
        yield from sun(look, rect, way.sun, SUN_UP)
    elif cell.sun is not None and way.seat is not None:
        yield from _sun_of(look, model, rect, cell.sun, way)
    elif cell.slot is not None or (way is cell.now and cell.matter is Matter.UP):
        yield look.line(rect, EMPTY, Size.NAME, look.theme.ink_third, CENTRED)
    elif way is cell.now and cell.matter is Matter.SCORE and way != NOT_KNOWN:
        yield look.line(rect, HIDDEN, Size.NAME, look.theme.gold, CENTRED)
    elif way.seat is not None and not way.label:
        sign, words = left_part(rect, rect.w // 4), without_left(rect, rect.w // 4)
        yield from player_sign(look, sign, model, way.seat)
        yield look.line(words.inset(look.px(2)), _name(model, way.seat), Size.LABEL)
    else:
        yield from paragraph(look, rect, words_of(look, model, way, cell), Size.LABEL, CENTRED)


def _sun_of(look: Style, model: Model, rect: Rect, number: Sun, way: Way) -> Iterator[Piece]:
    """Yield a sun as it lies before its owner, face up or face down."""
    assert way.seat is not None  # noqa: S101 - only such ways are drawn here
    disc, whose = columns(rect, 2, 0)
    is_down = way.label == _FACE_DOWN
    yield from sun(look, disc, number, SUN_DOWN if is_down else SUN_WON)
    yield from player_sign(look, whose.inset(min(whose.w, whose.h) // 6), model, way.seat)


def _name(model: Model, seat: Seat) -> str:
    return model.game.setup.players[seat]


def words_of(look: Style, model: Model, way: Way, cell: Cell) -> str:
    """Return in words how a thing lies."""
    name = "" if way.seat is None else _name(model, way.seat)
    if way.label:
        return look.say(way.label, name=name, number=way.number)
    if way.number is None:
        return name
    if cell.matter is Matter.EPOCH:
        return table.NUMERALS[way.number - 1]
    is_more = cell.matter is Matter.SCORE and cell.now != NOT_KNOWN
    return signed(way.number) if is_more else str(way.number)
