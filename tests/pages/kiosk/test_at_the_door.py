"""Small things at a table in a café: PINs to their last digit, countdowns, lists and languages."""

import pytest

from companion.core.controls import stepped
from companion.core.effects import Cue, LoadLanguage, Sound
from companion.core.kiosk import VOLUMES, StaffList
from companion.core.messages import AskStaff, GoTo, Next, NextLanguage, Tick
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.i18n.languages import LANGUAGES
from companion.pages.kiosk import messages
from companion.pages.kiosk.idle import ATTRACT_SECONDS, STEP_SECONDS, Attract, Locked
from companion.pages.kiosk.messages import PinDone, TypeDigit
from companion.pages.kiosk.pin import Pin
from companion.pages.kiosk.staff import Staff, SwitchingOff
from companion.pages.new_game.welcome import Welcome
from companion.pages.update import next_deadline, update
from tests.pages.kiosk.cafe import Cafe
from tests.view.cafes import PAGES
from tests.view.gallery import NAMES


def asked() -> Cafe:
    """Return a table whose PIN is asked for."""
    return Cafe().do(AskStaff(), messages.PinState(is_set=True))


def pin(cafe: Cafe) -> Pin:
    page = cafe.model.page
    assert isinstance(page, Pin)
    return page


def typing(digits: str) -> list[TypeDigit]:
    return [TypeDigit(digit) for digit in digits]


def test_a_pin_has_eight_digits_at_most_and_a_ninth_is_refused() -> None:
    cafe = asked().do(*typing("12345678"))
    assert not cafe.orders(Sound)
    cafe.do(TypeDigit("9"))
    assert cafe.orders(Sound) == [Sound(Cue.REFUSED)]
    cafe.do(PinDone())
    (order,) = cafe.orders(messages.TryPin)
    assert isinstance(order, messages.TryPin)
    assert order.secret.digits == "12345678"


def test_what_is_no_digit_is_refused() -> None:
    cafe = asked().do(*typing("1a2"))
    assert cafe.orders(Sound) == [Sound(Cue.REFUSED)]
    assert pin(cafe).typed.digits == "12"


@pytest.mark.parametrize(("digits", "is_tried"), [("123", False), ("1234", True)])
def test_a_pin_has_four_digits_at_least(
    digits: str,
    is_tried: bool,  # noqa: FBT001 - a case
) -> None:
    cafe = asked().do(*typing(digits), PinDone())
    assert bool(cafe.orders(messages.TryPin)) is is_tried
    assert cafe.model.screen.said == (None if is_tried else Notice(Notes.PIN_LENGTH))
    assert pin(cafe).typed.digits == digits


def test_the_seconds_change_when_one_of_the_wait_is_over_wherever_the_clock_stands() -> None:
    cafe = asked().wait(0.25).do(TypeDigit("1"))
    cafe.do(messages.PinWrong(0, 2.0))
    seen = [(next_deadline(cafe.model), pin(cafe).facts["seconds"])]
    cafe.do(Tick(0.75))
    seen.append((next_deadline(cafe.model), pin(cafe).facts["seconds"]))
    cafe.do(Tick(1.25))
    seen.append((next_deadline(cafe.model), pin(cafe).facts["seconds"]))
    cafe.do(Tick(1.5))
    seen.append((next_deadline(cafe.model), pin(cafe).facts["seconds"]))
    assert seen == [(1.25, "02"), (1.25, "02"), (2.25, "01"), (2.25, "01")]
    cafe.do(Tick(2.25))
    assert (pin(cafe).told, pin(cafe).wait_until) == (None, 0.0)


def test_staff_who_do_not_want_another_pin_after_all_come_back_to_their_menu() -> None:
    cafe = Cafe().let_in().do(messages.ChangePin(), Next())
    assert cafe.model.page == Staff()


def test_guests_who_do_not_know_the_pin_leave_a_closed_table_closed_and_an_open_one_open() -> None:
    assert isinstance(asked().do(Next()).model.page, Welcome)
    closed = Cafe(is_locked=True).do(AskStaff(), messages.PinState(is_set=True), Next())
    assert isinstance(closed.model.page, Locked)


