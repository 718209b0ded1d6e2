"""``review``: a game looked back at in sentences, or a sentence why not."""

from pathlib import Path

import pytest

from companion.exports.kept_game import keep_review
from companion.journal import games_dir
from companion.journal.game_lines import read
from companion.journal.lines import GameId, Line
from companion.opponent import reviewing
from companion.opponent.review import NoReview
from companion.opponent.reviewing import Judge, review
from companion.rules.editions import setup
from companion.rules.records.record import write
from companion.rules.records.timeline import effective_entries
from tests.cli.running import Run
from tests.opponent.games import NAMES, a_game
from tests.statistics.evenings import claimed, keep


@pytest.fixture(autouse=True)
def _in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "TRIES", 2)


def test_the_command_says_everything_in_sentences(run: Run, tmp_path: Path) -> None:
    game, record = a_game(players=3, deal=2), tmp_path / "game.jsonl"
    record.write_bytes(write(game.start.setup, effective_entries(game)))
    ran = run("review", record)
    assert ran.status == 0
    for line in ("Chance of winning, in per cent", "Decisive moments"):
        assert line in ran.out.splitlines()
    assert "Anna" in ran.out


@pytest.mark.parametrize("because", [NoReview.RUNNING, NoReview.PARTIAL])
def test_the_command_says_why_there_is_no_look_back(
    because: NoReview, run: Run, tmp_path: Path
) -> None:
    record = tmp_path / "game.jsonl"
    said = write(setup(NAMES[:2]), [])
    record.write_bytes(said + (b'{"level": "light"}\n' if because is NoReview.PARTIAL else b""))
    ran = run("review", record)
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == f"{record}: {because.value}\n"


def test_the_picture_to_share_is_written_and_nothing_is_printed(run: Run, tmp_path: Path) -> None:
    game, record, picture = a_game(ra_limit=1), tmp_path / "game.jsonl", tmp_path / "review.png"
    record.write_bytes(write(game.start.setup, effective_entries(game)))
    ran = run("review", record, "--picture", picture)
    assert (ran.status, ran.out) == (0, "")
    assert picture.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_of_a_game_that_cannot_be_looked_back_at_there_is_no_picture(
    run: Run, tmp_path: Path
) -> None:
    record, picture = tmp_path / "game.jsonl", tmp_path / "review.png"
    record.write_bytes(write(setup(NAMES[:2]), []) + b'{"level": "light"}\n')
    ran = run("review", record, "--picture", picture)
    assert ran.status == 1
    assert ran.err == f"{record}: {NoReview.PARTIAL.value}\n"
    assert not picture.exists()


def test_what_was_looked_back_at_goes_onto_a_stick_as_a_picture_and_nothing_else_does(
    run: Run, tmp_path: Path
) -> None:
    data, stick = tmp_path / "data", tmp_path / "stick"
    stick.mkdir()
    with claimed(data) as ours:
        seen, other = keep(ours, players=2, seed=1), keep(ours, players=2, seed=2)
    game = read(read_journal(data, seen))
    assert game is not None
    keep_review(data, seen, review(game.timeline, Judge(1)))
    assert run("export", "all", stick, "--data", data).status == 0
    files = {path.name: path for path in stick.rglob("*review.png")}
    assert list(files) == [f"{seen}.review.png"]
    assert files[f"{seen}.review.png"].read_bytes().startswith(b"\x89PNG")
    assert other not in files


def read_journal(data: Path, game: GameId) -> tuple[Line, ...]:
    game_file = games_dir.find(data, game)
    assert game_file is not None
    return games_dir.read(game_file).lines
