"""Whatever the disk does, events are answered one by one, in order, and the loop never waits."""

import errno
import os
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from threading import Semaphore

import pytest
from msgspec.structs import replace

from companion.journal.book import GameWriter
from companion.journal.claim import FolderLock, claim
from companion.journal.disk import Disk
from companion.journal.filesystem import FolderTrouble
from companion.journal.lines import LONGEST_BYTES, Event, GameId, Stamp, verify
from companion.journal.writer import Answer, WriteFailed, Writer, Written
from tests.journal.disks import HASTY, Counted

GAME = GameId("000001-20260102T201530")

STAMP = Stamp(1_767_384_930_000, 61_500, "0a8f5c9e", "touch")

PATIENCE_SECONDS = 20

HEADER: Event = {"ra_record": 1}


@dataclass
class Loop:
    """What the loop does with a writer, on a disk it can stall and break."""

    data: Path
    """Where the games lie."""

    woken: Semaphore = field(default_factory=lambda: Semaphore(0))
    """Released once for every wake-up."""

    passed: Semaphore = field(default_factory=lambda: Semaphore(0))
    """Taken by every flush while the disk stalls."""

    is_stalled: bool = False
    """Whether flushes wait for ``passed``."""

    error: int | None = None
    """What every flush fails with."""

    reached: Semaphore = field(default_factory=lambda: Semaphore(0))
    """Released by every flush that stalls."""

    def disk(self) -> Disk:
        """The disk."""
        return replace(HASTY, fdatasync=self.flush)

    def flush(self, _fd: int) -> None:
        """Stall, fail, or do nothing."""
        if self.is_stalled:
            self.reached.release()
            assert self.passed.acquire(timeout=PATIENCE_SECONDS)
        if self.error is not None:
            raise OSError(self.error, os.strerror(self.error))

    def writer(self, ours: FolderLock) -> Writer:
        """A writer of a new book."""
        return Writer(GameWriter(ours, GAME), self.woken.release)

    def taken(self, writer: Writer, count: int) -> list[Answer]:
        """Sleep until there are this many answers."""
        answers: list[Answer] = []
        while len(answers) < count:
            assert self.woken.acquire(timeout=PATIENCE_SECONDS)
            answers += writer.answers()
        return answers

    def on_disk(self) -> list[Event]:
        """What the file proves."""
        raw = (self.data / "games" / f"{GAME}.jsonl").read_bytes()
        return [line.event for line in verify([raw], GAME).lines]


@pytest.fixture
def loop(tmp_path: Path) -> Loop:
    return Loop(tmp_path)


@pytest.fixture
def writer(loop: Loop) -> Iterator[Writer]:
    with claim(loop.data, loop.disk()) as ours, loop.writer(ours) as writer:
        yield writer


def numbered(count: int) -> list[Event]:
    """Events that differ."""
    return [{"n": number} for number in range(count)]


def test_events_are_answered_in_order_once_they_are_on_the_disk(loop: Loop, writer: Writer) -> None:
    for event in numbered(50):
        writer.submit(event, STAMP)
    answers = loop.taken(writer, 50)
    assert writer.flushes == 51  # the first makes the name of its file last as well
    assert [answer.line.event for answer in answers if isinstance(answer, Written)] == numbered(50)
    assert [answer.line.number for answer in answers if isinstance(answer, Written)] == [*range(50)]
    assert loop.on_disk() == numbered(50)


def test_a_stalling_disk_holds_up_answers_but_not_the_loop(loop: Loop, writer: Writer) -> None:
    loop.is_stalled = True
    for event in numbered(5):
        writer.submit(event, STAMP)
    assert loop.reached.acquire(timeout=PATIENCE_SECONDS)
    assert writer.answers() == ()
    for _ in range(5):
        loop.passed.release()
    assert [type(answer) for answer in loop.taken(writer, 5)] == [Written] * 5
    assert loop.on_disk() == numbered(5)


def test_a_flush_that_fails_once_is_tried_again_without_a_word(loop: Loop, writer: Writer) -> None:
    writer.submit(HEADER, STAMP)
    loop.taken(writer, 1)
    loop.is_stalled, loop.error = True, errno.EIO
    writer.submit({"bid": 9}, STAMP)
    assert loop.reached.acquire(timeout=PATIENCE_SECONDS)
    loop.passed.release()
    assert loop.reached.acquire(timeout=PATIENCE_SECONDS)
    loop.error = None
    loop.passed.release()
    assert [type(answer) for answer in loop.taken(writer, 1)] == [Written]
    assert loop.on_disk() == [HEADER, {"bid": 9}]


