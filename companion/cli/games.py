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

import msgspec

from companion.cli.terminal import output
from companion.cli.terminal.options import GamesOptions
from companion.cli.terminal.output import complain, remark, write
from companion.cli.terminal.parser import CommandParser, day, most
from companion.cli.terminal.progress import progress
from companion.cli.terminal.table import aligned
from companion.exports.kept_game import describe_many, no_index
from companion.i18n import Words, mark
from companion.journal import games_dir
from companion.journal.filesystem import JournalBroken
from companion.journal.index import index, indexing
from companion.journal.index.indexing import Answer
from companion.journal.index.rows import IndexedGame, Reconciled, Wanted
from companion.journal.lines import Flaw, GameId
from companion.storage import Status

ABOUT = mark("""\
List saved games, newest first: number, start (UTC) and players.

examples:
  ra-companion games
  ra-companion games --player Anna --edition c25 --since 2026-01-01
  ra-companion games --json | head -1
  ra-companion games --rebuild      rebuild the index from the games themselves
""")

LONGEST_LIST = 100_000

_DAY_MS = 86_400_000

SORTS: Mapping[str, Callable[[IndexedGame], object] | None] = {
    "newest": None,
    "oldest": lambda entry: (len(entry.game), entry.game),
    "longest": lambda entry: -entry.row.minutes,
    "points": lambda entry: -max((who.score or 0 for who in entry.row.players), default=0),
}
"""What a list can be sorted by; the index gives the newest first."""

NEWEST = "newest"


class Options(GamesOptions, frozen=True, kw_only=True):
    """Which games are listed, and how."""

    json: bool = False
    rebuild: bool = False
    player: str | None = None
    edition: str | None = None
    since: date | None = None
    """Days are whole days in UTC."""
    until: date | None = None
    limit: int | None = None
    sort: str = NEWEST

    def wanted(self) -> Wanted:
        """Return what is wanted in the terms of the index."""
        is_cut_there = self.limit is not None and self.sort == NEWEST
        return Wanted(
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


def declare(parser: CommandParser) -> None:
    """Say what can stand on the command line."""
    parser.describe(ABOUT)
    parser.add_flag("--json", help=mark("print one JSON object per line"))
    parser.add_flag("--rebuild", help=mark("rebuild the index first"))
    parser.add("--player", metavar="NAME", help=mark("only games of this player"))
    parser.add_edition(help=mark("only games of this edition"))
    since = mark("started on this day or later, such as 2026-01-31")
    parser.add("--since", read=day, metavar="DAY", help=since)
    parser.add("--until", read=day, metavar="DAY", help=mark("started on this day or earlier"))
    parser.add("--limit", read=most, metavar="N", help=mark("list at most this many"))
    by = mark("newest (default), oldest, longest or points")
    parser.add("--sort", choices=tuple(SORTS), default=NEWEST, metavar="BY", help=by)
    parser.add_data()
    parser.add_language()


def run(options: Options) -> int:
    """Print the games that one asks for, and return the exit status."""
    data, said = options.data_folder, options.said
    if not games_dir.volumes(data):
        remark(_unread(data, (), said))
        return no_games(data, said, for_programs=options.json)
    wanted = options.wanted()
    answer = asked(options, lambda: index.games(data, wanted), is_new=options.rebuild)
    if answer is None:
        return Status.UNREADABLE
    found, listing = answer
    remark(_unread(data, found.unread, said))
    entries = options.ordered(listing.entries)
    if options.json:
        write(msgspec.json.encode(_facts(entry)) + b"\n" for entry in entries)
    else:
        _say_in_pages(aligned([_row(entry, said) for entry in entries], left=range(4)))
    return Status.DONE


def asked(
    options: GamesOptions, ask: Callable[[], Answer], *, is_new: bool = False
) -> tuple[Reconciled, Answer] | None:
    """Bring the index up to date, and return what became of it and what it answers.

    Args:
        options: Whose games.
        ask: Asks it.
        is_new: Whether it is made from the games alone.

    Returns:
        None if it cannot answer; that has been said.
    """
    data = options.data_folder
    with progress(options.said) as advance:
        effort = indexing.Effort(len(os.sched_getaffinity(0)), advance)
        if is_new:
            indexing.rebuild(data, describe_many, effort)
        found, answer = indexing.asked(data, describe_many, ask, effort)
    trouble = found.trouble or answer.trouble
    if trouble is None:
        return found, answer
    complain([no_index(trouble, options.said)])
    return None


def _unread(data: Path, games: Iterable[GameId], said: Words) -> Iterator[str]:
    """Yield which games cannot be read and why, and what was set aside of others."""
    for game in games:
        volume = games_dir.find(data, game)
        if volume is not None:
            yield why_unread(volume, said)
    for path in games_dir.lost(data):
        yield said.say("Nothing of a game could be read; its file is {file}", file=path)


def why_unread(volume: games_dir.Volume, said: Words) -> str:
    """Return why a game cannot be read; its version is blamed only if it is the cause."""
    try:
        is_lost = isinstance(games_dir.glimpse(volume).first, Flaw)
    except JournalBroken as why:
        reason = said.repeat(why.strerror or why)
        return said.say("Game {game} cannot be read: {why}", game=volume.game, why=reason)
    if is_lost:
        lost = mark("Nothing of game {game} can be read: its file is empty or damaged")
        return said.say(lost, game=volume.game)
    return said.say("This version cannot read game {game}", game=volume.game)


def no_games(data: Path, said: Words, *, for_programs: bool) -> Status:
    """Say that there are no games in a folder, or no folder: nobody has played here yet."""
    if not for_programs:
        _say_in_pages([said.say("No saved games in {folder}", folder=str(data))])
    return Status.DONE


def _midnight_ms(of: date) -> int:
    return int(datetime(of.year, of.month, of.day, tzinfo=UTC).timestamp()) * 1000


def _facts(entry: IndexedGame) -> dict[str, object]:
    return {
        "id": entry.game,
        "begun": _date(entry.begun_ms),
        "players": [msgspec.to_builtins(sitter) for sitter in entry.row.players],
        "edition": entry.row.edition,
        "minutes": entry.row.minutes,
        "is_over": entry.row.is_over,
        "events": entry.events,
        "is_whole": entry.is_whole,
    }


def _date(wall_ms: int) -> str:
    """Return a time in UTC; a clock that was never set says 1970."""
    try:
        return f"{datetime.fromtimestamp(wall_ms / 1000, UTC):%Y-%m-%d %H:%M}"
    except (OverflowError, ValueError, OSError):
        return "?"


def _row(entry: IndexedGame, said: Words) -> tuple[str, str, str, str]:
    """Return number, beginning, state and players of a game."""
    names = said.list(
        sitter.name if sitter.score is None else f"{sitter.name} {sitter.score}"
        for sitter in sorted(entry.row.players, key=lambda sitter: sitter.place or 0)
    )
    state = said.say("finished") if entry.row.is_over else said.say("unfinished")
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
    text = "".join(output.shown(line) + "\n" for line in lines)
    with suppress(BrokenPipeError, KeyboardInterrupt):  # somebody has seen enough
        subprocess.run(words, input=text.encode(), env=environment, check=False)  # noqa: S603 - what the owner of the terminal has named
    return True
