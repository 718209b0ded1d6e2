"""Where every page is to which others lead, and which one people come back to.

It is the one place that names pages of all rooms.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from companion.core.effects import Update
from companion.core.kiosk import StaffList
from companion.core.messages import Message, Route
from companion.core.model import Model
from companion.core.page import Handler, Page, Room
from companion.rules.model import Phase

if TYPE_CHECKING:
    from companion.rules.records.timeline import Timeline

PAGES: Mapping[Route, str] = {
    Route.DEALING: "new_game.dealing:Dealing",
    Route.END_EARLY: "scoring.points_now:EndEarly",
    Route.EPOCH: "scoring.epoch:EpochScores",
    Route.FINALE: "scoring.finale:Finale",
    Route.FIX: "corrections.fix_panel:FixPanel",
    Route.FIX_ENTRY: "corrections.fix_entry:FixEntry",
    Route.HELP: "kiosk.presence:Help",
    Route.HISTORY: "history.history:History",
    Route.JOINING: "partial.joining:Joining",
    Route.MENU: "menu.menu:Menu",
    Route.PARTIAL_TABLE: "partial.partial_table:PartialTable",
    Route.PHONES: "phones.join:PhonesPage",
    Route.RULES: "reference.rules_card:Rules",
    Route.SEATING: "new_game.seating:Seating",
    Route.SEATS: "menu.menu:Seats",
    Route.SHEET: "score_sheet.setup:SheetSetup",
    Route.STAFF: "kiosk.staff:Staff",
    Route.TABLE: "table.table:Table",
    Route.TALLY: "score_sheet.tally:SheetTally",
    Route.TROUBLES: "menu.menu:Troubles",
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
    "hardware.hardware_test",
    "archive.messages",
    "box_check",
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


def route_at_rest(timeline: Timeline) -> Route:
    """Return the page on which a game stays until something happens."""
    from companion.rules.partial import PartialPhase  # noqa: PLC0415 - not for the first picture

    partial_game, game = timeline.partial_game, timeline.game
    if partial_game is not None and partial_game.stage is not PartialPhase.OVER:
        return Route.PARTIAL_TABLE
    return Route.FINALE if game.stage is Phase.OVER else Route.TABLE


def at_rest(model: Model) -> Page:
    """Return the same of the game on the table."""
    timeline = model.session.timeline
    return model.page if timeline is None else page(route_at_rest(timeline), model)


def home(model: Model) -> Page:
    """Return the page to which others return."""
    if model.session.timeline is None:
        return model.screen.seats or page(Route.WELCOME, model)
    if model.screen.revealing is not None and not model.page.is_reveal:
        return model.screen.revealing
    return at_rest(model)


def left(model: Model) -> Model:
    """Leave a page of staff for their menu; any other for the one that guests see."""
    if model.kiosk.staff_until is not None:
        return replace(model, page=page(Route.STAFF, model))
    return replace(model, page=home(model))


def back_to_menu(model: Model) -> Update:
    """Leave a page for the menu that led there; staff have their own."""
    if model.kiosk.staff_until is None:
        return replace(model, page=page(Route.MENU, model)), ()
    return replace(model, page=page(Route.STAFF, model, StaffList.MACHINE)), ()


def load_all() -> None:
    """Load every page, so that nobody waits for one later."""
    import_module("companion.pages.update")
    rooms()
    for route in PAGES:
        kind(route)
