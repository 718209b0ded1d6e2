"""The player by rule of thumb: keeps to the rules, weighs as people do, compiled as written."""

from math import isclose

import pytest
from msgspec.structs import replace

from companion.opponent import rollouts
from companion.opponent.rollouts import Policy, policy_action, usual_policy
from companion.rules import engine
from companion.rules.editions import Seat, setup
from companion.rules.engine import Dice, Table, row
from companion.rules.model import Discarding, Game, new_game
from companion.rules.thawing import thawed
from companion.rules.tiles import KINDS, Family, bundle
from companion.rules.vecs import i64, vec

TAKEN = (Family.CIVILISATION, Family.MONUMENT)

REACH = engine.REACH_INTO_BAG

DISASTERS = (engine.FUNERAL, engine.DROUGHT, engine.UNREST, engine.EARTHQUAKE)


def begin(players: int) -> Game:
    return new_game(setup(tuple("ABCDE"[:players])))


def start(players: int) -> Table:
    return thawed(begin(players))


def owning(*tiles: int) -> vec[i64]:
    return row([tiles.count(kind) for kind in range(engine.KINDS)])


def track(*tiles: int) -> vec[i64]:
    return row([*tiles, *[engine.EMPTY] * (engine.SPACES - len(tiles))])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_choice_by_rule_of_thumb_is_one_of_the_choices(players: int) -> None:
    policy, dice = usual_policy(), Dice(players)
    for _ in range(3):
        table = start(players)
        while table.phase != engine.OVER:
            action = policy_action(table, policy)
            assert action in table.choices()
            rollouts.play_on(table, action, dice)


@pytest.mark.parametrize(("unrests", "earthquakes"), [(1, 0), (2, 0), (3, 1), (0, 1), (0, 2)])
def test_whoever_has_disasters_gives_up_as_much_as_they_ask(unrests: int, earthquakes: int) -> None:
    game = begin(3)
    held = bundle(tile for tile in KINDS for _ in range(3) if tile.family in TAKEN)
    first = replace(game.players[0], tiles=held)
    stage = Discarding(unrests, earthquakes, None)
    game = replace(game, players=(first, *game.players[1:]), stage=stage, active=Seat(0))
    table = thawed(game)
    assert policy_action(table, usual_policy()) in table.choices()


def test_a_lot_takes_what_its_disasters_take() -> None:
    pharaoh, flood, nile = engine.PHARAOH, engine.FLOOD, engine.NILE
    held = owning(*[pharaoh] * 3, flood, nile, nile, 6, 6, 7, 11, 12)
    left = rollouts.with_lot(held, track(*DISASTERS, engine.GOLD))
    assert list(left) == list(owning(pharaoh, nile, engine.GOLD, 7))


@pytest.mark.parametrize(
    ("earthquakes", "lost"), [(1, [12, 12]), (2, [12, 12, 13, 11]), (9, [12, 12, 13, *[11] * 3])]
)
def test_seconds_go_before_single_tiles_and_three_of_a_monument_last(
    earthquakes: int, lost: list[int]
) -> None:
    held = owning(11, 11, 11, 12, 12, 13, *[engine.EARTHQUAKE] * earthquakes)
    assert rollouts.least_harm(held, engine.EARTHQUAKE) == sorted(lost)


@pytest.mark.parametrize("epoch", [1, 2, 3])
def test_more_is_worth_more(epoch: int) -> None:
    few = (engine.FLOOD, engine.NILE, 6, 7, 11)
    for tile in range(engine.GOD, engine.FUNERAL):
        more = rollouts.worth(owning(*few, tile), epoch, 8, 2, 0)
        assert more >= rollouts.worth(owning(*few), epoch, 8, 2, 0)


@pytest.mark.parametrize("players", [2, 5])
def test_chances_add_up_and_the_winner_has_most_of_them(players: int) -> None:
    policy, dice = usual_policy(), Dice(5)
    table = start(players)
    for _ in range(3):
        rollouts.play_epoch(table, dice, policy)
        for share in (0.0, 0.5):
            found = rollouts.chances(table, share)
            assert isclose(sum(found), 1.0)
    assert rollouts.chances(table, 0.0)[table.ranking()[0]] == 1.0


@pytest.mark.parametrize(("ra_tiles", "chosen"), [(0, REACH), (5, REACH), (6, engine.INVOKE)])
def test_an_empty_track_is_called_for_its_sun_only_when_the_epoch_nears_its_end(
    ra_tiles: int, chosen: int
) -> None:
    eager = Policy(0, 0, 16, 3, 16, 1, 5)
    table = start(3)
    table.ra_count, table.centre = ra_tiles, 16
    assert policy_action(table, eager) == chosen


@pytest.mark.parametrize("disaster", DISASTERS)
def test_no_god_is_for_a_disaster(disaster: int) -> None:
    table = start(3)
    table.track = track(disaster)
    assert rollouts.best_for_god(table) == (0, rollouts.NOTHING)


@pytest.mark.parametrize(("copies", "points"), [(0, 0), (1, 0), (3, 5), (4, 10), (5, 15)])
def test_equal_monuments_count_their_points_when_an_epoch_begins(copies: int, points: int) -> None:
    table = start(3)
    table.players[0].tiles = owning(*[engine.MONUMENT] * copies)
    assert rollouts.standing(table, 0)[5] == points


def test_a_fix_may_say_that_there_are_more_monuments_of_a_kind_than_in_the_box() -> None:
    table = start(3)
    table.players[0].tiles = owning(*[engine.MONUMENT] * 6)
    assert rollouts.gain(table, 0, track(engine.MONUMENT)) == 0
    assert rollouts.standing(table, 0)[5] == 15
