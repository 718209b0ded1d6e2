"""Opening and closing the rules card: when it is offered, and its key in the corner.

Every page asks this, so it loads neither a card nor a page.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.core.bindings import Binding, Bindings
from companion.core.controls import Control
from companion.core.effects import Update, refused
from companion.core.messages import (
    EndPeek,
    Healed,
    Message,
    Remembered,
    SetLanguage,
    ShowCard,
    Tick,
    Trouble,
)
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.pages import history, menu, reference
from companion.pages.status_bar import edge_px
from companion.ui.style import Piece, Style, kept
from companion.ui.widgets import card_key, corner

_IN_PASSING = ShowCard | EndPeek | Tick | Trouble | Healed | Remembered | SetLanguage
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
    return isinstance(model.page, menu.Menu | menu.About | reference.ProjectedScore)


def show_card(model: Model, _: ShowCard) -> Update:
    """Lay the card over the table, or put it away; beside the game open the overview."""
    if _is_beside_the_game(model):
        return replace(model, page=reference.Rules()), ()
    if not has_card(model):
        return refused(model, Notice(Notes.NOT_NOW))
    return model.with_screen(is_card_shown=not model.screen.is_card_shown), ()


def with_card(model: Model, now: Bindings) -> Bindings:
    """Return the controls with a way to the card where holding the dial means nothing else.

    So the dial can be held nearly everywhere, and held with OK it asks for the card. Who looks
    back through the game has no room for one more sign, and asks by key or touch.
    """
    if Control.DIAL in now.holds or not has_card(model) or isinstance(model.page, history.History):
        return now
    is_open = model.screen.is_card_shown  # then what closes it says so
    card = Binding(ShowCard(), "Rules", is_silent=is_open)
    return replace(now, holds={**now.holds, Control.DIAL: card})


def over_the_page(look: Style, model: Model) -> Iterator[Piece]:
    """Yield the card, if it lies there, and the key for it in the corner.

    At the table, the key stands beside the question.
    """
    if not model.page.has_track and can_ask(model):
        yield _corner(look, edge_px(look, model))
    if model.screen.is_card_shown:
        yield from reference.rules_card_view.laid(look, model)


@kept
def _corner(look: Style, top: int) -> Iterator[Piece]:
    yield from card_key(look, corner(look, top))
