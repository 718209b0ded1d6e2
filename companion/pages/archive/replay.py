"""A past game, gone through step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from companion.core.bindings import Binding, Bindings, Prompt
from companion.core.controls import Control
from companion.core.effects import Update
from companion.core.messages import GoTo, Message, TurnDial
from companion.core.model import Model, without_questions
from companion.core.naming import all_called
from companion.core.page import Audience, Page
from companion.core.session import Agreement, Rejected
from companion.i18n import mark
from companion.pages import history, review, scoring
from companion.pages.archive.games import Games, pressed
from companion.pages.page_view import frame, heading, what_can_be_done
from companion.rules.model import Phase
from companion.rules.records.timeline import Timeline
from companion.statistics.game import race
from companion.ui.score_table import ColumnHead
from companion.ui.style import Piece, Style


class Replay(Page, frozen=True):
    """A past game, gone through step by step."""

    audience: ClassVar[Audience] = Audience.STAFF

    game: str
    timeline: Timeline
    buttons: tuple[int, ...]
    agreement: Agreement
    rejected: tuple[Rejected, ...]
    back: Games
    """The list it was chosen from."""
    at: int = 0
    """After how many actions."""
    is_race: bool = False
    """Whether its race is shown instead of its table."""

    @property
    def length(self) -> int:
        """How many actions can be looked at, taken-back ones included."""
        return len(self.timeline.moments) + len(self.timeline.undone)

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        leave = Binding(GoTo(self.back), "To the list")
        taps = {
            Control.P1: Binding(TurnDial(-1), "Earlier", is_lit=self.at > 0),
            Control.P2: Binding(TurnDial(1), "Later", is_lit=self.at < self.length),
            Control.RA: leave,
            Control.UNDO: leave,
        }
        if self.timeline.game.stage is not Phase.OVER:
            taps[Control.OK] = Binding(GoOnWith(self.game), "Resume")
        elif scoring.has_race(self.timeline):
            label = mark("The table") if self.is_race else mark("The race")
            taps[Control.OK] = Binding(ShowRace(), label)
            if not self.is_race:
                taps[Control.P3] = Binding(review.OpenReview(), "Review")
        return Bindings(taps, {}, mark("Browse"))

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does."""
        return pressed(self.bindings(model), GoTo(self.back))

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return Prompt("Turn to browse the game")

    def update(self, model: Model, message: Message) -> Update | None:
        """Show the race instead of the table, or the table again."""
        if not isinstance(message, ShowRace) or not scoring.has_race(self.timeline):
            return None
        return replace(model, page=replace(self, is_race=not self.is_race)), ()

    def turn(self, model: Model, steps: int) -> Update:
        """Move through the game."""
        at = min(max(0, self.at + steps), self.length)
        return replace(model, page=replace(self, at=at, is_race=False)), ()

    def view(self, look: Style, model: Model) -> Iterator[Piece]:
        """Yield the game as it was after this many actions, or its race."""
        if not self.is_race:
            looked = history.Looking(self.at, tuple(self._ways(model)))
            yield from history.looking_back(
                look, replayed(model, self), looked, lambda at: TurnDial(at - self.at)
            )
            return
        where = frame(look, model)
        yield from heading(look, where, look.say("The race"), model)
        run = race(self.timeline)
        if run is not None:
            heads = tuple(map(ColumnHead, self.timeline.game.setup.players, self.buttons))
            yield from scoring.score_race(look, where.body, run, heads)
        yield from what_can_be_done(look, where.dock, model)

    def _ways(self, model: Model) -> Iterator[history.Act]:
        """Yield what can be done with this game, as buttons beside its table."""
        taps = self.bindings(model).taps
        for control, icon in ((Control.OK, "ui_chart"), (Control.P3, "ui_list")):
            if control in taps:
                yield history.Act(
                    taps[control].label, icon, taps[control].message, control is Control.OK, control
                )


class PastOpened(msgspec.Struct, frozen=True):
    """A message: here it is, as its journal tells it."""

    game: str
    timeline: Timeline
    buttons: tuple[int, ...]
    agreement: Agreement
    rejected: tuple[Rejected, ...] = ()


class GoOnWith(msgspec.Struct, frozen=True):
    """A message: resume this game, which was left."""

    game: str


class ShowRace(msgspec.Struct, frozen=True):
    """A message: a game's race is asked for, or its table again."""


def opened(model: Model, message: PastOpened) -> Replay:
    """Return the page of a game whose journal was read, as it stood at its end."""
    return Replay(
        message.game,
        all_called(message.timeline, message.buttons, model),
        message.buttons,
        message.agreement,
        message.rejected,
        back=model.page if isinstance(model.page, Games) else Games(),
        at=len(message.timeline.moments),
    )


def replayed(model: Model, page: Replay) -> Model:
    """Return the program as if this game were on its table: to be looked at, not to be played."""
    return without_questions(model).with_session(
        timeline=page.timeline,
        buttons=page.buttons,
        agreement=page.agreement,
        rejected=page.rejected,
        peek=None,
    )
