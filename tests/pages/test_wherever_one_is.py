"""What messages mean whatever page is open: words, troubles, doors, leaving and the clock."""

from math import inf

import pytest
from msgspec.structs import replace

from companion.core.effects import Cue, Sound
from companion.core.messages import (
    Enter,
    NotWritten,
    Open,
    Route,
    Trouble,
)
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.page import Page
from companion.pages import registry
from companion.pages.new_game.welcome import Welcome
from companion.pages.partial.partial_table import PartialTable, Stepped
from companion.pages.table import auction
from companion.pages.update import update
from companion.rules.actions import INVOKE, Level
from companion.rules.editions import Seat, Sun
from companion.rules.records.entries import SetLevel
from companion.ui.scene import words
from tests.core.desk import Desk, a_desk
from tests.view.gallery import NAMES, PAGES, shown


def test_what_could_not_be_saved_is_not_tried_again_by_time_alone() -> None:
    full = Notice(Notes.NOT_SAVED_FULL)
    desk = a_desk(4)
    desk.take(Enter(INVOKE))
    desk.model = desk.model.with_preferences(auction_settle_seconds=4.0)
    desk.key("8")
    assert auction.deadline(desk.model) is not None
    model, effects = update(desk.model, NotWritten(full))
    assert effects == (Sound(Cue.REFUSED),)
    assert model.screen.troubles == (full,)
    assert auction.deadline(model) is None
    desk = a_desk(3)
    desk.take(Enter(SetLevel(Level.LIGHT)))
    desk.model = replace(desk.model, page=PartialTable(Stepped(Sun(5), 1.0, Seat(0))))
    model, _ = update(desk.model, NotWritten(full))
    assert model.page == PartialTable(Stepped(Sun(5), inf, Seat(0)))
    empty = replace(desk.model, page=PartialTable())
    assert update(empty, NotWritten(full))[0].page == PartialTable()
    assert isinstance(Desk(empty).page(), PartialTable)


def test_what_is_answered_at_the_edge_does_not_stand_there_twice() -> None:
    full = Notice(Notes.NOT_SAVED_FULL)
    seated = update(PAGES["seating"](3, NAMES), Trouble(Notice(Notes.NO_SOUND)))[0]
    for model in (seated, PAGES["seating"](3, NAMES)):
        after, _ = update(model, NotWritten(full))
        assert words(shown(after)).count(full.in_words()) == 1


def test_every_route_is_registered_and_leads_to_a_page() -> None:
    assert set(registry.PAGES) == set(Route)
    assert all(issubclass(registry.kind(route), Page) for route in Route)


@pytest.mark.parametrize("route", Route)
def test_a_route_is_harmless_where_its_page_has_no_place(route: Route) -> None:
    model, _ = update(Model(page=Welcome()), Open(route))
    assert model.page.validated(model) is not None
