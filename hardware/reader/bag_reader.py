"""The bag reader: a serial port and what comes from it."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from time import monotonic

from hardware.device import Device
from hardware.events import Event, Turned
from hardware.reader.port import Noting, PortFailed, PortOpened, PortThread, ReaderPort, Received
from hardware.reader.reading import Reading
from hardware.readers.auto import Format

NOTED_A_TURN = 16
"""How much of what has come is taken at once, so that a storm leaves time for everything else."""


class BagReader(Device):
    """A reader for tags on a serial port."""

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
            wake: Wakes the loop, from any thread.
            clock: Called from the thread for the time of what comes.
        """
        self._wake = wake
        self._notes: deque[Noting] = deque(maxlen=2048)
        self._is_woken = self._is_behind = self._is_closed = False
        self._reading = Reading(settings, clock())
        self._recent: deque[Received] = deque(maxlen=32)
        self._thread = PortThread(settings, self._put, clock)
        self._thread.start()

    def read(self, now: float) -> tuple[Event, ...]:
        """Return what has happened, see ``Device``."""
        if self._is_closed:
            return ()
        self._is_woken = False  # before taking: what comes meanwhile wakes the loop again
        events: list[Event] = []
        for _ in range(min(len(self._notes), NOTED_A_TURN)):
            note = self._notes.popleft()
            events += self._events_of(note, min(note.at, now))
        self._is_behind = bool(self._notes)
        events += self._reading.advance(now)
        return tuple(sorted(_joined(events), key=lambda event: event.at))

    def next_deadline(self) -> float | None:
        """Return when something is due, see ``Device``."""
        if self._is_closed:
            return None
        return 0.0 if self._is_behind else self._reading.due()

    def show(self, lamps: Mapping[str, float]) -> None:
        """Do nothing: a reader has no lamps."""

    def take_received(self) -> tuple[Received, ...]:
        """Return the latest bytes that were not taken yet, and how they were understood."""
        received = tuple(self._recent)
        self._recent.clear()
        return received

    @property
    def format(self) -> Format | None:
        """The wire format that it speaks; ``None``: not found out yet."""
        return self._thread.format

    @property
    def port(self) -> str | None:
        """The path or URL of each port that is open; ``None``: none is."""
        return ", ".join(link.name for link in self._thread.links) or None

    @property
    def openings(self) -> int:
        """How many times a port has been opened so far."""
        return self._thread.openings

    def close(self) -> None:
        """Close the port and end the thread. Closing twice is harmless."""
        self._is_closed = True
        self._thread.stop()

    def _put(self, note: Noting, is_quiet: bool) -> None:  # noqa: FBT001 - as the thread calls it
        """Take what the thread hands over."""
        self._notes.append(note)
        if not self._is_woken and not is_quiet:
            self._is_woken = True
            with suppress(Exception):  # it would end the thread
                self._wake()

    def _events_of(self, note: Noting, at: float) -> Iterator[Event]:
        """Yield what follows from something that the thread has noted."""
        match note:
            case PortOpened():
                yield from self._reading.on_opened(at)
            case PortFailed(why, detail, _):
                yield from self._reading.on_failed(why, detail, at)
            case Received(data, frames, _):
                self._recent.append(note)
                yield from self._reading.on_bytes(data, frames, at)


def _joined(events: list[Event]) -> list[Event]:
    """Return the events with all turns of the dial as one, as late as the last."""
    turns = [event for event in events if isinstance(event, Turned)]
    if len(turns) < 2:  # noqa: PLR2004 - nothing to join
        return events
    others = [event for event in events if not isinstance(event, Turned)]
    return [*others, Turned(sum(turn.steps for turn in turns), turns[-1].at)]
