"""What a person does with buttons and dial to enter an action at the table."""

from collections.abc import Iterator

import msgspec

from companion.core.commands import BUTTONS, CHOOSERS, GROUP_TILES, Control, player_control
from companion.core.messages import OpenGroup, Play
from companion.core.model import Model
from companion.pages.controls import controls
from companion.pages.table import auction, settled
from companion.pages.table.auction import AuctionNow
from companion.pages.table.situation import PickGod
from companion.pages.table.table import Table
from companion.rules.actions import Action, Bid, Discard, Draw, EndGods, Invoke, Pass, UseGod, Won
from companion.rules.auction import Call, is_decided
from companion.rules.editions import Seat, Sun
from companion.rules.legal import can_draw, god_targets, remaining_losses
from companion.rules.model import Discarding, Phase
from companion.rules.tiles import Tile


class Press(msgspec.Struct, frozen=True):
    """One button is pressed, and perhaps held."""

    control: Control
    is_held: bool = False


class Detents(msgspec.Struct, frozen=True):
    """The dial is turned; negative is left."""

    steps: int


Gesture = Press | Detents

_REACHING = CHOOSERS[: BUTTONS + 1]
"""The buttons that reach places on the auction track, and kinds to give up; then the dial does."""


def gestures(model: Model, action: Action, seat: Seat | None = None) -> tuple[Gesture, ...]:
    """Return what a person does with the buttons to enter a legal action at the table.

    Args:
        model: The program.
        action: What is entered.
        seat: Who bids or passes; None: whose turn it is in the journal, which learns of an
            auction only when it is settled.
    """
    return tuple(_steps(model, action, model.game.active if seat is None else seat))


def _steps(model: Model, action: Action, bidder: Seat) -> Iterator[Gesture]:
    if settled.has_result(model):
        yield Press(Control.OK)  # until then, players' buttons are late bids
        model = model.with_pending(auction=None)
    match action:
        case Draw(tile):
            yield from _draw(model, tile)
        case Invoke():
            yield Press(Control.RA, is_held=can_draw(model.game))
        case UseGod(space):
            yield from _god(model, space)
        case EndGods():
            yield Press(Control.OK)
        case Bid(sun):
            yield from _step_to(model, bidder, sun)
        case Pass():
            yield from _pass(model, bidder)
        case Won(sun):
            owner = next(
                seat for seat in model.game.setup.seats if sun in model.game.players[seat].suns
            )
            yield from _won(model, owner, sun)
        case Discard(tiles):
            yield from _discard(model, tiles)
        case _:
            yield Press(Control.OK)


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


def _god(model: Model, space: int) -> Iterator[Gesture]:
    if model.game.stage is Phase.TURN and not _is_picking_god(model):
        yield Press(player_control(model, model.game.active), is_held=True)
    if space < len(_REACHING):
        yield Press(_REACHING[space])
        return
    able = [god.slot for god in god_targets(model.game.track)]
    yield Detents(able.index(space) - len(able))
    yield Press(Control.DIAL)


def _is_picking_god(model: Model) -> bool:
    return isinstance(model.page, Table) and isinstance(model.page.pick, PickGod)


def _step_to(model: Model, seat: Seat, sun: Sun) -> Iterator[Press]:
    now = auction.auction_now(model)
    if now is not None and sun in now.higher(seat):
        for _ in range(now.higher(seat).index(sun) + 1):
            yield Press(player_control(model, seat))


def _pass(model: Model, seat: Seat) -> Iterator[Press]:
    """Hold the own button; who has no higher sun is not asked."""
    now = auction.auction_now(model)
    if now is not None and now.may_pass(seat):
        yield Press(player_control(model, seat), is_held=True)


def _won(model: Model, owner: Seat, sun: Sun) -> Iterator[Gesture]:
    yield from _step_to(model, owner, sun)
    now = auction.auction_now(model)
    if now is not None and not _settles(now, Call(owner, sun)):
        yield Press(Control.OK)


def _settles(now: AuctionNow, call: Call) -> bool:
    """Whether stepping to this sun settles the auction by itself: nobody can say more."""
    is_last = now.higher(call.seat)[-1:] == (call.sun,)
    return is_last and is_decided(now.game, now.auction, (*now.every, call))


def _discard(model: Model, tiles: tuple[Tile, ...]) -> Iterator[Gesture]:
    stage = model.game.stage
    if isinstance(stage, Discarding):
        for place, tile in enumerate(tiles):
            left = remaining_losses(model.game, stage, tiles[:place])
            at = [kind for kind, _ in left].index(tile)
            if at < len(_REACHING):
                yield Press(_REACHING[at])
                continue
            able = [kind for kind, number in left if number]
            yield Detents(able.index(tile) - len(able))
            yield Press(Control.DIAL)
