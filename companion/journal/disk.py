"""The calls that reach the disk, as values, so that a test can slow, fail, count or record them."""

import errno
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from typing import BinaryIO, TypeVar

import msgspec

Kept = TypeVar("Kept")

_CHUNK_BYTES = 65_536

OURS_ALONE = 0o600
"""Who may read what is kept: points lie face down, and names are nobody else's business."""


def _lock(fd: int) -> None:
    flock(fd, LOCK_EX | LOCK_NB)


class Disk(msgspec.Struct, frozen=True):
    """The system's calls under their own names. Each may raise `OSError` and may take seconds."""

    open: Callable[[Path, int, int], int] = os.open
    """Path, flags and mode to a descriptor."""

    close: Callable[[int], None] = os.close
    """Give a descriptor back."""

    pread: Callable[[int, int, int], bytes] = os.pread
    """Read at most this many bytes from an offset."""

    lseek: Callable[[int, int, int], int] = os.lseek
    """Say where the next write goes."""

    write: Callable[[int, bytes], int] = os.write
    """Write, and say how many bytes were taken."""

    ftruncate: Callable[[int, int], None] = os.ftruncate
    """Cut or stretch a file to this many bytes."""

    fsync: Callable[[int], None] = os.fsync
    """Flush a file, or a folder's list of names; then it outlives a pulled plug."""

    fdatasync: Callable[[int], None] = os.fdatasync
    """The same for a file's bytes and size alone."""

    fstat: Callable[[int], os.stat_result] = os.fstat
    """Size and number of names of an open file."""

    mkdir: Callable[[Path, int], None] = os.mkdir
    """Make a folder in an existing one."""

    unlink: Callable[[Path], None] = os.unlink
    """Take a file's name away."""

    rename: Callable[[Path, Path], None] = os.replace
    """Rename a file; another file of that name is replaced atomically."""

    lock: Callable[[int], None] = _lock
    """Lock a file against every other process until it is closed, or raise at once."""


DISK = Disk()
"""The real one."""


class NotAFileError(OSError):
    """A folder, pipe, socket or device stands where a file must be."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EINVAL, NOT_A_FILE, str(path))


NOT_A_FILE = "Not a file"
"""What is said then, as the system says it of other troubles."""

_AT_ONCE = os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
"""Whoever opens a pipe does not wait for its other end."""


def open_file(path: Path) -> BinaryIO:
    """Open a file for reading, at once whatever stands there.

    Raises:
        NotAFileError: It is something else than a file.
        OSError: It is not there or cannot be read.
    """
    fd = os.open(path, os.O_RDONLY | _AT_ONCE)
    try:
        see_file(fd, path)
    except OSError:
        os.close(fd)
        raise
    return os.fdopen(fd, "rb")


class TooLargeError(OSError):
    """A file is larger than anything of its kind."""

    def __init__(self, path: Path) -> None:
        super().__init__(errno.EFBIG, os.strerror(errno.EFBIG), str(path))


def read_file(path: Path, most_bytes: int) -> bytes:
    """Return what is in a file that somebody else may have put there; it never waits.

    Raises:
        NotAFileError: It is something else than a file.
        TooLargeError: It has more bytes.
        OSError: It is not there or cannot be read.
    """
    with open_file(path) as file:
        raw = file.read(most_bytes + 1)
    if len(raw) > most_bytes:
        raise TooLargeError(path)
    return raw


def read_json(path: Path, most_bytes: int, kind: type[Kept]) -> Kept | None:
    """Return what is kept in a file of ours; None if there is none, or nothing of it can be read.

    Args:
        path: The file.
        most_bytes: A larger one is none of ours.
        kind: What it says.
    """
    try:
        return msgspec.json.decode(read_file(path, most_bytes), type=kind)
    except (OSError, ValueError, RecursionError):
        return None


def write_file(path: Path, content: bytes) -> None:
    """Write what people asked for where they said, also into a pipe that is being read.

    Raises:
        OSError: It cannot be written; a pipe that nobody reads is not waited for.
    """
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _AT_ONCE, 0o666)
    os.set_blocking(fd, True)
    with os.fdopen(fd, "wb") as stream:
        stream.write(content)


def see_file(fd: int, path: Path) -> None:
    """See that what was opened is a file.

    Raises:
        NotAFileError: It is something else.
    """
    if not stat.S_ISREG(os.fstat(fd).st_mode):
        raise NotAFileError(path)


def contents(disk: Disk, fd: int, end: int | None = None) -> Iterator[bytes]:
    """Yield an open file's bytes in order, in pieces, up to an offset or to the end of the file."""
    offset = 0
    while size := _CHUNK_BYTES if end is None else min(_CHUNK_BYTES, end - offset):
        piece = disk.pread(fd, size, offset)
        if not piece:
            return
        offset += len(piece)
        yield piece


