"""The end: places are revealed from last to first, the crown last; the breakdown stays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from companion.core.commands import OK, RA, UNDO, Command, Prompt, hold, player_control, tap
from companion.core.effects import Cue, Sound, Update
from companion.core.messages import GoTo, Leave, Next, Open, Rematch, Route, TakeBack
from companion.core.model import Model
from companion.core.page import Page
from companion.i18n import Words
from companion.pages import registry
from companion.pages.reference.rules_card import FINALE, Card
from companion.pages.scoring import epoch as scoring_epoch
from companion.pages.scoring import finale_view, race, reveal
from companion.pages.scoring import reveal as scoring_reveal
from companion.pages.table import table
from companion.rules.editions import Seat
from companion.rules.model import LAST_EPOCH
from companion.rules.records.timeline import Result
from companion.ui.animation import Move, RenderedPage
from companion.ui.style import Piece, Ui

BAR_SECONDS = 0.9
"""How long a bar rises."""

CROWN_SECONDS = 1.2
"""How long the crown takes to its owner; presses in this time only end its way."""


class Finale(Page, frozen=True):
    """The end: places are revealed from last to first, the crown last; the breakdown stays."""

    is_result: ClassVar[bool] = True

    is_reveal: ClassVar[bool] = True

    revealed: int = 0
    """How many players have been revealed; beyond the last one the breakdown is shown."""
    rising: int = 0
    """How many bars rise now; their numbers and places are told when they have stopped."""
    since: float | None = None
    """When what moves began, in seconds of the monotonic clock; None: all is still."""
    reasons_for: Seat | None = None
    """In the breakdown: whose reasons are shown."""
    epoch: int = LAST_EPOCH
    """The epoch of the reasons."""

    @classmethod
    def from_route(cls, model: Model, *_: object) -> Finale:
        """Return the result, with all places revealed."""
        return cls(len(model.game.players))

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done; while something moves, anything finishes that."""
        players = len(model.game.players)
        if winner(model) is None:
            yield from _without_a_winner(model, self)
        elif self.since is not None:
            yield from scoring_reveal.finishing()
        elif self.revealed < players:
            result = GoTo(Finale(players))
            yield tap("Reveal", Next(), OK, RA)
            yield hold("Result", result, RA, keys="end")
            yield hold("Result", result, OK, keys="tab", silent=True)
            yield tap("Back", GoTo(scoring_epoch.EpochScores()), UNDO)
        elif self.revealed > players + 1:
            yield from race.on_leaf(model)
        elif self.revealed == players:
            yield tap("Points", GoTo(Finale(players + 1)), OK)
            yield tap("Undo", TakeBack(), UNDO)
            yield from race.of_the_end(model)
            yield from _next_game(is_fix_silent=False)
        else:
            yield tap("By category", GoTo(Finale(players + race.BY_CATEGORY)), OK)
            yield tap("Back", GoTo(Finale(players)), UNDO)
            yield from _reasons(model, self)
            yield from _next_game(is_fix_silent=True)  # so that History has room

    def prompt(self, model: Model) -> Prompt:
        if winner(model) is None:
            return Prompt("The game is over; the winner is unknown")
        if self.revealed < len(model.game.players):
            return Prompt("Who wears the crown?")
        return Prompt("Thank you for playing")

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        return finale_view.finale(ui, model, self)

    def motion(self, ui: Ui, before: RenderedPage, after: RenderedPage) -> Iterable[Move]:
        return reveal.finale_moves(before, after)

    @property
    def is_still(self) -> bool:
        """Whether nothing rises."""
        return self.since is None

    def said_aloud(self, model: Model, words: Words) -> Iterable[str]:
        return reveal.places_revealed(model, self.revealed - 1, self.revealed, words)

    def validated(self, model: Model) -> Page | None:
        timeline = model.session.timeline
        if timeline is None or timeline.result is None:
            return None
        if winner(model) is None:
            return Finale(reasons_for=self.reasons_for, epoch=self.epoch)
        return race.leaf(model, self)

    def deadline(self, model: Model) -> float | None:
        """Return when the bars that rise have stopped, or the crown has come to its owner."""
        if self.since is None or winner(model) is None:
            return None
        return self.since + (BAR_SECONDS if self.rising else CROWN_SECONDS)

    def on_tick(self, model: Model) -> Update | None:
        """Tell the places of the bars that have stopped, and let the next one rise."""
        due = self.deadline(model)
        if due is None or model.now < due:
            return None
        if not self.rising:
            return replace(model, page=replace(self, since=None)), ()
        told = self.revealed + self.rising
        if told == len(model.game.players):
            return replace(model, page=Finale(told, since=model.now)), (Sound(Cue.WIN),)
        is_next = told < scoring_reveal.before_the_crown(model)
        after = Finale(told, rising=1, since=model.now) if is_next else Finale(told)
        return replace(model, page=after), (Sound(Cue.REVEAL),)

    def next_page(self, model: Model) -> Update | None:
        """Finish what moves; else let the last two rise, of whom one gets the crown."""
        players, others = len(model.game.players), scoring_reveal.before_the_crown(model)
        if winner(model) is None:
            return None
        if self.since is not None:
            is_crown = self.revealed + self.rising > others
            cue = () if not self.rising else (Sound(Cue.WIN if is_crown else Cue.REVEAL),)
            return replace(model, page=Finale(players if is_crown else others)), cue
        if self.revealed >= players:
            return None
        if model.preferences.reduce_motion:
            return replace(model, page=Finale(players)), (Sound(Cue.WIN),)
        left = players - self.revealed
        return replace(model, page=Finale(self.revealed, rising=left, since=model.now)), ()

    def parent(self) -> Page | None:
        if self.reasons_for is None:
            return None
        return replace(self, reasons_for=None, epoch=LAST_EPOCH)

    def help(self, model: Model) -> Card | None:
        return FINALE


