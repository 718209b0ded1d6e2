"""The oracle against the edge cases of the rules, by their numbers, and against its own counts."""

from itertools import takewhile
from typing import Any

import pytest

from tests.oracle import box, scoring
from tests.oracle.header import Header
from tests.oracle.oracle import Event, Oracle, Refused
from tests.oracle.perft import bag_order, census, game, lines, numbers, perft, positions

NAMES = ["Anna", "Ben", "Cleo", "Dan", "Eva"]
"""Enough players for every table."""


def seats(count: int, **more: object) -> Header:
    """Return the header of a game with this many players."""
    return {"players": NAMES[:count], **more}


def table(count: int, **more: object) -> Oracle:
    """Return a game that has just begun."""
    return Oracle(seats(count, **more))


def play(oracle: Oracle, *events: Event) -> None:
    """Play some lines in a row."""
    for event in events:
        oracle.play(event)


def give(oracle: Oracle, seat: int, **tiles: int) -> None:
    """Move tiles from the bag to a player."""
    for kind, number in tiles.items():
        oracle.bag[kind] -= number
        oracle.players[seat]["tiles"][kind] = number


def lay(oracle: Oracle, *tiles: str | None) -> None:
    """Move tiles from the bag to the auction track; None leaves a gap."""
    for slot, tile in enumerate(tiles):
        oracle.lane[slot] = tile
        if tile is not None:
            oracle.bag[tile] -= 1


def turn_down(oracle: Oracle, seat: int, *suns: int) -> None:
    """Turn suns over, as if they had been won in this epoch."""
    player = oracle.players[seat]
    player["up"] = [sun for sun in player["up"] if sun not in suns]
    player["down"] = sorted([*player["down"], *suns])
    oracle.sales += len(suns)


def owned(oracle: Oracle, seat: int) -> dict[str, int]:
    """Return the tiles of a player, as the state prints them."""
    tiles: dict[str, int] = oracle.state()["players"][seat]["tiles"]
    return tiles


def keys(oracle: Oracle) -> set[str]:
    """Return what kinds of line are legal."""
    return {key for line in oracle.legal() for key in line}


def assert_refused(oracle: Oracle, event: Event) -> None:
    """See that a line is refused and changes nothing."""
    before = oracle.state()
    with pytest.raises(Refused, match=r"\.$"):
        oracle.play(event)
    assert oracle.state() == before


PASS: Event = {"pass": True}
INVOKE: Event = {"invoke": True}
DONE: Event = {"done": True}
RA: Event = {"draw": "ra"}


@pytest.mark.parametrize(
    "header",
    [
        seats(1),
        {"players": [*NAMES, "Fay"]},
        seats(2, edition="alea1999"),
        seats(2, edition="alea1999", options={"two_player_no_penalty": "off"}),
        seats(3, edition="alea2000"),
        seats(3, ra_limit=0),
        seats(3, ra_limit=11),
        seats(3, ra_limit=True),
        seats(3, options={"two_player_split": "pharaoh"}),
        seats(3, options={"boat": True}),
        seats(3, colour="red"),
        seats(3, ra_record=2),
        seats(2, suns=[[9, 6, 5, 2]]),
        seats(2, suns=[[9, 6, 5, 2], [8, 7, 4, 4]]),
        seats(2, suns=[[9, 6, 5, 2], [8, 7, 4, 1]]),
        seats(2, suns=[[10, 6, 5, 2], [8, 7, 4, 3]]),
        seats(2, suns=[[9, 6, 5], [8, 7, 4, 3]]),
    ],
)
def test_e4_a_game_that_cannot_be_laid_out_is_refused_with_a_sentence(header: Header) -> None:
    with pytest.raises(Refused, match=r"\.$"):
        Oracle(header)


@pytest.mark.parametrize("more", [{"ra_limit": 7}, {"options": {"two_player_split": "razzia"}}])
def test_e4_two_players_may_play_alea1999_by_a_variant_they_name(more: dict[str, Any]) -> None:
    assert table(2, edition="alea1999", **more).phase == "turn"


