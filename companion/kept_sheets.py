"""Score sheets of tables that were counted on the screen: files that ``score`` reads again."""

import re
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from companion.journal.disk import DISK, Disk, make_folder, replace_whole, sync_folder
from companion.journal.erasing import NUMBER_BEHIND
from companion.journal.trouble import broken
from companion.rules.tally import BadSheet, Tally, read_sheet, write_sheet

FOLDER = "sheets"
"""What they lie in, in the data folder."""


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
    """Write every sheet anew without this name; what is no sheet goes away.

    Raises:
        JournalBroken: A sheet could not be read or written.
    """
    for path in _sheets(data):
        try:
            _forget_in(path, name, disk)
        except OSError as why:
            raise broken(why, path) from why


def forget_older(data: Path, age_ms: int, now_ms: int, disk: Disk = DISK) -> None:
    """Take away the sheets that are older than so many milliseconds, and those of the future.

    Raises:
        JournalBroken: A sheet could not be taken away.
    """
    for path in _sheets(data):
        try:
            age = now_ms - path.stat().st_mtime_ns // 1_000_000
            if not 0 <= age < age_ms:
                disk.unlink(path)
                sync_folder(disk, path.parent)
        except OSError as why:
            raise broken(why, path) from why


def _sheets(data: Path) -> tuple[Path, ...]:
    """Return all of them, and what is left of any that was not written whole."""
    return tuple(sorted((data / FOLDER).glob("*.json*")))


def _forget_in(path: Path, name: str, disk: Disk) -> None:
    try:
        tally = read_sheet(path.read_bytes())
    except BadSheet:
        disk.unlink(path)
        return
    meant = re.compile(re.escape(name) + NUMBER_BEHIND)
    rows = tuple(
        replace(row, name=None) if meant.fullmatch(row.name or "") else row for row in tally.players
    )
    if rows != tally.players:
        replace_whole(disk, path, write_sheet(replace(tally, players=rows)))
