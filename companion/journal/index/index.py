"""The index of saved games: an SQLite file made from the journals, which may be lost at any time.

Every function opens the index, answers and closes it again, on any thread, and reports trouble as
a value: nothing here ever stops a game.
"""

import errno
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from zlib import crc32

from companion.journal.disk import open_file
from companion.journal.index.rows import (
    Counts,
    Described,
    FileState,
    GameTally,
    IndexedGame,
    IndexFault,
    IndexTrouble,
    Listing,
    Totals,
    Wanted,
    WrongRowError,
    counts_of,
    entry_of,
    packed_counts,
    tallies_of,
)
from companion.journal.lines import GameId

Index = sqlite3.Connection
"""The index, open."""

NAME = "history.sqlite"
"""The index's file in the data folder."""

_OURS = (0x52614361, 4)
"""Marks the file as an index of ours, and the version of its tables."""

_PRAGMAS = {
    "journal_mode": "truncate",
    "synchronous": 2,
    "trusted_schema": 0,
    "cell_size_check": 1,
    "temp_store": 2,
}

_PATIENCE_SECONDS = 0.25

_MOST_MONTHS = 36

_MOST_NAMED = 1000
"""This many of the newest games are asked who played."""

_TABLES = (
    (
        "CREATE TABLE games (digits INTEGER, game TEXT, size INTEGER, changed_ns INTEGER,"
        " entry BLOB, checksum INTEGER, begun_ms INTEGER, edition TEXT, is_over INTEGER,"
        " PRIMARY KEY (digits, game)) WITHOUT ROWID"
    ),
    "CREATE INDEX by_edition ON games (edition, digits, game)",
    "CREATE INDEX by_end ON games (is_over, digits, game)",
    "CREATE INDEX by_beginning ON games (begun_ms)",
    (
        "CREATE TABLE sitters (name TEXT, digits INTEGER, game TEXT,"
        " PRIMARY KEY (name, digits, game)) WITHOUT ROWID"
    ),
    "CREATE TABLE tallies (game TEXT PRIMARY KEY, counts BLOB, checksum INTEGER) WITHOUT ROWID",
    "CREATE TABLE totals (who TEXT PRIMARY KEY, counts BLOB, checksum INTEGER) WITHOUT ROWID",
    "CREATE TABLE reviews (game TEXT PRIMARY KEY, found BLOB, checksum INTEGER) WITHOUT ROWID",
    "CREATE TABLE seen (folder_ns INTEGER)",
)
"""Of two game numbers the one with more digits is the higher: so the key is the order."""

_FAULTS = {
    sqlite3.SQLITE_BUSY: IndexFault.LOCKED,
    sqlite3.SQLITE_LOCKED: IndexFault.LOCKED,
    sqlite3.SQLITE_READONLY: IndexFault.FAILED,
    sqlite3.SQLITE_IOERR: IndexFault.FAILED,
    sqlite3.SQLITE_FULL: IndexFault.FAILED,
    sqlite3.SQLITE_CANTOPEN: IndexFault.FAILED,
    sqlite3.SQLITE_PERM: IndexFault.FAILED,
    sqlite3.SQLITE_NOMEM: IndexFault.FAILED,
}

TROUBLES = (sqlite3.Error, OSError, ValueError)
"""`ValueError`, because a damaged file makes SQLite say what is no text; `WrongRowError` is one."""


def games(data: Path, wanted: Wanted = Wanted()) -> Listing:  # noqa: B008 - a frozen value
    """Return the games one asks for, newest first. Never raises.

    Each is as its journal said. A damaged index may leave some out until it is reconciled.
    """
    try:
        with opened(data) as index:
            fitting = (entry for entry, _ in entries(index, wanted) if wanted.fits(entry))
            found = islice(fitting, wanted.skip, wanted.skip + wanted.limit)
            return Listing(tuple(found), None)
    except TROUBLES as why:
        return Listing((), trouble(why))


def names(data: Path) -> tuple[str, ...]:
    """Return who played in the latest games, who played last first. Never raises: at worst nobody.

    So many games are looked at that nobody who still comes is missing.
    """
    listing = games(data, Wanted(limit=_MOST_NAMED))
    return tuple(dict.fromkeys(who.name for each in listing.entries for who in each.row.players))


def totals(data: Path, who: str) -> Totals:
    """Return what all games add up to for a player, or for `EVERYBODY`. Never raises.

    The sums are kept up with every game, so a hundred thousand games answer like ten.
    """
    try:
        with opened(data) as index:
            return Totals(_counts(index, who), None)
    except TROUBLES as why:
        return Totals({}, trouble(why))


