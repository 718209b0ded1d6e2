"""What the keys of a keyboard do now: one key for every kind of tile and every sun."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.bindings import PLAYER_CONTROLS, Binding, Bindings
from companion.core.messages import BringBack, GoTo, Message, Next, ReadTable, ShowCard, TurnDial
from companion.core.model import Model
from companion.core.page import Page
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
from companion.pages.bindings import controls

CARD_KEY = "?"


READING_KEY = "f2"
"""Reads the table aloud; none that types a letter is free."""


UNDER_WAY_KEY = "f4"
"""Says that the game has begun already; none that types a letter is free."""


WRONG_KEY = "x"
"""In the history: this entry was wrong."""


AGAIN_KEY, HISTORY_KEY = "r", "h"
"""Before and after a game: the same people again, and looking through the game."""


REDO_KEY = "f11"
"""At the table: brings back what was taken back, whatever OK says."""


def held_keys(page: Page) -> Mapping[str, str]:
    """Return the keys that do at once what a button does that is held."""
    if isinstance(page, table.Table | partial.PartialTable):
        return {"f10": "undo"}
    return (
        {"tab": "ok", "end": "ra"} if isinstance(page, scoring.EpochScores | scoring.Finale) else {}
    )


_CONTROLS = {"return": "ok", "enter": "ok", "backspace": "undo", "z": "undo"}


_TURNS = {"left": -1, "up": -1, "right": 1, "down": 1}


def keys(model: Model) -> Mapping[str, Message]:
    """Return what each key does now, by the name the key has in pygame or by what it types."""
    return {
        CARD_KEY: ShowCard(),
        **kiosk.kiosk.KEYS,
        **(
            partial.partial_table.keys(model) or partial.joining_page.keys(model) or _of_page(model)
        ),
        **_held(model),
        **_redo(model),
    }


def _redo(model: Model) -> dict[str, Message]:
    is_there = model.can_bring_back and isinstance(model.page, table.Table | partial.PartialTable)
    return {REDO_KEY: BringBack()} if is_there else {}


def _held(model: Model) -> dict[str, Message]:
    named = held_keys(model.page)
    holds = controls(model).holds if named else {}
    return {key: holds[control].message for key, control in named.items() if control in holds}


def _of_page(model: Model) -> Mapping[str, Message]:  # noqa: C901 - a line for each page
    page = model.page
    for own in (
        kiosk.kiosk.keys,
        archive.archive.keys,
        hardware.hardware.keys,
        corrections.corrections.keys,
        score_sheet.score_sheet.keys,
    ):
        found = own(model)
        if found is not None:
            return found
    now = controls(model)
    if isinstance(page, new_game.Seating):
        back = {"escape": _tap(now, "undo")} | (_turns() if now.dial else {})
        under_way = {UNDER_WAY_KEY: now.holds["ra"].message} if "ra" in now.holds else {}
        begin = {"return": _tap(now, "ra"), "tab": _tap(now, "ok")}
        return _players(now) | back | begin | under_way
    common = _turns()
    common[READING_KEY] = ReadTable()
    common |= {key: _tap(now, control) for key, control in _CONTROLS.items()
               if control in now.taps}  # fmt: skip
    if "dial" in now.taps and not table.table.is_mark(_tap(now, "dial")):
        common["space"] = _tap(now, "dial")
    if isinstance(page, table.Table):
        common[corrections.corrections.FIX_KEY] = GoTo(corrections.FixPanel())
        return common | {"escape": GoTo(menu.Menu())} | table.stage_keys(model, page)
    if isinstance(page, new_game.OptionsPage):
        common |= new_game.value_keys(model, page)
    if isinstance(page, new_game.Dealing):
        common["return"] = _tap(now, "ra")
    if isinstance(page, reference.ProjectedScore):
        return _players(now) | common | {"escape": Next()}
    if isinstance(page, table.History) and "p3" in now.taps:
        common[WRONG_KEY] = _tap(now, "p3")
    if isinstance(page, menu.Menu | menu.About | table.History | reference.Rules):
        return common | {"escape": Next()}
    if isinstance(page, scoring.EpochScores | scoring.Finale):
        common |= {"escape": GoTo(menu.Menu()), "space": _tap(now, "ok")}
        return (
            _players(now) | common | (_at_the_end(now) if isinstance(page, scoring.Finale) else {})
        )
    if isinstance(page, new_game.Welcome):
        common[score_sheet.score_sheet.SCORE_KEY] = score_sheet.score_sheet.score_a_table(
            model
        ).message
    leaving: Message = (
        _tap(now, "undo")
        if isinstance(page, new_game.OptionsPage | new_game.Dealing)
        else GoTo(menu.Menu())
    )
    return _players(now) | common | {"escape": leaving, AGAIN_KEY: _tap(now, "ra")}


def _turns() -> dict[str, Message]:
    """Return the arrows: they do what the dial does."""
    return {key: TurnDial(steps) for key, steps in _TURNS.items()}


def _at_the_end(now: Bindings) -> dict[str, Message]:
    """Return the letters for what Ra does when all places are revealed, and for looking back."""
    if "undo" not in now.holds:
        return {}
    return {AGAIN_KEY: _tap(now, "ra"), HISTORY_KEY: now.holds["undo"].message}


def _tap(now: Bindings, control: str) -> Message:
    offer: Binding | None = now.taps.get(control)
    return Next() if offer is None else offer.message


def _players(now: Bindings) -> dict[str, Message]:
    return {
        str(number): now.taps[control].message
        for number, control in enumerate(PLAYER_CONTROLS, start=1)
        if control in now.taps
    }
