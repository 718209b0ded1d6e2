"""Between frozen games and tables that are played on in place, and between their actions."""

from collections.abc import Sequence
from operator import mul

from companion.rules import engine
from companion.rules.actions import (
    BIDS,
    DRAWS,
    END_GODS,
    GODS,
    INVOKE,
    PASS,
    REACH_INTO_BAG,
    UNSOLD,
    Action,
    Choice,
    Discard,
    ReachIntoBag,
    Won,
)
from companion.rules.editions import Seat
from companion.rules.engine import row
from companion.rules.model import (
    Auction,
    AuctionCause,
    AuctionTrack,
    Discarding,
    Game,
    Phase,
    Player,
    Stage,
)
from companion.rules.scoring.scoring import PENALTIES
from companion.rules.tiles import KINDS, Tiles, bundle_of_numbers, numbers

CAUSES = {
    engine.RA_DRAWN: AuctionCause.RA_DRAWN,
    engine.TRACK_FULL: AuctionCause.TRACK_FULL,
    engine.INVOKED: AuctionCause.INVOKED,
}

_CAUSE_NUMBERS = {cause: number for number, cause in CAUSES.items()}

IS_COMPILED = str(engine.__file__).endswith(".so")

FORM = (
    "The rules are compiled"
    if IS_COMPILED
    else "The rules are not compiled for this Python; simulated games run slower"
)

_PHASES = {engine.TURN: Phase.TURN, engine.GODS: Phase.GODS, engine.OVER: Phase.OVER}

_NUMBERS = {phase: number for number, phase in _PHASES.items()}


def thawed(game: Game) -> engine.Table:
    """Return the table of a game, to be played on; its bag is in the order of the tiles' kinds."""
    table = thawed_without_bag(game)
    bag = b"".join(map(mul, _ONE_OF_EACH, game.bag.to_bytes(len(KINDS), "little")))
    table.bag = row(tuple(bag))
    return table


def thawed_without_bag(game: Game) -> engine.Table:
    """Return the same with nothing in the bag: enough for one action that is known."""
    players = [
        engine.Player(row(one.suns), row(one.spent), row(numbers(one.tiles)), one.score)
        for one in game.players
    ]
    penalty = PENALTIES.index(game.setup.options.two_player_no_penalty)
    table = engine.Table(players, game.ra_limit, row(()), penalty, game.active)
    table.track = row([engine.EMPTY if tile is None else tile.place for tile in game.track])
    table.centre = game.centre
    table.epoch = game.epoch
    table.ra_count = game.ra_count
    _wait(table, game.stage)
    return table


def _wait(table: engine.Table, stage: Stage) -> None:
    """Let a table wait for what a game waits for."""
    match stage:
        case Auction(ra_player, cause, best_bid, best_bidder):
            table.phase, table.cause = engine.AUCTION, _CAUSE_NUMBERS[cause]
            table.ra_player = ra_player
            if best_bid is not None and best_bidder is not None:
                table.best_bid, table.best_bidder = best_bid, best_bidder
        case Discarding(unrests, earthquakes, ra_player):
            table.phase = engine.DISCARDING
            table.ra_player = engine.NOBODY if ra_player is None else ra_player
            tiles = table.players[table.active].tiles
            tiles[engine.UNREST] += unrests
            tiles[engine.EARTHQUAKE] += earthquakes
        case Phase():
            table.phase = _NUMBERS[stage]


def frozen(table: engine.Table, game: Game, bag: Tiles | None = None) -> Game:
    """Return the game that a table has come to, and that began as another one.

    Args:
        table: The table now.
        game: What it was thawed from.
        bag: What is left in the bag, if the table has none.
    """
    return Game(
        game.setup,
        tuple([_player(table, seat) for seat in range(len(table.players))]),
        Seat(table.active),
        table.centre,
        _bundle_of_kinds(list(table.bag)) if bag is None else bag,
        auction_track(table.track),
        _stage(table),
        table.epoch,
        table.ra_count,
        game.excess_tiles,
    )


_ONE_OF_EACH = tuple([bytes([kind]) for kind in range(len(KINDS))])


def _bundle_of_kinds(bag: list[int]) -> Tiles:
    """Return the bundle of these tiles; bytes count themselves many times as fast as a list."""
    kinds = bytes(bag)
    return bundle_of_numbers(list(map(kinds.count, _ONE_OF_EACH)))


def _player(table: engine.Table, seat: int) -> Player:
    """Return what a player holds, without the disasters for which they choose."""
    player = table.players[seat]
    tiles = list(player.tiles)
    if table.phase == engine.DISCARDING and seat == table.active:
        tiles = [*tiles[: engine.FUNERAL], *(0,) * (engine.KINDS - engine.FUNERAL)]
    return Player(tuple(player.suns), tuple(player.spent), bundle_of_numbers(tiles), player.score)


def _stage(table: engine.Table) -> Stage:
    ra_player = None if table.ra_player == engine.NOBODY else Seat(table.ra_player)
    if table.phase == engine.DISCARDING:
        tiles = table.players[table.active].tiles
        return Discarding(tiles[engine.UNREST], tiles[engine.EARTHQUAKE], ra_player)
    if ra_player is None:
        return _PHASES[table.phase]
    if table.best_bidder == engine.NOBODY:
        return Auction(ra_player, CAUSES[table.cause])
    return Auction(ra_player, CAUSES[table.cause], table.best_bid, Seat(table.best_bidder))


def next_seat(suns: Sequence[Sequence[int]], seat: Seat) -> Seat:
    """Return who is next clockwise after a seat, given everybody's suns face up (R-TRN-1)."""
    players = [engine.Player(row(each), row(()), row(()), 0) for each in suns]
    return Seat(engine.Table(players, 0, row(()), engine.PENALTY, seat).after(seat))


def auction_track(track: list[int]) -> AuctionTrack:
    """Return the auction track."""
    return tuple([None if tile == engine.EMPTY else KINDS[tile] for tile in track])


def number_of(choice: Choice) -> int:
    """Return the number of a choice."""
    if isinstance(choice, Discard):
        return engine.discarding(sorted([tile.place for tile in choice.tiles]))
    return engine.REACH_INTO_BAG if isinstance(choice, ReachIntoBag) else _NUMBER_OF[choice]


def action_of(number: int) -> Action:
    """Return the action that has this number.

    Raises:
        KeyError: There is none; the decision to draw is none before a tile has come out.
    """
    if number & 15 == engine.DISCARD:
        return Discard(tuple([KINDS[tile] for tile in engine.discarded(number)]))
    return _ACTION_OF[number]


def choice_of(number: int) -> Choice:
    """Return the choice that has this number."""
    return REACH_INTO_BAG if number == engine.REACH_INTO_BAG else action_of(number)


def _number(kind: int, what: int) -> int:
    return kind | what << engine.KIND_BITS


_NUMBER_OF: dict[Action, int] = {
    INVOKE: engine.INVOKE,
    END_GODS: engine.END_GODS,
    PASS: engine.PASS,
    UNSOLD: engine.UNSOLD,
    **{draw: _number(engine.DRAW, tile.place) for tile, draw in DRAWS.items()},
    **{god: _number(engine.USE_GOD, god.slot) for god in GODS},
    **{bid: _number(engine.BID, sun) for sun, bid in BIDS.items()},
    **{Won(sun): _number(engine.WON, sun) for sun in BIDS},
}

_ACTION_OF = {number: action for action, number in _NUMBER_OF.items()}
