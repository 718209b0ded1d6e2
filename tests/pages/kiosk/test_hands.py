"""Gestures that ask for the PIN, and a button that is let go."""

from companion.app.gestures import Fingers
from companion.core.kiosk import StaffList
from companion.core.messages import AskStaff, GoTo, TurnDial
from companion.pages.kiosk import messages
from companion.pages.kiosk.staff import Staff, SwitchingOff
from hardware import events
from hardware.events import ButtonDown, ButtonUp
from tests.pages.kiosk.cafe import Cafe
from tests.view.gallery import at_table


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
