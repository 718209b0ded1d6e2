"""The whole program, killed at random moments of games at full speed, started again each time."""

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

from tests.app.test_killing import Mother, an_evening
from tests.proof.measure import SEED, Found, Piece
from tests.proof.surroundings import environment, folder


def killed(players: int, seed: int, lives: int) -> Found:
    """Kill this many tables, one after the other, and compare what each had said with the disk."""
    chance = Random(seed)  # noqa: S311 - a proof's dice
    found = Found()
    with folder() as where, subprocess.Popen(
        [sys.executable, "-m", "tests.proof.warm"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, env=environment(),
    ) as program:  # fmt: skip
        mother = Mother(program=program)
        evenings = [an_evening(Path(where) / "0", players)]
        with found.at(f"seed {seed}"):
            for _ in range(lives):
                if evenings[-1].is_over:
                    evenings.append(an_evening(Path(where) / str(len(evenings)), players))
                evenings[-1].heard(mother.life(evenings[-1].arguments(), chance))
        assert program.stdin is not None
        program.stdin.close()
    for each in evenings:  # the last table of a game that is over may have ended by itself
        found.counts["kills"] += each.kills - each.is_over
        found.counts["confirmed events"] += max(0, each.confirmed)
    return found


def pieces(*, is_full: bool) -> Iterator[Piece]:
    """Yield the lives and deaths."""
    number, lives = (42, 250) if is_full else (2, 125)
    yield from (partial(killed, 2 + n % 4, SEED + n, lives) for n in range(number))
