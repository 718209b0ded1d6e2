"""``review``: a game looked back at in sentences, or a sentence why not."""

from pathlib import Path

import pytest

from companion.opponent.review import Because
from companion.rules.editions import setup
from companion.rules.records.record import write
from companion.rules.records.timeline import standing
from tests.cli.running import Run
from tests.opponent.games import NAMES, a_game


def test_the_command_says_everything_in_sentences(run: Run, tmp_path: Path) -> None:
    game, record = a_game(players=3, deal=2), tmp_path / "game.jsonl"
    record.write_bytes(write(game.start.setup, standing(game)))
    ran = run("review", record)
    assert ran.status == 0
    for line in ("Chances to win, in per cent", "Where the game turned"):
        assert line in ran.out.splitlines()
    assert "Anna" in ran.out


@pytest.mark.parametrize("because", [Because.RUNNING, Because.PARTIAL])
def test_the_command_says_why_there_is_no_look_back(
    because: Because, run: Run, tmp_path: Path
) -> None:
    record = tmp_path / "game.jsonl"
    said = write(setup(NAMES[:2]), [])
    record.write_bytes(said + (b'{"level": "light"}\n' if because is Because.PARTIAL else b""))
    ran = run("review", record)
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == f"{record}: {because.value}\n"


def test_the_picture_to_share_is_written_and_nothing_is_printed(run: Run, tmp_path: Path) -> None:
    game, record, picture = a_game(ra_limit=1), tmp_path / "game.jsonl", tmp_path / "review.png"
    record.write_bytes(write(game.start.setup, standing(game)))
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
    assert ran.err == f"{record}: {Because.PARTIAL.value}\n"
    assert not picture.exists()
