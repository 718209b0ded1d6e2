"""The end: places are revealed from last to first, the crown last; the breakdown stays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.core.commands import Binding, Bindings, Prompt, player_control
from companion.core.controls import Control
from companion.core.effects import Cue, Sound, Update
from companion.core.messages import GoTo, Leave, Message, Next, Open, Rematch, Route, TakeBack
from companion.core.model import Model
from companion.core.page import Page
from companion.i18n import Words, mark
from companion.pages import keyboard, registry
from companion.pages.bindings import controls
from companion.pages.reference.rules_card import FINALE, Card
from companion.pages.scoring import epoch as scoring_epoch
from companion.pages.scoring import finale_view, motion, race, spoken
from companion.pages.scoring import reveal as scoring_reveal
from companion.pages.table import table
from companion.rules.editions import Seat
from companion.rules.model import LAST_EPOCH
from companion.rules.records.timeline import Result
from companion.ui.animation import Move, Seen
from companion.ui.style import Piece, Style

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

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does; while something moves, any of them finishes that."""
        players = len(model.game.players)
        if winner(model) is None:
            return _without_a_winner(model, self)
        if self.since is not None:
            return scoring_reveal.finishing()
        if self.revealed < players:
            reveal = Binding(Next(), "Reveal")
            skip = Binding(GoTo(Finale(players)), "Result")
            back = Binding(GoTo(scoring_epoch.EpochScores()), "Back")
            return Bindings(
                {Control.OK: reveal, Control.RA: reveal, Control.UNDO: back},
                {Control.RA: skip, Control.OK: replace(skip, is_silent=True)},
            )
        if self.revealed > players + 1:
            return race.on_leaf(model)
        revealed = self.revealed == players
        rematch = Binding(Rematch(), "Rematch")
        if revealed:
            points = Binding(GoTo(Finale(players + 1)), "Points")
            taps = {Control.OK: points, Control.UNDO: Binding(TakeBack(), "Undo")}
            taps |= race.of_the_end(model)
        else:
            by_category = GoTo(Finale(players + race.BY_CATEGORY))
            taps = {Control.OK: Binding(by_category, mark("By category"))}
            taps[Control.UNDO] = Binding(GoTo(Finale(players)), "Back")
            taps |= _reasons(model, self)
        taps[Control.RA] = rematch
        back = Binding(Open(Route.HISTORY), "History")
        fix = replace(table.fix(), is_silent=not revealed)  # so that History has room
        return Bindings(taps, {Control.UNDO: back, Control.OK: fix})

    def prompt(self, model: Model) -> Prompt:
        if winner(model) is None:
            return Prompt("The game is over; the winner is unknown")
        if self.revealed < len(model.game.players):
            return Prompt("Who wears the crown?")
        return Prompt("Thank you for playing")

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        return finale_view.finale(look, model, self)

    def motion(self, look: Style, before: Seen, after: Seen) -> Iterable[Move]:
        """Return the bars that rise, and the crown."""
        return motion.finale_moves(before, after)

    @property
    def is_still(self) -> bool:
        """Whether nothing rises."""
        return self.since is None

    def said_aloud(self, model: Model, words: Words) -> Iterable[str]:
        """Return the place that was revealed last."""
        return spoken.places_revealed(model, self.revealed - 1, self.revealed, words)

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does; letters only when all places are revealed."""
        if winner(model) is None:
            return keyboard.usual(model)
        if self.since is not None:
            return scoring_reveal.any_key()
        if self.revealed > len(model.game.players) + 1:
            return race.keys_of_leaf(model)
        now, found = controls(model), keyboard.of_reveal(model)
        if Control.UNDO not in now.holds:
            return found
        again = {keyboard.AGAIN_KEY: keyboard.tap(now, Control.RA)}
        return found | again | {HISTORY_KEY: now.holds[Control.UNDO].message}

    def opened(self, model: Model) -> Page | None:
        """Return this leaf of the result, if the game is over."""
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

    def waited(self, model: Model) -> Update | None:
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

    def closed(self) -> Page | None:
        """Return the page without anybody's reasons; None: none are shown."""
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


def _without_a_winner(model: Model, page: Finale) -> Bindings:
    """Return what controls do where nobody knows who has won: what is missing can be said."""
    asked = registry.found(Route.JOINING, model)
    taps = {
        Control.OK: Binding(Leave(), "Leave") if asked is None else Binding(GoTo(asked), "Fill in"),
        Control.RA: Binding(Rematch(), "Rematch"),
        Control.UNDO: Binding(TakeBack(), "Undo"),
        **_reasons(model, page),
    }
    holds = {
        Control.UNDO: Binding(Open(Route.HISTORY), "History"),
        Control.OK: table.fix(),
    }
    if asked is not None:
        holds[Control.RA] = Binding(Leave(), "Leave")
    return Bindings(taps, holds)


def _reasons(model: Model, page: Finale) -> Mapping[Control, Binding]:
    """Return for each player's button their reasons: of the last epoch, then of the one before."""
    offers = {}
    for seat in model.game.setup.seats:
        epochs = scoring_reveal.explained(model.session.timeline, seat)
        if not epochs:
            continue
        own = page.epoch if page.reasons_for == seat else LAST_EPOCH + 1
        earlier = next((epoch for epoch in epochs if epoch < own), None)
        after = Finale(page.revealed)
        if earlier is not None:
            after = replace(page, reasons_for=seat, epoch=earlier)
        offers[player_control(model, seat)] = Binding(GoTo(after), "Why?")
    return offers


HISTORY_KEY = "h"
"""After a game: looking through it."""
