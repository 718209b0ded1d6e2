"""One deal played to many ends by the engine and the oracle; what they share is played once.

From moments of a game that are drawn by lot, all equally likely, it is played to other ends, and
so again from moments of what is new in these. A beginning is compared once and not for every end,
and still each game is one from the first tile to the last with every state of it compared.
"""

import json
from collections import Counter
from random import Random

import msgspec

from companion.rules.actions import Action
from companion.rules.model import Game, new_game
from companion.rules.records.record import read_header
from tests.oracle.oracle import Oracle
from tests.rules.against_the_oracle import EAGERNESS, a_header
from tests.rules.side_by_side import assert_printed_same, played_on

AGAIN = 3
"""So many other ends are played to a game."""

GENERATIONS = 3
"""How often to all the latest ends; the game from the first tile is the first of all."""


class _Moment(msgspec.Struct):
    """A state from which a game is played on, with an oracle of its own."""

    game: Game
    oracle: Oracle
    number: int
    """The number of the state."""
    generation: int = 0


class _Deal(msgspec.Struct):
    """What is known of a deal."""

    dice: Random
    numbers: dict[tuple[int, Action], int] = {}
    """A number for each state: by that of the state before, and what was done there."""
    ends: set[int] = set()
    early: int = 0
    """States of the first epoch."""


def compare_a_deal(seed: int) -> Counter[str]:
    """Play a deal to its ends with both; count games and states, each different one once.

    The game from the first tile is also compared as it is printed.

    Raises:
        AssertionError: They disagree; the text says after which line of which game.
    """
    dice = Random(seed)  # noqa: S311 - no secret
    header = a_header(dice)
    deal = _Deal(dice)
    waiting = [_Moment(new_game(read_header(json.dumps(header).encode())), Oracle(header), 0)]
    played = 0
    while waiting:
        moment, played = waiting.pop(), played + 1
        try:
            waiting += _played_to_an_end(deal, moment)
        except Exception as why:
            place = f"seed {seed}, game {played}, line {moment.oracle.seq}"
            raise AssertionError(f"{place}: {type(why).__name__}: {why}") from why
    return Counter({
        "games": len(deal.ends),
        "games from the first tile": 1,
        "states": len(deal.numbers) + 1,
        "states in the first epoch": deal.early + 1,
    })  # fmt: skip


def _played_to_an_end(deal: _Deal, start: _Moment) -> list[_Moment]:
    """Play on to an end with both, and return the moments to which to come back."""
    dice, numbers, is_whole = deal.dice, deal.numbers, start.generation == 0
    game, oracle, number = start.game, start.oracle, start.number
    if is_whole:
        assert_printed_same(game, (), oracle)
    again = range(AGAIN if start.generation < GENERATIONS else 0)
    moments = [_later(start, game, number) for _ in again]
    steps = played_on(game, oracle, dice, dice.choice(EAGERNESS))
    for step, (action, game, events) in enumerate(steps, start=2):
        known = len(numbers)
        number = numbers.setdefault((number, action), known + 1)
        deal.early += number > known and game.epoch == 1
        if is_whole:
            assert_printed_same(game, events, oracle)
        for place in again:
            if dice.random() * step < 1 and oracle.phase != "over":
                moments[place] = _later(start, game, number)
    deal.ends.add(number)
    return moments


def _later(start: _Moment, game: Game, number: int) -> _Moment:
    return _Moment(game, start.oracle.copy(), number, start.generation + 1)
