"""Whether any café feature is active at this table; at most tables none is.

The first picture asks; nothing else of this room is loaded for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.core.controls import Control
from companion.core.kiosk import Idle
from companion.core.model import Model
from companion.core.page import Audience
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
    """Return how bright the lamps are, from what the controls alone would make them."""
    if model.kiosk.call is None:
        return dict(bright)
    from companion.pages.kiosk import staff_call  # noqa: PLC0415 - the same

    return staff_call.lamps(model, bright)


def calling(ui: Ui, model: Model) -> Iterator[Piece]:
    """Yield the border that says that somebody calls."""
    if model.kiosk.call is not None:
        from companion.pages.kiosk import idle  # noqa: PLC0415 - the same

        yield from idle.calling(ui, model)


def resting(ui: Ui, model: Model) -> Iterator[Piece]:
    """Yield the dimming over a game that nobody plays, and the words that it is kept."""
    if model.kiosk.rest is not Idle.AWAKE:
        from companion.pages.kiosk import idle  # noqa: PLC0415 - the same

        yield from idle.resting(ui, model)
