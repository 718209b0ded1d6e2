"""The engine: played on in place it is where the rules say, and its chance is fair."""

import json
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.rules import engine
from companion.rules.actions import DRAWS, Discard
from companion.rules.editions import Seat, Setup, Sun, setup
from companion.rules.engine import Dice
from companion.rules.legal import choices, legal_actions
from companion.rules.model import Auction, AuctionCause, Discarding, Game, Phase, new_game
from companion.rules.play import play, play_all
from companion.rules.problems import IllegalAction
from companion.rules.records.record import read_header
from companion.rules.thawing import action_of, choice_of, frozen, number_of, thawed
from companion.rules.tiles import FAMILIES, KINDS, Family, Tile, bundle, count, size
from tests.random_games import random_game
from tests.rules.against_the_oracle import a_header
from tests.rules.games import positions, setups
from tests.rules.side_by_side import one_of
from tests.rules.table import NAMES
from tests.together import for_each

TRIES = 20_000


def test_a_tile_is_its_place_in_the_table() -> None:
    assert len(KINDS) == engine.KINDS
    for number, tile in (
        (engine.RA, Tile.RA),
        (engine.GOD, Tile.GOD),
        (engine.PHARAOH, Tile.PHARAOH),
        (engine.NILE, Tile.NILE),
        (engine.FLOOD, Tile.FLOOD),
        (engine.GOLD, Tile.GOLD),
        (engine.CIVILISATION, FAMILIES[Family.CIVILISATION][0]),
        (engine.MONUMENT, FAMILIES[Family.MONUMENT][0]),
        (engine.FUNERAL, Tile.FUNERAL),
        (engine.DROUGHT, Tile.DROUGHT),
        (engine.UNREST, Tile.UNREST),
        (engine.EARTHQUAKE, Tile.EARTHQUAKE),
    ):
        assert tile.place == number


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_a_table_that_is_played_on_is_always_where_the_game_is(first: int) -> None:
    """Every choice is the same, too, with all options, and with the short forms of an auction."""
    for seed in range(first, first + 20):
        dice = Random(seed)  # noqa: S311 - no secret
        game = new_game(read_header(json.dumps(a_header(dice)).encode()))
        table = thawed(game)
        while game.stage is not Phase.OVER:
            assert [choice_of(each) for each in table.choices()] == list(choices(game))
            bag = {tile.value: count(game.bag, tile) for tile in KINDS}
            action = one_of(legal_actions(game), bag, dice, 0.7)
            game, _ = play(game, action)
            table.play(number_of(action))
            assert frozen(table, game) == game, f"seed {seed}, after {action}"
        assert not table.choices()


@given(game=positions())
def test_a_game_comes_back_as_it_was(game: Game) -> None:
    table = thawed(game)
    assert frozen(table, game) == frozen(table.copy(), game) == game


LATE = replace(new_game(setup(NAMES[:5])), epoch=3, ra_count=9, active=Seat(3))

STAGES = {
    "an auction without a bid": Auction(Seat(2), AuctionCause.RA_DRAWN, None, None),
    "an auction with a bid": Auction(Seat(4), AuctionCause.TRACK_FULL, Sun(7), Seat(1)),
    "disasters of a lot": Discarding(4, 2, Seat(1)),
    "a disaster that a god took": Discarding(0, 1, None),
    "gods": Phase.GODS,
    "the end": Phase.OVER,
}


@for_each(name=STAGES)
def test_whatever_a_game_waits_for_comes_back(name: str) -> None:
    game = replace(LATE, stage=STAGES[name])
    assert frozen(thawed(game), game) == game


