"""The oracle against the edge cases: how an epoch and the game end (E55 to E72)."""

from tests.oracle.laying import (
    INVOKE,
    PASS,
    RA,
    assert_refused,
    give,
    lay,
    lone,
    owned,
    play,
    table,
    turn_down,
)


def test_e55_e57_the_last_sun_of_the_epoch_waits_for_its_disaster() -> None:
    oracle = table(2)
    turn_down(oracle, 0, 2, 5, 6)
    turn_down(oracle, 1, 3, 4, 7, 8)
    lay(oracle, "civ_art", "civ_writing", "civ_religion", "dis_unrest")
    play(oracle, INVOKE, {"bid": 9})
    assert (oracle.phase, oracle.active, oracle.epoch) == ("discard", 0, 1)
    assert oracle.state()["players"][0]["up"] == []
    oracle.play({"discard": ["civ_art", "civ_writing"]})
    state = oracle.state()
    assert (state["epoch"], state["phase"], state["centre"]) == (2, "turn", 9)
    assert [row["civilisations"] for row in state["scored"]] == [0, -5]
    assert state["active"] == 1


def test_e59_e60_e61_the_last_ra_tile_loses_the_track_and_keeps_the_suns() -> None:
    oracle = table(3, ra_limit=2)
    lay(oracle, *["dis_drought", "nile", "gold", "god", "nile"])
    play(oracle, RA, {"won": 9}, {"draw": "gold"}, RA)
    state = oracle.state()
    assert (state["phase"], state["epoch"], state["ra_count"]) == ("turn", 2, 0)
    assert state["lane"] == [None] * 8
    assert state["removed"]["ra"] == 2
    assert (state["centre"], state["players"][1]["up"]) == (9, [1, 3, 6, 12])
    assert all(not player["down"] for player in state["players"])


def test_e62_e63_the_highest_sun_among_the_players_begins_not_the_centre() -> None:
    oracle = table(3, ra_limit=2)
    play(oracle, RA, {"won": 13}, RA)
    assert (oracle.epoch, oracle.centre, oracle.active) == (2, 13, 1)


def test_e64_e65_niles_stay_and_score_nothing_without_a_new_flood() -> None:
    oracle = table(3, ra_limit=1)
    give(oracle, 0, nile=3, flood=1, gold=1, god=1, civ_art=1, pharaoh=1, mon_palace=1)
    oracle.play(RA)
    assert oracle.state()["scored"][0]["river"] == 4
    assert owned(oracle, 0) == {"nile": 3, "pharaoh": 1, "mon_palace": 1}
    oracle.play(RA)
    assert oracle.state()["scored"][0]["river"] == 0
    assert owned(oracle, 0)["nile"] == 3


def test_e66_e67_a_lone_player_may_pass_on_a_ra_tile_but_must_bid_when_invoking() -> None:
    oracle = lone()
    oracle.play(RA)
    assert PASS in oracle.legal()
    play(oracle, PASS, INVOKE)
    assert oracle.legal() == [{"bid": 6}, {"bid": 9}, {"won": 6}, {"won": 9}]


def test_e68_a_lone_player_may_throw_a_full_track_away_and_go_on() -> None:
    oracle = lone()
    lay(oracle, *["nile"] * 8)
    play(oracle, INVOKE, {"unsold": True})
    assert (oracle.epoch, oracle.phase, oracle.active) == (1, "turn", 0)
    assert oracle.state()["removed"] == {"nile": 8}


def test_e69_a_lone_player_with_a_sun_left_goes_on_and_with_none_the_epoch_ends() -> None:
    oracle = lone()
    play(oracle, INVOKE, {"won": 6})
    assert (oracle.epoch, oracle.phase, oracle.active) == (1, "turn", 0)
    play(oracle, INVOKE, {"won": 9})
    assert oracle.epoch == 2
    assert "scored" in oracle.state()


def test_e71_the_thirtieth_ra_tile_ends_the_game_and_may_empty_the_bag() -> None:
    oracle = table(5)
    oracle.epoch, oracle.ra_count = 3, 9
    oracle.removed = {**oracle.bag, "ra": 20}
    oracle.bag = {**dict.fromkeys(oracle.bag, 0), "ra": 1}
    assert oracle.legal() == [RA, INVOKE]
    oracle.play(RA)
    state = oracle.state()
    assert (state["phase"], state["active"], state["bag"]) == ("over", None, {})
    assert (state["ra_count"], state["removed"]["ra"]) == (10, 20)
    assert oracle.legal() == []
    assert_refused(oracle, RA)


def test_e72_the_ra_tiles_of_an_epoch_leave_the_game_when_suns_end_it() -> None:
    oracle = lone()
    oracle.ra_count = 5
    oracle.bag["ra"] -= 5
    play(oracle, INVOKE, {"won": 9}, INVOKE, {"won": 6})
    assert (oracle.epoch, oracle.ra_count, oracle.removed["ra"]) == (2, 0, 5)
