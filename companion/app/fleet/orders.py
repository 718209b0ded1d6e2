"""Orders from behind the bar, as messages of the program, or why they are refused. Pure."""

from __future__ import annotations

from companion.app.loop import speaking
from companion.core.messages import Message, SetLoudness
from companion.core.model import Model
from companion.core.preferences import Loudness
from companion.fleet.shapes import ON, Order, why_not
from companion.pages import kiosk


class OrderRefused(ValueError):
    """An order is not taken; the sentence says why, in English for the log."""


def message_of(order: Order, model: Model) -> Message:
    """Return what an order means at this table.

    Raises:
        Refused: It means nothing, or not here.
    """
    why = why_not(order)
    if why:
        raise OrderRefused(why)
    match order.entity:
        case "language":
            return speaking(order.value)
        case "volume":
            return kiosk.FromBar(SetLoudness(Loudness(order.value)))
        case "night":
            return kiosk.Night(order.value == ON)
        case "call":
            if model.kiosk.call is None:
                raise OrderRefused("call cannot be ended: nobody calls")
            return kiosk.FromBar(kiosk.EndCall())
        case "message":
            return kiosk.FromBar(kiosk.Announce(order.value.strip()))
        case "locked":
            if not model.preferences.kiosk:
                raise OrderRefused("locked cannot be ordered: this table is not in kiosk mode")
            return kiosk.FromBar(kiosk.LockTable(order.value == ON))
        case _:
            return _update(model)


def _update(model: Model) -> Message:
    if kiosk.usb.bundle(model) is None:
        raise OrderRefused("update cannot be ordered: no USB stick with an update is there")
    return kiosk.FromBar(kiosk.InstallUpdate())
