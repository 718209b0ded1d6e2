"""Reads the owner's file over the defaults, and finds every mistake in it."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from companion.journal.disk import read_file as read_bytes
from companion.settings import Settings
from companion.settings.gone import GONE, Gone

MOST_BYTES = 1_000_000
"""A settings file is a page of text; nothing larger is read."""

_LONGEST_SENTENCE = 300

_LONGEST_VALUE = 40

_MOST_LINES = 1000
"""So many are read one by one: thousands that are no TOML would keep the table from opening."""


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
        sentence = f"it cannot be read: {why.strerror}. Nothing in it counts, not even table.kiosk"
        return Settings(), (Mistake(0, sentence),)
    return read(owners)


def read(owners: bytes, gone: Sequence[Gone] = GONE) -> tuple[Settings, tuple[Mistake, ...]]:
    """Return the settings with the owner's text over the defaults, and every mistake in it."""
    text = owners.decode("utf-8-sig", "replace")
    reader = _Reader(text, gone)
    try:
        document = tomllib.loads(owners.decode("utf-8-sig"))
    except UnicodeDecodeError:
        reader.mistakes.append(Mistake(0, "not a text file: create it again"))
        document = _line_by_line(text)
    except (ValueError, RecursionError) as why:  # no TOML, or a number too long for Python
        reader.mistakes.append(_no_toml(str(why), text))
        document = _line_by_line(text)
    return reader.table(document, Settings), tuple(reader.mistakes)


_PLAIN = {
    "Expected '=' after": "a setting is written as name = value",
    "Invalid value": "text needs quotes, and true and false small letters",
    "Illegal character '\\n'": "the closing quote is missing",
    "Expected ']'": "the closing bracket is missing",
    "Cannot overwrite": "this stands here twice",
    "Cannot declare": "this table stands here twice",
}
"""What tomllib says of a slip, in plain words."""


def _no_toml(why: str, text: str) -> Mistake:
    """Return where a text is no TOML, and what would be right as far as that can be said."""
    where = re.search(r" \(at line (\d+),[^)]*\)$", why)
    line = int(where[1]) if where else 0
    plain = next((plain for said, plain in _PLAIN.items() if why.startswith(said)), None)
    name = re.match(r"\s*([\w.-]+)\s*=", text.split("\n")[line - 1]) if line else None
    sentence = f"not valid TOML: {plain if where and plain else why}"
    return Mistake(line, f"{name[1]}: {sentence}"[:_LONGEST_SENTENCE] if name else sentence)


def _line_by_line(text: str) -> dict[str, object]:
    """Return what the lines of a text say that is no TOML, each for itself below its table's name.

    One slip must not take the kiosk from a café, nor its buttons and its games from a table.
    """
    found, table = dict[str, object](), ""
    for line in text.splitlines()[:_MOST_LINES]:
        if head := re.match(r"\s*\[+\s*([\w.-]+)", line):
            table = f"[{head[1]}]"
        elif "\ufffd" not in line:  # what stood there is not known
            quoted = _BARE.sub(r'\1"\2"', line)
            for each in (line, quoted):
                with suppress(ValueError, RecursionError):
                    _add(tomllib.loads(f"{table}\n{each}"), found)
                    break
    return found


_BARE = re.compile(r"^(\s*[\w.-]+\s*=\s*)([A-Za-z][\w-]*)")
"""A value that is a single word without its quotes."""


def _add(more: Mapping[str, object], found: dict[str, object]) -> None:
    for name, value in more.items():
        known = found.get(name)
        if isinstance(known, dict) and isinstance(value, dict):
            _add(value, known)
        else:
            found[name] = value


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
                good |= self._value(value, kinds[name], place)
        for _, (name, value) in sorted(moved.items()):
            if name not in values:
                good[name] = msgspec.convert(value, kinds[name])
        return kind(**good)

    def _value(self, value: object, kind: object, place: tuple[str, ...]) -> dict[str, object]:
        """Return a value under its name, or nothing where it is wrong."""
        if get_origin(kind) is dict and isinstance(value, dict):
            names, inner = get_args(kind)
            good = [
                self._value(each, inner, (*place, name))
                for name, each in value.items()
                if self._value(name, names, (*place, name))
            ]
            return {place[-1]: {name: each for one in good for name, each in one.items()}}
        try:
            return {place[-1]: msgspec.convert(value, kind)}
        except msgspec.ValidationError:
            self._say(place, _wrong(value, kind))
            return {"kiosk": True} if place == _CLOSED else {}

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


_CLOSED = ("table", "kiosk")
"""Who writes it wants it: a slip in it must not open a table to its guests."""

_SCALARS: Mapping[object, str] = {bool: "true or false", int: "a whole number", float: "a number"}


def _right(kind: Any) -> str:  # noqa: ANN401 - as it is annotated
    """Return what a setting can be, as it goes on after "must be"."""
    kind, *more = get_args(kind) if get_origin(kind) is Annotated else (kind,)
    choices: Sequence[object] = ()
    if get_origin(kind) is Literal:
        choices = get_args(kind)
    elif isinstance(kind, type) and issubclass(kind, Enum):
        choices = [each.value for each in kind]
    if choices:
        return f"one of {', '.join(map(_written, choices))}"
    for meta in more:
        return meta.description or f"{_SCALARS[kind]} from {meta.ge} to {meta.le}"
    if get_origin(kind) is tuple:
        return "a list of texts in square brackets"
    return _SCALARS.get(kind, "a table")


def _wrong(value: object, kind: object) -> str:
    """Return what would be right, and what stands there, if that is short."""
    is_short = isinstance(value, str | int | float) and len(str(value)) <= _LONGEST_VALUE
    return f"must be {_right(kind)}" + (f", not {_written(value)}" if is_short else "")


def _written(value: object) -> str:
    """Return a value as it stands in the file."""
    return str(value) if isinstance(value, float) else _json(value)


def _hint(name: str) -> str:
    """Return the full name of the setting that was probably meant."""
    from difflib import get_close_matches  # noqa: PLC0415 - only for mistakes

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
