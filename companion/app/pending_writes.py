"""Lines that could not be written yet: they wait here, in order, until the disk accepts them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.journal.filesystem import JournalBroken
from companion.journal.lines import Event, Stamp

if TYPE_CHECKING:
    from companion.journal.writer import Writer


class PendingWrites:
    """Games whose lines are only in memory, the one on the table last; each gets its own book."""

    def __init__(self) -> None:
        self._games: deque[list[tuple[Event, Stamp]]] = deque()
        self._writer: Writer | None = None  # of the first of them
        self._unanswered = 0

    def __bool__(self) -> bool:
        """Whether anything is not kept."""
        return bool(self._games)

    def begin(self, header: Event, stamp: Stamp) -> None:
        """Take note of a new game."""
        self._games.append([])
        self.enter(header, stamp)

    def enter(self, event: Event, stamp: Stamp) -> None:
        """Take note of a line of the newest game; without a game there is nothing to keep."""
        if self._games:
            self._games[-1].append((event, stamp))
            if self._writer is not None and len(self._games) == 1:
                self._submit(self._writer, event, stamp)

    def withdraw(self) -> None:
        """Forget the newest game, no line of which has reached a disk."""
        if self._games and (self._writer is None or len(self._games) > 1):
            self._games.pop()

    def write(self, open_writer: Callable[[], Writer]) -> Writer | None:
        """Have written what can be; never blocks for long.

        Args:
            open_writer: Opens a new book with its writer; may raise ``JournalBroken``.

        Returns:
            When all is on the disk, the writer of the newest game, which goes on with it; None as
            long as something is not, or if there was nothing to write.
        """
        while self._games:
            if self._writer is None and not self._begun(open_writer):
                return None
            writer = self._writer
            if writer is None or not self._is_written(writer):
                return None
            self._games.popleft()
            self._writer = None
            if not self._games:
                return writer
            writer.close()  # waits for nothing: all of it is written
        return None

    def close(self, open_writer: Callable[[], Writer]) -> None:
        """Write everything that is left, as far as the disk takes it, however long it takes."""
        while self._games:
            if self._writer is None and not self._begun(open_writer):
                return
            if self._writer is not None:
                self._writer.retry()
                self._writer.close()
            self._writer = None
            self._games.popleft()

    def _begun(self, open_writer: Callable[[], Writer]) -> bool:
        """Begin to write the first game down; return whether there is a book for it."""
        try:
            self._writer = open_writer()
        except JournalBroken:
            return False
        self._unanswered = 0
        for event, stamp in self._games[0]:
            self._submit(self._writer, event, stamp)
        return True

    def _submit(self, writer: Writer, event: Event, stamp: Stamp) -> None:
        writer.submit(event, stamp)
        self._unanswered += 1

    def _is_written(self, writer: Writer) -> bool:
        """Whether the disk has taken every line of the first game; what it refused is retried."""
        from companion.journal.writer import WriteFailed  # noqa: PLC0415 - as in the game store

        for answered in writer.answers():
            if isinstance(answered, WriteFailed):
                writer.retry()
                return False
            self._unanswered -= 1
        return self._unanswered == 0
