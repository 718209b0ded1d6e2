"""Removes names from saved games: one person's on request, or everybody's after a set time.

From then on a forgotten player is called by the number of their seat, such as ``#2``. Points and
games stay; nothing says whose they were.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.app import counts
from companion.exports.kept_game import describe
from companion.journal import games_dir, index
from companion.journal.claim import FolderLock, games_folder
from companion.journal.disk import NEW, read_file, replace_whole
from companion.journal.erasing import cleaned, erased, leftovers, mark_erasure, names_in
from companion.journal.filesystem import broken
from companion.journal.games_dir import GameFile
from companion.journal.index import GameQuery, Index
from companion.journal.lines import GameId
from companion.storage import score_sheets

DAY_MS = 86_400_000

_ALL = 10**9

FOR_EVER = -1
"""Days: names are kept until somebody asks to be forgotten."""

_PLAUSIBLE_MS = 1_577_836_800_000
"""The year 2020: a clock that shows less was never set."""


class Forgotten(msgspec.Struct, frozen=True):
    """What came of it."""

    games: tuple[GameId, ...]
    """The games in which somebody was forgotten."""
    trouble: Exception | None = None
    """Why the index may still know them."""


def is_known(data: Path, name: str) -> bool:
    """Whether anything in a data folder tells of somebody: a game, a copy of one, sheet or index.

    Raises:
        JournalBroken: The folder or a file could not be read.
    """
    if _is_indexed(data, name):
        return True
    files = (*games_dir.game_files(data), *leftovers(games_folder(data)))
    is_held = any(_holds(each, name) for each in files)
    return is_held or score_sheets.is_named(data, name) or _is_counted(data, name)


def _is_indexed(data: Path, name: str) -> bool:
    if (data / index.NAME).exists():
        with suppress(*index.TROUBLES), index.opened(data) as known:
            return bool(known.games(GameQuery(player=name, limit=1)))
    return False


def _holds(file: GameFile, name: str) -> bool:
    """Whether a file of a game names somebody; the name may also be a word of the record."""
    raw = _bytes_in(file.path)
    is_written = msgspec.json.encode(name)[:-1] in raw
    return name in names_in(raw) or (is_written and cleaned(file.game, raw, (name,)) != raw)


def _nobody(_done: int, _of: int) -> None:
    """Tell nobody how far it is."""


def forget(
    ours: FolderLock,
    name: str,
    on_table: GameId | None = None,
    advance: Callable[[int, int], None] = _nobody,
) -> Forgotten:
    """Forget somebody in every game but the one on the table, and in everything made of games.

    Killed in the middle, it has forgotten them in some games and lost none: do it again.

    Args:
        ours: The data folder.
        name: The name to forget.
        on_table: The game that is open just now.
        advance: Is told after every game how many were looked at, and of how many.

    Raises:
        JournalBroken: A game could not be read or written; those before it are done.
    """
    mark_erasure(ours)
    _remove_half_copies(ours)
    for copy in leftovers(ours.games):
        erased(ours, copy, (name,))
    score_sheets.forget(ours.data, name, ours.disk)
    _forget_counted(ours, name)
    done = []
    game_files = games_dir.game_files(ours.data)
    for number, file in enumerate(game_files, start=1):
        if file.game != on_table and _holds(file, name) and erased(ours, file, (name,)):
            done.append(file.game)
        advance(number, len(game_files))
    return Forgotten(tuple(done), _scrubbed(ours.data))


def forget_old(
    ours: FolderLock, days: int, now_ms: int, on_table: GameId | None = None
) -> Forgotten:
    """Forget everybody in games that are over and older than this many days.

    Games that are not over are kept a day longer, since their people may come back. A game whose
    clock was never set, or ran ahead, is taken for old.

    Raises:
        JournalBroken: A game could not be read or written; those before it are done.
    """
    if days == FOR_EVER:
        return Forgotten(())
    score_sheets.forget_older(ours.data, days * DAY_MS, now_ms, ours.disk)
    _forget_old_count(ours, days * DAY_MS, now_ms)
    try:
        named = index.ask(
            ours.data, describe, lambda known: known.games(GameQuery(is_named=True, limit=_ALL))
        )
    except index.TROUBLES as why:
        return Forgotten((), why)
    due = []
    for entry in named:
        age_ms = now_ms - entry.last_ms
        is_unset = entry.last_ms < _PLAUSIBLE_MS or age_ms < 0
        longest = days * DAY_MS + (0 if entry.is_over else DAY_MS)
        file = games_dir.find(ours.data, entry.game)
        if file is None or entry.game == on_table or (age_ms < longest and not is_unset):
            continue
        due.append(file)
    if not due:
        return Forgotten(())
    mark_erasure(ours)
    _remove_half_copies(ours)
    games = {file.game for file in due}
    for copy in leftovers(ours.games):
        if copy.game in games:
            erased(ours, copy)
    done = [file.game for file in due if erased(ours, file)]
    return Forgotten(tuple(done), _scrubbed(ours.data))


def _is_counted(data: Path, name: str) -> bool:
    kept = counts.read(data / counts.FILE)
    return kept is not None and any(score_sheets.is_meant(each, name) for each in kept.names)


def _forget_counted(ours: FolderLock, name: str | None) -> None:
    """Forget what somebody who is counted is called, or with None what all are called.

    A file that is no count is deleted.
    """
    file = ours.data / counts.FILE
    try:
        kept = counts.read(file)
        if kept is None:
            if file.exists():
                ours.disk.unlink(file)
            return
        is_meant = score_sheets.is_meant
        left = tuple("" if name is None or is_meant(each, name) else each for each in kept.names)
        if left != kept.names:
            written = msgspec.json.encode(replace(kept, names=left)) + b"\n"
            replace_whole(ours.disk, file, written)
    except OSError as why:
        raise broken(why, file) from why


def _forget_old_count(ours: FolderLock, age_ms: int, now_ms: int) -> None:
    file = ours.data / counts.FILE
    try:
        is_due = file.exists() and score_sheets.is_older(file, age_ms, now_ms)
    except OSError as why:
        raise broken(why, file) from why
    if is_due:
        _forget_counted(ours, None)


def _remove_half_copies(ours: FolderLock) -> None:
    """Remove what was being written when the power was cut; the file itself is still there."""
    for path in sorted(ours.games.glob(f"*{NEW}")):
        try:
            ours.disk.unlink(path)
        except OSError as why:
            raise broken(why, path) from why


def _bytes_in(path: Path) -> bytes:
    try:
        return read_file(path, games_dir.LARGEST_BYTES)
    except OSError as why:
        raise broken(why, path) from why


def _scrubbed(data: Path) -> Exception | None:
    """Bring the index up to date, and leave nothing in its file of what it said before.

    Where that fails the file is deleted; it is made anew from the games.

    Returns:
        Why it may still know somebody.
    """
    if not (data / index.NAME).exists():
        return None
    try:
        index.ask(data, describe, Index.scrub)
    except index.TROUBLES:
        try:
            index.remove(data)
        except OSError as why:
            return why
    return None
