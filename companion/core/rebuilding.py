"""Rebuilding the table: someone knocked it over, and the screen says how everything lay.

One thing after the other, in the order in which hands lay a table: what is common, then what lies
before each player. Whoever has laid a thing says so; any page can be left and come back to.
"""

from collections.abc import Iterator, Mapping

import msgspec

from companion.core.messages import GoTo, Message, Next, Turn
from companion.core.offers import Controls, Offer
from companion.core.rebuilt import Rebuilding
from companion.rules.editions import Seat, Suns
from companion.rules.model import Game, Lane
from companion.rules.tiles import NO_TILES, Tiles, size
from companion.words import Sentences, mark


class Part(Sentences):
    """What is laid in one step; the value says it, in English words."""

    RA_TRACK = "Lay {number} Ra tiles on the Ra track"
    CENTRE = "Lay this sun in the centre"
    LANE = "Lay these tiles on the auction track"
    UP = "{name}: these suns lie face up"
    DOWN = "{name}: these suns lie face down"
    TILES = "{name}: these tiles, {number} in all"
    BAG = "Everything else goes into the bag: {number} tiles"
    REMOVED = "Out of the game: {number} tiles"
    TURN = "In turn: {name}"


class Step(msgspec.Struct, frozen=True):
    """One thing to lay."""

    part: Part
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
    yield Step(Part.RA_TRACK, number=game.ra_count)
    yield Step(Part.CENTRE, suns=(game.centre,))
    yield Step(Part.LANE, lane=game.lane, number=sum(tile is not None for tile in game.lane))
    for seat in game.setup.seats:
        player = game.players[seat]
        if player.up:
            yield Step(Part.UP, seat, player.up)
        if player.down:
            yield Step(Part.DOWN, seat, tuple(sorted(player.down)))
        if player.tiles:
            yield Step(Part.TILES, seat, tiles=player.tiles, number=size(player.tiles))
    yield Step(Part.REMOVED, tiles=game.removed, number=size(game.removed))
    yield Step(Part.BAG, tiles=game.bag, number=size(game.bag))
    yield Step(Part.TURN, game.active)


def controls(game: Game, page: Rebuilding) -> Controls:
    """Return what every control does while the table is rebuilt."""
    last = page.step >= len(steps(game)) - 1
    forward: Message = Next() if last else GoTo(Rebuilding(page.step + 1))
    done = Offer(forward, mark("All in place") if last else mark("As shown"))
    before: Message = GoTo(Rebuilding(page.step - 1)) if page.step else Next()
    back = Offer(before, "Back")
    leave = Offer(Next(), "Back to the table")
    return Controls(
        {"ok": done, "dial": done, "undo": back, "ra": leave}, {}, mark("Through the steps")
    )


def keys(game: Game, page: Rebuilding) -> Mapping[str, Message]:
    """Return what keys do while the table is rebuilt."""
    now = controls(game, page)
    forward, back = now.taps["ok"].message, now.taps["undo"].message
    found: dict[str, Message] = dict.fromkeys(("return", "enter", "space"), forward)
    found |= {"escape": Next(), "backspace": back}
    return found | {"left": Turn(-1), "up": Turn(-1), "right": Turn(1), "down": Turn(1)}


def turned(game: Game, page: Rebuilding, by: int) -> Rebuilding:
    """Return the page so many steps on."""
    return Rebuilding(min(max(0, page.step + by), len(steps(game)) - 1))
