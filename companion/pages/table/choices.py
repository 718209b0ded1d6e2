"""Choices that take more than one press, and what the dial points at meanwhile.

Groups of tiles, gods, suns, what a disaster takes; pushing the dial does what it points at.
"""

from __future__ import annotations

from enum import Enum

import msgspec
from msgspec.structs import replace

from companion.core.controls import reached
from companion.core.effects import Update, refused
from companion.core.mnemonics import GROUP_TILES, TileGroup
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.i18n import mark
from companion.pages.table import auction, playing, table
from companion.rules.actions import DRAWS, GODS, INVOKE, Discard
from companion.rules.editions import Seat, Sun
from companion.rules.legal import (
    can_draw,
    god_targets,
    has_god,
    remaining_losses,
    tiles_to_give_up,
    why_not,
)
from companion.rules.model import Auction, Discarding, Game, Phase
from companion.rules.problems import Problem, Why
from companion.rules.tiles import Tile


class Deed(Enum):
    """What the dial can point at that is neither a tile nor a sun."""

    CALL_RA = "invoke Ra"
    USE_GOD = "use a god"
    SETTLE = "settle"


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
    """The dial points at a sun that would lead."""

    seat: Seat
    sun: Sun


class PickTile(msgspec.Struct, frozen=True):
    """A drawn tile is being entered: a group is open, or the dial points at a kind."""

    group: TileGroup
    focus: int | None = None
    """Which of the group's kinds the dial points at."""


Pick = PickTile | PickDeed | PickGod | PickSun | PickDiscard


def can_use_god(game: Game) -> bool:
    """Whether the player in turn has a god, and there is a tile that it can take."""
    return has_god(game.players[game.active]) and bool(god_targets(game.track))


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


def use_gods(model: Model) -> Update:
    """Ask which tile the god shall take, if one may be used."""
    game = model.game
    at_turn = game.stage is Phase.TURN or game.stage is Phase.GODS
    if at_turn and has_god(game.players[game.active]):
        if god_targets(game.track):
            return picking(model, PickGod())
        return refused(model, Notice(Notes.NO_GOD_TARGET))
    refusal = why_not(game, GODS[0]) if not at_turn else Problem(Why.NO_GOD, {"name": game.name})
    return refused(model, refusal)


def choose_loss(model: Model, tile: Tile) -> Update:
    """Give up one more tile to the disaster; the last one makes it so."""
    game = model.game
    if not isinstance(game.stage, Discarding):
        return refused(model, why_not(game, Discard((tile,))))
    pick = _half_made(model)
    chosen = pick.chosen if isinstance(pick, PickDiscard) else ()
    left = dict(remaining_losses(game, game.stage, chosen))
    if not left.get(tile):
        refusal = Problem(
            Why.DISCARD_NOT_OWNED,
            {"name": game.name, "disaster": game.stage.tile, "tile": tile},
        )
        return refused(model, refusal)
    chosen = (*chosen, tile)
    if len(chosen) == tiles_to_give_up(game.stage):
        return playing.play(model, Discard(tuple(sorted(chosen, key=lambda each: each.place))))
    return picking(model, PickDiscard(chosen))


def keep(model: Model, tile: Tile) -> Update:
    """Let a tile stay that was chosen for the disaster."""
    pick = _half_made(model)
    chosen = list(pick.chosen) if isinstance(pick, PickDiscard) else []
    if tile not in chosen:
        return model, ()
    chosen.remove(tile)
    return picking(model, PickDiscard(tuple(chosen)) if chosen else None)


def turned(model: Model, page: table.Table, steps: int) -> Update:
    """Move along everything that the dial can point at now."""
    ring = pointed_at(model, page.pick)
    return picking(model, reached(ring, page.pick, steps)) if ring else (model, ())


def pointed_at(model: Model, pick: Pick | None) -> tuple[Pick, ...]:
    """Return everything that the dial can point at now, in the order of its ring."""
    game = model.game
    match game.stage:
        case Auction():
            return _at_auction(model)
        case Discarding() as disaster:
            chosen = pick.chosen if isinstance(pick, PickDiscard) else ()
            left = remaining_losses(game, disaster, chosen)
            return tuple(PickDiscard(chosen, place) for place, (_, n) in enumerate(left) if n)
        case Phase.OVER:
            return ()
        case Phase.TURN if not isinstance(pick, PickGod):
            return _at_turn(game, pick.group if isinstance(pick, PickTile) else TileGroup.ALL)
        case Phase.TURN | Phase.GODS:
            able = god_targets(game.track) if has_god(game.players[game.active]) else ()
            return tuple(PickGod(god.slot) for god in able)


def _at_auction(model: Model) -> tuple[Pick, ...]:
    """Return the suns that could lead, ascending, and the settlement."""
    now = auction.heard(model)
    if now is None:
        return ()
    settling = (PickDeed(Deed.SETTLE),) if auction.can_settle(model) else ()
    return (*(PickSun(seat, sun) for sun, seat in now.every_higher), *settling)


def _at_turn(game: Game, group: TileGroup) -> tuple[Pick, ...]:
    """Return the kinds of tiles of a group; before the last of all what else can be done."""
    tiles = tuple(
        PickTile(group, place)
        for place, tile in enumerate(GROUP_TILES[group])
        if can_draw(game) and game.bag & tile.mask
    )
    if group is not TileGroup.ALL:
        return tiles
    deeds = (*((PickDeed(Deed.USE_GOD),) if can_use_god(game) else ()), PickDeed(Deed.CALL_RA))
    return (*tiles[:-1], *deeds, *tiles[-1:])


def pushed(model: Model, page: table.Table) -> Update:
    """Do what the dial points at."""
    match page.pick:
        case PickTile(group, focus) if focus is not None:
            return playing.play(model, DRAWS[GROUP_TILES[group][focus]])
        case PickDeed(deed):
            return _do(model, deed)
        case PickGod(focus) if focus is not None:
            return playing.play(model, GODS[focus])
        case PickSun(sun=sun):
            return auction.take_sun(model, sun)
        case PickDiscard(focus=focus) if focus is not None:
            return _push_loss(model, focus)
        case _:
            return model, ()


def _do(model: Model, deed: Deed) -> Update:
    match deed:
        case Deed.CALL_RA:
            return playing.play(model, INVOKE)
        case Deed.USE_GOD:
            return use_gods(model)
        case Deed.SETTLE:
            return auction.settle(model)


def _push_loss(model: Model, focus: int) -> Update:
    stage = model.game.stage
    if not isinstance(stage, Discarding):
        return model, ()
    tile, _ = remaining_losses(model.game, stage, ())[focus]
    return choose_loss(model, tile)


DEEDS = {Deed.CALL_RA: "Invoke Ra", Deed.USE_GOD: "God tile", Deed.SETTLE: mark("Settled")}


DEED_PROMPTS = {
    Deed.CALL_RA: mark("{name}: invoke Ra?"),
    Deed.USE_GOD: mark("{name}: use a God tile?"),
    Deed.SETTLE: mark("Settled?"),
}
