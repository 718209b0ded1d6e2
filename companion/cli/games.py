"""``ra-companion games``: searches and lists saved games, page by page if there are many."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated

import msgspec

from companion.cli.terminal import output
from companion.cli.terminal.options import EDITIONS, GamesOptions, called, count, day
from companion.cli.terminal.output import complain, remark, say, write
from companion.cli.terminal.progress import progress
from companion.cli.terminal.table import aligned
from companion.exports.kept_game import describe, no_index
from companion.i18n import Words, printable
from companion.journal import games_dir, index
from companion.journal.filesystem import JournalBroken
from companion.journal.index import Answer, GameQuery, Index, IndexedGame
from companion.journal.lines import Flaw, GameId
from companion.options import Option
from companion.storage import Status

ABOUT = """\
List saved games, newest first: number, start (UTC) and players.
"""

EXAMPLES = """\
Examples:
  ra-companion games
  ra-companion games --player Anna --edition c25 --since 2026-01-01
  ra-companion games --json | head -1
  ra-companion games --rebuild      rebuild the index from the games themselves
"""

LONGEST_LIST = 100_000

_NOTHING_FITS = ("No saved game fits",)

_DAY_MS = 86_400_000

SORTS: Mapping[str, Callable[[IndexedGame], object] | None] = {
    "newest": None,
    "oldest": lambda entry: (len(entry.game), entry.game),
    "longest": lambda entry: -entry.minutes,
    "points": lambda entry: -max((who.score or 0 for who in entry.players), default=0),
}
"""What a list can be sorted by; the index gives the newest first."""

NEWEST = "newest"


class Options(GamesOptions, frozen=True, kw_only=True):
    """Which games are listed, and how."""

    player: Annotated[str | None, Option("only games of this player", "NAME", read=called)] = None
    edition: Annotated[str | None, Option("only games of this edition", "NAME", EDITIONS)] = None
    since: Annotated[
        date | None, Option("started on this day (UTC) or later: 2026-01-31", "DAY", read=day)
    ] = None
    until: Annotated[
        date | None, Option("started on this day (UTC) or earlier", "DAY", read=day)
    ] = None
    limit: Annotated[int | None, Option("show at most this many", "N", read=count)] = None
    sort: Annotated[str, Option("order", "BY", tuple(SORTS))] = NEWEST
    json: Annotated[bool, Option("print one JSON object per line")] = False
    rebuild: Annotated[bool, Option("rebuild the index first")] = False

    def wanted(self) -> GameQuery:
        """Return what is wanted in the terms of the index."""
        is_cut_there = self.limit is not None and self.sort == NEWEST
        return GameQuery(
            player=self.player,
            edition=self.edition,
            since_ms=None if self.since is None else _midnight_ms(self.since),
            until_ms=None if self.until is None else _midnight_ms(self.until) + _DAY_MS,
            limit=self.limit if is_cut_there and self.limit else LONGEST_LIST,
        )

    def ordered(self, found: tuple[IndexedGame, ...]) -> tuple[IndexedGame, ...]:
        """Return what was found as it is wanted."""
        by = SORTS[self.sort]
        entries = found if by is None else tuple(sorted(found, key=by))  # type: ignore[arg-type]
        return entries[: self.limit]


def run(options: Options) -> int:
    """Print the games that one asks for, and return the exit status."""
    data, words = options.data_folder, options.words
    if not games_dir.game_files(data):
        remark(_unread(data, ()))
        return no_games(data, for_programs=options.json)
    wanted = options.wanted()
    answer = asked(
        options, lambda known: (known.games(wanted), known.unread), is_new=options.rebuild
    )
    if answer is None:
        return Status.UNREADABLE
    found, unread = answer
    remark(_unread(data, unread))
    entries = options.ordered(found)
    if options.json:
        write(msgspec.json.encode(_facts(entry)) + b"\n" for entry in entries)
    elif not entries:
        say(_NOTHING_FITS)
    else:
        _say_in_pages(aligned([_row(entry, words) for entry in entries], left=range(4)))
    return Status.DONE


def asked(
    options: GamesOptions, question: Callable[[Index], Answer], *, is_new: bool = False
) -> Answer | None:
    """Bring the index up to date, and return what it answers; None if it cannot: that is said.

    Args:
        options: Whose games.
        question: Asks it.
        is_new: Whether it is made from the games alone.
    """
    data = options.data_folder
    try:
        with progress() as advance:
            if is_new:
                index.remove(data)
            return index.ask(data, describe, question, advance)
    except index.TROUBLES as why:
        complain([no_index(why)])
        return None


def _unread(data: Path, games: Iterable[GameId]) -> Iterator[str]:
    """Yield which games cannot be read and why, and what was set aside of others."""
    for game in games:
        file = games_dir.find(data, game)
        if file is not None:
            yield why_unread(file)
    for path in games_dir.lost(data):
        yield f"Nothing of a game could be read; its file is {path}"


def why_unread(file: games_dir.GameFile) -> str:
    """Return why a game cannot be read; its version is blamed only if it is the cause."""
    try:
        is_lost = isinstance(games_dir.glimpse(file).first, Flaw)
    except JournalBroken as why:
        return f"Game {file.game} cannot be read: {why.strerror or why}"
    if is_lost:
        return f"Nothing of game {file.game} can be read: its file is empty or damaged"
    return f"This version cannot read game {file.game}"


def no_games(data: Path, *, for_programs: bool) -> Status:
    """Say that there are no games in a folder, or no folder: nobody has played here yet."""
    if not for_programs:
        say([f"No saved games in {data}"])
    return Status.DONE


def _midnight_ms(of: date) -> int:
    return int(datetime(of.year, of.month, of.day, tzinfo=UTC).timestamp()) * 1000


def _facts(entry: IndexedGame) -> dict[str, object]:
    return {
        "id": entry.game,
        "begun": _date(entry.begun_ms),
        "players": [sitter._asdict() for sitter in entry.players],
        "edition": entry.edition,
        "minutes": entry.minutes,
        "is_over": entry.is_over,
        "events": entry.events,
        "is_whole": entry.is_whole,
    }


def _date(wall_ms: int) -> str:
    """Return a time in UTC; a clock that was never set says 1970."""
    try:
        return f"{datetime.fromtimestamp(wall_ms / 1000, UTC):%Y-%m-%d %H:%M}"
    except (OverflowError, ValueError, OSError):
        return "?"


def _row(entry: IndexedGame, words: Words) -> tuple[str, str, str, str]:
    """Return number, beginning, state and players of a game."""
    names = words.list(
        sitter.name if sitter.score is None else f"{sitter.name} {sitter.score}"
        for sitter in sorted(entry.players, key=lambda sitter: sitter.place or 0)
    )
    state = words.say("finished") if entry.is_over else words.say("unfinished")
    number = entry.game.partition("-")[0]
    return number, _date(entry.begun_ms), state, names


_LESS = "less -FRX"
"""Shows at once what is short, and leaves on the terminal what was seen."""

_NONE = ("", "cat")


def _say_in_pages(lines: Sequence[str]) -> None:
    """Print lines for people, page by page if there are too many for their terminal.

    Raises:
        BrokenPipeError, NotPrintedError: As with `output.say`.
    """
    command = os.environ.get("PAGER", _LESS)
    fits = len(lines) < shutil.get_terminal_size().lines
    if fits or command in _NONE or not sys.stdout.isatty() or not _paged(lines, command):
        output.say(lines)


def _paged(lines: Sequence[str], command: str) -> bool:
    """Show lines with a pager, and return whether there is such a program."""
    try:
        words = shlex.split(command)
    except ValueError:
        return False
    if not words or shutil.which(words[0]) is None:
        return False
    output.finish()
    environment = {"LESS": "FRX", **os.environ}
    text = "".join(printable(line) + "\n" for line in lines)
    with suppress(BrokenPipeError, KeyboardInterrupt):  # somebody has seen enough
        subprocess.run(words, input=text.encode(), env=environment, check=False)  # noqa: S603 - what the owner of the terminal has named
    return True
