"""Whether any café feature is active at this table; at most tables none is.

Every tick, press and picture asks. If the answer is no, nothing else of this room is loaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.core.controls import Control
from companion.core.effects import Effect, Update
from companion.core.kiosk import Rest
from companion.core.messages import Message, Tick
from companion.core.model import Model
from companion.core.page import Audience
from companion.pages import kiosk
from companion.ui.style import Piece, Style


def is_there(model: Model) -> bool:
    """Whether anything of a café is on this table: guests alone, staff, a call, or their pages."""
    state = model.kiosk
    return (
        model.preferences.kiosk
        or state.staff_until is not None
        or state.call is not None
        or state.rest is not Rest.AWAKE
        or model.page.audience is Audience.NOBODY
    )


def authorise(model: Model, message: Message) -> Update | None:
    """Return what becomes of a message that gets no further; None if it does."""
    return kiosk.authorise(model, message) if is_there(model) else None


def record_activity(
    before: Model, message: Message, after: Model
) -> tuple[Model, tuple[Effect, ...]]:
    """Return the model that knows that somebody did something, and what is written of it."""
    if isinstance(message, Tick) and not is_there(after):
        return after, ()
    return kiosk.record_activity(before, message, after)


def deadline(model: Model) -> float | None:
    """Return when time alone changes something here, in monotonic seconds."""
    return kiosk.kiosk.deadline(model) if is_there(model) else None


def passed(model: Model) -> Update:
    """Do what time alone does."""
    return kiosk.kiosk.passed(model) if is_there(model) else (model, ())


def is_asleep(model: Model) -> bool:
    """Whether whatever is pressed wakes the table."""
    return is_there(model) and kiosk.idle.is_asleep(model)


def lamps(model: Model, bright: Mapping[Control, float]) -> dict[Control, float]:
    """Return how bright the lamps are, from what the controls alone would make them."""
    return kiosk.staff_call.lamps(model, bright) if is_there(model) else dict(bright)


def calling(look: Style, model: Model) -> Iterator[Piece]:
    """Yield the border that says that somebody calls."""
    if is_there(model):
        yield from kiosk.idle.calling(look, model)


def resting(look: Style, model: Model) -> Iterator[Piece]:
    """Yield the dark over a game that nobody plays, and that it is kept."""
    if is_there(model):
        yield from kiosk.idle.resting(look, model)
