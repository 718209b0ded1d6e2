"""Every call to the disk fails, once or for good: nothing is lost, nothing stands twice."""

import errno
import gc
import os
from collections.abc import Callable, Iterable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest

from companion.journal.book import GameWriter
from companion.journal.claim import claim
from companion.journal.disk import Disk
from companion.journal.filesystem import JournalBroken
from companion.journal.lines import Event, GameId, Stamp, verify
from tests.journal.disks import FOR_GOOD, HASTY, Fault
from tests.together import some

GAME = GameId("000001-20260102T201530")

STAMP = Stamp(1_767_384_930_000, 61_500, "0a8f5c9e", "script")

EVENTS: tuple[Event, ...] = tuple({"n": number} for number in range(6))

HALF = 3


def open_files() -> int:
    """How many files this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


Result = TypeVar("Result")


def tried_twice(act: Callable[[], Result]) -> Result:
    """Do what the program does: try once more what failed."""
    try:
        return act()
    except JournalBroken:
        return act()


def entered(book: GameWriter, events: Iterable[Event], confirmed: list[Event]) -> None:
    """Append these."""
    for event in events:
        tried_twice(partial(book.append, event, STAMP))
        confirmed.append(event)


def evening(data: Path, disk: Disk) -> tuple[list[Event], bool]:
    """Half a game, a restart in which a torn end is found, the other half: what was confirmed.

    Also returns whether the evening came to its end.
    """
    confirmed: list[Event] = []
    try:
        with tried_twice(partial(claim, data, disk)) as ours:
            book = GameWriter(ours, GAME)
            with closing(book):
                entered(book, EVENTS[:HALF], confirmed)
            with book.path.open("ab") as file:
                file.write(b"00000000 {torn")
            again = tried_twice(partial(GameWriter.reopen, ours, GAME))
            with closing(again.book):
                assert [line.event for line in again.lines] == confirmed
                entered(again.book, EVENTS[HALF:], confirmed)
    except JournalBroken:
        return confirmed, False
    return confirmed, True


def survives(data: Path, confirmed: list[Event]) -> None:
    """Open the folder with a healthy disk, check it, and play on to the end."""
    with claim(data, HASTY) as ours:
        path = GameWriter(ours, GAME).path
        found = verify([path.read_bytes()], GAME).lines if path.exists() else ()
        assert [line.event for line in found][: len(confirmed)] == confirmed
        if found:
            book = GameWriter.reopen(ours, GAME).book
            entered(book, EVENTS[len(found) :], [])
            book.close()
            lines = verify([path.read_bytes()], GAME).lines
            assert [line.event for line in lines] == list(EVENTS)


def number_of_calls(data: Path) -> int:
    """How many calls a whole evening takes."""
    healthy = Fault(FOR_GOOD, errno.EIO)
    confirmed, is_over = evening(data, healthy.disk())
    assert (confirmed, is_over) == (list(EVENTS), True)
    return healthy.calls


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> range:
    """The calls of a whole evening."""
    gc.collect()  # what other tests left open is not counted
    return range(1, number_of_calls(tmp_path_factory.mktemp("healthy") / "data") + 1)


@pytest.mark.parametrize("length", [1, 2, 3, FOR_GOOD], ids=["once", "twice", "thrice", "for good"])
@pytest.mark.parametrize("is_late", [False, True], ids=["undone", "done"])
@pytest.mark.parametrize(
    "error", [errno.EIO, errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EINTR], ids=os.strerror
)
def test_any_call_may_fail(
    tmp_path: Path, calls: range, error: int, length: int, *, is_late: bool
) -> None:
    for number in some(calls, 11, error + length + is_late):
        data = tmp_path / str(number)
        fault = Fault(number, error, is_late=is_late, length=length)
        before = open_files()
        confirmed, is_over = evening(data, fault.disk())
        assert fault.hits
        assert open_files() == before
        assert is_over or length > 1, f"call {number} was not tried again"
        survives(data, confirmed)


@pytest.mark.parametrize("length", [1, FOR_GOOD], ids=["once", "for good"])
def test_any_write_may_take_only_a_part(tmp_path: Path, calls: range, length: int) -> None:
    for number in calls:
        fault = Fault(number, None, length=length)
        confirmed, is_over = evening(tmp_path / str(number), fault.disk())
        assert is_over or length > 1
        survives(tmp_path / str(number), confirmed)
