"""What can be done at the table: keys for fingers, or what each control does."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.controls import Control
from companion.core.messages import ChooseLoss, Message, Play, RestPass, TakeSun
from companion.pages.table.choices import Deed, PickDeed, PickDiscard, PickGod
from companion.pages.table.shown_table import ShownTable, has_pad
from companion.pages.table.table import open_bids_of_bidder
from companion.pages.table.touch_keys import Pad, Strip, SunKey, pad, strip, ways
from companion.rules.actions import INVOKE, PASS, UNSOLD, Won
from companion.rules.editions import Seat, Suns
from companion.rules.legal import can_draw, is_fresh, must_bid, remaining_losses, suns_at_auction
from companion.rules.model import Auction, Disaster, Phase, Reason
from companion.ui.chips import Chip, chip_rows, chips
from companion.ui.pieces import Sign
from companion.ui.scene import Rect
from companion.ui.style import Piece, Style
from companion.ui.widgets import Action


def dock(look: Style, rect: Rect, sight: ShownTable) -> Iterator[Piece]:
    """Yield what can be done: keys for fingers, or what each control does."""
    stage = sight.game.stage
    if has_pad(look, sight):
        yield from pad(look, rect, _pad(look, sight))
    elif look.canvas.touch and isinstance(stage, Auction) and not look.is_big:
        yield strip(look, rect, _strip(look, sight, stage))
    else:
        choosing, rest = chips(look, sight.offered, sight.caps)
        if stage is Phase.GODS or isinstance(sight.pick, PickGod):
            choosing = tuple(chip for chip in choosing if not chip.tiles)
        if isinstance(stage, Disaster):
            choosing = tuple(_losses(sight, stage))
        in_one_row = look.is_big and look.is_full
        yield chip_rows(look, rect, ((*choosing, *rest),) if in_one_row else (choosing, rest))


def _losses(sight: ShownTable, stage: Disaster) -> Iterator[Chip]:
    """Yield every kind that can be given up, with how many of it there are."""
    pick = sight.pick if isinstance(sight.pick, PickDiscard) else PickDiscard(())
    reached = {offer.message: control for control, offer in sight.offered.taps.items()}
    for place, (kind, number) in enumerate(remaining_losses(sight.game, stage, pick.chosen)):
        message = ChooseLoss(kind)
        yield Chip(
            signs=(Sign(reached.get(message), sight.caps.get(message, "")),),
            messages=(message,),
            label=f"\N{MULTIPLICATION SIGN}{number}",
            tiles=(kind,),
            is_lit=number > 0,
            is_marked=place == pick.focus,
        )


def _undo(look: Style, sight: ShownTable) -> Action:
    offer = sight.offered.taps[Control.UNDO]
    return Action(
        sight.sign(Control.UNDO, offer), look.say(offer.label), offer.message, offer.is_lit
    )


def _pad(look: Style, sight: ShownTable) -> Pad:
    game = sight.game
    room = can_draw(game)
    sign = Sign(Control.RA, sight.caps.get(Play(INVOKE), ""))
    return Pad(
        bag=game.bag,
        has_room=room,
        group=sight.group,
        ways=ways(sight.offered, sight.caps),
        focus=sight.pointed,
        actions=(
            Action(
                sign,
                look.say("Call Ra"),
                Play(INVOKE),
                is_hold=room,
                is_marked=sight.pick == PickDeed(Deed.CALL_RA),
            ),
            _undo(look, sight),
        ),
    )


def _strip(look: Style, sight: ShownTable, auction: Auction) -> Strip:
    """Return the one question that an auction needs, or whose turn it is to bid which sun."""
    game, caps = sight.game, sight.caps
    forced = must_bid(game, auction)
    passing = Action(
        Sign(Control.RA, caps.get(Play(PASS), "")),
        look.say("Pass"),
        Play(PASS),
        not forced,
        is_marked=sight.pick == PickDeed(Deed.PASS),
    )
    if is_fresh(game, auction):
        return Strip(
            look.say("Which sun is in the centre now?"),
            tuple(_sun_keys(sight, game.setup.seats)),
            (
                _nobody(look, sight, Play(UNSOLD), is_lit=auction.reason is not Reason.INVOKED),
                passing,
                _undo(look, sight),
            ),
        )
    return Strip(
        look.say("Which sun is bid?"),
        tuple(_bid_keys(sight, open_bids_of_bidder(game, auction))),
        (_nobody(look, sight, RestPass(), is_lit=not forced), passing, _undo(look, sight)),
    )


def _nobody(look: Style, sight: ShownTable, message: Message, *, is_lit: bool) -> Action:
    ok = sight.offered.taps.get(Control.OK)
    rests = ok is not None and isinstance(ok.message, RestPass)
    sign = Sign(Control.OK, sight.caps.get(RestPass(), "")) if rests else Sign()
    more = isinstance(message, RestPass)
    label = look.say("No more bids") if more else look.say("Nobody")
    return Action(sign, label, message, is_lit)


def _sun_keys(sight: ShownTable, seats: tuple[Seat, ...]) -> Iterator[SunKey]:
    """Yield a key for every sun that could lie in the centre, ascending."""
    game, caps = sight.game, sight.caps
    owners = {sun: seat for seat in seats for sun in game.players[seat].up}
    for sun in suns_at_auction(game):
        key = caps.get(TakeSun(sun), "")
        yield SunKey(sun, sight.buttons[owners[sun]], Play(Won(sun)), key)


def _bid_keys(sight: ShownTable, suns: Suns) -> Iterator[SunKey]:
    button = sight.buttons[sight.game.active]
    for sun in suns:
        yield SunKey(sun, button, TakeSun(sun), sight.caps.get(TakeSun(sun), ""))
