"""``ra-companion score``: what a score sheet is worth, read from a file or asked line by line."""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import BinaryIO
from unicodedata import combining, east_asian_width

import msgspec
from msgspec.structs import replace

from companion.cli.terminal.options import SpokenOptions
from companion.cli.terminal.output import ask, complain, prompt, refuse, say, write
from companion.cli.terminal.parser import STATUSES_OF_GAMES, CommandParser
from companion.i18n import Words, mark
from companion.narration import CATEGORIES, reason, tie_break
from companion.rules.editions import SUN_GROUPS, NoPenalty, Suns
from companion.rules.model import LAST_EPOCH
from companion.rules.records.json_text import line_of
from companion.rules.records.shapes import Malformed
from companion.rules.scoring.reasons import reasons, tie_breaks
from companion.rules.scoring.scoring import EpochScore, Ranking, categories
from companion.rules.scoring.sheet import (
    LONGEST_SHEET,
    BadSheet,
    IllegalSheet,
    Row,
    Scored,
    Tally,
    TwoPlayers,
    label,
    mistakes_of_players,
    read_sheet,
    result,
    scored,
)
from companion.storage import FileRefused, Status, files, score_sheets, shorthand
from companion.storage.files import STANDARD_INPUT, Objection, not_ours, opened, unreadable
from companion.storage.score_sheets import is_table, line_of_row, read_table

Hear = Callable[[str], str | None]
"""Ask with these words and return the answer; None when there will be no more answers."""

_PENALTIES = (
    ("", NoPenalty.OFF),
    ("no", NoPenalty.OFF),
    ("off", NoPenalty.OFF),
    ("final_only", NoPenalty.FINAL_ONLY),
    ("every_epoch", NoPenalty.EVERY_EPOCH),
)


def ask_for_tally(hear: Hear, tell: Callable[[str], None], words: Words) -> Tally | None:
    """Ask for the epoch and for every player, and return the sheet, which has no mistakes.

    Args:
        hear: Asks.
        tell: Says something that needs no answer.
        words: The language.

    Returns:
        The sheet, or None if the answers ended before there were two players.
    """
    epoch = _epoch(hear, words)
    if epoch is None:
        return None
    tell(words.say("One line per player, such as: Anna: 3p 1f 4n art2 pyr3 s13,5,2 b20"))
    tell(words.say("(s: suns; b: points before this epoch; blank line after the last player)"))
    rows = _rows(epoch, hear, tell, words)
    if len(rows) < min(SUN_GROUPS):
        return None
    spared = _no_penalty(hear, words) if len(rows) == min(SUN_GROUPS) else NoPenalty.OFF
    return Tally(epoch, rows, TwoPlayers(two_player_no_penalty=spared))


def ask_for_next(
    sheet: Scored, hear: Hear, tell: Callable[[str], None], words: Words
) -> Tally | None:
    """Ask whether the game goes on with these people, and then for each of them, by name.

    Args:
        sheet: The epoch before, whose points are carried on.
        hear: Asks.
        tell: Says something that needs no answer.
        words: The language.

    Returns:
        The sheet of the next epoch, or None if there is none, or not everybody was told.
    """
    before = sheet.tally
    if before.epoch == LAST_EPOCH:
        return None
    question = words.say("Score the next epoch too, yes or no? [no] ")
    said = (hear(question) or "").strip().casefold()
    if not said or not "yes".startswith(said):
        return None
    tally = Tally(before.epoch + 1, (), before.options)
    while len(tally.players) < len(before.players):
        seat = len(tally.players)
        line = hear(f"{sheet.names[seat]}? ")
        if line is None:
            return None
        carried = before.players[seat].name, sheet.scores[seat].after
        tally = _with(line, tally, tell, words, carried)
    return tally


def _epoch(hear: Hear, words: Words) -> int | None:
    while (answer := hear(words.say("Which epoch has ended, 1, 2 or 3? "))) is not None:
        if answer.strip() in map(str, range(1, LAST_EPOCH + 1)):
            return int(answer)
    return None


