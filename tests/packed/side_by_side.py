"""The packed rules and the readable ones play on from the same table, compared after every action.

Each deal is played to many ends, as in ``tests.rules.many_ends``: what games share is played once.
"""

import json
from collections import Counter
from functools import lru_cache
from random import Random
from types import ModuleType

import msgspec

from companion.rules.actions import Action, Choice, ReachIntoBag, Unsold, Won
from companion.rules.legal import choices, legal_actions
from companion.rules.model import Auction, Game, Phase, new_game
from companion.rules.packed import kernel
from companion.rules.packed.positions import packed, packed_action, readable
from companion.rules.play import play
from companion.rules.records.record import read_header
from companion.rules.scoring.scoring import ranking
from companion.rules.tiles import KINDS, counts
from tests.rules.against_the_oracle import EAGERNESS, a_header
from tests.rules.side_by_side import one_of

AGAIN, GENERATIONS = 3, 3
"""So many other ends are played to a game, and so often to all the latest."""


_CHOICES = 1 << 14


class Moment(msgspec.Struct):
    """A state from which a game is played on."""

    game: Game
    table: kernel.Table
    number: int
    generation: int = 0


class Deal(msgspec.Struct):
    """What is known of a deal."""

    dice: Random
    numbers: dict[tuple[int, Action], int] = {}
    ends: set[int] = set()


def compare_a_deal(seed: int, rules: ModuleType) -> Counter[str]:
    """Play a deal to its ends with both; count games and states, each different one once.

    Args:
        seed: Of the options and of everything that happens.
        rules: The kernel, compiled or not.

    Raises:
        AssertionError: They disagree; the text says how to play it again.
    """
    dice = Random(seed)  # noqa: S311 - no secret
    game = new_game(read_header(json.dumps(a_header(dice)).encode()))
    deal = Deal(dice)
    waiting = [Moment(game, rules.at(packed(game)), 0)]
    played = 0
    while waiting:
        moment, played = waiting.pop(), played + 1
        try:
            waiting += _played_to_an_end(deal, moment)
        except Exception as why:
            raise AssertionError(f"seed {seed}, game {played}: {type(why).__name__}: {why}") from why
    return Counter(
        {
            "games": len(deal.ends),
            "games from the first tile": 1,
            "states": len(deal.numbers) + 1,
        }
    )


def _played_to_an_end(deal: Deal, start: Moment) -> list[Moment]:
    dice, numbers = deal.dice, deal.numbers
    game, table, number = start.game, start.table, start.number
    again = range(AGAIN if start.generation < GENERATIONS else 0)
    moments = [_later(start, game, table, number) for _ in again]
    eagerness, step = dice.choice(EAGERNESS), 1
    assert_same(game, table)
    while game.stage is not Phase.OVER:
        action = one_of(legal_actions(game), _in_bag(game.bag), dice, eagerness)
        game, _ = play(game, action)
        table.play(packed_action(action))
        number = numbers.setdefault((number, action), len(numbers) + 1)
        step += 1
        assert_same(game, table)
        for place in again:
            if dice.random() * step < 1 and game.stage is not Phase.OVER:
                moments[place] = _later(start, game, table, number)
    deal.ends.add(number)
    return moments


def _later(start: Moment, game: Game, table: kernel.Table, number: int) -> Moment:
    return Moment(game, table.copy(), number, start.generation + 1)


@lru_cache(1 << 12)
def _in_bag(bag: int) -> dict[str, int]:
    return {tile.value: bag >> (8 * tile.place) & 255 for tile in KINDS}


def assert_same(game: Game, table: kernel.Table) -> None:
    """Compare position and choices.

    Raises:
        AssertionError: They disagree.
    """
    words = table.words()
    assert words == packed(game), f"{words} is {readable(words, game.setup)}, not {game}"
    here, there = _packed(choices(game)), table.choices()
    assert here == there, f"choices: {here} and {there}"
    if game.stage is Phase.OVER:
        assert table.scores() == [player.score for player in game.players]
        discs = [player.up + player.down for player in game.players]
        assert tuple(table.ranking()) == ranking(table.scores(), discs).seats


@lru_cache(_CHOICES)
def _packed(options: tuple[Choice, ...]) -> list[int]:
    return [packed_action(choice) for choice in options]
