"""A disk that loses whatever was not flushed.

QEMU's ``blklogwrites`` notes every write and every flush in order, in the form of the kernel's
dm-log-writes. A power cut leaves all up to the last flush, and of what came after it nothing,
everything, or some blocks and not others: a disk may do any of these, and nothing worse. Blocks are
whole: a half of ext4's superblock is its own end, whatever lies on the disk.
"""

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

SECTOR, BLOCK = 512, 4096


_MAGIC = 0x6A736677736872


_HEAD = struct.Struct("<QQQQ")


_FLUSH, _FUA, _DISCARD = 1, 2, 4


_MOST_BYTES = 64 * 1024**2
"""An entry that says it is longer is none."""


FATES = ("dropped", "torn", "kept")
"""What becomes of what came after the last flush."""


class Entry(NamedTuple):
    """A write, or a flush, or both."""

    at: int
    """Byte of the disk."""
    length: int
    where: int
    """Byte of the log that holds its data."""
    flags: int


def blank(file: Path) -> None:
    """Make an empty log."""
    with file.open("wb") as new:
        new.truncate(SECTOR)


class Log:
    """What a disk was told."""

    def __init__(self, file: Path, size: int | None = None) -> None:
        """Read a log, or this many bytes of it."""
        self._file = file
        self._size = file.stat().st_size if size is None else size
        self.entries = list(self._read())

    def until(self, size: int) -> "Log":
        """Return what the disk had been told when the log had this many bytes."""
        return Log(self._file, size)

    def _read(self) -> Iterator[Entry]:
        size = self._size
        with self._file.open("rb") as log:
            magic, _, _, sector = struct.unpack("<QQQI", log.read(28))
            # the head is only written with the first flush
            unit = sector if magic == _MAGIC else SECTOR
            place = unit
            while place + _HEAD.size <= size:
                log.seek(place)
                start, count, flags, marked = _HEAD.unpack(log.read(_HEAD.size))
                data = place + unit
                # QEMU counts sectors; a length in bytes is only that of a mark
                length = 0 if flags & _DISCARD else max(count * unit, -(-marked // unit) * unit)
                if not (count or flags):
                    return
                if length > _MOST_BYTES or data + length > size:
                    return  # torn by the plug itself: it was never answered
                yield Entry(start * unit, count * unit, data, flags)
                place = data + length

    def flushes(self) -> int:
        """Return how often the disk was asked to flush."""
        return sum(1 for each in self.entries if each.flags & (_FLUSH | _FUA))

    def survivors(self, fate: str, chance: Random) -> Iterator[tuple[int, int, int]]:
        """Yield what is on the disk after the cut: byte of the disk, length, byte of the log."""
        last = max((n for n, each in enumerate(self.entries) if each.flags & _FLUSH), default=-1)
        for number, each in enumerate(self.entries):
            if each.flags & _DISCARD or not each.length:
                continue
            if number <= last or each.flags & _FUA or fate == "kept":
                yield each.at, each.length, each.where
            elif fate == "torn":
                at, end = each.at, each.at + each.length
                while at < end:
                    to = min(end, (at // BLOCK + 1) * BLOCK)
                    if chance.random() < 0.5:
                        yield at, to - at, each.where + at - each.at
                    at = to

    def cut(self, disk: Path, fate: str, chance: Random) -> None:
        """Write onto a disk what the cut has left of all this."""
        with self._file.open("rb") as log, disk.open("r+b") as to:
            for at, length, where in self.survivors(fate, chance):
                log.seek(where)
                to.seek(at)
                to.write(log.read(length))
            to.flush()
            os.fsync(to.fileno())
