"""One game's file: append a line and return when it is on the disk; verify the file on opening."""

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.journal.claim import FolderLock
from companion.journal.disk import (
    OURS_ALONE,
    contents,
    copy_aside,
    see_file,
    sync_folder,
    write_whole,
)
from companion.journal.filesystem import FolderTrouble, JournalBroken, broken
from companion.journal.games_dir import SUFFIX
from companion.journal.lines import (
    LONGEST_BYTES,
    Event,
    Flaw,
    GameId,
    Line,
    Stamp,
    after,
    beginning,
    line_at,
    verify,
    write_line,
)


class Cut(msgspec.Struct, frozen=True):
    """What could not be proved when a book was opened. It is no longer in the book, but kept."""

    flaw: Flaw
    """Why and where the proof stopped."""

    size: int
    """Bytes that were cut off the end of the book."""

    kept: Path
    """A copy of the whole file as it was found."""


class GameWriter:
    """A game's journal in the hands of the one process that may write it.

    For one thread alone. A new book has no file: the first line appended, the header, makes it.
    """

    def __init__(self, claim: FolderLock, game: GameId) -> None:
        self.game = game
        """Which game this is."""
        self.path = claim.games / f"{game}{SUFFIX}"
        """Its file."""
        self.flushes = 0
        """How often the disk was made to keep something: once a line, more for the first."""
        self._disk = claim.disk
        self._head = beginning(game)  # the end of what is confirmed
        self._fd: int | None = None  # None: not open, or no longer trusted
        self._is_made = False  # whether the file is there, and ours
        self._is_named = False  # whether its name outlives the plug
        self._attempt_bytes = 0  # how much of an unconfirmed line may stand after the head

    @property
    def length(self) -> int:
        """How many lines are confirmed, the header included."""
        return self._head.number

    def append(self, event: Event, stamp: Stamp) -> Line:
        """Write one line and return it once it is on the disk.

        After a `JournalBroken` nothing more of it is in the book than an unconfirmed end. Call
        again with the same or another event: the file is then opened anew, proved, compared with
        what was confirmed, freed of that end, and only then written to. So nothing stands twice.

        Raises:
            JournalBroken: The line is not confirmed.
            ValueError: The event is not plain JSON; nothing was written.
        """
        raw = write_line(event, stamp, self._head)
        try:
            self._put(raw, self._trusted())
        except OSError as why:
            self.close()
            raise broken(why, self.path) from why
        line = line_at(self._head, event, stamp)
        self._head = after(self._head, raw)
        return line

    def close(self) -> None:
        """Let go of the file; everything confirmed is in it. May be called twice."""
        fd, self._fd = self._fd, None
        if fd is not None:
            with suppress(OSError):
                self._disk.close(fd)

    @classmethod
    def reopen(cls, claim: FolderLock, game: GameId) -> "Reopened":
        """Open a game that has a file, prove it, and see that what is proved lasts.

        An end that cannot be proved is cut off, but only once the whole file is kept under another
        name. What is proved is flushed before it is returned: who wrote it may have been killed
        before it came to that.

        Raises:
            JournalBroken: The file cannot be read or written; with `Trouble.UNPROVED`, not even
                its first line is proved. It is left as it is.
        """
        book = cls(claim, game)
        try:
            return book._read_back()
        except OSError as why:
            book.close()
            raise broken(why, book.path) from why

    def _read_back(self) -> "Reopened":
        fd = self._fd = self._disk.open(self.path, os.O_RDWR | os.O_NONBLOCK, 0)
        see_file(fd, self.path)
        verified = verify(contents(self._disk, fd), self.game)
        if not verified.lines:
            raise JournalBroken(FolderTrouble.UNPROVED, self.path, errno.EBADMSG, verified.flaw)
        cut = None
        if verified.flaw is not None:
            size = self._disk.fstat(fd).st_size - verified.head.size
            cut = Cut(verified.flaw, size, copy_aside(self._disk, fd, self.path))
            self._disk.ftruncate(fd, verified.head.size)
        self._head, self._is_made = verified.head, True
        self._write_last_again(fd)
        self._flush(self._disk.fsync, fd)
        self._keep_name()
        return Reopened(self, verified.lines, cut)

    def _write_last_again(self, fd: int) -> None:
        """Write the last line over itself, which leaves the file's position at its end.

        If its flush once failed, the system may show it from memory, take it for written and not
        write it again when asked to flush.
        """
        start = max(0, self._head.size - LONGEST_BYTES)
        tail = self._disk.pread(fd, self._head.size - start, start)
        last = tail[tail.rfind(b"\n", 0, -1) + 1 :]
        self._disk.lseek(fd, self._head.size - len(last), os.SEEK_SET)
        write_whole(self._disk, fd, last)

    def _trusted(self) -> int:
        """Return the open file, which ends at the head."""
        fd = self._fd
        if fd is None:
            make = 0 if self._is_made else os.O_CREAT | os.O_EXCL
            fd = self._fd = self._disk.open(self.path, os.O_RDWR | make, OURS_ALONE)
            self._is_made = True
            self._prove_again(fd)
            self._disk.lseek(fd, self._head.size, os.SEEK_SET)
        found = self._disk.fstat(fd)
        if found.st_nlink == 0:
            raise JournalBroken(FolderTrouble.GONE, self.path, errno.ENOENT)
        if found.st_size > self._head.size:
            raise JournalBroken(FolderTrouble.SHARED, self.path, errno.EBUSY)
        if found.st_size < self._head.size:
            raise JournalBroken(FolderTrouble.UNPROVED, self.path, errno.EBADMSG)
        return fd

    def _prove_again(self, fd: int) -> None:
        """See that all that was confirmed is there, and cut off what was not."""
        verified = verify(contents(self._disk, fd, self._head.size), self.game)
        if verified.head != self._head:
            raise JournalBroken(FolderTrouble.UNPROVED, self.path, errno.EBADMSG, verified.flaw)
        more = self._disk.fstat(fd).st_size - self._head.size
        if 0 < more <= self._attempt_bytes:
            self._disk.ftruncate(fd, self._head.size)
            self._flush(self._disk.fsync, fd)

    def _put(self, raw: bytes, fd: int) -> None:
        self._attempt_bytes = len(raw)
        try:
            write_whole(self._disk, fd, raw)
            self._flush(self._disk.fdatasync, fd)
            if not self._is_named:
                self._keep_name()
        except OSError:
            with suppress(OSError):  # what is said not to be there should not turn up later
                self._disk.ftruncate(fd, self._head.size)
            raise
        self._attempt_bytes = 0

    def _keep_name(self) -> None:
        self.flushes += 1
        sync_folder(self._disk, self.path.parent)
        self._is_named = True

    def _flush(self, sync: Callable[[int], None], fd: int) -> None:
        self.flushes += 1
        sync(fd)


class Reopened(msgspec.Struct, frozen=True):
    """A book that was opened again, and what was found in it."""

    book: GameWriter
    """Ready for the next line."""

    lines: tuple[Line, ...]
    """Everything that is proved, the header first."""

    cut: Cut | None
    """What could not be proved; None if that was nothing."""
