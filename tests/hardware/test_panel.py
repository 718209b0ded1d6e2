"""The real panel class on gpiozero's mock pins, at times that the test chooses."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from hardware.events import (
    ButtonDown,
    ButtonMasked,
    ButtonTrusted,
    ButtonUp,
    Control,
    DeviceFound,
    DeviceLost,
    DeviceName,
    Event,
    Loss,
    Turned,
)
from hardware.panel.factories import MockPins
from hardware.panel.panel import Panel
from hardware.panel.pins import DEFAULT_PINS, BadPins, NoPins, PanelPins, PinFactory, PinTrouble
from tests.hardware.conftest import Woken

MOCK = replace(DEFAULT_PINS, factory=PinFactory.MOCK)

QUIET = MOCK.quiet_seconds

RA, DIAL, P1 = Control.RA, Control.DIAL, Control.P1

TURN_A, TURN_B = 17, 27

RIGHT = [(TURN_A, True), (TURN_B, True), (TURN_A, False), (TURN_B, False)]

LEFT = [(TURN_B, True), (TURN_A, True), (TURN_B, False), (TURN_A, False)]

FOUND = DeviceFound(DeviceName.PANEL, 100.0)


class Bench:
    """A panel on a work bench: a clock that is set by hand and fingers that are exact."""

    def __init__(self, factory: Callable[[], Any] | None = None) -> None:
        self.now = 100.0
        self.woken = Woken()
        self._open = factory or (lambda: MockPins(lambda: self.now))
        self.panel = Panel(MOCK, self.woken, clock=lambda: self.now, factory=self._opened)

    def _opened(self) -> Any:  # noqa: ANN401 - gpiozero has no types
        self.pins = self._open()
        return self.pins

    def wire(self, pin: int, *, closed: bool) -> None:
        """Move a wire."""
        (self.pins.pin(pin).drive_low if closed else self.pins.pin(pin).drive_high)()

    def move(self, control: Control, *, down: bool, after: float = 0.0) -> None:
        """Move a button's contact some seconds from now."""
        self.now += after
        self.wire(MOCK.buttons[control], closed=down)

    def turn(self, course: list[tuple[int, bool]]) -> None:
        """Move the dial's contacts, a millisecond each."""
        for pin, is_closed in course:
            self.now += 0.001
            self.wire(pin, closed=is_closed)

    def read(self, after: float = 0.0) -> tuple[Event, ...]:
        """Return what the panel reports some seconds from now."""
        self.now += after
        return self.panel.read(self.now)

    def is_down(self, control: Control) -> bool:
        """Whether a contact is closed."""
        return not self.pins.pin(MOCK.buttons[control]).state


def near(events: tuple[Event, ...]) -> list[tuple[type, object, object]]:
    """Return events whose times need not be exact to the last bit."""
    return [(type(e), getattr(e, "control", ""), pytest.approx(e.at)) for e in events]


@pytest.fixture
def bench() -> Iterator[Bench]:
    """Return a bench with the whole panel, its first report read."""
    bench = Bench()
    assert bench.read() == (FOUND,)
    yield bench
    bench.panel.close()


def mute(bench: Bench, control: Control, *, down: bool) -> None:
    """Move a contact without its edge being reported, as when the driver's thread is dead."""
    bench.pins.pin(MOCK.buttons[control])._change_state(not down)  # noqa: SLF001 - a fault made on purpose


def test_pins_that_were_never_there_are_tried_again() -> None:
    tried: list[Any] = [MockPins(), None, None]

    def factory() -> Any:  # noqa: ANN401 - gpiozero has no types
        found = tried.pop()
        if found is None:
            raise NoPins(PinTrouble.PIN_TAKEN, PinFactory.GPIOD, detail="spi0 CS0")
        return found

    with Panel(MOCK, Woken(), clock=lambda: 100.0, factory=factory) as panel:
        assert panel.failure is not None
        assert panel.failure.detail == "spi0 CS0"
        panel.show({"ra": 1.0})
        assert (panel.next_deadline(), panel.read(101.9)) == (102.0, ())
        assert len(tried) == 2
        assert (panel.read(102.0), panel.next_deadline()) == ((), 104.0)
        assert panel.read(104.0) == (DeviceFound(DeviceName.PANEL, 104.0),)
        assert panel.failure is None
        assert panel.lamps()["ra"]