@pytest.mark.parametrize("is_locked", [False, True])
def test_the_menu_of_the_staff_closes_an_open_table_and_opens_a_closed_one(
    is_locked: bool,  # noqa: FBT001 - a case
) -> None:
    cafe = Cafe(is_locked=is_locked).let_in()
    locks = {
        line.label: line.message
        for line in Staff().entries(cafe.model)
        if isinstance(line.message, messages.LockTable)
    }
    label = "Open the table" if is_locked else "Close the table to guests"
    assert locks == {label: messages.LockTable(not is_locked)}
    cafe.do(locks[label])
    assert cafe.model.kiosk.is_locked is not is_locked


@pytest.mark.parametrize("volumes", VOLUMES)
def test_the_volumes_for_guests_are_said_as_they_are_and_the_next_are_one_touch_away(
    volumes: tuple[str, ...],
) -> None:
    cafe = Cafe(volumes=volumes).let_in().do(GoTo(Staff(StaffList.GUESTS)))
    (line,) = [
        each
        for each in Staff(StaffList.GUESTS).entries(cafe.model)
        if isinstance(each.message, messages.SetVolumes)
    ]
    assert line.label == VOLUMES[volumes]
    cafe.do(line.message)
    assert cafe.model.kiosk.volumes == stepped(tuple(VOLUMES), volumes)


def test_volumes_that_only_the_settings_know_count_as_the_first_of_the_list() -> None:
    cafe = Cafe(volumes=("normal",)).let_in()
    first, second, *_ = VOLUMES
    lines = {line.label: line.message for line in Staff(StaffList.GUESTS).entries(cafe.model)}
    assert lines[VOLUMES[first]] == messages.SetVolumes(second)


def test_switching_off_is_counted_from_when_it_was_held_however_long_the_table_has_run() -> None:
    cafe = Cafe().wait(100.0).let_in().do(messages.HoldToSwitchOff())
    lefts = []
    for _ in range(3):
        page = cafe.model.page
        assert isinstance(page, SwitchingOff)
        lefts.append(page.left)
        assert not cafe.orders(messages.PowerOff)
        cafe.wait(1.0)
    assert lefts == [3, 2, 1]
    assert cafe.orders(messages.PowerOff) == [messages.PowerOff()]


def test_the_demonstration_begins_again_with_an_empty_table() -> None:
    known = PAGES["attract"](Model(page=Welcome()), NAMES).kiosk.show
    assert known is not None
    cafe, places = Cafe().do(messages.ShowFound(known)).wait(ATTRACT_SECONDS), []
    for _ in range(len(known.steps) + 2):
        page = cafe.model.page
        assert isinstance(page, Attract)
        places.append(page.at)
        cafe.wait(STEP_SECONDS)
    assert places[places.index(max(places)) + 1] == 0


@pytest.mark.parametrize("spoken", ["en", "cs", "ja"])
@pytest.mark.parametrize(("steps", "language"), [(1, "hu"), (2, "hu"), (-1, "uk")])
def test_from_a_language_that_is_not_offered_the_dial_leads_to_the_first_and_the_last_that_are(
    spoken: str, steps: int, language: str
) -> None:
    now = Cafe(languages=("hu", "ru", "uk")).model.with_preferences(language=spoken)
    assert update(now, NextLanguage(steps))[1] == (LoadLanguage(language),)


@pytest.mark.parametrize(("steps", "language"), [(1, "hu"), (-1, "uk"), (2, "uk"), (3, "cs")])
def test_from_a_language_that_is_offered_the_others_that_are_follow_in_a_ring(
    steps: int, language: str
) -> None:
    offered = ("cs", "hu", "uk")
    assert sorted(offered, key=LANGUAGES.index) == list(offered)
    now = Cafe(languages=offered).model.with_preferences(language="cs")
    assert update(now, NextLanguage(steps))[1] == (LoadLanguage(language),)
