"""Rebuilding the table: someone knocked it over, and the screen says where everything was.

One thing after the other, in the order in which hands lay a table: what is common, then what each
player has. Each step is confirmed once it is laid; any page can be left and come back to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from companion.core.bindings import Binding, Bindings, Prompt
from companion.core.controls import Control
from companion.core.effects import Dispatch, Update
from companion.core.messages import GoTo, Message, Next
from companion.core.model import Model
from companion.core.page import Page
from companion.i18n import Sentences, mark
from companion.pages.corrections.choosing import EMPTY, grid, player_sign
from companion.pages.keyboard import turns
from companion.pages.page_view import PlainPage
from companion.rules.editions import Seat, Suns
from companion.rules.model import Game, Lane
from companion.rules.tiles import NO_TILES, Tile, Tiles, counts, size
from companion.ui.layout import columns, middle, rows, square, stacked
from companion.ui.pieces import SUN_DOWN, SUN_UP, sun, tile
from companion.ui.scene import Box, Rect
from companion.ui.style import CENTRED, NUMBER, Piece, Size, Style


class Portion(Sentences):
    """What is laid out in one step; the value is the English sentence."""

    RA_TRACK = "Ra tiles to lay on the Ra track: {number}"
    CENTRE = "Lay this sun in the centre"
    LANE = "Lay these tiles on the auction track"
    UP = "{name}: these suns face up"
    DOWN = "{name}: these suns face down"
    TILES = "{name}: these tiles, {number} in all"
    BAG = "Everything else goes into the bag. Tiles: {number}"
    REMOVED = "Out of the game. Tiles: {number}"
    TURN = "Turn: {name}"


class Step(msgspec.Struct, frozen=True):
    """One thing to lay."""

    part: Portion
    seat: Seat | None = None
    """Before whom it lies."""
    suns: Suns = ()
    tiles: Tiles = NO_TILES
    lane: Lane = ()
    """Of the auction track: its eight slots."""
    number: int = 0


def steps(game: Game) -> tuple[Step, ...]:
    """Return everything that lies on the table, in the order in which it is laid."""
    return tuple(_steps(game))


def _steps(game: Game) -> Iterator[Step]:
    yield Step(Portion.RA_TRACK, number=game.ra_count)
    yield Step(Portion.CENTRE, suns=(game.centre,))
    yield Step(Portion.LANE, lane=game.lane, number=sum(tile is not None for tile in game.lane))
    for seat in game.setup.seats:
        player = game.players[seat]
        if player.up:
            yield Step(Portion.UP, seat, player.up)
        if player.down:
            yield Step(Portion.DOWN, seat, tuple(sorted(player.down)))
        if player.tiles:
            yield Step(Portion.TILES, seat, tiles=player.tiles, number=size(player.tiles))
    yield Step(Portion.REMOVED, tiles=game.removed, number=size(game.removed))
    yield Step(Portion.BAG, tiles=game.bag, number=size(game.bag))
    yield Step(Portion.TURN, game.active)


class Rebuild(PlainPage, frozen=True):
    """The screen says, one after the other, how everything lies."""

    step: int = 0

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        last = self.step >= len(steps(model.game)) - 1
        forward: Message = Next() if last else GoTo(Rebuild(self.step + 1))
        done = Binding(forward, mark("All in place") if last else mark("As shown"))
        before: Message = GoTo(Rebuild(self.step - 1)) if self.step else Next()
        taps = {
            Control.OK: done,
            Control.DIAL: done,
            Control.UNDO: Binding(before, "Back"),
            Control.RA: Binding(Next(), "Back to the table"),
        }
        return Bindings(taps, {}, mark("Browse steps"))

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does."""
        taps = self.bindings(model).taps
        done = dict.fromkeys(("return", "enter", "space"), taps[Control.OK].message)
        return {**turns(), "escape": Next(), "backspace": taps[Control.UNDO].message, **done}

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return Prompt("Set up the table as the screen says, step by step")

    def turn(self, model: Model, steps: int) -> Update:
        """Move this many steps on."""
        return replace(model, page=self._moved(model, steps)), ()

    def push(self, model: Model) -> Update:
        """Confirm that this step is laid out."""
        return model, (Dispatch(self.bindings(model).taps[Control.OK].message),)

    def opened(self, model: Model) -> Page | None:
        """Return the page as it can be open now; None if it has no place any more."""
        return None if model.session.timeline is None else self._moved(model, 0)

    def _moved(self, model: Model, by: int) -> Rebuild:
        return Rebuild(min(max(0, self.step + by), len(steps(model.game)) - 1))

    def _now(self, model: Model) -> Step:
        todo = steps(model.game)
        return todo[min(self.step, len(todo) - 1)]

    def title(self, look: Style, model: Model) -> str:
        """Return what is laid now."""
        step = self._now(model)
        name = "" if step.seat is None else model.game.setup.players[step.seat]
        return look.say(step.part.value, name=name, number=step.number)

    def body(self, look: Style, model: Model, room: Rect) -> Iterator[Piece]:
        """Yield how far one is, and how it lies."""
        line, below = stacked(room, (1, 12), look.px(8))
        yield from _way(look, line, self.step, len(steps(model.game)))
        yield from _laid(look, model, below, self._now(model))


