"""The real panel class on gpiozero's mock pins, at times that the test chooses."""

from collections.abc import Callable, Iterator
from threading import Thread

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.events import (
    ButtonDown,
    ButtonMasked,
    ButtonTrusted,
    ButtonUp,
    Control,
    DeviceFound,
    DeviceLost,
    DeviceName,
    DeviceNotice,
    Distrust,
    Event,
    Loss,
    Noted,
    Turned,
)
from hardware.panel.gpio import Header, open_header
from hardware.panel.panel import Panel
from hardware.panel.pins import (
    DEFAULT_PINS,
    BadPins,
    ButtonPins,
    DialPins,
    Lamp,
    NoPins,
    PanelPins,
    PinFactory,
    PinTrouble,
    Pull,
    Role,
    Use,
    Wire,
)

MOCK = PanelPins(DEFAULT_PINS.buttons, DEFAULT_PINS.dial, PinFactory.MOCK)


RA, DIAL, P1 = Control.RA, Control.DIAL, Control.P1


TURN_A, TURN_B = Use(DIAL, Role.TURN_A), Use(DIAL, Role.TURN_B)


RIGHT = [(TURN_A, True), (TURN_B, True), (TURN_A, False), (TURN_B, False)]


FOUND = DeviceFound(DeviceName.PANEL, 100.0)


class Bench:
    """A panel on a work bench: a clock that is set by hand and fingers that are exact."""

    def __init__(self, pins: PanelPins = MOCK, header: Callable[[], Header] | None = None) -> None:
        self.now = 100.0
        self.wakes = 0
        self.panel = Panel(pins, self._woken, clock=lambda: self.now, header=header)

    def _woken(self) -> None:
        self.wakes += 1

    def move(self, control: Control, *, down: bool, after: float = 0.0) -> None:
        """Move a button's contact some seconds from now."""
        self.now += after
        self.panel.drive(Use(control, Role.CONTACT), is_closed=down)

    def turn(self, course: list[tuple[Use, bool]]) -> None:
        """Move the dial's contacts, a millisecond each."""
        for use, is_closed in course:
            self.now += 0.001
            self.panel.drive(use, is_closed=is_closed)

    def read(self, after: float = 0.0) -> tuple[Event, ...]:
        """Return what the panel reports some seconds from now."""
        self.now += after
        return self.panel.read(self.now)


@pytest.fixture
def bench() -> Iterator[Bench]:
    """Return a bench with the whole panel, its first report read."""
    bench = Bench()
    assert bench.read() == (FOUND,)
    yield bench
    bench.panel.close()


def mute(bench: Bench, control: Control, *, down: bool) -> None:
    """Move a contact without its edge being reported, as when the driver's thread is dead."""
    listener = bench.panel._listeners[Use(control, Role.CONTACT)]  # noqa: SLF001 - a fault made on purpose
    pin = listener._device.pin  # noqa: SLF001 - the same
    pin.when_changed = None
    listener.drive(is_closed=down)


def test_pins_that_were_never_there_are_tried_again_if_the_panel_is_patient() -> None:
    tried: list[Header | None] = [open_header(PinFactory.MOCK), None, None]

    def header() -> Header:
        found = tried.pop()
        if found is None:
            raise NoPins(PinTrouble.PIN_TAKEN, PinFactory.GPIOD, detail="spi0 CS0")
        return found

    with Panel(MOCK, lambda: None, clock=lambda: 100.0, header=header, is_patient=True) as panel:
        assert panel.failure is not None
        assert panel.failure.detail == "spi0 CS0"
        panel.show({"ra": 1.0})
        assert (panel.next_deadline(), panel.read(101.9)) == (102.0, ())
        assert len(tried) == 2
        assert (panel.read(102.0), panel.next_deadline()) == ((), 104.0)
        assert panel.read(104.0) == (DeviceFound(DeviceName.PANEL, 104.0),)
        assert panel.lamps()["ra"] == 1.0


def test_a_press_is_reported_with_the_time_of_its_edge(bench: Bench) -> None:
    bench.move(RA, down=True, after=1.0)
    bench.move(RA, down=False, after=0.2)
    assert bench.read(after=0.01) == (ButtonDown(RA, 101.0), ButtonUp(RA, 101.2))


def test_the_loop_is_woken_by_the_first_edge(bench: Bench) -> None:
    assert bench.wakes == 0
    bench.move(RA, down=True)
    assert bench.wakes == 1


