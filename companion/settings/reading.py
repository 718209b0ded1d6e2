"""Reads the owner's file over the defaults, and finds every mistake in it."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from enum import Enum
from pathlib import Path
from typing import Annotated, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from companion.journal.disk import read_file as read_bytes
from companion.settings import Settings
from companion.settings.gone import GONE, Gone

MOST_BYTES = 1_000_000
"""A settings file is a page of text; nothing larger is read."""

_LONGEST_SENTENCE = 300


class Mistake(msgspec.Struct, frozen=True):
    """One thing that is wrong in the owner's file, or that means nothing any more."""

    line: int
    """Where, counted from 1; 0 if the whole file is meant, or the line is not known."""
    text: str
    """What is wrong and what would be right, in English."""
    is_gone: bool = False
    """Whether it was right in an earlier version: worth a word, and no error."""

    def __str__(self) -> str:
        """Return where it is and what it is, for people."""
        return f"line {self.line}: {self.text}" if self.line else self.text


def summed_up(mistakes: Sequence[Mistake]) -> str:
    """Return the first mistake and, if it is not the only one, where all are named."""
    if len(mistakes) == 1:
        return str(mistakes[0])
    more = len(mistakes) - 1
    return f"{mistakes[0]} (and {more} more: `ra-companion settings --check` lists all)"


def read_file(file: Path) -> tuple[Settings, tuple[Mistake, ...]]:
    """Return the settings with the owner's file, and everything that is wrong in it."""
    try:
        owners = read_bytes(file, MOST_BYTES)
    except OSError as why:
        return Settings(), (Mistake(0, f"it cannot be read: {why.strerror}"),)
    return read(owners)


def read(owners: bytes, gone: Sequence[Gone] = GONE) -> tuple[Settings, tuple[Mistake, ...]]:
    """Return the settings with the owner's text over the defaults, and every mistake in it."""
    try:
        text = owners.decode("utf-8-sig")
        document = tomllib.loads(text)
    except UnicodeDecodeError:
        return Settings(), (Mistake(0, "not a text file: create it again"),)
    except (ValueError, RecursionError) as why:  # no TOML, or a number too long for Python
        line = re.search(r"\(at line (\d+),", str(why))
        sentence = f"not valid TOML: {why}"[:_LONGEST_SENTENCE]
        return Settings(), (Mistake(int(line[1]) if line else 0, sentence),)
    reader = _Reader(text, gone)
    return reader.table(document, Settings), tuple(reader.mistakes)


_Kind = TypeVar("_Kind")


class _Reader:
    """Reads the tables of one text; what is wrong in them adds up."""

    def __init__(self, text: str, gone: Sequence[Gone]) -> None:
        self._text, self._all_gone = text, gone
        self.mistakes: list[Mistake] = []

    def table(
        self, values: Mapping[str, object], kind: type[_Kind], above: tuple[str, ...] = ()
    ) -> _Kind:
        """Return a table, with the default for every value that is wrong."""
        kinds, good = get_type_hints(kind, include_extras=True), dict[str, object]()
        moved: dict[int, tuple[str, object]] = {}
        for name, value in values.items():
            place = (*above, name)
            gone = self._gone(place, value)
            if gone is not None and gone.moved:
                moved[self._all_gone.index(gone)] = gone.moved, gone.now
                continue
            if gone is not None:
                value = gone.now  # noqa: PLW2901 - it counts in place of what is gone
            if value is None:
                continue
            if name not in kinds:
                self._say(place, f"there is no such setting{_hint(name)}")
            elif isinstance(value, dict) and _is_table(kinds[name]):
                good[name] = self.table(value, kinds[name], place)
            else:
                try:
                    good[name] = msgspec.convert(value, kinds[name])
                except msgspec.ValidationError as why:
                    self._say(place, _wrong(why, kinds[name]))
        for _, (name, value) in sorted(moved.items()):
            if name not in values:
                good[name] = msgspec.convert(value, kinds[name])
        return kind(**good)

    def _gone(self, place: tuple[str, ...], value: object) -> Gone | None:
        """Return what has become of a setting that is gone, or of its value, and say so."""
        full = ".".join(place)
        for each in self._all_gone:
            if each.setting == full and each.value in (None, value):
                written = full if each.value is None else f"{full} = {_json(value)}"
                text = f"`{written}` is gone; {each.instead}"
                self.mistakes.append(Mistake(_line(self._text, place), text, is_gone=True))
                return each
        return None

    def _say(self, place: tuple[str, ...], sentence: str) -> None:
        text = f"{'.'.join(place)}: {sentence}"[:_LONGEST_SENTENCE]
        self.mistakes.append(Mistake(_line(self._text, place), text))


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _is_table(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


_PLAIN = {
    "Expected `bool`": "must be true or false",
    "Expected `int`": "must be a whole number",
    "Expected `float`": "must be a number",
    "Expected `str`": "must be text in quotes",
    "Expected `array`": "must be a list in square brackets",
}
"""What msgspec says of a value of the wrong type, in plain words."""


def _wrong(why: msgspec.ValidationError, kind: object) -> str:
    """Return what is wrong with a value, with what would be right where msgspec does not say so."""
    plain = _PLAIN.get(str(why).partition(", got ")[0], str(why))
    if get_origin(kind) is Literal:
        return f"{plain}: use one of {', '.join(map(str, get_args(kind)))}"
    if isinstance(kind, type) and issubclass(kind, Enum):
        return f"{plain}: use one of {', '.join(str(each.value) for each in kind)}"
    if "matching regex" in str(why):
        text = get_args(kind)[0] if get_origin(kind) is dict else kind
        meta = get_args(text)[1] if get_origin(text) is Annotated else None
        return f"Expected {getattr(meta, 'description', None) or 'texts of one line'}"
    return "Expected a table" if _is_table(kind) else plain


def _hint(name: str) -> str:
    """Return the full name of the setting that was probably meant."""
    known = {each.rpartition(".")[2]: each for each in _names(Settings)}
    near = get_close_matches(name, known, 1)
    return f"; did you mean {known[near[0]]}?" if near else ""


def _names(kind: type, above: str = "") -> Iterator[str]:
    """Yield the full names of all tables, then those of their settings."""
    kinds = get_type_hints(kind)
    yield from (f"{above}{name}" for name in kinds)
    for name, inner in kinds.items():
        if _is_table(inner):
            yield from _names(inner, f"{above}{name}.")


def _line(text: str, place: tuple[str, ...]) -> int:
    """Return the line of a key in its table, or of the table; 0 if it is written otherwise."""
    *table, key = place
    here: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if head := re.match(r"\s*\[+([^\]]+)\]", line):
            here = [part.strip(" \t\"'") for part in head[1].split(".")]
            if here == [*place]:
                return number
        elif here == table and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
            return number
    return 0
