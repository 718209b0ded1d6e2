"""Score sheets: read from a file with the line of every mistake, or asked for; and scored."""

import json
import re
import sys
from collections.abc import Callable
from functools import partial
from typing import BinaryIO

import msgspec

from companion.asking import ask_for_next, ask_for_tally
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
from companion.sheet_table import is_table, line_of_row, points_table, read_table
from companion.words import Words

_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
"""One step of the way to a value as msgspec writes it, such as ``$.players[0].tiles``."""


def score_file(
    file: str | None, language: str, *, as_json: bool = False, as_csv: bool = False
) -> Status:
    """Score a sheet, print its points, and return what that means for the exit status.

    Args:
        file: The sheet; None asks for it if there is a terminal, and reads standard input if not.
        language: The language of the table.
        as_json: Print one JSON object instead of a table.
        as_csv: Print lines for a spreadsheet instead.

    Raises:
        OSError: Nobody reads what is printed, or there is no room for it.
    """
    spoken = words(language)
    show = partial(_shown, spoken=spoken, as_json=as_json, as_csv=as_csv)
    if file is None and sys.stdin is not None and sys.stdin.isatty():
        return _asked(show, spoken, only_one=as_json)
    file = file or STANDARD_INPUT
    try:
        with opened(file) as stream:
            sheet = scored_sheet(stream)
    except Refused as refused:
        complain(complaints(file, refused, spoken))
        return refused.status
    show(sheet)
    return Status.DONE


def _asked(show: Callable[[Scored], None], spoken: Words, *, only_one: bool) -> Status:
    """Ask for one epoch after the other, or for one only, and show what each is worth."""

    def tell(line: str) -> None:
        complain([line])

    tally = ask_for_tally(ask, tell, spoken)
    if tally is None:
        complain([spoken.say("Nothing is scored: a sheet has at least two players.")])
        return Status.IMPOSSIBLE
    while tally is not None:
        sheet = scored(tally)
        show(sheet)
        tally = None if only_one else ask_for_next(sheet, ask, tell, spoken)
    return Status.DONE


def _shown(sheet: Scored, *, spoken: Words, as_json: bool, as_csv: bool) -> None:
    if as_json:
        write([msgspec.json.encode(result(sheet)) + b"\n"])
    elif as_csv:
        write(points_table(sheet))
    else:
        say(account_of_sheet(sheet, spoken))


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
        read, in_table = text.decode(), is_table(text)
        objections = [
            Objection(
                line_of_row(mistake.place) if in_table else line_of(read, mistake.place), mistake
            )
            for mistake in why.mistakes
        ]
        raise Refused(Status.IMPOSSIBLE, *objections) from why


def _text(stream: BinaryIO) -> bytes:
    try:
        text = stream.read(LONGEST_SHEET + 1)
    except OSError as trouble:
        raise unreadable(1, trouble) from trouble
    return text.removeprefix(b"\xef\xbb\xbf")


def _tally(text: bytes) -> Tally:
    try:
        return read_table(text) if is_table(text) else read_sheet(text)
    except BadSheet as why:
        raise not_ours(_line(text, str(why)), why) from why


def _line(text: bytes, trouble: str) -> int:
    """Return the line on which a text is no sheet, as far as that can be told."""
    try:
        json.loads(text)
    except json.JSONDecodeError as why:
        return why.lineno
    except (ValueError, RecursionError):  # no text, or a number that is too long for Python
        return 1
    place = [key or int(position) for key, position in _STEP.findall(trouble)]
    return line_of(text.decode(), tuple(place))
