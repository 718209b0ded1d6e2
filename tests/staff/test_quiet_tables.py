"""When nobody does anything, and when somebody calls."""

from msgspec.structs import replace

from companion.core.clock import MINUTE_MS, PlayingTime
from companion.core.controls import Control
from companion.core.effects import CloseBook, LoadLanguage
from companion.core.kiosk import GuestRequest, Rest
from companion.core.messages import (
    Enter,
    Join,
    Leave,
    Next,
    Open,
    PushDial,
    Refused,
    Route,
    StepSun,
    TurnDial,
)
from companion.core.model import Model
from companion.core.preferences import Preferences
from companion.core.session import Guest
from companion.pages.bindings import controls
from companion.pages.kiosk import messages
from companion.pages.kiosk.idle import (
    ATTRACT_SECONDS,
    DIM_SECONDS,
    KEPT_SECONDS,
    LANGUAGE_STEPS,
    STEP_SECONDS,
    TURN_SECONDS,
    Asking,
    Attract,
)
from companion.pages.kiosk.staff_call import BEAT_SECONDS, Help
from companion.pages.menu.menu import Menu
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.render import lamps
from companion.pages.table.table import Table
from companion.pages.update import next_deadline
from companion.rules.actions import INVOKE
from companion.rules.editions import Seat
from tests.core.desk import a_desk
from tests.staff.cafe import Cafe
from tests.view.cafes import PAGES
from tests.view.gallery import NAMES, at_table, shown

A_WEEK = 7 * 24 * 3600.0


def show_on(cafe: Cafe) -> Cafe:
    """Give the table its demonstration."""
    known = PAGES["attract"](Model(page=Welcome()), NAMES).kiosk.show
    assert known is not None
    return cafe.do(messages.ShowFound(known))


def test_after_two_minutes_the_start_page_shows_a_demonstration() -> None:
    cafe = Cafe().wait(ATTRACT_SECONDS - 1)
    assert isinstance(cafe.model.page, Welcome)
    cafe.wait(1)
    assert isinstance(cafe.model.page, Attract)
    assert cafe.orders(messages.FindShow)


def test_the_demonstration_goes_on_from_its_beginning_to_its_end_and_begins_again() -> None:
    cafe, places = show_on(Cafe()).wait(ATTRACT_SECONDS), []
    show = cafe.model.kiosk.show
    assert show is not None
    for _ in range(len(show.moments) + 3):
        page = cafe.model.page
        assert isinstance(page, Attract)
        places.append(page.at)
        shown(cafe.model)
        cafe.wait(STEP_SECONDS)
    assert places[:5] == [0, 1, 2, 3, 4]
    assert max(places) == len(show.moments) - 1
    assert places[-2] < 3


def test_the_demonstration_is_a_game_of_its_own_whatever_was_played_before() -> None:
    """Two people have left their game, with the playing time shown and a sun called."""
    desk = a_desk(2)
    desk.take(Enter(INVOKE))
    desk.take(StepSun(Seat(0)))
    desk.take(Leave())
    left = desk.model.with_preferences(has_clock=True)
    for before in (left, left.with_session(clock=PlayingTime(9 * MINUTE_MS, (MINUTE_MS,) * 2))):
        cafe = show_on(Cafe(before)).wait(ATTRACT_SECONDS)
        other = show_on(Cafe()).wait(ATTRACT_SECONDS)
        show = cafe.model.kiosk.show
        assert show is not None
        for place, _ in enumerate(show.moments):
            assert cafe.model.kiosk.show == other.model.kiosk.show
            assert place % 6 or shown(cafe.model) == shown(other.model)
            cafe.wait(STEP_SECONDS)
            other.wait(STEP_SECONDS)


def test_the_demonstration_speaks_the_languages_that_are_offered_in_turn() -> None:
    cafe, spoken = show_on(Cafe(languages=("en", "cs"))).wait(ATTRACT_SECONDS), []
    for _ in range(3):
        cafe.ordered.clear()
        cafe.wait(LANGUAGE_STEPS * STEP_SECONDS)
        (order,) = cafe.orders(LoadLanguage)
        assert isinstance(order, LoadLanguage)
        spoken.append(order.language)
        cafe.speak(order.language)
    assert spoken == ["cs", "en", "cs"]


