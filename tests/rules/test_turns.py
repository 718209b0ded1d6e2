"""A turn: draw a tile or call Ra; who comes next; what may not be done."""

import pytest
from hypothesis import given

from companion.rules.actions import DRAWS, INVOKE, REACH_INTO_BAG, Draw, Invoke, UseGod
from companion.rules.editions import Seat
from companion.rules.events import AuctionBegan, RaInvoked, TileDrawn
from companion.rules.legal import has_god, legal_actions
from companion.rules.model import Reason
from companion.rules.play import play
from companion.rules.records.notation import position
from companion.rules.refusal import IllegalAction, Why
from companion.rules.tiles import KINDS, Tile
from tests.rules.games import History, histories
from tests.rules.table import ANN, NAMES, after, played, refused, table, told

FULL = "track 8 nile | *Ann | Ben | Cleo"


def test_e08_a_drawn_tile_fills_the_leftmost_gap_and_the_turn_passes() -> None:
    assert played("track god . gold nile . flood | *Ann | Ben | Cleo", "draw pharaoh") == table(
        "track god pharaoh gold nile . flood | Ann | *Ben | Cleo"
    )


def test_a_tile_drawn_first_lies_in_the_first_slot() -> None:
    assert played("Ann | *Ben | Cleo", "draw dis_drought") == table(
        "track dis_drought | Ann | Ben | *Cleo"
    )


def test_e09_the_eighth_tile_ends_the_turn_without_an_auction() -> None:
    assert played("track 7 nile | *Ann | Ben | Cleo", "draw gold") == table(
        "track 7 nile gold | Ann | *Ben | Cleo"
    )


def test_e09_on_a_full_track_the_next_player_can_only_call_ra_or_use_a_god() -> None:
    assert legal_actions(after("track 7 nile | *Ann | Ben | Cleo", "draw gold")) == (INVOKE,)
    assert legal_actions(after("track 7 nile | *Ann | Ben: god | Cleo", "draw gold")) == (
        INVOKE,
        *(UseGod(slot) for slot in range(8)),
    )


@pytest.mark.parametrize("kind", KINDS)
def test_e10_nothing_can_be_drawn_onto_a_full_track(kind: Tile) -> None:
    refusal = refused(FULL, f"draw {kind}")
    assert refusal.why is Why.TRACK_FULL
    assert str(refusal) == "the auction track is full: Ann must invoke Ra"


def test_only_who_has_a_god_is_told_to_use_one() -> None:
    refusal = refused("track 8 nile | *Ann: god | Ben", "draw gold")
    assert refusal.why is Why.TRACK_FULL_GOD
    assert str(refusal) == "the auction track is full: Ann must invoke Ra or use a God tile"
    # what others have helps nobody
    assert refused("track 8 nile | *Ann | Ben: god", "draw gold").why is Why.TRACK_FULL


@given(histories())
def test_in_no_game_is_anybody_without_a_god_told_to_use_one(history: History) -> None:
    for game in history.games:
        for kind in (Tile.RA, Tile.NILE):
            try:
                play(game, DRAWS[kind])
            except IllegalAction as why:
                told = "use a God tile" in str(why)
                assert not told or has_god(game.players[game.active])


def test_e11_a_god_empties_a_slot_of_a_full_track_and_the_next_player_draws_again() -> None:
    before = "track 8 nile | *Ann: god | Ben | Cleo"
    assert played(before, "god 3", "done") == table(
        "track 3 nile . 4 nile | removed god | Ann: nile | *Ben | Cleo"
    )
    assert played(before, "god 3", "done", "draw gold") == table(
        "track 3 nile gold 4 nile | removed god | Ann: nile | Ben | *Cleo"
    )


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_e22_whoever_calls_ra_is_the_player_in_turn(seat: int) -> None:
    stars = " | ".join("*" * (seat == other) + NAMES[other] for other in range(3))
    invoked, began = told(stars, "invoke")
    assert invoked == RaInvoked(Seat(seat))
    assert began == AuctionBegan(Seat(seat), Reason.INVOKED)


@pytest.mark.parametrize(
    ("before", "why"),
    [
        ("auction A3 by Ann | Ann | Ben | Cleo", Why.AUCTION_RUNNING),
        ("gods | *Ann: god | Ben | Cleo", Why.GODS_OPEN),
        ("disaster dis_unrest | *Ann: 2 civ_art, civ_writing | Ben | Cleo", Why.MUST_DISCARD),
        (
            "over | epoch 3 | Ann (13 8 5 2) | Ben (12 9 6 3) | Cleo (11 10 7 4)",
            Why.GAME_OVER,
        ),
    ],
)
def test_e22_nobody_can_call_ra_when_it_is_no_turn(before: str, why: Why) -> None:
    assert refused(before, "invoke").why is why


def test_e23_a_turn_cannot_be_passed() -> None:
    assert refused("*Ann | Ben | Cleo", "pass").why is Why.NO_AUCTION
    assert refused("*Ann | Ben | Cleo", "done").why is Why.NO_GOD_USED
    actions = legal_actions(position("track nile | *Ann: god | Ben | Cleo"))
    assert {type(action) for action in actions} == {Draw, Invoke, UseGod}


def test_a_player_draws_one_tile_or_calls_ra() -> None:
    actions = legal_actions(position("track nile | *Ann | Ben | Cleo"))
    assert actions == (*(Draw(kind) for kind in KINDS), INVOKE)


def test_the_turn_goes_round_clockwise() -> None:
    seats = [after("*Ann | Ben | Cleo | Dan", *["draw nile"] * drawn).active for drawn in range(6)]
    assert seats == [0, 1, 2, 3, 0, 1]


def test_who_has_no_face_up_sun_is_passed_over() -> None:
    assert played("*Ann | Ben (12 9 6 3) | Cleo", "draw nile") == table(
        "track nile | Ann | Ben (12 9 6 3) | *Cleo"
    )


def test_who_alone_has_face_up_suns_takes_every_turn() -> None:
    alone = "Ann (13 8 5 2) | *Ben 3 (12 9 6) | Cleo (11 10 7 4)"
    assert played(alone, "draw nile", "draw gold") == table(f"track nile gold | {alone}")


def test_a_ra_tile_never_lies_on_the_auction_track() -> None:
    assert played("track nile | *Ann | Ben | Cleo", "draw ra") == table(
        "ra 1 | track nile | auction A1 by Ann | Ann | *Ben | Cleo"
    )


def test_a_ra_tile_that_does_not_fill_the_ra_track_begins_an_auction() -> None:
    assert told("ra 6/8 | *Ann | Ben | Cleo", "draw ra") == (
        TileDrawn(ANN, Tile.RA),
        AuctionBegan(ANN, Reason.RA_DRAWN),
    )


def test_drawing_takes_the_tile_from_the_bag() -> None:
    before = position("bag 3 ra, 2 nile | Ann | Ben | Cleo")
    game = after("bag 3 ra, 2 nile | Ann | Ben | Cleo", "draw nile")
    assert before.bag - game.bag == Tile.NILE.one


def test_reaching_into_the_bag_is_no_action_before_a_tile_has_come_out() -> None:
    with pytest.raises(TypeError, match="ReachIntoBag cannot be played"):
        play(position("*Ann | Ben"), REACH_INTO_BAG)  # type: ignore[arg-type]  # what mypy forbids
