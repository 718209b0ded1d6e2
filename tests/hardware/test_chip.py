"""Pins by the kernel's own interface: edges through real descriptors, and lines of gpio-sim."""

from collections.abc import Iterator
from errno import EACCES
from pathlib import Path
from threading import active_count
from time import monotonic
from typing import Any

import gpiod
import pytest
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero import LED, DigitalInputDevice
from msgspec.structs import replace

from companion.app.wakeup import Wakeup
from hardware.events import (
    ButtonDown,
    ButtonUp,
    Control,
    DeviceFound,
    DeviceLost,
    DeviceName,
    Event,
    Loss,
    Turned,
)
from hardware.panel import chip as panel_chip
from hardware.panel.chip import CHIPS, ChipFactory, header_chip
from hardware.panel.factories import open_factory
from hardware.panel.panel import RETRY_SECONDS, Panel
from hardware.panel.pin_finder import PinFinder
from hardware.panel.pins import DEFAULT_PINS, NoPins, PinFactory, PinTrouble
from tests.hardware.conftest import PATIENCE_SECONDS, Woken
from tests.hardware.kernel import Chip

RA, RA_LAMP, DIAL, TURN_A, TURN_B = 4, 18, 22, 17, 27

QUIET = DEFAULT_PINS.quiet_seconds


class Bench:
    """A panel on a chip of the kernel, at times that are set by hand."""

    def __init__(self) -> None:
        self.now = 100.0
        self.chip = Chip()
        self.woken = Woken()
        self.panel = Panel(DEFAULT_PINS, self.woken, clock=lambda: self.now, factory=self._factory)

    def _factory(self) -> ChipFactory:
        if self.chip.is_gone:
            raise NoPins(PinTrouble.NO_CHIP, PinFactory.GPIOD)
        return ChipFactory(self.chip.as_chip())

    def move(self, pin: int, *, is_high: bool, at: float) -> None:
        """Move a wire."""
        self.chip.move(pin, is_high=is_high, at=at)

    def read(self, now: float) -> tuple[Event, ...]:
        """Return what the panel reports at a time."""
        self.now = now
        return self.panel.read(now)


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    assert bench.read(100.0) == (DeviceFound(DeviceName.PANEL, 100.0),)
    yield bench
    bench.panel.close()


def test_the_kernel_is_told_how_long_buttons_may_bounce_and_leaves_the_dial_as_it_is(
    bench: Bench,
) -> None:
    for pin in DEFAULT_PINS.contacts().values():
        seconds = bench.chip.requests[pin].settings.debounce_period.total_seconds()
        assert seconds == (0.0 if pin in (DIAL, TURN_A, TURN_B) else QUIET)


def test_a_press_is_told_with_the_kernel_s_time_however_late_it_is_read(bench: Bench) -> None:
    bench.move(RA, is_high=False, at=100.5)
    assert bench.read(101.0) == (ButtonDown(Control.RA, 100.5),)
    bench.move(RA, is_high=True, at=101.25)
    assert bench.read(102.0) == (ButtonUp(Control.RA, 101.25),)


def test_an_edge_that_was_under_way_at_the_last_reading_is_never_told_before_it(
    bench: Bench,
) -> None:
    bench.read(101.0)
    bench.move(RA, is_high=False, at=100.9)
    assert bench.read(101.2) == (ButtonDown(Control.RA, 101.0),)


def test_edges_of_several_lines_are_told_in_the_order_of_their_times(bench: Bench) -> None:
    for line, course in ((TURN_B, (0.3, 0.5)), (TURN_A, (0.2, 0.4))):
        for is_high, after in zip((False, True), course, strict=True):
            bench.move(line, is_high=is_high, at=100 + after)
    assert [event.steps for event in bench.read(101.0) if isinstance(event, Turned)] == [1]


def test_a_dial_that_goes_on_turning_while_it_is_read_loses_no_step(bench: Bench) -> None:
    def move(*moves: tuple[int, bool]) -> None:
        for line, is_high in moves:
            bench.chip.move(line, is_high=is_high, at=monotonic())

    bench.chip.meanwhile = lambda: move((TURN_B, False), (TURN_A, True), (TURN_B, True))
    move((TURN_A, False))
    events = bench.read(monotonic())
    events += bench.read(monotonic())
    assert [event.steps for event in events if isinstance(event, Turned)] == [1]
    assert len(bench.panel.take_edges()) == 4


def test_the_loop_sleeps_until_a_pin_moves_and_no_thread_watches_them() -> None:
    wakeup, chip, threads = Wakeup(), Chip(), active_count()
    with Panel(DEFAULT_PINS, wakeup, factory=lambda: ChipFactory(chip.as_chip())) as panel:
        panel.read(monotonic())
        assert panel.next_deadline() is None
        assert active_count() == threads
        chip.move(RA, is_high=False, at=monotonic())
        wakeup.sleep(PATIENCE_SECONDS)  # no bell rings: the descriptor wakes it
        assert [type(event) for event in panel.read(monotonic())] == [ButtonDown]
        begun = monotonic()
        wakeup.sleep(0.05)  # nothing is left that would wake it
        assert monotonic() - begun >= 0.05
    wakeup.close()


