"""``simulate``: figures that can be trusted, games that can be had again, records of them."""

import time
from pathlib import Path

import pytest

from companion.cli.simulate import NAMES, play_many, record_name
from companion.rules.records.record import read_header
from companion.rules.thawing import FORM, IS_COMPILED
from tests.cli.running import Run


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_figures_agree_with_each_other(
    players: int, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = iter(range(1_000_000))  # a coarse clock may stand still for so few games
    monkeypatch.setattr(time, "process_time", lambda: next(ticks))
    ran = run("simulate", "--players", str(players), "--games", "4", "--seed", "7", "--json")
    (figures,) = ran.states
    assert list(figures) == ["games", "actions", "seconds", "games_per_second", "engine"]
    assert figures["games"] == 4
    assert figures["seconds"] == 1
    assert figures["engine"] == ("compiled" if IS_COMPILED else "python")
    assert figures["games_per_second"] == 4
    assert ran.status == 0


def test_an_action_is_a_line_of_the_record(run: Run, tmp_path: Path) -> None:
    ran = run(
        "simulate", "--players", "3", "--games", "12", "--seed", "7", "--json",
        "--records", tmp_path / "new" / "games",
    )  # fmt: skip
    records = sorted((tmp_path / "new" / "games").iterdir())
    assert [record.name for record in records] == [record_name(n, 12) for n in range(1, 13)]
    lines = [record.read_text().splitlines() for record in records]
    assert ran.states[0]["actions"] == sum(len(record) - 1 for record in lines)
    assert read_header(lines[0][0].encode()).players == NAMES[:3]
    played = run("replay", *records, "--json")
    assert played.status == 0
    assert sum("ranking" in state for state in played.states) == 12


def test_the_same_seed_gives_the_same_games_and_another_gives_others(tmp_path: Path) -> None:
    def texts(seed: int, games: int) -> list[str]:
        folder = tmp_path / f"{seed}-{games}-{time.monotonic_ns()}"
        play_many(4, games, seed, folder)
        return [file.read_text() for file in sorted(folder.iterdir())]

    assert texts(7, 3) == texts(7, 3)
    assert texts(7, 5)[:3] == texts(7, 3)
    assert texts(8, 3) != texts(7, 3)
    assert play_many(4, 3, 7).actions == play_many(4, 3, 7).actions


def test_only_playing_is_timed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by one at every look shows two looks a game, or in all."""
    ticks = iter(range(1_000_000))
    monkeypatch.setattr(time, "process_time", lambda: next(ticks))
    assert play_many(2, 5, 1, tmp_path).seconds == 5
    assert play_many(2, 5, 1).seconds == 1


def test_without_json_the_figures_are_a_sentence(run: Run) -> None:
    ran = run("simulate", "--players", "2", "--games", "3", "--seed", "1")
    assert ran.out.startswith("3 games, ")
    assert " games per second\n" in ran.out
    assert ran.out.endswith(f"{FORM}\n")


def test_the_command_line_says_who_plays_and_who_won(run: Run, tmp_path: Path) -> None:
    ran = run(
        "simulate", "--players", "quick,random", "--games", 4, "--records", tmp_path, "--json"
    )
    (found,) = ran.states
    assert [result["strength"] for result in found["results"]] == ["quick", "random"]
    assert run("replay", *sorted(tmp_path.iterdir()), "--json").status == 0
    table = run("simulate", "--players", "quick,random", "--games", 2).out.splitlines()
    assert [line.split()[0] for line in table[:3]] == ["Strength", "quick", "random"]