def _rows(epoch: int, hear: Hear, tell: Callable[[str], None], words: Words) -> tuple[Row, ...]:
    rows: tuple[Row, ...] = ()
    while len(rows) < max(SUN_GROUPS):
        line = hear(words.say("Player {number}? ", number=len(rows) + 1))
        if line is None or (not line.strip() and len(rows) >= min(SUN_GROUPS)):
            break
        if line.strip():
            rows = _with(line, Tally(epoch, rows), tell, words).players
    return rows


def _with(
    line: str,
    tally: Tally,
    tell: Callable[[str], None],
    words: Words,
    carried: tuple[str | None, int] | None = None,
) -> Tally:
    """Return the sheet with one more player, or as it was if the line cannot be."""
    try:
        row = shorthand.read_row(line, words)
    except shorthand.Unread as why:
        for puzzle in why.puzzles:
            tell(shorthand.puzzle(puzzle, words))
        return tally
    if carried is not None:
        name, before = carried
        row = replace(row, name=name, before=before if row.before is None else row.before)
    longer = Tally(tally.epoch, (*tally.players, row), tally.options)
    tell(shorthand.in_words(row, label(longer, len(tally.players)), words))
    found = mistakes_of_players(longer)
    for mistake in found:
        tell(files.mistake(mistake, words))
    return tally if found else longer


def _no_penalty(hear: Hear, words: Words) -> NoPenalty:
    question = words.say("Waive the penalty for lowest: no, final_only or every_epoch? [no] ")
    while (answer := hear(question)) is not None:
        said = answer.strip().casefold()
        for word, penalty in _PENALTIES:
            if said == word or (said and word.startswith(said)):
                return penalty
    return NoPenalty.OFF


_LONGEST_HEADING = 16

_GAP = "  "


def account_of_sheet(sheet: Scored, words: Words) -> list[str]:
    """Return the lines of a scored sheet: the table, the reasons, and who has won."""
    lines = points_table(sheet.names, sheet.scores, sheet.tally.epoch, words)
    lines += ["", *_reasons(sheet, words)]
    if sheet.ranking is not None:
        totals = [points.after for points in sheet.scores]
        suns = [own.suns for own in sheet.sheets]
        lines += ["", *ending_lines(sheet.ranking, sheet.names, totals, suns, words)]
    return lines


def points_table(
    names: Sequence[str], scores: Sequence[EpochScore], epoch: int, words: Words
) -> list[str]:
    """Return a line for every category, and a column for every player."""
    rows = [["", *(_short(name) for name in names)]]
    for category in categories(epoch):
        row = [signed(points.points(category)) for points in scores]
        rows.append([words.say(CATEGORIES[category]), *row])
    rows += [
        [words.say("Sum"), *(signed(points.net) for points in scores)],
        [words.say("Before"), *(str(points.before) for points in scores)],
        [words.say("After"), *(str(points.after) for points in scores)],
    ]
    return aligned(rows)


def ranking_lines(
    ranking: Ranking, names: Sequence[str], totals: Sequence[int], words: Words
) -> list[str]:
    """Return a line for every place, the winner first."""
    return [
        words.say("{place}. {name}: {points}", place=place, name=names[seat], points=totals[seat])
        for place, seat in enumerate(ranking.seats, start=1)
    ]


def ending_lines(
    ranking: Ranking,
    names: Sequence[str],
    totals: Sequence[int],
    suns: Sequence[Suns],
    words: Words,
) -> list[str]:
    """Return the same, and how ties were broken."""
    ties = [tie_break(tied, names, words) for tied in tie_breaks(ranking, totals, suns)]
    return [*ranking_lines(ranking, names, totals, words), *ties]


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
        for line in (name, *(_GAP + next(lines) for _ in of_player))
    ]


