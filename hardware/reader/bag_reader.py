"""The bag reader: a serial port and what comes from it."""

import errno
import termios
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any, Self, assert_never

import serial
from serial.tools import list_ports

from hardware.device import Inbox, Sparingly
from hardware.events import DeviceName, DeviceNotice, Event, LineNoise, Loss
from hardware.reader import reading
from hardware.reader.port_owner import (
    LinkBroken,
    Noting,
    PortFailed,
    PortOpened,
    PortOwner,
    Received,
)
from hardware.reader.reader_port import ReaderPort, UsbPort, candidates
from hardware.readers.auto import Format

READ_SECONDS = 0.25
"""How long a read waits for a byte."""

WRITE_SECONDS = 0.5
"""How long a write may take."""

MOST_BYTES = 1024
"""How much is read at once."""

_ERRORS = (OSError, serial.SerialException, termios.error, TypeError, ValueError)
"""All that pyserial raises when a line hangs up, a port is closed, or a URL makes no sense."""

_WHY = {
    errno.ENOENT: Loss.NOT_THERE,
    errno.ENODEV: Loss.NOT_THERE,
    errno.ENXIO: Loss.NOT_THERE,
    errno.EACCES: Loss.NO_PERMISSION,
    errno.EPERM: Loss.NO_PERMISSION,
    errno.EBUSY: Loss.IN_USE,
    errno.EAGAIN: Loss.IN_USE,
}


class BagReader:
    """A reader for tags or codes on a serial port: a ``Device``."""

    def __init__(
        self,
        settings: ReaderPort,
        wake: Callable[[], None],
        *,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Start looking for the reader; events say whether it is there.

        Args:
            settings: Where it is and how it speaks.
            wake: See ``Device``.
            clock: Called from the thread for the time of what comes.
        """
        self._inbox: Inbox[Noting] = Inbox(wake, limit=2048)
        self._reading = reading.begun(settings.grace_seconds, settings.gone_seconds, clock())
        self._recent: deque[Received] = deque(maxlen=32)
        self._sparingly = Sparingly(1.0)
        self._noise = 0
        self._is_closed = False
        self._owner = PortOwner(settings, self._inbox, clock, open_link)
        self._owner.start()

    def read(self, now: float) -> tuple[Event, ...]:
        """Return what has happened, see ``Device``."""
        if self._is_closed:
            return ()
        items, _ = self._inbox.take()
        events: list[Event] = []
        for item in items:
            events += self._told(item, min(item.at, now))
        self._reading, late = reading.looked(self._reading, now)
        events += (*late, *self._noise_event(now))
        return tuple(sorted(filter(self._is_news, events), key=lambda event: event.at))

    def next_deadline(self) -> float | None:
        """Return when something is due, see ``Device``."""
        return None if self._is_closed else reading.deadline(self._reading)

    def show(self, lamps: Mapping[str, float]) -> None:
        """Do nothing: a reader has no lamps."""

    def recent(self) -> tuple[Received, ...]:
        """Return the latest bytes and how they were understood: for the hardware test."""
        return tuple(self._recent)

    @property
    def format(self) -> Format | None:
        """The wire format that it speaks; ``None``: not found out yet."""
        return self._owner.format

    @property
    def port(self) -> str | None:
        """The path or URL of the port that is open; ``None``: none is."""
        link = self._owner.link
        return link.name if link else None

    @property
    def openings(self) -> int:
        """How many times the port has been opened so far."""
        return self._owner.openings

    def close(self) -> None:
        """Close the port and end the thread. Closing twice is harmless."""
        self._is_closed = True
        self._owner.stop()

    def __enter__(self) -> Self:
        """Return the reader itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Give the port back."""
        self.close()

    def _told(self, item: Noting, at: float) -> tuple[Event, ...]:
        """Return what follows from something that the thread has noted."""
        match item:
            case PortOpened():
                self._reading, events = reading.opened(self._reading, at)
            case PortFailed(why, detail, _):
                self._reading, events = reading.failed(self._reading, why, detail, at)
            case Received(_, frames, dropped, _):
                self._recent.append(item)
                self._noise += dropped
                self._reading, events = reading.heard_all(self._reading, frames, at)
                if dropped and not frames:
                    port = self.port or ""
                    self._reading, late = reading.puzzled(self._reading, dropped, port, at)
                    events += late
            case _:
                assert_never(item)
        return events

    def _noise_event(self, now: float) -> tuple[LineNoise, ...]:
        """Return the event about bytes that make no sense, at most one a second."""
        if not self._noise or not self._sparingly.allows(LineNoise, now):
            return ()
        dropped, self._noise = self._noise, 0
        return (LineNoise(DeviceName.READER, dropped, now),)

    def _is_news(self, event: Event) -> bool:
        """Return whether this notice was not given a moment ago."""
        if not isinstance(event, DeviceNotice):
            return True
        return self._sparingly.allows((event.kind, event.detail), event.at)


class SerialLink:
    """An open port of pyserial's that raises nothing but ``LinkBroken``; see ``OpenPort``."""

    def __init__(self, port: Any) -> None:  # noqa: ANN401 - pyserial's kinds of ports share no type with all of it
        """Take a port that is open."""
        self._port = port
        self.name = str(port.port)

    def read(self) -> bytes:
        """Return what has come, waiting a moment for a first byte."""
        with _broken_or(Loss.UNPLUGGED, self.name):
            first = self._port.read(1)
            more = min(self._port.in_waiting, MOST_BYTES) if first else 0
            return bytes(first + self._port.read(more)) if more else bytes(first)

    def write(self, data: bytes) -> None:
        """Send this."""
        with _broken_or(Loss.UNPLUGGED, self.name):
            self._port.write(data)

    def tune(self, baud: int) -> None:
        """Switch to another speed."""
        with _broken_or(Loss.UNPLUGGED, self.name):
            self._port.baudrate = baud

    def cancel(self) -> None:
        """End a waiting read; network ports cannot, but end by themselves."""
        with suppress(*_ERRORS, AttributeError):
            self._port.cancel_read()

    def close(self) -> None:
        """Give the port back."""
        with suppress(*_ERRORS):
            self._port.close()


def open_link(url: str, baud: int) -> SerialLink:
    """Open the first port that fits this setting.

    Raises:
        LinkBroken: None fits, or none can be opened; gives the reason for the last one.
    """
    broken = LinkBroken(Loss.NOT_THERE, url)
    with _broken_or(Loss.NOT_OPENED, url):
        names = candidates(url, plugged_ports)
    for name in names:
        try:
            with _broken_or(Loss.NOT_OPENED, name):
                return SerialLink(
                    serial.serial_for_url(
                        name,
                        baudrate=baud,
                        timeout=READ_SECONDS,
                        write_timeout=WRITE_SECONDS,
                        exclusive=True,
                    )
                )
        except LinkBroken as error:
            broken = error
    raise broken


def plugged_ports() -> tuple[UsbPort, ...]:
    """Return every serial port of this computer, in order of names."""
    ports = (
        UsbPort(port.device, port.vid, port.pid, port.description or "")
        for port in list_ports.comports()
    )
    return tuple(sorted(ports, key=lambda port: port.device))


@contextmanager
def _broken_or(otherwise: Loss, name: str) -> Iterator[None]:
    """Turn whatever pyserial raises into ``LinkBroken``; a line that was open is unplugged."""
    try:
        yield
    except _ERRORS as error:
        known = _WHY.get(getattr(error, "errno", None) or 0, otherwise)
        why = known if otherwise is Loss.NOT_OPENED else otherwise
        raise LinkBroken(why, f"{name}: {error}") from error
