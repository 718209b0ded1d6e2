"""What every device keeps, real classes and simulated ones alike."""

import socket
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from time import monotonic
from typing import NamedTuple

import msgspec
import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.device import Device
from hardware.events import Control, DeviceFound, DeviceLost
from hardware.panel import panel as panel_panel
from hardware.panel.panel import Panel
from hardware.panel.pins import DEFAULT_PINS, NoPins, PinFactory, PinTrouble
from hardware.reader.bag_reader import BagReader
from hardware.reader.port import ReaderPort
from hardware.readers.auto import Format
from hardware.simulated import SimulatedPanel, SimulatedReader
from tests.hardware.conftest import Cable, Until, Woken, has
from tests.together import EVERY

pytestmark = pytest.mark.filterwarnings(
    # pyserial leaves a socket whose other end hung up to be closed when it is forgotten: at once
    "ignore:unclosed <socket:ResourceWarning"
)

MOCK = msgspec.structs.replace(DEFAULT_PINS, factory=PinFactory.MOCK)

QUICK = ReaderPort(grace_seconds=0.05)

STORM, SQUALL = 50_000 if EVERY else 15_000, 2_000
"""How much happens at once, at worst and often."""


class Subject(NamedTuple):
    """A device and what can be done to it."""

    device: Device
    lose: Callable[[], None]
    bring_back: Callable[[], None]
    storm: Callable[[int], None]
    """Let this many things happen at once."""


def simulated_panel(wake: Woken, _: Cable) -> Subject:
    """Return the simulated panel."""
    panel = SimulatedPanel(wake)

    def storm(many: int) -> None:
        for _ in range(many):
            panel.press(Control.RA)
            panel.release(Control.RA)

    return Subject(panel, panel.unplug, panel.plug, storm)


def panel_on_mock_pins(wake: Woken, _: Cable) -> Subject:
    """Return the real panel, whose pins can go away."""
    opened: list[MockFactory] = []
    gone: list[MockFactory] = []
    dead: list[MockFactory] = []

    class Fragile(MockPin):  # type: ignore[misc] # gpiozero has no types
        """A pin whose chip can go away."""

        def _get_state(self) -> float:
            if self.factory in dead:
                raise OSError(19, "No such device")
            return float(self._state)

        def _change_state(self, value: float) -> bool:
            has_changed = bool(super()._change_state(value))
            del self.states[:-1]
            return has_changed

    def factory() -> MockFactory:
        if gone:
            raise NoPins(PinTrouble.NO_CHIP, PinFactory.MOCK)
        opened.append(MockFactory(pin_class=Fragile))
        return opened[-1]

    panel = Panel(MOCK, wake, factory=factory)

    def lose() -> None:
        dead.append(opened[-1])
        gone.append(opened[-1])

    def storm(many: int) -> None:
        pin = opened[-1].pin(17)
        for number in range(2 * many):
            (pin.drive_low if number % 2 == 0 else pin.drive_high)()

    return Subject(panel, lose, gone.clear, storm)


def simulated_reader(wake: Woken, _: Cable) -> Subject:
    """Return the simulated reader."""
    reader = SimulatedReader(wake, QUICK)
    return Subject(reader, reader.unplug, reader.plug, lambda many: reader.serial(b"\x55\n" * many))