def _way(look: Style, rect: Rect, done: int, number: int) -> Iterator[Piece]:
    """Yield a mark for every step, those done in gold."""
    high = look.px(8)
    for place, spot in enumerate(columns(middle(rect, rect.w, high), number, look.px(3))):
        yield Box(spot, look.theme.gold if place <= done else look.theme.line, radius=high // 2)


def _laid(look: Style, model: Model, body: Rect, step: Step) -> Iterator[Piece]:
    if step.suns:
        yield from _suns(look, body, step.suns, SUN_DOWN if step.part is Portion.DOWN else SUN_UP)
    elif step.part is Portion.LANE:
        yield from _lane(look, body, step)
    elif step.part is Portion.RA_TRACK:
        yield from _counted(look, body, Tile.RA.one * step.number)
    elif step.tiles:
        yield from _counted(look, body, step.tiles)
    elif step.seat is not None:
        yield from player_sign(look, square(body, min(body.h, body.w) * 2 // 3), model, step.seat)
    else:
        yield look.line(body, EMPTY, Size.TITLE, look.theme.ink_third, CENTRED)


def _suns(look: Style, body: Rect, suns: Suns, picture: str) -> Iterator[Piece]:
    for spot, disc in zip(columns(body, len(suns), look.px(10)), suns, strict=True):
        side = min(spot.w, spot.h, look.either(220, 150))
        yield from sun(look, square(spot, side), disc, picture)


def _lane(look: Style, body: Rect, step: Step) -> Iterator[Piece]:
    places = grid(look, body, len(step.lane))
    for place, (spot, kind) in enumerate(zip(places, step.lane, strict=True)):
        side = min(spot.w, spot.h)
        yield Box(square(spot, side), look.theme.slot, radius=look.either(14, 10))
        if kind is None:
            yield look.line(spot, str(place + 1), Size.NAME, look.theme.ink_third, CENTRED)
        else:
            yield tile(square(spot, side), kind)


def _counted(look: Style, body: Rect, tiles: Tiles) -> Iterator[Piece]:
    """Yield each kind with how many of it there are."""
    counted = counts(tiles)
    if not counted:
        yield look.line(body, EMPTY, Size.TITLE, look.theme.ink_third, CENTRED)
        return
    for spot, (kind, number) in zip(grid(look, body, len(counted)), counted.items(), strict=True):
        picture, text = (columns if spot.w > spot.h else rows)(spot, 2, look.px(4))
        yield tile(square(picture, min(picture.w, picture.h)), kind)
        yield look.line(text, f"× {number}", Size.TITLE, style=NUMBER)
