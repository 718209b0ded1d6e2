"""Calling staff: for a question about the rules, to order, or to pay. Staff end the call."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from companion.core.commands import Entry
from companion.core.effects import Update
from companion.core.kiosk import Calling, GuestRequest
from companion.core.messages import GoTo, Next, Open, Route
from companion.core.model import Model
from companion.i18n import mark
from companion.pages.kiosk.messages import CallStaff, SignalCall
from companion.pages.list_page import ListPage
from companion.pages.navigation import home

BEAT_SECONDS = 0.5
"""How long the border is bright, and how long it is dark: one beat a second, far below three."""


class Help(ListPage, frozen=True):
    """Guests want something that the screen cannot give."""

    is_about_rules: bool = False

    def entries(self, model: Model) -> tuple[Entry, ...]:
        """Return what can be asked for; the rules are offered before somebody who knows them."""
        if self.is_about_rules:
            return (
                Entry("Read the rules here", Open(Route.RULES)),
                Entry("Call somebody who knows the rules", CallStaff(GuestRequest.RULES)),
                Entry("Back", GoTo(Help())),
            )
        return (
            Entry("A question about the rules", GoTo(Help(is_about_rules=True))),
            Entry("We would like to order", CallStaff(GuestRequest.ORDER)),
            Entry("The bill, please", CallStaff(GuestRequest.BILL)),
            Entry("Back", Next()),
        )

    asks: ClassVar[str] = mark("What do you need?")


def call_staff(model: Model, message: CallStaff) -> Update:
    """Call staff; another reason replaces the first."""
    call = Calling(message.kind, model.now)
    called = replace(model.with_kiosk(call=call), page=home(model))
    return called, (SignalCall(message.kind),)


def end_call(model: Model) -> Update:
    """End the call."""
    return model.with_kiosk(call=None), (SignalCall(None),)


def deadline(model: Model) -> float | None:
    """Return when the border changes, in monotonic seconds; None if nobody calls."""
    call = model.kiosk.call
    return None if call is None else call.beat_at + BEAT_SECONDS


def blinked(model: Model) -> Model:
    """Return the model with the border as it is now; without motion it stays bright."""
    call, due = model.kiosk.call, deadline(model)
    if call is None or due is None or model.now < due:
        return model
    is_bright = model.preferences.reduce_motion or not call.is_bright
    return model.with_kiosk(call=Calling(call.kind, model.now, is_bright))
