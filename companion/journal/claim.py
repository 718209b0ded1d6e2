"""Only one process writes in a data folder: the one that holds the claim may open books."""

import fcntl
import os
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from signal import SIGKILL
from typing import Self

import msgspec

from companion.journal.disk import DISK, OURS_ALONE, Disk, see_file, sync_folder
from companion.journal.filesystem import AlreadyClaimed, broken

_LOCK = "lock"

_GAMES = "games"

_PID_DIGITS = 20

_LOOKS, _LOOK_SECONDS = 50, 0.1
"""How often, and how far apart, a folder is tried whose owner comes to its end."""

_PF_EXITING = 0x4
"""A kernel's flag of a process that gives back what it holds."""

_FOLDER = 0o700
_OTHERS = 0o077


class FolderLock(msgspec.Struct, frozen=True):
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


def claim(
    data: Path, disk: Disk = DISK, wait: Callable[[float], object] = time.sleep
) -> FolderLock:
    """Make the data folder if need be, see that its name lasts, and lock it.

    An owner that was killed is waited for: on a busy machine it holds the folder for seconds.

    Args:
        data: The folder.
        disk: What is written with.
        wait: Sleeps so many seconds.

    Raises:
        AlreadyClaimed: Another process, or this one, has it.
        JournalBroken: The folder cannot be made, written or locked.
    """
    data = data.absolute()
    is_older = games_folder(data).is_dir()
    try:
        _make(disk, games_folder(data))
        fd = disk.open(data / _LOCK, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK, OURS_ALONE)
    except OSError as why:
        raise broken(why, data / _LOCK) from why
    try:
        see_file(fd, data / _LOCK)
        _take(disk, fd, data, wait)
    except OSError as why:
        with suppress(OSError):
            disk.close(fd)
        raise broken(why, data) from why
    ours = FolderLock(data, disk, fd)
    if is_older:
        _close_to_others(ours)
    return ours


def _close_to_others(ours: FolderLock) -> None:
    """Mend a folder of 1.0.0, in which others could read: files first, the folders last.

    Folders that only we may enter are left alone, so that this costs nothing after the first time.
    A folder that is shared on purpose (with a sticky bit, or somebody else's) keeps its mode, and
    so does what else lies in it; what lies on a disk without modes cannot be mended.
    """
    folders = (ours.games, ours.data)
    with suppress(OSError):
        found = [folder.stat() for folder in folders]
        if not any(each.st_mode & _OTHERS for each in found):
            return
        for path in ours.games.iterdir():
            mode = path.lstat().st_mode
            if stat.S_ISREG(mode) and mode & _OTHERS:
                path.chmod(stat.S_IMODE(mode) & ~_OTHERS)
        for folder, each in zip(folders, found, strict=True):
            if each.st_uid == os.getuid() and not each.st_mode & stat.S_ISVTX:
                folder.chmod(_FOLDER)


def is_claimed(data: Path) -> bool:
    """Whether somebody has a data folder now; nothing is made for the question."""
    try:
        fd = os.open(data / _LOCK, os.O_RDONLY | os.O_NONBLOCK)
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
                disk.mkdir(folder, _FOLDER if folder in (data, games) else 0o755)
            if folder not in (data, games):
                sync_folder(disk, folder.parent)
    with suppress(PermissionError):  # a folder that others made for us and keep to themselves
        sync_folder(disk, data.parent)
    sync_folder(disk, data)


def _take(disk: Disk, fd: int, data: Path, wait: Callable[[float], object]) -> None:
    for look in range(_LOOKS + 1):
        try:
            disk.lock(fd)
            break
        except BlockingIOError as why:
            digits = disk.pread(fd, _PID_DIGITS, 0).strip()
            pid = int(digits) if digits.isdigit() else None
            if look == _LOOKS or pid is None or not _is_ending(pid):
                raise AlreadyClaimed(data / _LOCK, pid) from why
        wait(_LOOK_SECONDS)
    disk.ftruncate(fd, 0)
    disk.write(fd, b"%d\n" % os.getpid())


def _is_ending(pid: int) -> bool:
    """Whether a process is gone, or will be without doing anything more."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text(errors="replace")
    except OSError:
        return True
    return is_ending(told)


def is_ending(told: str) -> bool:
    """Whether a process is dead, exits, or was killed, by the text of its ``stat`` (pure)."""
    state, *numbers = told.rpartition(")")[2].split()  # fields 3 and following, see proc(5)
    flags, signals = int(numbers[5]), int(numbers[27])
    return state in "ZX" or bool(flags & _PF_EXITING or signals & 1 << SIGKILL - 1)
