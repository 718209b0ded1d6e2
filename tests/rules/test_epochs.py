"""The end of an epoch: what ends it, what is lost, what stays, who begins the next."""

import pytest

from companion.rules.actions import PASS
from companion.rules.editions import Edition, Options, RaDisplay, ra_display, setup
from companion.rules.events import (
    AuctionBegan,
    Cause,
    EpochBegan,
    EpochEnded,
    Event,
    GameEnded,
    TileDrawn,
)
from companion.rules.legal import choices
from companion.rules.model import EMPTY_LANE, Auction, Phase, new_game
from companion.rules.play import play
from companion.rules.records.notation import position
from companion.rules.tiles import Tile, count, counts
from tests.rules.table import ANN, BEN, CLEO, NAMES, action, after, played, points, table, told

BEN_AND_CLEO_ARE_OUT = "Ben (12 9 6 3) | Cleo (11 10 7 4)"


def end(events: tuple[Event, ...]) -> EpochEnded:
    """Return how the epoch ended."""
    [ended] = [event for event in events if isinstance(event, EpochEnded)]
    return ended


def test_e58_the_last_face_up_sun_of_all_ends_the_epoch() -> None:
    before = f"track nile | auction A3 by Ann | *Ann 13 (8 5 2) | {BEN_AND_CLEO_ARE_OUT}"
    ended = end(told(before, "bid 13"))
    assert (ended.epoch, ended.cause, ended.lost) == (1, Cause.SUNS, EMPTY_LANE)
    assert played(before, "bid 13") == table(
        "epoch 2 | centre 13 |"
        "Ann 8 5 2 1 5 points: nile | *Ben 12 9 6 3 5 points | Cleo 11 10 7 4 5 points"
    )


def test_e58_the_last_sun_of_one_player_does_not_end_the_epoch() -> None:
    before = "auction A3 by Ann | *Ann 13 (8 5 2) | Ben (12 9 6 3) | Cleo 4 (11 10 7)"
    assert after(before, "bid 13").epoch == 1


def test_e59_the_last_ra_tile_ends_the_epoch_at_once_and_the_track_is_lost() -> None:
    before = "ra 7 | track 5 nile gold dis_drought | *Ann | Ben | Cleo"
    events = told(before, "draw ra")
    assert not [event for event in events if isinstance(event, AuctionBegan)]
    assert events[0] == TileDrawn(ANN, Tile.RA)
    assert (end(events).cause, end(events).lost) == (Cause.RA_TRACK, position(before).lane)
    assert played(before, "draw ra") == table(
        "epoch 2 | removed 8 ra, 5 nile, gold, dis_drought |"
        "*Ann 5 points | Ben 5 points | Cleo 5 points"
    )


@pytest.mark.parametrize(("players", "limit"), [(2, 6), (3, 8), (4, 9), (5, 10)])
def test_the_ra_tile_before_the_last_one_still_begins_an_auction(players: int, limit: int) -> None:
    seats = " | ".join(NAMES[:players])
    assert isinstance(after(f"ra {limit - 2} | {seats}", "draw ra").stage, Auction)
    assert after(f"ra {limit - 1} | {seats}", "draw ra").epoch == 2


def test_e60_suns_that_were_not_spent_stay_with_their_owners() -> None:
    before = "ra 7 | centre 2 | *Ann 13 8 (5 1) | Ben 12 (9 6 3) | Cleo (11 10 7 4)"
    players = after(before, "draw ra").players
    assert [player.up for player in players] == [(1, 5, 8, 13), (3, 6, 9, 12), (4, 7, 10, 11)]
    assert [player.down for player in players] == [(), (), ()]


@pytest.mark.parametrize(
    ("before", "last"),
    [
        ("ra 7 | *Ann 13 8 5 (1) | Ben | Cleo", "draw ra"),
        (f"auction A3 by Ann | *Ann 2 (13 8 5) | {BEN_AND_CLEO_ARE_OUT}", "bid 2"),
    ],
)
def test_e61_the_sun_in_the_centre_stays_there_for_the_next_epoch(before: str, last: str) -> None:
    game = after(before, last)
    assert (game.epoch, game.centre) == (2, 2)


def test_e62_the_highest_sun_of_all_does_not_count_while_it_lies_in_the_centre() -> None:
    before = "ra 7 | centre 13 | *Ann 8 5 2 (1) | Ben | Cleo"
    assert told(before, "draw ra")[-1] == EpochBegan(2, BEN)


def test_e63_suns_won_in_the_epoch_decide_who_begins_the_next() -> None:
    before = "ra 7 | centre 12 | *Ann 13 8 5 2 | Ben 3 6 9 (1) | Cleo"
    assert after(before, "draw ra").name == "Ann"
    before = "ra 7 | centre 3 | *Ann 8 5 2 (1) | Ben 6 9 12 (13) | Cleo"
    assert after(before, "draw ra").name == "Ben"


EVERYTHING = (
    "2 god, 3 pharaoh, 4 nile, flood, gold, civ_art, civ_agriculture, civ_religion,"
    "civ_astronomy, civ_writing, mon_fortress, mon_obelisk, mon_palace, mon_pyramid,"
    "mon_sphinx, mon_statues, mon_step_pyramid, 2 mon_temple"
)


