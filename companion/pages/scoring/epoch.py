"""An epoch has been scored: its points, category by category, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.core.bindings import Binding, Bindings, Prompt, player_control
from companion.core.controls import Control
from companion.core.effects import Cue, Sound, Update
from companion.core.messages import GoTo, Message, Next, TakeBack
from companion.core.model import Model
from companion.core.page import Page
from companion.core.session import Secrecy
from companion.pages import keyboard, reference, scoring, table
from companion.rules.editions import Seat
from companion.rules.model import Phase
from companion.ui.style import Piece, Style


class EpochScores(Page, frozen=True):
    """An epoch has just been scored."""

    is_reveal: ClassVar[bool] = True

    reasons_for: Seat | None = None
    """Whose reasons are shown."""
    hidden: int = 0
    """How many of its categories are still to be revealed, where the table plays open."""

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        if self.hidden:
            reveal = Binding(Next(), "Reveal")
            hidden: dict[Control, Binding] = {
                Control.OK: reveal,
                Control.RA: reveal,
                Control.UNDO: Binding(TakeBack(), "Undo"),
            }
            return Bindings(
                hidden,
                {Control.RA: Binding(GoTo(EpochScores()), "Points"), Control.OK: table.table.fix()},
            )
        shown = () if model.session.agreement.secrecy is Secrecy.SEALED else model.game.setup.seats
        taps: dict[Control, Binding] = {
            player_control(model, seat): Binding(
                GoTo(EpochScores(None if self.reasons_for == seat else seat)), "Why?"
            )
            for seat in shown
        }
        go_on = Binding(Next(), "Next")
        taps |= {Control.OK: go_on, Control.RA: go_on, Control.UNDO: Binding(TakeBack(), "Undo")}
        return Bindings(taps, {**table.peek.peeks(model), Control.OK: table.table.fix()})

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return Prompt("Take or return your points, then continue")

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield what is on the page."""
        return scoring.epoch_view.scoring(look, model, self)

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does."""
        return keyboard.of_reveal(model)

    def opened(self, model: Model) -> Page | None:
        """Return the page if the last action ended an epoch; sealed, it shows nobody's reasons."""
        if model.session.timeline is None or not isinstance(
            table.page_after(model.session.timeline), EpochScores
        ):
            return None
        if self.reasons_for not in (None, *model.game.setup.seats):
            return None
        is_sealed = model.session.agreement.secrecy is Secrecy.SEALED
        return EpochScores() if is_sealed else EpochScores(self.reasons_for)

    def next_page(self, model: Model) -> Update | None:
        """Reveal the next category; after the last epoch go on to the end."""
        if self.hidden:
            return replace(model, page=EpochScores(hidden=self.hidden - 1)), (Sound(Cue.REVEAL),)
        if model.game.stage is Phase.OVER:
            return replace(model, page=scoring.Finale()), ()
        return None

    def closed(self) -> Page | None:
        """Return the page without anybody's reasons; None: none are shown."""
        return None if self.reasons_for is None else replace(self, reasons_for=None)

    def help(self, model: Model) -> reference.Card | None:
        """Return the rules card of the moment."""
        return reference.rules_card.of_epoch(model, self)
