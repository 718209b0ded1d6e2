"""Who does what pages order: each handler names the kinds of orders that it does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from companion.core.effects import Order
from companion.core.messages import Message


class Handler:
    """Does some kinds of orders, and may report by itself. For the loop's thread only."""

    orders: tuple[type[Order], ...] = ()
    """The kinds that it does."""

    def obey(self, order: Any) -> Iterable[Message]:  # noqa: ANN401 - one of its own kinds
        """Do this and return the answer, if there is one at once. Never blocks."""
        raise NotImplementedError

    def read(self, now: float) -> Iterable[Message]:  # noqa: ARG002
        """Return what has happened since the last reading. Never blocks."""
        return ()

    def next_deadline(self) -> float | None:
        """Return when to call ``read`` even if nothing wakes the loop, in monotonic seconds."""
        return None


class Handlers:
    """All handlers; an order that nobody does yet waits for one who does."""

    def __init__(self) -> None:
        self._all: list[Handler] = []
        self._by_kind: dict[type[Order], Handler] = {}
        self._waiting: list[Order] = []

    def add(self, *handlers: Handler) -> None:
        """Let these do their kinds of orders from now on, and what waits for them."""
        self._all += handlers
        self._by_kind |= {kind: each for each in handlers for kind in each.orders}

    def obey(self, order: Order) -> Iterable[Message]:
        """Do this and return the answer, if there is one at once."""
        handler = self._by_kind.get(type(order))
        if handler is not None:
            return handler.obey(order)
        self._waiting.append(order)
        return ()

    def read(self, now: float) -> Iterator[Message]:
        """Yield what has happened since the last reading, and the answers to what has waited."""
        waiting, self._waiting = self._waiting, []
        for order in waiting:
            yield from self.obey(order)
        for each in self._all:
            yield from each.read(now)

    def next_deadline(self) -> float | None:
        """Return when to call ``read`` even if nothing wakes the loop, in monotonic seconds."""
        due = (each.next_deadline() for each in self._all)
        return min((each for each in due if each is not None), default=None)
