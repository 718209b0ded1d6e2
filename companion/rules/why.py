"""Why an action is refused: who, what and why not, for a player."""

from collections.abc import Callable
from typing import Any

from companion.rules.actions import (
    LANE_SLOTS,
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
from companion.rules.legal import can_draw, has_god, is_fresh, must_bid, tiles_to_give_up
from companion.rules.model import Auction, Disaster, Game, Phase
from companion.rules.refusal import Fact, Refusal, Why
from companion.rules.tiles import CIVILISATIONS, MONUMENTS, Tile, count, only, size


def why_not(game: Game, action: Action) -> Refusal:
    """Return why ``play`` refuses this action now.

    Raises:
        ValueError: The action is legal, so there is no reason.
    """
    refusal = _wrong_stage(game, action) or _REASONS[type(action)](game, action)
    if refusal is None:
        raise ValueError(f"{action} is legal")
    return refusal


def _wrong_stage(game: Game, action: Action) -> Refusal | None:
    """Return why this kind of action has no place now, whatever its details."""
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
        return Refusal(Why.TRACK_FULL, {"name": game.name})
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


def _always(_game: Game, _action: object) -> None:
    """Nothing but a wrong stage speaks against it."""


_REASONS: dict[type, Callable[[Game, Any], Refusal | None]] = {
    Draw: _draw,
    Invoke: _always,
    UseGod: _use_god,
    EndGods: _always,
    Bid: _bid,
    Pass: _pass,
    Won: _won,
    Unsold: _unsold,
    Discard: _discard,
}
