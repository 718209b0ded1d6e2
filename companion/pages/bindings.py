"""What every control does now, what is asked, and which lamps are lit."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from msgspec.structs import replace

from companion.core.bindings import Binding, Bindings, Prompt
from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.messages import EndPeek, GoTo, ShowCard, TakePointed
from companion.core.model import Model
from companion.pages.kiosk import presence
from companion.pages.reference.card_key import with_card

Subject = TypeVar("Subject")

Answer = TypeVar("Answer")


def remembered(ask: Callable[[Subject], Answer]) -> Callable[[Subject], Answer]:
    """Return the same question, whose last two answers are kept.

    One press asks about two models and two pictures, and several times about each.
    """
    given: deque[tuple[Subject, Answer]] = deque(maxlen=2)

    @wraps(ask)
    def answered(subject: Subject) -> Answer:
        for asked, answer in given:
            if asked is subject:
                return answer
        answer = ask(subject)
        given.append((subject, answer))
        return answer

    return answered


@remembered
def controls(model: Model) -> Bindings:
    """Return what every control does now."""
    offered = _closing(model, with_card(model, model.page.bindings(model)))
    return _by_one_button(offered) if model.preferences.scan_seconds else offered


def prompt(model: Model) -> Prompt:
    """Return what is asked now, and of whom."""
    return model.page.prompt(model)


def _closing(model: Model, offered: Bindings) -> Bindings:
    """Return the same where Undo closes what lies on top of the page, and nothing else."""
    top = _on_top(model)
    return offered if top is None else replace(offered, taps={**offered.taps, Control.UNDO: top})


def _on_top(model: Model) -> Binding | None:
    """Return what closes the topmost thing on the page: a peek, the card, somebody's reasons."""
    if model.session.peek is not None:
        return Binding(EndPeek(), "Close")
    if model.screen.is_card_shown:
        return Binding(ShowCard(), "Close")
    below = model.page.closed()
    return None if below is None else Binding(GoTo(below), "Back")


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
