"""A score sheet as CSV, as spreadsheets write it; and what it is worth, for spreadsheets to read.

A line for each player; the columns are ``name``, ``epoch``, ``before``, ``suns`` and the ids of the
kinds of tiles. Cells may be empty, and columns may be missing.
"""

import csv
import io
from collections.abc import Iterator, Mapping

import msgspec

from companion.rules.malformed import Malformed
from companion.rules.scoring import Category
from companion.rules.sheet import Scored
from companion.rules.tally import LONGEST_SHEET, BadSheet, Tally
from companion.spreadsheet import as_text

_FIRST_LINE = 1


def is_table(text: bytes) -> bool:
    """Whether a sheet is written as CSV: JSON begins with a brace."""
    return b"," in text and not text.lstrip().startswith((b"{", b"["))


def line_of_row(place: tuple[str | int, ...]) -> int:
    """Return the line of the player of whom a mistake tells; the columns' if of none."""
    seats = [part for part in place[1:2] if isinstance(part, int)]
    return seats[0] + _FIRST_LINE + 1 if seats else _FIRST_LINE


def read_table(text: bytes) -> Tally:
    """Return what a sheet in CSV says, unchecked.

    Raises:
        BadSheet: It is no sheet; the text says why.
    """
    if len(text) > LONGEST_SHEET:
        raise BadSheet(Malformed.LONG_SHEET, most=LONGEST_SHEET)
    try:
        lines = tuple(csv.DictReader(io.StringIO(text.decode()), strict=True))
        players = [_row(line) for line in lines]
        epochs = [line["epoch"] for line in lines if line.get("epoch")] or ["1"]
        [epoch] = {int(epoch) for epoch in epochs}
        return msgspec.convert({"epoch": epoch, "players": players}, Tally)
    except (csv.Error, ValueError, msgspec.ValidationError) as why:
        raise BadSheet(Malformed.NO_SHEET, trouble=str(why)) from why


def _row(line: Mapping[str | None, str | None]) -> dict[str, object]:
    """Return a player as a sheet in JSON has them.

    Raises:
        ValueError: A cell is no number, or has no column.
    """
    if None in line:
        raise ValueError("a cell has no column")
    cells = {key: value for key, value in line.items() if key and value and value.strip()}
    row: dict[str, object] = {"tiles": {}}
    if name := cells.pop("name", ""):
        row["name"] = name[1:] if name[:1] == "'" else name
    cells.pop("epoch", None)
    if before := cells.pop("before", ""):
        row["before"] = int(before)
    row["suns"] = [int(sun) for sun in cells.pop("suns", "").replace(",", " ").split()]
    row["tiles"] = {kind: int(number) for kind, number in cells.items()}
    return row


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
