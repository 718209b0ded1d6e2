"""The history of games: an SQLite index made from the journals, which may be lost at any time.

Every function opens the index, answers and closes it again, on any thread, and reports trouble as
a value: nothing here ever stops a game.
"""

import errno
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import msgspec

from companion.journal import shelf
from companion.journal.book import SUFFIX
from companion.journal.claim import games_folder
from companion.journal.entries import (
    Describe,
    Described,
    State,
    WrongRowError,
    counts_of,
    described,
    entry_of,
    packed_counts,
    packed_tallies,
    state,
    tallies_of,
    was_begun,
)
from companion.journal.lines import GameId
from companion.journal.rows import (
    Counts,
    Entry,
    IndexFault,
    IndexTrouble,
    Listing,
    Reconciled,
    Tally,
    Totals,
    Wanted,
)
from companion.journal.shelf import Volume

NAME = "history.sqlite"
"""The index's file in the data folder."""

_ASIDE = NAME + ".unusable"
_OURS = (0x52614361, 2)
"""Marks the file as an index of ours, and the version of its tables."""
_PRAGMAS = {
    "journal_mode": "truncate",
    "synchronous": 2,
    "trusted_schema": 0,
    "cell_size_check": 1,
    "temp_store": 2,
}
_PATIENCE_SECONDS = 0.25
_BATCH = 100
_RECENT = 20
"""So many of the newest games may have grown although the folder looks as it did."""
_MOST_UNFINISHED = 200
"""The same of games that are not over, which somebody may have gone on with."""
_MOST_MONTHS = 36
_MOST_NAMED = 1000
"""So many of the newest games are asked who played."""
_SETTLED_NS = 2_000_000_000
"""A folder that changed less long ago may change again without its clock showing it."""
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
_TROUBLES = (sqlite3.Error, OSError, ValueError)
"""`ValueError`, because a damaged file makes SQLite say what is no text; `WrongRowError` is one."""


def games(data: Path, wanted: Wanted = Wanted()) -> Listing:  # noqa: B008 - a frozen value
    """Return the games one asks for, newest first. Never raises.

    Each is as its journal said. A damaged index may leave some out until it is reconciled.
    """
    try:
        with _opened(data) as index:
            fitting = (entry for entry, _ in _entries(index, wanted) if wanted.fits(entry))
            found = islice(fitting, wanted.skip, wanted.skip + wanted.limit)
            return Listing(tuple(found), None)
    except _TROUBLES as why:
        return Listing((), _trouble(why))


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
        with _opened(data) as index:
            return Totals(_counts(index, who), None)
    except _TROUBLES as why:
        return Totals({}, _trouble(why))


def everybody(data: Path) -> dict[str, Counts]:
    """Return the totals of all players, by name. Never raises: at worst nobody's."""
    try:
        with _opened(data) as index:
            rows = index.execute("SELECT * FROM totals WHERE who <> '' ORDER BY who")
            return {who: counts_of(who, *packed) for who, *packed in rows}
    except _TROUBLES:
        return {}


def months(data: Path) -> tuple[str, ...]:
    """Return the months in which games were begun, as ``2026-01``, the latest first.

    Never raises: at worst none. No more than the latest `_MOST_MONTHS`; each is one look.
    """
    found: list[str] = []
    try:
        with _opened(data) as index:
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
    except (*_TROUBLES, OverflowError):
        return tuple(found)
    return tuple(found)


def refresh(data: Path, describe: Describe) -> Reconciled:
    """Bring the index up to date as far as the folder's names and the newest games tell.

    Unlike `reconcile`, it takes no longer for many old games than for few. An old, finished game
    that somebody changed by hand is found by `reconcile` only. Never raises.
    """
    return _kept_up(data, lambda index: _refreshed(index, data, describe))


def reconcile(data: Path, describe: Describe) -> Reconciled:
    """Bring the index up to date: read every game that is new or has changed. Never raises.

    An unusable index is put aside and made anew.
    """
    return _kept_up(data, lambda index: _compared(index, data, describe))


