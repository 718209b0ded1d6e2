"""What web pages and other programs say about Ra and get wrong; here it is right."""

import pytest

from companion.rules.editions import setup, sun_groups, suns_in_play
from companion.rules.events import EpochBegan
from companion.rules.legal import choices, legal_actions
from companion.rules.model import new_game
from companion.rules.problems import Why
from companion.rules.records.notation import position
from companion.rules.tiles import DISASTERS, FAMILIES, Family, Tile
from tests.rules.table import (
    BEN,
    NAMES,
    action,
    after,
    played,
    points,
    refused,
    scored,
    table,
    told,
)


def test_three_players_get_four_suns_each_and_not_three() -> None:
    assert [len(player.suns) for player in new_game(setup(NAMES[:3])).players] == [4, 4, 4]


def test_monuments_are_eight_kinds_of_five_and_not_five_kinds_of_eight() -> None:
    assert [kind.copies for kind in FAMILIES[Family.MONUMENT]] == [5] * 8


def test_gods_are_not_kept_for_the_next_epoch() -> None:
    before = "ra 7 | *Ann: 3 god | Ben | Cleo"
    assert after(before, "draw ra").players[0].tiles == 0


def test_there_are_sixteen_suns_and_their_sums_differ_but_for_two_players() -> None:
    assert len(suns_in_play(5)) == 16
    sums = {players: [sum(group) for group in sun_groups(players)] for players in range(2, 6)}
    assert sums == {
        2: [22, 22],
        3: [28, 30, 32],
        4: [21, 22, 23, 24],
        5: [25, 26, 27, 28, 29],
    }


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nobody_begins_with_5_points(players: int) -> None:
    assert {player.score for player in new_game(setup(NAMES[:players])).players} == {10}


def test_there_are_two_earthquakes_and_not_five() -> None:
    assert Tile.EARTHQUAKE.copies == 2


def test_if_all_are_equal_neither_pharaohs_nor_suns_pay_anything() -> None:
    before = "epoch 3 | ra 5 | *Ann 9 6 5 2: 3 pharaoh | Ben 8 7 4 3: 3 pharaoh"
    assert points(before, "pharaohs") == [0, 0]
    assert points(before, "suns") == [0, 0]


def test_points_have_a_floor_at_zero() -> None:
    assert scored("epoch 2 | ra 5 | *Ann 1 points | Ben: pharaoh")[0].after == 0


def test_gods_can_be_used_on_a_full_track() -> None:
    assert action("god 7") in choices(position("track 8 nile | *Ann: god | Ben"))


def test_a_god_may_take_a_disaster_which_then_stays_with_nobody() -> None:
    game = after("track dis_drought | *Ann: god, nile | Ben", "god 0")
    assert game.players[0].tiles == 0
    game = after("track dis_drought | auction A3 by Ann | Ann | Ben", "won 9")
    assert not any(player.tiles & DISASTERS for player in game.players)


def test_the_next_epoch_begins_with_the_highest_sun_and_not_with_the_next_player() -> None:
    before = "ra 7 | Ann 12 9 6 3 | Ben 13 8 5 2 | *Cleo 11 10 7 4"
    assert told(before, "draw ra")[-1] == EpochBegan(2, BEN)


def test_a_lower_bid_is_refused() -> None:
    before = "auction A3 by Ann | Ann | *Ben | Cleo"
    assert refused(before, "bid 9", "bid 7").sentence is Why.TOO_LOW


def test_a_tie_is_broken() -> None:
    before = "epoch 3 | ra 5 | *Ann 9 6 5 2 30 points | Ben 8 7 4 3 30 points"
    [*_, ended] = told(before, "draw ra")
    assert getattr(ended, "ranking").seats == (0, 1)  # noqa: B009 - any other event has none


def test_several_gods_may_be_used_in_one_turn() -> None:
    assert played("track nile gold flood | *Ann: 3 god | Ben", "god 0", "god 1", "god 2") == table(
        "gods | removed 3 god | *Ann: nile, gold, flood | Ben"
    )


def test_with_gods_a_full_track_begins_no_auction_by_itself() -> None:
    game = after("track 7 nile | *Ann | Ben: god | Cleo", "draw nile")
    assert len(legal_actions(game)) == 9
