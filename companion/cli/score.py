"""``ra-companion score``: what a score sheet is worth."""

import sys
from typing import Annotated, BinaryIO

import msgspec

from companion.cli.terminal.options import JSON, SpokenOptions
from companion.cli.terminal.output import complain, refuse, say, write
from companion.cli.terminal.parser import STATUSES_OF_GAMES
from companion.cli.terminal.table import GAP, aligned, ending_lines, points_table, signed
from companion.i18n import Words
from companion.narration import CATEGORIES, reason
from companion.options import Argument
from companion.rules.problems import BadSheet, IllegalSheet, Refused
from companion.rules.scoring.reasons import reasons
from companion.rules.scoring.sheet import LONGEST_SHEET, Scored, read_sheet, result, scored
from companion.storage import FileRefused, Status
from companion.storage.files import STANDARD_INPUT, Objection, opened, unreadable

ABOUT = """\
Score an epoch, or the end of a game, from what everybody has.

FILE is a score sheet in JSON, such as the score assistant at the table saves. An impossible sheet
is refused with every reason, one per line, as FILE: reason on standard error.
"""

EXAMPLES = f"""\
Examples:
  ra-companion score sheet.json
  echo '{{"epoch": 1, "players": [{{"tiles": {{"god": 2}}}}, {{"tiles": {{"gold": 1}}}}]}}' |
      ra-companion score --json

{STATUSES_OF_GAMES}"""


class Options(SpokenOptions, frozen=True, kw_only=True):
    """Which sheet, and in which form its points are told."""

    file: Annotated[str | None, Argument("a score sheet (default: standard input)", "FILE")] = None
    json: Annotated[bool, JSON] = False


def run(options: Options) -> Status:
    """Score a sheet, print its points, and return what that means for the exit status.

    Raises:
        OSError: Nobody reads what is printed, or there is no room for it.
    """
    if options.file is None and sys.stdin is not None and sys.stdin.isatty():
        complain(["no score sheet: name a file, or pipe one in"])
        return Status.UNREADABLE
    file = options.file or STANDARD_INPUT
    try:
        with opened(file) as stream:
            sheet = scored_sheet(stream)
    except FileRefused as refused:
        refuse(file, refused)
        return refused.status
    if options.json:
        write([msgspec.json.encode(result(sheet)) + b"\n"])
    else:
        say(account_of_sheet(sheet, options.words))
    return Status.DONE


def account_of_sheet(sheet: Scored, words: Words) -> list[str]:
    """Return the lines of a scored sheet: the table, the reasons, and who has won."""
    lines = points_table(sheet.names, sheet.scores, sheet.tally.epoch, words)
    lines += ["", *_reasons(sheet, words)]
    if sheet.ranking is not None:
        totals = [points.after for points in sheet.scores]
        suns = [own.suns for own in sheet.sheets]
        lines += ["", *ending_lines(sheet.ranking, sheet.names, totals, suns, words)]
    return lines


def _reasons(sheet: Scored, words: Words) -> list[str]:
    """Return each player's name, and below it a line for every category."""
    explained = reasons(sheet.sheets, sheet.scores, sheet.tally.epoch)
    rows = [
        [words.say(CATEGORIES[given.category]), signed(given.points), reason(given, words)]
        for of_player in explained
        for given in of_player
    ]
    lines = iter(aligned(rows, left=(0, 2)))
    return [
        line
        for name, of_player in zip(sheet.names, explained, strict=True)
        for line in (name, *(GAP + next(lines) for _ in of_player))
    ]


def scored_sheet(stream: BinaryIO) -> Scored:
    """Read a score sheet and return what it is worth.

    Raises:
        FileRefused: It cannot be read, or it cannot lie on a table; every reason is given.
    """
    text = _text(stream)
    try:
        return scored(read_sheet(text))
    except BadSheet as why:
        raise _refused(Status.UNREADABLE, why) from why
    except IllegalSheet as why:
        raise _refused(Status.IMPOSSIBLE, why) from why


def _refused(status: Status, why: Refused) -> FileRefused:
    return FileRefused(status, *(Objection(0, problem) for problem in why.problems))


def _text(stream: BinaryIO) -> bytes:
    try:
        text = stream.read(LONGEST_SHEET + 1)
    except OSError as trouble:
        raise unreadable(0, trouble) from trouble
    return text.removeprefix(b"\xef\xbb\xbf")
