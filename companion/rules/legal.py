"""What is allowed now, and why anything else is not: who, what and why, for a player."""

from companion.rules import engine
from companion.rules.actions import (
    BIDS,
    DRAWS,
    GODS,
    TRACK_SPACES,
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
from companion.rules.model import (
    Auction,
    AuctionCause,
    AuctionTrack,
    Discarding,
    Game,
    Phase,
    Player,
)
from companion.rules.problems import Fact, Problem, Why
from companion.rules.thawing import choice_of, next_seat, thawed
from companion.rules.tiles import (
    CIVILISATIONS,
    FAMILIES,
    KINDS,
    MONUMENTS,
    Tile,
    Tiles,
    count,
    counts,
    mask,
    only,
    size,
)

TILES_PER_DISASTER = engine.LOST_PER_DISASTER


def choices(game: Game) -> tuple[Choice, ...]:
    """Return what the deciding player can choose (section 1.12); nothing when the game is over.

    The short forms of an auction (``Won``, ``Unsold``) are not included: no single player
    chooses them.
    """
    return tuple([choice_of(number) for number in thawed(game).choices()])


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
    return won if auction.cause is AuctionCause.INVOKED else (*won, UNSOLD)


# What a page asks about a table


def left_with_suns(players: tuple[Player, ...], seat: Seat) -> Seat:
    """Return the first player clockwise after this seat, itself last, with a face-up sun.

    It is this seat if nobody has one; then the epoch ends (R-EPE-1).
    """
    return next_seat([player.suns for player in players], seat)


def can_draw(game: Game) -> bool:
    """Whether the auction track has room for a tile (R-TRN-4)."""
    return None in game.track


def god_targets(track: AuctionTrack) -> tuple[UseGod, ...]:
    """Return the uses of a god on this auction track: any tile but gods (R-GOD-2)."""
    return tuple(
        [god for god, tile in zip(GODS, track, strict=True) if tile not in {None, Tile.GOD}]
    )


def has_god(player: Player) -> bool:
    """Whether the player owns a god tile (R-GOD-1)."""
    return player.tiles & Tile.GOD.mask > 0


def open_bids(up: Suns, best: Sun | None) -> tuple[Bid, ...]:
    """Return the bids that these face-up suns allow above the best bid (R-AUC-2)."""
    return tuple([BIDS[sun] for sun in up if sun > (best or 0)])


def must_bid(game: Game) -> bool:
    """Whether the bidder invoked Ra by choice and nobody else has bid (section 1.6, A3)."""
    auction = game.stage
    return (
        isinstance(auction, Auction)
        and auction.cause is AuctionCause.INVOKED
        and auction.best_bid is None
        and auction.ra_player == game.active
    )


def is_fresh(game: Game, auction: Auction) -> bool:
    """Whether nobody has bid or passed yet, so that the result may be entered directly."""
    first = left_with_suns(game.players, auction.ra_player)
    return game.active == first and auction.best_bid is None


def suns_at_auction(game: Game) -> Suns:
    """Return every face-up sun that could win the auction, ascending (``won`` in a record)."""
    return tuple(sorted(sun for player in game.players for sun in player.suns))


def tiles_to_give_up(disaster: Discarding) -> int:
    """Return how many tiles the owner must choose for the current disaster (R-DIS-2)."""
    return TILES_PER_DISASTER * (disaster.unrests or disaster.earthquakes)


def is_a_choice(game: Game) -> bool:
    """Whether a disaster leaves its owner a choice (R-DIS-6)."""
    tiles = thawed(game).players[game.active].tiles
    return engine.taken(tiles, engine.waiting(tiles)) is None


def remaining_losses(
    game: Game, disaster: Discarding, chosen: tuple[Tile, ...]
) -> tuple[tuple[Tile, int], ...]:
    """Return, for each kind that the disaster takes, how many the owner could still give up.

    Args:
        game: The table.
        disaster: The current disaster.
        chosen: What has been chosen so far; all of it is owned.
    """
    owned = counts(_exposed(game, disaster))
    return tuple((tile, number - chosen.count(tile)) for tile, number in owned.items())


def _exposed(game: Game, disaster: Discarding) -> Tiles:
    return only(game.players[game.active].tiles, mask(FAMILIES[disaster.family]))


# The judge


def refusal(game: Game, action: Action) -> Problem | None:
    """Return why an action is not allowed now; None if it is."""
    return _wrong_stage(game, action) or _reason(game, action)


def why_not(game: Game, action: Action) -> Problem:
    """Return why an action is not allowed now.

    Raises:
        ValueError: It is allowed, so there is no reason.
    """
    refused = refusal(game, action)
    if refused is None:
        raise ValueError(f"{action} is legal")
    return refused


def _reason(game: Game, action: Action) -> Problem | None:
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


def _wrong_stage(game: Game, action: Action) -> Problem | None:
    """Return why this kind of action is impossible now, whatever its details."""
    match game.stage, action:
        case Phase.OVER, _:
            return Problem(Why.GAME_OVER)
        case (Discarding(), Discard()) | (Auction(), Bid() | Pass() | Won() | Unsold()):
            return None
        case Discarding() as stage, _:
            return Problem(Why.MUST_DISCARD, {"name": game.name, "disaster": stage.tile})
        case _, Discard():
            return Problem(Why.NOTHING_TO_DISCARD)
        case Auction(), _:
            return Problem(Why.AUCTION_RUNNING, {"name": game.name})
        case _, Bid() | Pass() | Won() | Unsold():
            return Problem(Why.NO_AUCTION, {"name": game.name})
        case Phase.GODS, Draw() | Invoke():
            return Problem(Why.GODS_OPEN, {"name": game.name})
        case Phase.TURN, EndGods():
            return Problem(Why.NO_GOD_USED, {"name": game.name})
        case _:
            return None


def _draw(game: Game, action: Draw) -> Problem | None:
    if not can_draw(game):
        has = has_god(game.players[game.active])
        return Problem(Why.TRACK_FULL_GOD if has else Why.TRACK_FULL, {"name": game.name})
    if not count(game.bag, action.tile):
        return Problem(Why.NONE_LEFT, {"copies": action.tile.copies, "tile": action.tile})
    return None


def _use_god(game: Game, action: UseGod) -> Problem | None:
    if not has_god(game.players[game.active]):
        return Problem(Why.NO_GOD, {"name": game.name})
    if not 0 <= action.slot < TRACK_SPACES:
        return Problem(Why.NO_SUCH_SLOT, {"slot": action.slot + 1})
    tile = game.track[action.slot]
    if tile is None:
        return Problem(Why.EMPTY_SLOT, {"slot": action.slot + 1})
    return Problem(Why.GOD_TAKES_NO_GOD) if tile is Tile.GOD else None


def _auction(game: Game) -> Auction:
    if not isinstance(game.stage, Auction):
        raise TypeError("not an auction")
    return game.stage


def _disaster(game: Game) -> Discarding:
    if not isinstance(game.stage, Discarding):
        raise TypeError("not a disaster")
    return game.stage


def _bid(game: Game, action: Bid) -> Problem | None:
    best = _auction(game).best_bid or 0
    up = game.players[game.active].suns
    facts: dict[str, Fact] = {"name": game.name, "sun": action.sun, "best": best}
    if best and max(up, default=0) <= best:
        return Problem(Why.NO_HIGHER_SUN, facts)
    if action.sun not in up:
        return Problem(Why.NOT_OWN_SUN, facts)
    if action.sun <= best:
        return Problem(Why.TOO_LOW, facts)
    return None


def _pass(game: Game, _: Pass) -> Problem | None:
    return Problem(Why.MUST_BID, {"name": game.name}) if must_bid(game) else None


def _won(game: Game, action: Won) -> Problem | None:
    if not is_fresh(game, _auction(game)):
        return Problem(Why.BIDS_ENTERED, {"name": game.name})
    if all(action.sun not in player.suns for player in game.players):
        return Problem(Why.NOBODY_HAS_SUN, {"sun": action.sun})
    return None


def _unsold(game: Game, _: Unsold) -> Problem | None:
    auction = _auction(game)
    if not is_fresh(game, auction):
        return Problem(Why.BIDS_ENTERED, {"name": game.name})
    if auction.cause is not AuctionCause.INVOKED:
        return None
    return Problem(Why.MUST_BID, {"name": game.setup.players[auction.ra_player]})


def _discard(game: Game, action: Discard) -> Problem | None:
    stage = _disaster(game)
    facts: dict[str, Fact] = {"name": game.name, "disaster": stage.tile}
    for tile in action.tiles:
        if tile.family is not stage.family:
            return Problem(Why.DISCARD_FAMILY, {**facts, "tile": tile})
    owned = only(game.players[game.active].tiles, CIVILISATIONS if stage.unrests else MONUMENTS)
    for tile in action.tiles:
        if action.tiles.count(tile) > count(owned, tile):
            return Problem(Why.DISCARD_NOT_OWNED, {**facts, "tile": tile})
    must = min(tiles_to_give_up(stage), size(owned))
    if len(action.tiles) != must:
        return Problem(Why.DISCARD_COUNT, {**facts, "must": must, "given": len(action.tiles)})
    return None
