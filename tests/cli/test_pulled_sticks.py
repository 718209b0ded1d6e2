"""A stick that was pulled out while it was written holds nothing half written once it is back."""

from pathlib import Path

import pytest

from companion.journal.claim import claim
from companion.journal.lines import GameId
from tests.cli.running import Run
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
    done = run(*words, str(stick), "--data", str(data), "--language", "en")
    assert done.status != 0
    assert str(stick) in done.err
