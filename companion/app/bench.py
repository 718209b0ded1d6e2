"""What the loop needs of the machines beside the game: for the wizard, the test page, the boxes."""

from collections.abc import Iterable
from typing import Protocol

from companion.core.messages import Message
from companion.core.orders import Order


class Bench(Protocol):
    """Does what the hands-on pages order, and tells what comes of it. Belongs to the loop."""

    def obey(self, order: Order) -> Iterable[Message]:
        """Do this and return the answer, if there is one at once."""
        ...

    def read(self, now: float) -> Iterable[Message]:
        """Return what has happened since the last reading. Never blocks."""
        ...

    def next_deadline(self) -> float | None:
        """Return when ``read`` has something to tell even if nobody wakes the loop."""
        ...


class NoBench:
    """No machines at all: nothing is done and nothing happens."""

    def obey(self, _: Order) -> Iterable[Message]:
        """Do nothing."""
        return ()

    def read(self, _: float) -> Iterable[Message]:
        """Return nothing."""
        return ()

    def next_deadline(self) -> float | None:
        """Return that nothing is due."""
        return None
