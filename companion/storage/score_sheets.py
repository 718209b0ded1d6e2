"""Score sheets as files: as the table keeps them, as CSV, and in shorthand."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from enum import unique
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.i18n import Sentences, Words
from companion.journal.disk import DISK, Disk, make_folder, replace_whole, sync_folder
from companion.journal.erasing import NUMBER_BEHIND
from companion.journal.filesystem import broken
from companion.narration import tile_name
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
from companion.rules.tiles import DISASTERS, KINDS, Tile
from companion.storage.spreadsheet import as_text

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


_FIRST_LINE = 1


def is_table(text: bytes) -> bool:
    """Whether a sheet is written as CSV: JSON begins with a brace."""
    return b"," in text and not text.lstrip().startswith((b"{", b"["))


def line_of_row(place: Place) -> int:
    """Return the line of the player of whom a mistake tells; the columns' if of none."""
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


_WORD = r"[^\W\d]+(?:['-][^\W\d]+)*"

_ITEM = re.compile(
    rf"""(?:suns?|s) \s*[:=]?\s* (?P<suns> \d+ (?:[\s,;/+]+ \d+ (?!\w))*)
      | (?P<many> \d+) \s*[x*]?\s* (?P<kind> {_WORD})
      | (?P<alone> {_WORD}) (?:\s*[x*=:]?\s* (?P<number> \d+) (?![^\W\d]))?
      | (?P<unknown> \d+ | \S)""",
    re.VERBOSE,
)

_FIRST = re.compile(rf"\s*({_WORD})(?!\w)[,\s]*")

_BETWEEN = re.compile(r"[\s,;.]*")

_LONGEST_NUMBER = 9
"""Digits; anything longer is as impossible."""

_USUAL = {"p": Tile.PHARAOH, "f": Tile.FLOOD, "n": Tile.NILE}
"""Letters that begin several names and are always meant for one."""

_SUNS = ("s", "sun", "suns")

_BEFORE = ("b", "before", "had", "points", "pts")


@unique
class Misread(Sentences):
    """Why shorthand cannot be read; the value says it to a player."""

    UNKNOWN = "what is {word}? Write, for example: Anna: 3p 1f 4n art2 pyr3 s13,5,2 b20"
    AMBIGUOUS = "{word} can be {kinds}: type more of it"
    LONE_NUMBER = "{word} of what?"
    NO_POINTS = "how many points before?"


class Puzzle(msgspec.Struct, frozen=True):
    """One word of shorthand that cannot be read, with its facts apart from its sentence."""

    misread: Misread
    """What is wrong with it."""
    word: str
    """The word as it was written."""
    kinds: tuple[Tile, ...] = ()
    """What it could be, if that is too much."""


class Unread(ValueError):
    """A line of shorthand cannot be read."""

    def __init__(self, puzzles: tuple[Puzzle, ...]) -> None:
        super().__init__(puzzles)
        self.puzzles = puzzles
        """Every word that cannot be read."""


def read_row(text: str, words: Words) -> Row:
    """Return what a line of shorthand says; nothing is checked against the box.

    Args:
        text: The line.
        words: The language in which tiles may be called, besides English.

    Raises:
        Unread: Some of its words cannot be understood; all of them are named.
    """
    name, rest = _split(_joined(text, words), words)
    reading = _Reading(words)
    for item in _items(rest):
        reading.take(item)
    if reading.puzzles:
        raise Unread(tuple(reading.puzzles))
    tiles = {kind.value: number for kind, number in reading.tiles.items()}
    return Row(name=name, before=reading.before, suns=tuple(reading.suns), tiles=tiles)


def puzzle(unread: Puzzle, words: Words) -> str:
    """Return what cannot be understood, as a question to the player."""
    kinds = words.list(tile_name(kind, words) for kind in unread.kinds)
    said = words.say(unread.misread.value, word=unread.word, kinds=kinds)
    return said[:1].upper() + said[1:]


