"""What can go wrong between the journal and the disk, told apart for those who must say it."""

import errno
import os
from enum import Enum
from pathlib import Path

from companion.journal.lines import Flaw


class Trouble(Enum):
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

    def __init__(self, kind: Trouble, path: Path, number: int, flaw: Flaw | None = None) -> None:
        super().__init__(number, os.strerror(number), str(path))
        self.kind = kind
        """What is wrong, for those who choose words or a remedy."""
        self.flaw = flaw
        """With `Trouble.UNPROVED`: where the proof ends; None if lines are simply missing."""


class AlreadyClaimed(JournalBroken):
    """Another process has claimed the data folder."""

    def __init__(self, path: Path, pid: int | None) -> None:
        super().__init__(Trouble.SHARED, path, errno.EBUSY)
        self.pid = pid
        """The owner's process id; None while it has not written it down yet."""


_KINDS = {
    errno.ENOSPC: Trouble.FULL,
    errno.EDQUOT: Trouble.FULL,
    errno.EFBIG: Trouble.FULL,
    errno.EROFS: Trouble.READ_ONLY,
    errno.ENOENT: Trouble.GONE,
    errno.ENOTDIR: Trouble.GONE,
    errno.ENODEV: Trouble.GONE,
    errno.ENXIO: Trouble.GONE,
    errno.ESTALE: Trouble.GONE,
    errno.EACCES: Trouble.DENIED,
    errno.EPERM: Trouble.DENIED,
    errno.EEXIST: Trouble.SHARED,
    errno.EBUSY: Trouble.SHARED,
    errno.EBADMSG: Trouble.UNPROVED,
}


def broken(why: OSError, path: Path) -> JournalBroken:
    """Return what the system said about this file as the journal's own error."""
    if isinstance(why, JournalBroken):
        return why
    number = why.errno or errno.EIO
    return JournalBroken(_KINDS.get(number, Trouble.IO), path, number)