def test_a_press_ends_the_demonstration_and_counts() -> None:
    cafe = show_on(Cafe()).wait(ATTRACT_SECONDS)
    cafe.speak("cs")
    cafe.do(controls(cafe.model).taps[Control.P2].message)
    assert isinstance(cafe.model.page, Seating)
    assert [guest.button for guest in cafe.model.page.guests] == [1]
    assert cafe.model.preferences.language == "en"
    assert cafe.orders(LoadLanguage)[-1] == LoadLanguage("en")


def test_a_turn_of_the_dial_ends_the_demonstration_and_leaves_the_language_alone() -> None:
    cafe = show_on(Cafe()).wait(ATTRACT_SECONDS)
    cafe.ordered.clear()
    for _ in range(12):  # detents of one turn
        cafe.do(TurnDial(1)).wait(TURN_SECONDS / 4)
    assert isinstance(cafe.model.page, Welcome)
    assert cafe.orders(LoadLanguage) == []
    cafe.wait(TURN_SECONDS).do(TurnDial(1))
    assert len(cafe.orders(LoadLanguage)) == 1


def test_a_turn_during_the_demonstration_leaves_the_language_of_the_house() -> None:
    cafe = show_on(Cafe()).wait(ATTRACT_SECONDS)
    cafe.speak("cs")
    cafe.ordered.clear()
    cafe.do(TurnDial(-1))
    assert cafe.orders(LoadLanguage) == [LoadLanguage("en")]
    assert cafe.model.preferences.language == "en"


def test_ra_begins_and_so_does_everything_that_means_nothing() -> None:
    for message in (
        controls(Model(page=Attract(0, 0.0, "en"))).taps[Control.RA].message,
        Refused(),
    ):
        cafe = show_on(Cafe()).wait(ATTRACT_SECONDS).do(message)
        assert isinstance(cafe.model.page, Welcome)


def test_nobody_begins_the_rematch_of_guests_who_have_gone() -> None:
    guests = (Guest(0, "Ada"), Guest(1, "Ben"))
    before = Model(page=Welcome()).with_session(last_guests=guests)
    cafe = show_on(Cafe(before)).wait(ATTRACT_SECONDS)
    cafe.do(controls(cafe.model).taps[Control.RA].message)
    assert isinstance(cafe.model.page, Welcome)
    assert cafe.model.session.last_guests == ()


def test_a_demonstration_wakes_the_program_no_more_than_once_for_each_action() -> None:
    cafe = show_on(Cafe()).wait(ATTRACT_SECONDS)
    for _ in range(20):
        due = next_deadline(cafe.model)
        assert due is not None
        assert due - cafe.model.now >= STEP_SECONDS - 1e-6
        cafe.wait(STEP_SECONDS)


def test_people_who_joined_and_went_away_do_not_block_the_table() -> None:
    cafe = Cafe().do(Join(0), Join(1)).wait(ATTRACT_SECONDS)
    assert isinstance(cafe.model.page, Attract)


def test_a_game_is_dark_after_ten_minutes_and_one_press_wakes_it_and_counts() -> None:
    cafe = Cafe(at_table(3)).wait(DIM_SECONDS)
    rests = [cafe.model.kiosk.rest, cafe.do(Open(Route.MENU)).model.kiosk.rest]
    assert rests == [Rest.DIM, Rest.AWAKE]
    assert isinstance(cafe.model.page, Menu)


def test_no_game_ends_because_nobody_plays_it_however_long() -> None:
    cafe = Cafe(at_table(3))
    before = cafe.model.session.timeline
    cafe.wait(KEPT_SECONDS)
    assert cafe.model.kiosk.rest is Rest.KEPT
    cafe.wait(A_WEEK)
    assert cafe.model.session.timeline is before
    assert not cafe.orders(CloseBook)
    assert next_deadline(cafe.model) is None