def test_a_press_counts_when_its_contact_has_been_closed_for_the_quiet_time(bench: Bench) -> None:
    bench.move(RA, down=True, after=1.0)
    assert bench.read() == ()
    assert bench.panel.next_deadline() == 101.0 + QUIET
    assert bench.read(after=QUIET) == (ButtonDown(RA, 101.0 + QUIET),)
    bench.move(RA, down=False, after=0.2)
    assert near(bench.read(after=1.0)) == [(ButtonUp, RA, 101.22 + QUIET)]


def test_every_control_of_the_default_table_can_be_pressed(bench: Bench) -> None:
    for control in Control:
        bench.move(control, down=True, after=0.1)
        assert near(bench.read(after=QUIET)) == [(ButtonDown, control, bench.now)]
        bench.move(control, down=False, after=0.1)
        assert near(bench.read(after=QUIET)) == [(ButtonUp, control, bench.now)]


def test_the_dial_reports_whole_detents_both_ways(bench: Bench) -> None:
    bench.turn(RIGHT * 2)
    assert [e.steps for e in bench.read() if isinstance(e, Turned)] == [1, 1]
    bench.turn(LEFT)
    assert bench.read() == (Turned(-1, bench.now),)


def test_a_detent_that_turns_back_halfway_is_none(bench: Bench) -> None:
    bench.turn([(TURN_A, True), (TURN_B, True), (TURN_B, False), (TURN_A, False)])
    assert bench.read() == ()
    bench.turn(RIGHT)
    assert bench.read() == (Turned(1, bench.now),)


def test_turning_is_not_counted_just_after_the_dial_was_touched(bench: Bench) -> None:
    bench.move(DIAL, down=True)
    bench.turn(RIGHT)
    assert near(bench.read(after=QUIET)) == [(ButtonDown, DIAL, 100.0 + QUIET)]
    bench.now += 0.2
    bench.turn(RIGHT)
    assert bench.read() == (Turned(1, bench.now),)
    for down in (False, True, False):  # held for long, it turns at once when it is let go
        bench.move(DIAL, down=down, after=0.001)
    bench.move(RA, down=True)
    bench.turn(RIGHT)
    assert Turned(1, bench.now) in bench.read()


def test_a_lost_edge_heals(bench: Bench) -> None:
    bench.read(after=0.25)
    mute(bench, RA, down=True)
    assert bench.read(after=0.25) == ()
    assert near(bench.read(after=QUIET)) == [(ButtonDown, RA, bench.now)]
    mute(bench, RA, down=False)
    bench.read(after=0.25)
    assert near(bench.read(after=QUIET)) == [(ButtonUp, RA, bench.now)]


def test_reading_all_the_time_does_not_put_off_looking_for_lost_edges(bench: Bench) -> None:
    mute(bench, RA, down=True)
    told = [event for _ in range(40) for event in bench.read(after=0.01)]
    assert [type(event) for event in told] == [ButtonDown]


def test_a_panel_at_rest_asks_for_few_wake_ups(bench: Bench) -> None:
    start, wake_ups = bench.now, 0
    while bench.now < start + 10.0:
        deadline = bench.panel.next_deadline()
        assert deadline is not None
        bench.read(after=max(0.0, deadline - bench.now))
        wake_ups += 1
    assert wake_ups <= 41


def test_a_button_held_at_start_is_masked() -> None:
    class HeldPin(MockPin):  # type: ignore[misc] # gpiozero has no types
        """A pin that something holds low, whatever pulls it."""

        def _set_pull(self, value: str) -> None:
            self._pull = value
            self._change_state(self._number != MOCK.buttons[RA])

    bench = Bench(lambda: MockFactory(pin_class=HeldPin))
    assert bench.read() == (FOUND, ButtonMasked(RA, 100.0))
    bench.panel.close()


def test_a_lamp_is_lit_from_half_of_its_light_on(bench: Bench) -> None:
    bench.panel.show({"ra": 0.5, "p1": 1.7, "ok": 0.4, "": 1.0})
    lit = {name for name, is_lit in bench.panel.lamps().items() if is_lit}
    assert lit == {"ra", "p1"}
    assert [bench.pins.pin(MOCK.lamps[each]).state for each in (RA, P1)] == [True, True]
    bench.panel.show({"ra": 1.0, "p1": 0.0})
    assert not bench.pins.pin(MOCK.lamps[P1]).state


