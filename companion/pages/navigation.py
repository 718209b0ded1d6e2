"""Which page opens: the one asked for if it can be open now, or else the one to go back to."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from companion.core.effects import Update
from companion.core.kiosk import StaffList
from companion.core.messages import Route
from companion.core.model import Model
from companion.core.page import Audience, Page
from companion.pages.registry import page
from companion.pages.table.playing import at_rest

if TYPE_CHECKING:
    from companion.pages.score_sheet.tally import SheetTally


def home(model: Model) -> Page:
    """Return the page to which others return."""
    if model.session.timeline is None:
        return model.screen.seats or page(Route.WELCOME, model)
    if model.screen.revealing is not None and not model.page.is_reveal:
        return model.screen.revealing
    return at_rest(model)


def remember_reveal(before: Model, after: Model) -> Model:
    """Return the model that knows where a scoring or the reveal stood when a page hid it.

    It is forgotten when the game goes on, or something of it is taken back. So it is with those who
    have sat down, until nobody is at the table any more.
    """
    after = _remember_seats(before, after)
    if after.session.timeline is not before.session.timeline or after.page.is_table:
        return after if after.screen.revealing is None else after.with_screen(revealing=None)
    if before.page.is_reveal and not after.page.is_reveal:
        return after.with_screen(revealing=before.page)
    return after


def _remember_seats(before: Model, after: Model) -> Model:
    """Return the model that knows who had sat down, or which sheet was open, when a page hid it."""
    page = after.page
    is_idle = page.is_welcome or page.audience is Audience.NOBODY
    if page.is_seating or page.is_sheet or is_idle or after.session.timeline is not None:
        return after if after.screen.seats is None else after.with_screen(seats=None)
    is_hidden = before.page.is_seating or before.page.is_sheet
    return after.with_screen(seats=before.page) if is_hidden else after


def keep_count(after: Model) -> Model:
    """Return the model with the count in progress saved, whatever page is opened next."""
    if not after.page.is_draft or after.page is after.pending.counting:
        return after
    return after.with_pending(counting=cast("SheetTally", after.page))


def validated_or_home(model: Model, page: Page) -> Page:
    """Return this page, or the one that leads on where it has no place any more.

    What was touched may have been on a picture that the program has left meanwhile.
    """
    return page.validated(model) or home(model)


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
