"""Whether any café feature is active at this table, and what lies over every page then.

At most tables none is. The first picture asks; nothing else of this room is loaded for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.core.commands import Control
from companion.core.kiosk import Idle
from companion.core.messages import Next
from companion.core.model import Model, is_guarded
from companion.core.page import Audience
from companion.pages.page_view import titled
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
