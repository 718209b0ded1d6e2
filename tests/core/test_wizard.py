"""The input wizard, pin by pin: what is pressed, held, turned and lit."""

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from companion.core.effects import DeviceMode, SwitchDevices
from companion.core.model import Model
from companion.i18n import ENGLISH
from companion.narration import aloud
from companion.pages.hardware import pin_wizard
from companion.pages.hardware.pin_wizard import (
    ALL_LAMPS,
    FOUND,
    LEFT,
    ONE_LAMP,
    PRESSED,
    RIGHT,
    Keep,
    PinMoved,
    PinWizard,
    Said,
)
from companion.pages.new_game.welcome import Welcome
from companion.pages.update import update

FREE = tuple(range(2, 28))


LAMPS = (12, 16, 20)


class Bench:
    """A wizard with a hand on bare wires; ``kept`` once it was told to keep what it found."""

    def __init__(self) -> None:
        self.page = PinWizard(free=FREE, wired_lamps=LAMPS)
        self.now = 10.0
        self.kept = False

    def move(self, pin: int, *, is_low: bool) -> None:
        """Move one wire."""
        after = pin_wizard.moved(self.page, PinMoved(pin, is_low, self.now))
        self.kept = after is None
        self.page = after or self.page

    def press(self, *pins: int, seconds: float = 0.1) -> None:
        """Press and let go, one button after the other."""
        for pin in pins:
            self.move(pin, is_low=True)
            self.now += seconds
            self.move(pin, is_low=False)
            self.now += 0.1

    def hold(self, pin: int) -> None:
        """Hold a button for as long as it takes to skip."""
        self.press(pin, seconds=pin_wizard.HOLD_SECONDS)

    def turn(self, first: int, second: int) -> None:
        """Turn a dial by a detent, after it has rested."""
        self.now += 1
        self.edges(detent(first, second), 0.01)

    def edges(self, edges: Iterable[tuple[int, bool]], seconds: float = 0.0) -> None:
        """Move one wire after the other."""
        for pin, is_low in edges:
            self.move(pin, is_low=is_low)
            self.now += seconds


def detent(first: int, second: int) -> tuple[tuple[int, bool], ...]:
    """Return how the contacts of a dial move from one detent to the next."""
    return (first, True), (second, True), (first, False), (second, False)


def pressed_all() -> Bench:
    """A bench on which every button was pressed: pins 5, 6 … 11 and 13, 15."""
    bench = Bench()
    bench.press(5, 6, 7, 8, 9, 10, 11, 13, 15)
    return bench


def with_lamps() -> Bench:
    """The same after its dial was turned both ways."""
    bench = pressed_all()
    bench.turn(17, 27)
    bench.turn(27, 17)
    return bench


def test_each_press_names_the_pin_of_what_was_asked_for() -> None:
    bench = pressed_all()
    assert bench.page.step == RIGHT
    pins = (5, 6, 7, 8, 9, 10, 11, 13, 15)
    assert bench.page.contacts == dict(zip(PRESSED, pins, strict=True))


def test_each_control_is_asked_for_by_its_name() -> None:
    bench, asked = Bench(), []
    for pin in (5, 6, 7, 8, 9, 10, 11, 13, 15):
        asked.append(aloud.asked(bench.page.prompt(Model(page=bench.page)), ENGLISH))
        bench.press(pin)
    assert asked == [
        "Press the button of the player at the top",
        *["Press the button of the next player, clockwise"] * 4,
        "Press the Ra button",
        "Press the OK button",
        "Press the Undo button",
        "Push the dial",
    ]


def test_a_button_counts_when_it_is_let_go() -> None:
    bench = Bench()
    bench.move(5, is_low=True)
    assert bench.page.step == 0
    bench.move(5, is_low=False)
    assert bench.page.contacts == {"p1": 5}