def test_a_release_that_the_kernel_lost_is_found_while_a_button_is_down(bench: Bench) -> None:
    bench.move(RA, is_high=False, at=100.5)
    bench.read(101.0)
    bench.chip.levels[RA] = True
    due = bench.panel.next_deadline()
    assert due is not None
    assert bench.read(due) == (ButtonUp(Control.RA, due),)
    assert bench.panel.next_deadline() is None


def test_the_hardware_test_sees_every_bounce_and_a_press_is_still_one(bench: Bench) -> None:
    bench.panel.show_bounces(are_shown=True)
    assert not bench.chip.requests[RA].settings.debounce_period
    for number in range(11):
        bench.move(RA, is_high=number % 2 == 1, at=100.5 + number * 0.0005)
    (down,) = bench.read(101.0)
    assert isinstance(down, ButtonDown)
    assert down.at == pytest.approx(100.505 + QUIET)
    assert len(bench.panel.take_edges()) == 11
    bench.panel.show_bounces(are_shown=False)
    assert bench.chip.requests[RA].settings.debounce_period.total_seconds() == QUIET
    bench.move(RA, is_high=True, at=102.0)
    assert bench.read(102.0) == (ButtonUp(Control.RA, 102.0),)


def test_contacts_are_pulled_up_and_lamps_are_dark(bench: Bench) -> None:
    contacts = set(DEFAULT_PINS.contacts().values())
    assert contacts <= set(bench.chip.requests)
    for line, request in bench.chip.requests.items():
        settings = request.settings
        if line in contacts:
            assert settings.bias is Bias.PULL_UP
            assert settings.edge_detection is Edge.BOTH
        else:
            assert settings.direction is Direction.OUTPUT
            assert set(request.lit) == {Value.INACTIVE}


@pytest.mark.parametrize(
    ("pull", "bias"), [(True, Bias.PULL_UP), (False, Bias.PULL_DOWN), (None, Bias.DISABLED)]
)
def test_every_pull_of_gpiozero_s_is_asked_of_the_kernel(*, pull: bool | None, bias: Bias) -> None:
    chip = Chip()
    factory = ChipFactory(chip.as_chip())
    active = True if pull is None else None
    device = DigitalInputDevice(RA, pull_up=pull, active_state=active, pin_factory=factory)
    assert chip.requests[RA].settings.bias is bias
    device.close()
    factory.close()


def test_a_lamp_follows_what_is_shown(bench: Bench) -> None:
    lamp = bench.chip.requests[RA_LAMP]
    bench.panel.show({"ra": 1.0})
    assert bench.panel.lamps()["ra"]
    bench.panel.show({"ra": 0.0})
    assert lamp.lit[-2:] == [Value.ACTIVE, Value.INACTIVE]


def test_closed_pins_are_dark_free_and_not_watched(bench: Bench) -> None:
    bench.panel.show({"ra": 1.0})
    lamp = bench.chip.requests[RA_LAMP]
    assert bench.woken.watched
    bench.panel.close()
    assert lamp.settings.direction is Direction.INPUT
    assert bench.chip.requests == {}
    assert bench.chip.is_closed
    assert not bench.woken.watched


def test_a_chip_that_goes_is_told_wakes_nobody_for_ever_and_is_found_again(bench: Bench) -> None:
    bench.chip.go()
    assert bench.read(100.3) == (
        DeviceLost(DeviceName.PANEL, Loss.PINS_LOST, 100.3, "[Errno 19] No such device"),
    )
    assert not bench.woken.watched
    assert bench.read(bench.now + RETRY_SECONDS) == ()
    bench.chip = Chip()
    assert bench.read(bench.now + RETRY_SECONDS) == (DeviceFound(DeviceName.PANEL, bench.now),)


@pytest.mark.parametrize("consumer", ["spi0 CS1", ""])
def test_a_line_that_is_taken_is_said_with_who_has_it(consumer: str) -> None:
    chip = Chip(taken={RA: consumer})
    panel = Panel(DEFAULT_PINS, Woken(), factory=lambda: ChipFactory(chip.as_chip()))
    why = panel.failure
    assert why is not None
    assert (why.kind, why.pin, why.detail) == (PinTrouble.PIN_TAKEN, RA, consumer)
    assert chip.requests == {}


def test_the_finder_leaves_lines_that_are_taken_to_who_has_them() -> None:
    chip = Chip(taken={8: "spi0 CS0", 14: "uart"})
    finder = PinFinder(Woken(), factory=lambda: ChipFactory(chip.as_chip()))
    assert {8, 9, 14} & {*finder.pins()} == {9}
    finder.light(9, is_lit=True)
    assert chip.requests[9].lit == [Value.INACTIVE, Value.ACTIVE]
    finder.close()
    assert chip.requests == {}


