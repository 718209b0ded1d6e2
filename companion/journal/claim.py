"""One process alone writes in a data folder; who holds the claim may open books."""

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import Self

import msgspec

from companion.journal.disk import DISK, Disk, sync_folder
from companion.journal.filesystem import AlreadyClaimed, broken

_LOCK = "lock"

_GAMES = "games"

_PID_DIGITS = 20


class Claim(msgspec.Struct, frozen=True):
    """A data folder that is ours. It ends with `release`, with the process, or with the plug."""

    data: Path
    """The folder, absolute."""

    disk: Disk
    """What everything in it is written with."""

    lock: int
    """Descriptor of the locked file."""

    @property
    def games(self) -> Path:
        """The folder of the journals."""
        return games_folder(self.data)

    def release(self) -> None:
        """Let another process claim the folder. Must be called once at most."""
        with suppress(OSError):
            self.disk.close(self.lock)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def games_folder(data: Path) -> Path:
    """Return where a data folder keeps its journals."""
    return data / _GAMES


def claim(data: Path, disk: Disk = DISK) -> Claim:
    """Make the data folder if need be, see that its name lasts, and lock it.

    Raises:
        AlreadyClaimed: Another process, or this one, has it.
        JournalBroken: The folder cannot be made, written or locked.
    """
    data = data.absolute()
    try:
        _make(disk, games_folder(data))
        fd = disk.open(data / _LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as why:
        raise broken(why, data) from why
    try:
        _take(disk, fd, data)
    except OSError as why:
        with suppress(OSError):
            disk.close(fd)
        raise broken(why, data) from why
    return Claim(data, disk, fd)


def is_claimed(data: Path) -> bool:
    """Whether somebody has a data folder now; nothing is made for the question."""
    try:
        fd = os.open(data / _LOCK, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(fd)
    return False


def _make(disk: Disk, games: Path) -> None:
    """Make the folder and those above it, and make their names last.

    The two innermost names are synced even if they were there: who made them may have been killed
    before it came to that.
    """
    data = games.parent
    for folder in (*reversed(games.parents), games):
        if not folder.is_dir():
            with suppress(FileExistsError):
                disk.mkdir(folder, 0o755)
            if folder not in (data, games):
                sync_folder(disk, folder.parent)
    with suppress(PermissionError):  # a folder that others made for us and keep to themselves
        sync_folder(disk, data.parent)
    sync_folder(disk, data)


def _take(disk: Disk, fd: int, data: Path) -> None:
    try:
        disk.lock(fd)
    except BlockingIOError as why:
        digits = disk.pread(fd, _PID_DIGITS, 0).strip()
        pid = int(digits) if digits.isdigit() else None
        raise AlreadyClaimed(data / _LOCK, pid) from why
    disk.ftruncate(fd, 0)
    disk.write(fd, b"%d\n" % os.getpid())
