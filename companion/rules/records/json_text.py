"""JSON that people wrote: read strictly, with our own sentences for what is wrong."""

import json
import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NoReturn, TypeVar

import msgspec

Place = tuple[str | int, ...]
"""The keys and positions that lead to a value, outermost first; positions are counted from 0."""


class Trouble(StrEnum):
    """What can be wrong with JSON before anybody asks what it means; the value says it."""

    MISSING = "there is no {key}: add it"
    UNKNOWN = "there is no such key as {key}: check its spelling"
    TWICE = "{key} is there twice: delete one of them"
    NO_OBJECT = "braces with keys and values belong here"
    NO_LIST = "a list in brackets belongs here"
    NO_TEXT = "a text in quotation marks belongs here"
    NO_WHOLE = "a whole number belongs here"
    NO_FLAG = "true or false belongs here"
    TOO_LOW = "the number must be at least {least}"
    TOO_HIGH = "the number must be at most {most}"
    TOO_LARGE = "the number has too many digits"
    TOO_LONG = "the list must have at most {most} entries"
    NO_SUCH_WORD = "{value} is not a word that may stand here: check its spelling"
    EMPTY = "there is nothing in it"
    TRUNCATED = "something is not closed: the text ends too early"
    MALFORMED = "this is not JSON from character {character} on"
    NO_UTF8 = "this is not UTF-8: save the file in UTF-8"
    OTHER = "this cannot be read"


class Told(msgspec.Struct, frozen=True):
    """One thing that is wrong, with its facts apart from its words, and where it stands."""

    trouble: Trouble
    facts: Mapping[str, str | int] = {}
    place: Place = ()

    def __str__(self) -> str:
        said = self.trouble.value.format_map(self.facts)
        return f"{said} ({way(self.place)})" if self.place else said


class BadJson(ValueError):
    """A text is not the JSON that is expected."""

    def __init__(self, told: Told) -> None:
        super().__init__(str(told))
        self.told = told
        """The same, for translation."""

    @property
    def is_json(self) -> bool:
        """Whether it is JSON, though of another shape."""
        return self.told.trouble not in _NO_JSON


_NO_JSON = (Trouble.EMPTY, Trouble.TRUNCATED, Trouble.MALFORMED, Trouble.NO_UTF8)

_Read = TypeVar("_Read")


def read_json(text: bytes, decoder: "msgspec.json.Decoder[_Read]") -> _Read:
    """Return what a text says.

    Args:
        text: JSON in UTF-8.
        decoder: What reads it.

    Raises:
        BadJson: It is not JSON, has another shape, or has a key twice, of which one would be lost.
        RecursionError: It is nested too deeply.
    """
    try:
        said = text.decode()
    except UnicodeDecodeError as why:
        raise BadJson(Told(Trouble.NO_UTF8)) from why
    if not said.strip():
        raise BadJson(Told(Trouble.EMPTY))
    try:
        read = decoder.decode(text)
    except msgspec.DecodeError as why:
        raise BadJson(_syntax(said) or _shape(str(why))) from why
    twice = key_twice(said)
    if twice is not None:
        raise BadJson(Told(Trouble.TWICE, {"key": quoted(str(twice[-1]))}, twice[:-1]))
    return read


def way(place: Place) -> str:
    """Return where a value stands, so that people can go there: positions are counted from 1."""
    return " → ".join(str(step + 1) if isinstance(step, int) else quoted(step) for step in place)


_LONGEST = 60
"""Characters; what people wrote is repeated only so far."""


def quoted(said: str) -> str:
    """Return what people wrote, in quotation marks, cut short; nothing in it steers a terminal."""
    short = said if len(said) <= _LONGEST else said[:_LONGEST] + "…"
    return '"' + "".join(each if each.isprintable() else "�" for each in short) + '"'