@pytest.mark.parametrize("unrests", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("earthquakes", [0, 1, 2])
@pytest.mark.parametrize("ra_player", [None, 2])
def test_many_disasters_at_once_leave_the_same_choices(
    unrests: int, earthquakes: int, ra_player: Seat | None
) -> None:
    game = new_game(setup(NAMES[:3]))
    taken = (Family.CIVILISATION, Family.MONUMENT)
    held = bundle(tile for tile in KINDS for _ in range(3) if tile.family in taken)
    first = replace(game.players[0], tiles=held)
    stage = Discarding(unrests, earthquakes, ra_player) if unrests or earthquakes else game.stage
    game = replace(game, players=(first, *game.players[1:]), stage=stage)
    assert [choice_of(each) for each in thawed(game).choices()] == list(choices(game))
    for action in legal_actions(game)[-3:]:
        table = thawed(game)
        table.play(number_of(action))
        after, _ = play(game, action)
        assert frozen(table, game) == after


def test_the_decision_to_draw_is_no_action_yet() -> None:
    with pytest.raises(KeyError):
        action_of(engine.REACH_INTO_BAG)


def test_a_copy_goes_its_own_way() -> None:
    game = new_game(setup(NAMES[:4]))
    table = thawed(game)
    other = table.copy()
    other.play_to_the_end(Dice(1))
    assert frozen(other, game) != game
    assert frozen(table, game) == game


# Chance


def is_even(found: Counter[int], weights: dict[int, int]) -> bool:
    """Whether numbers came as often as their weights say; by chance one in a million does not."""
    tries, total = found.total(), sum(weights.values())
    assert found.keys() <= weights.keys()
    wanted = {each: tries * weight / total for each, weight in weights.items()}
    distance = sum((found[each] - wanted[each]) ** 2 / wanted[each] for each in weights)
    freedom = max(len(weights) - 1, 1)
    return bool(distance < freedom + 5 * (2 * freedom) ** 0.5 + 15)


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 10, 180])
def test_numbers_below_a_bound_are_equally_likely(bound: int) -> None:
    dice = Dice(bound)
    found = [dice.below(bound) for _ in range(TRIES)]
    assert is_even(Counter(found), dict.fromkeys(range(bound), 1))


def test_a_seed_gives_the_numbers_that_it_always_gave() -> None:
    dice = Dice(7)
    assert [dice.below(180) for _ in range(8)] == [127, 163, 16, 32, 125, 178, 86, 5]
    assert dice.state == 408062143753662354


@settings(max_examples=8)
@given(game=positions().filter(lambda game: game.stage is not Phase.OVER))
def test_every_choice_and_every_tile_is_equally_likely(game: Game) -> None:
    start, dice = thawed(game), Dice(size(game.bag))
    weights = dict.fromkeys(start.choices(), size(game.bag))
    if engine.REACH_INTO_BAG in weights:
        del weights[engine.REACH_INTO_BAG]
        weights |= {
            number_of(DRAWS[tile]): count(game.bag, tile) for tile in KINDS if count(game.bag, tile)
        }
    found = Counter(start.copy().play_random(dice) for _ in range(1_500))
    assert is_even(found, weights)


@given(agreed=setups(), seed=st.integers())
def test_a_random_game_is_a_whole_game(agreed: Setup, seed: int) -> None:
    game = new_game(agreed)
    table, dice = thawed(game), Dice(seed)
    while table.phase != engine.OVER:
        game, _ = play(game, action_of(table.play_random(dice)))
    assert game.stage is Phase.OVER
    assert frozen(table, game) == game


@pytest.mark.parametrize("seed", range(8))
def test_actions_played_in_a_row_do_what_each_does_by_itself(seed: int) -> None:
    chosen = setup(NAMES[: 2 + seed % 4])
    actions = random_game(chosen, Random(seed))  # noqa: S311 - no secret
    game, steps = new_game(chosen), []
    for action in actions:
        game, events = play(game, action)
        steps.append((game, events))
    assert [*play_all(new_game(chosen), actions)] == steps


def test_what_cannot_be_played_stops_a_row_where_it_stands() -> None:
    row = play_all(new_game(setup(NAMES[:3])), (DRAWS[Tile.NILE], Discard((Tile.NILE,))))
    assert next(row)[0].track[0] is Tile.NILE
    with pytest.raises(IllegalAction):
        next(row)
