"""What every control does now, what is asked, and which lamps are lit: as the screen says it."""

from __future__ import annotations

from collections import deque

from companion.core.bindings import Binding, Bindings, Prompt
from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.messages import TakePointed
from companion.core.model import Model
from companion.pages.kiosk import presence
from companion.pages.reference.card_key import with_card

_asked: deque[tuple[Model, Bindings]] = deque(maxlen=2)
"""The answers given last: one press asks for those of two models, and several times for each."""


def controls(model: Model) -> Bindings:
    """Return what every control does now."""
    for asked, answer in _asked:
        if asked is model:
            return answer
    offered = with_card(model, model.page.bindings(model))
    answer = _by_one_button(offered) if model.preferences.scan_seconds else offered
    _asked.append((model, answer))
    return answer


def prompt(model: Model) -> Prompt:
    """Return what is asked now, and of whom."""
    return model.page.prompt(model)


def _by_one_button(offered: Bindings) -> Bindings:
    """Return the same with the Ra button for all of it: it takes what is pointed at."""
    holds: dict[Control, Binding] = {
        control: offer for control, offer in offered.holds.items() if control != Control.RA
    }
    taps = {**offered.taps, Control.RA: Binding(TakePointed(), "Confirm")}
    return Bindings(taps, holds, offered.dial)


LAMPS = (*PLAYER_CONTROLS, Control.RA, Control.OK, Control.UNDO)
"""The controls that have a lamp."""


def lamps(model: Model) -> dict[Control, float]:
    """Return how bright every lamp is now, 0 to 1."""
    now = controls(model)
    lit = {control: 1.0 if now.is_lit(control) else 0.0 for control in LAMPS}
    return presence.lamps(model, model.page.lamp_levels(model, lit))
