"""The PIN on the screen, what staff do, and that all of it is written down."""

import pytest
from msgspec.structs import replace

from companion.app.controls import Fingers
from companion.core.controls import Control
from companion.core.effects import BuilderPage, CloseBook, Effect, LayOut, Tool, Visit
from companion.core.kiosk import Calling, GuestRequest, StaffList
from companion.core.messages import (
    BACKSPACE,
    AskStaff,
    EndPeek,
    GoOnWith,
    GoTo,
    Next,
    Open,
    OpenPast,
    PushDial,
    Quit,
    Route,
    ShowStatistics,
    StaffMessage,
    TurnDial,
)
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.session import Guest, Secrecy
from companion.pages.archive.games import Games, GamesFound
from companion.pages.archive.messages import ReadPast, SumUp
from companion.pages.archive.statistics import Statistics, Summed
from companion.pages.bindings import controls
from companion.pages.hardware.pin_wizard import Keep, PinWizard
from companion.pages.keyboard import keys
from companion.pages.kiosk import messages
from companion.pages.kiosk.idle import Locked
from companion.pages.kiosk.kiosk import BENCH_SECONDS
from companion.pages.kiosk.messages import Acted, PinDone, Setting, StaffAct, TypeDigit
from companion.pages.kiosk.pin import STAFF_SECONDS, Pin, PinPurpose
from companion.pages.kiosk.staff import LEVELS, OFF_SECONDS, Staff, SwitchingOff
from companion.pages.new_game.welcome import Welcome
from companion.pages.table.table import Table
from companion.pages.update import update
from companion.rules.actions import Level
from hardware import events
from hardware.events import ButtonDown, ButtonUp
from tests.staff.cafe import Cafe
from tests.view.gallery import at_table


def asked() -> Cafe:
    """Return a table whose PIN is asked for."""
    return Cafe().do(AskStaff(), messages.PinState(is_set=True))


def acts(cafe: Cafe) -> list[StaffAct]:
    """Return what stands in the staff's journal."""
    return [each.act for each in cafe.ordered if isinstance(each, Acted)]


def tried(cafe: Cafe) -> list[str]:
    """Return the PINs that were to be looked at."""
    return [each.secret.digits for each in cafe.ordered if isinstance(each, messages.TryPin)]


def test_a_pin_is_typed_with_buttons_dial_and_keys() -> None:
    cafe = asked()
    for control in (Control.P4, Control.P2):
        cafe.do(controls(cafe.model).taps[control].message)
    cafe.do(TurnDial(-2), PushDial(), keys(cafe.model)["0"], PinDone())
    assert tried(cafe) == ["4280"]


def test_a_short_pin_is_not_looked_at() -> None:
    cafe = asked().do(TypeDigit("1"), PinDone())
    assert not tried(cafe)
    assert isinstance(cafe.model.page, Pin)
    assert cafe.model.screen.said == Notice(Notes.PIN_LENGTH)


def test_ok_is_lit_where_a_pin_can_be_checked() -> None:
    cafe = asked().do(*(TypeDigit(digit) for digit in "123"))
    assert not controls(cafe.model).is_lit(Control.OK)
    cafe.do(TypeDigit("4"))
    assert controls(cafe.model).is_lit(Control.OK)
    cafe.do(messages.PinWrong(0, 30.0), *(TypeDigit(digit) for digit in "1234"))
    assert not controls(cafe.model).is_lit(Control.OK)


def test_no_digit_is_shown_to_whoever_reads_the_program_s_mind() -> None:
    cafe = asked().do(*(TypeDigit(digit) for digit in "90817"), PinDone())
    said = repr(cafe.model) + repr(cafe.ordered) + repr(TypeDigit("9"))
    assert "90817" not in said
    assert "digit='9'" not in said


def test_while_it_waits_nothing_is_tried_and_the_seconds_run() -> None:
    cafe = asked().do(messages.PinWrong(0, 30.0))
    cafe.do(*(TypeDigit("1") for _ in range(4)), PinDone())
    assert not tried(cafe)
    cafe.wait(12.0)
    page = cafe.model.page
    assert isinstance(page, Pin)
    assert page.facts == {"minutes": 0, "seconds": "18"}
    cafe.wait(17.9).do(AskStaff(), messages.PinState(is_set=True))
    cafe.do(*(TypeDigit("1") for _ in range(4)), PinDone())
    assert tried(cafe) == ["1111"]


def test_the_first_pin_is_typed_twice_and_kept_only_if_it_is_the_same() -> None:
    cafe = Cafe().do(AskStaff(), messages.PinState(is_set=False))
    four = [TypeDigit(digit) for digit in "1234"]
    cafe.do(*four, PinDone(), *four, TypeDigit("5"), PinDone())
    assert not cafe.orders(messages.KeepPin)
    assert isinstance(cafe.model.page, Pin)
    assert cafe.model.page.purpose is PinPurpose.FIRST
    cafe.do(*four, PinDone(), *four, PinDone())
    assert len(cafe.orders(messages.KeepPin)) == 1
    cafe.do(messages.PinKept())
    assert cafe.model.kiosk.staff_until is not None
    assert acts(cafe) == [StaffAct.PIN]


