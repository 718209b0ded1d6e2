"""The history of games: an SQLite index made from the journals, which may be lost at any time.

Every function opens the index, answers and closes it again, on any thread, and reports trouble as
a value: nothing here ever stops a game.
"""

import errno
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path

import msgspec

from companion.journal import shelf
from companion.journal.entries import (
    Describe,
    State,
    WrongRowError,
    entry_of,
    row_of,
    state,
    was_begun,
)
from companion.journal.lines import GameId
from companion.journal.rows import Entry, IndexFault, IndexTrouble, Listing, Reconciled, Wanted
from companion.journal.shelf import Volume

NAME = "history.sqlite"
"""The index's file in the data folder."""

_ASIDE = NAME + ".unusable"
_OURS = (0x52614361, 1)
"""Marks the file as an index of ours, and the version of its table."""
_PRAGMAS = {
    "journal_mode": "truncate",
    "synchronous": 2,
    "trusted_schema": 0,
    "cell_size_check": 1,
    "temp_store": 2,
}
_PATIENCE_SECONDS = 0.25
_BATCH = 100
_TABLE = (
    "CREATE TABLE IF NOT EXISTS games (game TEXT PRIMARY KEY, size INTEGER, changed_ns INTEGER,"
    " entry BLOB, checksum INTEGER) WITHOUT ROWID"
)
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
            fitting = (entry for entry, _ in _entries(index) if wanted.fits(entry))
            found = islice(fitting, wanted.skip, wanted.skip + wanted.limit)
            return Listing(tuple(found), None)
    except _TROUBLES as why:
        return Listing((), _trouble(why))


def names(data: Path) -> tuple[str, ...]:
    """Return everybody who has played, who played last first. Never raises: at worst nobody."""
    try:
        with _opened(data) as index:
            return tuple(
                dict.fromkeys(who.name for entry, _ in _entries(index) for who in entry.row.players)
            )
    except _TROUBLES:
        return ()


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
        index.execute("DELETE FROM games")
        return _compared(index, data, describe)

    return _kept_up(data, rebuilt)


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
    if index.execute("PRAGMA quick_check").fetchone() != ("ok",):
        raise WrongRowError("quick_check")
    known = {entry.game: was for entry, was in _entries(index)}
    present = shelf.volumes(data)
    changed = tuple(volume for volume in present if known.get(volume.game) != state(volume))
    gone = known.keys() - {volume.game for volume in present}
    index.executemany("DELETE FROM games WHERE game = ?", [(game,) for game in gone])
    return msgspec.structs.replace(_indexed(index, changed, describe), forgotten=len(gone))


def _indexed(
    index: sqlite3.Connection, volumes: tuple[Volume, ...], describe: Describe
) -> Reconciled:
    """Read these games into the index, some at a time, so that it is never locked for long."""
    unread: list[GameId] = []
    indexed = 0
    for start in range(0, len(volumes), _BATCH):
        read = [(volume, row_of(volume, describe)) for volume in volumes[start : start + _BATCH]]
        rows = [row for _, row in read if row is not None]
        index.execute("BEGIN IMMEDIATE")
        index.executemany("REPLACE INTO games VALUES (?, ?, ?, ?, ?)", rows)
        index.execute("COMMIT")
        indexed += len(rows)
        unread += [volume.game for volume, row in read if row is None and was_begun(volume)]
    return Reconciled(indexed, unread=tuple(unread))


def _entries(index: sqlite3.Connection) -> Iterator[tuple[Entry, State]]:
    """Yield what the table says, newest game first, each row proved."""
    rows = index.execute("SELECT * FROM games ORDER BY length(game) DESC, game DESC")
    return (entry_of(row) for row in rows)


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
        index.execute("BEGIN IMMEDIATE")
        index.execute(_TABLE)
        index.execute(f"PRAGMA application_id = {_OURS[0]}")
        index.execute(f"PRAGMA user_version = {_OURS[1]}")
        index.execute("COMMIT")
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
