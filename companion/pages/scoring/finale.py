"""The end: categories are revealed, then places from last to first; the breakdown stays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.core.bindings import Binding, Bindings, Prompt, player_control
from companion.core.controls import Control
from companion.core.effects import Cue, Sound, Update
from companion.core.messages import GoTo, Leave, Message, Next, Rematch, TakeBack
from companion.core.model import Model, is_partial
from companion.core.page import Page
from companion.pages import keyboard, reference, scoring, table
from companion.pages.bindings import controls
from companion.pages.scoring import reveal as scoring_reveal
from companion.rules.editions import Seat
from companion.rules.model import LAST_EPOCH, Phase
from companion.ui.style import Piece, Style


class Finale(Page, frozen=True):
    """The end: categories are revealed, then places from last to first; the breakdown stays."""

    is_reveal: ClassVar[bool] = True

    revealed: int = 0
    """How many players have been revealed; beyond the last one the breakdown is shown."""
    category: int = 0
    """How many categories have been revealed, before the first player is."""
    reasons_for: Seat | None = None
    """Of the breakdown: whose reasons are shown."""
    epoch: int = LAST_EPOCH
    """Of the reasons: in which epoch."""

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        players = len(model.game.players)
        if self.revealed < players:
            reveal = Binding(Next(), "Reveal")
            skip = Binding(GoTo(Finale(players)), "Result")
            taps = {
                Control.OK: reveal,
                Control.RA: reveal,
                Control.UNDO: Binding(TakeBack(), "Undo"),
            }
            return Bindings(taps, {Control.RA: skip, Control.OK: replace(skip, is_silent=True)})
        if self.revealed > players + 1:
            return scoring.race.on_leaf(model)
        revealed = self.revealed == players
        points = Binding(GoTo(Finale(players + 1)), "Points")
        return Bindings(
            {
                Control.RA: Binding(Rematch(), "Rematch"),
                Control.OK: points if revealed else Binding(Leave(), "Leave"),
                Control.UNDO: Binding(TakeBack(), "Undo"),
                **(scoring.race.of_the_end(model) if revealed else {}),
                **(_reasons(model, self) if self.revealed == players + 1 else {}),
            },
            {
                Control.UNDO: Binding(GoTo(table.going_to(model)), "History"),
                Control.OK: replace(
                    table.table.fix(), is_silent=not revealed
                ),  # the bars say it; here History has room
            },
        )

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        if self.revealed < len(model.game.players):
            return Prompt("Who has won? Reveal one by one")
        return Prompt("Thank you for playing")

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield what is on the page."""
        return scoring.finale_view.finale(look, model, self)

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does; letters only when all places are revealed."""
        if self.revealed > len(model.game.players) + 1:
            return scoring.race.keys_of_leaf(model)
        now, found = controls(model), keyboard.of_reveal(model)
        if Control.UNDO not in now.holds:
            return found
        again = {keyboard.AGAIN_KEY: keyboard.tap(now, Control.RA)}
        return found | again | {HISTORY_KEY: now.holds[Control.UNDO].message}

    def opened(self, model: Model) -> Page | None:
        """Return this leaf of the result, if a game is over of which everything is known."""
        is_known = model.session.timeline is not None and not is_partial(model)
        is_over = is_known and model.game.stage is Phase.OVER
        return scoring.race.leaf(model, self) if is_over else None

    def next_page(self, model: Model) -> Update | None:
        """Reveal the next category or the next place."""
        if self.revealed >= len(model.game.players):
            return None
        after = scoring.reveal.following(self)
        cue = Cue.WIN if after.revealed == len(model.game.players) else Cue.REVEAL
        return replace(model, page=after), (Sound(cue),)

    def closed(self) -> Page | None:
        """Return the page without anybody's reasons; None: none are shown."""
        return (
            None if self.reasons_for is None else replace(self, reasons_for=None, epoch=LAST_EPOCH)
        )

    def help(self, model: Model) -> reference.Card | None:
        """Return the rules card of the moment."""
        return reference.rules_card.of_finale(model, self)


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
