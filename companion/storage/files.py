"""Files that people name on the command line, and every reason why one is refused."""

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum, unique
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

import msgspec

from companion import narration
from companion.i18n import Sentences, Words
from companion.rules.editions import Setup
from companion.rules.records.record import LONGEST_LINE, BadRecord, read_entry, read_header
from companion.rules.records.shapes import BadText, Entry, Fault
from companion.rules.records.timeline import Timeline, begin, enter
from companion.rules.refusal import IllegalAction, IllegalSetup, Refusal
from companion.rules.scoring.sheet import Mistake
from companion.rules.tiles import Tile

STANDARD_INPUT = "-"
"""What stands for standard input where a file is expected."""


class Status(IntEnum):
    """What a command says about its files when it leaves; of several the highest counts."""

    DONE = 0
    IMPOSSIBLE = 1
    """The rules of Ra refuse what a file says."""
    UNREADABLE = 2
    """A file cannot be read, or is of another kind."""


@unique
class Flaw(Sentences):
    """What can be wrong with a file before the rules have a say; the value says it to people."""

    NO_FILE = "no such file: check its name"
    FOLDER = "this is a folder: name a file in it"
    FORBIDDEN = "no permission to read it: check its permissions"
    TROUBLE = "cannot read it: {trouble}"
    CLOSED = "standard input is empty"
    EMPTY = "the file is empty: the first line of a game record is its header"
    BLANK = "a game record has no blank lines: delete this one"
    TOO_LONG = "a line of a game record has at most {most} bytes: is this the right file?"


class Complaint(msgspec.Struct, frozen=True):
    """A flaw with its facts apart from its words."""

    flaw: Flaw
    trouble: str = ""
    """What the system said."""
    most: int = 0
    """What would have been allowed."""


class Objection(msgspec.Struct, frozen=True):
    """One reason to refuse a file, and where it stands."""

    line: int
    """The line of the file, counted from 1."""
    reason: Complaint | Fault | Refusal | Mistake
    """What is wrong."""


class Refused(ValueError):
    """A file is refused from here on."""

    def __init__(self, status: Status, *objections: Objection) -> None:
        super().__init__(objections)
        self.status = status
        """What it means for the exit status."""
        self.objections = objections
        """Every reason that is known, at least one."""


def flawed(line: int, flaw: Flaw, trouble: str = "", most: int = 0) -> Refused:
    """Return the refusal of a file for one flaw."""
    return Refused(Status.UNREADABLE, Objection(line, Complaint(flaw, trouble, most)))


def not_ours(line: int, why: BadText) -> Refused:
    """Return the refusal of a file that is no record or sheet from this line on."""
    return Refused(Status.UNREADABLE, Objection(line, why.fault))


@contextmanager
def opened(file: str) -> Iterator[BinaryIO]:
    """Open a file for reading, and close it; standard input is lent and stays open.

    Raises:
        Refused: It cannot be opened.
    """
    if file == STANDARD_INPUT:
        # without a terminal or a pipe Python has no standard input, whatever its stubs say
        if sys.stdin is None:
            raise flawed(1, Flaw.CLOSED)
        yield sys.stdin.buffer
        return
    try:
        stream = Path(file).open("rb")  # noqa: SIM115 - closed below, outside of this try
    except OSError as trouble:
        raise unreadable(1, trouble) from trouble
    with stream:
        yield stream


def unreadable(line: int, trouble: OSError) -> Refused:
    """Return the refusal of a file that the system does not give us."""
    match trouble:
        case FileNotFoundError():
            return flawed(line, Flaw.NO_FILE)
        case IsADirectoryError():
            return flawed(line, Flaw.FOLDER)
        case PermissionError():
            return flawed(line, Flaw.FORBIDDEN)
        case _:
            return flawed(line, Flaw.TROUBLE, trouble.strerror or str(trouble))


def complaints(file: str, refused: Refused, words: Words) -> list[str]:
    """Return why a file is refused, a line for each reason, as ``FILE:LINE: reason``."""
    return [
        f"{file}:{objected.line}: {objection(objected, words)}" for objected in refused.objections
    ]


def objection(objected: Objection, words: Words) -> str:
    """Return why a file is refused, as a sentence that begins with a capital letter."""
    match objected.reason:
        case Refusal() as refused:
            return narration.refusal(refused, words)
        case Mistake() as found:
            return mistake(found, words)
        case Fault(malformed, facts):
            told = {key: _told(key, fact, words) for key, fact in facts.items()}
            return _capital(words.say(malformed.value, **told))
        case Complaint(flaw, told, most):
            return _capital(words.say(flaw.value, trouble=told, most=most))


def _told(key: str, fact: str | int, words: Words) -> str | int:
    return trouble(str(fact), words) if key == "trouble" else fact


class Trouble(Sentences):
    """What a reader of JSON says is wrong; the value is the English sentence."""

    MISSING = "missing field {field}"
    UNKNOWN = "unknown field {field}"
    OTHER_KIND = "expected {expected}, not {found}"
    EXPECTED = "expected {expected}"
    NOT_ALLOWED = "{value} is not allowed here"
    TRUNCATED = "the file ends too early"
    MALFORMED = "unexpected data at byte {byte}"
    NO_UTF8 = "a character is not UTF-8"


