"""Removes names from saved games: one person's on request, or everybody's after a set time.

From then on a forgotten player is called by the number of their seat, such as ``#2``. Points and
games stay; nothing says whose they were.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.exports.kept_game import describe
from companion.journal import games_dir
from companion.journal.claim import Claim, games_folder
from companion.journal.disk import NEW, open_file
from companion.journal.erasing import cleaned, erased, leftovers, mark_erasure, names_in
from companion.journal.filesystem import broken
from companion.journal.games_dir import Volume
from companion.journal.index import index, indexing
from companion.journal.index.rows import IndexTrouble, Wanted
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
    trouble: IndexTrouble | None = None
    """Why the index may still know them."""


def is_known(data: Path, name: str) -> bool:
    """Whether anything in a data folder tells of somebody: a game, a copy of one, sheet or index.

    Raises:
        JournalBroken: The folder or a file could not be read.
    """
    if index.games(data, Wanted(player=name, limit=1)).entries:
        return True
    files = (*games_dir.volumes(data), *leftovers(games_folder(data)))
    return any(_holds(each, name) for each in files) or score_sheets.is_named(data, name)


def _holds(volume: Volume, name: str) -> bool:
    """Whether a file of a game names somebody; the name may also be a word of the record."""
    raw = _bytes_in(volume.path)
    is_written = msgspec.json.encode(name)[:-1] in raw
    return name in names_in(raw) or (is_written and cleaned(volume.game, raw, (name,)) != raw)


def _nobody(_done: int, _of: int) -> None:
    """Tell nobody how far it is."""


def forget(
    ours: Claim,
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
    done = []
    volumes = games_dir.volumes(ours.data)
    for number, volume in enumerate(volumes, start=1):
        if volume.game != on_table and _holds(volume, name) and erased(ours, volume, (name,)):
            done.append(volume.game)
        advance(number, len(volumes))
    listed = index.games(ours.data, Wanted(player=name, limit=_ALL)).entries
    stale = {entry.game for entry in listed if entry.game != on_table}  # if once it was cut short
    return Forgotten(tuple(done), _index(ours.data, sorted({*done, *stale})))


def forget_old(ours: Claim, days: int, now_ms: int, on_table: GameId | None = None) -> Forgotten:
    """Forget everybody in games that are over and older than this many days.

    Games that are not over are kept a day longer, since their people may come back. A game whose
    clock was never set, or ran ahead, is taken for old.

    Raises:
        JournalBroken: A game could not be read or written; those before it are done.
    """
    if days == FOR_EVER:
        return Forgotten(())
    score_sheets.forget_older(ours.data, days * DAY_MS, now_ms, ours.disk)
    due = []
    for entry in index.named_since(ours.data):
        age_ms = now_ms - entry.last_ms
        is_unset = entry.last_ms < _PLAUSIBLE_MS or age_ms < 0
        longest = days * DAY_MS + (0 if entry.row.is_over else DAY_MS)
        volume = games_dir.find(ours.data, entry.game)
        if volume is None or entry.game == on_table or (age_ms < longest and not is_unset):
            continue
        due.append(volume)
    if not due:
        return Forgotten(())
    mark_erasure(ours)
    _remove_half_copies(ours)
    games = {volume.game for volume in due}
    for copy in leftovers(ours.games):
        if copy.game in games:
            erased(ours, copy)
    done = [volume.game for volume in due if erased(ours, volume)]
    return Forgotten(tuple(done), _index(ours.data, [volume.game for volume in due]))


def _remove_half_copies(ours: Claim) -> None:
    """Remove what was being written when the power was cut; the file itself is still there."""
    for path in sorted(ours.games.glob(f"*{NEW}")):
        try:
            ours.disk.unlink(path)
        except OSError as why:
            raise broken(why, path) from why


def _bytes_in(path: Path) -> bytes:
    try:
        with open_file(path) as file:
            return file.read()
    except OSError as why:
        raise broken(why, path) from why


def _index(data: Path, games: Sequence[GameId]) -> IndexTrouble | None:
    """Bring the index up to date, and leave nothing of what it said in its file."""
    if not (data / index.NAME).exists():
        return None
    trouble: IndexTrouble | None = None
    for game in games:
        trouble = trouble or indexing.add(data, game, describe).trouble
    if trouble is not None:
        with suppress(OSError):  # what cannot be cleaned is rebuilt from the games
            (data / index.NAME).unlink()
        trouble = indexing.refresh(data, describe).trouble
    return trouble or indexing.scrub(data)
