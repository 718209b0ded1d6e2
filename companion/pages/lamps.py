"""The lamps mirror the screen: lit exactly when the control may be used."""

from __future__ import annotations

from companion.core.bindings import PLAYER_CONTROLS
from companion.core.model import Model
from companion.pages import kiosk
from companion.pages.bindings import controls

LAMPS = (*PLAYER_CONTROLS, "ra", "ok", "undo")
"""The controls that have a lamp."""


def lamps(model: Model) -> dict[str, float]:
    """Return how bright every lamp is now, 0 to 1."""
    now = controls(model)
    lit = {control: 1.0 if now.is_lit(control) else 0.0 for control in LAMPS}
    return kiosk.staff_call.lamps(model, model.page.lamp_levels(model, lit))