def write_whole(disk: Disk, fd: int, data: bytes) -> None:
    """Write with one call.

    Raises:
        OSError: Also when only a part was taken: a full disk takes the first part of a line
            without complaint and refuses only the next one.
    """
    if disk.write(fd, data) != len(data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def replace_whole(disk: Disk, path: Path, data: bytes, mode: int = OURS_ALONE) -> None:
    """Replace a file with these bytes atomically: readers see the old ones or the new ones.

    They are flushed and read back before the file takes its name, and its name is flushed after.

    Args:
        disk: What is written with.
        path: The file; its folder is there.
        data: What it says from now on.
        mode: Who may read and write it, as for ``chmod``.

    Raises:
        OSError: They could not be written, or did not read back as they are; the file is as it was.
    """
    aside = path.with_name(path.name + NEW)
    with gone_if_it_fails(disk, aside):
        fd = disk.open(aside, os.O_RDWR | os.O_CREAT | os.O_TRUNC, mode)
        try:
            for start in range(0, len(data), _CHUNK_BYTES):
                write_whole(disk, fd, data[start : start + _CHUNK_BYTES])
            disk.fsync(fd)
            _see(b"".join(contents(disk, fd)) == data)
            give_name(disk, fd, aside, path)
        finally:
            disk.close(fd)


@contextmanager
def gone_if_it_fails(disk: Disk, path: Path) -> Iterator[None]:
    """Remove a file if what is done meanwhile raises `OSError`: nothing half is left."""
    try:
        yield
    except OSError:
        with suppress(OSError):
            disk.unlink(path)
        raise


def give_name(disk: Disk, fd: int, aside: Path, path: Path) -> None:
    """Let an open file that is flushed take its name; return when that will outlive a pulled plug.

    On FAT a new name is that of an empty file until the file itself is flushed once more, so a
    stick that is pulled half a minute later would hold nothing under that name.

    Raises:
        OSError: It did not take its name, or that may not last.
    """
    disk.rename(aside, path)
    disk.fsync(fd)
    sync_folder(disk, path.parent)


def _see(is_the_same: bool) -> None:  # noqa: FBT001 - what was read back is, or is not
    if not is_the_same:
        raise OSError(errno.EIO, os.strerror(errno.EIO))


NEW = ".new"
"""What the name of a file ends with that has not taken its place yet."""


def sync_folder(disk: Disk, folder: Path) -> None:
    """Flush the names in a folder; then they outlive a pulled plug."""
    fd = disk.open(folder, os.O_RDONLY | os.O_DIRECTORY, 0)
    try:
        disk.fsync(fd)
    except OSError as why:
        if why.errno != errno.EINVAL:  # file systems that keep names without being asked
            raise
    finally:
        disk.close(fd)


def make_folder(disk: Disk, folder: Path) -> None:
    """Make a folder, and whatever is missing above it; then they outlive a pulled plug.

    Raises:
        OSError: It cannot be made.
    """
    missing = [each for each in (folder, *folder.parents) if not each.is_dir()]
    folder.mkdir(parents=True, exist_ok=True)
    for made in missing:
        sync_folder(disk, made.parent)


def copy_aside(disk: Disk, fd: int, path: Path) -> Path:
    """Copy an open file to ``<path>.unproved-1``, -2… and return the copy once it lasts."""
    copy, out = _unused(disk, path)
    try:
        with gone_if_it_fails(disk, copy):
            for piece in contents(disk, fd):
                write_whole(disk, out, piece)
            disk.fsync(out)
    finally:
        disk.close(out)
    sync_folder(disk, copy.parent)
    return copy


def move_aside(disk: Disk, path: Path) -> Path:
    """Give a file the name ``<path>.unproved-1``, -2… and return it once that lasts.

    Raises:
        OSError: It cannot be moved, and is where it was.
    """
    place, out = _unused(disk, path)
    disk.close(out)
    with gone_if_it_fails(disk, place):
        disk.rename(path, place)
    sync_folder(disk, place.parent)
    return place


def _unused(disk: Disk, path: Path) -> tuple[Path, int]:
    """Make the first copy's file that is not there yet, and open it."""
    number = 1
    while True:
        copy = path.with_name(f"{path.name}.unproved-{number}")
        try:
            return copy, disk.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OURS_ALONE)
        except FileExistsError:
            number += 1
