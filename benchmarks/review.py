"""How long the look back at a game of four takes, with compiled rules, on one core.

Yards are measured before and after it in the same process.
"""

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure
from benchmarks.yardstick import yards_per_second
from companion.cli.simulate import NAMES
from companion.rules.editions import setup
from companion.rules.model import new_game
from companion.rules.records.timeline import Timeline, begin, enter
from release.kernels import CannotCompile, for_this_python, loaded

_COMPILED = "companion.rules.packed.compiled"

_DEALS = (1, 2, 3)

MOST_SECONDS = 20
"""The aim."""


def figures() -> list[Figure]:
    """Look back at some games and return how long the longest took."""
    try:
        with TemporaryDirectory() as folder:
            sys.modules.setdefault(_COMPILED, loaded(for_this_python(Path(folder))))
    except CannotCompile as why:
        return [Figure("a look back at a game of four", str(why), is_met=False)]
    yards, seconds = max(map(_looked_back, _DEALS))
    return [
        Figure(
            "a look back at a game of four",
            f"{yards / 1e6:.1f} million yards: {seconds:.1f} s of one core, the longest of"
            f" {len(_DEALS)}",
            f"at most {MOST_SECONDS} s",
            seconds <= MOST_SECONDS,
        )
    ]


def _looked_back(deal: int) -> tuple[float, float]:
    """Return the yards and the processor's seconds that a look back takes."""
    from companion.opponent.reviewing import review  # noqa: PLC0415 - when the rules are there

    game = _game(deal)
    before = yards_per_second()
    began = time.process_time()
    review(game)
    seconds = time.process_time() - began
    return seconds * (before + yards_per_second()) / 2, seconds


def _game(deal: int) -> Timeline:
    """Return a whole game of quick machines."""
    from companion.opponent.strength import Strength  # noqa: PLC0415 - when the rules are there
    from companion.opponent.tournament import play  # noqa: PLC0415
    from companion.rules.packed.positions import packed, readable_action  # noqa: PLC0415

    agreed = setup(NAMES[:4])
    said: list[int] = []
    play(packed(new_game(agreed)), (Strength.QUICK,) * len(agreed.players), deal, said=said)
    game = begin(agreed)
    for action in said:
        game = enter(game, readable_action(action))
    return game


if __name__ == "__main__":
    for figure in figures():
        print(f"{figure.what}: {figure.found}; aim: {figure.aim}")
