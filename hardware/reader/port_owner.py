"""The thread that owns the bag reader's port: it opens, reads and reopens it until closed."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event as Signal
from threading import Thread
from typing import NamedTuple, Protocol

from hardware.device import Inbox
from hardware.events import Loss
from hardware.reader.reader_port import BAUDS, ReaderPort, Tuning, is_path, retuned
from hardware.readers.auto import Auto, Format, parser
from hardware.readers.frames import Frame, Parser

FIRST_RETRY_SECONDS, LAST_RETRY_SECONDS = 0.2, 5.0
"""How long to wait before reopening the port; doubled each time."""

PROVEN_SECONDS = 5.0
"""How long a port must have worked for the next wait to be short again."""

LOOK_SECONDS = 0.25
"""How often to look for a missing path meanwhile."""

QUIET_SECONDS = 1.0
"""How long the loop may sleep while nothing new arrives: a tag that stays."""


class LinkBroken(OSError):
    """The port cannot be opened, or has stopped working."""

    def __init__(self, why: Loss, detail: str) -> None:
        """Keep the reason, and the system's message."""
        self.why = why
        self.detail = detail
        super().__init__(detail)


class OpenPort(Protocol):
    """A port that is open. Every method may raise ``LinkBroken``, except the last two."""

    name: str
    """Its path or URL."""

    def read(self) -> bytes:
        """Return what has come, waiting a moment for a first byte."""
        ...

    def write(self, data: bytes) -> None:
        """Send this."""
        ...

    def tune(self, baud: int) -> None:
        """Switch to another speed."""
        ...

    def cancel(self) -> None:
        """End a waiting read. From any thread."""
        ...

    def close(self) -> None:
        """Give the port back."""
        ...


class Received(NamedTuple):
    """Bytes that arrived, and how they were understood."""

    data: bytes
    """The bytes."""

    frames: tuple[Frame, ...]
    """The frames that they completed."""

    dropped: int
    """How many bytes turned out to make no sense."""

    at: float
    """When, in seconds of the monotonic clock."""


class PortOpened(NamedTuple):
    """The port was opened."""

    at: float
    """When, in seconds of the monotonic clock."""


class PortFailed(NamedTuple):
    """The port could not be opened, or has stopped working."""

    why: Loss
    """What is known about the reason."""

    detail: str
    """The port's name and the system's words."""

    at: float
    """When, in seconds of the monotonic clock."""


Noting = Received | PortOpened | PortFailed
"""What the thread hands over."""


class PortOwner(Thread):
    """The one thread that touches the port."""

    def __init__(
        self,
        settings: ReaderPort,
        inbox: Inbox[Noting],
        clock: Callable[[], float],
        open_link: Callable[[str, int], OpenPort],
    ) -> None:
        """Know where the port is; ``start`` begins.

        Args:
            settings: Where it is and how it speaks.
            inbox: Where to put what comes.
            clock: Tells when.
            open_link: Opens a port by its setting and speed, or raises ``LinkBroken``.
        """
        super().__init__(name="bag reader", daemon=True)
        self._settings = settings
        self._inbox = inbox
        self._clock = clock
        self._open_link = open_link
        self._stopping = Signal()
        self._tuning = Tuning((settings.baud,) if settings.baud else BAUDS[settings.format])
        self._known: tuple[Frame, ...] = ()
        self._woken_at = float("-inf")
        self.link: OpenPort | None = None
        """The port while it is open."""
        self.openings = 0
        """How many times the port has been opened."""
        self.format: Format | None = None if settings.format is Format.AUTO else settings.format
        """The wire format; ``None``: not found out yet."""

    def run(self) -> None:
        """Open, read and open again until stopped."""
        delay = FIRST_RETRY_SECONDS
        while not self._stopping.is_set():
            began = self._clock()
            try:
                self.link = self._open_link(self._settings.url, self._tuning.baud)
                self._use(self.link)
            except LinkBroken as broken:
                self._inbox.put(PortFailed(broken.why, broken.detail, self._clock()))
            finally:
                link, self.link = self.link, None
                if link:
                    link.close()
            if self._clock() >= began + PROVEN_SECONDS:
                delay = FIRST_RETRY_SECONDS
            has_appeared = self._wait(delay)
            delay = FIRST_RETRY_SECONDS if has_appeared else min(delay * 2, LAST_RETRY_SECONDS)

    def stop(self) -> None:
        """End the thread and wait for it. From any other thread; twice is harmless."""
        self._stopping.set()
        if link := self.link:
            link.cancel()
        self.join(timeout=2.0)

    def _use(self, link: OpenPort) -> None:
        """Talk with the reader until the link breaks."""
        self.openings += 1
        self._inbox.put(PortOpened(self._clock()))
        spoken = parser(self._settings.format)
        while not self._stopping.is_set():
            if words := spoken.say(self._clock()):
                link.write(words)
            data = link.read()
            now = self._clock()
            if data:
                self._hand_over(data, spoken, now)
            if spoken.is_silent(now):
                raise LinkBroken(Loss.SILENT, link.name)
            if isinstance(spoken, Auto):
                self._tune(link, spoken, len(data), now)

    def _hand_over(self, data: bytes, spoken: Parser, now: float) -> None:
        """Hand over what arrived, and wake the loop only if it may be new."""
        before = spoken.dropped
        frames = spoken.feed(data)
        dropped = max(0, spoken.dropped - before)
        is_known = not dropped and frames in ((), self._known)
        is_quiet = is_known and now < self._woken_at + QUIET_SECONDS
        self._inbox.put(Received(data, frames, dropped, now), quietly=is_quiet)
        self._known = frames or self._known
        self._woken_at = self._woken_at if is_quiet else now

    def _tune(self, link: OpenPort, spoken: Auto, received: int, now: float) -> None:
        """Try another speed if nothing makes sense at this one."""
        self.format = spoken.settled
        if spoken.settled:
            return
        tuning = retuned(self._tuning, received, now)
        if tuning.baud != self._tuning.baud:
            link.tune(tuning.baud)
        self._tuning = tuning

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
