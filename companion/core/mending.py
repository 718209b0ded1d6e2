"""The fix panel: everything that can lie otherwise, and every way it can lie, one choice each.

Left the screen says how a thing lies, right the table says how it is. Whoever sees a difference
points at the thing, then at how it is: that is one fix, and the game goes on from there.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

import msgspec

from companion.rules.editions import Seat, Sun, Suns, suns_in_play
from companion.rules.events import Matter
from companion.rules.fixing import Fix, HandFix
from companion.rules.legal import can_draw
from companion.rules.model import LAST_EPOCH, Auction, Game, Phase, Player, Reason
from companion.rules.tiles import DISASTERS, KINDS, Tile, count

POINTS = (*range(1, 11), *range(-10, 0))
"""By how much points can be put right with one choice; the scoring tokens lie face down, so that
only the difference is ever shown."""


class Mending(msgspec.Struct, frozen=True):
    """The fix panel is open over the table."""

    cell: int = 0
    """Which thing is pointed at, as a place in ``cells``."""
    way: int | None = None
    """Which way it can lie is pointed at, once the thing is chosen."""


class Way(msgspec.Struct, frozen=True):
    """One way in which a thing can lie."""

    fix: Fix | None
    """What says so; None if the screen says it already."""
    label: str = ""
    """English words, which are also what is translated; empty where a picture says it."""
    number: int | None = None
    """Stands for ``{number}`` in the words, or alone."""
    tile: Tile | None = None
    sun: Sun | None = None
    seat: Seat | None = None
    """Whose name stands for ``{name}`` in the words, or alone."""


class Cell(msgspec.Struct, frozen=True):
    """One thing on the table that can lie otherwise than the screen says."""

    matter: Matter
    ways: tuple[Way, ...]
    now: Way
    """How it lies, as the screen says."""
    seat: Seat | None = None
    slot: int | None = None
    sun: Sun | None = None


TITLES: Mapping[Matter, str] = {
    Matter.ACTIVE: "Turn",
    Matter.STAGE: "Now",
    Matter.RA_TRACK: "Ra",
    Matter.EPOCH: "Epoch",
    Matter.CENTRE: "Centre",
    Matter.TRACK: "Tiles",
}
"""What a thing is called that is not told by its picture, in English words."""


AUCTIONS: Mapping[Reason, str] = {
    Reason.INVOKED: "Ra called: {name}",
    Reason.FULL: "Ra called: {name}",
    Reason.RA_DRAWN: "Ra tile: {name}",
}
"""What an auction is called by how it began, in English words."""


@lru_cache(maxsize=4)
def cells(game: Game) -> tuple[Cell, ...]:
    """Return everything that can be put right, as it lies around the table."""
    return tuple(_cells(game))


def pointing_at(game: Game, matter: Matter, whose: int) -> Mending:
    """Return the panel open at one slot of the auction track, or at what a player has."""
    found = cells(game)
    for place, cell in enumerate(found):
        if cell.matter is matter and whose in (cell.slot, cell.seat):
            lies = (at for at, way in enumerate(cell.ways) if way.fix is None)
            return Mending(place, next(lies, 0))
    return Mending()


def _cells(game: Game) -> Iterator[Cell]:
    seats = game.setup.seats
    if game.stage is not Phase.OVER:
        yield _turn(game)
        yield _stage(game)
        spaces, epochs = range(game.ra_limit + 1), range(1, LAST_EPOCH + 1)
        yield _numbers(Matter.RA_TRACK, game.ra_count, spaces, lambda n: Fix(ra_count=n))
        yield _numbers(Matter.EPOCH, game.epoch, epochs, lambda n: Fix(epoch=n))
        yield _centre(game)
        yield from (_slot(game, slot) for slot in range(len(game.lane)))
        yield from (_sun(game, sun) for sun in suns_in_play(len(seats)) if sun != game.centre)
    yield from (_tiles(game.players[seat], seat) for seat in seats)
    yield from (_points(game.players[seat], seat) for seat in seats)


def _now(ways: tuple[Way, ...]) -> Way:
    """Return the way in which the screen says the thing lies."""
    return next((way for way in ways if way.fix is None), Way(None, "not on the table"))


def _turn(game: Game) -> Cell:
    ways = tuple(
        Way(None if seat == game.active else Fix(active=seat), seat=seat)
        for seat in game.setup.seats
        if game.players[seat].up or seat == game.active
    )
    return Cell(Matter.ACTIVE, ways, _now(ways))


def _stage(game: Game) -> Cell:
    stage = game.stage
    called = Reason.INVOKED if can_draw(game) else Reason.FULL
    ways = [
        Way(None if stage is Phase.TURN else Fix(stage=Phase.TURN), "a turn"),
        Way(None if stage is Phase.GODS else Fix(stage=Phase.GODS), "gods are used"),
    ]
    for seat in (seat for seat in game.setup.seats if game.players[seat].up):
        for reason in (called, Reason.RA_DRAWN):
            is_now = isinstance(stage, Auction) and (stage.ra_player, stage.reason) == (
                seat,
                reason,
            )
            fix = None if is_now else Fix(stage=Auction(seat, reason))
            ways.append(Way(fix, AUCTIONS[reason], seat=seat))
    if not isinstance(stage, Phase | Auction):
        ways.insert(0, Way(None, "a disaster"))
    return Cell(Matter.STAGE, tuple(ways), _now(tuple(ways)))


def _numbers(matter: Matter, now: int, numbers: range, said: Callable[[int], Fix]) -> Cell:
    ways = tuple(Way(None if number == now else said(number), number=number) for number in numbers)
    return Cell(matter, ways, _now(ways))


def _centre(game: Game) -> Cell:
    ways = tuple(
        Way(None if sun == game.centre else _put_in_centre(game, sun), sun=sun)
        for sun in suns_in_play(len(game.players))
    )
    return Cell(Matter.CENTRE, ways, _now(ways))


def _put_in_centre(game: Game, sun: Sun) -> Fix:
    """Return the fix that lays a sun in the centre.

    Its owner has the sun that lay there, face down, as after an auction (R-RES-2).
    """
    hands = []
    for seat in game.setup.seats:
        player = game.players[seat]
        if sun in (*player.up, *player.down):
            down = tuple(other for other in player.down if other != sun)
            hands.append(HandFix(seat, _without(player.up, sun), (*down, game.centre)))
    return Fix(centre=sun, hands=tuple(hands))


def _without(suns: Suns, sun: Sun) -> Suns:
    return tuple(other for other in suns if other != sun)


def _slot(game: Game, slot: int) -> Cell:
    now = game.lane[slot]

    def laid(tile: Tile | None) -> Fix | None:
        lane = (*game.lane[:slot], tile, *game.lane[slot + 1 :])
        return None if tile == now else Fix(lane=lane)

    kinds = (tile for tile in KINDS if tile is not Tile.RA)
    ways = (Way(laid(None), "empty"), *(Way(laid(tile), tile=tile) for tile in kinds))
    return Cell(Matter.SLOT, ways, _now(ways), slot=slot)


def _sun(game: Game, sun: Sun) -> Cell:
    ways = []
    for label, is_up in (("{name}, face up", True), ("{name}, face down", False)):
        for seat in game.setup.seats:
            player = game.players[seat]
            is_now = sun in (player.up if is_up else player.down)
            fix = None if is_now else _given(game, sun, seat, is_up=is_up)
            ways.append(Way(fix, label, seat=seat))
    return Cell(Matter.UP, tuple(ways), _now(tuple(ways)), sun=sun)


def _given(game: Game, sun: Sun, to: Seat, *, is_up: bool) -> Fix:
    """Return the fix that lays a sun before one player and takes it from all others."""
    hands = []
    for seat in game.setup.seats:
        player = game.players[seat]
        up, down = _without(player.up, sun), _without(player.down, sun)
        if seat == to:
            up, down = (tuple(sorted((*up, sun))), down) if is_up else (up, (*down, sun))
        if (up, down) != (player.up, player.down):
            hands.append(HandFix(seat, up, down))
    return Fix(hands=tuple(hands))


def _tiles(player: Player, seat: Seat) -> Cell:
    """Return the cell of a player's tiles: one less of those they have, one more of any kind."""
    held = tuple(tile for tile in KINDS if count(player.tiles, tile))
    kept = tuple(tile for tile in KINDS if not tile.mask & (DISASTERS | Tile.RA.mask))
    less = (_one(player, seat, tile, -1) for tile in held)
    more = (_one(player, seat, tile, 1) for tile in kept)
    now = Way(None, number=sum(count(player.tiles, tile) for tile in held))
    return Cell(Matter.TILES, (*less, *more), now, seat=seat)


def _one(player: Player, seat: Seat, tile: Tile, more: int) -> Way:
    fix = Fix(hands=(HandFix(seat, tiles=player.tiles + more * tile.one),))
    return Way(fix, number=more, tile=tile)


def _points(player: Player, seat: Seat) -> Cell:
    ways = (
        Way(Fix(hands=(HandFix(seat, score=player.score + more),)), number=more)
        for more in POINTS
        if player.score + more >= 0
    )
    return Cell(Matter.SCORE, tuple(ways), Way(None, "points"), seat=seat)
