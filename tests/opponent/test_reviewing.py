"""The look back: what it says adds up, only what is sure is said, and what cannot be is refused."""

from collections.abc import Sequence
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from companion.i18n import ENGLISH
from companion.opponent import reviewing
from companion.opponent.review import (
    DRAWING,
    LEAST_TOLD,
    MOMENTS,
    WHOLE,
    Alternative,
    Decision,
    Lot,
    NoReview,
    NotReviewableError,
    Review,
    Turn,
    refuse,
)
from companion.opponent.reviewing import TRIES, Blame, Drawn, Judge, Station, review, unsettled
from companion.opponent.searching import Weighed
from companion.pages.archive import look_back
from companion.rules import engine
from companion.rules.actions import INVOKE, PASS, Action, Bid, Draw, Level, Won
from companion.rules.editions import Options, Seat, Sun, setup
from companion.rules.events import LotWon
from companion.rules.records.entries import SetLevel, Undo
from companion.rules.records.record import read_entry
from companion.rules.records.timeline import Timeline, begin, enter
from companion.rules.thawing import thawed
from companion.rules.tiles import Tile
from tests.opponent.games import NAMES, a_game

TRIED = 8


@pytest.fixture(scope="module")
def game() -> Timeline:
    """In it somebody throws chances away, and the bag turns it."""
    return a_game(players=3, deal=8, ra_limit=1)


class Waiting(NamedTuple):
    """What whoever waits for a look back is told."""

    done: list[int]
    rests: list[None]
    """How often others had a turn."""


@pytest.fixture(scope="module")
def waiting() -> Waiting:
    return Waiting([], [])


@pytest.fixture(scope="module")
def found(game: Timeline, waiting: Waiting) -> Review:
    judge = Judge(TRIED, rest=lambda: waiting.rests.append(None))
    return review(game, judge, lambda done, _of: waiting.done.append(done))


def test_chances_begin_open_add_up_everywhere_and_end_certain(
    game: Timeline, found: Review
) -> None:
    for point in found.points:
        assert sum(point.chances) == WHOLE
        assert min(point.chances) >= 0
    first, *_, last = found.points
    assert min(first.chances) > 0
    assert sorted(last.chances) == [0, 0, WHOLE]
    assert (first.number, last.number) == (0, len(game.steps))


def test_only_what_is_larger_than_the_limit_by_two_standard_errors_is_said(found: Review) -> None:
    assert len(found.choices) > 1
    assert found.turns
    told: list[Decision | Turn] = [*found.choices, *found.turns]
    for each in told:
        assert each.size - 2 * each.error >= LEAST_TOLD
    assert set(found.turns) <= set(found.moments())  # nothing else is told
    seats = range(len(found.players))
    shown = {*found.moments(), *(found.worst(seat) for seat in seats)}
    assert set(found.choices) <= shown
    sizes = [each.size for each in found.choices]
    assert sizes == sorted(sizes, reverse=True)


