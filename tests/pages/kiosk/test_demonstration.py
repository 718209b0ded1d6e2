"""The demonstration at a table at which nobody plays."""

from msgspec.structs import replace

from companion.app.gestures import Fingers
from companion.core.clock import MINUTE_MS, PlayingTime
from companion.core.effects import LoadLanguage
from companion.core.kiosk import Idle, StaffList
from companion.core.messages import AskStaff, Enter, GoTo, Leave, StepSun, TurnDial
from companion.core.model import Kiosk, Model
from companion.pages.kiosk import messages
from companion.pages.kiosk.idle import ATTRACT_SECONDS, LANGUAGE_STEPS, STEP_SECONDS, Attract
from companion.pages.kiosk.staff import Staff, SwitchingOff
from companion.pages.new_game.welcome import Welcome
from companion.pages.update import next_deadline
from companion.rules.actions import INVOKE
from companion.rules.editions import Seat
from companion.ui.scene import Box
from hardware import events
from hardware.events import ButtonDown, ButtonUp
from tests.core.desk import a_desk
from tests.pages.kiosk.cafe import Cafe
from tests.view.cafes import PAGES
from tests.view.gallery import NAMES, at_table, shown


def show_on(cafe: Cafe) -> Cafe:
    """Give the table its demonstration."""
    known = PAGES["attract"](Model(page=Welcome()), NAMES).kiosk.show
    assert known is not None
    return cafe.do(messages.ShowFound(known))


def test_the_demonstration_goes_on_from_its_beginning_to_its_end_and_begins_again() -> None:
    cafe, places = show_on(Cafe()).wait(ATTRACT_SECONDS), []
    show = cafe.model.kiosk.show
    assert show is not None
    for _ in range(len(show.steps) + 3):
        page = cafe.model.page
        assert isinstance(page, Attract)
        places.append(page.at)
        shown(cafe.model)
        cafe.wait(STEP_SECONDS)
    assert places[:5] == [0, 1, 2, 3, 4]
    assert max(places) == len(show.steps) - 1
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
        for place, _ in enumerate(show.steps):
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


def test_a_demonstration_wakes_the_program_no_more_than_once_for_each_action() -> None:
    cafe = show_on(Cafe()).wait(ATTRACT_SECONDS)
    for _ in range(20):
        due = next_deadline(cafe.model)
        assert due is not None
        assert due - cafe.model.now >= STEP_SECONDS - 1e-6
        cafe.wait(STEP_SECONDS)


def test_the_light_over_a_game_that_nobody_plays_is_taken_away_by_nothing_but_black() -> None:
    dim = replace(at_table(3), kiosk=Kiosk(rest=Idle.DIM)).with_preferences(kiosk=True)
    boxes = [each for each in shown(dim).items if isinstance(each, Box) and each.rect.h >= 400]
    assert (0, 0, 0) in {each.fill for each in boxes if 0 < each.opacity < 1}


# Gestures that ask for the PIN, and a button that is let go.


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