def test_a_button_that_is_known_is_not_taken_for_another() -> None:
    bench = Bench()
    bench.press(5, 5)
    assert (bench.page.step, bench.page.contacts) == (1, {"p1": 5})
    assert (bench.page.said, bench.page.about) == (Said.KNOWN, "p1")
    bench.press(6)
    assert bench.page.said is None


def test_holding_any_button_known_or_not_skips_what_is_asked_for() -> None:
    bench = Bench()
    bench.hold(5)
    assert (bench.page.step, bench.page.contacts) == (1, {})
    bench.press(5)
    bench.hold(5)
    assert (bench.page.step, bench.page.contacts) == (3, {"p2": 5})


def test_of_two_wires_that_move_together_the_first_counts() -> None:
    bench = Bench()
    bench.move(5, is_low=True)
    bench.move(9, is_low=True)
    bench.move(9, is_low=False)
    bench.move(5, is_low=False)
    assert bench.page.contacts == {"p1": 5}


def test_a_button_that_was_down_when_the_pins_were_opened_is_not_a_press() -> None:
    bench = Bench()
    bench.move(5, is_low=False)
    assert bench.page.step == 0


def test_the_contact_that_moves_first_to_the_right_is_a() -> None:
    bench = pressed_all()
    bench.turn(27, 17)
    assert bench.page.step == LEFT
    assert (bench.page.contacts["dial_a"], bench.page.contacts["dial_b"]) == (27, 17)


def test_the_other_way_must_be_the_other_way() -> None:
    bench = pressed_all()
    bench.turn(17, 27)
    bench.turn(17, 27)
    assert (bench.page.step, bench.page.said) == (LEFT, Said.SAME_WAY)
    bench.turn(27, 17)
    assert bench.page.step == ALL_LAMPS


def test_turning_on_in_the_same_sweep_does_not_count_for_the_other_way() -> None:
    bench = pressed_all()
    bench.turn(17, 27)
    bench.now -= 1
    bench.turn(17, 27)
    assert (bench.page.step, bench.page.said) == (LEFT, None)
    bench.turn(27, 17)
    assert bench.page.step == ALL_LAMPS


def test_turning_on_counts_as_the_same_sweep_however_long_it_lasts() -> None:
    bench = pressed_all()
    bench.turn(17, 27)
    bench.edges(detent(17, 27) * 5, pin_wizard.REST_SECONDS / 2)
    assert (bench.page.step, bench.page.said) == (LEFT, None)
    bench.turn(27, 17)
    assert bench.page.step == ALL_LAMPS


def test_a_dial_that_has_stood_still_long_enough_is_looked_at_anew() -> None:
    bench = pressed_all()
    bench.now = 16.0
    bench.edges(detent(17, 27))
    bench.now += pin_wizard.REST_SECONDS
    bench.edges(detent(27, 17))
    assert bench.page.step == ALL_LAMPS


@pytest.mark.parametrize(
    "edges",
    [
        ((17, True), (27, True), (17, False)),
        ((17, True), (17, False)),
        ((17, True), (17, False)) * 3,
    ],
    ids=["less than a detent", "half a click and back", "one contact alone"],
)
def test_the_dial_is_found_once_both_contacts_have_moved_by_a_detent(
    edges: tuple[tuple[int, bool], ...],
) -> None:
    bench = pressed_all()
    bench.now += 1
    bench.edges(edges, 0.01)
    assert (bench.page.step, "dial_a" in bench.page.contacts) == (RIGHT, False)
    bench.turn(17, 27)
    assert bench.page.step == LEFT


def test_a_wire_that_is_touched_while_the_dial_turns_is_not_one_of_its_contacts() -> None:
    bench = pressed_all()
    bench.now += 1
    bench.edges(((17, True), (27, True), (22, True), (17, False)), 0.01)
    assert bench.page.step == LEFT
    assert (bench.page.contacts["dial_a"], bench.page.contacts["dial_b"]) == (17, 27)


