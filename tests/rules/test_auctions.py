"""Auctions: who bids when, what passing means, what the winner takes, who goes on."""

import pytest

from companion.rules.actions import BIDS, PASS, UNSOLD, Won
from companion.rules.editions import Sun
from companion.rules.events import AuctionBegan, BidMade, LotWon, NobodyBid, Passed
from companion.rules.legal import choices, legal_actions, open_bids
from companion.rules.model import Auction, Reason
from companion.rules.play import play
from companion.rules.records.notation import position
from companion.rules.refusal import Why
from companion.rules.tiles import NO_TILES, Tile, bundle_of
from tests.rules.table import ANN, BEN, CLEO, after, played, refused, table, told

A1 = "ra 1 | track nile gold | auction A1 by Ann | Ann | *Ben | Cleo"


A2 = "track 5 nile god dis_drought gold | auction A2 by Ann | Ann | *Ben | Cleo"


A3 = "track nile gold | auction A3 by Ann | Ann | *Ben | Cleo"


def bidders(written: str) -> list[str]:
    """Return who is asked in an auction in which all pass, in order."""
    game = position(written)
    asked = []
    while isinstance(game.stage, Auction):
        asked.append(game.name)
        game, _ = play(game, PASS)
    return asked


def test_an_invocation_without_a_full_track_is_an_a3_auction_and_with_one_an_a2() -> None:
    assert told("track 7 nile | *Ann | Ben | Cleo", "invoke")[1] == AuctionBegan(
        ANN, Reason.INVOKED
    )
    assert told("track 8 nile | *Ann | Ben | Cleo", "invoke")[1] == AuctionBegan(ANN, Reason.FULL)


@pytest.mark.parametrize(
    ("ra_player", "order"),
    [
        ("Ann", ["Ben", "Cleo", "Dan", "Ann"]),
        ("Ben", ["Cleo", "Dan", "Ann", "Ben"]),
        ("Cleo", ["Dan", "Ann", "Ben", "Cleo"]),
        ("Dan", ["Ann", "Ben", "Cleo", "Dan"]),
    ],
)
def test_e24_bidding_begins_left_of_the_ra_player_who_bids_last(
    ra_player: str, order: list[str]
) -> None:
    assert bidders(f"ra 1 | auction A1 by {ra_player} | Ann | Ben | Cleo | Dan") == order


def test_e25_a_bid_must_be_higher_than_the_best_one() -> None:
    refusal = refused(A3, "bid 9", "bid 7")
    assert refusal.why is Why.TOO_LOW
    assert str(refusal) == "Cleo must bid higher than 9, and 7 is not"


def test_the_lowest_sun_of_all_may_be_bid_first() -> None:
    ones = "centre 13 | Ann 8 5 2 (3) | *Ben 1 12 (9 6) | Cleo 11 10 7 4"
    drawn = position(f"ra 1 | auction A1 by Ann | {ones}")
    bids = BIDS[Sun(1)], BIDS[Sun(12)]
    assert legal_actions(drawn)[:3] == (*bids, PASS)
    called = position(f"auction A3 by Ben | {ones}")
    assert choices(called) == bids


def test_e25_the_best_sun_itself_is_nobody_elses() -> None:
    assert refused(A3, "bid 9", "bid 9").why is Why.NOT_OWN_SUN


def test_the_first_bid_may_be_any_own_face_up_sun() -> None:
    before = position("auction A3 by Ann | Ann | *Ben 12 9 (6 3) | Cleo")
    assert choices(before) == (BIDS[Sun(9)], BIDS[Sun(12)], PASS)


def test_there_is_a_bid_for_every_sun_of_the_box() -> None:
    assert {sun: bid.sun for sun, bid in BIDS.items()} == {sun: sun for sun in range(1, 17)}


def test_of_several_suns_those_above_the_best_bid_are_open() -> None:
    suns = (Sun(3), Sun(6), Sun(12))
    assert [bid.sun for bid in open_bids(suns, None)] == [3, 6, 12]
    assert [bid.sun for bid in open_bids(suns, Sun(6))] == [12]
    assert open_bids(suns, Sun(13)) == ()
    assert open_bids((), None) == ()