@pytest.mark.parametrize(
    ("split", "suns"),
    [
        ("razzia", [[2, 5, 6, 9], [3, 4, 7, 8]]),
        ("baumer", [[2, 4, 6, 9], [3, 5, 7, 8]]),
        ("bgg", [[3, 4, 6, 9], [2, 5, 7, 8]]),
    ],
)
def test_e6_every_split_for_two_lets_the_9_begin(split: str, suns: list[list[int]]) -> None:
    state = table(2, options={"two_player_split": split}).state()
    assert [player["up"] for player in state["players"]] == suns
    assert state["active"] == 0


def test_e3_the_16_begins_wherever_it_sits() -> None:
    groups = box.GROUPS[5]
    assert table(5, suns=[*groups[1:], groups[0]]).active == 4


def test_e8_a_tile_fills_the_leftmost_gap_and_the_turn_passes() -> None:
    oracle = table(3)
    lay(oracle, "nile", "gold", None, "nile", "nile", None, "nile")
    oracle.play({"draw": "flood"})
    assert oracle.lane == ["nile", "gold", "flood", "nile", "nile", None, "nile", None]
    assert (oracle.phase, oracle.active) == ("turn", 1)


def test_e9_e10_after_the_eighth_tile_nobody_may_draw_and_nothing_starts_by_itself() -> None:
    oracle = table(3)
    lay(oracle, *["nile"] * 7)
    oracle.play({"draw": "nile"})
    assert (oracle.phase, oracle.active) == ("turn", 1)
    assert oracle.legal() == [INVOKE]
    assert_refused(oracle, RA)


def test_e11_a_god_opens_a_full_track_for_the_next_player() -> None:
    oracle = table(3)
    lay(oracle, *["nile"] * 7, "god")
    give(oracle, 0, god=1)
    play(oracle, {"god": 0}, DONE)
    assert (oracle.active, oracle.lane[0]) == (1, None)
    assert {"draw", "invoke"} == keys(oracle)


def test_e12_e13_a_god_takes_no_god_and_is_not_offered_when_there_is_nothing_else() -> None:
    oracle = table(3)
    give(oracle, 0, god=2)
    lay(oracle, "god", None, "god")
    assert "god" not in keys(oracle)
    assert_refused(oracle, {"god": 0})
    assert_refused(oracle, {"god": 1})


def test_e14_e21_gods_end_with_the_tiles_and_done_is_still_asked_for() -> None:
    oracle = table(3)
    give(oracle, 0, god=3)
    lay(oracle, "gold", "god", "nile")
    play(oracle, {"god": 0}, {"god": 2})
    assert oracle.phase == "gods"
    assert oracle.legal() == [DONE]
    assert owned(oracle, 0) == {"god": 1, "gold": 1, "nile": 1}
    assert oracle.state()["removed"] == {"god": 2}


@pytest.mark.parametrize(
    ("order", "left"), [((0, 1), {"flood": 1}), ((1, 0), {"nile": 1})], ids=["drought", "flood"]
)
def test_e15_it_matters_whether_the_drought_or_the_flood_is_taken_first(
    order: tuple[int, int], left: dict[str, int]
) -> None:
    oracle = table(3)
    give(oracle, 0, god=2, nile=2)
    lay(oracle, "dis_drought", "flood")
    play(oracle, {"god": order[0]}, {"god": order[1]}, DONE)
    assert owned(oracle, 0) == left


def test_e16_an_earthquake_taken_with_a_god_is_decided_before_anything_else() -> None:
    oracle = table(3)
    give(oracle, 0, god=2, mon_sphinx=1, mon_temple=2)
    lay(oracle, "dis_earthquake", "gold")
    oracle.play({"god": 0})
    assert (oracle.phase, oracle.active) == ("discard", 0)
    assert oracle.legal() == [
        {"discard": ["mon_sphinx", "mon_temple"]},
        {"discard": ["mon_temple", "mon_temple"]},
    ]
    oracle.play({"discard": ["mon_temple", "mon_sphinx"]})
    assert oracle.legal() == [{"god": 1}, DONE]
    assert owned(oracle, 0) == {"god": 1, "mon_temple": 1}


def test_e18_gods_of_a_player_without_suns_only_score() -> None:
    oracle = table(3, ra_limit=1)
    give(oracle, 1, god=2)
    turn_down(oracle, 1, 12, 9, 6, 3)
    lay(oracle, "gold")
    oracle.play({"draw": "nile"})
    assert oracle.active == 2
    oracle.play(RA)
    assert oracle.state()["scored"][1]["gods"] == 4
    assert owned(oracle, 1) == {}


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


