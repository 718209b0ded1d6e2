"""The bag reader's port: where it is plugged in, and the one thread that opens and reads it."""

import errno
import termios
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event as Signal
from threading import Thread
from typing import Any, NamedTuple

import msgspec
import serial

from hardware.events import Loss
from hardware.reader.usb_ports import candidates, is_path, plugged_ports
from hardware.readers.auto import BAUDS, Auto, Format, parser
from hardware.readers.frames import Frame, Parser

READ_SECONDS, TURN_SECONDS = 0.25, 0.05
"""How long to wait for a byte: of the only port, and of each where there are several."""

WRITE_SECONDS = 0.5
"""How long a write may take."""

MOST_BYTES = 1024
"""How much is read at once."""

FIRST_RETRY_SECONDS, LAST_RETRY_SECONDS = 0.2, 5.0
"""How long to wait before reopening the port; doubled each time."""

PROVEN_SECONDS = 5.0
"""How long a port must have worked for the next wait to be short again."""

LOOK_SECONDS = 0.25
"""How often to look for a missing path meanwhile."""

LIST_SECONDS = 2.0
"""How often to look for another port that fits, until one has turned out to be the reader's."""

STEADY_SECONDS = 1.0
"""How long the loop may sleep while nothing new arrives: a tag that stays."""

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


class ReaderPort(msgspec.Struct, frozen=True):
    """The owner's settings for the bag reader."""

    url: str = "auto"
    """A device's path, ``VID:PID`` in hexadecimal, ``auto``, or any URL of pyserial."""
    format: Format = Format.AUTO
    baud: int | None = None
    """Its speed; ``None``: the format's own."""
    grace_seconds: float = 3.0
    """How long it may be disconnected before that is reported."""
    gone_seconds: float = 1.5
    """How long a tag must be gone to count as new."""

    @property
    def speed(self) -> int:
        """At which speed it is read, in baud."""
        return self.baud or BAUDS[self.format]


class LinkBroken(OSError):
    """The port cannot be opened, or has stopped working."""

    def __init__(self, why: Loss, detail: str) -> None:
        """Keep the reason, and the system's message."""
        self.why, self.detail = why, detail
        super().__init__(detail)


class Received(NamedTuple):
    """Bytes that arrived, and the frames that they completed."""

    data: bytes
    frames: tuple[Frame, ...]
    at: float


class PortOpened(NamedTuple):
    """A port was opened."""

    at: float


class PortFailed(NamedTuple):
    """No port could be opened, or the one has stopped working."""

    why: Loss
    detail: str
    """The port's name and the system's words."""
    at: float


Noting = Received | PortOpened | PortFailed
"""What the thread hands over; each with its time, in seconds of the monotonic clock."""


class Link:
    """An open port with the parser for what comes from it; raises nothing but ``LinkBroken``."""

    def __init__(self, port: Any, spoken: Parser) -> None:  # noqa: ANN401 - pyserial's kinds of ports share no type with all of it
        """Take a port that is open."""
        self._port, self.spoken = port, spoken
        self.name = str(port.port)
        self.is_proven = False
        """Whether something that came from it was understood."""

    def turn(self, clock: Callable[[], float]) -> Received | None:
        """Send what is due, wait a moment for a first byte, and return what has come."""
        with _broken_or(Loss.UNPLUGGED, self.name):
            if words := self.spoken.say(clock()):
                self._port.write(words)
            data = bytes(self._port.read(1))
            if data and (more := min(self._port.in_waiting, MOST_BYTES)):
                data += self._port.read(more)
        now = clock()
        frames = self.spoken.feed(data) if data else ()
        self.is_proven |= bool(frames)
        if self.spoken.is_silent(now):
            raise LinkBroken(Loss.SILENT, self.name)
        return Received(data, frames, now) if data else None

    def cancel(self) -> None:
        """End a waiting read; network ports cannot, but end by themselves."""
        with suppress(*_ERRORS, AttributeError):
            self._port.cancel_read()

    def close(self) -> None:
        """Give the port back."""
        with suppress(*_ERRORS):
            self._port.close()


def fitting(settings: ReaderPort) -> tuple[str, ...]:
    """Return the paths or URLs of the ports that fit the settings.

    Raises:
        LinkBroken: They cannot be listed.
    """
    with _broken_or(Loss.NOT_OPENED, settings.url):
        return candidates(settings.url, plugged_ports)


def open_links(settings: ReaderPort, names: Sequence[str]) -> list[Link]:
    """Open these ports, as far as they can be opened.

    Raises:
        LinkBroken: There are none, or none can be opened; gives the reason for the last one.
    """
    broken = LinkBroken(Loss.NOT_THERE, settings.url)
    links: list[Link] = []
    for name in names:
        try:
            with _broken_or(Loss.NOT_OPENED, name):
                port = serial.serial_for_url(
                    name,
                    baudrate=settings.speed,
                    timeout=READ_SECONDS if len(names) == 1 else TURN_SECONDS,
                    write_timeout=WRITE_SECONDS,
                    exclusive=True,
                )
                links.append(Link(port, parser(settings.format)))
        except LinkBroken as error:
            broken = error
    if not links:
        raise broken
    return links


