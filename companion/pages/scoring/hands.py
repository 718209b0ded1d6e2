"""Between two epochs: what people now do at the table with their hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from companion.core.bindings import Binding, Bindings, Prompt
from companion.core.controls import Control
from companion.core.messages import GoTo, Message, Next, TakeBack
from companion.core.model import Model
from companion.core.page import Page
from companion.core.session import Secrecy
from companion.pages import keyboard, reference, scoring, table
from companion.rules.model import Phase
from companion.ui.style import Piece, Style


class HandsNow(Page, frozen=True):
    """An epoch is over and another one follows (R-EPE-3, R-SCO-4)."""

    is_reveal: ClassVar[bool] = True

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does: only OK and Ra go on; Undo leads back to the bars."""
        go_on = Binding(Next(), "Next epoch")
        is_sealed = model.session.agreement.secrecy is Secrecy.SEALED
        back = (
            Binding(TakeBack(), "Undo")
            if is_sealed
            else Binding(GoTo(scoring.EpochScores()), "Back")
        )
        return Bindings(
            {Control.OK: go_on, Control.RA: go_on, Control.UNDO: back},
            {**table.peek.peeks(model), Control.OK: table.table.fix()},
        )

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return Prompt("Before the next epoch")

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield what is on the page."""
        return scoring.hands_view.hands_now(look, model)

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does."""
        return keyboard.of_reveal(model)

    def opened(self, model: Model) -> Page | None:
        """Return the card if the last action ended an epoch that another one follows."""
        is_there = scoring.reveal.counted(model) and model.game.stage is not Phase.OVER
        return self if is_there else None

    def help(self, model: Model) -> reference.Card | None:
        """Return the rules card of the moment."""
        return reference.rules_card.of_epoch(model, scoring.EpochScores())