def test_what_one_factory_closes_stays_open_in_another() -> None:
    chip = Chip()
    relay, panel = ChipFactory(chip.as_chip()), ChipFactory(chip.as_chip())
    light = LED(RA_LAMP, pin_factory=relay)
    contact = DigitalInputDevice(RA, pull_up=True, pin_factory=panel)
    panel.close()
    light.on()
    assert list(chip.requests) == [RA_LAMP]
    contact.close()
    relay.close()


@pytest.fixture
def devices(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return a folder of devices whose files say how their chips are labelled."""

    def opened(path: str) -> Chip:
        label = Path(path).read_text()
        if label == "closed":
            raise PermissionError(EACCES, "Permission denied")
        return Chip(label)

    monkeypatch.setattr(gpiod, "Chip", opened)
    return tmp_path


@pytest.mark.parametrize("label", CHIPS)
def test_the_header_s_chip_is_found_by_its_label_whatever_its_number(
    label: str, devices: Path
) -> None:
    (devices / "gpiochip0").write_text("gpio-brcmstb@107d508500")
    (devices / "gpiochip1").symlink_to(devices / "gpiochip0")
    (devices / "gpiochip4").write_text(label)
    assert header_chip(devices).get_info().label == label


@pytest.mark.parametrize(
    ("labels", "kind"),
    [
        ((), PinTrouble.NO_CHIP),
        (("closed",), PinTrouble.NO_PERMISSION),
        (("AMDI0030:00",), PinTrouble.NOT_A_PI),
    ],
)
def test_why_there_is_no_header_is_told(
    labels: tuple[str, ...], kind: PinTrouble, devices: Path
) -> None:
    for number, label in enumerate(labels):
        (devices / f"gpiochip{number}").write_text(label)
    with pytest.raises(NoPins) as caught:
        header_chip(devices)
    assert (caught.value.kind, caught.value.factory) == (kind, PinFactory.GPIOD)


def test_without_a_chip_the_header_cannot_be_opened_and_nothing_is_left_behind(
    devices: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panel_chip, "header_chip", lambda: header_chip(devices))
    with pytest.raises(NoPins) as caught:
        open_factory(PinFactory.GPIOD)
    assert caught.value.kind is PinTrouble.NO_CHIP


SIMULATED = Path("/sys/kernel/config/gpio-sim")


class SimulatedChip:
    """A chip of the kernel's own simulator, labelled as that of a Pi 4."""

    def __init__(self) -> None:
        self._chip, self._bank = SIMULATED / "ra-companion", SIMULATED / "ra-companion" / "bank0"
        self._bank.mkdir(parents=True)
        (self._bank / "num_lines").write_text("54")
        (self._bank / "label").write_text("pinctrl-bcm2711")
        (self._chip / "live").write_text("1")
        self.name = (self._bank / "chip_name").read_text().strip()
        device = (self._chip / "dev_name").read_text().strip()
        self._lines = Path("/sys/devices/platform") / device / self.name

    def pull(self, line: int, *, up: bool) -> None:
        """Pull a line as a finger would."""
        (self._lines / f"sim_gpio{line}" / "pull").write_text("pull-up" if up else "pull-down")

    def value(self, line: int) -> int:
        """Return the level on a line."""
        return int((self._lines / f"sim_gpio{line}" / "value").read_text())

    def close(self) -> None:
        """Take the chip away."""
        (self._chip / "live").write_text("0")
        self._bank.rmdir()
        self._chip.rmdir()


@pytest.fixture
def simulated() -> Iterator[SimulatedChip]:
    if not SIMULATED.is_dir():
        pytest.skip("needs the kernel's module gpio-sim, and root: modprobe gpio-sim")
    chip = SimulatedChip()
    yield chip
    chip.close()


def test_a_real_line_is_watched_debounced_lit_and_said_to_be_ours(simulated: SimulatedChip) -> None:
    pins = replace(DEFAULT_PINS, factory=PinFactory.GPIOD)
    chip, wakeup = gpiod.Chip(f"/dev/{simulated.name}"), Wakeup()

    def told(panel: Panel) -> Any:  # noqa: ANN401 - any event
        give_up = monotonic() + PATIENCE_SECONDS
        while monotonic() < give_up:
            wakeup.sleep(1.0)
            if events := panel.read(monotonic()):
                (event,) = events
                return event
        return pytest.fail("nothing came")

    with Panel(pins, wakeup, factory=lambda: ChipFactory(chip)) as panel:
        panel.read(monotonic())
        for up, kind in ((False, ButtonDown), (True, ButtonUp)):
            before = monotonic()
            for bounce in range(11):
                simulated.pull(RA, up=up == (bounce % 2 == 0))
            event = told(panel)
            assert isinstance(event, kind)
            assert before <= event.at <= monotonic()
        panel.show({"ra": 1.0})
        assert simulated.value(RA_LAMP) == 1
        with gpiod.Chip(f"/dev/{simulated.name}") as other:
            assert other.get_line_info(RA).consumer == "ra-companion"
    assert simulated.value(RA_LAMP) == 0
    wakeup.close()
