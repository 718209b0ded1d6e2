"""The games in a data folder: which exist, which to resume, and how a new one is named."""

import os
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import msgspec

from companion.journal.claim import games_folder
from companion.journal.disk import open_file
from companion.journal.filesystem import JournalBroken, broken
from companion.journal.lines import (
    LONGEST_BYTES,
    Event,
    Flaw,
    GameId,
    Line,
    Verified,
    beginning,
    read_line,
    read_unchained,
    verify,
)

SUFFIX = ".jsonl"
"""What a journal's name ends with."""

LARGEST_BYTES = 64 << 20
"""No game is larger; that of a whole evening is a thousandth of it."""

_NAME = rf"((\d{{6,}})-\d{{8}}T\d{{6}}){re.escape(SUFFIX)}(\.unproved-\d+)?"

_CUT_SHORT = rb"[0-9a-f]{1,8}\Z|[0-9a-f]{8} [^\x00\n]*\Z"
"""The beginning of a header, as it is written."""

_LAST_MS = int(datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC).timestamp()) * 1000

_PIECE_BYTES = 1 << 12


class GameFile(msgspec.Struct, frozen=True):
    """One game's file."""

    game: GameId
    """Which game: a running number and the time it was begun, as in ``000042-20260102T201530``."""

    path: Path
    """Where it lies."""

    @property
    def number(self) -> int:
        """Its running number. Later games have higher ones, whatever the clock said."""
        return int(self.game.partition("-")[0])


class FileEnds(msgspec.Struct, frozen=True):
    """The two ends of a file, without what is between them."""

    first: Line | Flaw
    """The header, proved, or why it is not."""

    last: Line | None
    """The last whole line if its checksum is right; that it follows the others is not proved."""

    was_begun: bool
    """Whether there may have been a game here: False if nothing stands here but the beginning of a
    header, which was never confirmed. Zeros, or nothing at all, are what a power cut can make of a
    whole game."""


class ResumeSearch(msgspec.Struct, frozen=True):
    """What was found when looking for the game to resume."""

    found: GameFile | None
    """The newest game that is not over; None if all are."""

    unproved: tuple[GameFile, ...]
    """Newer games whose first line cannot be proved, newest first."""


def game_files(data: Path) -> tuple[GameFile, ...]:
    """Return all games, oldest first, without opening one.

    Raises:
        JournalBroken: The folder is there, but cannot be read.
    """
    folder = games_folder(data)
    return tuple(_game_file(folder, name) for name in _games(folder))


def newest_first(data: Path) -> Iterator[GameFile]:
    """Return the games, newest first; each is looked at only when it is asked for.

    Raises:
        JournalBroken: The folder is there, but cannot be read.
    """
    folder = games_folder(data)
    return (_game_file(folder, name) for name in reversed(_names(folder)) if _is_game(name))


def set_aside(data: Path) -> tuple[Path, ...]:
    """Return the copies of what could not be proved, in the order of their names.

    Raises:
        JournalBroken: The folder is there, but cannot be read.
    """
    folder = games_folder(data)
    names = ((name, re.fullmatch(_NAME, name)) for name in _names(folder))
    return tuple(sorted(folder / name for name, parts in names if parts and parts[3]))


def lost(data: Path) -> tuple[Path, ...]:
    """Return what is left of games that could not be verified at all: only the copies.

    Raises:
        JournalBroken: The folder is there, but cannot be read.
    """
    here = {file.path.name for file in game_files(data)}
    return tuple(path for path in set_aside(data) if path.stem not in here)


def new_game(data: Path, wall_ms: int) -> GameId:
    """Return a name for a new game, later than every other in the folder.

    The time in it is for people; a clock that was set back changes nothing in the order.

    Raises:
        JournalBroken: The folder is there, but cannot be read.
    """
    names = (re.fullmatch(_NAME, name) for name in _names(games_folder(data)))
    number = max((int(name[2]) for name in names if name), default=0) + 1
    begun = datetime.fromtimestamp(min(max(wall_ms, 0), _LAST_MS) / 1000, UTC)
    return GameId(f"{number:06d}-{begun:%Y%m%dT%H%M%S}")