def test_only_an_own_face_up_sun_can_be_bid() -> None:
    before = "auction A3 by Ann | Ann | *Ben 12 9 (6 3) | Cleo"
    for sun in (6, 13, 11, 1, 14, 0):
        assert refused(before, f"bid {sun}").why is Why.NOT_OWN_SUN


@pytest.mark.parametrize("act", ["bid 12", "pass"])
def test_e26_who_has_bid_or_passed_is_not_asked_again(act: str) -> None:
    game = after(A1, act)
    asked = [game.name]
    while isinstance(game.stage, Auction):
        game, _ = play(game, PASS)
        asked.append(game.name)
    assert asked[:2] == ["Cleo", "Ann"]
    assert not isinstance(game.stage, Auction)


def test_e27_who_has_no_higher_sun_can_only_pass() -> None:
    before = "auction A3 by Ann | Ann | *Ben | Cleo"
    assert choices(after(before, "bid 12")) == (PASS,)
    refusal = refused(before, "bid 12", "bid 11")
    assert refusal.why is Why.NO_HIGHER_SUN
    assert str(refusal) == "Cleo has no sun higher than 12"


def test_e28_who_has_no_face_up_sun_is_not_asked_to_bid() -> None:
    assert bidders("ra 1 | auction A1 by Ann | Ann | Ben (12 7 3) | Cleo | Dan (10 9 5)") == [
        "Cleo",
        "Ann",
    ]


def test_e29_if_all_pass_after_a_ra_tile_everything_stays() -> None:
    assert played(A1, "pass", "pass", "pass") == table("ra 1 | track nile gold | Ann | *Ben | Cleo")


def test_e29_the_turn_goes_on_left_of_the_ra_player_with_the_next_who_has_a_sun() -> None:
    before = "ra 1 | track nile | auction A1 by Ann | Ann | Ben (12 9 6 3) | *Cleo"
    assert after(before, "pass", "pass").name == "Cleo"


def test_e30_the_first_ra_tile_begins_an_auction_for_the_sun_alone() -> None:
    began = "Ann 13 8 5 2 | Ben | Cleo"
    assert isinstance(after(began, "draw ra").stage, Auction)
    assert played(began, "draw ra", "pass", "pass", "pass") == table("ra 1 | Ann | *Ben | Cleo")
    assert played(began, "draw ra", "bid 3", "pass", "pass") == table(
        "ra 1 | centre 3 | Ann | *Ben 12 9 6 (1) | Cleo"
    )


def test_e31_if_all_pass_on_a_full_track_its_tiles_leave_the_game() -> None:
    assert played(A2, "pass", "pass", "pass") == table(
        "removed 5 nile, god, dis_drought, gold | Ann | *Ben | Cleo"
    )


def test_e31_nobody_suffers_from_a_disaster_that_nobody_took() -> None:
    before = "track 7 nile dis_drought | auction A2 by Ann | Ann: 2 flood | *Ben: nile | Cleo"
    game = after(before, "pass", "pass", "pass")
    assert [player.tiles for player in game.players] == [
        2 * Tile.FLOOD.one,
        Tile.NILE.one,
        NO_TILES,
    ]


def test_e32_a_full_track_is_won_like_any_other() -> None:
    assert played(A2, "pass", "bid 4", "bid 8") == table(
        "centre 8 | removed dis_drought, 2 nile | Ann 13 5 2 (1): 3 nile, god, gold | *Ben | Cleo"
    )


def test_e32_the_caller_may_pass_on_a_full_track() -> None:
    assert PASS in choices(after(A2, "pass", "pass"))


def test_e33_who_called_by_choice_must_bid_if_nobody_has() -> None:
    refusal = refused(A3, "pass", "pass", "pass")
    assert refusal.why is Why.MUST_BID
    assert str(refusal) == "Ann invoked Ra and nobody has bid, so Ann must bid"


