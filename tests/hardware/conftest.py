"""What the tests of the devices share."""

import os
import pty
import tty
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event as Signal
from time import monotonic
from typing import Protocol

import pytest

from hardware.device import Device
from hardware.events import Event

PATIENCE_SECONDS = 15.0
"""How long a test waits for what must come; nothing is ever measured by it."""


class Until(Protocol):
    """Reads a device until it has reported what is wanted."""

    def __call__(self, device: Device, wanted: Callable[[list[Event]], object]) -> list[Event]:
        """Return all events up to then; fail if it does not come."""
        ...


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
