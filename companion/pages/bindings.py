"""What every control does now, what is asked, and which lamps are lit."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from msgspec.structs import replace

from companion.core.commands import Binding, Bindings, Prompt
from companion.core.controls import Control
from companion.core.effects import Update, refused
from companion.core.messages import (
    EndPeek,
    GoTo,
    Message,
    Remembered,
    Route,
    SetLanguage,
    ShowCard,
    TakePointed,
    Tick,
    Trouble,
    TroubleOver,
)
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.pages import registry

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


_IN_PASSING = ShowCard | EndPeek | Tick | Trouble | TroubleOver | Remembered | SetLanguage
"""What happens by itself, and leaves the card where it lies."""


def dismiss_card(model: Model, message: Message) -> Model:
    """Return the model without the card, if somebody does anything; what it is still counts."""
    if not model.screen.is_card_shown or isinstance(message, _IN_PASSING):
        return model
    return model.with_screen(is_card_shown=False)


def has_card(model: Model) -> bool:
    """Whether anything is decided here that a card can be read about."""
    return model.page.always_has_card or model.page.help(model) is not None


def can_ask(model: Model) -> bool:
    """Whether the rules can be asked for: by a card, or by opening the overview."""
    return has_card(model) or _is_beside_the_game(model)


def _is_beside_the_game(model: Model) -> bool:
    """Whether nothing is decided here, and nothing half done is lost by reading."""
    return model.page.is_beside_the_game


def show_card(model: Model, _: ShowCard) -> Update:
    """Lay the card over the table, or put it away; beside the game open the overview."""
    if _is_beside_the_game(model):
        return replace(model, page=registry.page(Route.RULES, model)), ()
    if not has_card(model):
        return refused(model, Notice(Notes.NOT_NOW))
    return model.with_screen(is_card_shown=not model.screen.is_card_shown), ()


def with_card(model: Model, now: Bindings) -> Bindings:
    """Return the controls with a way to the card where holding the dial means nothing else.

    So the dial can be held nearly everywhere, and held with OK it asks for the card. Who looks
    back through the game has no room for one more sign, and asks by key or touch.
    """
    if Control.DIAL in now.holds or not has_card(model) or not model.page.has_card_sign:
        return now
    is_open = model.screen.is_card_shown  # then what closes it says so
    card = Binding(ShowCard(), "Rules", is_silent=is_open)
    return replace(now, holds={**now.holds, Control.DIAL: card})
