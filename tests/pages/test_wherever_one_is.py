"""What messages mean whatever page is open: words, troubles, doors, leaving and the clock."""

from math import inf

import pytest
from msgspec.structs import replace

from companion.core.effects import CloseBook, Cue, ReadAloud, Sound
from companion.core.messages import (
    Enter,
    GoTo,
    Leave,
    Mention,
    NotWritten,
    Open,
    Peek,
    ReadTable,
    Route,
    StepSun,
    TakeBack,
    Tick,
    Trouble,
    TroubleOver,
    TurnDial,
)
from companion.core.model import NOTICE_SECONDS, Model, TakenBack
from companion.core.notices import Notes, Notice
from companion.core.page import Page
from companion.core.session import Session
from companion.pages import registry
from companion.pages.kiosk.staff_call import Help
from companion.pages.menu.about import Troubles
from companion.pages.menu.menu import Menu
from companion.pages.new_game.options import OptionsPage
from companion.pages.new_game.welcome import Welcome
from companion.pages.partial.partial_table import PartialTable, Stepped
from companion.pages.reference.reading import Rules
from companion.pages.score_sheet.setup import SheetSetup
from companion.pages.table import auction
from companion.pages.table.peek import PEEK_SECONDS
from companion.pages.table.table import Table
from companion.pages.update import next_deadline, update
from companion.rules.actions import DRAWS, INVOKE, PASS, Level
from companion.rules.editions import Seat, Sun
from companion.rules.records.entries import SetLevel
from companion.rules.tiles import Tile
from tests.core.desk import Desk, a_desk, ended

GONE = Notice(Notes.READER_NOT_THERE)


def said(model: Model) -> object:
    """Return what the screen says."""
    return model.screen.notice


def test_words_end_with_their_page_and_new_ones_come_with_the_next() -> None:
    desk = a_desk(3)
    desk.take(Enter(DRAWS[Tile.NILE]))
    desk.take(Mention(GONE))
    assert said(desk.model) == GONE
    desk.take(Open(Route.MENU))
    assert said(desk.model) is None
    desk.take(TakeBack())
    assert isinstance(desk.page(), Table)
    assert isinstance(said(desk.model), TakenBack), "at the same moment, and said by the new page"


def test_words_stand_for_some_seconds_and_no_longer() -> None:
    desk = a_desk(3)
    desk.take(Tick(10.0))
    desk.take(Mention(GONE))
    assert next_deadline(desk.model) == 10.0 + NOTICE_SECONDS
    desk.take(Tick(12.0))
    assert said(desk.model) == GONE
    desk.take(Tick(10.0 + NOTICE_SECONDS))
    assert said(desk.model) is None
    assert next_deadline(desk.model) is None


def test_a_peek_is_over_when_its_time_is() -> None:
    desk = a_desk(3)
    desk.take(Tick(10.0))
    desk.take(Peek(Seat(0)))
    assert next_deadline(desk.model) == 10.0 + PEEK_SECONDS
    desk.take(Tick(10.0 + PEEK_SECONDS))
    assert desk.model.session.peek is None
    assert next_deadline(desk.model) is None


def test_before_a_game_nothing_of_a_game_can_be_entered() -> None:
    for message in (StepSun(Seat(0)), Enter(PASS)):
        model, effects = update(Model(page=Welcome()), message)
        assert said(model) == Notice(Notes.NOT_NOW)
        assert Sound(Cue.REFUSED) in effects
        assert model.page == Welcome()


def test_a_dial_that_was_not_turned_does_nothing() -> None:
    model = a_desk(3).model
    assert update(model, TurnDial(0)) == (model, ())


def test_options_need_somebody_who_sits_there() -> None:
    model, _ = update(Model(page=Welcome()), GoTo(OptionsPage(())))
    assert model.page == Welcome()
    assert said(model) == Notice(Notes.NEEDS_TWO)


def test_every_door_leads_to_its_page() -> None:
    model = Model(page=Welcome())
    trouble, _ = update(model, Trouble(GONE))
    doors = (Route.MENU, Route.RULES, Route.SHEET, Route.HELP, Route.TROUBLES)
    pages = {door: type(update(trouble, Open(door))[0].page) for door in doors}
    assert pages == {
        Route.MENU: Menu,
        Route.RULES: Rules,
        Route.SHEET: SheetSetup,
        Route.HELP: Help,
        Route.TROUBLES: Troubles,
    }
    assert update(model, ReadTable()) == (model, (ReadAloud(),))


def test_whoever_leaves_an_unfinished_game_finds_it_kept_and_nothing_of_it_on_the_screen() -> None:
    desk = a_desk(3)
    desk.take(Mention(GONE))
    left, effects = update(desk.model, Leave())
    assert CloseBook() in effects
    assert left.page == Welcome()
    assert (left.session.timeline, left.session.buttons, left.session.kept) == (None, (), True)
    assert said(left) is None
    over = ended(epochs=3).model
    assert not update(over, Leave())[0].session.kept
    assert update(over.with_session(kept=True), Leave())[0].session.kept, "an earlier one"
    nobody = Model(page=Menu(), session=Session())
    assert update(nobody, Leave()) == (replace(nobody, page=Welcome()), ())


def test_a_trouble_takes_the_place_of_the_one_about_the_same_thing_until_it_is_over() -> None:
    model = Model(page=Welcome())
    full = Notice(Notes.NOT_SAVED_FULL)
    for notice in (GONE, full, GONE):
        model, _ = update(model, Trouble(notice))
    assert model.screen.troubles == (full, GONE)
    model, _ = update(model, TroubleOver(GONE))
    assert model.screen.troubles == (full,)


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


def test_every_route_is_registered_and_leads_to_a_page() -> None:
    assert set(registry.PAGES) == set(Route)
    assert all(issubclass(registry.kind(route), Page) for route in Route)


@pytest.mark.parametrize("route", Route)
def test_a_route_is_harmless_where_its_page_has_no_place(route: Route) -> None:
    model, _ = update(Model(page=Welcome()), Open(route))
    assert model.page.validated(model) is not None
