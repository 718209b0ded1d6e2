"""The player by rule of thumb: keeps to the rules, weighs as people do, compiled as written."""

from math import isclose

import pytest
from msgspec.structs import replace

from companion.rules.editions import Seat, setup
from companion.rules.model import Disaster, new_game
from companion.rules.packed import foresight, kernel
from companion.rules.packed.positions import packed
from companion.rules.tiles import KINDS, Family
from companion.rules.tiles import bundle as tile_bundle
from release.kernels import CannotCompile
from tests.packed.kernels import compiled

TAKEN = (Family.CIVILISATION, Family.MONUMENT)

LOT_OF_DISASTERS = (kernel.FUNERAL, kernel.DROUGHT, kernel.UNREST, kernel.EARTHQUAKE)


def start(players: int) -> tuple[int, ...]:
    return packed(new_game(setup(tuple("ABCDE"[:players]))))


def bundle(*tiles: int) -> int:
    return sum(1 << kernel.AT[tile] for tile in tiles)


def lane(*tiles: int) -> int:
    return sum(tile << (kernel.SLOT * slot) for slot, tile in enumerate(tiles))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_choice_by_rule_of_thumb_is_one_of_the_choices(players: int) -> None:
    habit, dice = foresight.habits(), kernel.Dice(players)
    for _ in range(3):
        table = kernel.at(start(players))
        while table.phase != kernel.OVER:
            action = foresight.by_habit(table, habit)
            assert action in table.choices()
            table.play(table.reach(dice) if action == kernel.REACH else action)


@pytest.mark.parametrize(("unrests", "earthquakes"), [(1, 0), (2, 0), (3, 1), (0, 1), (0, 2)])
def test_whoever_has_disasters_gives_up_as_much_as_they_ask(unrests: int, earthquakes: int) -> None:
    game = new_game(setup(("A", "B", "C")))
    held = tile_bundle(tile for tile in KINDS for _ in range(3) if tile.family in TAKEN)
    first = replace(game.players[0], tiles=held)
    game = replace(
        game,
        players=(first, *game.players[1:]),
        stage=Disaster(unrests, earthquakes, None),
        active=Seat(0),
    )
    table = kernel.at(packed(game))
    assert foresight.by_habit(table, foresight.habits()) in table.choices()


def test_a_lot_takes_what_its_disasters_take() -> None:
    held = bundle(*[kernel.PHARAOH] * 3, kernel.FLOOD, *[kernel.NILE] * 2, 7, 7, 8, 12, 13)
    left = foresight.with_lot(held, lane(*LOT_OF_DISASTERS, kernel.GOLD))
    assert left == bundle(kernel.PHARAOH, kernel.NILE, kernel.GOLD, 8)


def test_seconds_go_before_single_tiles_and_three_of_a_monument_last() -> None:
    held = bundle(12, 12, 12, 13, 13, 14)
    assert foresight.without(held, kernel.MONUMENTS, 1) == held - bundle(13)
    assert foresight.without(held, kernel.MONUMENTS, 3) == bundle(12, 12, 12)
    assert foresight.without(held, kernel.MONUMENTS, 9) == 0


@pytest.mark.parametrize("epoch", [1, 2, 3])
def test_more_is_worth_more(epoch: int) -> None:
    held = bundle(kernel.FLOOD, kernel.NILE, 7, 8, 12)
    for tile in range(kernel.GOD_TILE, kernel.FUNERAL):
        more = held + bundle(tile)
        assert foresight.worth(more, epoch, 8, 2, 0) >= foresight.worth(held, epoch, 8, 2, 0)


@pytest.mark.parametrize("players", [2, 5])
def test_chances_add_up_and_the_winner_has_most_of_them(players: int) -> None:
    habit, dice = foresight.habits(), kernel.Dice(5)
    table = kernel.at(start(players))
    for _ in range(3):
        foresight.to_epoch_end(table, dice, habit)
        for share in (0.0, 0.5):
            found = foresight.chances(table, share)
            assert isclose(sum(found), 1.0)
    assert foresight.chances(table, 0.0)[table.ranking()[0]] == 1.0


