"""Pins by the kernel's own interface: edges through real descriptors, and lines of gpio-sim."""

from collections.abc import Iterator
from errno import EACCES
from pathlib import Path
from threading import Event as Signal
from threading import enumerate as threads
from time import monotonic, sleep

import gpiod
import pytest
from gpiod.line import Bias, Direction, Edge, Value

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
from hardware.panel.gpio import Header, open_header
from hardware.panel.panel import RETRY_SECONDS, Panel
from hardware.panel.pin_finder import PinFinder
from hardware.panel.pins import (
    DEFAULT_PINS,
    NoPins,
    PanelPins,
    PinFactory,
    PinTrouble,
    Pull,
    Wire,
    wires,
)
from tests.hardware.conftest import PATIENCE_SECONDS
from tests.hardware.kernel import Chip

RA, RA_LAMP, TURN_A, TURN_B = 4, 18, 17, 27


class Bench:
    """A panel on a chip of the kernel, at times that are set by hand."""

    def __init__(self) -> None:
        self.now = 100.0
        self.chip = Chip()
        self.factories: list[ChipFactory] = []
        self.told = Signal()
        self.gate = Signal()
        self.gate.set()
        self.panel = Panel(DEFAULT_PINS, self._woken, clock=lambda: self.now, header=self._header)

    def _header(self) -> Header:
        if self.chip.is_gone:
            raise NoPins(PinTrouble.NO_CHIP, PinFactory.GPIOD)
        self.factories.append(ChipFactory(self.chip.as_chip()))
        return Header(self.factories[-1])

    def _woken(self) -> None:
        self.told.set()
        self.gate.wait(PATIENCE_SECONDS)

    def move(self, pin: int, *, is_high: bool, at: float) -> None:
        """Move a wire, and wait until the thread has told of it."""
        self.told.clear()
        self.chip.move(pin, is_high=is_high, at=at)
        assert self.told.wait(PATIENCE_SECONDS)

    def read(self, now: float) -> tuple[Event, ...]:
        """Return what the panel reports at a time."""
        self.now = now
        return self.panel.read(now)

    @property
    def wakes(self) -> int:
        """How often the thread of the pins has woken."""
        return self.factories[-1].watch.wakes


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    assert bench.read(100.0) == (DeviceFound(DeviceName.PANEL, 100.0),)
    yield bench
    bench.gate.set()
    bench.panel.close()


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
    bench.gate.clear()  # the thread is busy with one edge while others come
    bench.move(RA, is_high=False, at=100.1)
    for line, course in ((TURN_B, (0.3, 0.5)), (TURN_A, (0.2, 0.4))):
        for is_high, after in zip((False, True), course, strict=True):
            bench.chip.move(line, is_high=is_high, at=100 + after)
    bench.gate.set()
    events: list[Event] = []
    give_up = monotonic() + PATIENCE_SECONDS
    while not any(isinstance(event, Turned) for event in events) and monotonic() < give_up:
        events += bench.read(101.0)
    assert [event.steps for event in events if isinstance(event, Turned)] == [1]


def test_a_dial_that_goes_on_turning_while_it_is_read_loses_no_step(bench: Bench) -> None:
    def move(*moves: tuple[int, bool]) -> None:
        for line, is_high in moves:
            bench.chip.move(line, is_high=is_high, at=monotonic())

    bench.chip.meanwhile = lambda: move((TURN_B, False), (TURN_A, True), (TURN_B, True))
    move((TURN_A, False))
    events: list[Event] = []
    give_up = monotonic() + PATIENCE_SECONDS
    while len(bench.panel.recent()) < 4 and monotonic() < give_up:
        events += bench.read(monotonic())
    assert [event.steps for event in events if isinstance(event, Turned)] == [1]


def test_nothing_wakes_while_no_pin_moves(bench: Bench) -> None:
    def switches() -> int:
        """How often the thread of the pins was put to sleep, as the kernel counts it."""
        (thread,) = [each for each in threads() if each.name == "pins"]
        status = Path(f"/proc/self/task/{thread.native_id}/status").read_text()
        return int(status.partition("voluntary_ctxt_switches:")[2].split()[0])

    bench.move(RA, is_high=False, at=100.5)
    bench.read(101.0)
    sleep(0.05)  # it has gone to sleep again
    before, wakes = switches(), bench.wakes
    for hundredths in range(50):
        bench.read(101 + hundredths / 100)
        sleep(0.01)
    assert (switches(), bench.wakes) == (before, wakes)


def test_each_edge_wakes_the_thread_once_at_most(bench: Bench) -> None:
    for number in range(20):
        bench.move(RA, is_high=bool(number % 2), at=101.0 + number)
        bench.read(101.5 + number)
    assert bench.wakes <= 20


def test_contacts_are_pulled_as_the_table_says_and_lamps_are_dark(bench: Bench) -> None:
    contacts = {wire.pin for _, wire in wires(DEFAULT_PINS)}
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
    ("pull", "bias"),
    [(Pull.UP, Bias.PULL_UP), (Pull.DOWN, Bias.PULL_DOWN), (Pull.NONE, Bias.DISABLED)],
)
def test_every_pull_is_asked_of_the_kernel(pull: Pull, bias: Bias) -> None:
    chip = Chip()
    header = Header(ChipFactory(chip.as_chip()))
    header.listen(Wire(RA, pull, active_low=pull is Pull.UP), lambda *_: None)
    assert chip.requests[RA].settings.bias is bias
    header.close()


