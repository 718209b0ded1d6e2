"""A book keeps what it confirmed, and says what it could not prove."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.journal.book import Cut, GameWriter
from companion.journal.claim import FolderLock, claim
from companion.journal.disk import DISK, NOT_A_FILE, Disk
from companion.journal.filesystem import FolderTrouble, JournalBroken
from companion.journal.lines import Event, Flaw, FlawKind, GameId, Stamp, beginning, line_at, verify
from tests.journal.disks import FOR_GOOD, HASTY, Counted, Fault

GAME = GameId("000001-20260102T201530")

STAMP = Stamp(1_767_384_930_000, 61_500, "0a8f5c9e", "button")

EVENTS: tuple[Event, ...] = ({"ra_record": 1}, {"draw": "gold"}, {"bid": 9}, {"pass": True})


def with_disk(ours: FolderLock, disk: Disk) -> FolderLock:
    """The same claim, written with another disk."""
    return replace(ours, disk=disk)


def written(ours: FolderLock, events: tuple[Event, ...] = EVENTS) -> GameWriter:
    """A book with these events."""
    book = GameWriter(ours, GAME)
    for event in events:
        book.append(event, STAMP)
    return book


def events_in(path: Path) -> list[Event]:
    """What a file proves, by the pure reader alone."""
    return [line.event for line in verify([path.read_bytes()], GAME).lines]


def test_a_new_book_has_no_file_before_its_header(ours: FolderLock) -> None:
    book = GameWriter(ours, GAME)
    assert not book.path.exists()
    assert book.append(EVENTS[0], STAMP) == line_at(beginning(GAME), EVENTS[0], STAMP)
    assert book.path == ours.games / f"{GAME}.jsonl"
    assert events_in(book.path) == [EVENTS[0]]


def test_an_event_is_one_write_and_one_flush_and_the_first_makes_the_files_name_last(
    ours: FolderLock,
) -> None:
    counted = Counted()
    book = written(with_disk(ours, counted.disk()), EVENTS[:1])
    assert counted.names[-5:] == ["write", "fdatasync", "open", "fsync", "close"]
    assert book.flushes == 2
    book.append({"draw": "nile"}, STAMP)
    assert counted.names[-3:] == ["fstat", "write", "fdatasync"]
    assert book.flushes == 3


def test_nobody_else_may_read_a_book(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with claim(tmp_path, DISK) as ours:
            assert written(ours).path.stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(before)


@pytest.mark.parametrize("events", [EVENTS[:1], EVENTS])
def test_the_whole_last_line_is_written_over_itself_on_opening(
    ours: FolderLock, events: tuple[Event, ...]
) -> None:
    book = written(ours, events)
    book.close()
    puts: list[bytes] = []

    def write(fd: int, data: bytes) -> int:
        puts.append(data)
        return os.write(fd, data)

    GameWriter.reopen(with_disk(ours, replace(ours.disk, write=write)), GAME)
    assert puts == book.path.read_bytes().splitlines(keepends=True)[-1:]


def test_what_is_proved_on_opening_is_flushed_before_it_is_shown(ours: FolderLock) -> None:
    written(ours).close()
    counted = Counted()
    GameWriter.reopen(with_disk(ours, counted.disk()), GAME)
    assert counted.names[-6:] == ["lseek", "write", "fsync", "open", "fsync", "close"]


def test_opening_a_whole_book_changes_no_byte(ours: FolderLock) -> None:
    book = written(ours)
    raw = book.path.read_bytes()
    GameWriter.reopen(ours, GAME)
    assert book.path.read_bytes() == raw
    assert list(ours.games.iterdir()) == [book.path]


def test_an_end_that_cannot_be_proved_is_cut_off_and_the_whole_file_kept(ours: FolderLock) -> None:
    book = written(ours)
    whole = book.path.read_bytes()
    found = whole[:-5] + b"x\n\0\0garbage"
    book.path.write_bytes(found)
    reopened = GameWriter.reopen(ours, GAME)
    start = whole[:-1].rfind(b"\n") + 1
    kept = ours.games / f"{GAME}.jsonl.unproved-1"
    assert reopened.cut == Cut(Flaw(FlawKind.CHECKSUM, 3, start), len(found) - start, kept)
    assert kept.read_bytes() == found
    assert book.path.read_bytes() == whole[:start]
    assert [line.event for line in reopened.lines] == list(EVENTS[:3])
    with book.path.open("ab") as file:
        file.write(b"torn")
    again = GameWriter.reopen(ours, GAME).cut
    assert again is not None
    assert again.kept.name.endswith(".unproved-2")
    assert kept.read_bytes() == found


@pytest.mark.parametrize("raw", [b"", b"\0" * 4096, b"21e0b91b {", b"nothing of ours\n"])
def test_a_file_without_a_provable_header_is_left_as_it_is(ours: FolderLock, raw: bytes) -> None:
    path = GameWriter(ours, GAME).path
    path.write_bytes(raw)
    with pytest.raises(JournalBroken) as caught:
        GameWriter.reopen(ours, GAME)
    assert caught.value.kind is FolderTrouble.UNPROVED
    assert (caught.value.flaw is None) == (raw == b"")
    assert path.read_bytes() == raw


@pytest.mark.parametrize("raw", [b"", b"another game\n"])
def test_a_new_book_never_writes_into_a_file_that_is_there(ours: FolderLock, raw: bytes) -> None:
    book = GameWriter(ours, GAME)
    book.path.write_bytes(raw)
    for _ in range(2):
        with pytest.raises(JournalBroken) as caught:
            book.append(EVENTS[0], STAMP)
        assert caught.value.kind is FolderTrouble.SHARED
    assert book.path.read_bytes() == raw


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo])
def test_what_is_no_file_is_said(ours: FolderLock, make: Callable[[Path], None]) -> None:
    make(GameWriter(ours, GAME).path)
    with pytest.raises(JournalBroken, match=NOT_A_FILE if make is os.mkfifo else None):
        GameWriter.reopen(ours, GAME)


@pytest.mark.parametrize("is_closed", [False, True])
@pytest.mark.parametrize(
    ("meanwhile", "kind"),
    [
        (lambda _: None, FolderTrouble.GONE),
        (lambda raw: raw + b"a guest\n", FolderTrouble.SHARED),
        (lambda raw: raw + b"x", FolderTrouble.SHARED),
        (lambda raw: raw[:-20], FolderTrouble.UNPROVED),
    ],
)
def test_a_file_that_is_not_as_it_was_left_is_not_written_on_until_it_is_again(
    ours: FolderLock,
    meanwhile: Callable[[bytes], bytes | None],
    kind: FolderTrouble,
    *,
    is_closed: bool,
) -> None:
    book = written(ours)
    if is_closed:
        book.close()
        book = GameWriter.reopen(ours, GAME).book
        book.close()
    raw = book.path.read_bytes()
    found = meanwhile(raw)
    if found is None:
        book.path.unlink()
    else:
        book.path.write_bytes(found)
    for _ in range(2):
        with pytest.raises(JournalBroken) as caught:
            book.append({"won": 5}, STAMP)
        assert caught.value.kind is kind
    assert (book.path.read_bytes() if book.path.exists() else None) == found
    book.path.write_bytes(raw)
    assert book.append({"won": 5}, STAMP).number == 4
    assert events_in(book.path) == [*EVENTS, {"won": 5}]


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENOSPC, FolderTrouble.FULL),
        (errno.EDQUOT, FolderTrouble.FULL),
        (errno.EROFS, FolderTrouble.READ_ONLY),
        (errno.ENOENT, FolderTrouble.GONE),
        (errno.EACCES, FolderTrouble.DENIED),
        (errno.EIO, FolderTrouble.IO),
        (errno.EINTR, FolderTrouble.IO),
    ],
)
def test_a_failure_says_what_is_wrong_and_where(
    ours: FolderLock, number: int, kind: FolderTrouble
) -> None:
    book = written(with_disk(ours, Fault(1, number).disk()), ())
    with pytest.raises(JournalBroken) as caught:
        book.append(EVENTS[0], STAMP)
    error = caught.value
    assert (error.kind, error.errno, error.filename) == (kind, number, str(book.path))


def test_a_write_that_took_only_a_part_is_a_full_disk_and_leaves_nothing(ours: FolderLock) -> None:
    fault = Fault(FOR_GOOD, None)
    book = written(with_disk(ours, fault.disk()))
    raw = book.path.read_bytes()
    fault.number, fault.length = fault.calls + 1, FOR_GOOD
    with pytest.raises(JournalBroken) as caught:
        book.append({"won": 5}, STAMP)
    assert caught.value.kind is FolderTrouble.FULL
    assert book.path.read_bytes() == raw


def test_an_unconfirmed_event_makes_way_for_another(ours: FolderLock) -> None:
    fault = Fault(FOR_GOOD, errno.EIO, length=2)
    book = written(with_disk(ours, fault.disk()))
    fault.number = fault.calls + 3
    with pytest.raises(JournalBroken):
        book.append({"won": 5, "why": "long" * 20}, STAMP)
    book.append({"unsold": True}, STAMP)
    assert events_in(book.path) == [*EVENTS, {"unsold": True}]


def test_a_first_byte_that_could_not_be_taken_back_makes_way_as_well(ours: FolderLock) -> None:
    is_full: list[bool] = []

    def write(fd: int, data: bytes) -> int:
        return HASTY.write(fd, data[:1] if is_full else data)

    def ftruncate(fd: int, size: int) -> None:
        if is_full:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        HASTY.ftruncate(fd, size)

    book = written(with_disk(ours, replace(HASTY, write=write, ftruncate=ftruncate)))
    size = book.path.stat().st_size
    is_full.append(True)
    with pytest.raises(JournalBroken):
        book.append({"won": 5}, STAMP)
    assert book.path.stat().st_size == size + 1
    is_full.clear()
    book.append({"won": 5}, STAMP)
    assert events_in(book.path) == [*EVENTS, {"won": 5}]


def test_a_failed_descriptor_is_not_used_again(ours: FolderLock) -> None:
    counted = Counted()
    fault = Fault(FOR_GOOD, errno.EIO, length=2)
    book = written(with_disk(ours, counted.disk(fault.disk())))
    fault.number = fault.calls + 3
    with pytest.raises(JournalBroken):
        book.append({"won": 5}, STAMP)
    assert counted.names[-1] == "close"
    before = len(counted.names)
    book.append({"won": 5}, STAMP)
    proof = ["open", "pread", "fstat"]
    cut = ["ftruncate", "fsync", "lseek"]
    assert counted.names[before:] == [*proof, *cut, "fstat", "write", "fdatasync"]


def test_a_copy_that_cannot_be_made_leaves_the_file_and_no_rubbish(ours: FolderLock) -> None:
    book = written(ours)
    with book.path.open("ab") as file:
        file.write(b"torn")
    raw = book.path.read_bytes()

    def full(_fd: int, _data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(JournalBroken) as caught:
        GameWriter.reopen(with_disk(ours, replace(HASTY, write=full)), GAME)
    assert caught.value.kind is FolderTrouble.FULL
    assert [path.read_bytes() for path in ours.games.iterdir()] == [raw]


def test_a_closed_book_may_be_closed_again_and_opens_by_itself(ours: FolderLock) -> None:
    book = written(ours)
    book.close()
    book.close()
    book.append({"won": 5}, STAMP)
    assert events_in(book.path) == [*EVENTS, {"won": 5}]
