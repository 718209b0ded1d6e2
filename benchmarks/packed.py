"""How fast the packed rules play random games, compiled and interpreted.

Yards, games of both forms and games by the readable rules take turns in one process.
"""

import time
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from types import ModuleType

from benchmarks.figures import Figure, spread
from benchmarks.yardstick import yards_per_second
from companion.cli.simulate import NAMES
from companion.rules.editions import setup
from companion.rules.model import new_game
from companion.rules.packed import kernel
from companion.rules.packed.positions import packed
from release.kernels import CannotCompile, for_this_python, loaded
from tests.random_games import random_game

TURNS = 9


PLAYERS = (2, 3, 4, 5)


ACTIONS, ACTIONS_COMPILED = 30_000, 1_000_000
"""About how many are played in one turn."""


LEAST = 6.0
"""Actions per yard, compiled: the aim."""


def figures(turns: int = TURNS) -> list[Figure]:
    """Measure everything and return the figures."""
    forms: dict[str, ModuleType] = {"as written": kernel}
    found = []
    try:
        with TemporaryDirectory() as folder:
            file = for_this_python(Path(folder))
            forms["compiled"] = loaded(file)
            found.append(Figure("a compiled kernel", f"{file.stat().st_size // 1000} kB", "500 kB"))
    except CannotCompile as why:
        found.append(Figure("a compiled kernel", str(why), is_met=False))
    for players in PLAYERS:
        found += _of(players, forms, turns)
    return found


def _of(players: int, forms: dict[str, ModuleType], turns: int) -> list[Figure]:
    rates: dict[str, list[float]] = {form: [] for form in ("readable", *forms)}
    for turn in range(turns):
        for form, measured in rates.items():
            before = yards_per_second()
            actions, seconds = _played(players, forms.get(form), turn)
            measured.append(actions / seconds / ((before + yards_per_second()) / 2))
    readable, written = median(rates["readable"]), median(rates["as written"])
    rows = [
        Figure(
            f"as written, random games of {players}",
            f"{spread(rates['as written'])} actions per yard",
            f"those of the readable rules: {readable:.2f}",
            written >= readable,
        )
    ]
    if "compiled" in rates:
        rows.append(
            Figure(
                f"compiled, random games of {players}",
                f"{spread(rates['compiled'], 1)} actions per yard",
                f"at least {LEAST}",
                median(rates["compiled"]) >= LEAST,
            )
        )
    return rows


def _played(players: int, rules: ModuleType | None, seed: int) -> tuple[int, float]:
    """Play random games; return how many actions they had and the processor's seconds.

    Args:
        players: How many.
        rules: Packed, or None for the readable ones.
        seed: Of the games.
    """
    agreed, actions = setup(NAMES[:players]), 0
    if rules is None:
        chance = Random(seed)
        before = time.process_time()
        while actions < ACTIONS:
            actions += len(random_game(agreed, chance))
        return actions, time.process_time() - before
    start, dice = rules.at(packed(new_game(agreed))), rules.Dice(seed)
    enough = ACTIONS if rules is kernel else ACTIONS_COMPILED
    before = time.process_time()
    while actions < enough:
        actions += start.copy().playout(dice)
    return actions, time.process_time() - before


if __name__ == "__main__":
    for figure in figures():
        print(f"{figure.what}: {figure.found}; aim: {figure.aim}")
