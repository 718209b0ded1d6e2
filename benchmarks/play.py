"""Games by the rules as they are written and compiled, at a table and by machines, beside yards."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.games import NAMES
from benchmarks.measure import Figure, yards_per_second
from companion.rules.editions import setup
from companion.rules.engine import Dice
from companion.rules.model import new_game
from companion.rules.play import play
from companion.rules.records import record
from companion.rules.thawing import thawed
from release.kernels import CannotCompile, for_this_python
from tests.random_games import random_game

TURNS, ACTIONS, GAMES = 7, 20_000, 20_000

LEAST, LEAST_COMPILED = 0.35, 8.0
"""Actions per yard."""

MOST_YARDS = 25
"""For an action at a table: judged, played, told and kept."""

MOST_MS = 500 / 8
"""For a decision here: a Raspberry Pi 4 takes eight times as long, and may take half a second."""

MOST_REVIEW_SECONDS = 20


def figures() -> list[Figure]:
    """Measure everything."""
    found = [_as_written(), _at_a_table()]
    try:
        with _compiled() as rules:
            found += [_random_games(rules), _decisions(rules), _look_back(rules)]
    except CannotCompile as why:
        found.append(Figure("compiled rules", str(why), is_met=False))
    return found


def _as_written() -> Figure:
    """Play random games of four, in turns with yards."""
    start, dice, rates = thawed(new_game(setup(NAMES[:4]))), Dice(7), []
    for _ in range(TURNS):
        yards, actions, began = yards_per_second(), 0, time.process_time()
        while actions < ACTIONS:
            actions += start.copy().play_to_the_end(dice)
        rates.append(actions / (time.process_time() - began) / yards)
    return _rate("random games of four, rules as written", rates, LEAST)


def _at_a_table() -> Figure:
    """Play the actions of random games, each from a frozen game to the next."""
    agreed, dice, found = setup(NAMES[:4]), Random(7), []
    for _ in range(TURNS):
        actions, game = random_game(agreed, dice), new_game(agreed)
        yards, began = yards_per_second(), time.process_time()
        for action in actions:
            game, _ = play(game, action)
        found.append((time.process_time() - began) * yards / len(actions))
    needed = median(found)
    beside = f"{min(found):.0f} to {max(found):.0f}"
    what = "an action at a table"
    return Figure(what, f"{needed:.0f} yards", beside, f"≤ {MOST_YARDS}", needed <= MOST_YARDS)


@contextmanager
def _compiled() -> Iterator[Path]:
    """Compile the rules for this Python, for a while."""
    with TemporaryDirectory() as folder:
        yield for_this_python(Path(folder))


_CHILD = """
import sys
from pathlib import Path
from release.kernels import prefer
prefer(Path(sys.argv[1]))
from companion.cli.commands import main
sys.exit(main(sys.argv[2:]))
"""
"""Our program with compiled rules, as it is installed."""


def _run(rules: Path, *words: str) -> str:
    command = [sys.executable, "-c", _CHILD, str(rules), *words]
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout


def _random_games(rules: Path) -> Figure:
    rates = []
    for seed in range(TURNS):
        yards = yards_per_second()
        said = json.loads(
            _run(rules, "simulate", "--players", "4", "--games", str(GAMES),
                 "--seed", str(seed), "--json")
        )  # fmt: skip
        rates.append(said["actions"] / said["seconds"] / yards)
    return _rate("random games of four, compiled", rates, LEAST_COMPILED)


def _rate(what: str, rates: list[float], least: float) -> Figure:
    rate = median(rates)
    beside = f"{min(rates):.2f} to {max(rates):.2f}"
    return Figure(what, f"{rate:.2f} actions per yard", beside, f"≥ {least}", rate >= least)


def _decisions(rules: Path) -> Figure:
    line_up = "strong,quick,quick"
    said = json.loads(_run(rules, "simulate", "--players", line_up, "--games", "12", "--json"))
    ms, seconds = said["results"][0]["ms_per_decision"], yards_per_second()
    beside = f"{ms * seconds / 1000:,.0f} yards"
    return Figure(
        "a decision of *strong*", f"{ms:.1f} ms", beside, f"≤ {MOST_MS} ms", ms <= MOST_MS
    )


def _look_back(rules: Path) -> Figure:
    agreed = setup(NAMES[:4])
    with TemporaryDirectory() as folder:
        game = Path(folder, "game.jsonl")
        game.write_bytes(record.write(agreed, random_game(agreed, Random(7))))
        before = os.times()
        _run(rules, "review", str(game), "--json")
        seconds = os.times().children_user - before.children_user
    return Figure(
        "a look back at a game of four",
        f"{seconds:.1f} s",
        f"{seconds * yards_per_second() / 1e6:.1f} million yards",
        f"≤ {MOST_REVIEW_SECONDS} s",
        seconds <= MOST_REVIEW_SECONDS,
    )
