"""What a cut leaves of a disk whose writes QEMU has logged: all up to its last flush is there."""

import struct
from pathlib import Path
from random import Random

import pytest

from release.tests.machine.log import SECTOR, Log

FLUSH = (0, 0, 1, b"")


def noted(file: Path, *entries: tuple[int, int, int, bytes]) -> Log:
    """Return a log as QEMU writes it: a head, then for each entry a sector and its data."""
    head = struct.pack("<QQQI", 0x6A736677736872, 1, len(entries), SECTOR)
    log = head.ljust(SECTOR, b"\0")
    for start, count, flags, data in entries:
        log += struct.pack("<QQQQ", start, count, flags, 0).ljust(SECTOR, b"\0") + data
    file.write_bytes(log)
    return Log(file)


def of(letter: bytes, sectors: int = 1) -> bytes:
    """Return this many sectors of one letter."""
    return letter * (SECTOR * sectors)


@pytest.fixture
def disk(tmp_path: Path) -> Path:
    """A disk of four empty sectors."""
    file = tmp_path / "disk"
    file.write_bytes(of(b".", 4))
    return file


def after(log: Log, disk: Path, fate: str, seed: int = 0) -> str:
    """Return the letters of the disk's sectors after the cut."""
    log.cut(disk, fate, Random(seed))  # noqa: S311 - a proof's dice
    data = disk.read_bytes()
    return "".join(chr(data[place]) for place in range(0, len(data), SECTOR))


def test_what_was_flushed_stays_and_what_came_later_may_go(tmp_path: Path, disk: Path) -> None:
    log = noted(tmp_path / "log", (0, 2, 0, of(b"a", 2)), FLUSH, (2, 2, 0, of(b"b", 2)))
    assert log.flushes() == 1
    assert after(log, disk, "dropped") == "aa.."
    assert after(log, disk, "kept") == "aabb"


def test_a_write_may_be_torn_between_its_blocks_but_not_within_one(
    tmp_path: Path, disk: Path
) -> None:
    log = noted(tmp_path / "log", (0, 8, 0, of(b"a", 8)), FLUSH, (8, 24, 0, of(b"b", 24)))
    seen = set()
    for seed in range(40):
        disk.write_bytes(of(b".", 32))
        seen.add(after(log, disk, "torn", seed))
    assert all(each.startswith("a" * 8) for each in seen)
    blocks = {tuple(each[at : at + 8] for at in range(8, 32, 8)) for each in seen}
    assert len(blocks) == 8
    assert all(len(set(block)) == 1 for torn in blocks for block in torn)


def test_a_write_that_asks_for_the_disk_itself_needs_no_flush(tmp_path: Path, disk: Path) -> None:
    log = noted(tmp_path / "log", (3, 1, 2, of(b"f")), (0, 1, 0, of(b"a")))
    assert after(log, disk, "dropped") == "...f"


def test_what_is_given_back_has_no_data_in_the_log(tmp_path: Path, disk: Path) -> None:
    log = noted(tmp_path / "log", (0, 4, 4, b""), (1, 1, 0, of(b"a")), FLUSH)
    assert after(log, disk, "dropped") == ".a.."


def test_an_entry_that_the_plug_has_torn_is_none(tmp_path: Path, disk: Path) -> None:
    file = tmp_path / "log"
    noted(file, (0, 1, 0, of(b"a")), FLUSH, (1, 3, 0, of(b"b", 3)))
    file.write_bytes(file.read_bytes()[:-SECTOR])
    assert after(Log(file), disk, "kept") == "a..."
