"""What is allowed now, and why anything else is not: who, what and why, for a player."""

from functools import lru_cache
from itertools import combinations

from companion.rules.actions import (
    BIDS,
    DRAWS,
    END_GODS,
    GODS,
    INVOKE,
    LANE_SLOTS,
    PASS,
    REACH_INTO_BAG,
    UNSOLD,
    Action,
    Bid,
    Choice,
    Discard,
    Draw,
    EndGods,
    Invoke,
    Pass,
    ReachIntoBag,
    Unsold,
    UseGod,
    Won,
)
from companion.rules.editions import Seat, Sun, Suns
from companion.rules.model import Auction, Disaster, Game, Lane, Phase, Player, Reason
from companion.rules.refusal import Fact, Refusal, Why
from companion.rules.tiles import (
    CIVILISATIONS,
    FAMILIES,
    KINDS,
    MONUMENTS,
    Tile,
    Tiles,
    bundle,
    count,
    counts,
    holds,
    mask,
    only,
    size,
    tiles,
)

TILES_PER_DISASTER = 2
"""How many tiles one disaster tile takes (R-DIS-1)."""

LEFT = tuple(tuple(Seat((seat + 1) % players) for seat in range(players)) for players in range(6))
"""The seat to the left of each seat, by number of players (R-TRN-1)."""


def left_with_suns(players: tuple[Player, ...], seat: Seat) -> Seat:
    """Return the first player clockwise after this seat, itself last, with a face-up sun.

    It is this seat if nobody has one; then the epoch ends (R-EPE-1).
    """
    left = LEFT[len(players)]
    after = left[seat]
    while not players[after].up and after != seat:
        after = left[after]
    return after


def can_draw(game: Game) -> bool:
    """Whether the auction track has room for a tile (R-TRN-4)."""
    return None in game.lane


@lru_cache(maxsize=4096)
def god_targets(lane: Lane) -> tuple[UseGod, ...]:
    """Return the uses of a god on this auction track: any tile but gods (R-GOD-2)."""
    return tuple(
        god for god, tile in zip(GODS, lane, strict=True) if tile is not None and tile != Tile.GOD
    )


_GODS = Tile.GOD.mask


def has_god(player: Player) -> bool:
    """Whether the player owns a god tile (R-GOD-1)."""
    return player.tiles & _GODS > 0


class _BidOrPass(dict[Suns, tuple[tuple[Choice, ...], ...]]):
    """What each hand of suns allows over each best bid, from 0 (none) upwards (R-AUC-2).

    Holds the hands seen so far: some hundreds, never more than 2,500.
    """

    def __missing__(self, up: Suns) -> tuple[tuple[Choice, ...], ...]:
        choices: tuple[Choice, ...] = (*[BIDS[sun] for sun in up], PASS)
        over: list[tuple[Choice, ...]] = []
        for sun in (*up, len(BIDS) + 1):
            over += [choices] * (sun - len(over))
            choices = choices[1:]
        self[up] = tuple(over)
        return self[up]


BID_OR_PASS = _BidOrPass()


def open_bids(up: Suns, best: Sun | None) -> tuple[Bid, ...]:
    """Return the bids that these face-up suns allow above the best bid (R-AUC-2)."""
    return tuple(bid for bid in BID_OR_PASS[up][best or 0] if isinstance(bid, Bid))


@lru_cache(maxsize=4096)
def _turn_choices(lane: Lane, stage: Phase, *, owns_god: bool) -> tuple[Choice, ...]:
    gods = god_targets(lane) if owns_god else ()
    if stage is Phase.GODS:
        return (END_GODS, *gods)
    return (REACH_INTO_BAG, INVOKE, *gods) if None in lane else (INVOKE, *gods)


def must_bid(game: Game, auction: Auction) -> bool:
    """Whether the bidder called Ra by choice and nobody else has bid (section 1.6, A3)."""
    return (
        auction.best_bid is None and auction.reason is _INVOKED and auction.ra_player == game.active
    )


def is_fresh(game: Game, auction: Auction) -> bool:
    """Whether nobody has bid or passed yet, so that the result may be entered directly."""
    first = left_with_suns(game.players, auction.ra_player)
    return game.active == first and auction.best_bid is None


def suns_at_auction(game: Game) -> Suns:
    """Return every face-up sun that could win the auction, ascending (``won`` in a record)."""
    return tuple(sorted(sun for player in game.players for sun in player.up))


