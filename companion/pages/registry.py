"""Where every page is to which others lead: the one place that names pages of all rooms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import cast

from companion.core.messages import Message, Route
from companion.core.model import Model
from companion.core.page import Handler, Page, Room

PAGES: Mapping[Route, str] = {
    Route.DEALING: "new_game.dealing:Dealing",
    Route.END_EARLY: "scoring.points_now:EndEarly",
    Route.EPOCH: "scoring.epoch:EpochScores",
    Route.FINALE: "scoring.finale:Finale",
    Route.FIX: "corrections.fix_panel:FixPanel",
    Route.FIX_ENTRY: "corrections.fix_entry:FixEntry",
    Route.HELP: "kiosk.staff_call:Help",
    Route.HISTORY: "history.history:History",
    Route.JOINING: "partial.joining:Joining",
    Route.MENU: "menu.menu:Menu",
    Route.PARTIAL_TABLE: "partial.partial_table:PartialTable",
    Route.PHONES: "phones.join:Join",
    Route.RULES: "reference.rules_card:Rules",
    Route.SEATING: "new_game.seating:Seating",
    Route.SEATS: "menu.seats:Seats",
    Route.SHEET: "score_sheet.setup:SheetSetup",
    Route.STAFF: "kiosk.staff:Staff",
    Route.TABLE: "table.table:Table",
    Route.TALLY: "score_sheet.tally:SheetTally",
    Route.TROUBLES: "menu.about:Troubles",
    Route.WELCOME: "new_game.welcome:Welcome",
    Route.WORTH: "scoring.points_now:ProjectedScore",
}

ROOMS = (
    "kiosk.kiosk",
    "partial.joining",
    "partial.partial_table",
    "table.room",
    "new_game.new_game",
    "corrections.fix_panel",
    "score_sheet.kept",
    "hardware.hardware",
    "archive.messages",
    "box_check.box_check",
    "phones.deeds",
)
"""Where each room says what it does whatever page is open, in the order in which they are asked."""


@cache
def rooms() -> tuple[Room, ...]:
    """Return all rooms, which are loaded when they are first asked for."""
    modules = (import_module(f"{__package__}.{each}") for each in ROOMS)
    return tuple(module.ROOM for module in modules)


@cache
def handlers() -> Mapping[type[Message], Sequence[tuple[Room, Handler]]]:
    """Return who answers for each kind of message, whatever page is open."""
    found: dict[type[Message], list[tuple[Room, Handler]]] = {}
    for room in rooms():
        for kind, handler in room.messages.items():
            found.setdefault(kind, []).append((room, handler))
    return found


def kind(route: Route) -> type[Page]:
    """Return the class of a page, which is loaded when it is first asked for."""
    module, _, name = PAGES[route].partition(":")
    return cast("type[Page]", getattr(import_module(f"{__package__}.{module}"), name))


def found(route: Route, model: Model, *given: object) -> Page | None:
    """Return a page as it is when nothing has happened on it yet; None: it cannot be open now."""
    try:
        page = kind(route).from_route(model, *given)
    except LookupError:  # there is no game, and only a game has this page
        return None
    return None if page is None else page.validated(model)


def page(route: Route, model: Model, *given: object) -> Page:
    """Return a page as it is when nothing has happened on it yet.

    Raises:
        LookupError: There is nothing to open.
    """
    made = kind(route).from_route(model, *given)
    if made is None:
        raise LookupError(f"nothing to open at {route.value}")
    return made


def load_all() -> None:
    """Load every page, so that nobody waits for one later."""
    import_module("companion.pages.update")
    rooms()
    for route in PAGES:
        kind(route)
