"""``play``: a person types, machines answer, and the rules hold."""

from pathlib import Path

import pytest

from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from tests.cli.running import Run

CALLER = b"r\n2\n5\n8\n13\n3\n4\n6\n7\n9\n10\n11\n12\n1\np\nd\n" * 60
"""Types everything that could be asked for, again and again; what is not offered is not taken."""


def test_a_person_plays_a_whole_game_and_keeps_it(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "game.jsonl"
    ran = run("play", "--against", "quick", "--seed", 5, "--record", kept, stdin=CALLER)
    assert ran.status == 0
    assert "Isis plays: quick" in ran.out
    assert " wins the game\n" in ran.out
    states = run("replay", kept, "--json").states
    assert "ranking" in states[-1]


def test_the_same_number_and_the_same_choices_are_the_same_game(run: Run) -> None:
    def played(seed: int) -> str:
        ran = run("play", "--against", "quick,quick", "--seed", seed, stdin=CALLER)
        return ran.out.partition("\n")[2]

    assert played(5) == played(5) != played(6)


def test_who_leaves_early_keeps_what_was_played(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "game.jsonl"
    ran = run("play", "--against", "quick", "--name", "Anna", "--record", kept, stdin=b"d\n")
    assert ran.status == 0
    assert ran.out.endswith("The game ends here.\n")
    assert run("replay", kept).status == 0
    assert b'"Anna"' in kept.read_bytes()


def test_what_is_not_offered_is_asked_for_again(run: Run) -> None:
    ran = run("play", "--against", "quick", "--seed", 5, stdin=b"x\n13\n")
    assert ran.out.count("Type one of these: d and r") + ran.out.count("of these: d, r") == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_played_in_every_language(language: str, run: Run) -> None:
    ran = run("play", "--against", "quick", "--seed", 5, "--language", language, stdin=b"d\n")
    assert ran.status == 0
    assert in_language(language).say("Draw") in ran.out
