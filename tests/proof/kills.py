"""The whole program, killed at random moments of games at full speed, started again each time."""

import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

from tests.app import births
from tests.app.test_killing import Mother, an_evening
from tests.proof.evenings import environment, folder
from tests.proof.measure import Found, Portion, Strength

LIVES = 125
"""In a portion."""

_QUICK_PORTIONS, _FULL_PORTIONS = 2, 84


def killed(players: int, seed: int, lives: int) -> Found:
    """Kill so many tables, one after the other, and compare what each had said with the disk."""
    chance = Random(seed)  # noqa: S311 - a proof's dice
    counts: Counter[str] = Counter()
    command = [sys.executable, str(Path(births.__file__))]
    with folder() as where, subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env=environment(),
    ) as program:  # fmt: skip
        mother = Mother(program)
        evenings = [an_evening(Path(where) / "0", players)]
        try:
            for _ in range(lives):
                if evenings[-1].is_over:
                    evenings.append(an_evening(Path(where) / str(len(evenings)), players))
                evenings[-1].heard(mother.life(evenings[-1].arguments(), chance))
        except AssertionError as why:
            return Found({"kills": sum(each.kills for each in evenings)}, (f"seed {seed}: {why}",))
        finally:
            assert program.stdin is not None
            program.stdin.close()
    counts["kills"] = sum(each.kills for each in evenings)
    counts["confirmed events"] = sum(max(0, each.confirmed) for each in evenings)
    return Found({**counts})


def portions(strength: Strength, seed: int) -> tuple[Portion, ...]:
    """Return the lives and deaths."""
    number = _QUICK_PORTIONS if strength is Strength.QUICK else _FULL_PORTIONS
    return tuple(Portion(killed, (2 + n % 4, seed + n, LIVES)) for n in range(number))