def test_e44_pharaohs_of_the_lot_are_buried_with_it() -> None:
    oracle = table(3)
    lay(oracle, "pharaoh", "dis_funeral", "pharaoh")
    play(oracle, INVOKE, {"won": 13})
    assert owned(oracle, 0) == {}
    assert oracle.state()["removed"] == {"pharaoh": 2, "dis_funeral": 1}


@pytest.mark.parametrize(
    ("tiles", "droughts", "left"),
    [
        ({"flood": 1, "nile": 3}, 1, {"nile": 2}),
        ({"flood": 3, "nile": 2}, 1, {"flood": 1, "nile": 2}),
        ({"flood": 3, "nile": 2}, 2, {"nile": 1}),
        ({"nile": 1}, 1, {}),
    ],
    ids=["E-45", "E-46", "E-47", "E-48"],
)
def test_e45_to_e48_a_drought_takes_floods_first(
    tiles: dict[str, int], droughts: int, left: dict[str, int]
) -> None:
    oracle = table(3)
    give(oracle, 2, **tiles)
    lay(oracle, *["dis_drought"] * droughts)
    play(oracle, INVOKE, {"won": 11})
    assert owned(oracle, 2) == left


def test_e50_two_unrests_take_three_tiles_without_asking() -> None:
    oracle = table(3)
    give(oracle, 1, civ_art=2, civ_writing=1)
    lay(oracle, "dis_unrest", "dis_unrest")
    play(oracle, INVOKE, {"won": 12})
    assert (oracle.phase, owned(oracle, 1)) == ("turn", {})


def test_e51_four_monuments_of_one_kind_are_no_choice() -> None:
    oracle = table(3)
    give(oracle, 1, mon_sphinx=4)
    lay(oracle, "dis_earthquake")
    play(oracle, INVOKE, {"won": 12})
    assert (oracle.phase, owned(oracle, 1)) == ("turn", {"mon_sphinx": 2})


def test_e49_e53_e54_four_disasters_ask_for_unrest_and_then_for_earthquake() -> None:
    oracle = table(3)
    give(oracle, 1, pharaoh=3, nile=1, civ_art=2, civ_writing=1, mon_palace=1, mon_sphinx=2)
    lay(oracle, "dis_earthquake", "dis_unrest", "dis_drought", "dis_funeral")
    play(oracle, INVOKE, {"won": 12})
    state = oracle.state()
    assert (state["phase"], state["active"], state["ra_player"]) == ("discard", 1, None)
    assert oracle.legal() == [
        {"discard": ["civ_art", "civ_art"]},
        {"discard": ["civ_art", "civ_writing"]},
    ]
    assert_refused(oracle, {"discard": ["civ_art"]})
    assert_refused(oracle, {"discard": ["mon_palace", "mon_sphinx"]})
    oracle.play({"discard": ["civ_art", "civ_art"]})
    assert oracle.phase == "discard"
    oracle.play({"discard": ["mon_sphinx", "mon_sphinx"]})
    assert owned(oracle, 1) == {"pharaoh": 1, "civ_writing": 1, "mon_palace": 1}
    assert (oracle.phase, oracle.active) == ("turn", 1)


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


def lone() -> Oracle:
    """Return a game in which only Anna has suns face up, 9 and 6."""
    oracle = table(2)
    turn_down(oracle, 0, 2, 5)
    turn_down(oracle, 1, 3, 4, 7, 8)
    return oracle


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


def before_them(*tiles: dict[str, int], score: int = 10) -> list[scoring.Player]:
    """Return players with these tiles and equal suns."""
    return [{"up": [5], "down": [], "tiles": own, "score": score} for own in tiles]


@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ([3, 2, 2, 3], [5, -2, -2, 5]),
        ([0, 0, 0], [0, 0, 0]),
        ([5, 0, 0, 0], [5, -2, -2, -2]),
        ([3, 3, 1], [5, 5, -2]),
        ([5, 3, 1], [5, 0, -2]),
    ],
    ids=["E-74", "E-75", "E-76", "E-77", "E-78"],
)
def test_e74_to_e78_ties_share_and_only_all_equal_is_nothing(
    counts: list[int], points: list[int]
) -> None:
    rows = scoring.breakdown(1, before_them(*[{"pharaoh": count} for count in counts]), "off")
    assert [row["pharaohs"] for row in rows] == points


