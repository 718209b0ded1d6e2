"""Score sheets: read from a file with the line of every mistake, or asked for; and scored."""

import json
import re
import sys
from typing import BinaryIO

import msgspec

from companion.asking import ask_for_tally
from companion.catalogues import words
from companion.files import (
    STANDARD_INPUT,
    Objection,
    Refused,
    Status,
    not_ours,
    opened,
    unreadable,
)
from companion.objecting import complaints
from companion.places import line_of
from companion.printing import ask, complain, say, write
from companion.rules.sheet import IllegalSheet, Scored, result, scored
from companion.rules.tally import LONGEST_SHEET, BadSheet, Tally, read_sheet
from companion.scoring_table import account_of_sheet

_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
"""One step of the way to a value as msgspec writes it, such as ``$.players[0].tiles``."""


def score_file(file: str | None, language: str, *, as_json: bool) -> Status:
    """Score a sheet, print its points, and return what that means for the exit status.

    Args:
        file: The sheet; None asks for it if there is a terminal, and reads standard input if not.
        language: The language of the table.
        as_json: Print one JSON object instead of a table.

    Raises:
        OSError: Nobody reads what is printed, or there is no room for it.
    """
    spoken = words(language)
    if file is None and sys.stdin is not None and sys.stdin.isatty():
        tally = ask_for_tally(ask, lambda line: complain([line]), spoken)
        if tally is None:
            complain([spoken.say("Nothing is scored: a sheet has at least two players.")])
            return Status.IMPOSSIBLE
        sheet = scored(tally)
    else:
        file = file or STANDARD_INPUT
        try:
            with opened(file) as stream:
                sheet = scored_sheet(stream)
        except Refused as refused:
            complain(complaints(file, refused, spoken))
            return refused.status
    if as_json:
        write([msgspec.json.encode(result(sheet)) + b"\n"])
    else:
        say(account_of_sheet(sheet, spoken))
    return Status.DONE


def scored_sheet(stream: BinaryIO) -> Scored:
    """Read a score sheet and return what it is worth.

    Raises:
        Refused: It cannot be read, or it cannot lie on a table; every reason has its line.
    """
    text = _text(stream)
    tally = _tally(text)
    try:
        return scored(tally)
    except IllegalSheet as why:
        read = text.decode()
        objections = [Objection(line_of(read, mistake.place), mistake) for mistake in why.mistakes]
        raise Refused(Status.IMPOSSIBLE, *objections) from why


def _text(stream: BinaryIO) -> bytes:
    try:
        text = stream.read(LONGEST_SHEET + 1)
    except OSError as trouble:
        raise unreadable(1, trouble) from trouble
    return text.removeprefix(b"\xef\xbb\xbf")


def _tally(text: bytes) -> Tally:
    try:
        return read_sheet(text)
    except BadSheet as why:
        raise not_ours(_line(text, str(why)), why) from why


def _line(text: bytes, trouble: str) -> int:
    """Return the line on which a text is no sheet, as far as that can be told."""
    try:
        json.loads(text)
    except json.JSONDecodeError as why:
        return why.lineno
    except (UnicodeDecodeError, RecursionError):
        return 1
    place = [key or int(position) for key, position in _STEP.findall(trouble)]
    return line_of(text.decode(), tuple(place))
