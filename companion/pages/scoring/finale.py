"""The end: categories are revealed, then places from last to first; the breakdown stays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.core.bindings import Binding, Bindings, Prompt, player_control
from companion.core.messages import GoTo, Leave, Next, Rematch, TakeBack
from companion.core.model import Model
from companion.core.page import Page
from companion.pages import scoring, table
from companion.pages.scoring import reveal as scoring_reveal
from companion.rules.model import LAST_EPOCH

if TYPE_CHECKING:
    from companion.rules.editions import Seat


class Finale(Page, frozen=True):
    """The end: categories are revealed, then places from last to first; the breakdown stays."""

    revealed: int = 0
    """How many players have been revealed; beyond the last one the breakdown is shown."""
    category: int = 0
    """How many categories have been revealed, before the first player is."""
    reasons_for: Seat | None = None
    """Of the breakdown: whose reasons are shown."""
    epoch: int = LAST_EPOCH
    """Of the reasons: in which epoch."""


def bindings(model: Model, page: Finale) -> Bindings:
    players = len(model.game.players)
    if page.revealed < players:
        reveal = Binding(Next(), "Reveal")
        skip = Binding(GoTo(Finale(players)), "The result")
        taps = {"ok": reveal, "ra": reveal, "undo": Binding(TakeBack(), "Undo")}
        return Bindings(taps, {"ra": skip, "ok": replace(skip, is_silent=True)})
    if page.revealed > players + 1:
        return scoring.race.on_leaf(model)
    revealed = page.revealed == players
    points = Binding(GoTo(Finale(players + 1)), "Points")
    return Bindings(
        {
            "ra": Binding(Rematch(), "Rematch"),
            "ok": points if revealed else Binding(Leave(), "Leave"),
            "undo": Binding(TakeBack(), "Undo"),
            **(scoring.race.of_the_end(model) if revealed else {}),
            **(_reasons(model, page) if page.revealed == players + 1 else {}),
        },
        {
            "undo": Binding(GoTo(table.going_to(model)), "History"),
            "ok": replace(
                table.table.fix(), is_silent=not revealed
            ),  # the bars say it; here History has room
        },
    )


def _reasons(model: Model, page: Finale) -> Mapping[str, Binding]:
    """Return for each player's button their reasons: of the last epoch, then of the one before."""
    offers = {}
    for seat in model.game.setup.seats:
        epochs = scoring_reveal.explained(model.timeline, seat)
        if not epochs:
            continue
        own = page.epoch if page.reasons_for == seat else LAST_EPOCH + 1
        earlier = next((epoch for epoch in epochs if epoch < own), None)
        after = Finale(page.revealed)
        if earlier is not None:
            after = replace(page, reasons_for=seat, epoch=earlier)
        offers[player_control(model, seat)] = Binding(GoTo(after), "Why?")
    return offers


def prompt(model: Model, page: Finale) -> Prompt:
    if page.revealed < len(model.game.players):
        return Prompt("Who has won? Reveal one after the other")
    return Prompt("Thank you for playing")
