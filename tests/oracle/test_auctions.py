"""The oracle against the edge cases: auctions, and who goes on after them (E24 to E40)."""

from tests.oracle.laying import (
    INVOKE,
    PASS,
    RA,
    assert_refused,
    give,
    lay,
    owned,
    play,
    table,
    turn_down,
)


def test_e24_e25_e27_bids_go_clockwise_and_must_rise() -> None:
    oracle = table(4, suns=[[11, 8, 4], [10, 9, 5], [13, 6, 2], [12, 7, 3]])
    oracle.play(INVOKE)
    assert (oracle.active, oracle.ra_player) == (3, 2)
    oracle.play({"bid": 12})
    assert oracle.active == 0
    assert oracle.legal() == [PASS]
    assert_refused(oracle, {"bid": 11})
    play(oracle, PASS, PASS)
    assert oracle.active == 2
    assert oracle.legal() == [{"bid": 13}, PASS]


def test_e28_players_without_suns_get_no_line_in_an_auction() -> None:
    oracle = table(4)
    turn_down(oracle, 1, 12, 7, 3)
    turn_down(oracle, 3, 10, 9, 5)
    oracle.play(RA)
    assert oracle.to_bid == [2, 0]
    assert {"won": 12} not in oracle.legal()


def test_e29_e30_an_unsold_ra_auction_moves_nothing_even_on_an_empty_track() -> None:
    oracle = table(3)
    before = oracle.state()["players"]
    play(oracle, RA, PASS, PASS, PASS)
    assert (oracle.phase, oracle.active, oracle.centre) == ("turn", 1, 1)
    assert oracle.state()["players"] == before


def test_e31_a_full_track_that_nobody_wants_leaves_the_game_and_hurts_nobody() -> None:
    oracle = table(3)
    give(oracle, 0, pharaoh=2)
    lay(oracle, "dis_funeral", "god", *["nile"] * 6)
    play(oracle, INVOKE, PASS, PASS, PASS)
    assert oracle.state()["removed"] == {"dis_funeral": 1, "god": 1, "nile": 6}
    assert owned(oracle, 0) == {"pharaoh": 2}
    assert (oracle.lane, oracle.centre, oracle.active) == ([None] * 8, 1, 1)


def test_e33_e36_who_invokes_and_is_left_alone_must_bid_any_sun() -> None:
    oracle = table(3)
    oracle.play(INVOKE)
    assert {"unsold": True} not in oracle.legal()
    play(oracle, PASS, PASS)
    assert oracle.legal() == [{"bid": 2}, {"bid": 5}, {"bid": 8}, {"bid": 13}]
    assert_refused(oracle, PASS)
    oracle.play({"bid": 2})
    assert (oracle.centre, oracle.active) == (2, 1)
    assert oracle.players[0]["down"] == [1]


def test_e35_who_invokes_with_low_suns_passes_when_somebody_bid() -> None:
    oracle = table(3)
    turn_down(oracle, 0, 13)
    play(oracle, INVOKE, {"bid": 12}, PASS)
    assert oracle.legal() == [PASS]


def test_e37_e38_e39_the_sun_won_sleeps_and_the_turn_goes_on_from_the_ra_player() -> None:
    oracle = table(3)
    lay(oracle, "gold")
    play(oracle, INVOKE, {"bid": 9}, {"bid": 11}, PASS)
    assert oracle.centre == 11
    assert oracle.players[1]["up"] == [3, 6, 9, 12]
    assert (oracle.players[2]["up"], oracle.players[2]["down"]) == ([4, 7, 10], [1])
    assert oracle.active == 1


def test_e40_the_next_player_without_suns_is_skipped() -> None:
    oracle = table(3)
    turn_down(oracle, 1, 12, 9, 6, 3)
    play(oracle, RA, {"won": 11})
    assert oracle.active == 2
