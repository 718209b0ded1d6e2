"""The whole program, killed at random moments of games at full speed, started again each time."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random

from tests.app.test_killing import Evening, Mother, an_evening
from tests.proof.measure import Found, Portion, Strength
from tests.proof.surroundings import environment, folder

LIVES = 125
"""In a portion of quick strength."""

_QUICK_PORTIONS, _FULL_PORTIONS, _FULL_LIVES = 2, 42, 250


def killed(players: int, seed: int, lives: int) -> Found:
    """Kill this many tables, one after the other, and compare what each had said with the disk."""
    chance = Random(seed)  # noqa: S311 - a proof's dice
    counts: Counter[str] = Counter()
    with folder() as where, subprocess.Popen(
        [sys.executable, "-m", "tests.proof.warm"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, env=environment(),
    ) as program:  # fmt: skip
        mother = Mother(program=program)
        evenings = [an_evening(Path(where) / "0", players)]
        try:
            for _ in range(lives):
                if evenings[-1].is_over:
                    evenings.append(an_evening(Path(where) / str(len(evenings)), players))
                evenings[-1].heard(mother.life(evenings[-1].arguments(), chance))
        except AssertionError as why:
            return Found({"kills": _kills(evenings)}, (f"seed {seed}: {why}",))
        finally:
            assert program.stdin is not None
            program.stdin.close()
    counts["kills"] = _kills(evenings)
    counts["confirmed events"] = sum(max(0, each.confirmed) for each in evenings)
    return Found({**counts})


def _kills(evenings: Iterable[Evening]) -> int:
    """Return how often a table was killed: the last of a game that is over may have ended."""
    return sum(each.kills - each.is_over for each in evenings)


def portions(strength: Strength, seed: int) -> tuple[Portion, ...]:
    """Return the lives and deaths."""
    if strength is Strength.QUICK:
        number, lives = _QUICK_PORTIONS, LIVES
    else:
        number, lives = _FULL_PORTIONS, _FULL_LIVES
    return tuple(Portion(killed, (2 + n % 4, seed + n, lives)) for n in range(number))
