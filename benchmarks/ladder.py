"""How strong the machines are: tournaments on the same deals, seats rotated, 95 % intervals.

The rules are compiled for it, because strength is what can be thought in the time there is.
``python -m benchmarks.ladder 120`` plays so many games of each, and takes that many seconds or so.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.figures import Figure
from companion.cli.simulate import NAMES
from companion.rules.editions import setup
from companion.rules.model import new_game
from release.kernels import CannotCompile, for_this_python, loaded

_COMPILED = "companion.rules.packed.compiled"


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


def figures(games: int = GAMES, rungs: Sequence[Rung] = RUNGS) -> list[Figure]:
    """Play every rung so often and return the figures."""
    try:
        with TemporaryDirectory() as folder:
            sys.modules.setdefault(_COMPILED, loaded(for_this_python(Path(folder))))
    except CannotCompile as why:
        return [Figure("the ladder", str(why), is_met=False)]
    return [_climbed(rung, games) for rung in rungs]


def _climbed(rung: Rung, games: int) -> Figure:
    # when the compiled rules are there: whoever imports the packed ones gets them
    from companion.opponent.strength import Strength  # noqa: PLC0415
    from companion.opponent.tournament import tournament  # noqa: PLC0415
    from companion.rules.packed.positions import packed  # noqa: PLC0415

    line_up = tuple(map(Strength, rung.line_up.split(",")))
    whole = games - games % len(line_up)
    start = packed(new_game(setup(NAMES[: len(line_up)])))
    first, *_ = tournament(start, line_up, whole, seed=1).results
    aim = f"at least {100 * rung.aim:.0f} %, {MOST_MS} ms" if rung.aim else ""
    return Figure(
        rung.line_up.replace(",", ", "),
        f"{first.wins} of {whole} games won: {100 * first.share:.0f} %"
        f" ({100 * first.low:.0f} to {100 * first.high:.0f}),"
        f" {first.ms_per_decision:.1f} ms a decision",
        aim,
        first.share >= rung.aim and first.ms_per_decision <= MOST_MS,
    )


if __name__ == "__main__":
    for each in RUNGS:
        for figure in figures(int(sys.argv[1]) if sys.argv[1:] else GAMES, (each,)):
            print(f"{figure.what}: {figure.found}; aim: {figure.aim}", flush=True)