def reader_on_a_terminal(wake: Woken, cable: Cable) -> Subject:
    """Return the real reader on a pseudo-terminal."""
    reader = BagReader(msgspec.structs.replace(QUICK, url=str(cable.path)), wake)

    def storm(many: int) -> None:
        for _ in range(min(20, many // 500)):
            cable.send(b"\x55\n" * 500)

    return Subject(reader, cable.unplug, cable.plug, storm)


def simulated_chip(wake: Woken, _: Cable) -> Subject:
    """Return the simulated reader in the format in which the program talks first."""
    reader = SimulatedReader(wake, msgspec.structs.replace(QUICK, format=Format.PN532))
    ack = bytes.fromhex("0000FF00FF00")
    return Subject(reader, reader.unplug, reader.plug, lambda many: reader.serial(ack * many))


class Server:
    """A reader behind a network socket that can go away and come back at the same address."""

    def __init__(self) -> None:
        self._listening: socket.socket | None = None
        self._accepting = threading.Thread()
        self._peers: list[socket.socket] = []
        self.port = 0
        self.plug()

    def plug(self) -> None:
        """Listen, if nobody does."""
        if self._listening is None:
            self._listening = socket.create_server(("127.0.0.1", self.port))
            self.port = self._listening.getsockname()[1]
            self._accepting = threading.Thread(target=self._accept, args=(self._listening,))
            self._accepting.start()

    def _accept(self, listening: socket.socket) -> None:
        with suppress(OSError):
            while True:
                self._peers.append(listening.accept()[0])

    def unplug(self) -> None:
        """Hang up, and listen no more."""
        if self._listening is not None:
            self._listening.shutdown(socket.SHUT_RDWR)
            self._accepting.join()
            self._listening.close()
        self._listening = None
        while self._peers:
            self._peers.pop().close()

    def storm(self, many: int) -> None:
        """Send a lot that means nothing."""
        for peer in self._peers:
            with suppress(OSError):
                peer.sendall(b"\x55\n" * many)


def reader_on_a_socket(wake: Woken, _: Cable) -> Subject:
    """Return the real reader at a URL."""
    server = Server()
    url = f"socket://127.0.0.1:{server.port}"
    reader = BagReader(msgspec.structs.replace(QUICK, url=url), wake)
    return Subject(reader, server.unplug, server.plug, server.storm)


@pytest.fixture(
    params=[
        simulated_panel,
        panel_on_mock_pins,
        simulated_reader,
        simulated_chip,
        reader_on_a_terminal,
        reader_on_a_socket,
    ],
    ids=lambda make: make.__name__,
)
def subject(
    request: pytest.FixtureRequest, wake: Woken, cable: Cable, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Subject]:
    """Return each device in turn, and close it after the test."""
    monkeypatch.setattr(panel_panel, "RETRY_SECONDS", 0.05)
    made: Subject = request.param(wake, cable)
    yield made
    made.device.close()
    made.lose()


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


def test_closing_twice_is_harmless_and_a_closed_device_is_silent(subject: Subject) -> None:
    with subject.device as device:
        assert device is subject.device
    subject.device.close()
    subject.device.show({"ra": 1.0})
    assert subject.device.read(monotonic()) == ()
    assert subject.device.next_deadline() is None


def test_no_thread_outlives_its_device(subject: Subject, until: Until) -> None:
    until(subject.device, has(DeviceFound))
    subject.device.close()
    assert "bag reader" not in {thread.name for thread in threading.enumerate()}


def test_a_device_at_rest_wakes_nobody_and_its_deadline_lies_ahead(
    subject: Subject, until: Until, wake: Woken
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
        subject.storm(STORM)
        events = subject.device.read(monotonic() + 0.1)
        events += subject.device.read(monotonic() + 5.0)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(events) < 5000
    assert most < 4_000_000


def test_events_come_in_order_of_time(subject: Subject, until: Until) -> None:
    subject.storm(SQUALL)
    times = [event.at for event in until(subject.device, has(DeviceFound))]
    assert times == sorted(times)


def test_no_event_is_later_than_the_reading_that_tells_of_it(
    subject: Subject, until: Until
) -> None:
    until(subject.device, has(DeviceFound))
    subject.storm(SQUALL)
    for after in (0.0, 0.05, 1.0, 10.0):
        now = monotonic() + after
        assert all(event.at <= now for event in subject.device.read(now))


def test_the_loop_is_woken_once_between_two_readings(
    subject: Subject, until: Until, wake: Woken
) -> None:
    until(subject.device, has(DeviceFound))
    subject.device.read(monotonic())
    wake.count = 0
    subject.storm(SQUALL)
    assert wake.count <= 1


def test_an_error_of_whoever_is_woken_is_swallowed(
    subject: Subject, until: Until, wake: Woken
) -> None:
    until(subject.device, has(DeviceFound))

    def broken() -> None:
        raise OSError("the pipe has gone")

    wake.wake = broken  # type: ignore[method-assign]
    subject.storm(SQUALL)
    subject.lose()
    until(subject.device, has(DeviceLost))


@pytest.mark.parametrize("seed", range(6 if EVERY else 3))
def test_whatever_happens_in_whatever_order_nothing_raises_and_all_comes_right(
    subject: Subject, seed: int
) -> None:
    """Losing, finding, reading, lighting and looking at the deadline, a hundred times over."""
    dice = Random(seed)  # noqa: S311 - no secret
    is_there, now = True, monotonic()
    for _ in range(100):
        now += dice.choice((0.0, 0.001, 0.3, 3.0))
        match dice.randrange(5):
            case 0 if is_there:
                subject.lose()
                is_there = False
            case 0:
                subject.bring_back()
                is_there = True
            case 1:
                subject.device.show({"ra": dice.choice((-1.0, 0.0, 0.5, 7.0)), "": 1.0})
            case 2:
                due = subject.device.next_deadline()
                assert due is None or isinstance(due, float)
            case _:
                times = [event.at for event in subject.device.read(now)]
                assert times == sorted(times)
    if is_there:
        subject.lose()
    subject.device.read(now)
    subject.bring_back()
    found = _found_at_last(subject, now)
    assert found, "it is there, and nobody was told"


def _found_at_last(subject: Subject, now: float) -> bool:
    """Whether the device says that it was found, sooner or later."""
    give_up = monotonic() + 15.0
    while monotonic() < give_up:
        now += 0.3
        if has(DeviceFound)(list(subject.device.read(now))):
            return True
        threading.Event().wait(0.01)
    return False


def test_closing_in_the_middle_of_a_storm_ends_at_once_and_for_good(
    subject: Subject, until: Until
) -> None:
    until(subject.device, has(DeviceFound))
    subject.storm(SQUALL)
    closing = threading.Thread(target=subject.device.close)
    closing.start()
    closing.join(timeout=10.0)
    assert not closing.is_alive()
    assert subject.device.read(monotonic()) == ()