def everybody(data: Path) -> dict[str, Counts]:
    """Return the totals of all players, by name. Never raises: at worst nobody's."""
    try:
        with opened(data) as index:
            rows = index.execute("SELECT * FROM totals WHERE who <> '' ORDER BY who")
            return {who: counts_of(who, *packed) for who, *packed in rows}
    except TROUBLES:
        return {}


def months(data: Path) -> tuple[str, ...]:
    """Return the months in which games were begun, as ``2026-01``, the latest first.

    Never raises: at worst none. No more than the latest `_MOST_MONTHS`; each is one look.
    """
    found: list[str] = []
    try:
        with opened(data) as index:
            before = None
            while len(found) < _MOST_MONTHS:
                ask = "SELECT max(begun_ms) FROM games WHERE begun_ms >= 0"
                more = "" if before is None else " AND begun_ms < ?"
                (latest,) = index.execute(
                    ask + more, () if before is None else (before,)
                ).fetchone()
                if latest is None:
                    break
                day = datetime.fromtimestamp(latest / 1000, UTC)
                found.append(f"{day:%Y-%m}")
                before = int(datetime(day.year, day.month, 1, tzinfo=UTC).timestamp()) * 1000
    except (*TROUBLES, OverflowError):
        return tuple(found)
    return tuple(found)


def named_since(data: Path) -> tuple[IndexedGame, ...]:
    """Return the games in which somebody still has a name that is not a number. Never raises.

    The index knows names by their letters, so games without any cost nothing.
    """
    try:
        with opened(data) as index:
            rows = index.execute(
                "SELECT DISTINCT game, size, changed_ns, entry, games.checksum FROM sitters"
                " CROSS JOIN games USING (digits, game) WHERE name < '#' OR name >= '$'"
            )
            return tuple(entry_of(row)[0] for row in rows)
    except TROUBLES:
        return ()


def keep_review(data: Path, game: GameId, found: bytes) -> None:
    """Keep the look back at a game until its journal changes. Never raises: at worst it is lost."""
    with suppress(*TROUBLES), opened(data) as index:
        index.execute("REPLACE INTO reviews VALUES (?, ?, ?)", (game, found, crc32(found)))


def review(data: Path, game: GameId) -> bytes | None:
    """Return the look back that was kept, as it was given; None if there is none. Never raises."""
    with suppress(*TROUBLES), opened(data) as index:
        ask = "SELECT found, checksum FROM reviews WHERE game = ?"
        for found, checksum in index.execute(ask, (game,)):
            return bytes(found) if crc32(found) == checksum else None
    return None


Sums = dict[str, Counter[str]]
"""What games add to the totals, or take away, by whose they are."""