def test_taking_back_the_last_digit_and_one_more_leaves() -> None:
    cafe = asked().do(TypeDigit("1"), TypeDigit(BACKSPACE))
    assert isinstance(cafe.model.page, Pin)
    assert isinstance(cafe.do(TypeDigit(BACKSPACE)).model.page, Welcome)


def test_staff_who_do_nothing_for_a_minute_are_gone() -> None:
    cafe = Cafe().let_in().wait(STAFF_SECONDS - 1).do(TurnDial(1)).wait(STAFF_SECONDS - 1)
    assert cafe.model.kiosk.staff_until is not None
    cafe.wait(1)
    assert cafe.model.kiosk.staff_until is None
    assert isinstance(cafe.model.page, Welcome)
    assert acts(cafe) == [StaffAct.CAME, StaffAct.WENT]


@pytest.mark.parametrize("found", [GamesFound(Games()), Summed(Statistics())])
def test_staff_who_looked_at_other_days_come_back_to_their_menu(
    found: GamesFound | Summed,
) -> None:
    cafe = Cafe().let_in().do(found, Next())
    assert cafe.model.page == Staff(StaffList.MACHINE)
    at_home = replace(Model(page=Welcome()), page=found.page)
    assert isinstance(update(at_home, Next())[0].page, Welcome)


@pytest.mark.parametrize("page", BuilderPage)
def test_staff_who_have_built_or_tested_the_table_come_back_to_their_menu(
    page: BuilderPage,
) -> None:
    cafe = Cafe().let_in().do(Visit(page), Next())
    assert cafe.model.page == Staff()


def test_a_wizard_that_staff_have_left_open_is_put_away_with_its_tools() -> None:
    cafe = Cafe().let_in().do(Visit(BuilderPage.WIZARD))
    assert isinstance(cafe.model.page, PinWizard)
    cafe.wait(BENCH_SECONDS)
    assert isinstance(cafe.model.page, Welcome)
    assert cafe.orders(LayOut) == [LayOut(Tool.PINS), LayOut(Tool.NOTHING)]


@pytest.mark.parametrize(
    ("message", "act", "order"),
    [
        (messages.EndGame(), StaffAct.GAME, CloseBook()),
        (messages.ResetTable(), StaffAct.RESET, CloseBook()),
        (messages.LockTable(is_locked=True), StaffAct.LOCK, Setting("kiosk", "locked", value=True)),
        (
            messages.OfferLanguage("ja"),
            StaffAct.LANGUAGE,
            Setting("kiosk.languages", "ja", value=False),
        ),
        (messages.SetVolumes(()), StaffAct.VOLUMES, Setting("kiosk", "volumes", "")),
        (messages.EndCall(), StaffAct.CALL, messages.Ring(None)),
        (Visit(BuilderPage.TEST), StaffAct.BENCH, LayOut(Tool.MONITOR)),
        (messages.LeaveKiosk(), StaffAct.KIOSK, None),
        (messages.StaffDone(), StaffAct.WENT, None),
        (ShowStatistics(), StaffAct.PAST, SumUp("")),
        (OpenPast("1"), StaffAct.PAST, ReadPast("1")),
        (GoOnWith("1"), StaffAct.AGAIN, None),
        (Keep(), StaffAct.WIRING, None),
        (Quit(), StaffAct.QUIT, None),
    ],
    ids=lambda each: type(each).__name__,
)
def test_every_act_of_staff_is_done_and_written_down(
    message: StaffMessage,
    act: StaffAct,
    order: Effect | None,
) -> None:
    cafe = Cafe(at_table(3), call=Calling(GuestRequest.BILL, 0.0)).let_in()
    cafe.ordered.clear()
    cafe.do(message)
    assert acts(cafe) == [act]
    assert order is None or order in cafe.ordered


def test_a_table_made_ready_knows_nobody_and_keeps_the_game() -> None:
    game = at_table(2).with_session(last_guests=(Guest(0, "Anna"), Guest(1)))
    cafe = Cafe(game).let_in().do(messages.ResetTable())
    assert cafe.model.session.last_guests == ()
    assert cafe.model.session.timeline is None
    assert cafe.model.session.kept
    assert isinstance(cafe.model.page, Welcome)


def test_a_closed_table_stays_closed_until_staff_open_it() -> None:
    cafe = Cafe(at_table(2)).let_in().do(messages.LockTable(is_locked=True)).wait(9999)
    assert isinstance(cafe.model.page, Locked)
    cafe.let_in().do(messages.LockTable(is_locked=False), messages.StaffDone())
    assert isinstance(cafe.model.page, Table)