def test_the_futures_of_every_choice_have_the_same_bags_and_go_on_where_they_stopped() -> None:
    table, habit = kernel.at(start(3)), foresight.habits()

    def tried(first: int, number: int) -> list[float]:
        dice = kernel.Dice(9)
        return foresight.futures(table, kernel.REACH, first, number, dice, habit, 0.0)

    assert tried(0, 4) == tried(0, 1) + tried(1, 3)
    assert table.words() == start(3)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_compiled_it_does_the_same(players: int) -> None:
    try:
        quick = compiled()
    except CannotCompile as why:
        pytest.skip(str(why))
    written, habit, same = kernel.at(start(players)), foresight.habits(), quick.habits()
    table, dice = quick.at(start(players)), quick.Dice(players)
    moves = 0
    while table.phase != kernel.OVER:
        action = quick.by_habit(table, same)
        assert action == foresight.by_habit(written, habit)
        if moves % 25 == 0:
            one = quick.futures(table, action, 0, 4, quick.Dice(3), same, 0.5)
            other = foresight.futures(written, action, 0, 4, kernel.Dice(3), habit, 0.5)
            assert one == pytest.approx(other)
            ends = quick.winners(table, action, 2, 2, quick.Dice(3), same)
            assert ends == foresight.winners(written, action, 2, 2, kernel.Dice(3), habit)
        if action == kernel.REACH:
            action = table.reach(dice)
        table.play(action)
        written.play(action)
        moves += 1


def test_a_disc_is_that_of_a_sun() -> None:
    assert [foresight.sun_of(1 << (sun - 1)) for sun in range(1, 17)] == [*range(1, 17)]


def test_whoever_has_no_sun_that_is_high_enough_has_no_bid() -> None:
    table = kernel.at(start(3))
    table.bar = 1 << 16
    assert foresight.to_bid(table, 0, foresight.habits(), 0) == (0, foresight.NOTHING)


@pytest.mark.parametrize(
    ("ra_tiles", "chosen"), [(0, kernel.DRAW), (5, kernel.DRAW), (6, kernel.INVOKE)]
)
def test_an_empty_track_is_called_for_its_sun_only_when_the_epoch_nears_its_end(
    ra_tiles: int, chosen: int
) -> None:
    eager = foresight.Habits(0, 0, 16, 3, 16, 1, 5)
    table = kernel.at(start(3))
    table.ra_count, table.centre = ra_tiles, 1 << 15
    assert foresight.by_habit(table, eager) == chosen


@pytest.mark.parametrize(
    ("phase", "chosen"), [(kernel.TURN, kernel.DRAW), (kernel.GODS, kernel.GOD)]
)
def test_who_seldom_begins_to_use_gods_goes_on_once_one_is_used(phase: int, chosen: int) -> None:
    sparing = foresight.Habits(1000, 12, 26, 3, 7, 1000, 1000)
    table = kernel.at(start(3))
    table.phase, table.lane = phase, lane(kernel.GOLD)
    table.hands[table.active].tiles = bundle(kernel.GOD_TILE)
    assert foresight.by_habit(table, sparing) & 15 == chosen


@pytest.mark.parametrize("disaster", LOT_OF_DISASTERS)
def test_no_god_is_for_a_disaster(disaster: int) -> None:
    table = kernel.at(start(3))
    table.lane = lane(disaster)
    assert foresight.to_take(table, 0) == (0, foresight.NOTHING)


def test_what_is_tried_is_done_at_a_table_of_its_own() -> None:
    table = kernel.at(start(3))
    drawn = foresight.tried(table, kernel.REACH, kernel.Dice(1))
    called = foresight.tried(table, kernel.INVOKE, kernel.Dice(1))
    assert drawn.in_bag == table.in_bag - 1
    assert called.phase == kernel.AUCTION
    assert table.words() == start(3)


@pytest.mark.parametrize(("copies", "points"), [(0, 0), (1, 0), (3, 5), (4, 10), (5, 15)])
def test_equal_monuments_count_their_points_when_an_epoch_begins(copies: int, points: int) -> None:
    table = kernel.at(start(3))
    table.hands[0].tiles = bundle(*[kernel.FORTRESS] * copies)
    assert foresight.standing(table, 0)[5] == points