def tiles_to_give_up(disaster: Disaster) -> int:
    """Return how many tiles the owner must choose for the current disaster (R-DIS-2)."""
    return TILES_PER_DISASTER * (disaster.unrests or disaster.earthquakes)


def discards(game: Game, disaster: Disaster) -> tuple[Discard, ...]:
    """Return every way to give up tiles to the current disaster (R-DIS-1)."""
    owned = _exposed(game, disaster)
    must = min(tiles_to_give_up(disaster), size(owned))
    return tuple(Discard(chosen) for chosen in dict.fromkeys(combinations(tiles(owned), must)))


def is_discard(game: Game, disaster: Disaster, action: Discard) -> bool:
    """Whether these are tiles that the disaster takes, as many as required, and all owned."""
    owned = _exposed(game, disaster)
    must = min(tiles_to_give_up(disaster), size(owned))
    return len(action.tiles) == must and holds(owned, bundle(action.tiles))


def _exposed(game: Game, disaster: Disaster) -> Tiles:
    return only(game.players[game.active].tiles, mask(FAMILIES[disaster.family]))


def choices(game: Game) -> tuple[Choice, ...]:
    """Return what the deciding player can choose (section 1.12); nothing when the game is over.

    The short forms of an auction (``Won``, ``Unsold``) are not included: no single player
    chooses them.
    """
    stage = game.stage
    player = game.players[game.active]
    if stage is _TURN and not player.tiles & _GODS:
        return _REACH_OR_INVOKE if None in game.lane else _INVOKE_ONLY
    if type(stage) is Auction:
        best = stage.best_bid
        if best is None and stage.reason is _INVOKED and stage.ra_player == game.active:
            return BID_OR_PASS[player.up][0][:-1]
        return BID_OR_PASS[player.up][best or 0]
    if type(stage) is Disaster:
        return discards(game, stage)
    if stage is _OVER:
        return ()
    return _turn_choices(game.lane, stage, owns_god=has_god(player))


_TURN, _OVER, _INVOKED = Phase.TURN, Phase.OVER, Reason.INVOKED

_REACH_OR_INVOKE: tuple[Choice, ...] = (REACH_INTO_BAG, INVOKE)

_INVOKE_ONLY: tuple[Choice, ...] = (INVOKE,)


def legal_actions(game: Game) -> tuple[Action, ...]:
    """Return every action that ``play`` accepts now; empty only when the game is over."""
    actions: list[Action] = []
    for choice in choices(game):
        if isinstance(choice, ReachIntoBag):
            actions += [DRAWS[kind] for kind in KINDS if game.bag & kind.mask]
        else:
            actions.append(choice)
    if isinstance(game.stage, Auction):
        actions += _results(game, game.stage)
    return tuple(actions)


def _results(game: Game, auction: Auction) -> tuple[Action, ...]:
    if not is_fresh(game, auction):
        return ()
    won = tuple(Won(sun) for sun in suns_at_auction(game))
    return won if auction.reason is Reason.INVOKED else (*won, UNSOLD)


def remaining_losses(
    game: Game, disaster: Disaster, chosen: tuple[Tile, ...]
) -> tuple[tuple[Tile, int], ...]:
    """Return, for each kind that the disaster takes, how many the owner could still give up.

    Args:
        game: The table.
        disaster: The current disaster.
        chosen: What has been chosen so far; all of it is owned.
    """
    owned = counts(_exposed(game, disaster))
    return tuple((tile, number - chosen.count(tile)) for tile, number in owned.items())


def why_not(game: Game, action: Action) -> Refusal:
    """Return why ``play`` refuses this action now.

    Raises:
        ValueError: The action is legal, so there is no reason.
    """
    refusal = _wrong_stage(game, action) or _reason(game, action)
    if refusal is None:
        raise ValueError(f"{action} is legal")
    return refusal


def _reason(game: Game, action: Action) -> Refusal | None:
    match action:
        case Draw():
            return _draw(game, action)
        case UseGod():
            return _use_god(game, action)
        case Bid():
            return _bid(game, action)
        case Pass():
            return _pass(game, action)
        case Won():
            return _won(game, action)
        case Unsold():
            return _unsold(game, action)
        case Discard():
            return _discard(game, action)
        case Invoke() | EndGods():
            return None  # only the wrong stage can forbid it