@pytest.mark.parametrize(
    ("different", "points"), [(5, 5), (6, 6), (7, 10), (8, 15)], ids=["5", "E-82", "E-83", "E-83b"]
)
def test_e82_e83_monuments_of_different_kinds(different: int, points: int) -> None:
    tiles = dict.fromkeys(box.MONUMENTS[:different], 1)
    row = scoring.alone(3, tiles)
    assert (row["monuments_diversity"], row["monuments_quantity"]) == (points, 0)


def test_e85_all_forty_monuments_are_worth_135() -> None:
    row = scoring.alone(3, dict.fromkeys(box.MONUMENTS, 5))
    assert row["monuments_diversity"] + row["monuments_quantity"] == 135


def test_e91_e92_the_floor_is_for_the_total_once() -> None:
    rows = scoring.breakdown(
        2, before_them({"gold": 1, "civ_art": 1}, {"pharaoh": 1}, {}, score=0), "off"
    )
    assert [row["after"] for row in rows] == [1, 0, 0]
    assert [row["net"] for row in rows] == [1, 0, -7]


def test_e94_e95_e97_a_tie_is_broken_by_the_highest_single_sun_asleep_or_not() -> None:
    players = before_them({}, {}, {}, {})
    players[0]["up"] = [10, 11, 12]
    players[1]["up"], players[1]["down"] = [1, 2], [13]
    players[2]["up"] = [7, 8, 9]
    players[3]["score"] = 11
    assert scoring.ranking(players) == [3, 1, 0, 2]


@pytest.mark.parametrize(
    ("option", "pharaohs", "suns"),
    [
        ("off", [[5, -2], [5, -2], [5, -2]], [-5, 5]),
        ("final_only", [[5, -2], [5, -2], [5, 0]], [0, 5]),
        ("every_epoch", [[5, 0], [5, 0], [5, 0]], [0, 5]),
    ],
)
def test_e98_e99_two_players_may_waive_penalties(
    option: str, pharaohs: list[list[int]], suns: list[int]
) -> None:
    oracle = table(
        2,
        ra_limit=1,
        options={"two_player_no_penalty": option, "two_player_split": "baumer"},
    )
    give(oracle, 0, pharaoh=4)
    for expected in pharaohs:
        oracle.play(RA)
        assert [row["pharaohs"] for row in oracle.state()["scored"]] == expected
    assert [row["suns"] for row in oracle.state()["scored"]] == suns


def test_e99_three_players_never_waive_a_penalty() -> None:
    oracle = table(3, ra_limit=1, options={"two_player_no_penalty": "every_epoch"})
    give(oracle, 0, pharaoh=1)
    oracle.play(RA)
    assert [row["pharaohs"] for row in oracle.state()["scored"]] == [5, -2, -2]


def test_e101_a_sixth_pyramid_cannot_be_drawn() -> None:
    oracle = table(3)
    give(oracle, 0, mon_pyramid=5)
    assert_refused(oracle, {"draw": "mon_pyramid"})


@pytest.mark.parametrize(
    "event",
    [
        {},
        [],
        {"draw": "sun"},
        {"draw": 1},
        {"invoke": 1},
        {"invoke": False},
        {"invoke": True, "draw": "ra"},
        {"god": False},
        {"god": -1},
        {"bid": 13},
        {"pass": True},
        {"done": True},
        {"discard": []},
        {"discard": [1]},
        {"dance": True},
    ],
)
def test_what_is_no_legal_line_is_refused_and_changes_nothing(event: Event) -> None:
    assert_refused(table(3), event)


def test_true_is_not_the_sun_1() -> None:
    oracle = table(3, ra_limit=2)
    play(oracle, RA, {"won": 13}, RA, INVOKE, PASS)
    assert {"bid": 1} in oracle.legal()
    assert_refused(oracle, {"bid": True})
    assert_refused(oracle, {"bid": 1.0})


def test_an_auction_that_has_begun_cannot_be_cut_short() -> None:
    oracle = table(3)
    play(oracle, RA, PASS)
    assert_refused(oracle, {"won": 13})
    assert_refused(oracle, {"unsold": True})