def add(data: Path, game: GameId, describe: Describe) -> Reconciled:
    """Bring a single game up to date, without looking at the others. Never raises."""

    def added(index: sqlite3.Connection) -> Reconciled:
        found = tuple(volume for volume in shelf.volumes(data) if volume.game == game)
        return _indexed(index, found, describe)

    return _kept_up(data, added)


def rebuild(data: Path, describe: Describe) -> Reconciled:
    """Forget the index and make it from the journals alone. Never raises."""

    def rebuilt(index: sqlite3.Connection) -> Reconciled:
        for table in ("games", "sitters", "tallies", "totals", "seen"):
            index.execute(f"DELETE FROM {table}")  # noqa: S608 - the names stand above
        return _compared(index, data, describe)

    return _kept_up(data, rebuilt)


def named_since(data: Path) -> tuple[Entry, ...]:
    """Return the games in which somebody still has a name that is not a number. Never raises.

    The index knows names by their letters, so games without any cost nothing.
    """
    try:
        with _opened(data) as index:
            rows = index.execute(
                "SELECT DISTINCT game, size, changed_ns, entry, games.checksum FROM sitters"
                " CROSS JOIN games USING (digits, game) WHERE name < '#' OR name >= '$'"
            )
            return tuple(entry_of(row)[0] for row in rows)
    except _TROUBLES:
        return ()


def scrub(data: Path) -> IndexTrouble | None:
    """Leave nothing in the index's file of what it does not say any more. Never raises."""
    try:
        with suppress(FileNotFoundError):
            (data / _ASIDE).unlink()
        with _opened(data, make=True) as index:
            index.execute("PRAGMA secure_delete = ON")
            index.execute("VACUUM")
    except _TROUBLES as why:
        return _trouble(why)
    return None


def _kept_up(data: Path, work: Callable[[sqlite3.Connection], Reconciled]) -> Reconciled:
    """Do this to the index; if it proves unusable twice, do it to a new one.

    Twice, because a disk that fails to read a page just once looks the same as a damaged page.
    """
    aside: Path | None = None
    try:
        for _ in range(2):
            try:
                with _opened(data, make=True) as index:
                    return work(index)
            except _TROUBLES as why:
                if _trouble(why).fault is not IndexFault.UNUSABLE:
                    raise
        aside = _put_aside(data)
        with _opened(data, make=True) as index:
            return msgspec.structs.replace(work(index), set_aside=aside)
    except _TROUBLES as why:
        return Reconciled(set_aside=aside, trouble=_trouble(why))


def _compared(index: sqlite3.Connection, data: Path, describe: Describe) -> Reconciled:
    if index.execute("PRAGMA integrity_check").fetchone() != ("ok",):
        raise WrongRowError("integrity_check")
    known = _proved(index)
    folder = _folder_ns(data)
    present = shelf.volumes(data)
    changed = tuple(volume for volume in present if known.get(volume.game) != state(volume))
    gone = known.keys() - {volume.game for volume in present}
    return _brought_up(index, changed, gone, folder, describe)


def _refreshed(index: sqlite3.Connection, data: Path, describe: Describe) -> Reconciled:
    folder = _folder_ns(data)
    known = _likely_to_grow(index, data)
    grown = tuple(volume for volume, was in known.items() if state(volume) != was)
    if folder is not None and index.execute("SELECT folder_ns FROM seen").fetchone() == (folder,):
        return _indexed(index, grown, describe)
    present = {volume.game: volume for volume in shelf.volumes(data)}
    indexed = {GameId(game) for (game,) in index.execute("SELECT game FROM games")}
    new = tuple(volume for game, volume in present.items() if game not in indexed)
    there = tuple(volume for volume in grown if volume.game in present)
    return _brought_up(index, new + there, indexed - present.keys(), folder, describe)


