"""Whether any café feature is active at this table, what lies over every page then, and the call.

At most tables none is. The first picture asks; nothing else of this room is loaded for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.core.commands import Control, Entry
from companion.core.effects import Update
from companion.core.kiosk import Calling, GuestRequest, Idle
from companion.core.messages import GoTo, Next, Open, Route
from companion.core.model import Model, is_guarded
from companion.core.page import Audience
from companion.i18n import mark
from companion.pages.kiosk.messages import CallStaff, SignalCall
from companion.pages.page_view import ListPage, titled
from companion.pages.registry import home
from companion.ui.layout import middle
from companion.ui.scene import Box, Rect, Target
from companion.ui.style import Piece, Ui


def is_active(model: Model) -> bool:
    """Whether this table is in a café's use: guests alone, staff, a call, or their pages."""
    state = model.kiosk
    return (
        model.preferences.kiosk
        or state.staff_until is not None
        or state.call is not None
        or state.rest is not Idle.AWAKE
        or model.page.audience is Audience.NOBODY
    )


def is_asleep(model: Model) -> bool:
    """Whether whatever is pressed wakes the table."""
    if not is_active(model):
        return False
    from companion.pages.kiosk.idle import is_asleep  # noqa: PLC0415 - only a café needs it

    return is_asleep(model)


def lamps(model: Model, bright: Mapping[Control, float]) -> dict[Control, float]:
    """Return how bright the lamps are: while somebody calls, all that are lit beat together."""
    call = model.kiosk.call
    if call is None or call.is_bright:
        return dict(bright)
    return {control: level * _BEATEN for control, level in bright.items()}


_BEATEN = 0.35
"""How bright lamps are in the dark half of a beat."""


def calling(ui: Ui, model: Model) -> Iterator[Piece]:
    """Yield the border that says that somebody calls, bright and dark once a second."""
    call = model.kiosk.call
    if call is not None:
        colour = ui.theme.gold if call.is_bright else ui.theme.line
        yield Box(Rect(0, 0, *ui.canvas.size), border=colour, border_px=ui.px(6, 4))


DIM, DARK = 0.55, 0.8
"""How much the light is taken away: after a while, and after a long one or at night."""

BLACK = (0, 0, 0)


def resting(ui: Ui, model: Model) -> Iterator[Piece]:
    """Yield the dimming over a game that nobody plays, and the words that it is kept."""
    rest = model.kiosk.rest
    if rest is Idle.AWAKE or not is_guarded(model):
        return
    whole = Rect(0, 0, *ui.canvas.size)
    yield Box(whole, BLACK, opacity=DIM if rest is Idle.DIM else DARK)
    yield Target(whole, Next())
    if rest is Idle.KEPT:
        band = middle(whole, whole.w * 9 // 10, ui.px(140, 96))
        yield Box(band, ui.theme.panel, border=ui.theme.gold, border_px=max(2, ui.px(2)),
                  radius=ui.px(16, 10))  # fmt: skip
        text = ui.say("The game is saved: press any button")
        yield from titled(ui, band.inset(ui.px(24, 16), ui.px(8)), text)


class Help(ListPage, frozen=True):
    """Guests want something that the screen cannot give."""

    asks: ClassVar[str] = mark("What do you need?")

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


def call_staff(model: Model, message: CallStaff) -> Update:
    """Call staff; another reason replaces the first."""
    call = Calling(message.kind, model.now)
    called = replace(model.with_kiosk(call=call), page=home(model))
    return called, (SignalCall(message.kind),)


def end_call(model: Model) -> Update:
    """End the call."""
    return model.with_kiosk(call=None), (SignalCall(None),)


BEAT_SECONDS = 0.5
"""How long the border is bright, and how long it is dark: one beat a second, far below three."""


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
