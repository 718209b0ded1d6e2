"""The one place where a driver's thread hands something to the loop."""

from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

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
