"""How long the look back at a game of four takes, with compiled rules, on one core.

Yards are measured before and after it in the same process.
"""

import time

from benchmarks import compiled
from benchmarks.figures import Figure
from benchmarks.yardstick import yards_per_second
from companion.cli.simulate import NAMES
from companion.opponent.reviewing import review
from companion.opponent.strength import Strength
from companion.opponent.tournament import play
from companion.rules.editions import setup
from companion.rules.model import new_game
from companion.rules.packed import IS_COMPILED
from companion.rules.packed.positions import packed, readable_action
from companion.rules.records.timeline import Timeline, begin, enter

_DEALS = (1, 2, 3)

MOST_SECONDS = 20
"""The aim."""


def figures() -> list[Figure]:
    """Look back at some games and return how long the longest took."""
    return compiled.measured("review")


def measured() -> list[Figure]:
    """Look back with the rules that this process has loaded."""
    yards, seconds = max(map(_looked_back, _DEALS))
    return [
        Figure(
            "a look back at a game of four",
            f"{yards / 1e6:.1f} million yards: {seconds:.1f} s of one core, the longest of"
            f" {len(_DEALS)}",
            f"at most {MOST_SECONDS} s",
            IS_COMPILED and seconds <= MOST_SECONDS,
        )
    ]


def _looked_back(deal: int) -> tuple[float, float]:
    """Return the yards and the processor's seconds that a look back takes."""
    game = _game(deal)
    before = yards_per_second()
    began = time.process_time()
    review(game)
    seconds = time.process_time() - began
    return seconds * (before + yards_per_second()) / 2, seconds


def _game(deal: int) -> Timeline:
    """Return a whole game of quick machines."""
    agreed = setup(NAMES[:4])
    said: list[int] = []
    play(packed(new_game(agreed)), (Strength.QUICK,) * len(agreed.players), deal, said=said)
    game = begin(agreed)
    for action in said:
        game = enter(game, readable_action(action))
    return game