def test_without_a_dial_both_of_its_steps_are_skipped_at_once() -> None:
    bench = pressed_all()
    bench.hold(5)
    assert bench.page.step == ALL_LAMPS
    assert "dial_a" not in bench.page.contacts


def test_a_press_where_a_turn_was_asked_for_says_what_to_do() -> None:
    bench = pressed_all()
    bench.press(5)
    assert (bench.page.step, bench.page.said) == (RIGHT, Said.TURN)


def lit(bench: Bench) -> tuple[int, ...]:
    """Return the pins of the lamps that shine."""
    return bench.page.lit


def test_all_planned_lamps_shine_first_and_then_each_alone() -> None:
    bench = with_lamps()
    assert lit(bench) == LAMPS
    bench.press(5)
    assert (bench.page.step, lit(bench)) == (ONE_LAMP, (12,))
    bench.press(7)
    assert bench.page.lamps == {"p3": 12}
    assert lit(bench) == (16,)
    bench.hold(5)
    bench.press(5)
    assert bench.page.step == FOUND
    assert bench.page.lamps == {"p3": 12, "p1": 20}


def test_a_table_without_lamps_needs_one_gesture_to_say_so() -> None:
    bench = with_lamps()
    bench.hold(5)
    assert (bench.page.step, bench.page.lamps, bench.page.lit) == (FOUND, {}, ())


def test_a_button_has_one_lamp() -> None:
    bench = with_lamps()
    bench.press(5, 7, 7)
    assert (bench.page.lamps, bench.page.said) == ({"p3": 12}, Said.HAS_LAMP)
    assert bench.page.lit == (16,)


@pytest.mark.parametrize("lit", [LAMPS, LAMPS[:1]], ids=["all lamps", "one lamp"])
def test_only_a_button_that_was_found_says_which_lamp_is_lit(lit: tuple[int, ...]) -> None:
    bench = with_lamps()
    if lit != LAMPS:
        bench.press(5)
    bench.press(22)
    assert (bench.page.said, bench.page.lit, bench.page.lamps) == (Said.NEW, lit, {})


def test_a_pin_that_was_ever_moved_is_never_lit() -> None:
    bench = Bench()
    bench.hold(12)
    bench.press(5, 6, 7, 8, 9, 10, 11, 13)
    bench.turn(17, 27)
    bench.turn(27, 17)
    assert 12 not in bench.page.candidates
    assert bench.page.lit == (16, 20)


def test_without_a_button_that_could_have_a_lamp_none_is_lit() -> None:
    bench = Bench()
    for _ in PRESSED:
        bench.hold(5)
    bench.hold(5)
    assert (bench.page.step, bench.page.lit) == (FOUND, ())


def test_where_nothing_was_found_confirming_leaves_the_wiring_as_it_is() -> None:
    page = PinWizard(step=FOUND, free=FREE, wired_lamps=LAMPS)
    after, effects = update(Model(page=page), Keep())
    assert isinstance(after.page, Welcome)
    assert effects == (SwitchDevices(DeviceMode.NOTHING),)


def test_any_press_keeps_what_was_found_and_any_hold_begins_again() -> None:
    bench = with_lamps()
    bench.hold(5)
    bench.press(15)
    assert bench.kept
    bench = with_lamps()
    bench.hold(5)
    bench.hold(15)
    assert bench.page == PinWizard()


def test_a_step_back_asks_again_and_watches_the_pins_anew() -> None:
    bench = Bench()
    bench.press(5, 6)
    bench.page = pin_wizard.back(bench.page)
    assert (bench.page.step, bench.page.contacts, bench.page.free) == (1, {"p1": 5}, None)
    bench = with_lamps()
    bench.press(5)
    bench.page = pin_wizard.back(bench.page)
    assert (bench.page.step, bench.page.free) == (ALL_LAMPS, None)
    bench.page = replace(bench.page, free=FREE, wired_lamps=LAMPS)
    assert bench.page.lit == LAMPS