@pytest.mark.parametrize("sun", [13, 8, 5, 2])
def test_e33_a_forced_bid_may_be_any_face_up_sun(sun: int) -> None:
    game = after(A3, "pass", "pass", f"bid {sun}")
    assert game.centre == sun
    assert legal_actions(after(A3, "pass", "pass")) == tuple(BIDS[Sun(n)] for n in (2, 5, 8, 13))


@pytest.mark.parametrize("bids", [("bid 3", "pass"), ("pass", "bid 4"), ("bid 3", "bid 4")])
def test_e34_who_called_by_choice_may_pass_if_somebody_has_bid(bids: tuple[str, str]) -> None:
    assert PASS in choices(after(A3, *bids))
    assert not isinstance(after(A3, *bids, "pass").stage, Auction)


def test_e35_who_called_and_is_outbid_beyond_all_suns_passes() -> None:
    before = "auction A3 by Cleo | *Ann | Ben | Cleo"
    assert choices(after(before, "bid 13", "pass")) == (PASS,)
    assert played(before, "bid 13", "pass", "pass") == table(
        "centre 13 | *Ann 8 5 2 (1) | Ben | Cleo"
    )


def test_e36_an_empty_track_can_be_called_and_only_suns_change_places() -> None:
    before = "*Ann | Ben | Cleo"
    assert refused(before, "invoke", "pass", "pass", "pass").why is Why.MUST_BID
    assert played(before, "invoke", "pass", "pass", "bid 2") == table(
        "centre 2 | Ann 13 8 5 (1) | *Ben | Cleo"
    )


def test_e37_the_sun_that_won_lies_face_up_in_the_centre_and_the_old_one_face_down() -> None:
    game = after(A3, "pass", "pass", "bid 13")
    assert game.centre == 13
    assert (game.players[ANN].up, game.players[ANN].down) == ((2, 5, 8), (1,))


def test_e37_the_sun_that_was_won_cannot_be_bid_in_this_epoch() -> None:
    next_auction = ["pass", "pass", "bid 13", "invoke", "pass"]
    assert refused(A3, *next_auction, "bid 1").why is Why.NOT_OWN_SUN


def test_e38_losing_bidders_keep_their_suns_face_up_for_the_next_auction() -> None:
    game = after(A3, "bid 3", "bid 4", "bid 13")
    assert game.players[BEN].up == (3, 6, 9, 12)
    assert game.players[CLEO].up == (4, 7, 10, 11)
    assert BIDS[Sun(4)] in choices(after(A3, "bid 3", "bid 4", "bid 13", "invoke"))


def test_e39_the_turn_goes_on_left_of_the_ra_player_and_not_of_the_winner() -> None:
    assert after(A3, "bid 12", "pass", "pass").name == "Ben"
    assert after(A3, "pass", "bid 11", "pass").name == "Ben"


def test_e40_after_an_auction_players_without_face_up_suns_are_passed_over() -> None:
    before = "auction A3 by Ann | Ann | *Ben 12 (9 6 3) | Cleo"
    assert after(before, "bid 12", "pass", "pass").name == "Cleo"


def test_e41_the_winner_takes_the_whole_lot_disasters_too() -> None:
    before = "track nile dis_drought gold dis_funeral | auction A3 by Ann | Ann | *Ben | Cleo"
    assert told(before, "won 12")[0] == LotWon(
        BEN,
        Sun(12),
        Sun(1),
        bundle_of({Tile.NILE: 1, Tile.GOLD: 1, Tile.DROUGHT: 1, Tile.FUNERAL: 1}),
    )
    assert played(before, "won 12") == table(
        "centre 12 | removed nile, dis_drought, dis_funeral |Ann | *Ben 9 6 3 (1): gold | Cleo"
    )