def test_after_a_long_time_people_are_asked_and_the_press_that_wakes_does_nothing_else() -> None:
    cafe = Cafe(at_table(3)).wait(KEPT_SECONDS)
    before = cafe.model.session.timeline
    cafe.do(controls(cafe.model).taps[Control.P1].message)
    assert isinstance(cafe.model.page, Asking)
    assert cafe.model.session.timeline is before
    cafe.do(Next())
    assert isinstance(cafe.model.page, Table)
    assert cafe.model.session.timeline is before


def test_others_can_play_while_the_old_game_stays_kept() -> None:
    cafe = Cafe(at_table(3)).wait(KEPT_SECONDS).do(Refused())
    cafe.do(controls(cafe.model).taps[Control.RA].message)
    assert isinstance(cafe.model.page, Welcome)
    assert cafe.model.session.kept
    assert cafe.orders(CloseBook)
    over = replace(at_table(2).with_session(kept=True), preferences=Preferences(kiosk=True))
    assert Cafe(over).do(Leave()).model.session.kept


def test_at_home_nothing_of_this_happens() -> None:
    for model in (Model(page=Welcome()), at_table(3)):
        assert next_deadline(model) is None


def test_a_call_beats_once_a_second_until_staff_end_it() -> None:
    cafe, changes = Cafe(at_table(3)), []
    cafe.do(messages.CallStaff(GuestRequest.ORDER))
    for _ in range(10):
        assert cafe.model.kiosk.call is not None
        changes.append(cafe.model.kiosk.call.is_bright)
        cafe.wait(BEAT_SECONDS)
    assert changes == [True, False] * 5
    assert 1 / (2 * BEAT_SECONDS) <= 3, "no more than three flashes a second"
    assert cafe.orders(messages.Ring) == [messages.Ring(GuestRequest.ORDER)]
    cafe.do(messages.EndCall())
    assert cafe.model.kiosk.call is not None, "guests do not end a call"
    cafe.let_in().do(messages.EndCall())
    assert cafe.model.kiosk.call is None
    assert cafe.orders(messages.Ring)[-1] == messages.Ring(None)


def test_a_call_that_is_answered_at_the_bar_is_over_and_the_staff_log_says_where() -> None:
    cafe = Cafe(at_table(3)).do(messages.CallStaff(GuestRequest.ORDER), messages.CallAnswered())
    assert cafe.model.kiosk.call is None
    assert cafe.orders(messages.Ring)[-1] == messages.Ring(None)
    acted = messages.Acted(messages.StaffAct.CALL, "bar")
    assert cafe.orders(messages.Acted) == [acted]
    cafe.do(messages.CallAnswered())  # twice, or too late
    assert cafe.orders(messages.Acted) == [acted]


def test_without_motion_the_border_of_a_call_stands_still() -> None:
    still = replace(at_table(3), preferences=Preferences(reduce_motion=True))
    cafe = Cafe(still).do(messages.CallStaff(GuestRequest.BILL))
    for _ in range(4):
        cafe.wait(BEAT_SECONDS)
        assert cafe.model.kiosk.call is not None
        assert cafe.model.kiosk.call.is_bright


def test_the_lamps_beat_with_a_call_and_are_lit_for_the_same_things() -> None:
    cafe = Cafe(at_table(3))
    before = lamps(cafe.model)
    cafe.do(messages.CallStaff(GuestRequest.RULES)).wait(BEAT_SECONDS)
    dark = lamps(cafe.model)
    assert {name for name in before if before[name]} == {name for name in dark if dark[name]}
    assert max(dark.values()) < max(before.values())


def test_whoever_asks_about_the_rules_is_first_offered_to_read_them() -> None:
    cafe = Cafe(at_table(3)).do(Open(Route.HELP), PushDial())
    assert cafe.model.kiosk.call is None
    first, second, _ = Help(is_about_rules=True).entries(cafe.model)
    assert first.message == Open(Route.RULES)
    assert second.message == messages.CallStaff(GuestRequest.RULES)
    assert cafe.model.page == Help(is_about_rules=True)
