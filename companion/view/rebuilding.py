"""Rebuilding the table: one thing at a time, large enough to be laid from."""

from collections.abc import Iterator

from companion.core.model import Model
from companion.core.rebuilding import Part, Step, steps
from companion.core.rebuilt import Rebuilding
from companion.rules.editions import Suns
from companion.rules.tiles import Tile, Tiles, counts
from companion.view.layout import columns, rows, square, stacked
from companion.view.look import CENTRED, NUMBER, Look, Piece, Size
from companion.view.mending import EMPTY, grid, player_sign
from companion.view.page import frame, heading, what_can_be_done
from companion.view.pieces import SUN_DOWN, SUN_UP, sun, tile
from companion.view.scene import Box, Rect


def rebuilding(look: Look, model: Model, page: Rebuilding) -> Iterator[Piece]:
    """Yield what is laid now, and how far one is."""
    where = frame(look, model)
    game = model.game
    todo = steps(game)
    step = todo[min(page.step, len(todo) - 1)]
    yield from heading(look, where, _said(look, model, step))
    line, body = stacked(where.body, (1, 12), look.px(8))
    yield from _way(look, line, page.step, len(todo))
    yield from _laid(look, model, body, step)
    yield from what_can_be_done(look, where.dock, model)


def _said(look: Look, model: Model, step: Step) -> str:
    name = "" if step.seat is None else model.game.setup.players[step.seat]
    return look.say(step.part.value, name=name, number=step.number)


def _way(look: Look, rect: Rect, done: int, number: int) -> Iterator[Piece]:
    """Yield a mark for every step, those done in gold."""
    for place, spot in enumerate(columns(rect, number, look.px(3))):
        high = look.px(8)
        mark = Rect(spot.x, spot.y + (spot.h - high) // 2, spot.w, high)
        colour = look.theme.gold if place <= done else look.theme.line
        yield Box(mark, colour, radius=high // 2)


def _laid(look: Look, model: Model, body: Rect, step: Step) -> Iterator[Piece]:
    if step.suns:
        yield from _suns(look, body, step.suns, SUN_DOWN if step.part is Part.DOWN else SUN_UP)
    elif step.part is Part.LANE:
        yield from _lane(look, body, step)
    elif step.part is Part.RA_TRACK:
        yield from _counted(look, body, Tile.RA.one * step.number)
    elif step.tiles:
        yield from _counted(look, body, step.tiles)
    elif step.seat is not None:
        yield from player_sign(look, square(body, min(body.h, body.w) * 2 // 3), model, step.seat)
    else:
        yield look.line(body, EMPTY, Size.TITLE, look.theme.ink_third, CENTRED)


def _suns(look: Look, body: Rect, suns: Suns, picture: str) -> Iterator[Piece]:
    for spot, disc in zip(columns(body, len(suns), look.px(10)), suns, strict=True):
        side = min(spot.w, spot.h, look.either(220, 150))
        yield from sun(look, square(spot, side), disc, picture)


def _lane(look: Look, body: Rect, step: Step) -> Iterator[Piece]:
    for place, (spot, kind) in enumerate(
        zip(grid(look, body, len(step.lane)), step.lane, strict=True)
    ):
        side = min(spot.w, spot.h)
        yield Box(square(spot, side), look.theme.slot, radius=look.either(14, 10))
        if kind is None:
            yield look.line(spot, str(place + 1), Size.NAME, look.theme.ink_third, CENTRED)
        else:
            yield tile(square(spot, side), kind)


def _counted(look: Look, body: Rect, tiles: Tiles) -> Iterator[Piece]:
    """Yield each kind with how many of it there are."""
    counted = counts(tiles)
    if not counted:
        yield look.line(body, EMPTY, Size.TITLE, look.theme.ink_third, CENTRED)
        return
    for spot, (kind, number) in zip(grid(look, body, len(counted)), counted.items(), strict=True):
        if spot.w > spot.h:
            picture, text = columns(spot, 2, look.px(4))
        else:
            picture, text = rows(spot, 2, look.px(4))
        yield tile(square(picture, min(picture.w, picture.h)), kind)
        yield look.line(text, f"× {number}", Size.TITLE, style=NUMBER)
