"""What every device keeps, real classes and simulated ones alike."""

import threading
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import pytest

from hardware import panel as panels
from hardware.bag_reader import BagReader
from hardware.device import Device
from hardware.events import Control, DeviceFound, DeviceLost, Event
from hardware.gpio import Header, open_header
from hardware.no_pins import NoPins, PinFactory, PinTrouble
from hardware.panel import Panel
from hardware.pins import DEFAULT_PINS, Role, Use
from hardware.reader_port import ReaderPort
from hardware.simulated import SimulatedPanel, SimulatedReader

if TYPE_CHECKING:
    from tests.hardware.conftest import Cable, Woken

Until = Callable[[Device, Callable[[list[Event]], object]], list[Event]]
Wake = Callable[[], None]

MOCK = replace(DEFAULT_PINS, factory=PinFactory.MOCK)
QUICK = ReaderPort(grace_seconds=0.05)


class Subject(NamedTuple):
    """A device and what can be done to it."""

    device: Device
    lose: Callable[[], None]
    bring_back: Callable[[], None]
    storm: Callable[[], None]


def simulated_panel(wake: Wake, _: "Cable") -> Subject:
    """Return the simulated panel."""
    panel = SimulatedPanel(wake)

    def storm() -> None:
        for _ in range(50_000):
            panel.press(Control.RA)
            panel.release(Control.RA)

    return Subject(panel, panel.unplug, panel.plug, storm)


def panel_on_mock_pins(wake: Wake, _: "Cable") -> Subject:
    """Return the real panel, whose pins can be closed behind its back."""
    headers: list[Header] = []
    gone: list[bool] = []

    def header() -> Header:
        if gone:
            raise NoPins(PinTrouble.NO_CHIP, PinFactory.MOCK)
        headers.append(open_header(PinFactory.MOCK))
        return headers[-1]

    def lose() -> None:
        gone.append(True)
        headers[-1].close()

    panel = Panel(MOCK, wake, header=header)

    def storm() -> None:
        for number in range(100_000):
            panel.drive(Use(Control.DIAL, Role.TURN_A), is_closed=number % 2 == 0)

    return Subject(panel, lose, gone.clear, storm)


def simulated_reader(wake: Wake, _: "Cable") -> Subject:
    """Return the simulated reader."""
    reader = SimulatedReader(wake, QUICK)
    return Subject(reader, reader.unplug, reader.plug, lambda: reader.serial(b"\x55\n" * 50_000))


def reader_on_a_terminal(wake: Wake, cable: "Cable") -> Subject:
    """Return the real reader on a pseudo-terminal."""
    reader = BagReader(replace(QUICK, url=str(cable.path)), wake)

    def storm() -> None:
        for _ in range(20):
            cable.send(b"\x55\n" * 500)

    return Subject(reader, cable.unplug, cable.plug, storm)


@pytest.fixture(
    params=[simulated_panel, panel_on_mock_pins, simulated_reader, reader_on_a_terminal],
    ids=lambda make: make.__name__,
)
def subject(
    request: pytest.FixtureRequest, wake: Wake, cable: "Cable", monkeypatch: pytest.MonkeyPatch
) -> Iterator[Subject]:
    """Return each device in turn, and close it after the test."""
    monkeypatch.setattr(panels, "RETRY_SECONDS", 0.05)
    made: Subject = request.param(wake, cable)
    yield made
    made.device.close()


def has(kind: type[Event]) -> Callable[[list[Event]], object]:
    """Return whether there is such an event yet."""
    return lambda events: any(isinstance(event, kind) for event in events)


def test_a_device_that_is_there_is_found_once(subject: Subject, until: Until) -> None:
    events = until(subject.device, has(DeviceFound))
    events += [e for _ in range(20) for e in subject.device.read(monotonic())]
    assert [type(event) for event in events].count(DeviceFound) == 1


def test_a_device_can_be_lost_and_found_and_lost_again(subject: Subject, until: Until) -> None:
    until(subject.device, has(DeviceFound))
    for _ in range(2):
        subject.lose()
        until(subject.device, has(DeviceLost))
        subject.bring_back()
        until(subject.device, has(DeviceFound))


def test_a_lost_device_reads_and_shows_without_complaint(subject: Subject, until: Until) -> None:
    until(subject.device, has(DeviceFound))
    subject.lose()
    subject.device.show({"ra": 1.0, "nothing": 0.5})
    until(subject.device, has(DeviceLost))
    subject.device.show({"ra": 0.0})
    assert subject.device.read(monotonic()) == ()


def test_closing_twice_is_harmless_and_a_closed_device_is_silent(subject: Subject) -> None:
    with subject.device as device:
        assert device is subject.device
    subject.device.close()
    subject.device.show({"ra": 1.0})
    assert subject.device.read(monotonic()) == ()
    assert subject.device.next_deadline() is None


def test_closing_a_lost_device_is_harmless(subject: Subject, until: Until) -> None:
    until(subject.device, has(DeviceFound))
    subject.lose()
    until(subject.device, has(DeviceLost))
    subject.device.close()
    subject.device.close()


def test_no_thread_outlives_its_device(subject: Subject, until: Until) -> None:
    until(subject.device, has(DeviceFound))
    subject.device.close()
    assert "bag reader" not in {thread.name for thread in threading.enumerate()}


def test_a_device_at_rest_wakes_nobody_and_its_deadline_lies_ahead(
    subject: Subject, until: Until, wake: "Woken"
) -> None:
    until(subject.device, has(DeviceFound))
    now = monotonic()
    subject.device.read(now)
    wake.signal.clear()
    subject.device.read(now)
    deadline = subject.device.next_deadline()
    assert deadline is None or deadline > now
    assert not wake.signal.is_set()


def test_a_storm_neither_blocks_nor_grows(subject: Subject, until: Until) -> None:
    until(subject.device, has(DeviceFound))
    subject.device.read(monotonic())
    tracemalloc.start()
    try:
        subject.storm()
        events = subject.device.read(monotonic() + 0.1)
        events += subject.device.read(monotonic() + 5.0)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(events) < 5000
    assert most < 4_000_000


def test_events_come_in_order_of_time(subject: Subject, until: Until) -> None:
    subject.storm()
    times = [event.at for event in until(subject.device, has(DeviceFound))]
    assert times == sorted(times)