def put_in(index: Index, found: Sequence[Described]) -> None:
    """Put games into all tables; they must not be in them, and the totals are kept apart."""
    rows, sitters, tallies = [], [], []
    for each in found:
        entry, game = each.entry, each.entry.game
        rows.append((len(game), *each.row, entry.begun_ms, entry.row.edition, entry.row.is_over))
        sitters += [(name, len(game), game) for name in {who.name for who in entry.row.players}]
        if each.packed is not None:
            tallies.append((game, *each.packed))
    index.executemany("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
    index.executemany("INSERT INTO sitters VALUES (?, ?, ?)", sitters)
    index.executemany("INSERT INTO tallies VALUES (?, ?, ?)", tallies)


def taken_out(index: Index, games: Sequence[GameId]) -> Sums:
    """Take games out of all tables, and return what that changes in the totals."""
    sums: Sums = {}
    index.executemany("DELETE FROM reviews WHERE game = ?", [(game,) for game in games])
    for game in _found_of(index, games):
        key = (len(game), game)
        for row in index.execute("SELECT * FROM games WHERE digits = ? AND game = ?", key):
            sitters = entry_of(row[1:6])[0].row.players
            index.executemany(
                "DELETE FROM sitters WHERE name = ? AND digits = ? AND game = ?",
                [(who.name, *key) for who in sitters],
            )
            index.execute("DELETE FROM games WHERE digits = ? AND game = ?", key)
        for row in index.execute("SELECT * FROM tallies WHERE game = ?", (game,)):
            sum_up(sums, tallies_of(*row), -1)
            index.execute("DELETE FROM tallies WHERE game = ?", (game,))
    return sums


def _found_of(index: Index, games: Sequence[GameId]) -> Iterator[GameId]:
    """Yield which of these games are in the index, in any of its tables."""
    for digits in {len(game) for game in games}:
        same = [game for game in games if len(game) == digits]
        marks = ",".join("?" * len(same))
        ask = (
            f"SELECT game FROM games WHERE digits = ? AND game IN ({marks})"  # noqa: S608
            f" UNION SELECT game FROM tallies WHERE game IN ({marks})"
        )
        yield from [GameId(game) for (game,) in index.execute(ask, (digits, *same, *same))]


def add_up(sums: Sums, more: Sums) -> None:
    """Add sums to others."""
    for who, counts in more.items():
        sums.setdefault(who, Counter()).update(counts)


def sum_up(sums: Sums, tallies: Iterable[GameTally], sign: int) -> None:
    """Add what a game brought, or take it away again."""
    for tally in tallies:
        of_player = sums.setdefault(tally.who, Counter())
        get = of_player.get  # of a Counter, `[]` calls a method in Python for what is not in it
        for what, number in tally.counts.items():
            of_player[what] = get(what, 0) + sign * number


def keep_sums(index: Index, sums: Sums) -> None:
    """Add to the totals; who is left with nothing is forgotten."""
    for who, more in sums.items():
        more.update(_counts(index, who))
        counts = {what: number for what, number in sorted(more.items()) if number}
        if counts:
            packed = (who, *packed_counts(who, counts))
            index.execute("REPLACE INTO totals VALUES (?, ?, ?)", packed)
        else:
            index.execute("DELETE FROM totals WHERE who = ?", (who,))


def _counts(index: Index, who: str) -> dict[str, int]:
    row = index.execute("SELECT * FROM totals WHERE who = ?", (who,)).fetchone()
    return {} if row is None else counts_of(*row)


def entries(index: Index, wanted: Wanted) -> Iterator[tuple[IndexedGame, FileState]]:
    """Yield what the table says of the games that may fit, newest first, each row proved."""
    table = "games"
    asked: list[tuple[str, str | int]] = []
    if wanted.player is not None:
        table = "sitters CROSS JOIN games USING (digits, game)"  # in this order, so without sorting
        asked.append(("name = ?", wanted.player))
    asked += [
        (condition, value)
        for condition, value in (
            ("edition = ?", wanted.edition),
            ("is_over = ?", wanted.is_over),
            ("begun_ms >= ?", wanted.since_ms),
            ("begun_ms < ?", wanted.until_ms),
        )
        if value is not None
    ]
    conditions = " AND ".join(condition for condition, _ in asked) or "1"
    rows = index.execute(
        f"SELECT game, size, changed_ns, entry, checksum FROM {table} WHERE {conditions}"  # noqa: S608 - the words stand above, the values do not
        " ORDER BY digits DESC, game DESC",
        [value for _, value in asked],
    )
    return (entry_of(row) for row in rows)


@contextmanager
def at_once(index: Index) -> Iterator[None]:
    """Let everything done here count, or nothing."""
    index.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if index.in_transaction:
            index.execute("ROLLBACK")
        raise
    index.execute("COMMIT")


@contextmanager
def opened(data: Path, *, make: bool = False) -> Iterator[Index]:
    """Open the index, proved to be one of ours, and close it again.

    Raises:
        sqlite3.Error: SQLite cannot read or write it.
        OSError: It is not there, or does not take the settings that make it safe.
        ValueError: It is not an index of this version.
    """
    path = data.absolute() / NAME
    if not make or path.exists():
        open_file(path).close()
    where = f"{path.as_uri()}?mode={'rwc' if make else 'rw'}"
    connected = sqlite3.connect(where, timeout=_PATIENCE_SECONDS, isolation_level=None, uri=True)
    with closing(connected) as index:
        for name, value in _PRAGMAS.items():
            index.execute(f"PRAGMA {name} = {value}")
            if _pragma(index, name) != value:
                raise OSError(errno.ENOTSUP, f"SQLite does not take {name} = {value}")
        _identify(index)
        yield index


def _identify(index: Index) -> None:
    """See that this is an index of ours; make an empty file one."""
    if index.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,):
        with at_once(index):
            for table in _TABLES:
                index.execute(table)
            index.execute(f"PRAGMA application_id = {_OURS[0]}")
            index.execute(f"PRAGMA user_version = {_OURS[1]}")
    if (_pragma(index, "application_id"), _pragma(index, "user_version")) != _OURS:
        raise WrongRowError("not an index of this version")


def _pragma(index: Index, name: str) -> object:
    """Read a setting back. SQLite takes a misspelt name or value without a word."""
    answer = index.execute(f"PRAGMA {name}").fetchone()
    return None if answer is None else answer[0]


def trouble(why: Exception) -> IndexTrouble:
    """Return what is wrong with the index, told by what was raised."""
    if isinstance(why, FileNotFoundError):
        return IndexTrouble(IndexFault.MISSING, why.strerror or str(why))
    if isinstance(why, OSError):
        return IndexTrouble(IndexFault.FAILED, why.strerror or str(why))
    code = getattr(why, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return IndexTrouble(_FAULTS.get(code & 0xFF, IndexFault.UNUSABLE), str(why))