def test_e42_who_wins_with_the_last_sun_is_out_for_the_epoch() -> None:
    before = "*Ann 13 (8 5 2) | Ben | Cleo"
    assert played(before, "invoke", "pass", "pass", "bid 13", "draw nile", "draw gold") == table(
        "centre 13 | track nile gold | Ann (8 5 2 1) | *Ben | Cleo"
    )


def test_a_lone_bidder_is_asked_once() -> None:
    alone = "ra 1 | auction A1 by Ann | Ann | Ben (12 9 6 3) | Cleo (11 10 7 4)"
    assert bidders(alone) == ["Ann"]


@pytest.mark.parametrize(
    ("before", "bids", "result"),
    [
        (A1, ["pass", "bid 11", "pass"], "won 11"),
        (A1, ["bid 3", "bid 11", "bid 13"], "won 13"),
        (A1, ["bid 3", "pass", "pass"], "won 3"),
        (A1, ["pass", "pass", "pass"], "unsold"),
        (A2, ["pass", "pass", "bid 2"], "won 2"),
        (A2, ["pass", "pass", "pass"], "unsold"),
        (A3, ["bid 3", "bid 4", "pass"], "won 4"),
        (A3, ["pass", "pass", "bid 2"], "won 2"),
    ],
)
def test_an_auction_entered_by_its_result_ends_like_one_entered_bid_by_bid(
    before: str, bids: list[str], result: str
) -> None:
    assert played(before, result) == played(before, *bids)


def test_a_result_may_name_every_face_up_sun_and_that_nobody_bid_unless_somebody_must() -> None:
    suns = [Won(Sun(sun)) for sun in range(2, 14)]
    for before, more in ((A1, [UNSOLD]), (A2, [UNSOLD]), (A3, [])):
        results = [
            act for act in legal_actions(position(before)) if isinstance(act, Won) or act == UNSOLD
        ]
        assert results == suns + more


@pytest.mark.parametrize("first", ["bid 3", "pass"])
@pytest.mark.parametrize("result", ["won 13", "unsold"])
def test_a_result_is_refused_once_somebody_has_bid_or_passed(first: str, result: str) -> None:
    refusal = refused(A1, first, result)
    assert refusal.why is Why.BIDS_ENTERED
    assert str(refusal) == "bids are already being entered one by one: continue with Cleo"


def test_nobody_wins_with_a_sun_that_lies_face_down_or_in_the_centre() -> None:
    before = "auction A3 by Ann | Ann | *Ben 12 9 (6 3) | Cleo"
    for sun in (6, 3, 1, 14, 0):
        assert refused(before, f"won {sun}").why is Why.NOBODY_HAS_SUN


def test_a_called_auction_cannot_stay_unsold() -> None:
    refusal = refused(A3, "unsold")
    assert refusal.why is Why.MUST_BID
    assert refusal.facts == {"name": "Ann"}


def test_the_account_of_an_auction_names_every_bid_and_the_winner() -> None:
    assert told(A3, "bid 9") == (BidMade(BEN, Sun(9)),)
    assert told(A3, "bid 9", "pass") == (Passed(CLEO),)
    lot = bundle_of({Tile.NILE: 1, Tile.GOLD: 1})
    assert told(A3, "bid 9", "pass", "pass") == (Passed(ANN), LotWon(BEN, Sun(9), Sun(1), lot))
    assert told(A3, "bid 9", "pass", "bid 13") == (
        BidMade(ANN, Sun(13)),
        LotWon(ANN, Sun(13), Sun(1), lot),
    )


def test_the_account_of_an_unsold_auction_names_what_left_the_game() -> None:
    assert told(A1, "unsold") == (NobodyBid(()),)
    assert told(A2, "unsold") == (NobodyBid(position(A2).lane),)
    assert told(A2, "pass", "pass", "pass")[-1] == NobodyBid(position(A2).lane)


@pytest.mark.parametrize("act", ["bid 13", "pass", "won 13", "unsold"])
def test_without_an_auction_nobody_bids_or_passes(act: str) -> None:
    assert refused("*Ann | Ben | Cleo", act).why is Why.NO_AUCTION
