"""What a lower level knows of a full game in the middle of something."""

import pytest

from companion.rules.actions import DRAWS, Level
from companion.rules.editions import Seat
from companion.rules.levels import from_game, to_game
from companion.rules.partial import PartialPhase, play_partial
from companion.rules.problems import IllegalAction, Why
from companion.rules.records.notation import position
from companion.rules.tiles import Tile, count
from tests.rules.table import BEN, CLEO

PLAYERS = "Ann 13 8 5 2 | Ben 12 9 6 3 | *Cleo 11 10 7 4"

CHOOSING = "*Ann 8 (5 2 1): 2 civ_art, civ_writing | Ben 12 9 6 3 | Cleo 11 10 7 4"

LAST = "*Ann (8 5 2 1): 2 civ_art, civ_writing | Ben (12 9 6 3) | Cleo (11 10 7 4)"


@pytest.mark.parametrize(
    ("written", "wait", "active"),
    [
        (f"ra 1/8 | auction A1 by Ben | {PLAYERS}", PartialPhase.DRAWN, BEN),
        (f"auction A3 by Ben | {PLAYERS}", PartialPhase.CALLED, BEN),
        (f"track 8 nile | auction A2 by Ben | {PLAYERS}", PartialPhase.CALLED, BEN),
        (PLAYERS, PartialPhase.TURN, CLEO),
        (f"gods | {PLAYERS}", PartialPhase.TURN, CLEO),
        (f"centre 13 | disaster dis_unrest by Ben | {CHOOSING}", PartialPhase.TURN, None),
        (f"centre 13 | disaster dis_unrest by Ben | {LAST}", PartialPhase.TALLY, None),
        (f"epoch 3 | over | ra 8/8 | {PLAYERS}", PartialPhase.OVER, CLEO),
    ],
)
def test_what_a_table_waits_for_is_known_below_as_far_as_it_can_be_entered_there(
    written: str, wait: PartialPhase, active: Seat | None
) -> None:
    partial_game = from_game(position(written), Level.LIGHT)
    assert (partial_game.stage, partial_game.active) == (wait, active)


def test_only_who_has_a_god_may_have_used_one_that_nobody_told() -> None:
    hands = "Ann 13 8 5 2: gold | Ben 12 9 6 3: god | *Cleo 11 10 7 4"
    partial_game, _ = play_partial(from_game(position(hands), Level.LIGHT), DRAWS[Tile.RA])
    assert [hand.is_sure for hand in partial_game.hands] == [True, False, True]


def test_who_has_no_points_has_none_at_the_full_level() -> None:
    poor = position("epoch 2 | Ann 13 8 5 2 0 points | Ben 12 9 6 3 | *Cleo 11 10 7 4")
    assert to_game(from_game(poor, Level.LIGHT)) == poor


def test_tiles_of_which_some_are_to_be_given_up_are_not_sure() -> None:
    partial_game = from_game(
        position(f"centre 13 | disaster dis_unrest by Ben | {CHOOSING}"), Level.LIGHT
    )
    assert [hand.is_sure for hand in partial_game.hands] == [False, True, True]


@pytest.mark.parametrize(
    ("written", "why"),
    [
        (f"ra 1/8 | auction A1 by Ben | {PLAYERS}", Why.AUCTION_OPEN),
        (f"auction A3 by Ben | {PLAYERS}", Why.AUCTION_OPEN),
        (f"centre 13 | disaster dis_unrest by Ben | {LAST}", Why.TALLY_FIRST),
        (f"epoch 3 | over | ra 8/8 | {PLAYERS}", Why.GAME_OVER),
        (f"track nile | {PLAYERS}", Why.TRACK_UNKNOWN),
    ],
)
def test_the_full_level_begins_in_a_turn(written: str, why: Why) -> None:
    with pytest.raises(IllegalAction) as caught:
        to_game(from_game(position(written), Level.LIGHT))
    assert caught.value.problem.sentence is why


def test_a_ra_tile_that_is_drawn_below_leaves_the_bag() -> None:
    partial_game = from_game(position(PLAYERS), Level.LIGHT)
    after, _ = play_partial(partial_game, DRAWS[Tile.RA])
    assert count(partial_game.bag, Tile.RA) == 30
    assert count(after.bag, Tile.RA) == 29


def test_suns_that_lie_face_down_are_part_of_the_full_game() -> None:
    game = position("centre 7 | *Ann 13 8 2 (5) | Ben 12 9 3 (6) | Cleo (11 10 4 1) 3 points")
    assert to_game(from_game(game, Level.LIGHT)) == game
