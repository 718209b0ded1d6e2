"""Tournaments: the same deals for every seat, intervals that are true, records that can be read."""

import pytest

from companion.opponent.strength import Strength
from companion.opponent.tournament import interval, play, tournament
from companion.rules.editions import setup
from companion.rules.model import new_game
from companion.rules.thawing import thawed

START = thawed(new_game(setup(("Anna", "Ben", "Cleo"))))


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (50, 100, 0.404, 0.596), (1, 1, 0.207, 1.0)],
)
def test_an_interval_is_wilson_s(wins: int, games: int, low: float, high: float) -> None:
    assert interval(wins, games) == pytest.approx((low, high), abs=0.001)


def test_quick_beats_random_from_every_seat() -> None:
    found = tournament(START, (Strength.QUICK, Strength.RANDOM, Strength.RANDOM), 30, 1)
    quick, others = found.results
    assert (quick.strength, quick.seats, others.seats) == ("quick", 1, 2)
    assert quick.wins + others.wins == found.games == 30
    assert quick.wins == 30


def test_every_deal_is_played_once_from_every_seat() -> None:
    """Equal players on equal deals play the same game three times, so each seat wins alike."""
    games: list[list[int]] = []
    line_up = (Strength.QUICK,) * 3
    found = tournament(START, line_up, 6, 4, lambda _number, said: games.append(said))
    assert games[0] == games[1] == games[2] != games[3] == games[4] == games[5]
    assert found.results[0].wins == 6


def test_as_long_as_the_same_is_drawn_the_same_comes_next() -> None:
    one: list[int] = []
    other: list[int] = []
    play(START, (Strength.QUICK,) * 3, 8, said=one)
    play(START, (Strength.RANDOM,) * 3, 8, said=other)
    drawn = [[action for action in said if action & 15 == 1] for said in (one, other)]
    assert drawn[0][:3] == drawn[1][:3]
