"""What every control does now: the one source of soft labels, lamps, and what a press means."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from companion.core.bindings import Binding, Bindings
from companion.core.messages import TakePointed
from companion.core.model import Model
from companion.pages import (
    archive,
    corrections,
    hardware,
    kiosk,
    menu,
    new_game,
    partial,
    reference,
    score_sheet,
    scoring,
    table,
)


def controls(model: Model) -> Bindings:
    """Return what every control does now."""
    offered = reference.with_card(model, _pages()[type(model.page)](model, model.page))
    return _by_one_button(offered) if model.preferences.scan_seconds else offered


def _by_one_button(offered: Bindings) -> Bindings:
    """Return the same with the Ra button for all of it: it takes what is pointed at."""
    holds = {control: offer for control, offer in offered.holds.items() if control != "ra"}
    return Bindings({**offered.taps, "ra": Binding(TakePointed(), "Take it")}, holds, offered.dial)


@cache
def _pages() -> dict[type, Callable[[Model, Any], Bindings]]:
    return {
        new_game.Welcome: new_game.welcome.bindings,
        new_game.Seating: new_game.seating.bindings,
        new_game.OptionsPage: new_game.options.bindings,
        new_game.Dealing: new_game.dealing.bindings,
        table.Table: table.table.bindings,
        partial.PartialTable: partial.partial_table.bindings,
        partial.Joining: partial.joining_page.bindings,
        table.EndEarly: table.end_early.bindings,
        scoring.EpochScores: scoring.epoch.bindings,
        scoring.Finale: scoring.finale.bindings,
        table.History: table.history.bindings,
        menu.Menu: menu.menu.bindings,
        menu.About: menu.about.bindings,
        kiosk.Attract: lambda model, _: kiosk.kiosk.attracting(
            new_game.welcome.bindings(model, new_game.Welcome())
        ),
        **kiosk.kiosk.CONTROLS,
        **dict.fromkeys(archive.archive.PAGES, archive.archive.controls),
        **hardware.hardware.CONTROLS,
        **dict.fromkeys(corrections.corrections.PAGES, corrections.corrections.controls),
        **dict.fromkeys(score_sheet.score_sheet.PAGES, score_sheet.score_sheet.controls),
        reference.Rules: reference.rules_controls,
        reference.ProjectedScore: reference.worth_controls,
    }