def test_few_moments_turned_the_game_and_each_is_told_in_its_place(found: Review) -> None:
    told = found.moments()
    assert 2 < len(told) <= MOMENTS
    assert {type(each) for each in told} == {Decision, Turn}
    assert [each.number for each in told] == sorted(each.number for each in told)
    assert all(each.size >= WHOLE // 10 for each in told)


def test_nobody_is_blamed_for_what_a_far_longer_search_calls_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One search in another says that there is a better choice; a longer one that there is none."""
    played = a_game(players=2, deal=12, ra_limit=1)
    blamed = [each.number for each in review(played, Judge(4)).choices]
    monkeypatch.setattr(reviewing, "_LONGER", 1)
    at_once = [each.number for each in review(played, Judge(4)).choices]
    assert (at_once, blamed) == ([62], [])


def test_what_was_tried_little_and_never_won_gets_another_look(game: Timeline) -> None:
    """Luck in its first tries hides no better choice."""
    low, high = (engine.BID | (sun << engine.KIND_BITS) for sun in (10, 11))

    class Unlucky(Judge):
        def weighed(
            self, _: engine.Table, again: int = 0, among: list[int] | None = None, __: int = 1
        ) -> list[Weighed]:
            """Return at first that passing never wins, and later that it is best."""
            first = (low, 481, 0.12), (high, 27, 0.07), (engine.PASS, 12, 0.0)
            later = (low, 1000, 0.12), (high, 1000, 0.1), (engine.PASS, 1000, 0.22)
            return [
                Weighed(action, tries, [chance] * 3)
                for action, tries, chance in (later if again else first)
                if among is None or action in among
            ]

    [claim] = Unlucky().claims(Station(1, thawed(game.start), low))
    assert isinstance(claim, Blame)
    assert claim.best == engine.PASS


def test_of_bids_that_are_as_good_the_lowest_is_told_and_nobody_is_blamed_for_the_other(
    game: Timeline,
) -> None:
    low, high = (engine.BID | (sun << engine.KIND_BITS) for sun in (10, 11))

    class Knowing(Judge):
        def weighed(self, *_: object, **__: object) -> list[Weighed]:
            """Return that bidding is good, and most so with the higher sun."""
            found = (engine.PASS, 200, 0.6), (low, 4000, 0.9), (high, 8000, 0.91)
            return [Weighed(action, tries, [chance] * 3) for action, tries, chance in found]

    station = Station(1, thawed(game.start), engine.PASS)
    claim = Blame(Knowing(), station, engine.PASS, high)
    assert claim.confirm()
    assert claim.best == low
    assert not Blame(Knowing(), station, high, low).confirm()


class Scripted(Blame):
    """A choice that costs so many of ten thousand games, one measurement after the other."""

    def __init__(self, station: Station, differences: Sequence[int]) -> None:
        self.differences = differences
        super().__init__(Judge(TRIES), station, engine.INVOKE, engine.INVOKE)

    def chances(self, again: int) -> tuple[list[float], list[float]]:
        """Return the next of them."""
        gained = self.differences[again % len(self.differences)] / WHOLE
        return [0.4] * 3, [0.4 + gained] * 3


@pytest.mark.parametrize(
    ("differences", "times"),
    [
        ((100,), 1),  # it will not be told
        ((1300,), 6),  # it will, and is the largest
        ((530,), 17),  # at the limit, but alike every time
        ((1000,), 17),  # somebody's worst for sure, but it may not have turned the game
        ((200, 1000), 90),  # nobody will know
    ],
)
def test_what_is_near_a_limit_is_measured_more_often(
    differences: Sequence[int], times: int, game: Timeline
) -> None:
    claim = Scripted(Station(1, thawed(game.start), engine.INVOKE), differences)
    while unsettled([claim]):
        claim.measure()
    assert len(claim.measured) == times


class Hasty(Judge):
    """Whatever is drawn, calling Ra wins after it; every so many searches miss that."""

    def __init__(self, misses: int) -> None:
        super().__init__()
        self.misses = misses

    def weighed(
        self, _: engine.Table, again: int = 0, among: list[int] | None = None, longer: int = 1
    ) -> list[Weighed]:
        """Return what a search finds, or what both choices are worth."""
        has_missed = longer < 10 and again % self.misses == 0
        calls, draws = (20, 80) if has_missed else (80, 20)
        found = (engine.INVOKE, calls, 0.9), (engine.REACH_INTO_BAG, draws, 0.3)
        return [
            Weighed(action, tries, [chance, 1 - chance, 0.0])
            for action, tries, chance in found
            if among is None or action in among
        ]


@pytest.mark.parametrize(("misses", "before", "times"), [(2, 0.6, 1), (99, 0.9, 2)])
def test_what_was_drawn_counts_as_much_as_the_best_choice_after_it(
    misses: int, before: float, times: int, game: Timeline
) -> None:
    """If searches contradict each other about that, a far longer one says it."""
    table = thawed(game.start)
    claim = Drawn(Hasty(misses), Station(1, table, engine.REACH_INTO_BAG, table), table)
    claim.measure()
    assert claim.known()[1][0] == pytest.approx(before)
    assert claim.confirm()
    assert claim.known()[1][0] == pytest.approx(0.9)
    assert len(claim.measured) == times


def test_a_choice_that_may_be_smaller_than_a_tenth_turned_no_game(found: Review) -> None:
    rough, fine = (
        Decision(number, Seat(0), Alternative(DRAWING, 1000), Alternative(DRAWING, 2050), error)
        for number, error in ((1, 26), (2, 25))
    )
    assert [*replace(found, choices=(rough, fine), turns=()).moments()] == [fine]


def test_of_choices_that_cost_alike_the_first_is_the_worst(found: Review) -> None:
    """Alike is whatever costs at most a fortieth less than what costs most, beyond doubt."""
    large, later, earlier, small = (
        Decision(number, Seat(1), Alternative(DRAWING, 1000), Alternative(DRAWING, best), 10)
        for number, best in ((7, 2300), (5, 2119), (4, 2050), (1, 2049))
    )
    assert replace(found, choices=(large, later, earlier, small)).worst(1) == earlier
    assert replace(found, choices=(later, small)).worst(1) == small
    assert replace(found, choices=(large, small)).worst(1) == large
    assert replace(found, choices=(large, small)).worst(0) is None


@pytest.mark.parametrize(
    ("lots", "best", "dearest"),
    [
        ([], None, None),
        ([(5, 10, 40), (9, 13, 10)], 1, 2),
        ([(5, 10, 40), (9, 13, 200)], 2, None),  # nobody lost by it
        ([(5, 1, -40)], None, 1),
    ],
)
def test_the_dearest_lot_is_one_that_brought_less_than_its_sun(
    lots: list[tuple[int, int, int]], best: int | None, dearest: int | None, found: Review
) -> None:
    """Of each lot: the sun, that in the middle, and what the tiles are worth in tenths."""
    sold = tuple(
        Lot(number, (Tile.NILE,), (worth, 0, 0), Seat(0), Sun(paid), Sun(won))
        for number, (won, paid, worth) in enumerate(lots, start=1)
    )
    told = replace(found, lots=sold)
    numbers = [lot and lot.number for lot in (told.best_buy(), told.dearest())]
    assert numbers == [best, dearest]


def test_a_sun_in_the_middle_without_tiles_is_neither_the_best_buy_nor_the_dearest(
    found: Review,
) -> None:
    won, lost = (
        Lot(number, (), (0, 0, 0), Seat(0), Sun(paid), Sun(middle))
        for number, (paid, middle) in enumerate(((1, 13), (13, 1)))
    )
    told = replace(found, lots=(won, lost))
    assert (told.best_buy(), told.dearest()) == (None, None)


def test_a_look_back_comes_to_the_same_after_what_was_weighed_before_or_undone() -> None:
    game = a_game(players=2, deal=4, ra_limit=1)
    judge, known = Judge(1), begin(game.start.setup)
    for step in game.steps[:-1]:
        known = enter(known, step.action)
        if any(isinstance(event, LotWon) for event in step.events):
            judge.findings(known)
    undone = enter(enter(game, Undo(1)), game.steps[-1].action)
    found, again = review(game, judge), review(undone, Judge(1))
    assert replace(again, entries=found.entries) == found
    assert again.entries != found.entries


def test_every_lot_that_was_sold_has_a_winner_and_a_worth_for_everybody(
    game: Timeline, found: Review
) -> None:
    sold = [
        number
        for number, step in enumerate(game.steps, start=1)
        if any(isinstance(event, LotWon) for event in step.events)
    ]
    assert [lot.number for lot in found.lots if lot.winner is not None] == sold
    assert all(len(lot.worth) == 3 for lot in found.lots)


def test_what_nobody_took_is_told_when_it_was_worth_much() -> None:
    played = begin(setup(("Anna", "Ben"), Options(ra_limit=1)))
    for tile in (*[Tile.PHARAOH] * 4, *[Tile.RA] * 3):
        played = enter(played, Draw(tile))
    [lot] = review(played, Judge(1)).lots
    assert (lot.number, lot.winner, lot.tiles) == (5, None, (Tile.PHARAOH,) * 4)


def test_whoever_throws_a_won_game_away_is_told() -> None:
    """Anna has nothing to win by drawing: the last Ra tile ends the game, and a lot lies there."""
    table = setup(("Anna", "Ben"), Options(ra_limit=1))
    game = begin(table)
    for action in (Draw(Tile.RA), Draw(Tile.RA)):
        game = enter(game, action)
    for tile in (Tile.GOLD, Tile.GOLD, Tile.GOLD, Tile.GOLD, Tile.GOLD, Tile.FLOOD, Tile.RA):
        game = enter(game, Draw(tile))
    first, *_ = review(game, Judge(3)).choices
    assert read_entry(first.best.action.encode()) == INVOKE
    said = look_back.told(first, game, ENGLISH)
    assert said.startswith(f"{table.players[first.seat]} drew a tile with ")
    assert "Invoking Ra wins " in said
    assert " games in 100 instead of " in said


def test_an_auction_of_which_only_the_end_was_entered_is_judged_as_if_the_others_passed() -> None:
    """Anna, who could have bid more, let five Gold tiles go for the lowest sun."""
    played = begin(setup(NAMES[:2], Options(ra_limit=1)))
    anna, ben = played.game.players
    assert max(anna.suns) > min(ben.suns)
    gold = [Draw(Tile.GOLD)] * 5
    last_epoch: list[Action] = [Draw(Tile.RA)] * 2
    said = (*last_epoch, *gold, INVOKE, Won(min(ben.suns)), Draw(Tile.RA))
    for action in said:
        played = enter(played, action)
    found = review(played, Judge(3))
    won = said.index(Won(min(ben.suns))) + 1
    assert [lot.number for lot in found.lots] == [won]
    [passed] = [each for each in found.choices if each.number == won]
    assert (passed.seat, read_entry(passed.chosen.action.encode())) == (0, PASS)
    assert isinstance(read_entry(passed.best.action.encode()), Bid)


def test_of_a_game_that_runs_or_of_which_little_was_entered_there_is_nothing_to_say() -> None:
    light = enter(begin(setup(NAMES[:3])), SetLevel(Level.LIGHT))
    for played, because in ((a_game(less=1), NoReview.RUNNING), (light, NoReview.PARTIAL)):
        with pytest.raises(NotReviewableError) as why:
            refuse(played)
        assert why.value.because is because


@pytest.mark.usefixtures("found")
def test_how_far_it_is_only_grows_and_others_have_a_turn_while_it_measures(
    game: Timeline, waiting: Waiting
) -> None:
    assert waiting.done == sorted(waiting.done)
    assert len(set(waiting.done)) > len(game.steps) * 2 // 3
    assert len(waiting.rests) > len(game.steps) // 2


def test_whoever_waits_is_told_how_far_it_is_and_can_stop_it(game: Timeline) -> None:
    class Enough(Exception):
        """No more."""

    def stop(done: int, of: int) -> None:
        assert of == len(game.steps)
        if done >= 3:
            raise Enough

    with pytest.raises(Enough):
        review(game, Judge(TRIED), stop)