def test_a_lamp_follows_what_is_shown(bench: Bench) -> None:
    lamp = bench.chip.requests[RA_LAMP]
    bench.panel.show({"ra": 1.0})
    assert bench.panel.lamps()["ra"] == 1.0
    bench.panel.show({"ra": 0.0})
    assert lamp.lit[-2:] == [Value.ACTIVE, Value.INACTIVE]


@pytest.mark.parametrize(
    ("level", "full", "is_lit"),
    [(1.0, 1.0, True), (1.0, 0.1, True), (0.5, 1.0, True), (0.35, 1.0, False), (1.0, 0.0, False)],
)
def test_a_lamp_that_cannot_be_dimmed_is_lit_from_half_of_what_it_should_be(
    level: float, full: float, *, is_lit: bool
) -> None:
    chip = Chip()
    header = Header(ChipFactory(chip.as_chip()))
    light = header.light(RA_LAMP, active_low=False)
    light.shine(level, full)
    assert light.brightness() == float(is_lit)
    header.close()


def test_a_lamp_that_a_low_level_lights_does_not_flash_when_it_is_taken() -> None:
    chip = Chip()
    header = Header(ChipFactory(chip.as_chip()))
    header.light(RA_LAMP, active_low=True)
    assert set(chip.requests[RA_LAMP].lit) == {Value.ACTIVE}
    header.close()


def test_closed_pins_are_dark_and_free_and_the_thread_has_ended(bench: Bench) -> None:
    bench.panel.show({"ra": 1.0})
    lamp = bench.chip.requests[RA_LAMP]
    bench.panel.close()
    assert lamp.settings.direction is Direction.INPUT
    assert bench.chip.requests == {}
    assert bench.chip.is_closed
    assert not [thread for thread in threads() if thread.name == "pins"]


def test_a_chip_that_goes_is_told_wakes_nobody_for_ever_and_is_found_again(bench: Bench) -> None:
    bench.chip.go()
    events: list[Event] = []
    while not events:
        events += bench.read(bench.now + 0.3)
    assert events == [
        DeviceLost(DeviceName.PANEL, Loss.PINS_LOST, bench.now, "[Errno 19] No such device")
    ]
    assert bench.wakes <= len(DEFAULT_PINS.buttons) + 3
    assert bench.read(bench.now + RETRY_SECONDS) == ()
    bench.chip = Chip()
    assert bench.read(bench.now + RETRY_SECONDS) == (DeviceFound(DeviceName.PANEL, bench.now),)


@pytest.mark.parametrize(
    ("consumer", "kind", "sentence"),
    [
        ("spi0 CS1", PinTrouble.PIN_TAKEN, "GPIO 4 (header pin 7) is used by spi0 CS1."),
        ("", PinTrouble.PIN_IN_USE, "GPIO 4 (header pin 7) is used by another program or driver."),
    ],
)
def test_a_line_that_is_taken_is_said_with_who_has_it(
    consumer: str, kind: PinTrouble, sentence: str
) -> None:
    header = Header(ChipFactory(Chip(taken={RA: consumer}).as_chip()))
    with pytest.raises(NoPins) as caught:
        header.listen(Wire(RA), lambda *_: None)
    assert (caught.value.kind, str(caught.value)) == (kind, sentence)
    header.close()


def test_the_finder_leaves_lines_that_are_taken_to_who_has_them() -> None:
    chip = Chip(taken={8: "spi0 CS0", 14: "uart"})
    finder = PinFinder(lambda: None, header=lambda: Header(ChipFactory(chip.as_chip())))
    assert {no.pin: no.detail for no in finder.refused} == {8: "spi0 CS0", 14: "uart"}
    assert 9 in finder.pins()
    finder.light(9, 1.0)
    assert chip.requests[9].lit == [Value.INACTIVE, Value.ACTIVE]
    finder.close()
    assert chip.requests == {}


def test_what_one_header_closes_stays_open_in_another() -> None:
    chip = Chip()
    relay, panel = (Header(ChipFactory(chip.as_chip())) for _ in range(2))
    light = relay.light(RA_LAMP, active_low=False)
    panel.listen(Wire(RA), lambda *_: None)
    panel.close()
    light.shine(1.0)
    assert list(chip.requests) == [RA_LAMP]
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
    with pytest.raises(NoPins, match="no GPIO chip"):
        open_header(PinFactory.GPIOD)
    assert not [thread for thread in threads() if thread.name == "pins"]


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


def test_a_real_line_is_watched_lit_and_said_to_be_ours(simulated: SimulatedChip) -> None:
    told = Signal()
    pins = PanelPins(DEFAULT_PINS.buttons, DEFAULT_PINS.dial, PinFactory.GPIOD)
    chip = gpiod.Chip(f"/dev/{simulated.name}")
    with Panel(pins, told.set, header=lambda: Header(ChipFactory(chip))) as panel:
        panel.read(monotonic())
        for up, kind in ((False, ButtonDown), (True, ButtonUp)):
            told.clear()
            before = monotonic()
            simulated.pull(RA, up=up)
            assert told.wait(PATIENCE_SECONDS)
            (event,) = panel.read(monotonic())
            assert isinstance(event, kind)
            assert before <= event.at <= monotonic()
        panel.show({"ra": 1.0})
        assert simulated.value(RA_LAMP) == 1
        with gpiod.Chip(f"/dev/{simulated.name}") as other:
            assert other.get_line_info(RA).consumer == "ra-companion"
    assert simulated.value(RA_LAMP) == 0
