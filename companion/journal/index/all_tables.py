"""The games of all tables of a café, as reported to the board: a separate index, without names.

A table's game is one row, however often it was told: one that was left may go on and end. What
cannot be read is put aside, and the board begins anew; no game is lost with it, as each table keeps
its own.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

NAME = "board.sqlite"
"""The index's file in the board's data folder."""

_PATIENCE_SECONDS = 0.5

_TABLE = (
    "CREATE TABLE IF NOT EXISTS games (place TEXT, game TEXT, day TEXT, is_over INTEGER,"
    " counts TEXT, PRIMARY KEY (place, game)) WITHOUT ROWID"
)

_PUT = (
    "INSERT INTO games VALUES (?, ?, ?, ?, ?) ON CONFLICT (place, game) DO UPDATE"
    " SET day = excluded.day, is_over = excluded.is_over, counts = excluded.counts"
    " WHERE excluded.is_over >= games.is_over"
)

TROUBLES = (sqlite3.Error, OSError, ValueError)


class TableGame(NamedTuple):
    """What a table told of a game."""

    table: str
    """What the table is called."""
    game: str
    """What tells the game from others of this table."""
    day: str
    """When that was, such as ``2026-01-02``."""
    is_over: bool
    """Whether it is over. One that is over stays so."""
    counts: Mapping[str, int]
    """What the game adds to the statistics; of one that was left: nothing."""


def keep(data: Path, played: TableGame) -> None:
    """Keep what a table told of a game, in the board's data folder.

    Raises:
        sqlite3.Error: The disk does not take it.
        OSError: The same.
    """
    with _opened(data) as index, index:
        index.execute(_PUT, (*played[:4], json.dumps(dict(played.counts))))


def totals(data: Path, day: str = "") -> dict[str, int]:
    """Return what all games that are over add up to, or those of a day.

    Raises:
        sqlite3.Error: The disk does not give it.
        OSError: The same.
    """
    summed: Counter[str] = Counter()
    with _opened(data) as index:
        wanted = "SELECT counts FROM games WHERE is_over AND (? = '' OR day = ?)"
        for (counts,) in index.execute(wanted, (day, day)):
            with suppress(ValueError, AttributeError):
                found = json.loads(counts).items()
                summed.update({str(key): number for key, number in found if type(number) is int})
    return dict(summed)


@contextmanager
def _opened(data: Path) -> Iterator[sqlite3.Connection]:
    data.mkdir(parents=True, exist_ok=True)
    file = data / NAME
    try:
        index = _ready(file)
    except sqlite3.DatabaseError as why:
        if isinstance(why, sqlite3.OperationalError):
            raise
        file.replace(file.with_suffix(".damaged"))
        index = _ready(file)
    with closing(index):
        yield index


def _ready(file: Path) -> sqlite3.Connection:
    index = sqlite3.connect(file, timeout=_PATIENCE_SECONDS)
    try:
        index.execute(_TABLE)
        index.execute("SELECT count(*) FROM games").fetchone()
    except BaseException:
        index.close()
        raise
    return index
