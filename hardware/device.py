"""What the loop may expect of every device, and the one place where its thread hands something over."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Generic, Protocol, Self, TypeVar

from hardware.events import Event


class Device(Protocol):
    """Something at the table that reports events and may have lamps.

    A device is made with ``wake``, a function that it calls from any thread when ``read`` would
    have something to say; one byte into the loop's wake-up pipe is the usual one. It is called
    at most once between two readings, it must not block, and an error it raises is swallowed.
    Every other method belongs to the thread of the loop.
    """

    def read(self, now: float) -> tuple[Event, ...]:
        """Return what has happened since the last reading, in order of time.

        Never blocks, and never raises for a lost link: that is a ``DeviceLost`` among the events.
        After ``close`` it returns nothing.

        Args:
            now: The monotonic clock, in seconds. Never earlier than in the reading before.
        """
        ...

    def next_deadline(self) -> float | None:
        """Return when ``read`` should be called even if nobody wakes the loop; ``None``: never.

        In seconds of the monotonic clock, perhaps past. Ask before each sleep.
        """
        ...

    def show(self, lamps: Mapping[str, float]) -> None:
        """Light the lamps of the controls named, from 0 (dark) to 1.

        Lamps that are not named stay as they are; a control without a lamp is no error. Never
        raises for a lost link.
        """
        ...

    def close(self) -> None:
        """Give everything back: pins, port and thread. Closing twice is harmless."""
        ...

    def __enter__(self) -> Self:
        """Return the device itself; it is open since it was made."""
        ...

    def __exit__(self, *_: object) -> None:
        """Close the device."""
        ...


Item = TypeVar("Item")


class Inbox(Generic[Item]):
    """A queue that never grows beyond its limit and wakes the loop once for whatever it holds.

    ``put`` may be called from any thread, ``take`` only from the thread of the loop.
    """

    def __init__(self, wake: Callable[[], None], limit: int = 4096) -> None:
        """Make an empty one.

        Args:
            wake: Called from the thread that puts, at most once between two takings.
            limit: How many items are kept; those that come later are counted and thrown away.
        """
        self._wake = wake
        self._limit = limit
        self._queue: SimpleQueue[Item] = SimpleQueue()
        self._is_woken = False
        self._spilled = 0

    def put(self, item: Item, *, quietly: bool = False) -> None:
        """Hand something over. Never blocks and never raises.

        An error that left a callback of lgpio would end the one thread that serves every button.

        Args:
            item: What to hand over.
            quietly: Whether it can wait until the loop is awake for another reason.
        """
        if self._queue.qsize() >= self._limit:
            self._spilled += 1
        else:
            self._queue.put(item)
        if not self._is_woken and not quietly:
            self._is_woken = True
            with suppress(Exception):
                self._wake()

    def take(self) -> tuple[tuple[Item, ...], int]:
        """Return what has arrived, oldest first, and how many items had no room."""
        self._is_woken = False  # before emptying: what comes meanwhile wakes the loop again
        spilled, self._spilled = self._spilled, 0
        items: list[Item] = []
        with suppress(Empty):
            while len(items) < self._limit:
                items.append(self._queue.get_nowait())
        return tuple(items), spilled
