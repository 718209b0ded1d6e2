"""What a finished game adds up to, and that a running one tells nothing."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.rules.actions import Level
from companion.rules.editions import setup
from companion.rules.events import Cause, EpochEnded, LotWon
from companion.rules.model import Discarding
from companion.rules.partial import TallyEpoch
from companion.rules.play import final_ranking
from companion.rules.records.entries import SetLevel
from companion.rules.records.timeline import Timeline, begin, enter
from companion.rules.scoring.scoring import Category
from companion.rules.tiles import NO_TILES, size
from companion.statistics import Figures, SeatWins, average, lengths, median
from companion.statistics.game import TABLE, buys, counted, race
from tests.rules.table import action
from tests.statistics.evenings import NAMES, timeline

GAMES = [(players, seed) for players in (2, 3, 4, 5) for seed in (1, 2, 3)]

games = pytest.mark.parametrize(("players", "seed"), GAMES)


def events_of(played: Timeline, kind: type) -> list[object]:
    return [each for step in played.steps for each in step.events if isinstance(each, kind)]


@games
def test_everybody_is_counted_with_points_place_and_categories(players: int, seed: int) -> None:
    played = timeline(players, seed)
    counts = counted(played, NAMES[:players], 61)
    order = final_ranking(played.game).seats
    for seat, name in enumerate(NAMES[:players]):
        figures = Figures(counts[name])
        assert (figures.games, figures.wins) == (1, int(order[0] == seat))
        assert figures.scores == {played.game.players[seat].score: 1}
        assert figures.lengths == {61: 1}
        ended = [each for each in events_of(played, EpochEnded) if isinstance(each, EpochEnded)]
        for category in Category:
            points = sum(each.scores[seat].points(category) for each in ended)
            assert figures.categories[category] == points


@games
def test_the_table_counts_every_epoch_every_seat_and_every_lot(players: int, seed: int) -> None:
    played = timeline(players, seed)
    figures = Figures(counted(played, NAMES[:players], 0)[TABLE])
    ended = [each for each in events_of(played, EpochEnded) if isinstance(each, EpochEnded)]
    causes = Counter(each.cause for each in ended)
    assert figures.epochs == {cause: causes[cause] for cause in Cause}
    assert sum(figures.scores.values()) == players
    assert not figures.lengths
    lots = [each for each in events_of(played, LotWon) if isinstance(each, LotWon)]
    assert {sun.sun: sun.auctions for sun in figures.suns} == Counter(each.paid for each in lots)
    assert sum(sun.tiles for sun in figures.suns) == sum(size(each.lot) for each in lots)


def test_a_lot_is_worth_what_its_owner_gained_at_once() -> None:
    played = begin(setup(("Anna", "Ben")))
    said = ["draw gold", "draw god", "draw dis_funeral", "draw ra"]
    for words in said:
        played = enter(played, action(words))
    bidder = played.game.active
    sun = played.game.players[bidder].suns[-1]
    for words in (f"bid {sun}", "pass"):
        played = enter(played, action(words))
    (bought,) = buys(played)
    assert (bought.seat, bought.paid, bought.tiles) == (bidder, sun, 3)
    assert bought.points == 3 + 2  # gold and god; no pharaoh is lost where there is none


@games
def test_seats_are_counted_from_who_began_and_one_of_them_won(players: int, seed: int) -> None:
    played = timeline(players, seed)
    counts = counted(played, NAMES[:players], 0)
    first, order = played.start.active, final_ranking(played.game).seats
    won = (order[0] - first) % players + 1
    expected = [SeatWins(seat, 1, int(seat == won)) for seat in range(1, players + 1)]
    assert list(Figures(counts[TABLE]).seats) == expected
    assert Figures(counts[NAMES[first]]).seats == (SeatWins(1, 1, int(won == 1)),)


def test_who_joined_late_does_not_know_who_began() -> None:
    played = timeline(3, 2)
    joined = replace(played.steps[-1], action=SetLevel(Level.FULL, is_unknown=True))
    known = replace(played, steps=(*played.steps[:-1], joined))
    assert Figures(counted(known, NAMES[:3], 0)[TABLE]).seats == ()


def test_a_few_games_that_took_far_longer_do_not_press_the_others_together() -> None:
    spread = dict.fromkeys(range(40, 66), 100) | {3: 2, 2880: 1}
    found = lengths(spread, 8)
    assert [each.minutes for each in found] == [40, 45, 50, 55, 60, 65]
    assert [each.is_rest for each in found] == [True, *[False] * 4, True]
    assert sum(each.games for each in found) == sum(spread.values())


@given(
    spread=st.dictionaries(st.integers(1, 100_000), st.integers(1, 5000), min_size=1),
    most=st.integers(2, 12),
)
def test_every_game_is_counted_once_in_no_more_lengths_than_there_is_room_for(
    spread: dict[int, int], most: int
) -> None:
    found = lengths(spread, most)
    assert sum(each.games for each in found) == sum(spread.values())
    assert len(found) <= most


def test_no_running_game_adds_anything() -> None:
    played = timeline(4, 5, less=1)
    assert counted(played, NAMES[:4], 60) == {}
    assert race(played) is None


def test_who_gave_no_name_counts_for_the_table_alone() -> None:
    played = timeline(3, 8)
    counts = counted(played, ("Anna", "", ""), 0)
    assert set(counts) == {TABLE, "Anna"}
    assert sum(Figures(counts[TABLE]).scores.values()) == 3


def test_points_that_nobody_told_are_not_taken_for_zero() -> None:
    played = enter(begin(setup(("Anna", "Ben"))), SetLevel(Level.SCORE_ONLY))
    assert played.result is None
    for _ in range(3):
        played = enter(played, TallyEpoch((NO_TILES, None)))
    assert played.result is not None
    assert played.result.points[1] is None
    assert played.result.places == (None, None)


@games
def test_the_race_goes_from_10_points_to_the_result_and_marks_three_epochs(
    players: int, seed: int
) -> None:
    played = timeline(players, seed)
    run = race(played)
    assert run is not None
    points = tuple(player.score for player in played.game.players)
    assert {line[0] for line in run.lines} == {10}
    assert tuple(line[-1] for line in run.lines) == points
    assert {len(line) for line in run.lines} == {len(played.steps) + 1}
    assert len(run.ends) == 3
    assert run.ends[-1] == len(played.steps)


@pytest.mark.parametrize(("players", "seed"), [(3, 22), (5, 20)])
def test_the_race_has_no_peak_of_tiles_that_a_disaster_was_still_to_take(
    players: int, seed: int
) -> None:
    """In both games somebody loses points with what they give up."""
    played = timeline(players, seed)
    run = race(played)
    assert run is not None
    for place, step in enumerate(played.steps, start=1):
        if isinstance(step.game.stage, Discarding):
            assert {line[place] - line[place + 1] for line in run.lines} == {0}


def test_averages_and_middles_of_what_was_counted() -> None:
    assert average({10: 1, 40: 3}) == 32.5
    assert median({10: 1, 40: 3}) == 40
    assert [
        median(spread) for spread in ({10: 1, 40: 1}, {10: 1, 20: 1, 40: 1}, {40: 1, 10: 2})
    ] == [10, 20, 10]
    assert median({10: 2, 40: 2}) == 10
    assert median({10: 2, 40: 3}) == 40
    assert (average({}), median({})) == (None, None)
