"""Keeps the index in step with the journals: games that are new, have grown, or are gone.

Reports trouble as a value, as all of the history does; an unusable index is made anew.
"""

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from companion.journal import games_dir
from companion.journal.claim import games_folder
from companion.journal.games_dir import SUFFIX, Volume
from companion.journal.index.index import (
    NAME,
    TROUBLES,
    Index,
    Sums,
    add_up,
    at_once,
    entries,
    keep_sums,
    opened,
    put_in,
    sum_up,
    taken_out,
    trouble,
)
from companion.journal.index.rows import (
    Describe,
    Described,
    FileState,
    IndexFault,
    IndexTrouble,
    Listing,
    Reconciled,
    Totals,
    Wanted,
    WrongRowError,
    counts_of,
    described,
    entry_of,
    state,
    tallies_of,
    was_begun,
)
from companion.journal.lines import GameId

Answer = TypeVar("Answer", Listing, Totals)
"""What the index is asked for."""

_ASIDE = NAME + ".unusable"

_AT_A_TIME = 25
"""Games that a process is given at once."""

_BATCH = 20 * _AT_A_TIME
"""Games that go into the index at once: a few hundredths of a second in which it is locked."""

_WORTH_WORKERS = 500
"""This many games, and more processes are sooner done than they are begun."""

_RECENT = 20
"""This many of the newest games may have grown although the folder looks as it did."""

_MOST_UNFINISHED = 200
"""The same of games that are not over, which somebody may have gone on with."""

_SETTLED_NS = 2_000_000_000
"""A folder that changed less long ago may change again without its clock showing it."""


class Effort(msgspec.Struct, frozen=True):
    """How the games are read, if there are many."""

    workers: int = 1
    """Processes that read. More than one only where no other thread runs: they are forked."""

    advance: Callable[[int, int], None] = lambda _done, _of: None
    """Is told now and then how many games are done, and of how many."""


ALONE = Effort()
"""One process, in silence: as at the table."""


def refresh(data: Path, describe: Describe, effort: Effort = ALONE) -> Reconciled:
    """Bring the index up to date as far as the folder's names and the newest games tell.

    Unlike `reconcile`, it takes no longer for many old games than for few. An old, finished game
    that somebody changed by hand is found by `reconcile` and `rebuild` only. Never raises.
    """
    return _kept_up(data, lambda index: _refreshed(index, data, describe, effort))


def asked(
    data: Path, describe: Describe, ask: Callable[[], Answer], effort: Effort = ALONE
) -> tuple[Reconciled, Answer]:
    """Bring the index up to date, and return what became of it and what it answers then.

    Damage that shows only in an answer makes it anew, once. Never raises if asking does not.
    """
    done, answer = refresh(data, describe, effort), ask()
    if answer.trouble is not None and answer.trouble.fault is IndexFault.UNUSABLE:
        done, answer = reconcile(data, describe, effort), ask()
    return done, answer


def reconcile(data: Path, describe: Describe, effort: Effort = ALONE) -> Reconciled:
    """Bring the index up to date: read every game that is new or has changed. Never raises.

    An unusable index is put aside and made anew.
    """
    return _kept_up(data, lambda index: _compared(index, data, describe, effort))


def add(data: Path, game: GameId, describe: Describe) -> Reconciled:
    """Bring a single game up to date, without looking at the others. Never raises."""

    def added(index: Index) -> Reconciled:
        found = tuple(volume for volume in games_dir.volumes(data) if volume.game == game)
        return _indexed(index, found, describe)

    return _kept_up(data, added)


def rebuild(data: Path, describe: Describe, effort: Effort = ALONE) -> Reconciled:
    """Forget the index and make it from the journals alone. Never raises."""

    def rebuilt(index: Index) -> Reconciled:
        for table in ("games", "sitters", "tallies", "totals", "seen"):
            index.execute(f"DELETE FROM {table}")  # noqa: S608 - the names stand above
        return _compared(index, data, describe, effort)

    return _kept_up(data, rebuilt)


def scrub(data: Path) -> IndexTrouble | None:
    """Leave nothing in the index's file of what it does not say any more. Never raises."""
    try:
        with suppress(FileNotFoundError):
            (data / _ASIDE).unlink()
        with opened(data, make=True) as index:
            index.execute("PRAGMA secure_delete = ON")
            index.execute("VACUUM")
    except TROUBLES as why:
        return trouble(why)
    return None


def _kept_up(data: Path, work: Callable[[Index], Reconciled]) -> Reconciled:
    """Do this to the index; if it proves unusable twice, do it to a new one.

    Twice, because a disk that fails to read a page just once looks the same as a damaged page.
    """
    aside: Path | None = None
    try:
        for _ in range(2):
            try:
                with opened(data, make=True) as index:
                    return work(index)
            except TROUBLES as why:
                if trouble(why).fault is not IndexFault.UNUSABLE:
                    raise
        # what SQLite kept beside it was used up on opening it
        aside = (data / NAME).replace(data / _ASIDE)
        with opened(data, make=True) as index:
            return replace(work(index), set_aside=aside)
    except TROUBLES as why:
        return Reconciled(set_aside=aside, trouble=trouble(why))


