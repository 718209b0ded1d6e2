"""The shortest way to enter an action with the buttons: for demonstrations and for counting."""

from collections.abc import Iterator

import msgspec

from companion.core.controls import controls
from companion.core.messages import OpenGroup, Play
from companion.core.model import AtTable, Model
from companion.core.offers import CHOOSERS, player_control
from companion.core.picking import winning_suns
from companion.core.picks import GROUP_TILES, PickGod
from companion.rules.actions import Action, Bid, Discard, Draw, EndGods, Invoke, Pass, UseGod, Won
from companion.rules.editions import Seat, Sun
from companion.rules.legal import can_draw, god_targets, remaining_losses
from companion.rules.model import Auction, Disaster, Phase
from companion.rules.tiles import Tile


class Press(msgspec.Struct, frozen=True):
    """One button is pressed, and perhaps held."""

    control: str
    is_held: bool = False


class Detents(msgspec.Struct, frozen=True):
    """The dial is turned; negative is left."""

    steps: int


class Rest(msgspec.Struct, frozen=True):
    """Nothing is done until what was stepped to counts; not a gesture."""


Gesture = Press | Detents | Rest


def gestures(model: Model, action: Action) -> tuple[Gesture, ...]:
    """Return what a person does with the buttons to enter a legal action at the table."""
    return tuple(_steps(model, action))


def _steps(model: Model, action: Action) -> Iterator[Gesture]:
    match action:
        case Draw(tile):
            yield from _draw(model, tile)
        case Invoke():
            yield Press("ra", is_held=can_draw(model.game))
        case UseGod(slot):
            yield from _god(model, slot)
        case EndGods():
            yield Press("ok")
        case Bid(sun):
            yield from _step_to(model, model.game.active, sun)
            yield Press("ok")
        case Pass():
            yield Press("ra")
        case Won(sun):
            owner = next(
                seat for seat in model.game.setup.seats if sun in model.game.players[seat].up
            )
            yield from _won(model, owner, sun)
        case Discard(tiles):
            yield from _discard(model, tiles)
        case _:
            yield Press("ok")


def _draw(model: Model, tile: Tile) -> Iterator[Gesture]:
    direct = {
        offer.message.action.tile: control
        for control, offer in controls(model).taps.items()
        if isinstance(offer.message, Play) and isinstance(offer.message.action, Draw)
    }
    if tile in direct:
        yield Press(direct[tile])
        return
    for control, offer in controls(model).taps.items():
        if isinstance(offer.message, OpenGroup) and tile in GROUP_TILES[offer.message.group]:
            yield Press(control)
            yield Press(CHOOSERS[GROUP_TILES[offer.message.group].index(tile)])
            return


def _god(model: Model, slot: int) -> Iterator[Gesture]:
    if model.game.stage is Phase.TURN and not _is_picking_god(model):
        yield Press(player_control(model, model.game.active), is_held=True)
    reachable = CHOOSERS[:6]
    if slot < len(reachable):
        yield Press(reachable[slot])
        return
    able = [god.slot for god in god_targets(model.game.lane)]
    yield Detents(able.index(slot) - len(able))
    yield Press("dial")


def _is_picking_god(model: Model) -> bool:
    return isinstance(model.page, AtTable) and isinstance(model.page.pick, PickGod)


def _step_to(model: Model, seat: Seat, sun: Sun) -> Iterator[Press]:
    for _ in range(winning_suns(model.game, seat).index(sun) + 1):
        yield Press(player_control(model, seat))


def _won(model: Model, owner: Seat, sun: Sun) -> Iterator[Gesture]:
    *steps, last = _step_to(model, owner, sun)
    yield from steps
    if owner == model.game.active and owner != _last(model):
        yield Press(last.control, is_held=True)
    else:
        yield last
        yield Rest()


def _last(model: Model) -> Seat | None:
    """Return who bids last in the auction that runs."""
    stage = model.game.stage
    return stage.ra_player if isinstance(stage, Auction) else None


def _discard(model: Model, tiles: tuple[Tile, ...]) -> Iterator[Gesture]:
    stage = model.game.stage
    if isinstance(stage, Disaster):
        kinds = [tile for tile, _ in remaining_losses(model.game, stage, ())]
        for tile in tiles:
            yield Press(CHOOSERS[kinds.index(tile)])
