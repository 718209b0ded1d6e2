"""Choices that take more than one press: groups of tiles, gods, suns, what a disaster takes."""

from __future__ import annotations

from enum import Enum

import msgspec
from msgspec.structs import replace

from companion.core.dial import stepped
from companion.core.effects import Update, refused, saying
from companion.core.mnemonics import GROUP_TILES, TileGroup
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.pages import table
from companion.pages.table.playing import play
from companion.rules.actions import BIDS, DRAWS, GODS, PASS, Bid, Discard, Won
from companion.rules.editions import Seat, Sun
from companion.rules.legal import (
    can_draw,
    god_targets,
    has_god,
    is_fresh,
    open_bids,
    remaining_losses,
    tiles_to_give_up,
    why_not,
)
from companion.rules.model import Auction, Disaster, Game, Phase
from companion.rules.refusal import Refusal, Why
from companion.rules.tiles import Tile


class Deed(Enum):
    """What the dial can point at that is neither a tile nor a sun."""

    CALL_RA = "call Ra"
    USE_GOD = "use a god"
    PASS = "pass"  # noqa: S105 - a player passes


class PickDeed(msgspec.Struct, frozen=True):
    """The dial points at something to do."""

    deed: Deed


class PickDiscard(msgspec.Struct, frozen=True):
    """Tiles are being chosen for a disaster."""

    chosen: tuple[Tile, ...]
    focus: int | None = None
    """Which of the kinds owned the dial points at."""


class PickGod(msgspec.Struct, frozen=True):
    """The player in turn will use a god: which tile?"""

    focus: int | None = None
    """The slot that the dial points at, 0 to 7."""


class PickSun(msgspec.Struct, frozen=True):
    """A player steps through suns; it counts when they stop, or at OK."""

    seat: Seat
    sun: Sun
    since: float
    """When the last step was made (monotonic seconds); infinite if only OK counts."""


class PickTile(msgspec.Struct, frozen=True):
    """A drawn tile is being entered: a group is open, or the dial points at a kind."""

    group: TileGroup
    focus: int | None = None
    """Which of the group's kinds the dial points at."""


Pick = PickTile | PickDeed | PickGod | PickSun | PickDiscard


def picking(model: Model, pick: Pick | None) -> Update:
    """Return the table with this choice half made."""
    return replace(model, page=table.Table(pick)), ()


def _half_made(model: Model) -> Pick | None:
    """Return the choice that is half made, if the table is open."""
    return model.page.pick if isinstance(model.page, table.Table) else None


def open_group(model: Model, group: TileGroup) -> Update:
    """Show the kinds of a group of tiles, if one of them can be drawn."""
    game, tiles = model.game, GROUP_TILES[group]
    in_bag = any(game.bag & tile.mask for tile in tiles)
    if game.stage is Phase.TURN and can_draw(game) and in_bag:
        return picking(model, PickTile(group))
    return refused(model, why_not(game, DRAWS[tiles[0]]))


def winning_suns(game: Game, seat: Seat) -> tuple[Sun, ...]:
    """Return the suns with which this player could bid now, or could have won the auction."""
    auction = game.stage
    if not isinstance(auction, Auction) or seat not in game.setup.seats:
        return ()
    if seat != game.active and not is_fresh(game, auction):
        return ()
    return tuple(bid.sun for bid in open_bids(game.players[seat].up, auction.best_bid))


def step_sun(model: Model, seat: Seat) -> Update:
    """Step to the player's next sun that can win, the lowest first."""
    suns = winning_suns(model.game, seat)
    if not isinstance(model.game.stage, Auction):
        return refused(model, why_not(model.game, PASS))
    if seat not in model.game.setup.seats:
        return refused(model, Notice(Notes.NOT_NOW))
    if not suns:
        name = model.game.setup.players[seat]
        return refused(model, Notice(Notes.NO_MORE_SUNS, {"name": name}))
    pick = _half_made(model)
    sun = suns[0]
    if isinstance(pick, PickSun) and pick.seat == seat and pick.sun in suns:
        sun = stepped(suns, pick.sun)
    return picking(model, PickSun(seat, sun, model.now))


def step_together(model: Model, seats: tuple[Seat, Seat]) -> Update:
    """Let the one of two players step to a sun who is asked first, and name both."""
    stage, places = model.game.stage, len(model.game.players)
    if not isinstance(stage, Auction) or max(seats) >= places:
        return refused(model, Notice(Notes.NOT_NOW))
    first, second = sorted(seats, key=lambda seat: (seat - stage.ra_player - 1) % places)
    pick = _half_made(model)
    if not isinstance(pick, PickSun) or pick.seat != first:
        model, _ = step_sun(model, first)
    names = model.game.setup.players
    return saying(model, Notice(Notes.TOGETHER, {"name": names[first], "other": names[second]})), ()


def take_sun(model: Model, sun: Sun) -> Update:
    """Bid the sun if it is the bidder's, else enter it as the one that won."""
    game = model.game
    if (
        isinstance(game.stage, Auction)
        and sun not in game.players[game.active].up
        and is_fresh(game, game.stage)
    ):
        return play(model, Won(sun))
    return play(model, BIDS.get(sun) or Bid(sun))


def win_sun(model: Model, seat: Seat) -> Update:
    """Enter the sun that a player has stepped to as the one that won."""
    pick = _half_made(model)
    if isinstance(pick, PickSun) and pick.seat == seat:
        return play(model, Won(pick.sun))
    return refused(model, Notice(Notes.NOT_NOW))


def use_gods(model: Model) -> Update:
    """Ask which tile the god shall take, if one may be used."""
    game = model.game
    at_turn = game.stage is Phase.TURN or game.stage is Phase.GODS
    if at_turn and has_god(game.players[game.active]):
        if god_targets(game.lane):
            return picking(model, PickGod())
        return refused(model, Notice(Notes.NO_GOD_TARGET))
    refusal = why_not(game, GODS[0]) if not at_turn else Refusal(Why.NO_GOD, {"name": game.name})
    return refused(model, refusal)


def choose_loss(model: Model, tile: Tile) -> Update:
    """Give up one more tile to the disaster; the last one makes it so."""
    game = model.game
    if not isinstance(game.stage, Disaster):
        return refused(model, why_not(game, Discard((tile,))))
    pick = _half_made(model)
    chosen = pick.chosen if isinstance(pick, PickDiscard) else ()
    left = dict(remaining_losses(game, game.stage, chosen))
    if not left.get(tile):
        refusal = Refusal(
            Why.DISCARD_NOT_OWNED,
            {"name": game.name, "disaster": game.stage.tile, "tile": tile},
        )
        return refused(model, refusal)
    chosen = (*chosen, tile)
    if len(chosen) == tiles_to_give_up(game.stage):
        return play(model, Discard(tuple(sorted(chosen, key=lambda each: each.place))))
    return picking(model, PickDiscard(chosen))
