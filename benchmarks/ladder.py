"""The ladder: one player against a pool of others, from every seat, with intervals.

``python -m benchmarks.ladder`` lets *strong* play them all; the worst row counts. The same seed
plays the same games. It takes hours: ``--rows`` and ``--games`` choose less.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

from release.kernels import for_this_python, prefer

if TYPE_CHECKING:
    from companion.rules.engine import Table

Player = Callable[..., int]
"""Returns what it does at a table, which it leaves as it is; the second argument is a seed."""


class Row(NamedTuple):
    """Who plays whom."""

    lead: str
    others: tuple[str, ...]

    @property
    def name(self) -> str:
        """Return how it is chosen on the command line."""
        return f"{self.lead}:{','.join(self.others)}"


ROWS = (
    Row("strong", ("quick", "quick")),
    Row("strong", ("stingy", "stingy")),
    Row("strong", ("eager", "eager")),
    Row("strong", ("strong_2", "strong_2")),
    Row("strong", ("strong_2", "strong_2", "strong_2")),
    Row("strong", ("strong", "strong")),
    Row("steady", ("quick", "quick")),
)


def players() -> dict[str, Player]:
    """Return the pool, which knows its rules only once they are compiled."""
    from benchmarks import strong_2  # noqa: PLC0415
    from companion.opponent.deciding import decide  # noqa: PLC0415
    from companion.opponent.rollouts import Policy, policy_action  # noqa: PLC0415
    from companion.opponent.strength import Strength  # noqa: PLC0415

    stingy, eager = Policy(60, 12, 26, 3, 7, 20, 5), Policy(28, 8, 20, 3, 10, 0, 5)
    return {
        "quick": lambda table, seed: decide(table, seed, Strength.QUICK),
        "steady": lambda table, seed: decide(table, seed, Strength.STEADY),
        "strong": lambda table, seed: decide(table, seed, Strength.STRONG),
        "strong_2": strong_2.decide,
        "stingy": lambda table, _seed: policy_action(table, stingy),
        "eager": lambda table, _seed: policy_action(table, eager),
    }


class Result(NamedTuple):
    """How a row went."""

    text: str
    above_par: float
    """By how much more games were won than by equal players, as a share of theirs."""


def play(row: Row, games: int, seed: int) -> Result:
    """Play every deal once from every seat."""
    from companion.opponent.tournament import deal_seed, interval, played  # noqa: PLC0415
    from companion.rules.editions import setup  # noqa: PLC0415
    from companion.rules.model import new_game  # noqa: PLC0415
    from companion.rules.thawing import thawed  # noqa: PLC0415

    pool, names = players(), (row.lead, *row.others)
    start = thawed(new_game(setup(tuple("ABCDE"[: len(names)]))))
    wins, points, theirs = 0, 0, 0
    spent = {True: [0.0, 0.0], False: [0.0, 0.0]}
    for number in range(games):
        deal, lead = divmod(number, len(names))
        seats = [names[(seat - lead) % len(names)] for seat in range(len(names))]

        def decide(table: Table, at: int, seats: list[str] = seats, lead: int = lead) -> int:
            if len(choices := table.choices()) == 1:
                return choices[0]
            began = process_time()
            action = pool[seats[table.active]](table, at)
            clock = spent[table.active == lead]
            clock[0] += process_time() - began
            clock[1] += 1
            return action

        table = played(start, decide, deal_seed(seed, deal))
        wins += table.ranking()[0] == lead
        points += table.players[lead].score
        theirs += sum(player.score for player in table.players) - table.players[lead].score
        print(f"# {row.name} {wins} of {number + 1}", file=sys.stderr, flush=True)
    low, high = interval(wins, games)
    times = [1000 * seconds / max(1, number) for seconds, number in spent.values()]
    text = (
        f"{row.name} seed {seed}: {wins}/{games} = {100 * wins / games:.0f} % "
        f"({100 * low:.0f} to {100 * high:.0f}), par {100 / len(names):.0f}, "
        f"points {points / games:.1f} : {theirs / games / len(row.others):.1f}, "
        f"ms a decision {times[0]:.1f} : {times[1]:.1f}"
    )
    return Result(text, wins / games * len(names) - 1)


def main(words: Sequence[str] | None = None) -> None:
    """Play the rows that are asked for, compiled, and print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    named = {row.name: row for row in ROWS}
    parser.add_argument("--rows", nargs="*", default=list(named), help="of " + " ".join(named))
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(words)
    with TemporaryDirectory() as folder:
        prefer(for_this_python(Path(folder)))
        found = []
        for name in asked.rows:
            lead, _, others = name.partition(":")
            found.append(play(Row(lead, tuple(others.split(","))), asked.games, asked.seed))
            print(found[-1].text, flush=True)
        print("worst:", min(found, key=lambda each: each.above_par).text)


if __name__ == "__main__":
    main()
