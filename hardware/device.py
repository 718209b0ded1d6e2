"""What all devices share: their protocol, and how they wake the loop."""

from collections.abc import Mapping
from typing import Protocol, Self

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
        return self

    def __exit__(self, *_: object) -> None:
        """Close the device."""
        self.close()