class PortThread(Thread):
    """Opens, reads and reopens the reader's port until stopped.

    While several ports fit, all are read; the first from which something is understood is the
    reader's, and the others are given back.
    """

    def __init__(
        self, settings: ReaderPort, put: Callable[[Noting, bool], None], clock: Callable[[], float]
    ) -> None:
        """Take the port; ``start`` begins.

        Args:
            settings: Where it is and how it speaks.
            put: Takes what comes, and whether it can wait until the loop wakes anyway.
            clock: Tells when.
        """
        super().__init__(name="bag reader", daemon=True)
        self._settings, self._put, self._clock = settings, put, clock
        self._stopping = Signal()
        self._known: tuple[Frame, ...] = ()
        self._woken_at = float("-inf")
        self.links: list[Link] = []
        """The ports that are open."""
        self.openings = 0
        """How many times a port has been opened."""
        self.format: Format | None = None if settings.format is Format.AUTO else settings.format
        """The wire format; ``None``: not found out yet."""

    def run(self) -> None:
        """Open, read and open again until stopped."""
        delay = FIRST_RETRY_SECONDS
        while not self._stopping.is_set():
            began = self._clock()
            try:
                names = fitting(self._settings)
                self.links = open_links(self._settings, names)
                self._listen(names)
            except LinkBroken as broken:
                self._put(PortFailed(broken.why, broken.detail, self._clock()), False)  # noqa: FBT003
            finally:
                self._close(self.links)
            if self._clock() >= began + PROVEN_SECONDS:
                delay = FIRST_RETRY_SECONDS
            has_appeared = self._wait(delay)
            delay = FIRST_RETRY_SECONDS if has_appeared else min(delay * 2, LAST_RETRY_SECONDS)

    def stop(self) -> None:
        """End the thread and wait for it. From any other thread; twice is harmless."""
        self._stopping.set()
        for link in self.links:
            link.cancel()
        self.join(timeout=2.0)

    def _listen(self, names: Sequence[str]) -> None:
        """Talk with the reader until the link breaks, or other ports may be the reader's."""
        self.openings += 1
        now = self._clock()
        self._put(PortOpened(now), False)  # noqa: FBT003 - the loop shall wake
        list_at = now + LIST_SECONDS
        while not self._stopping.is_set():
            for link in self.links:
                self._turn(link)
            proven = [link for link in self.links if link.is_proven]
            if proven:
                self._close([link for link in self.links if link is not proven[0]])
            elif not is_path(self._settings.url) and self._clock() >= list_at:
                list_at = self._clock() + LIST_SECONDS
                if fitting(self._settings) != names:
                    return

    def _turn(self, link: Link) -> None:
        """Hand over what arrived, and wake the loop only if it may be new."""
        try:
            came = link.turn(self._clock)
        except LinkBroken:
            if len(self.links) == 1:
                raise
            self._close([link])
            return
        if isinstance(link.spoken, Auto):
            self.format = link.spoken.settled
        if came is None:
            return
        is_known = came.frames in ((), self._known)
        is_quiet = is_known and came.at < self._woken_at + STEADY_SECONDS
        self._put(came, is_quiet)
        self._known = came.frames or self._known
        self._woken_at = self._woken_at if is_quiet else came.at

    def _close(self, links: Sequence[Link]) -> None:
        """Give these ports back."""
        for link in links:
            link.close()
        self.links = [link for link in self.links if link not in links]

    def _wait(self, seconds: float) -> bool:
        """Wait before the next try; return at once, and whether, a missing path appears."""
        path = Path(self._settings.url) if is_path(self._settings.url) else None
        if path is None or _is_there(path):
            self._stopping.wait(seconds)
            return False
        end = self._clock() + seconds
        while self._clock() < end and not self._stopping.wait(LOOK_SECONDS):
            if _is_there(path):
                return True
        return False


def _is_there(path: Path) -> bool:
    """Return whether there is such a path, as far as this user can see."""
    with suppress(OSError):
        return path.exists()
    return False


@contextmanager
def _broken_or(otherwise: Loss, name: str) -> Iterator[None]:
    """Turn whatever pyserial raises into ``LinkBroken``; a line that was open is unplugged."""
    try:
        yield
    except _ERRORS as error:
        known = _WHY.get(getattr(error, "errno", None) or 0, otherwise)
        why = known if otherwise is Loss.NOT_OPENED else otherwise
        raise LinkBroken(why, f"{name}: {error}") from error
