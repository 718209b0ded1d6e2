"""Playing: one action, one new table, and what happened (rules section 1.2)."""

from collections.abc import Callable
from typing import NoReturn, TypeVar, cast

from msgspec.structs import replace

from companion.rules import legal
from companion.rules.actions import (
    BIDS,
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
from companion.rules.disasters import strike
from companion.rules.editions import SUN_GROUPS, Seat, Sun, Suns
from companion.rules.ending import Events, Step, end_epoch
from companion.rules.events import (
    AuctionBegan,
    BidMade,
    Cause,
    DisasterStruck,
    GodsEnded,
    GodUsed,
    LotWon,
    NobodyBid,
    Passed,
    RaInvoked,
    TileDrawn,
)
from companion.rules.legal import (
    LEFT,
    god_targets,
    has_god,
    is_discard,
    is_fresh,
    left_with_suns,
    must_bid,
)
from companion.rules.model import EMPTY_LANE, Auction, Disaster, Game, Phase, Player, Reason
from companion.rules.refusal import IllegalAction
from companion.rules.tiles import DISASTERS, KINDS, NO_TILES, Tile, Tiles, bundle, only

# Python 3.11 finds a member of an Enum by a call: those of every turn are looked up once.
_TURN, _GODS, _RA = Phase.TURN, Phase.GODS, Tile.RA


def play(game: Game, action: Action) -> Step:
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
    try:
        plays = _PLAYS[type(action)]
    except KeyError:
        raise TypeError(f"{type(action).__name__} cannot be played") from None
    return plays(game, action)


def _refuse(game: Game, action: Action) -> NoReturn:
    raise IllegalAction(legal.why_not(game, action))


def _draw(game: Game, action: Draw) -> Step:
    tile, bag, seat = action.tile, game.bag, game.active
    if game.stage is not _TURN or None not in game.lane or not bag & tile.mask:
        _refuse(game, action)
    if tile is _RA:
        return _draw_ra(game)
    lane = list(game.lane)
    lane[lane.index(None)] = tile
    players = game.players
    after = LEFT[len(players)][seat]
    if not players[after].up:
        after = left_with_suns(players, after)
    return replace(game, bag=bag - tile.one, lane=tuple(lane), active=after), _DRAWN[seat][tile]


def _draw_ra(game: Game) -> Step:
    """Put the tile on its track: the epoch ends at once, or an auction begins (R-DRW-2)."""
    ra_player, bag, ra_count = game.active, game.bag - _RA.one, game.ra_count + 1
    drawn = _DRAWN[ra_player][_RA]
    if ra_count == game.ra_limit:
        return end_epoch(replace(game, bag=bag, ra_count=ra_count), Cause.RA_TRACK, drawn)
    auction, began = _AUCTIONS_BY_TILE[ra_player]
    first = left_with_suns(game.players, ra_player)
    after = replace(game, bag=bag, ra_count=ra_count, active=first, stage=auction)
    return after, drawn + began


def _invoke(game: Game, action: Invoke) -> Step:
    if game.stage is not _TURN:
        _refuse(game, action)
    ra_player, players = game.active, game.players
    auctions = _AUCTIONS_BY_CHOICE if None in game.lane else _AUCTIONS_IF_FULL
    auction, events = auctions[ra_player]
    first = LEFT[len(players)][ra_player]
    if not players[first].up:
        first = left_with_suns(players, first)
    return replace(game, active=first, stage=auction), events


def _use_god(game: Game, action: UseGod) -> Step:
    seat = game.active
    player = game.players[seat]
    if (
        (game.stage is not _TURN and game.stage is not _GODS)
        or not has_god(player)
        or action not in god_targets(game.lane)
    ):
        _refuse(game, action)
    slot = action.slot
    tile = game.lane[slot]
    assert tile is not None  # noqa: S101 - god_targets names no empty slot
    events: Events = (GodUsed(seat, tile),)
    held = player.tiles - Tile.GOD.one
    waiting: Disaster | None = None
    if tile.mask & DISASTERS:
        held, struck, waiting = strike(held, seat, (tile.one), None)
        events += struck
    else:
        held = held + tile.one
    lane = *game.lane[:slot], None, *game.lane[slot + 1 :]
    players = _with_player(game.players, seat, replace(player, tiles=held))
    return replace(game, lane=lane, players=players, stage=waiting or _GODS), events


def _end_gods(game: Game, action: EndGods) -> Step:
    if game.stage is not _GODS:
        _refuse(game, action)
    after = replace(game, stage=_TURN, active=left_with_suns(game.players, game.active))
    return after, (GodsEnded(game.active),)


def _bid(game: Game, action: Bid) -> Step:
    auction, seat, sun, players = game.stage, game.active, action.sun, game.players
    if (
        type(auction) is not Auction
        or sun not in players[seat].up
        or sun <= (auction.best_bid or 0)
    ):
        _refuse(game, action)
    ra_player = auction.ra_player
    if seat == ra_player:
        return _take_lot(game, ra_player, seat, sun, _BID[seat][sun])
    after = LEFT[len(players)][seat]
    if not players[after].up:
        after = left_with_suns(players, after)
    raised = Auction(ra_player, auction.reason, sun, seat)
    return replace(game, active=after, stage=raised), _BID[seat][sun]


def _pass(game: Game, action: Pass) -> Step:
    auction = game.stage
    if type(auction) is not Auction or (auction.best_bid is None and must_bid(game, auction)):
        _refuse(game, action)
    seat = game.active
    if seat == auction.ra_player:
        return _resolve(game, auction, _PASSED[seat])
    return replace(game, active=left_with_suns(game.players, seat)), _PASSED[seat]


def _won(game: Game, action: Won) -> Step:
    auction = game.stage
    sun = action.sun
    if type(auction) is Auction and is_fresh(game, auction):
        for seat in game.setup.seats:
            if sun in game.players[seat].up:
                auction = replace(auction, best_bid=sun, best_bidder=seat)
                return _resolve(game, auction, ())
    _refuse(game, action)


def _unsold(game: Game, action: Unsold) -> Step:
    auction = game.stage
    if (
        type(auction) is not Auction
        or auction.reason is Reason.INVOKED
        or not is_fresh(game, auction)
    ):
        _refuse(game, action)
    return _resolve(game, auction, ())


def _resolve(game: Game, auction: Auction, events: Events) -> Step:
    """All have bid or passed: the highest bidder takes the lot, or nobody does (section 1.6)."""
    sun, seat = auction.best_bid, auction.best_bidder
    if sun is not None and seat is not None:
        return _take_lot(game, auction.ra_player, seat, sun, events)
    if auction.reason is Reason.FULL:
        lane, removed = EMPTY_LANE, game.lane
    else:
        lane, removed = game.lane, ()
    after = left_with_suns(game.players, auction.ra_player)
    return replace(game, lane=lane, active=after, stage=_TURN), (*events, NobodyBid(removed))


def _take_lot(game: Game, ra_player: Seat, seat: Seat, sun: Sun, events: Events) -> Step:
    """Swap the suns, take the tiles, then resolve the disasters (R-RES-1 … R-RES-5)."""
    players, won, lane = game.players, game.centre, game.lane
    winner = players[seat]
    held, lot, waiting = winner.tiles, NO_TILES, None
    if lane is not EMPTY_LANE:
        for tile in lane:
            if tile is not None:
                lot += tile.one
        held += lot
    events += (LotWon(seat, sun, won, lot),)
    if lot & DISASTERS:
        held, struck, waiting = strike(held - only(lot, DISASTERS), seat, lot, ra_player)
        events += struck
    seated = list(players)
    seated[seat] = Player(_WITHOUT[winner.up][sun], (*winner.down, won), held, winner.score)
    players = tuple(seated)
    after = LEFT[len(players)][ra_player]
    if not players[after].up:
        after = left_with_suns(players, after)
    table = replace(game, players=players, centre=sun, lane=EMPTY_LANE, active=after, stage=_TURN)
    if waiting is not None:
        return replace(table, active=seat, stage=waiting), events
    if not players[after].up:
        return end_epoch(replace(table, active=ra_player), Cause.SUNS, events)
    return table, events


def _discard(game: Game, action: Discard) -> Step:
    stage = game.stage
    if type(stage) is not Disaster or not is_discard(game, stage, action):
        _refuse(game, action)
    seat = game.active
    player = game.players[seat]
    lost = bundle(action.tiles)
    number = stage.unrests or stage.earthquakes
    events: Events = (DisasterStruck(seat, stage.tile, number, lost),)
    held, waiting = player.tiles - lost, None
    if stage.unrests and stage.earthquakes:
        earthquakes = Tile.EARTHQUAKE.one * stage.earthquakes
        held, struck, waiting = strike(held, seat, earthquakes, stage.ra_player)
        events += struck
    return _after_disasters(game, stage, held, waiting, events)


def carry_out(game: Game, disaster: Disaster) -> Step:
    """Resolve the waiting disasters, up to the first that leaves a choice (R-DIS-6).

    The engine itself never needs this: only a fix can change tiles while their owner chooses.
    """
    seat = game.active
    lot = Tile.UNREST.one * disaster.unrests + Tile.EARTHQUAKE.one * disaster.earthquakes
    held, struck, waiting = strike(game.players[seat].tiles, seat, lot, disaster.ra_player)
    return _after_disasters(game, disaster, held, waiting, struck)


def _after_disasters(
    game: Game, stage: Disaster, held: Tiles, waiting: Disaster | None, events: Events
) -> Step:
    """Give the owner what is left, and move on to what comes next."""
    seat = game.active
    players = _with_player(game.players, seat, replace(game.players[seat], tiles=held))
    if waiting is not None:
        return replace(game, players=players, stage=waiting), events
    if stage.ra_player is None:
        return replace(game, players=players, stage=_GODS), events
    after = left_with_suns(players, stage.ra_player)
    if not players[after].up:
        return end_epoch(replace(game, players=players), Cause.SUNS, events)
    return replace(game, players=players, active=after, stage=_TURN), events


class _Without(dict[Suns, dict[Sun, Suns]]):
    """What is left of a hand of suns without each one, for all hands seen so far: a few hundred."""

    def __missing__(self, up: Suns) -> dict[Sun, Suns]:
        self[up] = {sun: tuple(other for other in up if other != sun) for sun in up}
        return self[up]


_WITHOUT = _Without()


def _with_player(players: tuple[Player, ...], seat: Seat, player: Player) -> tuple[Player, ...]:
    seated = list(players)
    seated[seat] = player
    return tuple(seated)


# The facts of every turn are the same few again and again: each is made once.
_SEATS = tuple(Seat(seat) for seat in range(max(SUN_GROUPS)))

_DRAWN: tuple[dict[Tile, Events], ...] = tuple(
    {tile: (TileDrawn(seat, tile),) for tile in KINDS} for seat in _SEATS
)

_BID: tuple[dict[Sun, Events], ...] = tuple(
    {sun: (BidMade(seat, sun),) for sun in BIDS} for seat in _SEATS
)

_PASSED: tuple[Events, ...] = tuple((Passed(seat),) for seat in _SEATS)


def _auctions(reason: Reason) -> tuple[tuple[Auction, Events], ...]:
    """Return how an auction begins, for each Ra player."""
    return tuple((Auction(seat, reason), (AuctionBegan(seat, reason),)) for seat in _SEATS)


def _auctions_called(reason: Reason) -> tuple[tuple[Auction, Events], ...]:
    """Return how an auction begins if the Ra player calls Ra."""
    return tuple(
        (auction, (RaInvoked(auction.ra_player), *began)) for auction, began in _auctions(reason)
    )


_AUCTIONS_BY_TILE = _auctions(Reason.RA_DRAWN)

_AUCTIONS_BY_CHOICE = _auctions_called(Reason.INVOKED)

_AUCTIONS_IF_FULL = _auctions_called(Reason.FULL)

_Kind = TypeVar("_Kind", bound=Action)

_Plays = Callable[[Game, Action], Step]


def _of(kind: type[_Kind], plays: Callable[[Game, _Kind], Step]) -> tuple[type, _Plays]:
    """Return a line of the table, whose two sides speak of the same action."""
    return kind, cast("_Plays", plays)


_PLAYS = dict(
    (
        _of(Draw, _draw),
        _of(Invoke, _invoke),
        _of(UseGod, _use_god),
        _of(EndGods, _end_gods),
        _of(Bid, _bid),
        _of(Pass, _pass),
        _of(Won, _won),
        _of(Unsold, _unsold),
        _of(Discard, _discard),
    )
)
"""Looked up rather than matched: games are played through by the thousand."""