@pytest.mark.parametrize(
    ("level", "means"), [("light", Level.LIGHT), ("full", Level.FULL), ("auto", "auto")]
)
@pytest.mark.parametrize("auto", [Level.LIGHT, Level.FULL])
def test_staff_choose_how_much_new_games_enter_or_leave_it_to_the_hardware(
    level: str, means: Level | str, auto: Level
) -> None:
    cafe = Cafe(auto_level=auto).let_in().do(messages.SetDefault("level", level))
    assert cafe.model.session.agreement.level is (auto if means == "auto" else means)
    assert Setting("table", "level", level) in cafe.ordered
    labels = [each.value for each in Staff(StaffList.GUESTS).entries(cafe.model)]
    assert LEVELS[level] in labels
    assert cafe.orders(Acted)[-1] == Acted(StaffAct.DEFAULT, f"level {level}")


def test_what_is_proposed_holds_for_new_games_and_is_written_into_the_settings() -> None:
    cafe = Cafe().let_in().do(messages.SetDefault("secrecy", "sealed"))
    assert cafe.model.session.agreement.secrecy is Secrecy.SEALED
    assert Setting("table", "secrecy", "sealed") in cafe.ordered


def test_one_language_is_always_offered() -> None:
    cafe = Cafe(languages=("uk",)).let_in().do(messages.OfferLanguage("uk"))
    assert cafe.model.kiosk.languages == ("uk",)


def test_the_table_is_switched_off_only_by_holding_until_the_end() -> None:
    cafe = Cafe().let_in().do(messages.HoldToSwitchOff()).wait(OFF_SECONDS - 0.5)
    assert isinstance(cafe.model.page, SwitchingOff)
    cafe.do(EndPeek()).wait(OFF_SECONDS)
    assert not cafe.orders(messages.PowerOff)
    cafe.do(messages.HoldToSwitchOff()).wait(OFF_SECONDS)
    assert cafe.orders(messages.PowerOff) == [messages.PowerOff()]
    assert acts(cafe) == [StaffAct.CAME, StaffAct.OFF]


def test_staff_who_switch_the_table_off_have_answered_its_call() -> None:
    cafe = Cafe(at_table(3)).do(messages.CallStaff(GuestRequest.BILL)).let_in()
    cafe.do(messages.HoldToSwitchOff()).wait(OFF_SECONDS)
    assert cafe.orders(messages.PowerOff) == [messages.PowerOff()]
    assert cafe.model.kiosk.call is None
    assert cafe.orders(messages.Ring)[-1] == messages.Ring(None)


def test_a_button_that_is_let_go_stops_the_countdown() -> None:
    cafe = Cafe().let_in().do(GoTo(Staff(StaffList.MACHINE)))
    lines = Staff(StaffList.MACHINE).entries(cafe.model)
    row = [line.message for line in lines].index(messages.HoldToSwitchOff())
    cafe.do(TurnDial(row))
    hands = Fingers()
    cafe.do(*hands.pressed(ButtonDown(events.Control.OK, 0.0), cafe.model))
    assert isinstance(cafe.model.page, SwitchingOff)
    cafe.do(*hands.released(ButtonUp(events.Control.OK, 0.4), cafe.model))
    assert isinstance(cafe.model.page, Staff)


def test_ra_and_the_dial_held_together_for_three_seconds_ask_for_the_pin() -> None:
    cafe, hands = Cafe(at_table(3)), Fingers()
    before = cafe.model
    cafe.do(*hands.pressed(ButtonDown(events.Control.DIAL, 0.0), cafe.model))
    cafe.do(*hands.pressed(ButtonDown(events.Control.RA, 0.2), cafe.model))
    assert not list(hands.held(3.1, cafe.model))
    assert cafe.model.session.timeline is before.session.timeline
    assert list(hands.held(3.2, cafe.model)) == [AskStaff()]
    assert not list(hands.held(9.0, cafe.model))


def test_letting_go_too_early_asks_for_nothing() -> None:
    cafe, hands = Cafe(at_table(3)), Fingers()
    list(hands.pressed(ButtonDown(events.Control.DIAL, 0.0), cafe.model))
    list(hands.pressed(ButtonDown(events.Control.RA, 0.1), cafe.model))
    list(hands.released(ButtonUp(events.Control.RA, 1.0), cafe.model))
    assert not list(hands.held(9.0, cafe.model))


def test_staff_see_all_of_the_pause_and_come_back_from_their_pages() -> None:
    cafe = Cafe().let_in().do(Open(Route.MENU), Visit(BuilderPage.TEST), Next())
    assert isinstance(cafe.model.page, Staff)
