"""An epoch has been scored: its points, category by category, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.core.bindings import Binding, Bindings, Prompt, player_control
from companion.core.messages import GoTo, Next, TakeBack
from companion.core.model import Model, Secrecy
from companion.core.page import Page
from companion.pages import table

if TYPE_CHECKING:
    from companion.rules.editions import Seat


class EpochScores(Page, frozen=True):
    """An epoch has just been scored."""

    reasons_for: Seat | None = None
    """Whose reasons are shown."""
    hidden: int = 0
    """How many of its categories are still to be revealed, where the table plays open."""


def bindings(model: Model, page: EpochScores) -> Bindings:
    if page.hidden:
        reveal = Binding(Next(), "Reveal")
        hidden: dict[str, Binding] = {
            "ok": reveal,
            "ra": reveal,
            "undo": Binding(TakeBack(), "Undo"),
        }
        return Bindings(
            hidden, {"ra": Binding(GoTo(EpochScores()), "Points"), "ok": table.table.fix()}
        )
    shown = () if model.agreement.secrecy is Secrecy.SEALED else model.game.setup.seats
    taps: dict[str, Binding] = {
        player_control(model, seat): Binding(
            GoTo(EpochScores(None if page.reasons_for == seat else seat)), "Why?"
        )
        for seat in shown
    }
    go_on = Binding(Next(), "Go on")
    taps |= {"ok": go_on, "ra": go_on, "undo": Binding(TakeBack(), "Undo")}
    return Bindings(taps, {**table.peek.peeks(model), "ok": table.table.fix()})


def prompt(_: Model, __: EpochScores) -> Prompt:
    return Prompt("Take or give back your points, then go on")
