"""How fast games are played, relative to the yardstick, and how the cost grows.

Yards and games take turns, so that whatever slows the machine slows both.
"""

import time
from random import Random
from statistics import median

from benchmarks.figures import Figure, spread
from benchmarks.yardstick import yards_per_second
from companion.cli.simulate import NAMES
from companion.rules.actions import Action
from companion.rules.editions import setup
from companion.rules.events import EpochEnded, Event, LotWon
from companion.rules.model import Game, new_game
from companion.rules.play import play
from tests.random_games import random_game

TURNS = 9


PLAYERS = (2, 3, 4, 5)


ACTIONS = 30_000
"""About how many are played in one turn, so that games of two and of five get equal time."""


QUARTERS = 4


NOT_RARE = 50
"""Fewer actions of a kind say nothing about it."""


LEAST = 0.45
"""Actions per yard: the aim."""


Stretch = tuple[Game, list[Action]]
"""A position, and what is played from it."""


def figures(turns: int = TURNS) -> list[Figure]:
    """Measure everything and return the figures."""
    return [*whole_games(turns), *early_and_late(turns)]


def whole_games(turns: int) -> list[Figure]:
    """Return the speed of random games by the readable rules: choosing, playing, scoring."""
    lengths = {players: _played(players, 200, 7)[0] / 200 for players in PLAYERS}
    found: dict[int, list[float]] = {players: [] for players in PLAYERS}
    for turn in range(turns):
        for players in PLAYERS:
            before = yards_per_second()
            actions, seconds = _played(players, round(ACTIONS / lengths[players]), turn)
            yards = (before + yards_per_second()) / 2
            found[players].append(actions / seconds / yards)
    return [
        Figure(
            f"random games of {players} ({lengths[players]:.0f} actions each)",
            f"{spread(found[players])} actions per yard",
            f"at least {LEAST}",
            median(found[players]) >= LEAST,
        )
        for players in PLAYERS
    ]


def _played(players: int, games: int, seed: int) -> tuple[int, float]:
    """Play random games; return how many actions they had and the processor's seconds."""
    table, dice = setup(NAMES[:players]), Random(seed)
    before = time.process_time()
    actions = sum(len(random_game(table, dice)) for _ in range(games))
    return actions, time.process_time() - before


def early_and_late(turns: int) -> list[Figure]:
    """Return what each kind of action costs in the first and in the last quarter of a game."""
    quarters = _quarters(4, games=100)
    found: dict[str, dict[int, list[float]]] = {}
    for _ in range(turns):
        for quarter in (0, QUARTERS - 1):
            before = yards_per_second()
            costs = _costs(quarters[quarter])
            yards = (before + yards_per_second()) / 2
            for kind, seconds in costs.items():
                found.setdefault(kind, {}).setdefault(quarter, []).append(seconds * yards)
    return [_compared(kind, found[kind]) for kind in sorted(found)]


def _compared(kind: str, by_quarter: dict[int, list[float]]) -> Figure:
    if 0 not in by_quarter:
        (late,) = by_quarter.values()
        return Figure(f"{kind}, which no first quarter has", f"{median(late):.0f} yards")
    costs = " and ".join(f"{median(yards):.1f}" for yards in by_quarter.values())
    return Figure(f"{kind}, in the first and in the last quarter of a game of 4", f"{costs} yards")


def _quarters(players: int, games: int) -> list[list[Stretch]]:
    """Return the four quarters of many games."""
    table = setup(NAMES[:players])
    dice = Random(7)
    quarters: list[list[Stretch]] = [[] for _ in range(QUARTERS)]
    for _ in range(games):
        actions = random_game(table, dice)
        game = new_game(table)
        for quarter in range(QUARTERS):
            first, last = (len(actions) * part // QUARTERS for part in (quarter, quarter + 1))
            quarters[quarter].append((game, actions[first:last]))
            for action in actions[first:last]:
                game, _events = play(game, action)
    return quarters


def _costs(stretches: list[Stretch]) -> dict[str, float]:
    """Return the median seconds of each kind of action that is not rare."""
    seconds: dict[str, list[float]] = {}
    clock = time.perf_counter
    for game, actions in stretches:
        for action in actions:
            before = clock()
            game, events = play(game, action)  # noqa: PLW2901 - the next position of the same game
            taken = clock() - before
            seconds.setdefault(_kind(action, events), []).append(taken)
    return {kind: median(taken) for kind, taken in seconds.items() if len(taken) >= NOT_RARE}


def _kind(action: Action, events: tuple[Event, ...]) -> str:
    if any(isinstance(event, EpochEnded) for event in events):
        return "the end of an epoch, scored"
    if any(isinstance(event, LotWon) for event in events):
        return "a lot won"
    return f"`{type(action).__name__}`"


if __name__ == "__main__":
    for figure in figures():
        print(f"{figure.what}: {figure.found}")
