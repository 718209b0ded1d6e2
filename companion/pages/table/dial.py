"""What the dial points at on the table, and what pushing it does."""

from __future__ import annotations

from companion.core.controls import reached
from companion.core.effects import Update
from companion.core.mnemonics import GROUP_TILES, TileGroup
from companion.core.model import Model
from companion.pages.table import auction
from companion.pages.table.choices import (
    Deed,
    Pick,
    PickDeed,
    PickDiscard,
    PickGod,
    PickSun,
    PickTile,
    choose_loss,
    picking,
    use_gods,
)
from companion.pages.table.playing import play
from companion.pages.table.table import Table
from companion.rules.actions import DRAWS, GODS, INVOKE
from companion.rules.legal import can_draw, god_targets, has_god, remaining_losses
from companion.rules.model import Auction, Disaster, Game, Phase


def turned(model: Model, page: Table, steps: int) -> Update:
    """Move along everything that the dial can point at now."""
    ring = pointed_at(model, page.pick)
    return picking(model, reached(ring, page.pick, steps)) if ring else (model, ())


def pointed_at(model: Model, pick: Pick | None) -> tuple[Pick, ...]:
    """Return everything that the dial can point at now, in the order of its ring."""
    game = model.game
    match game.stage:
        case Auction():
            return _at_auction(model)
        case Disaster() as disaster:
            chosen = pick.chosen if isinstance(pick, PickDiscard) else ()
            left = remaining_losses(game, disaster, chosen)
            return tuple(PickDiscard(chosen, place) for place, (_, n) in enumerate(left) if n)
        case Phase.OVER:
            return ()
        case Phase.TURN if not isinstance(pick, PickGod):
            return _at_turn(game, pick.group if isinstance(pick, PickTile) else TileGroup.ALL)
        case Phase.TURN | Phase.GODS:
            able = god_targets(game.lane) if has_god(game.players[game.active]) else ()
            return tuple(PickGod(god.slot) for god in able)


def _at_auction(model: Model) -> tuple[Pick, ...]:
    """Return the suns that could lead, ascending, and the settlement."""
    now = auction.heard(model)
    if now is None:
        return ()
    higher = sorted((sun, seat) for seat in now.game.setup.seats for sun in now.higher(seat))
    settling = (PickDeed(Deed.SETTLE),) if auction.can_settle(model) else ()
    return (*(PickSun(seat, sun) for sun, seat in higher), *settling)


def _at_turn(game: Game, group: TileGroup) -> tuple[Pick, ...]:
    """Return the kinds of tiles of a group; before the last of all what else can be done."""
    tiles = tuple(
        PickTile(group, place)
        for place, tile in enumerate(GROUP_TILES[group])
        if can_draw(game) and game.bag & tile.mask
    )
    if group is not TileGroup.ALL:
        return tiles
    gods = has_god(game.players[game.active]) and bool(god_targets(game.lane))
    deeds = (*((PickDeed(Deed.USE_GOD),) if gods else ()), PickDeed(Deed.CALL_RA))
    return (*tiles[:-1], *deeds, *tiles[-1:])


def pushed(model: Model, page: Table) -> Update:
    """Do what the dial points at."""
    match page.pick:
        case PickTile(group, focus) if focus is not None:
            return play(model, DRAWS[GROUP_TILES[group][focus]])
        case PickDeed(deed):
            return _do(model, deed)
        case PickGod(focus) if focus is not None:
            return play(model, GODS[focus])
        case PickSun(sun=sun):
            return auction.take_sun(model, sun)
        case PickDiscard(focus=focus) if focus is not None:
            return _push_loss(model, focus)
        case _:
            return model, ()


def _do(model: Model, deed: Deed) -> Update:
    match deed:
        case Deed.CALL_RA:
            return play(model, INVOKE)
        case Deed.USE_GOD:
            return use_gods(model)
        case Deed.SETTLE:
            return auction.settle(model)


def _push_loss(model: Model, focus: int) -> Update:
    stage = model.game.stage
    if not isinstance(stage, Disaster):
        return model, ()
    tile, _ = remaining_losses(model.game, stage, ())[focus]
    return choose_loss(model, tile)
