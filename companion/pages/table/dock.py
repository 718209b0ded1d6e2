"""What can be done at the table: keys for fingers, or what each control does."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.controls import Control
from companion.core.messages import Play
from companion.pages.table.choices import Deed, PickDeed, PickGod
from companion.pages.table.shown_table import ShownTable, has_pad
from companion.pages.table.touch_keys import Pad, pad, ways
from companion.rules.actions import INVOKE
from companion.rules.legal import can_draw
from companion.rules.model import Disaster, Phase
from companion.ui.chips import chip_rows, chips
from companion.ui.pieces import Sign
from companion.ui.scene import Rect
from companion.ui.style import Piece, Style
from companion.ui.widgets import Action


def dock(look: Style, rect: Rect, shown: ShownTable) -> Iterator[Piece]:
    """Yield what can be done: keys for fingers, or what each control does."""
    stage = shown.game.stage
    if has_pad(look, shown):
        yield from pad(look, rect, _pad(look, shown))
    else:
        choosing, rest = chips(look, shown.offered, shown.caps)
        if stage is Phase.GODS or isinstance(shown.pick, PickGod):
            choosing = tuple(chip for chip in choosing if not chip.tiles)
        if isinstance(stage, Disaster):
            choosing = tuple(chip for chip in rest if not chip.is_hold)
            rest = tuple(chip for chip in rest if chip.is_hold)
        yield chip_rows(look, rect, (choosing, rest))


def _undo(look: Style, shown: ShownTable) -> Action:
    offer = shown.offered.taps[Control.UNDO]
    return Action(
        shown.sign(Control.UNDO, offer), look.say(offer.label), offer.message, offer.is_lit
    )


def _pad(look: Style, shown: ShownTable) -> Pad:
    game = shown.game
    room = can_draw(game)
    offers = shown.offered.taps.get(Control.RA), shown.offered.holds.get(Control.RA)
    calls = any(offer is not None and offer.message == Play(INVOKE) for offer in offers)
    sign = Sign(Control.RA if calls else None, shown.caps.get(Play(INVOKE), ""))
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
                is_hold=room and calls,
                is_marked=shown.pick == PickDeed(Deed.CALL_RA),
            ),
            _undo(look, shown),
        ),
    )
