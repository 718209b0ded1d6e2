"""The one place where the loop sleeps, and the clock it sleeps by."""

from __future__ import annotations

import os
import selectors
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


class Clock:
    """The monotonic clock, which a script may advance: waiting takes program time, not ours."""

    def __init__(self, real: Callable[[], float]) -> None:
        self._real = real
        self._ahead = 0.0

    def now(self) -> float:
        """Return seconds of the program's monotonic clock."""
        return self._real() + self._ahead

    def advance(self, seconds: float) -> None:
        """Let so much program time pass at once."""
        self._ahead += seconds

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """Let only advances count meanwhile, however slow the machine is."""
        real, stood_at = self._real, self._real()
        self._real = lambda: stood_at
        try:
            yield
        finally:
            self._ahead -= real() - stood_at
            self._real = real


class Bell:
    """A pipe that any thread can ring, and that one thread waits for."""

    def __init__(self) -> None:
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)

    def fileno(self) -> int:
        """Return the descriptor that can be read once it was rung."""
        return self._read

    def ring(self) -> None:
        """Wake who waits; from any thread, never blocking."""
        with suppress(OSError):  # they are awake enough, or have gone
            os.write(self._write, b"x")

    def clear(self) -> None:
        """Let it be silent until it is rung again."""
        with suppress(BlockingIOError):
            while os.read(self._read, 4096):
                pass

    def close(self) -> None:
        """Give the pipe back."""
        os.close(self._read)
        os.close(self._write)


class Wakeup:
    """Where the loop sleeps, and through which any thread can wake it."""

    def __init__(self) -> None:
        self._bell = Bell()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._bell, selectors.EVENT_READ)
        self.count = 0
        """How often the loop has woken."""

    def wake(self) -> None:
        """Wake the loop; from any thread, never blocking."""
        self._bell.ring()

    def watch(self, descriptor: int, *, reading: bool = True, writing: bool = False) -> None:
        """Wake the loop also when something can be read here, or written; others do that.

        A descriptor that is watched already is watched for this instead; for neither: no more.
        """
        events = reading * selectors.EVENT_READ | writing * selectors.EVENT_WRITE
        known = self._selector.get_map().get(descriptor)
        if known is None and events:
            self._selector.register(descriptor, events)
        elif known is not None and not events:
            self._selector.unregister(descriptor)
        elif known is not None and known.events != events:
            self._selector.modify(descriptor, events)

    def sleep(self, seconds: float | None) -> None:
        """Sleep until somebody wakes the loop or the time is over."""
        self._selector.select(None if seconds is None else max(0.0, seconds))
        self.count += 1
        self._bell.clear()

    def close(self) -> None:
        """Give the pipe back."""
        self._selector.close()
        self._bell.close()
