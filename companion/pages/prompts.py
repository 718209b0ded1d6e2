"""Who is asked for what now: the one sentence on the screen that somebody must answer."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from companion.core.bindings import Prompt
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

__all__ = ["Prompt", "prompt"]


def prompt(model: Model) -> Prompt:
    """Return what is asked now, and of whom."""
    return _pages()[type(model.page)](model, model.page)


@cache
def _pages() -> dict[type, Callable[[Model, Any], Prompt]]:
    return {
        new_game.Welcome: new_game.welcome.prompt,
        new_game.Seating: new_game.seating.prompt,
        new_game.OptionsPage: lambda _, __: Prompt("What do you play? Ra begins the game"),
        new_game.Dealing: lambda _, __: Prompt(
            "Who has which suns? Press your button until it is right"
        ),
        table.Table: table.table.prompt,
        partial.PartialTable: partial.partial_table.prompt,
        partial.Joining: partial.joining_page.prompt,
        table.EndEarly: table.end_early.prompt,
        scoring.EpochScores: scoring.epoch.prompt,
        scoring.Finale: scoring.finale.prompt,
        table.History: table.history.prompt,
        menu.Menu: lambda _, __: Prompt("Pause"),
        menu.About: lambda _, __: Prompt("About"),
        **hardware.PROMPTS,
        **kiosk.kiosk.PROMPTS,
        **dict.fromkeys(archive.archive.PAGES, archive.archive.prompt),
        **dict.fromkeys(corrections.corrections.PAGES, corrections.corrections.prompt),
        **dict.fromkeys(score_sheet.score_sheet.PAGES, score_sheet.score_sheet.prompt),
        reference.Rules: lambda _, __: Prompt("The rules"),
        reference.ProjectedScore: lambda _, __: Prompt("What scores now?"),
    }
