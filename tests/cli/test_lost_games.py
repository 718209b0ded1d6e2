"""A game that cannot be read at all is listed by `games`, and included in every backup."""

import tarfile
from pathlib import Path

import pytest

from companion.journal import games_dir
from companion.journal.claim import claim
from tests.cli.running import Run
from tests.journal.test_index import played

GAME = "000002-20260102T201530"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with one game."""
    with claim(tmp_path / "data") as ours:
        played(ours, ["Anna"])
    return tmp_path / "data"


@pytest.mark.parametrize("raw", [b"", bytes(4096), b"X\n"], ids=["empty", "zeros", "damaged"])
def test_games_tells_what_cannot_be_read_and_blames_no_version(
    run: Run, data: Path, raw: bytes
) -> None:
    (data / "games" / f"{GAME}.jsonl").write_bytes(raw)
    told = f"Nothing of game {GAME} can be read: its file is empty or damaged"
    for _ in range(2):
        assert told in run("games", "--data", str(data)).complaints


def test_games_names_what_stands_in_the_place_of_a_file(run: Run, data: Path) -> None:
    (data / "games" / f"{GAME}.jsonl").mkdir()
    [told] = [line for line in run("games", "--data", str(data)).complaints if GAME in line]
    assert told == f"Game {GAME} cannot be read: Not a file"


@pytest.mark.parametrize("is_alone", [True, False])
def test_what_was_set_aside_is_told_and_is_in_the_backup(
    run: Run, data: Path, tmp_path: Path, *, is_alone: bool
) -> None:
    lost = data / "games" / f"{GAME}.jsonl.unproved-1"
    lost.write_bytes(b"X")
    if is_alone:
        games_dir.game_files(data)[0].path.unlink()
    told = f"Nothing of a game could be read; its file is {lost}"
    assert told in run("games", "--data", str(data)).complaints
    stick = tmp_path / "stick"
    stick.mkdir()
    done = run("backup", str(stick), "--data", str(data))
    assert done.status == 0
    assert done.out.startswith("0 games" if is_alone else "1 game ")
    [file] = (stick / "ra-companion").glob("games-*.tar")
    with tarfile.open(file) as archive:
        member = archive.extractfile(lost.name)
        assert member is not None
        assert member.read() == b"X"
    if not is_alone:
        again = run("restore", str(stick), "--yes", "--data", str(tmp_path / "other"))
        assert again.status == 0, again.err
        assert [game_file.number for game_file in games_dir.game_files(tmp_path / "other")] == [1]


def test_a_game_that_nobody_has_set_aside_yet_is_in_the_backup_as_what_it_is(
    run: Run, data: Path, tmp_path: Path
) -> None:
    (data / "games" / f"{GAME}.jsonl").write_bytes(bytes(4096))
    stick = tmp_path / "stick"
    stick.mkdir()
    assert run("backup", str(stick), "--data", str(data)).out.startswith("1 game ")
    [file] = (stick / "ra-companion").glob("games-*.tar")
    with tarfile.open(file) as archive:
        assert f"{GAME}.jsonl.unproved-0" in archive.getnames()
    again = run("restore", str(stick), "--yes", "--data", str(tmp_path / "other"))
    assert again.status == 0, again.err