def _wrong_stage(game: Game, action: Action) -> Refusal | None:
    """Return why this kind of action is impossible now, whatever its details."""
    match game.stage, action:
        case Phase.OVER, _:
            return Refusal(Why.GAME_OVER, {})
        case (Disaster(), Discard()) | (Auction(), Bid() | Pass() | Won() | Unsold()):
            return None
        case Disaster() as stage, _:
            return Refusal(Why.MUST_DISCARD, {"name": game.name, "disaster": stage.tile})
        case _, Discard():
            return Refusal(Why.NOTHING_TO_DISCARD, {})
        case Auction(), _:
            return Refusal(Why.AUCTION_RUNNING, {"name": game.name})
        case _, Bid() | Pass() | Won() | Unsold():
            return Refusal(Why.NO_AUCTION, {"name": game.name})
        case Phase.GODS, Draw() | Invoke():
            return Refusal(Why.GODS_OPEN, {"name": game.name})
        case Phase.TURN, EndGods():
            return Refusal(Why.NO_GOD_USED, {"name": game.name})
        case _:
            return None


def _draw(game: Game, action: Draw) -> Refusal | None:
    if not can_draw(game):
        has = has_god(game.players[game.active])
        return Refusal(Why.TRACK_FULL_GOD if has else Why.TRACK_FULL, {"name": game.name})
    if not count(game.bag, action.tile):
        return Refusal(Why.NONE_LEFT, {"copies": action.tile.copies, "tile": action.tile})
    return None


def _use_god(game: Game, action: UseGod) -> Refusal | None:
    if not has_god(game.players[game.active]):
        return Refusal(Why.NO_GOD, {"name": game.name})
    if not 0 <= action.slot < LANE_SLOTS:
        return Refusal(Why.NO_SUCH_SLOT, {"slot": action.slot + 1})
    tile = game.lane[action.slot]
    if tile is None:
        return Refusal(Why.EMPTY_SLOT, {"slot": action.slot + 1})
    return Refusal(Why.GOD_TAKES_NO_GOD, {}) if tile is Tile.GOD else None


def _auction(game: Game) -> Auction:
    if not isinstance(game.stage, Auction):
        raise TypeError("not an auction")
    return game.stage


def _disaster(game: Game) -> Disaster:
    if not isinstance(game.stage, Disaster):
        raise TypeError("not a disaster")
    return game.stage


def _bid(game: Game, action: Bid) -> Refusal | None:
    best = _auction(game).best_bid or 0
    up = game.players[game.active].up
    facts: dict[str, Fact] = {"name": game.name, "sun": action.sun, "best": best}
    if best and up[-1] <= best:
        return Refusal(Why.NO_HIGHER_SUN, facts)
    if action.sun not in up:
        return Refusal(Why.NOT_OWN_SUN, facts)
    if action.sun <= best:
        return Refusal(Why.TOO_LOW, facts)
    return None


def _pass(game: Game, _: Pass) -> Refusal | None:
    return Refusal(Why.MUST_BID, {"name": game.name}) if must_bid(game, _auction(game)) else None


def _won(game: Game, action: Won) -> Refusal | None:
    if not is_fresh(game, _auction(game)):
        return Refusal(Why.BIDS_ENTERED, {"name": game.name})
    if all(action.sun not in player.up for player in game.players):
        return Refusal(Why.NOBODY_HAS_SUN, {"sun": action.sun})
    return None


def _unsold(game: Game, _: Unsold) -> Refusal | None:
    auction = _auction(game)
    if not is_fresh(game, auction):
        return Refusal(Why.BIDS_ENTERED, {"name": game.name})
    caller = game.setup.players[auction.ra_player]
    return Refusal(Why.MUST_BID, {"name": caller})


def _discard(game: Game, action: Discard) -> Refusal | None:
    stage = _disaster(game)
    facts: dict[str, Fact] = {"name": game.name, "disaster": stage.tile}
    for tile in action.tiles:
        if tile.family is not stage.family:
            return Refusal(Why.DISCARD_FAMILY, {**facts, "tile": tile})
    owned = only(game.players[game.active].tiles, CIVILISATIONS if stage.unrests else MONUMENTS)
    for tile in action.tiles:
        if action.tiles.count(tile) > count(owned, tile):
            return Refusal(Why.DISCARD_NOT_OWNED, {**facts, "tile": tile})
    must = min(tiles_to_give_up(stage), size(owned))
    if len(action.tiles) != must:
        return Refusal(Why.DISCARD_COUNT, {**facts, "must": must, "given": len(action.tiles)})
    return None
