"""The end of the game: who wins, and what decides a tie."""

from itertools import permutations

import pytest

from companion.rules.editions import Sun
from companion.rules.scoring.scoring import Ranking, ranking
from tests.rules.table import ANN, BEN, CLEO, DAN


def ranked(*players: tuple[int, tuple[int, ...]]) -> Ranking:
    """Return the ranking of players with these points and suns."""
    suns = [tuple(Sun(number) for number in owned) for _, owned in players]
    return ranking([points for points, _ in players], suns)


def test_the_most_points_win() -> None:
    assert ranked((30, (13, 1)), (47, (2, 3)), (31, (4, 5))).seats == (BEN, CLEO, ANN)


def test_in_a_tie_any_sun_is_more_than_none() -> None:
    assert ranked((30, ()), (30, (1,))).seats == (BEN, ANN)


def test_e97_among_three_the_highest_single_sun_wins() -> None:
    tied = {ANN: (47, (11, 10, 9)), BEN: (47, (13, 2, 1)), CLEO: (47, (12, 8, 7))}
    for order in permutations(tied):
        result = ranked(*(tied[seat] for seat in order))
        assert [order[seat] for seat in result.seats] == [BEN, CLEO, ANN]


def test_further_places_are_decided_in_the_same_way() -> None:
    result = ranked((50, (2,)), (40, (9,)), (40, (12,)), (60, (3,)))
    assert result == Ranking(seats=(DAN, ANN, CLEO, BEN), ties=((CLEO, BEN),))


def test_two_ties_are_told_apart() -> None:
    result = ranked((20, (2,)), (40, (9,)), (20, (12,)), (40, (3,)))
    assert result == Ranking(seats=(BEN, DAN, CLEO, ANN), ties=((BEN, DAN), (CLEO, ANN)))


@pytest.mark.parametrize("points", [0, 47])
def test_without_a_tie_nothing_is_said_about_ties(points: int) -> None:
    assert ranked((points, (2,)), (points + 1, (9,))).ties == ()