def test_a_score_is_shown_in_one_state_and_the_ranking_only_at_the_end() -> None:
    oracle = table(3, ra_limit=1)
    oracle.play(RA)
    assert oracle.state()["scored"][0]["name"] == "Anna"
    oracle.play({"draw": "nile"})
    assert not {"scored", "ranking"} & oracle.state().keys()
    play(oracle, RA, RA)
    assert oracle.state()["ranking"] == [0, 1, 2]


def shortcut_agrees(oracle: Oracle, line: Event) -> bool:
    """Whether a line that tells a whole auction ends where the bids one by one end."""
    short, long = oracle.copy(), oracle.copy()
    short.play(line)
    for seat in oracle.to_bid:
        wins = line.get("won") in oracle.players[seat]["up"]
        long.play({"bid": line["won"]} if wins else PASS)
    return {**short.state(), "seq": 0} == {**long.state(), "seq": 0}


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_a_whole_game_keeps_the_invariants_and_says_each_line_once(count: int) -> None:
    oracle = table(count)
    for event in game(seats(count), seed=count):
        legal = oracle.legal()
        assert len({repr(line) for line in legal}) == len(legal)
        shortcuts = [line for line in legal if line.keys() & {"won", "unsold"}]
        assert all(shortcut_agrees(oracle, line) for line in shortcuts)
        copied = oracle.copy()
        before = copied.state()
        oracle.play(event)
        assert copied.state() == before
    assert oracle.phase == "over"
    assert oracle.checked >= 7 * oracle.seq


def test_other_games_end_too() -> None:
    for seed in range(20):
        assert game(seats(2 + seed % 4, ra_limit=1 + seed % 10), seed)


def test_the_numbers_are_those_of_the_generator_described() -> None:
    dice = numbers(1)
    first = 1103515245 + 12345
    second = (1103515245 * first + 12345) % 2**31
    assert [next(dice), next(dice)] == [first // 2**16, second // 2**16]


def test_a_bag_holds_the_whole_box_in_an_order_of_its_own() -> None:
    assert sorted(bag_order(1)) == sorted(bag_order(2))
    assert bag_order(1) != bag_order(2)


def test_the_first_two_lines_of_a_game_can_be_counted_by_hand() -> None:
    order = sorted(bag_order(1), key=lambda tile: tile != "nile")
    # Draw or invoke; after a Nile the same two, after invoking Ben's four suns and his pass.
    assert perft(seats(3), order, 2) == [2, 2 + 5]


@pytest.mark.parametrize("position", positions(), ids=lambda position: position["name"])
def test_the_pinned_counts_are_found_again(position: dict[str, Any]) -> None:
    depth = len(list(takewhile(lambda number: number <= 500, position["lines"])))
    order = bag_order(position["bag"])
    assert depth >= 4
    found = perft(position["header"], order, depth, position["prefix"])
    assert found == position["lines"][:depth]


def test_the_pinned_counts_hold_every_kind_of_line() -> None:
    held = {kind for position in positions() for kind in position["kinds"]}
    assert held == {"draw", "invoke", "god", "done", "bid", "pass", "discard"}
    for position in positions():
        assert sum(position["lines"]) == sum(position["kinds"].values())


def epochs_ended(oracle: Oracle, order: list[str], depth: int) -> int:
    """Count the lines, up to so many deep, that end an epoch."""
    ended = 0
    for line in lines(oracle, order) if depth else []:
        beneath = oracle.copy()
        beneath.play(line)
        ended += (beneath.scored is not None) + epochs_ended(beneath, order, depth - 1)
    return ended


@pytest.mark.parametrize(
    "position",
    [position for position in positions() if "suns left" in position["name"]],
    ids=lambda position: position["name"],
)
def test_some_pinned_positions_cross_the_end_of_an_epoch(position: dict[str, Any]) -> None:
    oracle = Oracle(position["header"])
    play(oracle, *position["prefix"])
    assert epochs_ended(oracle, bag_order(position["bag"]), 6) > 0


def test_the_census_adds_up_to_the_counts() -> None:
    split = census(seats(3), bag_order(1), 4)
    assert [sum(kinds.values()) for kinds in split] == perft(seats(3), bag_order(1), 4)
    assert set(split[0]) == {"draw", "invoke"}
