"""A box of tagged tiles as a CSV file, both ways, and everything that can be wrong in it."""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from companion.journal.disk import DISK, Disk, TooLargeError, make_folder, read_file, replace_whole
from companion.rules.components import THINGS
from companion.storage.spreadsheet import as_text
from companion.tags.box import TagBox, is_uid
from hardware.tags import normal

MOST_BYTES, MOST_LINES = 1_000_000, 1000
"""How long a file may be; a full box has less than a twentieth of that."""

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

_COLUMNS = ("uid", "kind")

_SHOWN = 40


class BoxFault(StrEnum):
    """Everything that can be wrong in a box; the value says it, with the remedy."""

    UNREADABLE = "cannot read the file: {why}"
    TOO_LONG = "far too long for a box file: nothing from here on is read"
    NO_COLUMNS = "the first line must be: uid,kind"
    NO_COLUMN = "there is no column {column}: the first line must be: uid,kind"
    COLUMN_TWICE = "{key} is there twice: delete one of them"
    NO_TEXT = "not valid UTF-8: save the file as CSV in UTF-8"
    NOT_CSV = "not valid CSV: check the quotation marks"
    NO_UID = "this line has no tag"
    NO_KIND = "tag {uid} has no kind"
    NOT_A_UID = "{uid} is not a valid tag: write its number as the reader gives it"
    NO_SUCH_KIND = "there is no kind {kind}: `ra-companion tags --help` lists them"
    NO_SUCH_KIND_BUT = "there is no kind {kind}: did you mean {near}?"
    TWICE = "tag {uid} is already on line {before}"
    TOO_MANY = "a box has no more than {most} of {kind}"


class BoxMistake(NamedTuple):
    """One thing that is wrong in a box, with its facts apart from its words."""

    line: int
    """Where, counted from 1; 0 if the whole file is meant."""
    wrong: BoxFault
    """What it is."""
    facts: Mapping[str, object] = MappingProxyType({})
    """What its sentence has room for."""


Read = tuple[TagBox, tuple[BoxMistake, ...]]
"""A box as far as it is right, and everything that is wrong with the rest."""


def described(mistake: BoxMistake) -> str:
    """Return what a mistake is and what to do about it, without its line."""
    return mistake.wrong.value.format(**mistake.facts)


def located(mistake: BoxMistake) -> str:
    """Return the same after its line, if there is one."""
    what = described(mistake)
    return f"line {mistake.line}: {what}" if mistake.line else what


def write(box: TagBox) -> bytes:
    """Return the box as CSV, in which no cell is a formula to a spreadsheet."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(_COLUMNS)
    rows.writerows((as_text(uid), thing) for uid, thing in box.tags.items())
    return text.getvalue().encode()


def _uid(cell: str) -> str:
    return normal(cell.strip().removeprefix("'"))


def read(data: bytes) -> Read:
    """Return the box in a file's bytes, and every mistake in them."""
    if len(data) > MOST_BYTES:
        return TagBox(), (BoxMistake(0, BoxFault.TOO_LONG),)
    rows = _rows(data.removeprefix(_BYTE_ORDER_MARK))
    header = next(rows, BoxMistake(1, BoxFault.NO_COLUMNS))
    if isinstance(header, BoxMistake):
        return TagBox(), (header,)
    columns = [cell.strip().lower() for cell in header.cells]
    lacking = [column for column in _COLUMNS if column not in columns]
    if lacking == [*_COLUMNS]:
        return TagBox(), (BoxMistake(header.line, BoxFault.NO_COLUMNS),)
    if lacking:
        return TagBox(), (BoxMistake(header.line, BoxFault.NO_COLUMN, {"column": lacking[0]}),)
    for column in _COLUMNS:
        if columns.count(column) > 1:
            return TagBox(), (BoxMistake(header.line, BoxFault.COLUMN_TWICE, {"key": column}),)
    return _taken(rows, columns.index("uid"), columns.index("kind"))


