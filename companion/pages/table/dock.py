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


def dock(look: Style, rect: Rect, shown: ShownTable) -> Iterator[Piece]:
    """Yield what can be done: keys for fingers, or what each control does."""
    stage = shown.game.stage
    if has_pad(look, shown):
        yield from pad(look, rect, _pad(look, shown))
    elif look.canvas.touch and isinstance(stage, Auction) and not look.is_big:
        yield strip(look, rect, _strip(look, shown, stage))
    else:
        choosing, rest = chips(look, shown.offered, shown.caps)
        if stage is Phase.GODS or isinstance(shown.pick, PickGod):
            choosing = tuple(chip for chip in choosing if not chip.tiles)
        if isinstance(stage, Disaster):
            choosing = tuple(_losses(shown, stage))
        in_one_row = look.is_big and look.is_full
        yield chip_rows(look, rect, ((*choosing, *rest),) if in_one_row else (choosing, rest))


def _losses(shown: ShownTable, stage: Disaster) -> Iterator[Chip]:
    """Yield every kind that can be given up, with how many of it there are."""
    pick = shown.pick if isinstance(shown.pick, PickDiscard) else PickDiscard(())
    reached = {offer.message: control for control, offer in shown.offered.taps.items()}
    for place, (kind, number) in enumerate(remaining_losses(shown.game, stage, pick.chosen)):
        message = ChooseLoss(kind)
        yield Chip(
            signs=(Sign(reached.get(message), shown.caps.get(message, "")),),
            messages=(message,),
            label=f"\N{MULTIPLICATION SIGN}{number}",
            tiles=(kind,),
            is_lit=number > 0,
            is_marked=place == pick.focus,
        )


def _undo(look: Style, shown: ShownTable) -> Action:
    offer = shown.offered.taps[Control.UNDO]
    return Action(
        shown.sign(Control.UNDO, offer), look.say(offer.label), offer.message, offer.is_lit
    )


def _pad(look: Style, shown: ShownTable) -> Pad:
    game = shown.game
    room = can_draw(game)
    sign = Sign(Control.RA, shown.caps.get(Play(INVOKE), ""))
    return Pad(
        bag=game.bag,
        has_room=room,
        group=shown.group,
        ways=ways(shown.offered, shown.caps),
        focus=shown.pointed,
        actions=(
            Action(
                sign,
                look.say("Call Ra"),
                Play(INVOKE),
                is_hold=room,
                is_marked=shown.pick == PickDeed(Deed.CALL_RA),
            ),
            _undo(look, shown),
        ),
    )


def _strip(look: Style, shown: ShownTable, auction: Auction) -> Strip:
    """Return the one question that an auction needs, or whose turn it is to bid which sun."""
    game, caps = shown.game, shown.caps
    forced = must_bid(game, auction)
    passing = Action(
        Sign(Control.RA, caps.get(Play(PASS), "")),
        look.say("Pass"),
        Play(PASS),
        not forced,
        is_marked=shown.pick == PickDeed(Deed.PASS),
    )
    if is_fresh(game, auction):
        return Strip(
            look.say("Which sun is in the centre now?"),
            tuple(_sun_keys(shown, game.setup.seats)),
            (
                _nobody(look, shown, Play(UNSOLD), is_lit=auction.reason is not Reason.INVOKED),
                passing,
                _undo(look, shown),
            ),
        )
    return Strip(
        look.say("Which sun is bid?"),
        tuple(_bid_keys(shown, open_bids_of_bidder(game, auction))),
        (_nobody(look, shown, RestPass(), is_lit=not forced), passing, _undo(look, shown)),
    )


def _nobody(look: Style, shown: ShownTable, message: Message, *, is_lit: bool) -> Action:
    ok = shown.offered.taps.get(Control.OK)
    rests = ok is not None and isinstance(ok.message, RestPass)
    sign = Sign(Control.OK, shown.caps.get(RestPass(), "")) if rests else Sign()
    more = isinstance(message, RestPass)
    label = look.say("No more bids") if more else look.say("Nobody")
    return Action(sign, label, message, is_lit)


def _sun_keys(shown: ShownTable, seats: tuple[Seat, ...]) -> Iterator[SunKey]:
    """Yield a key for every sun that could lie in the centre, ascending."""
    game, caps = shown.game, shown.caps
    owners = {sun: seat for seat in seats for sun in game.players[seat].up}
    for sun in suns_at_auction(game):
        key = caps.get(TakeSun(sun), "")
        yield SunKey(sun, shown.buttons[owners[sun]], Play(Won(sun)), key)


def _bid_keys(shown: ShownTable, suns: Suns) -> Iterator[SunKey]:
    button = shown.buttons[shown.game.active]
    for sun in suns:
        yield SunKey(sun, button, TakeSun(sun), shown.caps.get(TakeSun(sun), ""))
