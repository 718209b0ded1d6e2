"""What the oracle takes for a line of a game, and what it shows of one."""

import pytest

from tests.oracle.laying import INVOKE, PASS, RA, assert_refused, give, play, table
from tests.oracle.oracle import Event


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
