"""The log of what staff did: a journal with no names, chained like those of games."""

import os
from pathlib import Path

from companion.journal.disk import (
    DISK,
    Disk,
    contents,
    copy_aside,
    open_file,
    see_file,
    sync_folder,
    write_whole,
)
from companion.journal.lines import Event, GameId, Verified, stamp, verify, write_line

NAME = GameId("staff")
"""The root of the chain."""


SOURCE = "staff"
"""Who wrote each line; staff have no names here."""


def staff_file(data: Path) -> Path:
    """Return where the staff log is."""
    return data / "staff.jsonl"


def read(data: Path) -> Verified:
    """Return everything that staff did, as far as it can be proved.

    Raises:
        OSError: It cannot be read.
    """
    try:
        with open_file(staff_file(data)) as file:
            return verify(contents(DISK, file.fileno()), NAME)
    except FileNotFoundError:
        return verify((), NAME)


def note(data: Path, event: Event, disk: Disk = DISK) -> None:
    """Append this so that it outlives a pulled plug; a torn end is kept aside and cut off.

    Raises:
        OSError: It cannot be kept.
    """
    data.mkdir(parents=True, exist_ok=True)
    file = staff_file(data)
    fd = disk.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        see_file(fd, file)
        proved = verify(contents(disk, fd), NAME)
        if proved.flaw is not None:
            copy_aside(disk, fd, file)
            disk.ftruncate(fd, proved.head.size)
        disk.lseek(fd, proved.head.size, os.SEEK_SET)
        write_whole(disk, fd, write_line(event, stamp(SOURCE), proved.head))
        disk.fsync(fd)
    finally:
        disk.close(fd)
    sync_folder(disk, data)