def test_a_disk_that_stays_broken_is_reported_once_and_later_events_wait(
    loop: Loop, writer: Writer
) -> None:
    loop.error = errno.EROFS
    for event in numbered(3):
        writer.submit(event, STAMP)
    (answer,) = loop.taken(writer, 1)
    assert isinstance(answer, WriteFailed)
    assert (answer.event, answer.why.kind) == ({"n": 0}, FolderTrouble.READ_ONLY)
    writer.submit({"n": 3}, STAMP)
    assert writer.answers() == ()
    loop.error = errno.ENOSPC
    writer.retry()
    (answer,) = loop.taken(writer, 1)
    assert isinstance(answer, WriteFailed)
    assert answer.why.kind is FolderTrouble.FULL
    loop.error = None
    writer.retry()
    assert [type(answer) for answer in loop.taken(writer, 4)] == [Written] * 4
    assert loop.on_disk() == numbered(4)


def test_dropped_events_are_returned_and_later_ones_written_in_their_place(
    loop: Loop, writer: Writer
) -> None:
    writer.submit(HEADER, STAMP)
    loop.taken(writer, 1)
    loop.error = errno.EIO
    for event in numbered(3):
        writer.submit(event, STAMP)
    loop.taken(writer, 1)
    assert writer.drop() == tuple(numbered(3))
    loop.error = None
    writer.submit({"n": 9}, STAMP)
    loop.taken(writer, 1)
    assert loop.on_disk() == [HEADER, {"n": 9}]


def test_nothing_can_be_dropped_or_retried_while_the_disk_owes_an_answer(
    loop: Loop, writer: Writer
) -> None:
    loop.is_stalled = True
    writer.submit(HEADER, STAMP)
    assert writer.drop() == ()
    writer.retry()
    loop.passed.release()
    assert [type(answer) for answer in loop.taken(writer, 1)] == [Written]


def test_closing_writes_everything_that_waits(loop: Loop) -> None:
    loop.is_stalled = True
    with claim(loop.data, loop.disk()) as ours:
        writer = loop.writer(ours)
        for event in numbered(20):
            writer.submit(event, STAMP)
        loop.passed.release(20)
        assert writer.close() == ()
    assert len(writer.answers()) == 20
    assert loop.on_disk() == numbered(20)


def test_closing_lets_go_of_the_file(loop: Loop) -> None:
    counted = Counted()
    with claim(loop.data, counted.disk(loop.disk())) as ours:
        writer = loop.writer(ours)
        writer.submit(HEADER, STAMP)
        writer.close()
        assert counted.names.count("open") == counted.names.count("close") + 1  # the claim's


def test_a_program_that_ends_does_not_wait_for_a_writer(loop: Loop) -> None:
    def waited_for() -> list[threading.Thread]:
        return [each for each in threading.enumerate() if not each.daemon]

    before = waited_for()
    with claim(loop.data, loop.disk()) as ours, loop.writer(ours) as writer:
        writer.submit(HEADER, STAMP)
        loop.taken(writer, 1)
        assert waited_for() == before


def test_closing_after_a_failure_returns_what_is_not_written(loop: Loop) -> None:
    with claim(loop.data, loop.disk()) as ours:
        writer = loop.writer(ours)
        writer.submit(HEADER, STAMP)
        loop.taken(writer, 1)
        loop.error = errno.EIO
        for event in numbered(3):
            writer.submit(event, STAMP)
        loop.taken(writer, 1)
        assert writer.close() == tuple(numbered(3))
        assert writer.close() == tuple(numbered(3))
    with pytest.raises(RuntimeError, match="closed"):
        writer.submit({"n": 4}, STAMP)


@pytest.mark.parametrize("event", [{"set": {1}}, {"long": "x" * LONGEST_BYTES}, {1: 2}])
def test_an_event_that_cannot_be_written_is_refused_at_once(
    loop: Loop, writer: Writer, event: Event
) -> None:
    with pytest.raises(ValueError, match="plain JSON"):
        writer.submit(event, STAMP)
    writer.submit(HEADER, STAMP)
    assert [type(answer) for answer in loop.taken(writer, 1)] == [Written]


def test_a_mistake_of_ours_on_the_thread_is_raised_in_the_loop(loop: Loop) -> None:
    def nonsense(_fd: int) -> None:
        raise ZeroDivisionError

    with claim(loop.data, replace(HASTY, fdatasync=nonsense)) as ours:
        writer = loop.writer(ours)
        writer.submit(HEADER, STAMP)
        assert loop.woken.acquire(timeout=PATIENCE_SECONDS)
        with pytest.raises(ZeroDivisionError):
            writer.answers()
        assert writer.close() == (HEADER,)


def test_a_writer_of_an_opened_book_goes_on_where_it_ended(loop: Loop) -> None:
    with claim(loop.data, loop.disk()) as ours:
        loop.writer(ours).close()
        GameWriter(ours, GAME).append(HEADER, STAMP)
        book = GameWriter.reopen(ours, GAME).book
        with Writer(book, loop.woken.release) as writer:
            assert writer.game == GAME
            writer.submit({"n": 1}, STAMP)
            loop.taken(writer, 1)
    assert loop.on_disk() == [HEADER, {"n": 1}]
    with pytest.raises(RuntimeError, match="closed"):
        writer.submit({"n": 2}, STAMP)
