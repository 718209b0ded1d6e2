"""What the loop may expect of every device, real or simulated."""

from collections.abc import Mapping
from typing import Protocol, Self

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
