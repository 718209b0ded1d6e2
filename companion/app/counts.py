"""What is being counted, in a file beside the games: a pulled plug takes none of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from companion.core.model import Model
from companion.journal.disk import DISK, Disk, read_json, replace_whole

if TYPE_CHECKING:
    from companion.pages.score_sheet.kept import KeptCount

FILE = "counting.json"
"""In the data folder."""

_MOST_BYTES = 100_000


class Counts:
    """The count that is not entered yet, in its file."""

    def __init__(self, data: Path, disk: Disk = DISK) -> None:
        """Read the file.

        Args:
            data: The data folder.
            disk: What is written with.
        """
        self._file, self._disk = data / FILE, disk
        self.kept: KeptCount | None = read(self._file)
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


def read(file: Path) -> KeptCount | None:
    """Return the count in a file; None if there is none that can be read."""
    if not file.exists():
        return None
    from companion.pages.score_sheet.kept import KeptCount  # noqa: PLC0415 - the first page needs none

    return read_json(file, _MOST_BYTES, KeptCount)
