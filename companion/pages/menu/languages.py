"""Which language the table speaks: a list, each called as its speakers call it."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from companion.core.commands import Entry
from companion.core.effects import LoadLanguage, Update
from companion.core.messages import Message, Next, NextLanguage
from companion.core.model import Model
from companion.i18n import mark
from companion.i18n.languages import LANGUAGES, own_name
from companion.pages.list_page import ListPage
from companion.pages.navigation import back_to_menu


class Languages(ListPage, frozen=True):
    """A line for each language that is offered; what is chosen is read at once."""

    is_beside_the_game: ClassVar[bool] = True

    asks: ClassVar[str] = mark("Language")

    @classmethod
    def now(cls, model: Model) -> Languages:
        """Return the page pointing at the language of the table, if it is offered."""
        return cls(row=max(0, _place(model)))

    def entries(self, model: Model) -> tuple[Entry, ...]:
        now = _place(model)
        lines = [
            Entry(own_name(language), NextLanguage(place - now), "ui_globe")
            for place, language in enumerate(_offered(model))
        ]
        return (*lines, Entry("Back", Next(), "ui_back"))

    def update(self, model: Model, message: Message) -> Update | None:
        """Point at the language that is chosen, also where a finger chose it."""
        if not isinstance(message, NextLanguage):
            return None
        offered = _offered(model)
        row = (_place(model) + message.steps) % len(offered)
        return replace(model, page=replace(self, row=row)), (LoadLanguage(offered[row]),)

    def next_page(self, model: Model) -> Update:
        return back_to_menu(model)


def _offered(model: Model) -> tuple[str, ...]:
    return tuple(language for language in LANGUAGES if language in model.kiosk.offered)


def _place(model: Model) -> int:
    """Return where the language of the table is among those; just before them if it is not."""
    now, offered = model.preferences.language, _offered(model)
    return offered.index(now) if now in offered else -1
