"""The index of saved games: an SQLite file made from the journals, which may be lost at any time.

It holds nothing that cannot be made from the journals. One of another version, or one that turns
out to be damaged, is deleted and made anew.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, TypeVar

import msgspec

from companion.journal import games_dir
from companion.journal.disk import open_file
from companion.journal.filesystem import JournalBroken
from companion.journal.games_dir import GameFile
from companion.journal.lines import GameId, Line

NAME = "history.sqlite"
"""The index's file in the data folder."""

TROUBLES = (sqlite3.Error, OSError, UnicodeDecodeError)
"""What is raised where the disk refuses, another program holds the index, or it is damaged."""

_VERSION = 5

_TABLES = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS games (game TEXT PRIMARY KEY, number INTEGER, size INTEGER,
    changed_ns INTEGER, edition TEXT, is_over INTEGER, minutes INTEGER, events INTEGER,
    begun_ms INTEGER, last_ms INTEGER, is_whole INTEGER);
CREATE TABLE IF NOT EXISTS sitters (game TEXT REFERENCES games ON DELETE CASCADE, seat INTEGER,
    name TEXT, score INTEGER, place INTEGER, PRIMARY KEY (game, seat)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS counts (game TEXT REFERENCES games ON DELETE CASCADE, who TEXT,
    counts TEXT, PRIMARY KEY (who, game)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS reviews (game TEXT PRIMARY KEY REFERENCES games ON DELETE CASCADE,
    found BLOB);
CREATE INDEX IF NOT EXISTS games_by_number ON games (number);
CREATE INDEX IF NOT EXISTS sitters_by_name ON sitters (name);
CREATE INDEX IF NOT EXISTS counts_by_game ON counts (game);
PRAGMA user_version = {_VERSION};
COMMIT;
"""

_PATIENCE_SECONDS = 2.0

_BATCH = 25
"""So many games are read, then written at once: nobody else waits long for the index."""


class Sitter(NamedTuple):
    """Who sat at the table."""

    name: str
    score: int | None = None
    """Points at the end; None while there is no end."""
    place: int | None = None
    """1 for who won; None while there is no end."""


class Description(NamedTuple):
    """A game as the code that knows the rules describes it."""

    players: tuple[Sitter, ...]
    """In the order of seats."""
    edition: str
    is_over: bool
    minutes: int = 0
    """How long it was played, pauses left out; 0 if that is not known."""
    counts: Mapping[str, dict[str, int]] = MappingProxyType({})
    """What it adds to the statistics: of everybody by name, and of the table (an empty name)."""


Describe = Callable[[Sequence[Line]], Description]
"""Describes a game by its lines, the header first. If it raises anything, the game is unread."""


class IndexedGame(NamedTuple):
    """A game in the index."""

    game: GameId
    players: tuple[Sitter, ...]
    """In the order of seats."""
    edition: str
    is_over: bool
    minutes: int
    events: int
    """How many lines of its journal are proved, the header not counted."""
    begun_ms: int
    """When it was begun, in milliseconds since 1970 by the clock on the wall."""
    last_ms: int
    """When the last line was written, by the same clock."""
    is_whole: bool
    """Whether all of its file is proved."""


class GameQuery(NamedTuple):
    """Which games one asks for; what is not given does not matter."""

    player: str | None = None
    edition: str | None = None
    is_over: bool | None = None
    since_ms: int | None = None
    """Begun then or later."""
    until_ms: int | None = None
    """Begun earlier than that."""
    is_named: bool | None = None
    """Whether anybody has a name that is more than the number of a seat, such as ``#2``."""
    skip: int = 0
    limit: int = 50


_CONDITIONS = {
    "player": "game IN (SELECT game FROM sitters WHERE name = ?)",
    "edition": "edition = ?",
    "is_over": "is_over = ?",
    "since_ms": "begun_ms >= ?",
    "until_ms": "begun_ms < ?",
    "is_named": "game IN (SELECT game FROM sitters WHERE name NOT GLOB '#*') = ?",
}

LATEST = GameQuery()

Advance = Callable[[int, int], None]
"""Is told now and then how many games have been read, and of how many."""

Answer = TypeVar("Answer")


def _nobody(_done: int, _of: int) -> None:
    """Tell nobody how far it is."""


class Index:
    """The index of a data folder, open."""

    def __init__(self, data: Path, db: sqlite3.Connection) -> None:
        self.unread: tuple[GameId, ...] = ()
        """Games that could not be read when the index was brought up to date."""
        self._data, self._db = data, db

    def changed(self) -> list[GameFile]:
        """Return the games that are new or have changed since they were read; forget lost ones.

        Raises:
            JournalBroken: The folder of the games cannot be read.
        """
        here = {file.game: file for file in games_dir.game_files(self._data)}
        rows = self._db.execute("SELECT game, size, changed_ns FROM games")
        known = {game: (size, changed_ns) for game, size, changed_ns in rows}
        with self._at_once():
            for game in known.keys() - here.keys():
                self._forget(game)
        return [file for game, file in here.items() if known.get(game) != _state(file)]

    def sync(self, describe: Describe, advance: Advance = _nobody) -> None:
        """Read every game that is new or has changed.

        Raises:
            JournalBroken: The folder of the games cannot be read.
        """
        changed, unread = self.changed(), list[GameId]()
        for start in range(0, len(changed), _BATCH):
            advance(start, len(changed))
            batch = [(each, _read(each, describe)) for each in changed[start : start + _BATCH]]
            with self._at_once():
                for file, rows in batch:
                    self._forget(file.game)
                    if rows is not None:
                        self._put(*rows)
                    elif _was_begun(file):
                        unread.append(file.game)
        if changed:
            advance(len(changed), len(changed))
        self.unread = tuple(unread)

    def games(self, wanted: GameQuery = LATEST) -> tuple[IndexedGame, ...]:
        """Return the games that one asks for, newest first."""
        asked = {text: getattr(wanted, field) for field, text in _CONDITIONS.items()}
        given = {text: value for text, value in asked.items() if value is not None}
        rows = self._db.execute(
            "SELECT game, edition, is_over, minutes, events, begun_ms, last_ms, is_whole"  # noqa: S608 - the words stand above
            f" FROM games WHERE {' AND '.join(given) or '1'}"
            " ORDER BY number DESC, game DESC LIMIT ? OFFSET ?",
            (*given.values(), wanted.limit, wanted.skip),
        )
        return tuple(
            IndexedGame(
                game, self._sitters(game), edition, bool(over), minutes, events, begun, last,
                bool(whole),
            )
            for game, edition, over, minutes, events, begun, last, whole in rows.fetchall()
        )  # fmt: skip

    def _sitters(self, game: GameId) -> tuple[Sitter, ...]:
        rows = self._db.execute(
            "SELECT name, score, place FROM sitters WHERE game = ? ORDER BY seat", (game,)
        )
        return tuple(Sitter(*row) for row in rows)

    def names(self) -> tuple[str, ...]:
        """Return who has played, who played last first."""
        rows = self._db.execute(
            "SELECT name, max(number), seat FROM sitters JOIN games USING (game)"
            " GROUP BY name ORDER BY max(number) DESC, seat"
        )
        return tuple(name for name, *_ in rows)

    def months(self) -> tuple[str, ...]:
        """Return the months in which games were begun, such as ``2026-01``, the latest first."""
        rows = self._db.execute(
            "SELECT DISTINCT strftime('%Y-%m', begun_ms / 1000, 'unixepoch') AS month FROM games"
            " WHERE month IS NOT NULL ORDER BY month DESC"
        )
        return tuple(month for (month,) in rows)

    def totals(self, who: str) -> dict[str, int]:
        """Return what all games add up to for a player, or for the table (an empty name)."""
        rows = self._db.execute("SELECT counts FROM counts WHERE who = ?", (who,))
        return _sums(counts for (counts,) in rows)

    def everybody(self) -> dict[str, dict[str, int]]:
        """Return the totals of all players, by name."""
        rows = self._db.execute("SELECT who, counts FROM counts WHERE who <> '' ORDER BY who")
        return {
            who: _sums(counts for _, counts in own) for who, own in groupby(rows, itemgetter(0))
        }

    def players(self) -> tuple[str, ...]:
        """Return the players of whom there are totals, by the alphabet."""
        rows = self._db.execute("SELECT DISTINCT who FROM counts WHERE who <> '' ORDER BY who")
        return tuple(who for (who,) in rows)

    def keep_review(self, game: GameId, found: bytes) -> None:
        """Keep the look back at a game until its journal changes."""
        with suppress(sqlite3.IntegrityError):  # the game is gone
            self._db.execute("REPLACE INTO reviews VALUES (?, ?)", (game, found))

    def review(self, game: GameId) -> bytes | None:
        """Return the look back that was kept; None if there is none."""
        row = self._db.execute("SELECT found FROM reviews WHERE game = ?", (game,)).fetchone()
        return None if row is None else row[0]

    def reviewed(self) -> frozenset[GameId]:
        """Return the games whose look back was kept."""
        return frozenset(game for (game,) in self._db.execute("SELECT game FROM reviews"))

    def scrub(self) -> None:
        """Leave nothing in the file of what the index does not say any more."""
        self._db.execute("VACUUM")

    @contextmanager
    def _at_once(self) -> Iterator[None]:
        """Let everything that is written here count, or nothing."""
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            yield

    def _forget(self, game: GameId) -> None:
        self._db.execute("DELETE FROM games WHERE game = ?", (game,))

    def _put(self, game: "_Row", sitters: "list[_Row]", counts: "list[_Row]") -> None:
        self._db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", game)
        self._db.executemany("INSERT INTO sitters VALUES (?, ?, ?, ?, ?)", sitters)
        self._db.executemany("INSERT INTO counts VALUES (?, ?, ?)", counts)


_COUNTS = msgspec.json.Decoder(dict[str, int])


def _sums(games: Iterable[str]) -> dict[str, int]:
    """Return what the counts of games add up to, several times as fast as SQLite does."""
    found: dict[str, int] = {}
    try:
        for counts in games:
            for key, number in _COUNTS.decode(counts).items():
                found[key] = found.get(key, 0) + number
    except msgspec.MsgspecError as why:
        raise sqlite3.DatabaseError("The index is damaged") from why
    return found


_Row = tuple[object, ...]

_Rows = tuple[_Row, list[_Row], list[_Row]]
"""What a game adds to each of the three tables."""


def _state(file: GameFile) -> tuple[int, int] | None:
    """Return how a game's file looks: if it looks the same later, it has not changed."""
    try:
        found = file.path.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def _read(file: GameFile, describe: Describe) -> _Rows | None:
    """Read a game and return its rows; None if it cannot be read, or makes no sense."""
    try:
        state, verified = _state(file), games_dir.read(file)
        if state is None or not verified.lines:
            return None
        game, first, last = file.game, verified.lines[0].wall_ms, verified.lines[-1].wall_ms
        said = describe(verified.lines)
        events, is_whole = len(verified.lines) - 1, verified.flaw is None
        facts = (said.edition, said.is_over, said.minutes, events, first, last, is_whole)
        counts = {who: msgspec.json.encode(own).decode() for who, own in said.counts.items()}
    except Exception:  # noqa: BLE001 - a strange game may raise anything
        return None
    if not all(-_HIGHEST <= each <= _HIGHEST for each in facts[1:]):
        return None
    return (
        (game, file.number, *state, *facts),
        [(game, seat, *who) for seat, who in enumerate(said.players)],
        [(game, who, own) for who, own in counts.items()],
    )


def _was_begun(file: GameFile) -> bool:
    """Whether there ever was a game in a file; also if that cannot be told."""
    try:
        return games_dir.glimpse(file).was_begun
    except JournalBroken:
        return True


def ask(
    data: Path, describe: Describe, question: Callable[[Index], Answer], advance: Advance = _nobody
) -> Answer:
    """Bring the index up to date, and return what it answers to a question.

    If it turns out to be damaged it is made anew, and asked again.

    Args:
        data: The data folder.
        describe: Describes a game.
        question: Asks the index; called again if it was damaged.
        advance: Is told how many games have been read.

    Raises:
        sqlite3.Error: Another program holds the index, or the disk refuses.
        OSError: The disk refuses; also `JournalBroken`.
    """

    def asked() -> Answer:
        with opened(data) as index:
            index.sync(describe, advance)
            return question(index)

    try:
        return asked()
    except TROUBLES as why:
        if not _is_damage(why):
            raise
    remove(data)
    return asked()


@contextmanager
def opened(data: Path) -> Iterator[Index]:
    """Open the index as it is; one of another version is made anew, and empty.

    Raises:
        sqlite3.Error: Another program holds it, or the disk refuses.
        OSError: The disk refuses.
    """
    try:
        db = _connected(data)
    except TROUBLES as why:
        if not _is_damage(why):
            raise
        remove(data)
        db = _connected(data)
    with closing(db):
        yield Index(data, db)


def remove(data: Path) -> None:
    """Delete the index: the next who asks makes it anew.

    Raises:
        OSError: The disk refuses.
    """
    for file in _files(data):
        file.unlink(missing_ok=True)


def _files(data: Path) -> tuple[Path, Path]:
    """Return the index's file, and what SQLite keeps beside it while it writes."""
    return data / NAME, data / f"{NAME}-journal"


def _connected(data: Path) -> sqlite3.Connection:
    for file in _files(data):
        with suppress(FileNotFoundError):
            open_file(file).close()  # SQLite would wait for a pipe
    with ExitStack() as stack:
        db = sqlite3.connect(data / NAME, timeout=_PATIENCE_SECONDS, isolation_level=None)
        stack.callback(db.close)
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA secure_delete = ON")
        if _version(db) == 0:
            db.executescript(_TABLES)
        if _version(db) != _VERSION:
            raise sqlite3.DatabaseError("The index is of another version")
        stack.pop_all()
    return db


def _version(db: sqlite3.Connection) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)


_PASSING = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOMEM,
}
"""Faults that a new index would have, too."""


def _is_damage(why: Exception) -> bool:
    if isinstance(why, OSError):
        return False
    return getattr(why, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF not in _PASSING


_HIGHEST = 2**63 - 1
"""SQLite has no room for higher numbers."""
