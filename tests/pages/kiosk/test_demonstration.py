"""The demonstration at a table at which nobody plays."""

from msgspec.structs import replace

from companion.core.clock import MINUTE_MS, PlayingTime
from companion.core.effects import LoadLanguage
from companion.core.kiosk import Idle, StaffList
from companion.core.messages import AskStaff, Enter, GoTo, Leave, StepSun, TurnDial
from companion.core.model import Kiosk
from companion.pages.kiosk import messages
from companion.pages.kiosk.idle import ATTRACT_SECONDS, LANGUAGE_STEPS, STEP_SECONDS, Attract
from companion.pages.kiosk.staff import Staff, SwitchingOff
from companion.pages.update import next_deadline
from companion.rules.actions import INVOKE
from companion.rules.editions import Seat
from companion.ui.scene import Box
from hardware.events import ButtonDown, ButtonUp, Control
from tests.core.desk import Desk, a_desk
from tests.stories import cafe
from tests.view.gallery import at_table, shown


def asleep(*there: str) -> Desk:
    """Return a table in a café at which the demonstration has just begun."""
    desk = cafe(["0", "show", *there], [])
    desk.pass_time(ATTRACT_SECONDS)
    return desk


def test_the_demonstration_goes_on_from_its_beginning_to_its_end_and_begins_again() -> None:
    desk, places = asleep(), []
    show = desk.model.kiosk.show
    assert show is not None
    for _ in range(len(show.steps) + 3):
        page = desk.page()
        assert isinstance(page, Attract)
        places.append(page.at)
        shown(desk.model)
        desk.pass_time(STEP_SECONDS)
    assert places[:5] == [0, 1, 2, 3, 4]
    assert max(places) == len(show.steps) - 1
    assert places[-2] < 3


def test_the_demonstration_is_a_game_of_its_own_whatever_was_played_before() -> None:
    """Two people have left their game, with the playing time shown and a sun called."""
    left = a_desk(2)
    for message in (Enter(INVOKE), StepSun(Seat(0)), Leave()):
        left.take(message)
    model = left.model.with_preferences(has_clock=True, kiosk=True)
    for before in (model, model.with_session(clock=PlayingTime(9 * MINUTE_MS, (MINUTE_MS,) * 2))):
        desk, other = Desk(before), asleep()
        show = other.model.kiosk.show
        assert show is not None
        desk.take(messages.ShowFound(show))
        desk.pass_time(ATTRACT_SECONDS)
        for place, _ in enumerate(show.steps):
            assert desk.model.kiosk.show == show
            assert place % 6 or shown(desk.model) == shown(other.model)
            desk.pass_time(STEP_SECONDS)
            other.pass_time(STEP_SECONDS)


def test_the_demonstration_speaks_the_languages_that_are_offered_in_turn() -> None:
    desk = asleep('languages=("en","cs")')
    desk.ordered.clear()
    desk.pass_time(3 * LANGUAGE_STEPS * STEP_SECONDS)
    spoken = [each.language for each in desk.ordered if isinstance(each, LoadLanguage)]
    assert spoken == ["cs", "en", "cs"]


def test_a_demonstration_wakes_the_program_no_more_than_once_for_each_action() -> None:
    desk = asleep()
    for _ in range(20):
        due = next_deadline(desk.model)
        assert due is not None
        assert due - desk.model.now >= STEP_SECONDS - 1e-6
        desk.pass_time(STEP_SECONDS)


def test_the_light_over_a_game_that_nobody_plays_is_taken_away_by_nothing_but_black() -> None:
    dim = replace(at_table(3), kiosk=Kiosk(rest=Idle.DIM)).with_preferences(kiosk=True)
    boxes = [each for each in shown(dim).items if isinstance(each, Box) and each.rect.h >= 400]
    assert (0, 0, 0) in {each.fill for each in boxes if 0 < each.opacity < 1}


# Gestures that ask for the PIN, and a button that is let go.


def pressed(desk: Desk, **controls: float) -> None:
    """Press these at these times, and hold them."""
    for control, at in controls.items():
        for message in desk.hands.pressed(ButtonDown(Control(control), at), desk.model):
            desk.take(message)


def test_a_button_that_is_let_go_stops_the_countdown() -> None:
    desk = cafe(["0"], [])
    desk.take(messages.PinRight())
    desk.take(GoTo(Staff(StaffList.MACHINE)))
    lines = [line.message for line in Staff(StaffList.MACHINE).entries(desk.model)]
    desk.take(TurnDial(lines.index(messages.HoldToSwitchOff())))
    pressed(desk, ok=0.0)
    assert isinstance(desk.page(), SwitchingOff)
    for message in desk.hands.released(ButtonUp(Control.OK, 0.4), desk.model):
        desk.take(message)
    assert isinstance(desk.page(), Staff)


def test_ra_and_the_dial_held_together_for_three_seconds_ask_for_the_pin() -> None:
    desk = cafe(["3"], [])
    before = desk.model.session.timeline
    pressed(desk, dial=0.0, ra=0.2)
    assert not list(desk.hands.held(3.1, desk.model))
    assert desk.model.session.timeline is before
    assert list(desk.hands.held(3.2, desk.model)) == [AskStaff()]
    assert not list(desk.hands.held(9.0, desk.model))


def test_letting_go_too_early_asks_for_nothing() -> None:
    desk = cafe(["3"], [])
    pressed(desk, dial=0.0, ra=0.1)
    list(desk.hands.released(ButtonUp(Control.RA, 1.0), desk.model))
    assert not list(desk.hands.held(9.0, desk.model))