def test_every_control_of_the_default_table_can_be_pressed(bench: Bench) -> None:
    for control in Control:
        bench.move(control, down=True, after=0.1)
        assert bench.read() == (ButtonDown(control, bench.now),)
        bench.move(control, down=False, after=0.1)
        assert bench.read() == (ButtonUp(control, bench.now),)


def test_a_release_that_bounced_away_is_looked_for_when_the_deadline_says(bench: Bench) -> None:
    bench.move(RA, down=True)
    bench.move(RA, down=False, after=0.003)
    assert bench.read() == (ButtonDown(RA, 100.0),)
    assert bench.panel.next_deadline() == 100.02
    assert bench.panel.read(100.021) == (ButtonUp(RA, 100.02),)


def test_the_dial_reports_whole_detents_both_ways(bench: Bench) -> None:
    bench.turn(RIGHT * 2)
    assert [e.steps for e in bench.read() if isinstance(e, Turned)] == [1, 1]
    bench.turn([(TURN_B, True), (TURN_A, True), (TURN_B, False), (TURN_A, False)])
    assert bench.read() == (Turned(-1, bench.now),)


def test_turning_is_not_counted_just_after_the_dial_was_pushed(bench: Bench) -> None:
    bench.move(DIAL, down=True)
    bench.turn(RIGHT)
    assert bench.read() == (ButtonDown(DIAL, 100.0),)
    bench.now += 0.2
    bench.turn(RIGHT)
    assert bench.read() == (Turned(1, bench.now),)


def test_pressing_another_button_or_letting_the_dial_go_does_not_stop_it_from_turning(
    bench: Bench,
) -> None:
    bench.move(DIAL, down=True)
    bench.move(DIAL, down=False, after=1.0)
    bench.move(RA, down=True)
    bench.turn(RIGHT)
    assert Turned(1, bench.now) in bench.read()


def test_events_of_several_controls_come_in_order_of_time(bench: Bench) -> None:
    bench.move(RA, down=True)
    bench.move(RA, down=False, after=0.001)
    bench.move(P1, down=True, after=0.001)
    assert [type(event) for event in bench.read(after=0.1)] == [ButtonDown, ButtonDown, ButtonUp]


def test_a_lost_edge_heals_and_is_told_once(bench: Bench) -> None:
    mute(bench, RA, down=True)
    assert bench.read(after=0.25) == ()
    told = bench.read(after=0.05)
    assert told == (
        DeviceNotice(DeviceName.PANEL, Noted.EDGE_MISSED, "ra", bench.now),
        ButtonDown(RA, bench.now),
    )
    mute(bench, RA, down=False)
    bench.read(after=0.05)
    assert bench.read(after=0.05) == (ButtonUp(RA, bench.now),)


def test_an_edge_on_its_way_is_not_taken_for_lost(bench: Bench) -> None:
    bench.read(after=1.0)
    bench.move(RA, down=True)
    assert bench.read() == (ButtonDown(RA, bench.now),)
    assert not [e for n in range(40) for e in bench.read(after=0.1) if isinstance(e, DeviceNotice)]


def test_a_panel_at_rest_asks_for_few_wake_ups(bench: Bench) -> None:
    start, wake_ups = bench.now, 0
    while bench.now < start + 10.0:
        deadline = bench.panel.next_deadline()
        assert deadline is not None
        bench.read(after=max(0.0, deadline - bench.now))
        wake_ups += 1
    assert wake_ups <= 41


def test_a_stuck_button_is_masked_and_comes_back_when_it_behaves(bench: Bench) -> None:
    bench.move(RA, down=True)
    assert bench.read(after=10.0)[-1] == ButtonMasked(RA, Distrust.STUCK, 110.0)
    bench.move(RA, down=False)
    assert bench.read(after=0.6) == (ButtonTrusted(RA, 110.5),)


def test_a_button_held_at_start_is_masked() -> None:
    class HeldPin(MockPWMPin):  # type: ignore[misc] # gpiozero has no types
        """A pin that something holds low, whatever pulls it."""

        def _set_pull(self, value: str) -> None:
            self._pull = value
            self._change_state(self._number != 4)

    bench = Bench(header=lambda: Header(MockFactory(pin_class=HeldPin)))
    assert bench.read() == (FOUND, ButtonMasked(RA, Distrust.HELD_AT_START, 100.0))
    bench.panel.close()


