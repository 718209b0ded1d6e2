"""What is being counted, in a file beside the games: a pulled plug takes none of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from companion.core.model import Model
from companion.journal.disk import DISK, Disk, read_json, replace_whole
from companion.journal.filesystem import broken
from companion.storage.score_sheets import is_meant

if TYPE_CHECKING:
    from companion.pages.score_sheet.kept import KeptCount

_FILE = "counting.json"

_MOST_BYTES = 100_000


class Counts:
    """The count that is not entered yet, in its file."""

    def __init__(self, data: Path, disk: Disk = DISK) -> None:
        """Read the file.

        Args:
            data: The data folder.
            disk: What is written with.
        """
        self._file, self._disk = data / _FILE, disk
        self.kept: KeptCount | None = _read(self._file)
        """What was being counted."""

    def note(self, before: Model, after: Model, game: str | None) -> bool:
        """Take over what is being counted; return whether there is something to save.

        Args:
            before: The model before a message.
            after: The model after it.
            game: Which game is on the table.
        """
        if before.pending.counting is after.pending.counting:
            return False
        from companion.pages.score_sheet.kept import kept  # noqa: PLC0415 - the first page needs none

        was, self.kept = self.kept, kept(after, game or "")
        return self.kept != was

    def save(self) -> None:
        """Write the file, so that it outlives a pulled plug.

        Raises:
            OSError: It cannot be written.
        """
        replace_whole(self._disk, self._file, msgspec.json.encode(self.kept) + b"\n")


def is_named(data: Path, name: str) -> bool:
    """Whether somebody is counted who is called so."""
    kept = _read(data / _FILE)
    return kept is not None and any(is_meant(each, name) for each in kept.names)


def forget(data: Path, name: str | None, disk: Disk = DISK) -> None:
    """Forget what somebody who is counted is called, or with None what all are called.

    A file that is no count is deleted.

    Raises:
        JournalBroken: The file could not be read, written or deleted.
    """
    file = data / _FILE
    try:
        kept = _read(file)
        if kept is None:
            if file.exists():
                disk.unlink(file)
            return
        left = tuple("" if name is None or is_meant(each, name) else each for each in kept.names)
        if left != kept.names:
            replace_whole(disk, file, msgspec.json.encode(replace(kept, names=left)) + b"\n")
    except OSError as why:
        raise broken(why, file) from why


def forget_older(data: Path, age_ms: int, now_ms: int, disk: Disk = DISK) -> None:
    """Forget what all are called in a count that is older than this many milliseconds.

    Raises:
        JournalBroken: The file could not be read or written.
    """
    file = data / _FILE
    if file.exists() and not 0 <= now_ms - file.stat().st_mtime_ns // 1_000_000 < age_ms:
        forget(data, None, disk)


def _read(file: Path) -> KeptCount | None:
    if not file.exists():
        return None
    from companion.pages.score_sheet.kept import KeptCount  # noqa: PLC0415 - the first page needs none

    return read_json(file, _MOST_BYTES, KeptCount)
