"""What the tests of the devices share."""

import os
import pty
import tty
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event as Signal
from time import monotonic

import pytest

from hardware.device import Device
from hardware.events import Event, TagRead
from hardware.reader.bag_reader import BagReader
from hardware.reader.port import ReaderPort
from hardware.readers.auto import Format
from hardware.simulated import SimulatedReader

PATIENCE_SECONDS = 15.0
"""How long a test waits for what must come; nothing is ever measured by it."""


Wanted = Callable[[list[Event]], object]

Until = Callable[[Device, Wanted], list[Event]]
"""Reads a device until it has reported what is wanted; returns all events up to then."""


def has(kind: type[Event]) -> Wanted:
    """Return whether there is such an event yet."""
    return lambda events: any(isinstance(event, kind) for event in events)


def tags(events: list[Event]) -> list[str]:
    """Return the numbers of the tags among the events."""
    return [event.uid for event in events if isinstance(event, TagRead)]


class Cable:
    """A pseudo-terminal with a name that stays, that can be pulled and plugged in again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.near, self.far = -1, -1
        self.plug()

    def plug(self) -> None:
        """Lay a new line under the old name, if there is none."""
        if self.near >= 0:
            return
        self.near, self.far = pty.openpty()
        tty.setraw(self.near)
        tty.setraw(self.far)
        self.path.symlink_to(os.ttyname(self.far))

    def unplug(self) -> None:
        """Pull it, if it is in: the line hangs up and the name is gone."""
        if self.near < 0:
            return
        self.path.unlink()
        os.close(self.near)
        os.close(self.far)
        self.near = -1

    def send(self, data: bytes) -> None:
        """Send bytes as the reader would."""
        os.write(self.near, data)


class Woken:
    """A wake-up that can be waited for."""

    def __init__(self) -> None:
        self.signal = Signal()
        self.count = 0
        self.watched: set[int] = set()
        """The descriptors that would wake the loop, too."""

    def __call__(self) -> None:
        """Wake the thread that waits."""
        self.wake()

    def wake(self) -> None:
        """Wake the thread that waits."""
        self.count += 1
        self.signal.set()

    def watch(self, descriptor: int, *, reading: bool = True) -> None:
        """Note what is to be watched."""
        if reading:
            self.watched.add(descriptor)
        else:
            self.watched.remove(descriptor)


class Desk:
    """Where a reader is tried: cables to it, and somebody who waits for what it tells."""

    def __init__(self, folder: Path, wake: Woken, until: Until, closing: ExitStack) -> None:
        self._folder, self.wake, self.until, self.closing = folder, wake, until, closing
        self.cable = self.another("ra-bag")

    def another(self, name: str) -> Cable:
        """Return another cable that is plugged in."""
        cable = Cable(self._folder / name)
        self.closing.callback(cable.unplug)
        return cable

    def reader(self, kind: Format = Format.EM4100, grace: float = 0.05, url: str = "") -> BagReader:
        """Return the real reader on the cable, or at a URL."""
        port = ReaderPort(url or str(self.cable.path), kind, grace_seconds=grace)
        return self.closing.enter_context(BagReader(port, self.wake))

    def simulated(self, port: ReaderPort | None = None) -> SimulatedReader:
        """Return the simulated reader."""
        return self.closing.enter_context(SimulatedReader(self.wake, port or ReaderPort()))


@pytest.fixture
def desk(tmp_path: Path, wake: Woken, until: Until, closing: ExitStack) -> Desk:
    """Return where a reader is tried."""
    return Desk(tmp_path, wake, until, closing)


@pytest.fixture
def wake() -> Woken:
    """Return a wake-up for a device."""
    return Woken()


@pytest.fixture
def until(wake: Woken) -> Until:
    """Return how to wait for a device."""

    def read_until(device: Device, wanted: Callable[[list[Event]], object]) -> list[Event]:
        events: list[Event] = []
        give_up = monotonic() + PATIENCE_SECONDS
        while monotonic() < give_up:
            events += device.read(monotonic())
            if wanted(events):
                return events
            wake.signal.wait(0.02)
            wake.signal.clear()
        pytest.fail(f"It did not come. What came: {events}")

    return read_until


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Cable]:
    """Return a cable that is plugged in."""
    cable = Cable(tmp_path / "ra-bag")
    yield cable
    cable.unplug()


@pytest.fixture
def closing() -> Iterator[ExitStack]:
    """Return a stack that closes what is put on it after the test."""
    with ExitStack() as stack:
        yield stack
