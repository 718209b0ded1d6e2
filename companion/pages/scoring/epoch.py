"""An epoch has been scored: its points, category by category, and what hands do before the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf
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
from companion.pages.page_view import PlainPage
from companion.rules.editions import Seat
from companion.rules.model import Phase
from companion.ui.animation import Move, Seen
from companion.ui.scene import Rect
from companion.ui.style import Piece, Style

STEP_SECONDS = 0.7
"""How long the bars of one category grow, all players' at once."""

DEAF_SECONDS = 0.5
"""How long presses are ignored after an epoch has ended, so that the last one skips nothing."""


CARD_SECONDS = 8.0
"""How long the bars stand before the card with what to do now comes by itself."""


class EpochScores(Page, frozen=True):
    """An epoch has just been scored: bars grow by themselves, category by category."""

    is_reveal: ClassVar[bool] = True

    reasons_for: Seat | None = None
    """Whose reasons are shown."""
    hidden: int = 0
    """How many categories have not stopped growing; none when all is still."""
    since: float = -inf
    """When the page came by itself, in seconds of the monotonic clock."""
    is_hurried: bool = False
    """Whether somebody skipped: then nobody waits for the places either."""

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does; while bars grow, any of them finishes that."""
        if self.hidden:
            return scoring.reveal.finishing()
        shown = () if model.session.agreement.secrecy is Secrecy.SEALED else model.game.setup.seats
        taps: dict[Control, Binding] = {}
        for seat in shown:
            why = GoTo(EpochScores(None if self.reasons_for == seat else seat))
            taps[player_control(model, seat)] = Binding(why, "Why?")
        go_on = Binding(Next(), "Next")
        taps |= {Control.OK: go_on, Control.RA: go_on, Control.UNDO: Binding(TakeBack(), "Undo")}
        return Bindings(taps, {**table.peek.peeks(model), Control.OK: table.table.fix()})

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return Prompt("Take or return your points, then continue")

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield what is on the page."""
        return scoring.epoch_view.scoring(look, model, self)

    def motion(self, look: Style, before: Seen, after: Seen) -> Iterable[Move]:
        """Return the bars that grow."""
        return scoring.motion.epoch_moves(before, after)

    @property
    def is_still(self) -> bool:
        """Whether no bar grows."""
        return not self.hidden

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does; while bars grow, every key finishes that."""
        return scoring.reveal.any_key() if self.hidden else keyboard.of_reveal(model)

    def opened(self, model: Model) -> Page | None:
        """Return the page if the last action ended an epoch; sealed, it shows nobody's reasons."""
        timeline = model.session.timeline
        if timeline is None or not isinstance(table.page_after(timeline), EpochScores):
            return None
        if self.reasons_for not in (None, *model.game.setup.seats):
            return None
        is_sealed = model.session.agreement.secrecy is Secrecy.SEALED
        return EpochScores() if is_sealed else EpochScores(self.reasons_for)

    def deadline(self, model: Model) -> float | None:
        """Return when the bars of this category are at rest, or the card follows them."""
        steps = len(scoring.reveal.counted(model)) - self.hidden
        if self.hidden:
            return self.since + (steps + 1) * STEP_SECONDS
        if self.since == -inf or model.game.stage is Phase.OVER:
            return None
        return self.since + steps * STEP_SECONDS + CARD_SECONDS

    def waited(self, model: Model) -> Update | None:
        """Let the next category grow when it is time; after the last one comes the card."""
        due = self.deadline(model)
        if due is None or model.now < due:
            return None
        if not self.hidden:
            return replace(model, page=HandsNow()), ()
        return replace(model, page=replace(self, hidden=self.hidden - 1)), (Sound(Cue.REVEAL),)

    def next_page(self, model: Model) -> Update | None:
        """Finish the bars; then say what hands do, or after the last epoch who came in where."""
        if model.now < self.since + DEAF_SECONDS:
            return model, ()
        if self.hidden:
            return replace(model, page=EpochScores(is_hurried=True)), (Sound(Cue.REVEAL),)
        if model.game.stage is Phase.OVER:
            return replace(model, page=scoring.reveal.places(model, is_hurried=self.is_hurried)), ()
        return replace(model, page=HandsNow()), ()

    def closed(self) -> Page | None:
        """Return the page without anybody's reasons; None: none are shown."""
        return None if self.reasons_for is None else replace(self, reasons_for=None)

    def help(self, model: Model) -> reference.Card | None:
        """Return the rules card of the moment."""
        return reference.rules_card.of_epoch(model)


class HandsNow(PlainPage, frozen=True):
    """Between two epochs: what people now do with their hands (R-EPE-3, R-SCO-4)."""

    is_reveal: ClassVar[bool] = True

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does: only OK and Ra go on; Undo leads back to the bars."""
        go_on = Binding(Next(), "Next epoch")
        is_sealed = model.session.agreement.secrecy is Secrecy.SEALED
        back = Binding(TakeBack(), "Undo") if is_sealed else Binding(GoTo(EpochScores()), "Back")
        taps = {Control.OK: go_on, Control.RA: go_on, Control.UNDO: back}
        return Bindings(taps, {**table.peek.peeks(model), Control.OK: table.table.fix()})

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return Prompt("Before the next epoch")

    def body(self, look: Style, model: Model, room: Rect) -> Iterable[Piece]:
        """Yield what everybody does."""
        return scoring.hands_view.hands_now(look, room, model)

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does."""
        return keyboard.of_reveal(model)

    def opened(self, model: Model) -> Page | None:
        """Return the card if the last action ended an epoch that another one follows."""
        is_there = scoring.reveal.counted(model) and model.game.stage is not Phase.OVER
        return self if is_there else None

    def help(self, model: Model) -> reference.Card | None:
        """Return the rules card of the moment."""
        return reference.rules_card.of_epoch(model)