def in_words(row: Row, label: str, words: Words) -> str:
    """Return what was understood, so that it can be compared with the table.

    Args:
        row: What was read.
        label: What the player is called.
        words: The language.
    """
    parts = [
        words.say("{number} {tile}", number=row.tiles[kind.value], tile=tile_name(kind, words))
        for kind in KINDS
        if row.tiles.get(kind.value)
    ] or [words.say("no tiles")]
    if row.suns:
        parts.append(words.say("suns {suns}", suns=" ".join(map(str, row.suns))))
    if row.before is not None:
        parts.append(words.say("points before: {points}", points=row.before))
    return words.state(label, words.list(parts))


class _Reading:
    """What has been understood of a line so far."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.tiles: dict[Tile, int] = {}
        self.suns: list[int] = []
        self.before: int | None = None
        self.puzzles: list[Puzzle] = []

    def take(self, item: Mapping[str, str | None]) -> None:
        """Understand one item of the line, or add it to the puzzles."""
        if suns := item["suns"]:
            self.suns += map(_number, re.findall(r"\d+", suns))
        elif unknown := item["unknown"]:
            misread = Misread.LONE_NUMBER if unknown.isdecimal() else Misread.UNKNOWN
            self.puzzles.append(Puzzle(misread, unknown))
        else:
            word = item["kind"] or item["alone"] or ""
            self._take_word(word, item["many"] or item["number"])

    def _take_word(self, word: str, number: str | None) -> None:
        if word.casefold() in _BEFORE:
            if number is not None:
                self.before = _number(number)
            elif self.before is None:
                self.puzzles.append(Puzzle(Misread.NO_POINTS, word))
            return
        kinds = _kinds(word.casefold(), self.words)
        if len(kinds) == 1:
            self.tiles[kinds[0]] = self.tiles.get(kinds[0], 0) + _number(number or "1")
        elif kinds:
            self.puzzles.append(Puzzle(Misread.AMBIGUOUS, word, kinds))
        else:
            self.puzzles.append(Puzzle(Misread.UNKNOWN, word))


def _split(text: str, words: Words) -> tuple[str, str]:
    """Return the player's name and the rest of a line."""
    name, colon, rest = text.partition(":")
    if colon:
        return name.strip(), rest
    end = 0
    while (word := _FIRST.match(text, end)) and _is_name(word[1].casefold(), words):
        end = word.end()
    return " ".join(text[:end].replace(",", " ").split()), text[end:]


def _is_name(word: str, words: Words) -> bool:
    return word not in (*_BEFORE, *_SUNS) and not _kinds(word, words)


def _items(text: str) -> Iterator[Mapping[str, str | None]]:
    place = _end(_BETWEEN.match(text))
    while item := _ITEM.match(text, place):
        yield item.groupdict()
        place = _end(_BETWEEN.match(text, item.end()))


def _end(match: re.Match[str] | None) -> int:
    return match.end() if match else 0


def _number(digits: str) -> int:
    return int(digits[:_LONGEST_NUMBER])


def _joined(text: str, words: Words) -> str:
    """Return the text with names of several words made one, such as ``step_pyramid``."""
    for kind in KINDS:
        for name in _names(kind, words):
            if "_" in name:
                spaced = re.escape(name).replace("_", r"\s+")
                text = re.sub(spaced, name, text, flags=re.IGNORECASE)
    return text


def _names(kind: Tile, words: Words) -> set[str]:
    said = (kind.english, tile_name(kind, words), kind.value)
    return {name.casefold().replace(" ", "_") for name in said}


def _kinds(word: str, words: Words) -> tuple[Tile, ...]:
    """Return the kinds that a word can mean: the one it names, else all that begin like it."""
    if word in _USUAL:
        return (_USUAL[word],)
    for kind in KINDS:
        if any(word in (name, name + "s", name + "es") for name in _names(kind, words)):
            return (kind,)
    return tuple(
        kind
        for kind in KINDS
        if kind is not Tile.RA
        and not kind.mask & DISASTERS
        and any(name.startswith(word) for name in _names(kind, words))
    )
