"""How long until an event is safe on the disk, compared with a bare flush and with SQLite.

Ours is a line with a checksum in the game's journal, confirmed when the disk says that it has it.
The references keep the same bytes on the same disk in turns: a bare append and ``fdatasync``, and
SQLite's commit of one row with ``synchronous = FULL``, with a journal beside it and with one ahead.
The order is random, as a flush also pays for what the one before has left.
"""

import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure, milliseconds
from companion.journal.book import Book
from companion.journal.claim import claim
from companion.journal.disk import Disk
from companion.journal.games_dir import new_game
from companion.journal.lines import Event, Stamp

EVENTS = 500


_SEED = 7


LONG_GAMES = (100, 1_000, 10_000)


MOST_OF_BARE, MOST_OF_SQLITE, MOST_GROWN = 2.0, 1.0, 1.5


_STAMP = Stamp(1_767_384_930_000, 61_500, "0a8f5c9e", "button")


_EVENT: Event = {"auction": "red", "bids": [4, 0, 9], "won": 2, "lot": ["gold", "nile", "pharaoh"]}


_Keep = Callable[[bytes], object]
"""Keeps some bytes, and comes back when they are safe."""


@contextmanager
def _book(folder: Path, disk: Disk | None = None) -> Iterator[Book]:
    """Open a new game in a folder of its own."""
    with claim(folder, disk or Disk()) as ours:
        book = Book(ours, new_game(ours.data, _STAMP.wall_ms))
        yield book
        book.close()


@contextmanager
def _bare(folder: Path) -> Iterator[_Keep]:
    """Append, and flush what was appended."""
    file = os.open(folder / "bare", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)

    def keep(data: bytes) -> None:
        os.write(file, data)
        os.fdatasync(file)

    yield keep
    os.close(file)


@contextmanager
def _sqlite(folder: Path, mode: str) -> Iterator[_Keep]:
    """Commit an appended row."""
    with closing(sqlite3.connect(folder / mode, isolation_level=None)) as tables:
        tables.execute(f"PRAGMA journal_mode = {mode}")
        tables.execute("PRAGMA synchronous = FULL")
        tables.execute("CREATE TABLE events (number INTEGER PRIMARY KEY, line BLOB)")
        yield lambda data: tables.execute("INSERT INTO events (line) VALUES (?)", (data,))


def in_turns(events: int = EVENTS) -> dict[str, list[float]]:
    """Return the seconds per event of the journal and of each reference, alternating."""
    found: dict[str, list[float]] = {}
    with TemporaryDirectory(dir=sys.prefix) as where, ExitStack() as stack:
        folder = Path(where)
        book = stack.enter_context(_book(folder / "ours"))
        book.append(_EVENT, _STAMP)
        line = book.path.read_bytes()
        keepers: dict[str, _Keep] = {
            "ours": lambda _: book.append(_EVENT, _STAMP),
            "a bare append and fdatasync": stack.enter_context(_bare(folder)),
            "SQLite FULL, journal": stack.enter_context(_sqlite(folder, "delete")),
            "SQLite FULL, WAL": stack.enter_context(_sqlite(folder, "wal")),
        }
        dice = Random(_SEED)
        for _ in range(events):
            for name, keep in dice.sample(sorted(keepers.items()), len(keepers)):
                began = time.perf_counter()
                keep(line)
                found.setdefault(name, []).append(time.perf_counter() - began)
    return found


def after(events: int, measured: int = EVENTS) -> list[float]:
    """Return the seconds of each further event of a game that has this many, without the flush."""

    def nothing(_: int) -> None:
        pass

    found = []
    disk = Disk(fdatasync=nothing, fsync=nothing)
    with TemporaryDirectory(dir=sys.prefix) as where, _book(Path(where), disk) as book:
        while book.length < events:
            book.append(_EVENT, _STAMP)
        for _ in range(measured):
            began = time.perf_counter()
            book.append(_EVENT, _STAMP)
            found.append(time.perf_counter() - began)
    return found


def figures() -> list[Figure]:
    """Measure everything and return the figures."""
    times = in_turns()
    ours = times.pop("ours")
    return [
        *(_against(ours, reference, taken) for reference, taken in times.items()),
        *_growing(),
    ]


def _against(ours: list[float], reference: str, theirs: list[float]) -> Figure:
    """Return our median relative to a reference's, and the spread of both.

    Not the p95: a flush takes a tenth of a millisecond on a quick disk, and one of twenty waits
    for another program.
    """
    most = MOST_OF_SQLITE if reference.startswith("SQLite") else MOST_OF_BARE
    ratio = median(ours) / median(theirs)
    said = f"{ratio:.2f} × {reference}: {milliseconds(ours)} against {milliseconds(theirs)}"
    return Figure(f"an event kept, against {reference}", said, f"{most} ×", ratio <= most)


def _growing() -> list[Figure]:
    """Return what an event costs as a game grows, relative to the shortest game."""
    times = {events: after(events) for events in LONG_GAMES}
    first = median(times[LONG_GAMES[0]])
    return [
        Figure(
            f"an event kept after {events:,}, without the flush",
            f"{median(taken) / first:.2f} × as long as after {LONG_GAMES[0]}:"
            f" {milliseconds(taken, 3)}",
            f"{MOST_GROWN} ×",
            median(taken) / first <= MOST_GROWN,
        )
        for events, taken in times.items()
    ]


if __name__ == "__main__":
    for figure in figures():
        print(figure)
