"""Score sheets as files: as the table keeps them, and as CSV."""

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from companion.journal.disk import DISK, Disk, make_folder, replace_whole, sync_folder
from companion.journal.erasing import NUMBER_BEHIND
from companion.journal.filesystem import broken
from companion.rules.records.json_text import Place, Told, Trouble, quoted
from companion.rules.records.shapes import Malformed
from companion.rules.scoring.scoring import Category
from companion.rules.scoring.sheet import (
    LONGEST_SHEET,
    BadSheet,
    Row,
    Scored,
    Tally,
    read_sheet,
    write_sheet,
)
from companion.storage.spreadsheet import as_text

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
    """Whether a sheet names somebody, or cannot be read but holds the name.

    Raises:
        JournalBroken: A sheet could not be read.
    """
    for path in _sheets(data):
        try:
            raw = path.read_bytes()
        except OSError as why:
            raise broken(why, path) from why
        try:
            if any(map(_meant(wanted), (row.name for row in read_sheet(raw).players))):
                return True
        except BadSheet:
            if wanted.encode() in raw:
                return True
    return False


def forget_older(data: Path, age_ms: int, now_ms: int, disk: Disk = DISK) -> None:
    """Delete the sheets that are older than this many milliseconds, or from the future.

    Raises:
        JournalBroken: A sheet could not be deleted.
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


def _meant(name: str) -> Callable[[str | None], bool]:
    """Return whether a row is that of somebody; a number may tell them apart from a namesake."""
    pattern = re.compile(re.escape(name) + NUMBER_BEHIND)
    return lambda called: pattern.fullmatch(called or "") is not None


def _forget_in(path: Path, name: str, disk: Disk) -> None:
    try:
        tally = read_sheet(path.read_bytes())
    except BadSheet:
        disk.unlink(path)
        return
    is_meant = _meant(name)
    rows = tuple(replace(row, name=None) if is_meant(row.name) else row for row in tally.players)
    if rows != tally.players:
        replace_whole(disk, path, write_sheet(replace(tally, players=rows)))


_FIRST_LINE = 1


def is_table(text: bytes) -> bool:
    """Whether a sheet is written as CSV: JSON begins with a brace."""
    return b"," in text and not text.lstrip().startswith((b"{", b"["))


def line_of_row(place: Place) -> int:
    """Return the line of the player a mistake is about; the header's if it is about none."""
    seats = [part for part in place[1:2] if isinstance(part, int)]
    return seats[0] + _FIRST_LINE + 1 if seats else _FIRST_LINE


def read_table(text: bytes) -> Tally:
    """Return what a sheet in CSV says, unchecked.

    Raises:
        BadSheet: It is no sheet; the text says why, and where.
    """
    if len(text) > LONGEST_SHEET:
        raise BadSheet(Malformed.LONG_SHEET, most=LONGEST_SHEET)
    try:
        lines = csv.DictReader(io.StringIO(text.decode()), strict=True)
        for column in lines.fieldnames or ():
            if (lines.fieldnames or []).count(column) > 1:
                raise _wrong(Trouble.TWICE, key=quoted(column))
        return _tally(tuple(lines))
    except UnicodeDecodeError as why:
        raise BadSheet(Malformed.NO_SHEET, Told(Trouble.NO_UTF8)) from why
    except csv.Error as why:
        raise BadSheet(Malformed.NO_SHEET, Told(Trouble.QUOTES)) from why


def _tally(lines: Sequence[Mapping[str | None, str | None]]) -> Tally:
    players = tuple(_row(seat, line) for seat, line in enumerate(lines))
    epochs = [
        _whole(line["epoch"], "players", seat, "epoch")
        for seat, line in enumerate(lines)
        if line.get("epoch")
    ] or [1]
    if len(set(epochs)) > 1:
        raise _wrong(Trouble.ONE_EPOCH)
    return Tally(epochs[0], players)


def _wrong(trouble: Trouble, *place: str | int, **facts: str | int) -> BadSheet:
    return BadSheet(Malformed.NO_SHEET, Told(trouble, facts, place))


def _row(seat: int, line: Mapping[str | None, str | None]) -> Row:
    """Return a player as a sheet in JSON has them.

    Raises:
        BadSheet: A cell is no number, or has no column.
    """
    if None in line:
        raise _wrong(Trouble.NO_COLUMN, "players", seat)
    place = ("players", seat)
    cells = {key: value for key, value in line.items() if key and value and value.strip()}
    name, before = cells.pop("name", None), cells.pop("before", None)
    cells.pop("epoch", None)
    suns = cells.pop("suns", "").replace(",", " ").split()
    return Row(
        name=name[1:] if name and name[0] == "'" else name,
        before=None if before is None else _whole(before, *place, "before"),
        suns=tuple(_whole(sun, *place, "suns") for sun in suns),
        tiles={kind: _whole(number, *place, kind) for kind, number in cells.items()},
    )


def _whole(cell: str | None, *place: str | int) -> int:
    """Return the number in a cell, of no more digits than a sheet in JSON may have."""
    said = (cell or "").strip()
    if re.fullmatch(r"[+-]?[0-9]{1,9}", said) is None:
        raise _wrong(Trouble.TOO_LARGE if said.isdecimal() else Trouble.NO_WHOLE, *place)
    return int(said)


def points_table(sheet: Scored) -> Iterator[bytes]:
    """Yield the lines of what a sheet is worth: every category, before and after."""
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\n")
    categories = [category.value for category in Category]
    table.writerow(["name", "epoch", "before", *categories, "net", "after", "place"])
    places: dict[int, int] = {} if sheet.ranking is None else {
        int(seat): place for place, seat in enumerate(sheet.ranking.seats, start=1)
    }  # fmt: skip
    for seat, (name, score) in enumerate(zip(sheet.names, sheet.scores, strict=True)):
        gains = [score.points(category) for category in Category]
        ends = score.net, score.after, places.get(seat, "")
        table.writerow([as_text(name), sheet.tally.epoch, score.before, *gains, *ends])
    yield written.getvalue().encode()
