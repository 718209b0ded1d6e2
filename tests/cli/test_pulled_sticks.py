"""A stick that was pulled out while it was written holds nothing half written once it is back."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion import backups as backup
from companion.cli import diagnostics
from companion.journal.claim import claim
from companion.journal.disk import Disk
from companion.journal.lines import GameId
from tests.cli.running import Run
from tests.journal.disks import HASTY
from tests.net.evenings import evenings

GAME = GameId("000001-20260102T201530")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a finished game."""
    folder = tmp_path / "data"
    with claim(folder) as ours:
        evening = next(iter(evenings().values()))
        (ours.games / f"{GAME}.jsonl").write_bytes(evening.journal(GAME))
    return folder


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A stick that is plugged in."""
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


def _halves(stick: Path) -> list[Path]:
    return [*stick.rglob("*.new"), *stick.rglob(".*.new")]


@pytest.mark.parametrize("words", [("export", "all"), ("backup",), ("diagnostics",)])
def test_what_is_half_written_is_gone_once_the_stick_is_written_again(
    run: Run, data: Path, stick: Path, words: tuple[str, ...]
) -> None:
    command = (*words, str(stick), "--data", str(data))
    assert run(*command).status == 0
    for file in [file for file in stick.rglob("*") if file.is_file()]:
        name = f".{file.name}.new" if words == ("diagnostics",) else f"{file.name}.new"
        file.with_name(name).write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    whole = [file for file in stick.rglob("*") if file.suffix != ".new" and file.is_file()]
    before = {file: file.read_bytes() for file in whole}
    assert _halves(stick)
    assert run(*command).status == 0
    assert not _halves(stick)
    assert {file: file.read_bytes() for file in before if file.exists()} == before


@pytest.mark.parametrize("words", [("export", "all"), ("backup",), ("diagnostics",)])
def test_a_stick_that_is_not_there_any_more_is_said_with_its_place(
    run: Run, data: Path, stick: Path, words: tuple[str, ...]
) -> None:
    stick.rmdir()
    done = run(*words, str(stick), "--data", str(data))
    assert done.status != 0
    assert str(stick) in done.err


def _noting(done: list[str]) -> Disk:
    """Return a disk that notes what is flushed, and what takes its name."""

    def rename(old: Path, new: Path) -> None:
        done.append("takes its name")
        HASTY.rename(old, new)

    def fsync(fd: int) -> None:
        done.append(Path(f"/proc/self/fd/{fd}").readlink().name)

    return replace(HASTY, rename=rename, fsync=fsync)


def test_a_backup_is_flushed_under_its_name_too_or_fat_would_call_it_empty(
    data: Path, stick: Path
) -> None:
    done: list[str] = []
    file = backup.save(data, stick, _noting(done)).generation.path.name
    assert done[-4:] == [f"{file}.new", "takes its name", file, backup.FOLDER]


def test_a_support_file_is_flushed_under_its_name_too(
    stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    monkeypatch.setattr("companion.cli.diagnostics.DISK", _noting(done))
    diagnostics.save(stick / "out.zip", {"about.txt": b"x"})
    assert done == ["takes its name", "out.zip", "stick"]
