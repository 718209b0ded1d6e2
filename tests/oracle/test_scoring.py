"""The oracle against the edge cases: points, ties and penalties (E74 to E99)."""

import pytest

from tests.oracle import box, scoring
from tests.oracle.laying import RA, give, table


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
