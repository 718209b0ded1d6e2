"""The page ``docs/library.md``: it is current, and its scripts run as they stand."""

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import companion.rules as ra
from tests.package import library_page

ROOT = Path(__file__).parents[3]

PAGE = (ROOT / "docs/library.md").read_text(encoding="utf-8")

SCRIPTS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def run(script: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-", *arguments],
        input=script,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={"PYTHONIOENCODING": "utf-8"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def whole_game(players: int = 3, seed: int = 7) -> ra.Game:
    dice = random.Random(seed)  # noqa: S311 - dice
    game = ra.new_game(["Anna", "Ben", "Chloe", "Dan", "Eve"][:players], dice=dice)
    while not game.is_over:
        choice = dice.choice(game.choices())
        game = game.play(ra.random_draw(game, dice) if choice is ra.REACH_INTO_BAG else choice)
    return game


def test_the_page_is_what_the_docstrings_say() -> None:
    """``make library`` rewrites it."""
    assert library_page.page() == PAGE


@pytest.mark.parametrize("number", range(len(SCRIPTS)))
def test_every_script_of_the_page_runs_as_it_stands(number: int, tmp_path: Path) -> None:
    """The first plays a game to its end, the second prints the points of a record."""
    record, game = tmp_path / "game.jsonl", whole_game(3 if number == 0 else 4)
    ra.write_record(record, game)
    said = run(SCRIPTS[number], str(record)).strip()
    result, points = str(game.result()), str(dict(zip(game.players, game.scores, strict=True)))
    assert said == (result, points)[number] if number < 2 else said


@pytest.mark.slow
def test_the_scripts_are_right_to_a_strict_type_checker_and_a_slip_is_not(tmp_path: Path) -> None:
    files = []
    for number, script in enumerate(SCRIPTS):
        files.append(tmp_path / f"script_{number}.py")
        files[-1].write_text(script, encoding="utf-8")
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "import companion.rules as ra\n"
        "ra.new_gmae(['A', 'B'])\n"
        "ra.new_game(['A', 'B'], ra_limt=6)\n"
        "ra.Bid('nine')\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir", "cache"]
    done = subprocess.run(
        [*command, *files, wrong], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    errors = re.findall(r"^(\S+):(\d+): error", done.stdout, re.MULTILINE)
    assert errors == [("wrong.py", "2"), ("wrong.py", "3"), ("wrong.py", "4")], done.stdout


LOADED = """
import sys
{before}
known = set(sys.modules)
{imported}
print(*(set(sys.modules) - known))
"""


def loaded(imported: str, before: str = "") -> set[str]:
    return set(run(LOADED.format(imported=imported, before=before)).split())


HEAVY = {"pygame", "gpiozero", "serial", "sqlite3", "tomlkit", "segno", "gettext", "argparse"}


def test_all_of_it_loads_nothing_heavy_and_only_rules_and_machine() -> None:
    every = "import companion.rules as ra; [getattr(ra, name) for name in ra.__all__]"
    ours = loaded(every, before="import msgspec")
    assert not HEAVY & {name.partition(".")[0] for name in ours}
    outside = {
        name
        for name in ours
        if name.startswith(("companion", "hardware"))
        and not name.startswith(("companion.rules", "companion.opponent"))
    }
    assert outside == {"companion", "companion.i18n"}
    assert len(ours) <= 60