def _brought_up(
    index: sqlite3.Connection,
    changed: tuple[Volume, ...],
    gone: Iterable[GameId],
    folder: int | None,
    describe: Describe,
) -> Reconciled:
    """Take games out and in, and remember how the folder looked before anybody did."""
    number = _removed(index, tuple(gone))
    done = _indexed(index, changed, describe)
    if not done.unread and folder is not None and time.time_ns() - folder > _SETTLED_NS:
        index.execute("DELETE FROM seen")
        index.execute("INSERT INTO seen VALUES (?)", (folder,))
    return msgspec.structs.replace(done, forgotten=number)


def _folder_ns(data: Path) -> int | None:
    """Return when a game last came into the folder or went, by the file system's clock."""
    try:
        return games_folder(data).stat().st_mtime_ns
    except OSError:
        return None


def _likely_to_grow(index: sqlite3.Connection, data: Path) -> dict[Volume, State]:
    """Return the games that may have changed, with how they looked."""
    ask = "SELECT * FROM games {} ORDER BY digits DESC, game DESC LIMIT ?"
    rows = [
        *index.execute(ask.format(""), (_RECENT,)),
        *index.execute(ask.format("WHERE is_over = 0"), (_MOST_UNFINISHED,)),
    ]
    known = [entry_of(row[1:6]) for row in rows]
    folder = games_folder(data)
    return {Volume(entry.game, folder / f"{entry.game}{SUFFIX}"): was for entry, was in known}


def _proved(index: sqlite3.Connection) -> dict[GameId, State]:
    """Return every game of the index with how it looked, once all tables agree about them."""
    known: dict[GameId, State] = {}
    sitters = set()
    for entry, was in _entries(index, Wanted()):
        known[entry.game] = was
        sitters |= {(who.name, entry.game) for who in entry.row.players}
    if set(index.execute("SELECT name, game FROM sitters")) != sitters:
        raise WrongRowError("sitters")
    for row in index.execute("SELECT * FROM tallies"):
        tallies_of(*row)
    for row in index.execute("SELECT * FROM totals"):
        counts_of(*row)
    return known


def _indexed(
    index: sqlite3.Connection, volumes: tuple[Volume, ...], describe: Describe
) -> Reconciled:
    """Read these games into the index, some at a time, so that it is never locked for long."""
    unread: list[GameId] = []
    indexed = 0
    for start in range(0, len(volumes), _BATCH):
        read = [(volume, described(volume, describe)) for volume in volumes[start : start + _BATCH]]
        found = [each for _, each in read if each is not None]
        with _at_once(index):
            sums = _taken_out(index, [each.entry.game for each in found])
            for each in found:
                _put_in(index, each)
                _sum_up(sums, each.tallies, 1)
            _keep_sums(index, sums)
        indexed += len(found)
        unread += [volume.game for volume, each in read if each is None and was_begun(volume)]
    return Reconciled(indexed, unread=tuple(unread))


def _removed(index: sqlite3.Connection, games: tuple[GameId, ...]) -> int:
    """Forget these games and what they added to the totals, and return how many they were."""
    for start in range(0, len(games), _BATCH):
        with _at_once(index):
            _keep_sums(index, _taken_out(index, games[start : start + _BATCH]))
    return len(games)


_Sums = dict[str, Counter[str]]


def _put_in(index: sqlite3.Connection, found: Described) -> None:
    entry, game = found.entry, found.entry.game
    row = (len(game), *found.row, entry.begun_ms, entry.row.edition, entry.row.is_over)
    index.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    sitters = {(who.name, len(game), game) for who in entry.row.players}
    index.executemany("INSERT INTO sitters VALUES (?, ?, ?)", sitters)
    if found.tallies:
        packed = (game, *packed_tallies(game, found.tallies))
        index.execute("INSERT INTO tallies VALUES (?, ?, ?)", packed)


