"""Playing a frozen game: one action, one new game, and what happened.

The rules themselves are in ``engine``; whether an action is allowed is said by ``legal``.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from companion.rules import engine
from companion.rules.actions import (
    Action,
    Bid,
    Discard,
    Draw,
    EndGods,
    Invoke,
    Pass,
    Unsold,
    UseGod,
    Won,
)
from companion.rules.editions import Seat
from companion.rules.events import (
    AuctionBegan,
    BidMade,
    Cause,
    DisasterStruck,
    EpochBegan,
    EpochEnded,
    Event,
    GameEnded,
    GodsEnded,
    GodUsed,
    LotWon,
    NobodyBid,
    Passed,
    RaInvoked,
    TileDrawn,
)
from companion.rules.legal import refusal
from companion.rules.model import Game, Phase
from companion.rules.problems import IllegalAction
from companion.rules.scoring.scoring import EpochScore, Ranking, ranking
from companion.rules.thawing import CAUSES, auction_track, frozen, thawed_without_bag
from companion.rules.tiles import KINDS, bundle

Events = tuple[Event, ...]

Played = tuple[Game, Events]
"""The game after an action, and what happened, in order."""


def play(game: Game, action: Action) -> Played:
    """Play one action and return what it did; the game passed in is unchanged.

    Args:
        game: The table before the action.
        action: What a player did, or what came out of the bag.

    Returns:
        The table after the action, and the events in the order in which they happened.

    Raises:
        IllegalAction: The rules do not allow it now; the text tells a player why.
        TypeError: Not an action; reaching into the bag is not one until a tile has come out.
    """
    return next(play_all(game, (action,)))


def play_all(game: Game, actions: Iterable[Action]) -> Iterator[Played]:
    """Play actions one after another, as ``play`` does, and yield what each did."""
    table, log = _observed(game)
    for action in actions:
        if not isinstance(action, Action):
            raise TypeError(f"{type(action).__name__} cannot be played")
        refused = refusal(game, action)
        if refused is not None:
            raise IllegalAction(refused)
        log.begin(game)
        _do(table, action)
        bag = game.bag - action.tile.one if isinstance(action, Draw) else game.bag
        game = frozen(table, game, bag)
        yield game, tuple(log.events)


def carry_out(game: Game) -> Played:
    """Resolve the disasters that wait, up to the first that leaves a choice (R-DIS-6).

    The engine itself never needs this: only a fix can change tiles while their owner chooses.
    """
    table, log = _observed(game)
    table.go_on()
    return frozen(table, game, game.bag), tuple(log.events)


def end_epoch(game: Game, cause: Cause) -> Played:
    """End the epoch now, as only a fix can bring it about (R-EPE-3, R-EPE-5)."""
    table, log = _observed(replace(game, stage=Phase.TURN))  # whatever it waits for
    table.end_epoch(_CAUSES.index(cause))
    return frozen(table, game, game.bag), tuple(log.events)


def final_ranking(game: Game) -> Ranking:
    """Return the ranking by the points scored so far (R-END-1 … R-END-3)."""
    players = game.players
    return ranking(
        [player.score for player in players], [player.suns + player.spent for player in players]
    )


def _do(table: engine.Table, action: Action) -> None:
    match action:
        case Draw(tile):
            table.draw(tile.place)
        case Invoke():
            table.invoke()
        case UseGod(space):
            table.use_god(space)
        case EndGods():
            table.end_gods()
        case Bid(sun):
            table.bid(sun)
        case Pass():
            table.pass_()
        case Won(sun):
            table.won(sun)
        case Unsold():
            table.unsold()
        case Discard(tiles):
            table.discard([tile.place for tile in tiles])


_CAUSES = (Cause.SUNS, Cause.RA_TRACK)
"""By their numbers in the engine."""


def _observed(game: Game) -> "tuple[engine.Table, _Log]":
    """Return the table of a game, and what takes down all that happens there."""
    table = thawed_without_bag(game)
    table.observer = log = _Log(game, table)
    return table, log


class _Log(engine.Observer):
    """Takes down what happens at a table."""

    def __init__(self, game: Game, table: engine.Table) -> None:
        self._table = table
        self.begin(game)

    def begin(self, game: Game) -> None:
        """Take down what happens from this game on."""
        self._game = game
        self.events: list[Event] = []

    def tile_drawn(self, seat: int, tile: int) -> None:
        self.events.append(TileDrawn(Seat(seat), KINDS[tile]))

    def ra_invoked(self, seat: int) -> None:
        self.events.append(RaInvoked(Seat(seat)))

    def auction_began(self, seat: int, cause: int) -> None:
        self.events.append(AuctionBegan(Seat(seat), CAUSES[cause]))

    def bid_made(self, seat: int, sun: int) -> None:
        self.events.append(BidMade(Seat(seat), sun))

    def passed(self, seat: int) -> None:
        self.events.append(Passed(Seat(seat)))

    def lot_won(self, seat: int, paid: int, won: int, track: list[int]) -> None:
        lot = bundle(KINDS[tile] for tile in track if tile != engine.EMPTY)
        self.events.append(LotWon(Seat(seat), paid, won, lot))

    def nobody_bid(self, removed: list[int]) -> None:
        self.events.append(NobodyBid(auction_track(removed)))

    def god_used(self, seat: int, tile: int) -> None:
        self.events.append(GodUsed(Seat(seat), KINDS[tile]))

    def gods_ended(self, seat: int) -> None:
        self.events.append(GodsEnded(Seat(seat)))

    def disaster_struck(self, seat: int, disaster: int, number: int, lost: list[int]) -> None:
        tiles = bundle(KINDS[tile] for tile in lost)
        self.events.append(DisasterStruck(Seat(seat), KINDS[disaster], number, tiles))

    def epoch_ended(
        self, epoch: int, cause: int, scores: list[list[int]], track: list[int]
    ) -> None:
        before, after = self._game.players, self._table.players
        scored = tuple(
            [
                EpochScore(*[*points, was.score, now.score])
                for points, was, now in zip(scores, before, after, strict=True)
            ]
        )
        self.events.append(EpochEnded(epoch, _CAUSES[cause], scored, auction_track(track)))

    def epoch_began(self, epoch: int, seat: int) -> None:
        self.events.append(EpochBegan(epoch, Seat(seat)))

    def game_ended(self) -> None:
        self.events.append(GameEnded(final_ranking(frozen(self._table, self._game, 0))))