_PATTERNS = (
    (Trouble.MISSING, r"Object missing required field `(?P<field>[^`]*)`"),
    (Trouble.UNKNOWN, r"Object contains unknown field `(?P<field>[^`]*)`"),
    (Trouble.OTHER_KIND, r"Expected `(?P<expected>.*)`, got `(?P<found>[^`]*)`"),
    (Trouble.EXPECTED, r"Expected (?P<expected>.*)"),
    (Trouble.NOT_ALLOWED, r"Invalid (?:enum )?value (?P<value>.*)"),
    (Trouble.TRUNCATED, r"Input data was truncated"),
    (Trouble.MALFORMED, r"JSON is malformed: .* \(byte (?P<byte>\d+)\)"),
    (Trouble.NO_UTF8, r"'utf-8' codec can't decode .*"),
)
"""How msgspec or Python words each of them."""

_LONGEST = 300
"""Characters."""


def trouble(told: str, words: Words) -> str:
    """Return what msgspec tells of a text in these words; what it never told before, as it is.

    It repeats what people wrote, so whatever is long is cut short.
    """
    told = told if len(told) <= _LONGEST else told[:_LONGEST] + "…"
    what, _, place = told.partition(" - at ")
    for kind, pattern in _PATTERNS:
        found = re.fullmatch(pattern, what)
        if found is not None:
            said = words.say(kind.value, **found.groupdict())
            where = place.replace("`", "")
            return words.say("{what} ({place})", what=said, place=where) if place else said
    return told


def mistake(found: Mistake, words: Words) -> str:
    """Return what cannot be about a score sheet, as a sentence that begins with a capital."""
    facts = {
        key: narration.tile_name(fact, words) if isinstance(fact, Tile) else fact
        for key, fact in found.facts.items()
    }
    return _capital(words.say(found.slip.value, **facts))


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


_MARK = re.compile(r'"(?:[^"\\]|\\.)*"|[][{},:]|[^][{},:"\s]+|\n')


def line_of(text: str, place: tuple[str | int, ...]) -> int:
    """Return the line, counted from 1, on which a value of a JSON text begins.

    Args:
        text: Proper JSON.
        place: The keys and positions that lead to the value, the outermost first; if there is no
            such value, its line is the first.
    """
    line = 1
    path: list[str | int] = []
    is_key = False
    for mark in _MARK.findall(text):
        if mark == "\n":
            line += 1
        elif mark in "]}":
            path.pop()
        elif mark == ",":
            is_key = _next(path)
        elif mark != ":":
            if is_key:
                path[-1] = json.loads(mark)
            if tuple(path) == place:
                return line
            if not is_key and mark in "[{":
                path.append("" if mark == "{" else 0)
            is_key = not is_key and mark == "{"
    return 1


def _next(path: list[str | int]) -> bool:
    """Go on to the next position of a list, or return that a key must come."""
    last = path[-1]
    if isinstance(last, int):
        path[-1] = last + 1
        return False
    return True


_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

_SHORT = 64
"""Bytes; lines as short as this are the same few in all games."""


class Played(msgspec.Struct, frozen=True):
    """One line of a record, and the game after it."""

    said: Setup | Entry
    """What the line says: the header is the setup of the game."""
    timeline: Timeline
    """The game so far."""


def played(stream: BinaryIO) -> Iterator[Played]:
    """Play a record and yield every line of it with the game after it, the header first.

    Raises:
        Refused: A line cannot be read, or the rules refuse it; what was yielded before stands.
    """
    numbered = _lines(stream)
    first = next(numbered, None)
    if first is None:
        raise flawed(1, Flaw.EMPTY)
    setup = _setup(*first)
    timeline = begin(setup)
    yield Played(setup, timeline)
    for number, line in numbered:
        entry = _entry(number, line)
        try:
            timeline = enter(timeline, entry)
        except IllegalAction as why:
            raise Refused(Status.IMPOSSIBLE, Objection(number, why.refusal)) from why
        yield Played(entry, timeline)


def _setup(number: int, line: bytes) -> Setup:
    try:
        return read_header(line)
    except IllegalSetup as why:
        objections = [Objection(number, refusal) for refusal in why.refusals]
        raise Refused(Status.IMPOSSIBLE, *objections) from why
    except BadRecord as why:
        raise not_ours(number, why) from why


def _entry(number: int, line: bytes) -> Entry:
    try:
        return _short_entry(line) if len(line) <= _SHORT else read_entry(line)
    except BadRecord as why:
        raise not_ours(number, why) from why


@lru_cache(maxsize=1024)
def _short_entry(line: bytes) -> Entry:
    return read_entry(line)


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield the lines with their numbers, counted from 1, up to blank ones at the end."""
    number = 1
    while line := _read(stream.readline, number):
        if number == 1:
            line = line.removeprefix(_BYTE_ORDER_MARK)
        if len(line) > LONGEST_LINE:
            raise flawed(number, Flaw.TOO_LONG, most=LONGEST_LINE)
        if not line or line.isspace():
            _expect_nothing_more(stream, number)
            return
        yield number, line
        number += 1


def _read(read: Callable[[int], bytes], number: int) -> bytes:
    try:
        return read(LONGEST_LINE + 1)
    except OSError as trouble:
        raise unreadable(number, trouble) from trouble


def _expect_nothing_more(stream: BinaryIO, blank: int) -> None:
    """Read on from a blank line to the end, which must all be blank, however long it is."""
    while rest := _read(stream.read, blank):
        if not rest.isspace():
            raise flawed(blank, Flaw.BLANK)
