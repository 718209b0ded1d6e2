"""Score sheets as the table saves them."""

import re
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from companion.journal.disk import (
    DISK,
    Disk,
    TooLargeError,
    make_folder,
    read_file,
    replace_whole,
    sync_folder,
)
from companion.journal.erasing import NUMBER_BEHIND
from companion.journal.filesystem import broken
from companion.rules.problems import BadSheet
from companion.rules.scoring.sheet import LONGEST_SHEET, Tally, read_sheet, write_sheet

FOLDER = "sheets"
"""The folder of sheets in the data folder."""


def keep(data: Path, tally: Tally, now_ms: int, disk: Disk = DISK) -> Path:
    """Write a sheet into a file of its own and return where it is.

    Args:
        data: The data folder.
        tally: The sheet.
        now_ms: Milliseconds since 1970, UTC, by which the file is called.
        disk: What is written with.

    Raises:
        OSError: It could not be written, or did not read back as it is.
    """
    folder = data / FOLDER
    make_folder(disk, folder)
    when = datetime.fromtimestamp(now_ms / 1000, UTC)
    path = folder / f"{when:%Y-%m-%d-%H%M%S}-epoch-{tally.epoch}.json"
    replace_whole(disk, path, write_sheet(tally))
    return path


def forget(data: Path, name: str, disk: Disk = DISK) -> None:
    """Rewrite every sheet without this name; a file that is no sheet is deleted.

    Raises:
        JournalBroken: A sheet could not be read or written.
    """
    for path in _sheets(data):
        try:
            _forget_in(path, name, disk)
        except OSError as why:
            raise broken(why, path) from why


def is_named(data: Path, wanted: str) -> bool:
    """Whether a sheet names somebody.

    Raises:
        JournalBroken: A sheet could not be read.
    """
    tallies = map(_tally_in, _sheets(data))
    return any(is_meant(row.name, wanted) for tally in tallies if tally for row in tally.players)


def forget_older(data: Path, age_ms: int, now_ms: int, disk: Disk = DISK) -> None:
    """Delete the sheets that are older than this many milliseconds, or from the future.

    Raises:
        JournalBroken: A sheet could not be deleted.
    """
    for path in _sheets(data):
        try:
            if is_older(path, age_ms, now_ms):
                disk.unlink(path)
                sync_folder(disk, path.parent)
        except OSError as why:
            raise broken(why, path) from why


def is_older(path: Path, age_ms: int, now_ms: int) -> bool:
    """Whether a file is older than this many milliseconds, or from the future.

    Raises:
        OSError: It could not be looked at.
    """
    return not 0 <= now_ms - path.stat().st_mtime_ns // 1_000_000 < age_ms


def _sheets(data: Path) -> tuple[Path, ...]:
    """Return all of them, and what is left of any that was not written whole."""
    return tuple(path for path in sorted((data / FOLDER).glob("*.json*")) if path.is_file())


def _tally_in(path: Path) -> Tally | None:
    """Return a sheet; None if the file is none.

    Raises:
        JournalBroken: It could not be read.
    """
    try:
        return read_sheet(read_file(path, LONGEST_SHEET))
    except (BadSheet, TooLargeError):
        return None
    except OSError as why:
        raise broken(why, path) from why


def is_meant(called: str | None, name: str) -> bool:
    """Whether somebody is called so; a number may tell them apart from a namesake."""
    return re.fullmatch(re.escape(name) + NUMBER_BEHIND, called or "") is not None


def _forget_in(path: Path, name: str, disk: Disk) -> None:
    tally = _tally_in(path)
    if tally is None:
        disk.unlink(path)
        return
    rows = tuple(
        replace(row, name=None) if is_meant(row.name, name) else row for row in tally.players
    )
    if rows != tally.players:
        replace_whole(disk, path, write_sheet(replace(tally, players=rows)))