def find(data: Path, wanted: str) -> GameFile | None:
    """Return the game with this name or this running number; None if there is not exactly one.

    Raises:
        JournalBroken: The folder is there, but cannot be read.
    """
    found = [
        file
        for file in game_files(data)
        if wanted == file.game or wanted.lstrip("0") == str(file.number)
    ]
    return found[0] if len(found) == 1 else None


def read(file: GameFile) -> Verified:
    """Read and prove a whole game without touching it.

    Raises:
        JournalBroken: The file cannot be read.
    """
    try:
        with open_file(file.path) as opened:
            return verify(iter(lambda: opened.read(_PIECE_BYTES << 4), b""), file.game)
    except OSError as why:
        raise broken(why, file.path) from why


def glimpse(file: GameFile) -> FileEnds:
    """Read a game's first and last line; however long it is, it costs the same.

    Raises:
        JournalBroken: The file cannot be read.
    """
    try:
        with open_file(file.path) as opened:
            raw = opened.readline(LONGEST_BYTES)
            first = read_line(raw, beginning(file.game))
            is_alone = len(raw) < LONGEST_BYTES and not opened.read(1)
            was_begun = isinstance(first, Line) or not (is_alone and re.match(_CUT_SHORT, raw))
            return FileEnds(first, read_unchained(_last_line(opened)), was_begun)
    except OSError as why:
        raise broken(why, file.path) from why


def unfinished(data: Path, is_over: Callable[[Event], bool], among: int = 100) -> ResumeSearch:
    """Find the newest game that is not over.

    Args:
        data: The data folder.
        is_over: Whether a game that ends with this event is over.
        among: How many of the newest games are looked at. What nobody ended so long ago is not
            what this evening begins with, and thousands of games must not slow the start.

    Returns:
        The game and what could not be proved on the way. A game that cannot be read counts as
        found: opening it will say why.

    Raises:
        JournalBroken: The folder is there, but cannot be read.
    """
    unproved: list[GameFile] = []
    for file in islice(newest_first(data), among):
        try:
            ends = glimpse(file)
        except JournalBroken:
            return ResumeSearch(file, tuple(unproved))
        if isinstance(ends.first, Flaw):
            unproved += [file] if ends.was_begun else []
        elif ends.last is None or not is_over(ends.last.event):
            return ResumeSearch(file, tuple(unproved))
    return ResumeSearch(None, tuple(unproved))


def _game_file(folder: Path, name: str) -> GameFile:
    return GameFile(GameId(name.removesuffix(SUFFIX)), folder / name)


def _games(folder: Path) -> list[str]:
    """Return the games' files, oldest first."""
    return [*filter(_is_game, _names(folder))]


def _is_game(name: str) -> bool:
    parts = re.fullmatch(_NAME, name)
    return parts is not None and not parts[3]


def _names(folder: Path) -> list[str]:
    """Return what is in the folder of the games, oldest first; nothing if there is none.

    Of two numbers the longer is the higher. Sorted twice, without a function of ours: a start waits
    for the newest of ten thousand games.
    """
    try:
        return sorted(sorted(os.listdir(folder)), key=len)  # noqa: PTH208 - names, not ten thousand paths
    except FileNotFoundError:
        return []
    except OSError as why:
        raise broken(why, folder) from why


def _last_line(file: BinaryIO) -> bytes:
    """Return the last line that ends in a line feed; what is torn after it does not count."""
    size = file.seek(0, os.SEEK_END)
    span = _PIECE_BYTES
    while True:
        start = max(0, size - span)
        file.seek(start)
        tail = file.read(size - start)
        end = tail.rfind(b"\n") + 1
        begin = tail.rfind(b"\n", 0, max(0, end - 1)) + 1
        if start == 0 or begin or span > 2 * LONGEST_BYTES:
            return tail[begin:end]
        span *= 2