def aligned(rows: Sequence[Sequence[str]], left: Sequence[int] = (0,)) -> list[str]:
    """Return rows of texts as lines in which the columns stand below each other.

    Args:
        rows: The texts; all rows have the same number of them.
        left: The columns that are aligned to the left; numbers are aligned to the right.
    """
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        _GAP.join(
            text + _blank(text, room) if column in left else _blank(text, room) + text
            for column, (text, room) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def signed(points: int) -> str:
    """Return points that are added to others; nothing has no sign."""
    return f"{points:+}" if points else "0"


def width(text: str) -> int:
    """Return how many columns of a terminal a text takes; East Asian letters take two."""
    return sum(
        0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text
    )


def _blank(text: str, room: int) -> str:
    return " " * (room - width(text))


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_HEADING else name[: _LONGEST_HEADING - 1] + "…"


ABOUT = mark("""\
Score an epoch, or the end of a game, from what everybody has.

FILE is a score sheet in JSON. Without FILE, on a terminal, you are asked for one line per player,
such as  Anna: 3p 1f 4n art2 pyr3 s13,5,2 b20  for three pharaohs, one flood, four Niles, two Art,
three pyramids, the suns 13, 5 and 2, and 20 points before.

examples:
  ra-companion score
  ra-companion score sheet.json
  echo '{"epoch": 1, "players": [{"tiles": {"god": 2}}, {"tiles": {"gold": 1}}]}' |
      ra-companion score - --json
""")

END = mark("""\
An impossible sheet is refused with every reason, one per line, as
FILE:LINE: reason on standard error.
""")


class Options(SpokenOptions, frozen=True, kw_only=True):
    """Which sheet, and in which form its points are told."""

    file: str | None = None
    """None asks for it if there is a terminal, and reads standard input if not."""
    json: bool = False
    csv: bool = False


def declare(parser: CommandParser) -> None:
    """Say what can stand on the command line."""
    parser.describe(ABOUT, END, STATUSES_OF_GAMES)
    parser.add("file", nargs="?", metavar="FILE", help=mark("a score sheet (- for standard input)"))
    parser.add_one_of(
        json=mark("print points as one JSON object"), csv=mark("print CSV for a spreadsheet")
    )
    parser.add_language()


def run(options: Options) -> Status:
    """Score a sheet, print its points, and return what that means for the exit status.

    Raises:
        OSError: Nobody reads what is printed, or there is no room for it.
    """
    spoken = options.said
    show = partial(_shown, spoken=spoken, as_json=options.json, as_csv=options.csv)
    if options.file is None and sys.stdin is not None and sys.stdin.isatty():
        return _asked(show, spoken, only_one=options.json)
    file = options.file or STANDARD_INPUT
    try:
        with opened(file) as stream:
            sheet = scored_sheet(stream)
    except FileRefused as refused:
        refuse(file, refused, spoken)
        return refused.status
    show(sheet)
    return Status.DONE


def _asked(show: Callable[[Scored], None], spoken: Words, *, only_one: bool) -> Status:
    """Ask for one epoch after the other, or for one only, and show what each is worth."""

    def tell(line: str) -> None:
        prompt([line])

    tally = ask_for_tally(ask, tell, spoken)
    if tally is None:
        complain([spoken.say("No scores: a sheet needs at least two players.")])
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
        write(score_sheets.points_table(sheet))
    else:
        say(account_of_sheet(sheet, spoken))


def scored_sheet(stream: BinaryIO) -> Scored:
    """Read a score sheet and return what it is worth.

    Raises:
        FileRefused: It cannot be read, or it cannot lie on a table; every reason has its line.
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
        raise FileRefused(Status.IMPOSSIBLE, *objections) from why


def _text(stream: BinaryIO) -> bytes:
    try:
        text = stream.read(LONGEST_SHEET + 1)
    except OSError as trouble:
        raise unreadable(0, trouble) from trouble
    return text.removeprefix(b"\xef\xbb\xbf")


def _tally(text: bytes) -> Tally:
    try:
        return read_table(text) if is_table(text) else read_sheet(text)
    except BadSheet as why:
        raise not_ours(_line(text, why), why) from why


def _line(text: bytes, why: BadSheet) -> int:
    """Return the line at which a text stops being a sheet, if that can be determined."""
    told = why.fault.told
    if told is None:
        return 1
    if is_table(text):
        return line_of_row(told.place)
    if why.fault.malformed is Malformed.NO_SHEET:
        return line_of(text.decode(), told.place)
    at = told.facts.get("character", len(text) + 1)
    said = text.decode(errors="replace").rstrip()  # what ends too early, ends on its last line
    return said[: int(at) - 1].count("\n") + 1
