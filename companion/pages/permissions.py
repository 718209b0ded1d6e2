"""Who may send which message at a table in a café.

What guests may not do is refused, wherever it comes from: a button, a finger, a keyboard, or a
place on an old picture. Messages of machines are not checked; no control offers them.
"""

from __future__ import annotations

from companion.core import messages
from companion.core.effects import Do
from companion.core.messages import MachineMessage, StaffMessage
from companion.core.model import Loudness, Model, is_guarded
from companion.core.page import Audience
from companion.pages import registry


def is_allowed(model: Model, message: object) -> bool:
    """Whether people at the table may do this now."""
    if not is_guarded(model) or isinstance(message, MachineMessage):
        return True
    if model.kiosk.is_locked:
        return isinstance(message, messages.Message) and message.opens_door
    match message:
        case messages.GoTo(page):
            return page.audience is Audience.GUESTS
        case messages.Open(route):
            return registry.kind(route).audience is Audience.GUESTS
        case Do():
            return model.page.audience is not Audience.STAFF
        case messages.SetPreference("loudness", Loudness() as loudness):
            return loudness.value in model.kiosk.volumes
        case messages.SetPreference("has_clock", is_shown):
            return not is_shown
        case messages.SetPreference("is_spoken"):
            return False
        case _:
            return not isinstance(message, StaffMessage)


def is_of_people(message: object) -> bool:
    """Whether a person did this, not a device."""
    return not isinstance(message, MachineMessage)
