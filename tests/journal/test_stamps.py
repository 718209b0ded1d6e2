"""A line says when it was written: by the clock on the wall, and since the machine was started."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.journal import lines
from companion.journal.lines import Stamp


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose clocks stand; the file with the name of its start."""
    clocks = {7: 61_999_999}
    monkeypatch.setattr(
        lines,
        "time",
        SimpleNamespace(
            time_ns=lambda: 1_767_384_930_000_999_999,
            clock_gettime_ns=clocks.__getitem__,
            CLOCK_BOOTTIME=7,
        ),
    )
    monkeypatch.setattr(lines, "_BOOT_ID", tmp_path / "boot_id")
    lines._boot.cache_clear()  # noqa: SLF001 - it is asked once in a life
    return tmp_path / "boot_id"


def test_a_stamp_counts_whole_milliseconds_and_names_the_start(machine: Path) -> None:
    machine.write_text("0a8f5c9e-77\n")
    assert lines.stamp("key") == Stamp(1_767_384_930_000, 61, "0a8f5c9e-77", "key")


def test_a_machine_without_a_name_for_its_start_gets_an_empty_one(machine: Path) -> None:
    assert not machine.exists()
    assert lines.stamp("reader 04A2") == Stamp(1_767_384_930_000, 61, "", "reader 04A2")
    lines._boot.cache_clear()  # noqa: SLF001 - the next test asks the real machine
