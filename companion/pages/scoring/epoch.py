"""An epoch has been scored: its points, category by category, and what hands do before the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from typing import ClassVar

from msgspec.structs import replace

from companion import narration
from companion.core.commands import OK, RA, UNDO, Command, player_control, tap
from companion.core.effects import Cue, Sound, Update, do
from companion.core.messages import GoTo, Next, Route, TakeBack
from companion.core.model import Model
from companion.core.page import Page
from companion.core.session import Secrecy
from companion.i18n import mark
from companion.pages.page_view import PlainPage
from companion.pages.reference import rules_card
from companion.pages.reference.rules_card import Card
from companion.pages.scoring import epoch_view, hands_view, motion, reveal
from companion.pages.table import peek as table_peek
from companion.pages.table import table
from companion.pages.table.playing import route_after
from companion.rules.editions import Seat
from companion.rules.model import Phase
from companion.ui.animation import Move, RenderedPage
from companion.ui.scene import Rect
from companion.ui.style import Piece, Ui

COURSE_SECONDS = 0.35
"""How long the stones of a course take to their place; a press meanwhile only ends that."""

DEAF_SECONDS = 0.5
"""How long presses are ignored after an epoch has ended, so that the last one skips nothing."""


class EpochScores(Page, frozen=True):
    """An epoch has just been scored: OK lays course after course, for everybody at once."""

    is_reveal: ClassVar[bool] = True
    asks: ClassVar[str] = mark("Take or return your points, then continue")

    reasons_for: Seat | None = None
    """Whose reasons are shown."""
    hidden: int = 0
    """How many courses are not laid yet."""
    since: float = -inf
    """When the last course was laid, in seconds of the monotonic clock."""

    @classmethod
    def from_route(cls, model: Model, *given: object) -> EpochScores:
        """Return the points; given when the epoch ended (monotonic seconds), its first course.

        Where points are sealed none is laid.
        """
        ended = next((each for each in given if isinstance(each, float)), None)
        if ended is None:
            return cls()
        is_sealed = model.session.agreement.secrecy is Secrecy.SEALED
        hidden = 0 if is_sealed else max(0, len(reveal.courses(model)) - 1)
        return cls(hidden=hidden, since=ended)

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done: OK and Ra go on; while courses are laid, Undo takes one back."""
        every = reveal.courses(model)
        if self.hidden:
            following = narration.CATEGORIES[every[len(every) - self.hidden]]
            yield tap(following, Next(), OK)
            yield tap("Show all", do(EpochScores.lay, self.hidden), RA)
        else:
            yield tap("Next", Next(), OK, RA)
        if 0 < self.hidden < len(every) - 1:
            yield tap("One step back", do(EpochScores.take_back), UNDO)
        else:
            yield tap("Undo", TakeBack(), UNDO)
        if not self.hidden and model.session.agreement.secrecy is not Secrecy.SEALED:
            for seat in model.game.setup.seats:
                why = EpochScores(None if self.reasons_for == seat else seat)
                yield tap("Why?", GoTo(why), player_control(model, seat))
            yield table.fix()
        yield from table_peek.commands(model)

    def lay(self, model: Model, courses: int) -> Update:
        """Lay so many courses for everybody; a press while stones move only ends that."""
        is_first = self.hidden == len(reveal.courses(model)) - 1
        if is_first and model.now < self.since + DEAF_SECONDS:
            return model, ()
        if model.now < self.since + COURSE_SECONDS:
            return replace(model, page=replace(self, since=-inf)), ()
        laid = replace(self, hidden=max(0, self.hidden - courses), since=model.now)
        return replace(model, page=laid), (Sound(Cue.REVEAL),)

    def take_back(self, model: Model) -> Update:
        """Take the last course back."""
        most = len(reveal.courses(model)) - 1
        return replace(model, page=EpochScores(hidden=min(most, self.hidden + 1))), ()

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        return epoch_view.scoring(ui, model, self)

    def motion(self, ui: Ui, before: RenderedPage, after: RenderedPage) -> Iterable[Move]:
        """Return the stones of a new course, which come to their place."""
        return motion.epoch_moves(before, after)

    @property
    def is_still(self) -> bool:
        """Whether somebody has pressed while stones moved: then they are at their place."""
        return self.since == -inf

    def validated(self, model: Model) -> Page | None:
        """Return the page if the last action ended an epoch; sealed, it shows nobody's reasons."""
        timeline = model.session.timeline
        if timeline is None or route_after(timeline) is not Route.EPOCH:
            return None
        if self.reasons_for not in (None, *model.game.setup.seats):
            return None
        is_sealed = model.session.agreement.secrecy is Secrecy.SEALED
        if is_sealed:
            return EpochScores()
        most = max(0, len(reveal.courses(model)) - 1)
        return EpochScores(self.reasons_for, min(self.hidden, most))

    def next_page(self, model: Model) -> Update | None:
        """Lay the next course; after all say what hands do, or at the end who came in where."""
        if self.hidden:
            return self.lay(model, 1)
        if model.now < self.since + DEAF_SECONDS:
            return model, ()
        if model.game.stage is Phase.OVER:
            return replace(model, page=reveal.places(model, is_hurried=False)), ()
        return replace(model, page=HandsNow()), ()

    def parent(self) -> Page | None:
        """Return the page without anybody's reasons; None: none are shown."""
        return None if self.reasons_for is None else replace(self, reasons_for=None)

    def help(self, model: Model) -> Card | None:
        return rules_card.of_epoch(model)


class HandsNow(PlainPage, frozen=True):
    """Between two epochs: what people now do with their hands (R-EPE-3, R-SCO-4)."""

    is_reveal: ClassVar[bool] = True

    asks: ClassVar[str] = mark("Before the next epoch")

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done: only OK and Ra go on; Undo leads back to the bars."""
        yield tap("Next epoch", Next(), OK, RA)
        if model.session.agreement.secrecy is Secrecy.SEALED:
            yield tap("Undo", TakeBack(), UNDO)
        else:
            yield tap("Back", GoTo(EpochScores()), UNDO)
        yield from table_peek.commands(model)
        yield table.fix()

    def body(self, ui: Ui, model: Model, area: Rect) -> Iterable[Piece]:
        """Yield what everybody does."""
        return hands_view.hands_now(ui, area, model)

    def validated(self, model: Model) -> Page | None:
        """Return the card if the last action ended an epoch that another one follows."""
        is_there = reveal.counted(model) and model.game.stage is not Phase.OVER
        return self if is_there else None

    def help(self, model: Model) -> Card | None:
        return rules_card.of_epoch(model)
