"""What every control does now, and what is asked: the one source of labels, lamps, and presses."""

from __future__ import annotations

from companion.core.bindings import Binding, Bindings, Prompt
from companion.core.messages import TakePointed
from companion.core.model import Model
from companion.pages import reference


def controls(model: Model) -> Bindings:
    """Return what every control does now."""
    offered = reference.with_card(model, model.page.bindings(model))
    return _by_one_button(offered) if model.preferences.scan_seconds else offered


def prompt(model: Model) -> Prompt:
    """Return what is asked now, and of whom."""
    return model.page.prompt(model)


def _by_one_button(offered: Bindings) -> Bindings:
    """Return the same with the Ra button for all of it: it takes what is pointed at."""
    holds = {control: offer for control, offer in offered.holds.items() if control != "ra"}
    return Bindings({**offered.taps, "ra": Binding(TakePointed(), "Confirm")}, holds, offered.dial)
