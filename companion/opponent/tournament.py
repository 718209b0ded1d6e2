"""Tournaments between machines: the same deals from every seat, with confidence intervals."""

from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt
from time import process_time

import msgspec

from companion.opponent.deciding import decide
from companion.opponent.strength import Strength
from companion.rules import engine
from companion.rules.engine import Dice, Table
from companion.rules.thawing import IS_COMPILED

_CERTAIN = 1.96
"""Standard deviations on either side that hold 95 per cent."""

_A_DEAL, _A_DECISION = 1_000_003, 7_919
"""Primes that keep seeds apart."""


class StrengthResult(msgspec.Struct, frozen=True):
    """How one strength did."""

    strength: str
    seats: int
    """How many seats it has in every game."""
    wins: int
    """Games that any of these seats won."""
    share: float
    """The share of games won, 0 to 1."""
    low: float
    high: float
    """The 95 per cent interval of the share (Wilson, 1927)."""
    ms_per_decision: float
    """Mean processor time, where there was something to choose."""


class Tournament(msgspec.Struct, frozen=True):
    """The result of a tournament."""

    games: int
    players: int
    results: tuple[StrengthResult, ...]
    engine: str
    """What played: ``compiled``, or ``python``, the same uncompiled."""


def tournament(
    start: Table,
    line_up: Sequence[Strength],
    games: int,
    seed: int,
    done: Callable[[int, list[int]], None] = lambda _number, _said: None,
) -> Tournament:
    """Play games and return who won how many.

    Every deal is played as often as there are players, and everybody moves on by a seat each time.

    Args:
        start: A new game for so many players.
        line_up: Who plays.
        games: How many; whole rounds of the table are fairest.
        seed: Of the deals, and of what the machines think.
        done: Is told after every game how many there are, and what was played.
    """
    clock = Stopwatch()
    wins: Counter[Strength] = Counter()
    for number in range(games):
        deal, moved = divmod(number, len(line_up))
        seats = (*line_up[moved:], *line_up[:moved])
        said: list[int] = []
        table = play(start, seats, deal_seed(seed, deal), clock, said)
        wins[seats[table.ranking()[0]]] += 1
        done(number + 1, said)
    return Tournament(
        games,
        len(line_up),
        tuple(
            StrengthResult(
                strength.value,
                line_up.count(strength),
                wins[strength],
                wins[strength] / games,
                *interval(wins[strength], games),
                round(clock.milliseconds(strength), 3),
            )
            for strength in dict.fromkeys(line_up)
        ),
        "compiled" if IS_COMPILED else "python",
    )


def deal_seed(seed: int, deal: int) -> int:
    """Return what says what comes out of the bag in one of the deals of a tournament."""
    return seed * _A_DEAL + deal


class Stopwatch:
    """How long decisions take."""

    def __init__(self) -> None:
        self._taken: dict[Strength, list[float]] = {}

    def add(self, strength: Strength, seconds: float) -> None:
        """Take down a decision."""
        self._taken.setdefault(strength, []).append(seconds)

    def milliseconds(self, strength: Strength) -> float:
        """Return how long one takes on average."""
        taken = self._taken.get(strength, [])
        return 1000 * sum(taken) / max(1, len(taken))


def play(
    start: Table,
    seats: Sequence[Strength],
    deal: int,
    clock: Stopwatch | None = None,
    said: list[int] | None = None,
) -> Table:
    """Play one game to its end and return the table.

    Args:
        start: A new game.
        seats: Who plays, clockwise.
        deal: Says what comes out of the bag: as long as the same is drawn, the same comes next.
        clock: Takes down the time.
        said: Takes every action, if they are wanted.
    """

    def timed(table: Table, seed: int) -> int:
        strength = seats[table.active]
        is_free = len(table.choices()) > 1
        before = process_time()
        action = decide(table, seed, strength)
        if clock is not None and is_free:
            clock.add(strength, process_time() - before)
        return action

    return played(start, timed, deal, said)


def played(
    start: Table, player: Callable[[Table, int], int], deal: int, said: list[int] | None = None
) -> Table:
    """Play one game to its end and return the table.

    Args:
        start: A new game.
        player: Decides for everybody: returns one of a table's choices, and takes a seed.
        deal: As for ``play``.
        said: Takes every action, if they are wanted.
    """
    table, bag = start.copy(), Dice(deal)
    number = 0
    while table.phase != engine.OVER:
        action = player(table, deal * _A_DECISION + number)
        if action == engine.REACH_INTO_BAG:
            action = engine.DRAW | (table.draw_random(bag) << engine.KIND_BITS)
        else:
            table.play(action)
        number += 1
        if said is not None:
            said.append(action)
    return table


def interval(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 per cent interval of the share of wins (Wilson, 1927)."""
    share, spread = wins / games, _CERTAIN**2 / games
    middle = share + spread / 2
    half = _CERTAIN * sqrt((share * (1 - share) + spread / 4) / games)
    return max(0.0, (middle - half) / (1 + spread)), min(1.0, (middle + half) / (1 + spread))
