"""The file system that a folder is on, and what can go wrong between the journal and the disk."""

import errno
import os
import re
from enum import Enum
from pathlib import Path, PurePosixPath

import msgspec

from companion.journal.lines import Flaw

_MOUNTS = Path("/proc/self/mountinfo")

_IN_MEMORY = frozenset({"tmpfs", "ramfs", "devtmpfs", "rootfs"})

_LAYERED = frozenset({"overlay", "overlayfs", "aufs"})

_FEWEST_FIELDS = 6


class Ground(Enum):
    """How lasting a place is, as far as the system tells."""

    DISK = "disk"
    """What is flushed outlives a pulled plug, if the disk itself is honest."""

    MEMORY = "memory"
    """Everything is gone when the machine stops. Flushes succeed all the same."""

    OVERLAY = "overlay"
    """Writes land in another place, on a Pi with a read-only system in memory."""

    UNKNOWN = "unknown"
    """The system does not say."""


class Place(msgspec.Struct, frozen=True):
    """Where a folder lies."""

    ground: Ground
    """How lasting it is."""

    file_system: str = ""
    """Its kind by the system's name: ``ext4``, ``tmpfs``…; empty if unknown."""

    mount_point: str = ""
    """The folder from which on it holds."""

    is_read_only: bool = False
    """Whether nothing can be written at all."""


class _Mount(msgspec.Struct, frozen=True):
    """One line of the system's table."""

    number: str
    parent: str
    place: Place

    def holds(self, path: str) -> bool:
        """Whether a path runs through the mount point."""
        return f"{path}/".startswith(f"{self.place.mount_point.rstrip('/')}/")


def where_it_lies(folder: Path) -> Place:
    """Return what a folder lies on, or would lie on if it were made."""
    try:
        table = _MOUNTS.read_text(errors="surrogateescape")
    except OSError:
        return Place(Ground.UNKNOWN)
    return place_of(PurePosixPath(os.path.realpath(folder)), table)


def place_of(path: PurePosixPath, table: str) -> Place:
    """Return what a path without links lies on, by the text of ``/proc/self/mountinfo`` (pure)."""
    mounts = [mount for line in table.splitlines() if (mount := _mount(line)) is not None]
    crossed = [mount for mount in mounts if mount.holds(str(path))]
    numbers = {mount.number for mount in crossed}
    above = [each for each in crossed if each.parent not in numbers or each.parent == each.number]
    place = Place(Ground.UNKNOWN)
    while above:
        # As the path is walked: of several mounts on one, the one met first hides the others.
        first = min(above, key=lambda each: len(each.place.mount_point))
        place = first.place
        crossed.remove(first)
        above = [each for each in crossed if each.parent == first.number]
    return place


def _mount(line: str) -> _Mount | None:
    """Read ``id parent major:minor root mount-point options … - type source options``."""
    front, dash, back = line.partition(" - ")
    fields, kind = front.split(" "), back.partition(" ")
    if not dash or len(fields) < _FEWEST_FIELDS:
        return None
    options = (*fields[5].split(","), *kind[2].rpartition(" ")[2].split(","))
    place = Place(_ground(kind[0]), kind[0], plain(fields[4]), "ro" in options)
    return _Mount(fields[0], fields[1], place)


def _ground(file_system: str) -> Ground:
    if file_system in _IN_MEMORY:
        return Ground.MEMORY
    return Ground.OVERLAY if file_system in _LAYERED else Ground.DISK


def plain(escaped: str) -> str:
    """Return a mount point with its spaces, which the table writes as octal numbers."""
    if "\\" not in escaped:
        return escaped
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), escaped)


class FolderTrouble(Enum):
    """What is wrong with the place where games are kept."""

    FULL = "full"
    """No room is left."""

    READ_ONLY = "read_only"
    """The disk takes no writing, as it does after it found itself damaged."""

    GONE = "gone"
    """The file, its folder or the disk is no longer there."""

    DENIED = "denied"
    """This user may not write there."""

    IO = "io"
    """The disk failed, or anything else that has no name here."""

    SHARED = "shared"
    """Somebody else is writing there."""

    UNPROVED = "unproved"
    """What must be there cannot be proved; `JournalBroken.flaw` says where it stops."""


class JournalBroken(OSError):
    """The disk did not do what was asked; what was to be written is not confirmed.

    Besides ``kind`` and ``flaw`` it has ``errno``, ``strerror`` and ``filename`` as any `OSError`.
    """

    def __init__(
        self, kind: FolderTrouble, path: Path, number: int, flaw: Flaw | None = None, said: str = ""
    ) -> None:
        super().__init__(number, said or os.strerror(number), str(path))
        self.kind = kind
        """What is wrong, for those who choose words or a remedy."""
        self.flaw = flaw
        """With `Trouble.UNPROVED`: where the proof ends; None if lines are simply missing."""


class AlreadyClaimed(JournalBroken):
    """Another process has claimed the data folder."""

    def __init__(self, path: Path, pid: int | None) -> None:
        super().__init__(FolderTrouble.SHARED, path, errno.EBUSY)
        self.pid = pid
        """The owner's process id; None while it has not written it down yet."""


_KINDS = {
    errno.ENOSPC: FolderTrouble.FULL,
    errno.EDQUOT: FolderTrouble.FULL,
    errno.EFBIG: FolderTrouble.FULL,
    errno.EROFS: FolderTrouble.READ_ONLY,
    errno.ENOENT: FolderTrouble.GONE,
    errno.ENOTDIR: FolderTrouble.GONE,
    errno.ENODEV: FolderTrouble.GONE,
    errno.ENXIO: FolderTrouble.GONE,
    errno.ESTALE: FolderTrouble.GONE,
    errno.EACCES: FolderTrouble.DENIED,
    errno.EPERM: FolderTrouble.DENIED,
    errno.EEXIST: FolderTrouble.SHARED,
    errno.EBUSY: FolderTrouble.SHARED,
    errno.EBADMSG: FolderTrouble.UNPROVED,
}


def broken(why: OSError, path: Path) -> JournalBroken:
    """Return what the system said about this file as the journal's own error."""
    if isinstance(why, JournalBroken):
        return why
    number = why.errno or errno.EIO
    return JournalBroken(
        _KINDS.get(number, FolderTrouble.IO), path, number, said=why.strerror or ""
    )