def _compared(index: Index, data: Path, describe: Describe, effort: Effort) -> Reconciled:
    if index.execute("PRAGMA integrity_check").fetchone() != ("ok",):
        raise WrongRowError("integrity_check")
    known = _proved(index)
    folder = _folder_ns(data)
    present = games_dir.volumes(data)
    changed = tuple(volume for volume in present if known.get(volume.game) != state(volume))
    gone = known.keys() - {volume.game for volume in present}
    return _brought_up(
        index, changed, gone, folder, partial(_indexed, describe=describe, effort=effort)
    )


def _refreshed(index: Index, data: Path, describe: Describe, effort: Effort) -> Reconciled:
    folder = _folder_ns(data)
    known = _likely_to_grow(index, data)
    grown = tuple(volume for volume, was in known.items() if state(volume) != was)
    if folder is not None and index.execute("SELECT folder_ns FROM seen").fetchone() == (folder,):
        return _indexed(index, grown, describe, effort)
    present = {volume.game: volume for volume in games_dir.volumes(data)}
    indexed = {GameId(game) for (game,) in index.execute("SELECT game FROM games")}
    new = tuple(volume for game, volume in present.items() if game not in indexed)
    there = tuple(volume for volume in grown if volume.game in present)
    gone = indexed - present.keys()
    return _brought_up(
        index, new + there, gone, folder, partial(_indexed, describe=describe, effort=effort)
    )


def _brought_up(
    index: Index,
    changed: tuple[Volume, ...],
    gone: Iterable[GameId],
    folder: int | None,
    take_in: Callable[[Index, tuple[Volume, ...]], Reconciled],
) -> Reconciled:
    """Take games out and in, and remember how the folder looked before anybody did."""
    number = _removed(index, tuple(gone))
    done = take_in(index, changed)
    if not done.unread and folder is not None and time.time_ns() - folder > _SETTLED_NS:
        index.execute("DELETE FROM seen")
        index.execute("INSERT INTO seen VALUES (?)", (folder,))
    return replace(done, forgotten=number)


def _folder_ns(data: Path) -> int | None:
    """Return when a game last came into the folder or went, by the file system's clock."""
    try:
        return games_folder(data).stat().st_mtime_ns
    except OSError:
        return None


def _likely_to_grow(index: Index, data: Path) -> dict[Volume, FileState]:
    """Return the games that may have changed, with how they looked."""
    ask = "SELECT * FROM games {} ORDER BY digits DESC, game DESC LIMIT ?"
    rows = [
        *index.execute(ask.format(""), (_RECENT,)),
        *index.execute(ask.format("WHERE is_over = 0"), (_MOST_UNFINISHED,)),
    ]
    known = [entry_of(row[1:6]) for row in rows]
    folder = games_folder(data)
    return {Volume(entry.game, folder / f"{entry.game}{SUFFIX}"): was for entry, was in known}


def _proved(index: Index) -> dict[GameId, FileState]:
    """Return every game of the index with how it looked, once all tables agree about them."""
    known: dict[GameId, FileState] = {}
    sitters = set()
    for entry, was in entries(index, Wanted()):
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
    index: Index, volumes: tuple[Volume, ...], describe: Describe, effort: Effort = ALONE
) -> Reconciled:
    """Read these games into the index, some at a time, so that it is never locked for long."""
    unread: list[GameId] = []
    indexed = done = 0
    parts = _read(volumes, describe, effort.workers)
    for _ in range(0, len(volumes), _BATCH):
        found: list[Described] = []
        sums: Sums = {}
        for part in islice(parts, _BATCH // _AT_A_TIME):
            found += part.found
            unread += part.unread
            add_up(sums, part.sums)
            done += part.games
            effort.advance(done, len(volumes))
        with at_once(index):
            add_up(sums, taken_out(index, [each.entry.game for each in found]))
            put_in(index, found)
            keep_sums(index, sums)
        indexed += len(found)
    return Reconciled(indexed, unread=tuple(unread))


class _Part(msgspec.Struct, frozen=True):
    """Some games, read at once."""

    games: int
    """How many."""

    found: list[Described]
    unread: list[GameId]
    sums: Sums
    """What those that were found add to the totals."""


def _read(volumes: tuple[Volume, ...], describe: Describe, workers: int) -> Iterator[_Part]:
    """Yield what the index keeps of the games, in order; many are read by several processes."""
    work = partial(_read_part, describe=describe)
    parts = [volumes[at : at + _AT_A_TIME] for at in range(0, len(volumes), _AT_A_TIME)]
    if workers == 1 or len(volumes) < _WORTH_WORKERS:
        yield from map(work, parts)
        return
    with multiprocessing.get_context("fork").Pool(workers, _leave_ctrl_c_to_others) as pool:
        yield from pool.imap(work, parts)


def _read_part(volumes: tuple[Volume, ...], describe: Describe) -> _Part:
    found: list[Described] = []
    unread: list[GameId] = []
    sums: Sums = {}
    for volume in volumes:
        each = described(volume, describe)
        if each is not None:
            sum_up(sums, each.tallies, 1)
            found.append(replace(each, tallies=()))
        elif was_begun(volume):
            unread.append(volume.game)
    return _Part(len(volumes), found, unread, sums)


def _leave_ctrl_c_to_others() -> None:
    """A worker is ended by who began it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _removed(index: Index, games: tuple[GameId, ...]) -> int:
    """Forget these games and what they added to the totals, and return how many they were."""
    for start in range(0, len(games), _BATCH):
        with at_once(index):
            keep_sums(index, taken_out(index, games[start : start + _BATCH]))
    return len(games)
