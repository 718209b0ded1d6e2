"""Whether a look back says again what it said: games weighed twice, with other dice.

``python -m benchmarks.repeated`` plays games of the machines, two to five players, and counts the
decisive moments and each player's better choice (or that there is none) that both tell, with the
same better choice. A game takes most of a minute. The same seed plays the same games.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from release.kernels import for_this_python, prefer

if TYPE_CHECKING:
    from companion.opponent.review import Review
    from companion.rules.records.timeline import Timeline

PLAYERS = (3, 4, 2, 3, 5, 3, 2, 4, 3, 5)
"""How many play, game after game."""


def game(number: int, seed: int) -> Timeline:
    """Return a game of *quick* and *steady* players."""
    from companion.opponent.deciding import decide  # noqa: PLC0415
    from companion.opponent.strength import Strength  # noqa: PLC0415
    from companion.opponent.tournament import deal_seed, played  # noqa: PLC0415
    from companion.rules.editions import setup  # noqa: PLC0415
    from companion.rules.model import new_game  # noqa: PLC0415
    from companion.rules.records.timeline import begin, enter  # noqa: PLC0415
    from companion.rules.thawing import action_of, thawed  # noqa: PLC0415

    table = setup(tuple("ABCDE"[: PLAYERS[number % len(PLAYERS)]]))
    strengths = Strength.QUICK, Strength.STEADY
    actions = list[int]()
    played(
        thawed(new_game(table)),
        lambda now, at: decide(now, at, strengths[(number + now.active) % len(strengths)]),
        deal_seed(seed, number),
        actions,
    )
    timeline = begin(table)
    for action in actions:
        timeline = enter(timeline, action_of(action))
    return timeline


def said(found: Review) -> set[tuple[object, ...]]:
    """Return what a look back says: a moment or whose choice, its entry, and what was better."""
    from companion.opponent.review import Decision  # noqa: PLC0415

    worst = [(seat, found.worst(seat)) for seat in range(len(found.players))]
    told = [*((None, each) for each in found.moments()), *worst]
    return {
        (whose, each and each.number, each.best.action if isinstance(each, Decision) else "")
        for whose, each in told
    }


def main(words: Sequence[str] | None = None) -> None:
    """Look back twice, compiled, and print for every game how much was said again, and the sum."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(words)
    both = of = 0
    with TemporaryDirectory() as folder:
        prefer(for_this_python(Path(folder)))
        from companion.opponent.reviewing import Judge, review  # noqa: PLC0415

        for number in range(asked.games):
            played = game(number, asked.seed)
            first, second = (said(review(played, Judge(dice=dice))) for dice in (1, 2))
            both, of = both + 2 * len(first & second), of + len(first) + len(second)
            print(f"{number + 1} games: {both} of {of} = {100 * both / of:.1f} %", flush=True)


if __name__ == "__main__":
    main()
