"""How strong the machines are: tournaments on the same deals, seats rotated, 95 % intervals.

The rules are compiled for it, because strength is what can be thought in the time there is.
``python -m benchmarks.compiled ladder strong,quick,quick 120`` plays a rung so often.
"""

import sys
from typing import NamedTuple

from benchmarks import compiled
from benchmarks.figures import Figure
from companion.cli.simulate import NAMES
from companion.opponent.strength import Strength
from companion.opponent.tournament import tournament
from companion.rules.editions import setup
from companion.rules.model import new_game
from companion.rules.packed import IS_COMPILED
from companion.rules.packed.positions import packed


class Rung(NamedTuple):
    """One strength against others."""

    line_up: str
    """As on the command line: the first is who is measured."""
    aim: float = 0.0
    """The share of games that it should win."""


RUNGS = (
    Rung("quick,random,random,random", 0.99),
    Rung("steady,quick,quick"),
    Rung("steady,quick,quick,quick"),
    Rung("strong,quick"),
    Rung("strong,quick,quick", 0.80),
    Rung("strong,quick,quick,quick", 0.70),
    Rung("strong,quick,quick,quick,quick"),
    Rung("strong,steady,steady"),
)

MOST_MS = 500 / 8
"""Milliseconds of a core here: a Raspberry Pi 4 takes some eight times as long, and may take half
a second."""

GAMES = 24


def figures() -> list[Figure]:
    """Play every rung and return the figures."""
    return [figure for rung in RUNGS for figure in compiled.measured("ladder", rung.line_up)]


def measured(line_up: str, games: str = str(GAMES)) -> list[Figure]:
    """Play one rung so often and return the figure."""
    rung = next(rung for rung in RUNGS if rung.line_up == line_up)
    line = tuple(map(Strength, line_up.split(",")))
    whole = int(games) - int(games) % len(line)
    start = packed(new_game(setup(NAMES[: len(line)])))
    played = tournament(start, line, whole, seed=1, done=_told)
    first = played.results[0]
    aim = f"at least {100 * rung.aim:.0f} %, {MOST_MS} ms" if rung.aim else ""
    return [
        Figure(
            rung.line_up.replace(",", ", "),
            f"{first.wins} of {whole} games won: {100 * first.share:.0f} %"
            f" ({100 * first.low:.0f} to {100 * first.high:.0f}),"
            f" {first.ms_per_decision:.1f} ms a decision",
            aim,
            IS_COMPILED and first.share >= rung.aim and first.ms_per_decision <= MOST_MS,
        )
    ]


def _told(number: int, _said: list[int]) -> None:
    if number % 20 == 0:
        print(f"{number} games", file=sys.stderr, flush=True)
