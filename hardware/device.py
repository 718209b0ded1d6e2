"""What all devices share: their protocol, the queue to the loop, and a limit on repetition."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Generic, Protocol, Self, TypeVar

from hardware.events import Event


class Wakeup(Protocol):
    """What wakes the loop to read its devices."""

    def wake(self) -> None:
        """Wake it now; from any thread, never blocking."""
        ...

    def watch(self, descriptor: int, *, reading: bool = True) -> None:
        """Wake it also when this can be read, or no more; for the loop's thread only."""
        ...


class Device(Protocol):
    """Something at the table that reports events and may have lamps.

    A device is created with a ``Wakeup``, which it uses when ``read`` would return something. All
    methods are for the loop's thread only.
    """

    def read(self, now: float) -> tuple[Event, ...]:
        """Return what has happened since the last reading, in order of time.

        Never blocks, and never raises for a lost link: that is a ``DeviceLost`` among the events.
        After ``close`` it returns nothing.

        Args:
            now: The monotonic clock, in seconds. Never earlier than in the previous call.
        """
        ...

    def next_deadline(self) -> float | None:
        """Return when to call ``read`` even if nothing wakes the loop; ``None``: never.

        In seconds of the monotonic clock, possibly in the past. Ask before each sleep.
        """
        ...

    def show(self, lamps: Mapping[str, float]) -> None:
        """Set the lamps of these controls, from 0 (dark) to 1 (fully lit).

        Other lamps stay as they are; a control without a lamp is not an error. Never
        raises for a lost link.
        """
        ...

    def close(self) -> None:
        """Release pins, port and thread. Closing twice is harmless."""
        ...

    def __enter__(self) -> Self:
        """Return the device itself; it has been open since it was created."""
        ...

    def __exit__(self, *_: object) -> None:
        """Close the device."""
        ...


Item = TypeVar("Item")


class Inbox(Generic[Item]):
    """A bounded queue that wakes the loop once for everything it holds.

    ``put`` may be called from any thread, ``take`` only from the thread of the loop.
    """

    def __init__(self, wake: Callable[[], None], limit: int = 4096) -> None:
        """Create an empty queue.

        Args:
            wake: Called from the putting thread, at most once between two calls of ``take``.
            limit: How many items are kept; further ones are counted and dropped.
        """
        self._wake = wake
        self._limit = limit
        self._queue: SimpleQueue[Item] = SimpleQueue()
        self._is_woken = False
        self._spilled = 0

    def put(self, item: Item, *, quietly: bool = False) -> None:
        """Put an item in. Never blocks and never raises.

        An exception from an lgpio callback would end the one thread that serves every button.

        Args:
            item: The item.
            quietly: Whether it can wait until the loop wakes for another reason.
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
        """Return what has arrived, oldest first, and how many items were dropped."""
        self._is_woken = False  # before emptying: what comes meanwhile wakes the loop again
        spilled, self._spilled = self._spilled, 0
        items: list[Item] = []
        with suppress(Empty):
            while len(items) < self._limit:
                items.append(self._queue.get_nowait())
        return tuple(items), spilled


class Sparingly:
    """Remembers recent notices. For one thread only."""

    def __init__(self, seconds: float, most: int = 64) -> None:
        """Allow the same thing once in a while.

        Args:
            seconds: How long the same thing is not worth repeating.
            most: How many different things may be said in that time; more are not allowed.
        """
        self._seconds = seconds
        self._most = most
        self._said: dict[object, float] = {}

    def allows(self, what: object, now: float) -> bool:
        """Return whether this may be reported now, and count it as reported."""
        self._said = {was: at for was, at in self._said.items() if now - at < self._seconds}
        if what in self._said or len(self._said) >= self._most:
            return False
        self._said[what] = now
        return True
