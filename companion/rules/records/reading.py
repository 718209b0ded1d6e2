"""A whole record, read line by line and played."""

from collections.abc import Iterator
from functools import lru_cache
from typing import BinaryIO

import msgspec

from companion.rules.editions import Setup
from companion.rules.problems import BadLine, BadSetup, IllegalAction, Problem, Refused, Unreadable
from companion.rules.records.entries import Entry
from companion.rules.records.json_text import is_sheet
from companion.rules.records.record import LONGEST_LINE, read_entry, read_header
from companion.rules.records.timeline import Timeline, begin, enter

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

_SHORT = 64
"""Bytes; lines as short as this are the same few in all games."""

_LONGEST_SHEET = 65_536
"""Bytes; so much is read to see whether a text is a score sheet."""


class BadRecord(Refused):
    """A text is no record of a game, or the rules refuse a line of it.

    Its ``str()`` says on which line, and why.
    """

    def __init__(self, line: int, *problems: Problem) -> None:
        super().__init__(*problems, said=f"line {line}: {'; '.join(map(str, problems))}")
        self.line = line
        """Where it is wrong, counted from 1."""


class Played(msgspec.Struct, frozen=True):
    """One line of a record, and the game after it."""

    entry: Setup | Entry
    """What the line says: the header is the setup of the game."""
    timeline: Timeline
    """The game so far."""


def played(stream: BinaryIO) -> Iterator[Played]:
    """Play a record and yield every line of it with the game after it, the header first.

    Raises:
        BadRecord: A line cannot be read, or the rules refuse it; what was yielded before stands.
        OSError: The stream cannot be read.
    """
    numbered = _lines(stream)
    first = next(numbered, None)
    if first is None:
        raise BadRecord(1, Problem(Unreadable.EMPTY))
    setup = _setup(*first, stream)
    timeline = begin(setup)
    yield Played(setup, timeline)
    for number, line in numbered:
        entry = _entry(number, line)
        try:
            timeline = enter(timeline, entry)
        except IllegalAction as why:
            raise BadRecord(number, why.problem) from why
        yield Played(entry, timeline)


def _setup(number: int, line: bytes, stream: BinaryIO) -> Setup:
    try:
        return read_header(line)
    except BadSetup as why:
        raise BadRecord(number, *why.problems) from why
    except BadLine as why:
        if is_sheet(line + stream.read(_LONGEST_SHEET)):
            raise BadRecord(number, Problem(Unreadable.IS_SHEET)) from why
        raise BadRecord(number, why.problem) from why


def _entry(number: int, line: bytes) -> Entry:
    try:
        return _short_entry(line) if len(line) <= _SHORT else read_entry(line)
    except BadLine as why:
        raise BadRecord(number, why.problem) from why


@lru_cache(maxsize=1024)
def _short_entry(line: bytes) -> Entry:
    return read_entry(line)


def _lines(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield the lines with their numbers, counted from 1, up to blank ones at the end."""
    number = 1
    while line := stream.readline(LONGEST_LINE + 1):
        if number == 1:
            line = line.removeprefix(_BYTE_ORDER_MARK)
        if len(line) > LONGEST_LINE:
            raise BadRecord(number, Problem(Unreadable.LONG_LINE, {"most": LONGEST_LINE}))
        if not line or line.isspace():
            _expect_nothing_more(stream, number)
            return
        yield number, line
        number += 1


def _expect_nothing_more(stream: BinaryIO, blank: int) -> None:
    """Read on from a blank line to the end, which must all be blank, however long it is."""
    while rest := stream.read(LONGEST_LINE + 1):
        if not rest.isspace():
            raise BadRecord(blank, Problem(Unreadable.BLANK))
