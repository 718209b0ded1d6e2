"""A program that forks processes to be killed while they write a journal as fast as they can.

It reads one command a line: ``KIND`` or ``KIND new``, forks, and says ``dead`` when the child is no
more. The child says ``pid N``, then ``confirmed GAME COUNT`` whenever so many lines are safe.
"""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from msgspec.structs import replace

from companion.journal.book import GameWriter
from companion.journal.claim import claim
from companion.journal.disk import DISK, Disk
from companion.journal.games_dir import new_game, unfinished
from companion.journal.lines import Event, Stamp

STAMP = Stamp(1_767_384_930_000, 61_500, "0a8f5c9e", "script")

_EIGHTH = 8

_BUFFER_BYTES = 4096


def event(number: int) -> Event:
    """The events of every game: each says how many there were before."""
    return {"n": number}


@dataclass
class Forgetful:
    """Holds what is written in memory, where a kill takes it as a pulled plug would."""

    is_due: Callable[["Forgetful"], bool]
    """Whether what is held goes to the disk now; asked after every write and every flush."""

    held: bytearray = field(default_factory=bytearray)
    """What would be lost."""

    is_flush: bool = False
    """Whether a flush was asked for, and not a write."""

    flushes: int = 0
    """How many flushes were asked for."""

    def disk(self) -> Disk:
        """The disk to write with."""
        return replace(
            DISK, write=self._write, fsync=self._flush, fdatasync=self._flush, fstat=self._fstat
        )

    def _write(self, descriptor: int, data: bytes) -> int:
        self.held += data
        self.is_flush = False
        self._settle(descriptor)
        return len(data)

    def _flush(self, descriptor: int) -> None:
        self.flushes += 1
        self.is_flush = True
        self._settle(descriptor)

    def _fstat(self, descriptor: int) -> os.stat_result:
        found = list(os.fstat(descriptor)[:10])
        found[6] += len(self.held)
        return os.stat_result(found)

    def _settle(self, descriptor: int) -> None:
        if self.held and self.is_due(self):
            os.write(descriptor, self.held)
            self.held.clear()


KINDS: dict[str, Callable[[], Disk]] = {
    "real": lambda: DISK,
    "forgetful": Forgetful(lambda disk: disk.is_flush).disk,
    "late": Forgetful(lambda disk: disk.is_flush and disk.flushes % _EIGHTH == 0).disk,
    "buffered": Forgetful(lambda disk: len(disk.held) > _BUFFER_BYTES).disk,
}
"""The disks one can live with; the last two confirm what is not safe, for the proofs."""


def say(text: str) -> None:
    """Tell the parent, at once and in one piece."""
    os.write(1, text.encode() + b"\n")


def live(data: Path, kind: str, *, is_new: bool) -> None:
    """Resume or begin a game, and write until killed."""
    ours = claim(data, DISK)
    ours = replace(ours, disk=KINDS[kind]())
    found = unfinished(data, lambda _: False).found
    if found is None or is_new:
        book = GameWriter(ours, new_game(data, STAMP.wall_ms))
    else:
        book = GameWriter.reopen(ours, found.game).book
        say(f"confirmed {book.game} {book.length}")
    while True:
        book.append(event(book.length), STAMP)
        say(f"confirmed {book.game} {book.length}")


def main() -> None:
    """Obey until there are no more commands."""
    for line in sys.stdin:
        kind, *new = line.split()
        if not os.fork():
            say(f"pid {os.getpid()}")
            live(Path(sys.argv[1]), kind, is_new=bool(new))
        os.wait()
        say("dead")


if __name__ == "__main__":
    main()
