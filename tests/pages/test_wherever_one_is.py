"""What messages mean whatever page is open: words, troubles, doors, leaving and the clock."""

from math import inf

import pytest
from msgspec.structs import replace

from companion.core.messages import Enter, NotWritten, Open, Route
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.page import Page
from companion.pages import registry
from companion.pages.new_game.welcome import Welcome
from companion.pages.partial.partial_table import PartialTable, Stepped
from companion.pages.update import update
from companion.rules.actions import Level
from companion.rules.editions import Seat, Sun
from companion.rules.records.entries import SetLevel
from tests.core.desk import a_desk


def test_a_sun_that_could_not_be_saved_is_not_tried_again_by_time_alone() -> None:
    full = Notice(Notes.NOT_SAVED_FULL)
    desk = a_desk(3)
    desk.take(Enter(SetLevel(Level.LIGHT)))
    desk.model = replace(desk.model, page=PartialTable(Stepped(Sun(5), 1.0, Seat(0))))
    model, _ = update(desk.model, NotWritten(full))
    assert model.page == PartialTable(Stepped(Sun(5), inf, Seat(0)))
    empty = replace(desk.model, page=PartialTable())
    assert update(empty, NotWritten(full))[0].page == PartialTable()


def test_every_route_is_registered_and_leads_to_a_page() -> None:
    assert set(registry.PAGES) == set(Route)
    assert all(issubclass(registry.kind(route), Page) for route in Route)


@pytest.mark.parametrize("route", Route)
def test_a_route_is_harmless_where_its_page_has_no_place(route: Route) -> None:
    model, _ = update(Model(page=Welcome()), Open(route))
    assert model.page.validated(model) is not None
