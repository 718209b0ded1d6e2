"""Peeking: while players hold their own button, their own points are shown to them alone."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.core.effects import Effect, Jot
from companion.core.messages import EndPeek, Peek
from companion.core.model import Model, Peeking, Secrecy
from companion.core.offers import PLAYER_CONTROLS, Offer
from companion.rules.editions import Seat
from companion.rules.model import Phase

PEEK_SECONDS = 5.0
"""So long a peek lasts at most, however long the button is held."""

Update = tuple[Model, tuple[Effect, ...]]


def may_peek(model: Model) -> bool:
    """Whether players may look at their own points now (R-INF-2)."""
    is_running = model.timeline is not None and model.game.stage is not Phase.OVER
    return is_running and model.agreement.secrecy is Secrecy.OWN_PEEK


def peeks(model: Model) -> Mapping[str, Offer]:
    """Return what holding a player's button offers, by control; nothing where nobody may peek."""
    if not may_peek(model):
        return {}
    return {
        PLAYER_CONTROLS[button]: Offer(Peek(Seat(seat)), "Your points", is_silent=True)
        for seat, button in enumerate(model.buttons)
    }


def peek(model: Model, message: Peek) -> Update:
    """Show a player's points; that they looked is kept, what they saw is not."""
    if not may_peek(model) or message.seat not in model.game.setup.seats:
        return model, ()
    return replace(model, peek=Peeking(message.seat, model.now)), (Jot(message.seat),)


def end_peek(model: Model, _: EndPeek) -> Update:
    """Hide the points again."""
    return (model, ()) if model.peek is None else (replace(model, peek=None), ())


def deadline(model: Model) -> float | None:
    """Return when the points are hidden by themselves, in seconds of the monotonic clock."""
    return None if model.peek is None else model.peek.since + PEEK_SECONDS


def over(model: Model) -> Model:
    """Return the model without a peek that has lasted long enough, or has no place any more."""
    due = deadline(model)
    is_over = due is not None and (model.now >= due or not may_peek(model))
    return replace(model, peek=None) if is_over else model


UPDATES: Mapping[type, Callable[[Model, Any], Update]] = {Peek: peek, EndPeek: end_peek}
