"""Forgetting people: one who asks for it, or everybody after some time.

Who is forgotten is called by the number of their seat from then on, as ``#2``. Points and games
stay; nothing tells any more whose they were.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from companion.cli import backup
from companion.cli.files import Status
from companion.cli.output import complain, say
from companion.exports.kept_game import describe, no_index
from companion.i18n import words
from companion.journal import games_dir
from companion.journal.claim import Claim, claim
from companion.journal.disk import NEW, replace_whole
from companion.journal.erasing import blotted, erased, leftovers
from companion.journal.filesystem import AlreadyClaimed, JournalBroken, broken
from companion.journal.games_dir import Volume
from companion.journal.index import index, indexing
from companion.journal.index.rows import IndexTrouble, Wanted
from companion.journal.lines import GameId
from companion.storage import score_sheets
from companion.storage.redaction import nameless, without

DAY_MS = 86_400_000

_ALL = 10**9

FOR_EVER = -1
"""Days: names are kept until somebody asks for the contrary."""

_PLAUSIBLE_MS = 1_577_836_800_000
"""The year 2020: a clock that shows less was never set."""


class Forgotten(msgspec.Struct, frozen=True):
    """What came of it."""

    games: tuple[GameId, ...]
    """In which somebody was forgotten."""
    trouble: IndexTrouble | None = None
    """Why the index may still know them."""


def forget_name(data: Path, name: str, language: str) -> int:
    """Forget somebody everywhere in a data folder, and return the exit status."""
    said = words(language)
    try:
        with claim(data) as ours:
            done = forget(ours, name)
    except AlreadyClaimed:
        complain([said.say("the table is open: close it first, or let staff do it there")])
        return Status.UNREADABLE
    except JournalBroken as why:
        complain([f"{why.filename or data}: {said.repeat(why.strerror or why)}"])
        return Status.UNREADABLE
    if done.trouble is not None:
        complain([no_index(done.trouble, said)])
        return Status.UNREADABLE
    forgotten = said.tell(
        "Removed from {number} game.", "Removed from {number} games.", len(done.games)
    )
    say([forgotten])
    if done.games:
        say([said.say("Backups forget it when the next one is written.")])
    return Status.DONE


def forget(ours: Claim, name: str, on_table: GameId | None = None) -> Forgotten:
    """Forget somebody in every game but the one on the table, and in everything made of games.

    Killed in the middle, it has forgotten them in some games and lost none: do it again.

    Raises:
        JournalBroken: A game could not be read or written; those before it are done.
    """
    written = msgspec.json.encode(name)
    backup.mark_erasure(ours)
    _tidy(ours, lambda raw: blotted(raw, (name,)))
    score_sheets.forget(ours.data, name, ours.disk)
    done = []
    for volume in games_dir.volumes(ours.data):
        if volume.game != on_table and written in _bytes_of(volume):
            erased(ours, volume, lambda lines: without(lines, (name,)), (name,))
            done.append(volume.game)
    listed = index.games(ours.data, Wanted(player=name, limit=_ALL)).entries
    stale = {entry.game for entry in listed if entry.game != on_table}  # if once it was cut short
    return Forgotten(tuple(done), _index(ours.data, sorted({*done, *stale})))


def forget_old(ours: Claim, days: int, now_ms: int, on_table: GameId | None = None) -> Forgotten:
    """Forget everybody in games that are over and older than so many days.

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
    backup.mark_erasure(ours)
    done = [volume.game for volume in due if erased(ours, volume, nameless)]
    return Forgotten(tuple(done), _index(ours.data, [volume.game for volume in due]))


def _tidy(ours: Claim, clean: Callable[[bytes], bytes]) -> None:
    """Clean the files beside the games that nobody proves, and take away half-written ones."""
    for path in leftovers(ours.games):
        try:
            if path.name.endswith(NEW):
                ours.disk.unlink(path)
                continue
            raw = path.read_bytes()
            if clean(raw) != raw:
                replace_whole(ours.disk, path, clean(raw))
        except OSError as why:
            raise broken(why, path) from why


def _bytes_of(volume: Volume) -> bytes:
    try:
        return volume.path.read_bytes()
    except OSError as why:
        raise broken(why, volume.path) from why


def _index(data: Path, games: Sequence[GameId]) -> IndexTrouble | None:
    """Bring the index up to date, and leave nothing of what it said in its file."""
    if not (data / index.NAME).exists():
        return None
    trouble: IndexTrouble | None = None
    for game in games:
        trouble = trouble or indexing.add(data, game, describe).trouble
    if trouble is not None:
        with suppress(OSError):  # what cannot be cleaned is made anew from the games
            (data / index.NAME).unlink()
        trouble = indexing.refresh(data, describe).trouble
    return trouble or indexing.scrub(data)
