"""The thread that writes: the loop hands events over and is woken when they are on the disk."""

import threading
from collections import deque
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Self

import msgspec

from companion.journal.book import GameWriter
from companion.journal.filesystem import JournalBroken
from companion.journal.lines import Event, GameId, Head, Line, Stamp, write_line

_FAR_BACK = Head(10**9, 0, "0" * 32)
"""A place in a book further back than any, so that what fits there fits everywhere."""


class Written(msgspec.Struct, frozen=True):
    """An event is on the disk."""

    line: Line
    """The line it became."""


class WriteFailed(msgspec.Struct, frozen=True):
    """An event could not be written, though it was tried twice. Nothing after it is tried."""

    why: JournalBroken
    """What was wrong the second time."""

    event: Event
    """What is not on the disk."""


Answer = Written | WriteFailed
"""What became of an event; answers come in the order of the events."""


class _Order(msgspec.Struct, frozen=True):
    """An event that waits."""

    event: Event
    stamp: Stamp


class Writer:
    """Owns a book on a thread of its own and writes what it is given, strictly in order.

    All methods are for the loop's thread; only `close` may block. After a `WriteFailed` everything
    waits until the loop says `retry` or `drop`.
    """

    def __init__(self, book: GameWriter, wake: Callable[[], None]) -> None:
        """Start the thread, to which the book belongs from now on.

        Args:
            book: Where to write. Nobody else may use it before `close` has returned.
            wake: Called on the writer's thread when there is an answer; must neither block nor
                raise.
        """
        self._book = book
        self._wake = wake
        self._answers: SimpleQueue[Answer] = SimpleQueue()
        self._changed = threading.Condition()
        self._waiting: deque[_Order] = deque()  # the one being written stays in front
        self._is_halted = False  # after a NotWritten
        self._is_closing = False
        self._bug: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    @property
    def game(self) -> GameId:
        """Which game is written."""
        return self._book.game

    @property
    def flushes(self) -> int:
        """How often the disk was made to keep something for this book."""
        return self._book.flushes

    def submit(self, event: Event, stamp: Stamp) -> None:
        """Have an event written after all that were submitted before. Never blocks.

        Raises:
            ValueError: The event is not plain JSON.
            RuntimeError: The writer is closed.
        """
        write_line(event, stamp, _FAR_BACK)
        with self._changed:
            if self._is_closing:
                raise RuntimeError("A closed writer takes no events.")
            self._waiting.append(_Order(event, stamp))
            self._changed.notify()

    def answers(self) -> tuple[Answer, ...]:
        """Return what became of events since the last call, in order. Never blocks."""
        if self._bug is not None:
            raise self._bug
        arrived: list[Answer] = []
        try:
            while True:
                arrived.append(self._answers.get_nowait())
        except Empty:
            return tuple(arrived)

    def retry(self) -> None:
        """After a `WriteFailed`: try that event again, and go on with those after it."""
        with self._changed:
            if self._is_halted:
                self._is_halted = False
                self._changed.notify()

    def drop(self) -> tuple[Event, ...]:
        """After a `WriteFailed`: forget that event and all after it, and return them.

        The first may yet be found on the disk if the program ends before another is written.
        """
        with self._changed:
            if not self._is_halted:
                return ()
            dropped = tuple(order.event for order in self._waiting)
            self._waiting.clear()
            self._is_halted = False
            return dropped

    def close(self) -> tuple[Event, ...]:
        """Write what waits, however long it takes, close the book and return what is not written.

        After a `WriteFailed` nothing more is tried. Later calls return the same.
        """
        with self._changed:
            self._is_closing = True
            self._changed.notify()
        self._thread.join()
        return tuple(order.event for order in self._waiting)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        try:
            while (order := self._next()) is not None:
                self._answer(order)
        except Exception as bug:  # noqa: BLE001 - raised again where somebody sees it: in the loop
            self._bug = bug
            self._wake()
        finally:
            self._book.close()

    def _next(self) -> _Order | None:
        """Wait for an event that may be written; None when there will be none any more."""
        with self._changed:
            while self._is_halted or not self._waiting:
                if self._is_closing:
                    return None
                self._changed.wait()
            return self._waiting[0]

    def _answer(self, order: _Order) -> None:
        answer = self._write(order)
        with self._changed:
            if isinstance(answer, Written):
                self._waiting.popleft()
            else:
                self._is_halted = True
        self._answers.put(answer)
        self._wake()

    def _write(self, order: _Order) -> Answer:
        try:
            return Written(self._book.append(order.event, order.stamp))
        except JournalBroken:
            pass  # before the next try, the book reopens its file, verifies it and compares
        try:
            return Written(self._book.append(order.event, order.stamp))
        except JournalBroken as why:
            return WriteFailed(why, order.event)
