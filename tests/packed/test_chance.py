"""Chance in the packed rules: fair, the same for the same seed, and blind to what nobody knows."""

from collections import Counter
from itertools import pairwise
from random import Random
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.editions import Setup, setup
from companion.rules.legal import choices
from companion.rules.model import Game, Phase, new_game
from companion.rules.packed import kernel
from companion.rules.packed.positions import packed, packed_action, readable_action
from companion.rules.play import play
from companion.rules.tiles import KINDS, count, size
from tests.packed.kernels import COMPILED, SOURCE_ALONE, rules_of
from tests.random_games import random_game
from tests.rules.games import positions, setups
from tests.rules.table import NAMES

TRIES = 20_000


def is_even(found: Counter[int], weights: dict[int, int]) -> bool:
    """Whether numbers came as often as their weights say; by chance one in a million does not."""
    tries, total = found.total(), sum(weights.values())
    assert found.keys() <= weights.keys()
    wanted = {each: tries * weight / total for each, weight in weights.items()}
    distance = sum((found[each] - wanted[each]) ** 2 / wanted[each] for each in weights)
    freedom = max(len(weights) - 1, 1)
    return bool(distance < freedom + 5 * (2 * freedom) ** 0.5 + 15)


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 10, 180])
def test_numbers_below_a_bound_are_equally_likely(bound: int, rules: ModuleType) -> None:
    dice = rules.Dice(bound)
    found = [dice.below(bound) for _ in range(TRIES)]
    assert is_even(Counter(found), dict.fromkeys(range(bound), 1))


def test_one_number_says_nothing_about_the_next(rules: ModuleType) -> None:
    dice = rules.Dice(3)
    rolled = [dice.below(6) for _ in range(TRIES)]
    pairs = Counter(6 * one + other for one, other in pairwise(rolled))
    assert is_even(pairs, dict.fromkeys(range(36), 1))


def test_the_first_numbers_of_neighbouring_seeds_have_nothing_in_common(rules: ModuleType) -> None:
    first = [rules.Dice(seed).below(6) for seed in range(TRIES)]
    assert is_even(Counter(first), dict.fromkeys(range(6), 1))
    pairs = Counter(6 * one + other for one, other in pairwise(first))
    assert is_even(pairs, dict.fromkeys(range(36), 1))


def test_a_seed_gives_the_numbers_that_it_always_gave(rules: ModuleType) -> None:
    dice = rules.Dice(7)
    assert [dice.below(180) for _ in range(8)] == [127, 163, 16, 32, 125, 178, 86, 5]
    assert dice.state == 408062143753662354


def test_dice_go_on_where_a_playout_left_them(rules: ModuleType) -> None:
    start, dice = rules.at(packed(new_game(setup(NAMES[:2])))), rules.Dice(7)
    ends = [(start.copy().playout(dice), dice.state) for _ in range(3)]
    assert len(set(ends)) == 3


@given(game=positions())
def test_a_copy_is_played_on_as_its_original_and_as_its_position(
    rules: ModuleType, game: Game
) -> None:
    table = rules.at(packed(game))
    ends = []
    for each in (table.copy(), rules.at(table.words()), table):
        said: list[int] = []
        each.playout(rules.Dice(3), said)
        ends.append((said, each.words(), each.in_bag))
    assert ends[0] == ends[1] == ends[2]


@pytest.mark.parametrize("seed", [0, -1, 2**64, -(2**70), 2**200])
def test_any_whole_number_is_a_seed(seed: int, rules: ModuleType) -> None:
    one, other = rules.Dice(seed), rules.Dice(seed)
    assert [one.below(180) for _ in range(9)] == [other.below(180) for _ in range(9)]
    assert len({one.next() for _ in range(99)}) == 99


@settings(max_examples=8)
@given(game=positions().filter(lambda game: game.stage is not Phase.OVER))
def test_every_choice_and_every_tile_is_equally_likely(rules: ModuleType, game: Game) -> None:
    start, dice = rules.at(packed(game)), rules.Dice(size(game.bag))
    options = [packed_action(choice) for choice in choices(game)]
    weights = dict.fromkeys(options, size(game.bag))
    if kernel.REACH in weights:
        del weights[kernel.REACH]
        weights |= {
            kernel.DRAW | (tile.place + 1) << kernel.KIND: count(game.bag, tile)
            for tile in KINDS
            if count(game.bag, tile)
        }
    found: Counter[int] = Counter()
    for _ in range(1_500):
        said: list[int] = []
        start.copy().playout(dice, said)
        found[said[0]] += 1
    assert is_even(found, weights)


@given(game=positions().filter(lambda game: size(game.bag) > 0))
def test_reaching_into_the_bag_changes_nothing_and_finds_what_is_there(
    rules: ModuleType, game: Game
) -> None:
    table, dice = rules.at(packed(game)), rules.Dice(1)
    before = table.words()
    weights = {tile.place + 1: count(game.bag, tile) for tile in KINDS if count(game.bag, tile)}
    found = Counter(table.reach(dice) >> kernel.KIND for _ in range(1_000))
    assert is_even(found, weights)
    assert table.words() == before


@given(agreed=setups(), seed=st.integers())
def test_what_a_playout_said_is_a_whole_game_by_the_readable_rules(
    rules: ModuleType, agreed: Setup, seed: int
) -> None:
    game = new_game(agreed)
    table, said = rules.at(packed(game)), list[int]()
    played = table.playout(rules.Dice(seed), said)
    assert played == len(said)
    for action in said:
        game, _ = play(game, readable_action(action))
    assert game.stage is Phase.OVER
    assert packed(game) == table.words()


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_compiled_or_not_the_same_seed_plays_the_same_games(players: int) -> None:
    start = packed(new_game(setup(NAMES[:players])))

    def games(rules: ModuleType) -> list[int]:
        dice, said = rules.Dice(players), list[int]()
        for _ in range(300):
            rules.at(start).playout(dice, said)
        return said

    assert games(rules_of(COMPILED)) == games(rules_of(SOURCE_ALONE))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_are_as_long_as_those_of_the_readable_rules(
    players: int, rules: ModuleType
) -> None:
    agreed, games = setup(NAMES[:players]), 400
    start, dice = rules.at(packed(new_game(agreed))), rules.Dice(7)
    lengths = [start.copy().playout(dice) for _ in range(games)]
    chance = Random(7)  # noqa: S311 - no secret
    others = [len(random_game(agreed, chance)) for _ in range(games)]
    assert sum(lengths) == pytest.approx(sum(others), rel=0.06)