class _Cells(NamedTuple):
    """The cells of one line."""

    line: int
    cells: Sequence[str]

    def cell(self, column: int) -> str:
        """Return a cell, empty if the line ends before it."""
        return self.cells[column].strip() if column < len(self.cells) else ""


def _rows(data: bytes) -> Iterator[_Cells | BoxMistake]:
    """Yield the cells of every line that is not blank, the header's first."""
    separator = ","
    lines = ((number, line) for number, line in enumerate(data.splitlines(), 1) if line.strip())
    for place, (number, line) in enumerate(lines):
        if place > MOST_LINES:
            yield BoxMistake(number, BoxFault.TOO_LONG)
            return
        try:
            text = line.decode()
            if not place:  # spreadsheets separate with whatever their country's numbers leave free
                separator = next((mark for mark in ",;\t" if mark in text), separator)
            cells = next(csv.reader([text], delimiter=separator, strict=True), [])
        except UnicodeDecodeError:
            yield BoxMistake(number, BoxFault.NO_TEXT)
        except csv.Error:
            yield BoxMistake(number, BoxFault.NOT_CSV)
        else:
            yield _Cells(number, cells)


def _taken(rows: Iterator[_Cells | BoxMistake], uid_column: int, kind_column: int) -> Read:
    """Return the box of these rows as far as they are right, and what is wrong with the others."""
    tags: dict[str, str] = {}
    mistakes: list[BoxMistake] = []
    lines: dict[str, int] = {}
    here: Counter[str] = Counter()
    for row in rows:
        if isinstance(row, BoxMistake):
            mistakes.append(row)
            continue
        uid, thing = _uid(row.cell(uid_column)), row.cell(kind_column).lower()
        mistake = _wrong(row.line, uid, thing)
        if mistake is None and uid in lines:
            mistake = BoxMistake(row.line, BoxFault.TWICE, {"uid": uid, "before": lines[uid]})
        if mistake is None and here[thing] == THINGS[thing]:
            mistake = BoxMistake(
                row.line, BoxFault.TOO_MANY, {"most": THINGS[thing], "kind": thing}
            )
        if mistake is None:
            tags[uid], lines[uid] = thing, row.line
            here[thing] += 1
        else:
            mistakes.append(mistake)
    return TagBox(tags), tuple(mistakes)


def _wrong(line: int, uid: str, thing: str) -> BoxMistake | None:
    """Return what is wrong in a line, whatever stands in the others."""
    if not uid:
        return BoxMistake(line, BoxFault.NO_UID)
    if not is_uid(uid):
        return BoxMistake(line, BoxFault.NOT_A_UID, {"uid": f"{uid[:_SHOWN]!r}"})
    if not thing:
        return BoxMistake(line, BoxFault.NO_KIND, {"uid": uid})
    if thing in THINGS:
        return None
    facts: dict[str, object] = {"kind": f"{thing[:_SHOWN]!r}"}
    near = get_close_matches(thing[:_SHOWN], THINGS, 1)
    if near:
        return BoxMistake(line, BoxFault.NO_SUCH_KIND_BUT, {**facts, "near": near[0]})
    return BoxMistake(line, BoxFault.NO_SUCH_KIND, facts)


def load_box(file: Path) -> Read:
    """Return the box of a file, as far as it is right, and every mistake in it."""
    try:
        return read(read_file(file, MOST_BYTES))
    except TooLargeError:
        return TagBox(), (BoxMistake(0, BoxFault.TOO_LONG),)
    except OSError as why:
        return TagBox(), (BoxMistake(0, BoxFault.UNREADABLE, {"why": why.strerror or str(why)}),)


def save_box(file: Path, box: TagBox, disk: Disk = DISK) -> None:
    """Save the box so that it outlives a pulled plug; until then the one before it stands.

    Raises:
        OSError: It cannot be kept.
    """
    make_folder(disk, file.parent)
    replace_whole(disk, file, write(box))