def _taken_out(index: sqlite3.Connection, games: Iterable[GameId]) -> _Sums:
    """Take games out of all tables, and return what that changes in the totals."""
    sums: _Sums = {}
    for game in games:
        key = (len(game), game)
        for row in index.execute("SELECT * FROM games WHERE digits = ? AND game = ?", key):
            sitters = entry_of(row[1:6])[0].row.players
            index.executemany(
                "DELETE FROM sitters WHERE name = ? AND digits = ? AND game = ?",
                [(who.name, *key) for who in sitters],
            )
        index.execute("DELETE FROM games WHERE digits = ? AND game = ?", key)
        for row in index.execute("SELECT * FROM tallies WHERE game = ?", (game,)):
            _sum_up(sums, tallies_of(*row), -1)
        index.execute("DELETE FROM tallies WHERE game = ?", (game,))
    return sums


def _sum_up(sums: _Sums, tallies: Iterable[Tally], sign: int) -> None:
    for tally in tallies:
        of_player = sums.setdefault(tally.who, Counter())
        for what, number in tally.counts.items():
            of_player[what] += sign * number


def _keep_sums(index: sqlite3.Connection, sums: _Sums) -> None:
    """Add to the totals; who is left with nothing is forgotten."""
    for who, more in sums.items():
        more.update(_counts(index, who))
        counts = {what: number for what, number in sorted(more.items()) if number}
        if counts:
            packed = (who, *packed_counts(who, counts))
            index.execute("REPLACE INTO totals VALUES (?, ?, ?)", packed)
        else:
            index.execute("DELETE FROM totals WHERE who = ?", (who,))


def _counts(index: sqlite3.Connection, who: str) -> dict[str, int]:
    row = index.execute("SELECT * FROM totals WHERE who = ?", (who,)).fetchone()
    return {} if row is None else counts_of(*row)


def _entries(index: sqlite3.Connection, wanted: Wanted) -> Iterator[tuple[Entry, State]]:
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
def _at_once(index: sqlite3.Connection) -> Iterator[None]:
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
def _opened(data: Path, *, make: bool = False) -> Iterator[sqlite3.Connection]:
    path = data.absolute() / NAME
    if not make:
        path.stat()
    where = f"{path.as_uri()}?mode={'rwc' if make else 'rw'}"
    connected = sqlite3.connect(where, _PATIENCE_SECONDS, isolation_level=None, uri=True)
    with closing(connected) as index:
        for name, value in _PRAGMAS.items():
            index.execute(f"PRAGMA {name} = {value}")
            if _pragma(index, name) != value:
                raise OSError(errno.ENOTSUP, f"SQLite does not take {name} = {value}")
        _identify(index)
        yield index


def _identify(index: sqlite3.Connection) -> None:
    """See that this is an index of ours; make an empty file one."""
    if index.execute("SELECT count(*) FROM sqlite_schema").fetchone() == (0,):
        with _at_once(index):
            for table in _TABLES:
                index.execute(table)
            index.execute(f"PRAGMA application_id = {_OURS[0]}")
            index.execute(f"PRAGMA user_version = {_OURS[1]}")
    if (_pragma(index, "application_id"), _pragma(index, "user_version")) != _OURS:
        raise WrongRowError("not an index of this version")


def _pragma(index: sqlite3.Connection, name: str) -> object:
    """Read a setting back. SQLite takes a misspelt name or value without a word."""
    answer = index.execute(f"PRAGMA {name}").fetchone()
    return None if answer is None else answer[0]


def _put_aside(data: Path) -> Path:
    """Take the index out of the way. What SQLite kept beside it was used up on opening it."""
    return (data / NAME).replace(data / _ASIDE)


def _trouble(why: Exception) -> IndexTrouble:
    if isinstance(why, FileNotFoundError):
        return IndexTrouble(IndexFault.MISSING, str(why))
    if isinstance(why, OSError):
        return IndexTrouble(IndexFault.FAILED, str(why))
    code = getattr(why, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return IndexTrouble(_FAULTS.get(code & 0xFF, IndexFault.UNUSABLE), str(why))