def test_a_storm_of_edges_is_bounded_and_ends_with_the_truth(bench: Bench) -> None:
    for number in range(100_000):
        bench.move(RA, down=number % 2 == 0, after=0.00001)
    told = bench.read()
    assert len(told) < 3000
    assert Noted.SPILLED in {e.kind for e in told if isinstance(e, DeviceNotice)}
    bench.read(after=0.3)
    bench.read(after=3.0)
    assert not bench.panel.levels()[Use(RA, Role.CONTACT)]
    bench.move(RA, down=True)
    assert bench.read()[-1] == ButtonDown(RA, bench.now)


def test_edges_from_another_thread_arrive(bench: Bench) -> None:
    thread = Thread(target=bench.move, args=(RA,), kwargs={"down": True})
    thread.start()
    thread.join()
    assert bench.read() == (ButtonDown(RA, 100.0),)


def test_a_wake_up_that_fails_does_not_reach_the_drivers_thread() -> None:
    def broken() -> None:
        raise OSError

    panel = Panel(MOCK, broken, clock=lambda: 1.0)
    panel.drive(Use(RA, Role.CONTACT), is_closed=True)
    assert ButtonDown(RA, 1.0) in panel.read(1.0)
    panel.close()


def test_lamps_shine_as_bright_as_wanted_times_the_owners_setting() -> None:
    lamp = Lamp((5, 6, 13), (1.0, 0.5, 0.0))
    pins = PanelPins(
        (ButtonPins(RA, lamp=lamp), ButtonPins(P1, lamp=Lamp((16,), active_low=True))),
        factory=PinFactory.MOCK,
        brightness=0.5,
    )
    factory = MockFactory(pin_class=MockPWMPin)
    with Panel(pins, lambda: None, header=lambda: Header(factory)) as panel:
        panel.show({"ra": 0.8, "p1": 1.7, "ok": 1.0})
        assert panel.lamps() == {"ra": pytest.approx(0.4), "p1": 0.5}
        assert [factory.pin(pin).state for pin in (5, 6, 13)] == pytest.approx([0.4, 0.2, 0.0])
        panel.show({"p1": 0.0})
        assert factory.pin(16).state == 1.0


def test_only_a_dimmed_lamp_is_pulsed() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    with Panel(MOCK, lambda: None, header=lambda: Header(factory)) as panel:
        pulsed = []
        for brightness in (0.0, 0.3, 1.0, 0.0):
            panel.show({"ra": brightness})
            assert factory.pin(18).state == brightness
            pulsed.append(factory.pin(18).frequency is not None)
        assert pulsed == [False, True, False, False]


def test_a_closed_panel_is_dark_silent_and_gives_its_pins_back() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    panel = Panel(MOCK, lambda: None, header=lambda: Header(factory))
    panel.show({"ra": 1.0})
    panel.close()
    panel.close()
    panel.show({"ra": 0.5})
    assert panel.read(9.0) == ()
    assert panel.next_deadline() is None
    assert factory.pin(18).state == 0
    assert factory.pin(18).function == "input"


def test_pins_that_stop_answering_are_lost_end_the_press_and_are_found_again() -> None:
    class FragilePin(MockPWMPin):  # type: ignore[misc] # gpiozero has no types
        """A pin whose chip can go away."""

        is_gone = False

        def _get_state(self) -> float:
            if FragilePin.is_gone:
                raise OSError(19, "No such device")
            return float(self._state)

    def header() -> Header:
        if FragilePin.is_gone:
            raise NoPins(PinTrouble.NO_CHIP, PinFactory.LGPIO)
        return Header(MockFactory(pin_class=FragilePin))

    bench = Bench(header=header)
    bench.read()
    bench.panel.show({"ra": 1.0})
    bench.move(RA, down=True)
    bench.read()
    FragilePin.is_gone = True
    masked, lost = bench.read(after=1.0)
    assert masked == ButtonMasked(RA, Distrust.DEVICE_LOST, bench.now)
    assert isinstance(lost, DeviceLost)
    assert (lost.device, lost.why, lost.at) == (DeviceName.PANEL, Loss.PINS_LOST, bench.now)
    assert bench.read(after=5.0) == ()
    FragilePin.is_gone = False
    assert bench.read(after=5.0) == (DeviceFound(DeviceName.PANEL, bench.now),)
    assert bench.panel.lamps()["ra"] == 1.0
    assert bench.read(after=1.0) == (ButtonTrusted(RA, bench.now - 0.5),)
    bench.panel.close()