def result_of(model: Model) -> Result:
    """Return how the game on the table ended.

    Raises:
        LookupError: No game on the table is over.
    """
    result = None if model.session.timeline is None else model.session.timeline.result
    if result is None:
        raise LookupError("no game is over")
    return result


def winner(model: Model) -> Seat | None:
    """Return who has won the game that is over; None if too little is known."""
    ranking = result_of(model).ranking
    return None if ranking is None else ranking.seats[0]


def _next_game(*, is_fix_silent: bool) -> Iterator[Command]:
    yield tap("Rematch", Rematch(), RA)
    yield hold("History", Open(Route.HISTORY), UNDO, keys=HISTORY_KEY)
    yield table.fix(is_silent=is_fix_silent)


def _without_a_winner(model: Model, page: Finale) -> Iterator[Command]:
    """Yield what can be done where nobody knows who has won: what is missing can be said."""
    asked = registry.found(Route.JOINING, model)
    if asked is None:
        yield tap("Leave", Leave(), OK)
    else:
        yield tap("Fill in", GoTo(asked), OK)
        yield hold("Leave", Leave(), RA)
    yield tap("Undo", TakeBack(), UNDO)
    yield from _reasons(model, page)
    yield from _next_game(is_fix_silent=False)


def _reasons(model: Model, page: Finale) -> Iterator[Command]:
    """Yield for each player's button their reasons: of the last epoch, then of the one before."""
    for seat in model.game.setup.seats:
        epochs = scoring_reveal.explained(model.session.timeline, seat)
        if not epochs:
            continue
        own = page.epoch if page.reasons_for == seat else LAST_EPOCH + 1
        earlier = next((epoch for epoch in epochs if epoch < own), None)
        after = Finale(page.revealed)
        if earlier is not None:
            after = replace(page, reasons_for=seat, epoch=earlier)
        yield tap("Why?", GoTo(after), player_control(model, seat))


HISTORY_KEY = "h"
"""After a game: looking through it."""
