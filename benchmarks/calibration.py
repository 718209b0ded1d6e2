"""Whether chances to win come true: what they were after auctions, and how often that player won.

``python -m benchmarks.calibration`` plays games of *quick* and *steady*, two to five players, and
takes minutes. The same seed plays the same games.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from release.kernels import for_this_python, prefer

if TYPE_CHECKING:
    from companion.rules.engine import Table

PLAYERS = (3, 4, 3, 2, 5, 3)
"""How many play, game after game."""

A_GAME = 5
"""After so many auctions of a game, spread over it, the chances are compared with its end."""

Found = tuple[float, bool]
"""The chance of a player, and whether they won."""


def compared(number: int, seed: int) -> Iterator[Found]:
    """Play a game, and yield what everybody's chances were, and who won."""
    from companion.opponent.deciding import decide  # noqa: PLC0415
    from companion.opponent.reviewing import TRIES  # noqa: PLC0415
    from companion.opponent.searching import Search, settled  # noqa: PLC0415
    from companion.opponent.strength import Strength  # noqa: PLC0415
    from companion.opponent.tournament import deal_seed, played  # noqa: PLC0415
    from companion.rules.editions import setup  # noqa: PLC0415
    from companion.rules.engine import AUCTION, OVER  # noqa: PLC0415
    from companion.rules.model import new_game  # noqa: PLC0415
    from companion.rules.thawing import thawed  # noqa: PLC0415

    strength = Strength.STEADY if number % 2 else Strength.QUICK
    after: list[Table] = []
    was_auction = False

    def watched(table: Table, at: int) -> int:
        nonlocal was_auction
        is_auction = table.phase == AUCTION
        if was_auction and not is_auction:
            after.append(settled(table))
        was_auction = is_auction
        return decide(table, at, strength)

    names = tuple("ABCDE"[: PLAYERS[number % len(PLAYERS)]])
    ended = played(thawed(new_game(setup(names))), watched, deal_seed(seed, number))
    winner = ended.ranking()[0]
    for table in after[:: max(1, len(after) // A_GAME)]:
        if table.phase != OVER:
            search = Search(table, number, 0.0)
            search.run(TRIES)
            for seat, chance in enumerate(search.best().chances):
                yield chance, seat == winner


def main(words: Sequence[str] | None = None) -> None:
    """Compare, compiled, and print by tenths what was told and what came true."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=240)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(words)
    tenths: defaultdict[int, list[Found]] = defaultdict(list)
    with TemporaryDirectory() as folder:
        prefer(for_this_python(Path(folder)))
        for number in range(asked.games):
            for chance, has_won in compared(number, asked.seed):
                tenths[min(9, int(10 * chance))].append((chance, has_won))
    for _, found in sorted(tenths.items()):
        told, came = (fmean(each[place] for each in found) for place in (0, 1))
        print(f"told {100 * told:3.0f} %, came true {100 * came:3.0f} %, of {len(found)}")


if __name__ == "__main__":
    main()