def test_pins_that_stop_answering_are_lost_end_the_press_and_are_found_again() -> None:
    class FragilePin(MockPins().pin_class):  # type: ignore[misc] # gpiozero has no types
        """A pin whose chip can go away."""

        is_gone = False

        def _get_state(self) -> float:
            if FragilePin.is_gone:
                raise OSError(19, "No such device")
            return float(self._state)

    def factory() -> MockPins:
        if FragilePin.is_gone:
            raise NoPins(PinTrouble.NO_CHIP, PinFactory.GPIOD)
        made = MockPins(lambda: 0.0)  # what moves has moved before the next reading
        made.pin_class = FragilePin
        return made

    bench = Bench(factory)
    bench.read()
    bench.panel.show({"ra": 1.0})
    bench.move(RA, down=True)
    bench.read(after=1.0)
    FragilePin.is_gone = True
    masked, lost = bench.read(after=1.0)
    assert masked == ButtonMasked(RA, bench.now)
    assert lost == DeviceLost(
        DeviceName.PANEL, Loss.PINS_LOST, bench.now, "[Errno 19] No such device"
    )
    assert bench.read(after=5.0) == ()
    FragilePin.is_gone = False
    assert bench.read(after=5.0) == (DeviceFound(DeviceName.PANEL, bench.now),)
    assert bench.panel.lamps()["ra"]
    assert bench.read(after=1.0) == (ButtonTrusted(RA, bench.now - 0.5),)
    bench.panel.close()


def test_a_lamp_that_cannot_be_driven_any_more_is_a_lost_panel() -> None:
    class DeadLamp(MockPin):  # type: ignore[misc] # gpiozero has no types
        """A pin that can be lit no more."""

        def _set_state(self, value: float) -> None:
            if value:
                raise OSError(5, "Input/output error")
            super()._set_state(value)

    bench = Bench(lambda: MockFactory(pin_class=DeadLamp))
    bench.read()
    bench.panel.show({"ra": 1.0})
    assert bench.panel.next_deadline() == 0.0
    assert [type(event) for event in bench.read()] == [DeviceLost]
    bench.panel.close()


def test_a_table_with_mistakes_is_refused_before_a_pin_is_touched() -> None:
    with pytest.raises(BadPins, match="GPIO 5 is used twice"):
        Panel(PanelPins({RA: 5, P1: 5}), Woken(), factory=lambda: pytest.fail("a pin was touched"))


def test_a_pin_that_somebody_else_has_is_named(bench: Bench) -> None:
    with Panel(MOCK, Woken(), factory=lambda: bench.pins) as other:
        assert other.failure is not None
        assert (other.failure.kind, other.failure.pin) == (PinTrouble.PIN_TAKEN, 5)


def test_every_edge_is_kept_for_the_hardware_test(bench: Bench) -> None:
    for number in range(200):
        bench.move(RA, down=number % 2 == 0, after=0.001)
    bench.turn(RIGHT)
    bench.read()
    edges = bench.panel.take_edges()
    assert len(edges) == 64
    assert [edge.contact for edge in edges[-5:]] == ["ra", *("dial_a", "dial_b") * 2]
    assert edges[-1].at == bench.now
    assert bench.panel.take_edges() == ()


@settings(max_examples=30)
@given(
    st.lists(st.tuples(st.sampled_from([-1, 1]), st.integers(0, 3)), max_size=25), st.integers(1, 6)
)
def test_a_dial_whose_contacts_bounce_counts_every_detent_once(
    detents: list[tuple[int, int]], every: int
) -> None:
    """Every edge may chatter: the contact goes back and comes again."""
    bench = Bench()
    told: list[Event] = []
    for number, (step, bounces) in enumerate(detents):
        for pin, closed in RIGHT if step > 0 else LEFT:
            for level in (*(closed, not closed) * bounces, closed):
                bench.wire(pin, closed=level)
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


@settings(max_examples=30)
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
        assert bool(mine and isinstance(mine[-1], ButtonDown)) == bench.is_down(control)
    bench.panel.close()