@pytest.mark.parametrize("epoch", [1, 2])
def test_e64_pharaohs_niles_and_monuments_stay_and_all_else_goes(epoch: int) -> None:
    before = f"epoch {epoch} | ra 7 | *Ann: {EVERYTHING} | Ben: gold | Cleo: civ_art, mon_temple"
    kept = (
        "3 pharaoh, 4 nile, mon_fortress, mon_obelisk, mon_palace, mon_pyramid, mon_sphinx,"
        "mon_statues, mon_step_pyramid, 2 mon_temple"
    )
    assert played(before, "draw ra") == table(
        f"epoch {epoch + 1} | removed 8 ra, 2 god, flood, 2 gold, 2 civ_art, civ_agriculture,"
        f"civ_religion, civ_astronomy, civ_writing | *Ann 42 points: {kept} | Ben 6 points |"
        "Cleo 8 points: mon_temple"
    )


def test_e65_niles_of_an_earlier_epoch_bring_nothing_without_a_new_flood_and_stay() -> None:
    before = "epoch 2 | ra 7 | *Ann: 6 nile | Ben | Cleo"
    assert points(before, "river") == [0, 0, 0]
    assert count(after(before, "draw ra").players[ANN].tiles, Tile.NILE) == 6


LONE_ANN = f"*Ann 13 5 (8 2) | {BEN_AND_CLEO_ARE_OUT}"


def test_e66_who_alone_has_suns_bids_alone_for_a_ra_tile_and_may_pass() -> None:
    assert played(f"ra 2 | track nile | {LONE_ANN}", "draw ra", "pass") == table(
        f"ra 3 | track nile | {LONE_ANN}"
    )


def test_e67_who_alone_has_suns_and_calls_ra_must_bid() -> None:
    game = after(f"track nile | {LONE_ANN}", "invoke")
    assert PASS not in choices(game)
    assert len(choices(game)) == 2


def test_e68_who_alone_calls_on_a_full_track_and_passes_clears_it_and_goes_on() -> None:
    assert played(f"track 8 nile | {LONE_ANN}", "invoke", "pass") == table(
        f"removed 8 nile | {LONE_ANN}"
    )


def test_e69_who_alone_has_two_suns_and_wins_keeps_the_turn() -> None:
    assert played(f"track nile | {LONE_ANN}", "invoke", "bid 5") == table(
        f"centre 5 | *Ann 13 (8 2 1): nile | {BEN_AND_CLEO_ARE_OUT}"
    )


def test_e70_who_alone_draws_the_last_ra_tile_loses_the_track_and_keeps_the_suns() -> None:
    before = f"ra 7 | track 2 nile | {LONE_ANN}"
    assert end(told(before, "draw ra")).cause is Cause.RA_TRACK
    game = after(before, "draw ra")
    assert (game.players[ANN].up, count(game.removed, Tile.NILE)) == ((2, 5, 8, 13), 2)


def test_e71_the_thirtieth_ra_tile_ends_a_game_of_five_and_may_empty_the_bag() -> None:
    before = "epoch 3 | ra 9 | bag ra | *Ann | Ben | Cleo | Dan | Eve"
    game = after(before, "draw ra")
    assert (game.stage, counts(game.bag)) == (Phase.OVER, {})
    assert isinstance(told(before, "draw ra")[-1], GameEnded)


def test_e72_the_ra_track_begins_empty_again_and_its_tiles_are_gone() -> None:
    before = f"ra 5 | auction A3 by Ann | *Ann 13 (8 5 2) | {BEN_AND_CLEO_ARE_OUT}"
    game = after(before, "bid 13")
    assert (game.epoch, game.ra_count) == (2, 0)
    assert count(game.removed, Tile.RA) == 5
    assert count(game.bag, Tile.RA) == 25


def test_e73_with_a_boat_and_with_ra_tiles_the_same_things_happen() -> None:
    boat, track = Edition.C25, Edition.RGG_2009
    assert (ra_display(boat), ra_display(track)) == (RaDisplay.BOAT, RaDisplay.TILES)
    accounts = [account(edition) for edition in (boat, track)]
    assert accounts[0] == accounts[1]
    assert EpochBegan(2, ANN) in accounts[0]


def account(edition: Edition) -> list[Event]:
    """Return what happens in an epoch of three players that the Ra track ends."""
    game = new_game(setup(NAMES[:3], Options(edition=edition)))
    account: list[Event] = []
    for words in ["draw nile", *["draw ra", "unsold"] * 7, "draw ra", "draw gold"]:
        game, events = play(game, action(words))
        account += events
    return account


@pytest.mark.parametrize("epoch", [1, 2])
def test_the_next_epoch_begins_with_the_owner_of_the_highest_sun(epoch: int) -> None:
    before = f"epoch {epoch} | ra 7 | Ann 12 9 6 3 | *Ben 11 10 7 4 | Cleo 13 8 5 2"
    assert told(before, "draw ra")[-1] == EpochBegan(epoch + 1, CLEO)


def test_the_third_epoch_is_the_last_and_nothing_is_cleared_away_after_it() -> None:
    before = "epoch 3 | ra 7 | track 2 nile | *Ann 13 8 5 (1): flood, civ_art | Ben | Cleo"
    game = after(before, "draw ra")
    assert game.stage is Phase.OVER
    assert (game.players[ANN].up, game.players[ANN].down) == ((5, 8, 13), (1,))
    assert counts(game.players[ANN].tiles) == {Tile.FLOOD: 1, Tile.ART: 1}
    assert choices(game) == ()
