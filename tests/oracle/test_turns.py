"""The oracle against the edge cases: drawing tiles and spending gods (E8 to E21)."""

import pytest

from tests.oracle.laying import (
    DONE,
    INVOKE,
    RA,
    assert_refused,
    give,
    keys,
    lay,
    owned,
    play,
    table,
    turn_down,
)


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
