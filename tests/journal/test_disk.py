"""Small files and folders on disks that fail: the old bytes or the new ones, and nothing beside."""

import errno
import os
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.journal import disk as journal_disk
from companion.journal.disk import (
    Disk,
    NotAFileError,
    copy_aside,
    make_folder,
    move_aside,
    open_file,
    replace_whole,
    sync_folder,
)
from companion.journal.filesystem import broken
from tests.journal.disks import HASTY, Counted, Fault

OLD, NEW = b"old", b"new" * 50_000
"""The new bytes are more than one piece."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small"
    replace_whole(HASTY, path, OLD)
    return path


def calls(file: Path) -> int:
    counted = Counted()
    replace_whole(counted.disk(), file, OLD)
    return len(counted.names)


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO, None])
def test_a_file_that_cannot_be_put_in_its_place_is_as_it_was_or_new(
    file: Path, error: int | None
) -> None:
    for number in range(1, calls(file) + 1):
        replace_whole(HASTY, file, OLD)
        fault = Fault(number, error)
        with suppress(OSError):
            replace_whole(fault.disk(), file, NEW)
            assert file.read_bytes() == NEW
        assert file.read_bytes() in (OLD, NEW)
        assert [each.name for each in file.parent.iterdir()] == ["small"]


def name_of(fd: int) -> str:
    return Path(f"/proc/self/fd/{fd}").readlink().name


def test_a_file_is_flushed_before_and_after_it_takes_its_name_and_the_name_last(file: Path) -> None:
    done: list[tuple[str, ...]] = []

    def renamed(old: Path, new: Path) -> None:
        done.append(("renamed", old.name, new.name))
        HASTY.rename(old, new)

    def write(fd: int, data: bytes) -> int:
        done.append(("written", name_of(fd)))
        return HASTY.write(fd, data)

    recorded = replace(
        HASTY, write=write, rename=renamed, fsync=lambda fd: done.append(("flushed", name_of(fd)))
    )
    replace_whole(recorded, file, b"new")
    assert done == [
        ("written", "small.new"),
        ("flushed", "small.new"),
        ("renamed", "small.new", "small"),
        ("flushed", "small"),  # on FAT its new name says until then that it is empty
        ("flushed", file.parent.name),
    ]


@pytest.mark.parametrize("error", [0, errno.ENOSPC])
def test_no_file_stays_open_whether_it_was_written_or_not(file: Path, error: int) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    with suppress(OSError):
        replace_whole(refusing(error) if error else HASTY, file, NEW)
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_bytes_that_read_back_otherwise_do_not_take_the_files_place(file: Path) -> None:
    def wrong(fd: int, size: int, offset: int) -> bytes:
        return os.pread(fd, size, offset).replace(b"e", b"x")

    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        replace_whole(replace(HASTY, pread=wrong), file, NEW)
    assert file.read_bytes() == OLD
    assert [each.name for each in file.parent.iterdir()] == ["small"]


def test_a_folder_is_made_with_those_above_it_and_outlives_a_pulled_plug(tmp_path: Path) -> None:
    flushed: list[int] = []
    disk = replace(HASTY, fsync=lambda fd: flushed.append(os.fstat(fd).st_ino))
    folder = tmp_path / "above" / "between" / "below"
    for above in ([*folder.parents][:3], []):
        make_folder(disk, folder)
        assert flushed == [each.stat().st_ino for each in above]
        flushed.clear()


def test_a_file_is_made_for_whom_it_is_meant(tmp_path: Path) -> None:
    replace_whole(HASTY, tmp_path / "secret", NEW)
    assert (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
    before = os.umask(0)
    try:
        replace_whole(HASTY, tmp_path / "open", NEW, 0o644)
    finally:
        os.umask(before)
    assert (tmp_path / "open").stat().st_mode & 0o777 == 0o644


def test_what_is_kept_aside_is_nobody_elses_business_either(file: Path) -> None:
    before = os.umask(0)
    fd = os.open(file, os.O_RDONLY)
    try:
        copies = [copy_aside(HASTY, fd, file) for _ in range(2)]
    finally:
        os.close(fd)
        os.umask(before)
    assert [copy.name for copy in copies] == ["small.unproved-1", "small.unproved-2"]
    assert [copy.read_bytes() for copy in copies] == [OLD, OLD]
    assert [copy.stat().st_mode & 0o777 for copy in copies] == [0o600, 0o600]


def refusing(error: int) -> Disk:
    def refuse(_fd: int) -> None:
        raise OSError(error, os.strerror(error))

    return replace(HASTY, fsync=refuse)


def test_a_file_system_that_keeps_names_by_itself_need_not_be_asked(tmp_path: Path) -> None:
    sync_folder(refusing(errno.EINVAL), tmp_path)
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        sync_folder(refusing(errno.EIO), tmp_path)
    with pytest.raises(NotADirectoryError):
        sync_folder(HASTY, Path(__file__))


def test_contents_end_where_they_are_told_to_or_at_the_files_end(tmp_path: Path) -> None:
    path = tmp_path / "long"
    path.write_bytes(NEW)
    fd = os.open(path, os.O_RDONLY)
    try:
        assert b"".join(journal_disk.contents(HASTY, fd)) == NEW
        assert b"".join(journal_disk.contents(HASTY, fd, 100_000)) == NEW[:100_000]
        assert b"".join(journal_disk.contents(HASTY, fd, 10**6)) == NEW
        assert b"".join(journal_disk.contents(HASTY, fd, 0)) == b""
    finally:
        os.close(fd)


def test_a_file_moved_aside_and_its_old_name_gone_outlive_a_pulled_plug(file: Path) -> None:
    counted = Counted()
    place = move_aside(counted.disk(), file)
    assert (place.name, place.read_bytes(), file.exists()) == ("small.unproved-1", OLD, False)
    assert counted.names[counted.names.index("rename") :] == ["rename", "open", "fsync", "close"]


def test_a_file_that_cannot_be_moved_aside_stays_and_leaves_no_second_name(file: Path) -> None:
    def refused(*_names: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    with pytest.raises(OSError, match="Read-only"):
        move_aside(replace(HASTY, rename=refused), file)
    assert {each.name: each.read_bytes() for each in file.parent.iterdir()} == {"small": OLD}


def test_a_pipe_where_a_file_must_be_is_refused_and_does_not_stay_open(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(NotAFileError):
        open_file(pipe)
    with pytest.raises(OSError, match=os.strerror(errno.ENXIO)):  # nobody reads from it
        os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)


def test_what_the_system_said_of_a_file_is_kept_and_is_never_nothing(tmp_path: Path) -> None:
    assert broken(OSError(errno.EIO, "the cable is out"), tmp_path).strerror == "the cable is out"
    assert broken(OSError(), tmp_path).strerror == os.strerror(errno.EIO)
