"""The packed rules and the readable ones play on from the same table, compared after every action.

Each deal is played to many ends, as in ``tests.rules.many_ends``: what games share is played once.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from types import ModuleType
from typing import Any

import msgspec

from companion.rules.actions import DRAWS, Action, Choice
from companion.rules.legal import choices, legal_actions
from companion.rules.model import Game, Phase, new_game
from companion.rules.packed import kernel
from companion.rules.packed.positions import (
    Position,
    packed,
    packed_action,
    readable,
    readable_action,
)
from companion.rules.play import play
from companion.rules.records.record import entry, read_header
from companion.rules.scoring.scoring import ranking
from companion.rules.tiles import KINDS, Tiles
from tests.oracle.perft import bag_order
from tests.rules.against_the_oracle import EAGERNESS, a_header, at
from tests.rules.side_by_side import one_of
from tests.rules.table import TILES

AGAIN, GENERATIONS = 3, 3
"""So many other ends are played to a game, and so often to all the latest."""


_BAGS, _CHOICES = 1 << 12, 1 << 14


class _Moment(msgspec.Struct):
    """A state from which a game is played on, with a table of its own."""

    game: Game
    table: kernel.Table
    number: int
    """The number of the state."""
    generation: int = 0


class _Deal(msgspec.Struct):
    """What is known of a deal."""

    dice: Random
    numbers: dict[tuple[int, Action], int] = {}
    """A number for each state: by that of the state before, and what was done there."""
    ends: set[int] = set()


def compare_a_deal(seed: int, rules: ModuleType) -> Counter[str]:
    """Play a deal to its ends with both; count games and states, each different one once.

    Args:
        seed: Of the options and of all that happens.
        rules: The packed ones, compiled or not.

    Raises:
        AssertionError: They disagree; the text says in which game.
    """
    dice = Random(seed)  # noqa: S311 - no secret
    game = new_game(read_header(json.dumps(a_header(dice)).encode()))
    deal = _Deal(dice)
    waiting = [_Moment(game, rules.at(packed(game)), 0)]
    played = 0
    while waiting:
        moment, played = waiting.pop(), played + 1
        try:
            waiting += _played_to_an_end(deal, moment)
        except Exception as why:
            place = f"seed {seed}, game {played}"
            raise AssertionError(f"{place}: {type(why).__name__}: {why}") from why
    return Counter({"games": len(deal.ends), "states": len(deal.numbers) + 1})


def _played_to_an_end(deal: _Deal, start: _Moment) -> list[_Moment]:
    """Play on to an end with both, and return the moments to which to come back."""
    dice, numbers = deal.dice, deal.numbers
    game, table, number = start.game, start.table, start.number
    again = range(AGAIN if start.generation < GENERATIONS else 0)
    moments = [_later(start, game, table, number) for _ in again]
    eagerness, step = dice.choice(EAGERNESS), 1
    is_whole = start.generation == 0
    assert_same(game, table)
    while game.stage is not Phase.OVER:
        action = one_of(legal_actions(game), _in_bag(game.bag), dice, eagerness)
        game, _ = play(game, action)
        table.play(packed_action(action))
        number = numbers.setdefault((number, action), len(numbers) + 1)
        step += 1
        assert_same(game, table)
        if is_whole:
            assert readable(table.words(), game.setup) == game
        for place in again:
            if dice.random() * step < 1 and game.stage is not Phase.OVER:
                moments[place] = _later(start, game, table, number)
    deal.ends.add(number)
    return moments


def _later(start: _Moment, game: Game, table: kernel.Table, number: int) -> _Moment:
    return _Moment(game, table.copy(), number, start.generation + 1)


@lru_cache(_BAGS)
def _in_bag(bag: Tiles) -> dict[str, int]:
    return dict(zip(KINDS, bag.to_bytes(len(KINDS), "little"), strict=True))


def assert_same(game: Game, table: kernel.Table) -> None:
    """Compare positions and choices, and points and ranks after the end.

    Raises:
        AssertionError: They disagree.
    """
    words = table.words()
    assert words == packed(game), f"{words} is {readable(words, game.setup)}, not {game}"
    allowed = table.choices()
    assert allowed == _packed(choices(game)), f"choices: {allowed} and {choices(game)}"
    if game.stage is Phase.OVER:
        points = [player.score for player in game.players]
        assert table.scores() == points
        suns = [player.up + player.down for player in game.players]
        assert tuple(table.ranking()) == ranking(points, suns).seats


@lru_cache(_CHOICES)
def _packed(options: tuple[Choice, ...]) -> list[int]:
    return [packed_action(choice) for choice in options]


def census(pinned: dict[str, Any], depth: int, rules: ModuleType) -> list[Counter[str]]:
    """Count the legal lines of a position as ``tests.rules.against_the_oracle.census`` does."""
    order = [packed_action(DRAWS[TILES[kind]]) for kind in bag_order(pinned["bag"])]
    positions = Counter([packed(at(pinned))])
    found: list[Counter[str]] = []
    for _ in range(depth):
        kinds: Counter[str] = Counter()
        beneath: Counter[Position] = Counter()
        for position, ways in positions.items():
            for action, after in _next(rules.at(position), order):
                [kind] = entry(readable_action(action))
                kinds[kind] += ways
                beneath[after] += ways
        found.append(kinds)
        positions = beneath
    return found


def _next(table: kernel.Table, order: Sequence[int]) -> Iterator[tuple[int, Position]]:
    """Yield what can be done when the order of the bag is known, and the position after it."""
    for choice in table.choices():
        action = order[len(order) - table.in_bag] if choice == kernel.REACH else choice
        after = table.copy()
        after.play(action)
        yield action, after.words()