_SHAPES: tuple[tuple[str, Trouble], ...] = (
    (r"Object missing required field `(?P<key>.*)`", Trouble.MISSING),
    (r"Object contains unknown field `(?P<key>.*)`", Trouble.UNKNOWN),
    (r"Invalid enum value '?(?P<value>.*?)'?", Trouble.NO_SUCH_WORD),
    (r"(?:Integer value|Number) out of range", Trouble.TOO_LARGE),
    (r"Expected `int` >= (?P<least>-?\d+)", Trouble.TOO_LOW),
    (r"Expected `int` <= (?P<most>-?\d+)", Trouble.TOO_HIGH),
    (r"Expected `array` of length <= (?P<most>\d+)", Trouble.TOO_LONG),
    (r"Expected `object\b.*", Trouble.NO_OBJECT),
    (r"Expected `array\b.*", Trouble.NO_LIST),
    (r"Expected `str\b.*", Trouble.NO_TEXT),
    (r"Expected `int\b.*", Trouble.NO_WHOLE),
    (r"Expected `bool\b.*", Trouble.NO_FLAG),
)
"""How msgspec words each of them; a test tries all that our shapes can make it say."""

_NUMBERS = ("least", "most")

_STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]")


def _shape(said: str) -> Told:
    """Return what msgspec says of a value that does not belong where it stands."""
    what, _, where = said.rpartition(" - at ") if " - at `" in said else (said, "", "")
    steps = _STEP.findall(where.replace("`", "").replace("[...]", ""))
    place: Place = tuple(key or int(position) for key, position in steps)
    for pattern, trouble in _SHAPES:
        found = re.fullmatch(pattern, what, re.DOTALL)
        if found is not None:
            facts: dict[str, str | int] = {
                name: int(value) if name in _NUMBERS else quoted(value)
                for name, value in found.groupdict().items()
            }
            return Told(trouble, facts, place)
    return Told(Trouble.OTHER, {}, place)


def _syntax(text: str) -> Told | None:
    """Return where a text stops being JSON, characters counted from 1; None if it is JSON."""

    def refuse(name: str) -> NoReturn:
        """NaN and Infinity are numbers to Python, and not to JSON."""
        raise json.JSONDecodeError(name, text, text.index(name))

    try:
        json.loads(text, parse_constant=refuse)
    except json.JSONDecodeError as why:
        if why.pos >= len(text.rstrip()) or "Unterminated" in why.msg:
            return Told(Trouble.TRUNCATED)
        return Told(Trouble.MALFORMED, {"character": why.pos + 1})
    except ValueError:
        return Told(Trouble.TOO_LARGE)
    return None


_MARK = re.compile(r'"(?:[^"\\]|\\.)*"|[][{},:]|[^][{},:"\s]+|\n')


def _values(text: str) -> Iterator[tuple[int, Place, bool]]:
    """Yield the line of every key and of every value, with its place and whether it is a key."""
    line = 1
    path: list[str | int] = []
    is_key = False
    for mark in _MARK.findall(text):
        if mark == "\n":
            line += 1
        elif mark in "]}":
            path.pop()
            is_key = False
        elif mark == ",":
            is_key = _next(path)
        elif mark != ":":
            if is_key:
                path[-1] = json.loads(mark)
            yield line, tuple(path), is_key
            if not is_key and mark in "[{":
                path.append("" if mark == "{" else 0)
            is_key = not is_key and mark == "{"


def _next(path: list[str | int]) -> bool:
    """Go on to the next position of a list, or return that a key must come."""
    last = path[-1]
    if isinstance(last, int):
        path[-1] = last + 1
        return False
    return True


def line_of(text: str, place: Place) -> int:
    """Return the line, counted from 1, on which a value of a JSON text begins, or its key.

    Args:
        text: Proper JSON.
        place: Where the value is; if there is no such value, its line is the first.
    """
    return next((line for line, path, _ in _values(text) if path == place), 1)


def key_twice(text: str) -> Place | None:
    """Return the first key that is there twice in the same braces; None if there is none.

    Args:
        text: Proper JSON.
    """
    if not _has_key_twice(text):
        return None
    keys: set[Place] = set()
    for _, path, is_key in _values(text):
        if is_key and path in keys:
            return path
        if is_key:
            keys.add(path)
    return None


def _has_key_twice(text: str) -> bool:
    """Whether a key is there twice in any braces: soon told, but not which."""
    found = False

    def pairs(said: list[tuple[str, object]]) -> dict[str, object]:
        nonlocal found
        read = dict(said)
        found = found or len(read) < len(said)
        return read

    json.loads(text, object_pairs_hook=pairs, parse_int=str, parse_float=str)
    return found
