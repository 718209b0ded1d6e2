"""Reading a game record as it comes, line by line, whatever its bytes are.

Only one line is kept at a time, besides the game itself. A byte-order mark, lines that end as on
Windows, a missing last line feed and blank lines at the end are accepted.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import BinaryIO

import msgspec

from companion.files import Flaw, Objection, Refused, Status, flawed, not_ours, unreadable
from companion.rules.editions import Setup
from companion.rules.entries import Entry
from companion.rules.record import LONGEST_LINE, BadRecord, read_entry, read_header
from companion.rules.refusal import IllegalAction, IllegalSetup
from companion.rules.timeline import Timeline, begin, enter

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