def test_a_lamp_that_cannot_be_driven_any_more_is_a_lost_panel() -> None:
    class DeadLamp(MockPWMPin):  # type: ignore[misc] # gpiozero has no types
        """A pin that can be lit no more."""

        def _set_state(self, value: float) -> None:
            if value:
                raise OSError(5, "Input/output error")
            super()._set_state(value)

    bench = Bench(header=lambda: Header(MockFactory(pin_class=DeadLamp)))
    bench.read()
    bench.panel.show({"ra": 1.0})
    assert bench.panel.next_deadline() == 0.0
    assert [type(event) for event in bench.read()] == [DeviceLost]
    bench.panel.close()


def test_a_table_with_mistakes_is_refused_before_a_pin_is_touched() -> None:
    pins = PanelPins((ButtonPins(RA, Wire(5)), ButtonPins(P1, Wire(5))), factory=PinFactory.MOCK)
    with pytest.raises(BadPins, match=r"GPIO 5 \(header pin 29\) is both Ra and player 1"):
        Panel(pins, lambda: None)


def test_a_pin_that_somebody_else_has_is_named() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    with Panel(MOCK, lambda: None, header=lambda: Header(factory)), pytest.raises(NoPins) as no:
        Panel(MOCK, lambda: None, header=lambda: Header(factory))
    assert (no.value.kind, no.value.pin, no.value.header_pin) == (PinTrouble.PIN_IN_USE, 5, 29)
    assert str(no.value) == "GPIO 5 (header pin 29) is used by another program or driver."


def test_a_dial_without_buttons_and_a_contact_to_three_volts_work() -> None:
    pins = PanelPins(
        (ButtonPins(RA, Wire(5, Pull.DOWN, active_low=False)),),
        DialPins(Wire(17, Pull.NONE), Wire(27, Pull.NONE)),
        PinFactory.MOCK,
    )
    factory = MockFactory(pin_class=MockPWMPin)
    with Panel(pins, lambda: None, clock=lambda: 1.0, header=lambda: Header(factory)) as panel:
        panel.read(1.0)
        factory.pin(5).drive_high()
        assert panel.read(1.0) == (ButtonDown(RA, 1.0),)


def test_raw_edges_are_kept_for_a_test_page(bench: Bench) -> None:
    for number in range(200):
        bench.move(RA, down=number % 2 == 0, after=0.001)
    bench.read()
    assert len(bench.panel.recent()) == 64
    assert bench.panel.recent()[-1].at == bench.now


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from([-1, 1]), st.integers(0, 3)), max_size=25),
    st.integers(1, 6),
)
def test_a_dial_whose_contacts_bounce_counts_every_detent_once(
    detents: list[tuple[int, int]], every: int
) -> None:
    """Every edge may chatter: the contact goes back and comes again."""
    bench = Bench()
    told: list[Event] = []
    for number, (step, bounces) in enumerate(detents):
        roles = (Role.TURN_A, Role.TURN_B) if step > 0 else (Role.TURN_B, Role.TURN_A)
        for closed in (True, False):
            for role in roles:
                for level in (*(closed, not closed) * bounces, closed):
                    bench.panel.drive(Use(DIAL, role), is_closed=level)
        told += bench.read(after=0.01) if number % every == 0 else ()
    told += bench.read(after=0.5)
    turned = sum(event.steps for event in told if isinstance(event, Turned))
    assert turned == sum(step for step, _ in detents)
    bench.panel.close()


TRAINS = st.lists(
    st.tuples(
        st.sampled_from([RA, P1, DIAL]), st.booleans(), st.sampled_from([0.0, 0.004, 0.03, 0.4])
    ),
    max_size=60,
)


@settings(max_examples=60, deadline=None)
@given(TRAINS, st.integers(1, 10))
def test_downs_and_ups_take_turns_nothing_doubles_and_the_end_is_the_truth(
    train: list[tuple[Control, bool, float]], every: int
) -> None:
    bench = Bench()
    told: list[Event] = []
    for number, (control, down, gap) in enumerate(train):
        bench.move(control, down=down, after=gap)
        told += bench.read() if number % every == 0 else ()
    told += bench.read(after=1.0)
    for control in (RA, P1, DIAL):
        mine = [e for e in told if isinstance(e, ButtonDown | ButtonUp) and e.control == control]
        kinds = [ButtonDown, ButtonUp] * len(mine)
        assert [type(event) for event in mine] == kinds[: len(mine)]
        is_down = bool(mine) and isinstance(mine[-1], ButtonDown)
        assert is_down == bench.panel.levels()[Use(control, Role.CONTACT)]
    bench.panel.close()
