"""The look back: what it says adds up, only what is sure is said, and what cannot be is refused."""

from statistics import median

import pytest

from companion.i18n import ENGLISH
from companion.opponent.review import WHOLE, NoReview, NotReviewableError, Review, Swing, refuse
from companion.opponent.reviewing import review
from companion.opponent.rollouts import policy_action, usual_policy, winners
from companion.pages.archive import findings
from companion.rules.actions import INVOKE, Action, Draw, Level, Won
from companion.rules.editions import Options, setup
from companion.rules.engine import Dice
from companion.rules.model import Auction
from companion.rules.records.entries import SetLevel, Undo
from companion.rules.records.record import read_entry
from companion.rules.records.timeline import Timeline, begin, enter
from companion.rules.thawing import number_of, thawed
from companion.rules.tiles import Tile
from tests.opponent.games import NAMES, a_game

TRIED = 8


@pytest.fixture(scope="module")
def game() -> Timeline:
    return a_game(players=3, deal=2)


@pytest.fixture(scope="module")
def short() -> Timeline:
    """Another, half as long, for what is looked back at again."""
    return a_game(players=3, deal=2, ra_limit=1)


@pytest.fixture(scope="module")
def found(game: Timeline) -> Review:
    return review(game, TRIED)


def test_chances_begin_open_add_up_everywhere_and_end_certain(
    game: Timeline, found: Review
) -> None:
    assert len(found.moments) == len(game.moments)
    for chances in (found.initial, *(moment.chances for moment in found.moments)):
        assert sum(chances) == WHOLE
        assert min(chances) >= 0
    assert min(found.initial) > 0
    assert sorted(found.moments[-1].chances) == [0, 0, WHOLE]


def test_luck_and_skill_are_all_that_happened(found: Review) -> None:
    for each in found.sums:
        assert each.final - each.initial == each.luck + each.skill
        assert each.luck == each.bag + each.others
        assert each.skill <= 0
    assert sum(each.final for each in found.sums) == WHOLE


def test_skill_is_the_sum_of_what_a_player_s_choices_cost(found: Review) -> None:
    for seat, each in enumerate(found.sums):
        own = [moment.decision for moment in found.moments if moment.decision is not None]
        assert each.skill == -sum(choice.cost for choice in own if choice.seat == seat)


def test_only_what_exceeds_two_standard_errors_is_said(found: Review) -> None:
    decisions = [moment.decision for moment in found.moments if moment.decision is not None]
    assert decisions
    for decision in decisions:
        assert decision.cost > 2 * decision.error or decision.chosen == decision.best
    assert [moment.decision for moment in found.costly()] == sorted(
        (decision for decision in decisions if decision.cost), key=lambda each: -each.cost
    )


def test_whoever_does_what_people_usually_do_moves_no_chances(
    game: Timeline, found: Review
) -> None:
    """What everybody can foresee changes nothing: only the bag does, and who plays otherwise."""
    still = []
    for at, moment in enumerate(game.moments):
        table = thawed(game.game_after(at))
        assert isinstance(moment.action, Action)
        if isinstance(moment.action, Draw):
            continue
        if policy_action(table, usual_policy()) == number_of(moment.action):
            still.append(at)
    assert len(still) > 20
    assert [at for at in still if found.before(at) != found.moments[at].chances] == []


def test_chances_are_those_if_everybody_plays_on_by_rule_of_thumb(short: Timeline) -> None:
    """Seen again with other bags, so many that both must be near."""
    at, often = len(short.moments) - 9, 200
    table = thawed(short.game_after(at))
    action = policy_action(table, usual_policy())
    won = winners(table, action, 0, often, Dice(5), usual_policy())
    told = review(short, 24).before(at)
    for seat, chance in enumerate(told):
        assert abs(chance / WHOLE - won.count(seat) / often) < 0.3


def test_five_swings_are_told_the_largest_first_and_seen_closely(
    game: Timeline, found: Review
) -> None:
    def moved(swing: Swing) -> int:
        pairs = zip(found.before(swing.since), found.moments[swing.at].chances, strict=True)
        return sum(abs(now - then) for then, now in pairs)

    assert len(found.swings) == 5
    sizes = [moved(swing) for swing in found.swings]
    assert sizes == sorted(sizes, reverse=True)
    alone = [
        Swing(at, at)
        for at in range(len(found.moments))
        if not isinstance(game.game_after(at).stage, Auction)
        and not isinstance(game.game_after(at + 1).stage, Auction)
    ]
    others = [moved(each) for each in alone if each not in found.swings]
    assert sizes[0] > median(others)  # which were seen badly, and so seem larger than they are


def test_an_auction_is_one_swing_with_what_opened_it(game: Timeline, found: Review) -> None:
    swings = found.swings
    for swing in swings:
        before, after = game.game_after(swing.since), game.game_after(swing.at + 1)
        assert not isinstance(before.stage, Auction)
        assert not isinstance(after.stage, Auction)
        within = [game.game_after(at) for at in range(swing.since + 1, swing.at + 1)]
        assert all(isinstance(each.stage, Auction) for each in within)
    assert any(swing.at > swing.since for swing in swings)


def test_a_look_back_comes_to_the_same_again(short: Timeline) -> None:
    assert review(short, TRIED) == review(short, TRIED)


def test_every_lot_that_was_sold_has_a_winner_and_a_worth_for_everybody(
    game: Timeline, found: Review
) -> None:
    sold = [moment for moment in game.moments if any("paid" in dir(e) for e in moment.events)]
    assert [lot.seq for lot in found.lots] == [moment.seq for moment in sold]
    assert all(len(lot.bidders) == 3 for lot in found.lots)
    for lot in found.lots:
        assert lot.bidders[lot.winner].sun is None


def test_whoever_throws_a_won_game_away_is_told() -> None:
    """Anna has nothing to win by drawing: the last Ra tile ends the game, and a lot lies there."""
    table = setup(("Anna", "Ben"), Options(ra_limit=1))
    game = begin(table)
    for action in (Draw(Tile.RA), Draw(Tile.RA)):
        game = enter(game, action)
    for tile in (Tile.GOLD, Tile.GOLD, Tile.GOLD, Tile.GOLD, Tile.GOLD, Tile.FLOOD, Tile.RA):
        game = enter(game, Draw(tile))
    told = [moment.decision for moment in review(game, 60).costly()]
    assert told
    assert told[0] is not None
    assert read_entry(told[0].best.action.encode()) == INVOKE
    said = findings.better(told[0], table.players, ENGLISH)
    assert "a tile drawn" in said
    assert said.endswith("Ra invoked")


def test_an_auction_of_which_only_the_end_was_entered_is_nobody_s_choice() -> None:
    played = begin(setup(NAMES[:2], Options(ra_limit=1)))
    sun = played.game.players[0].up[0]
    said: tuple[Action, ...] = (Draw(Tile.GOLD), INVOKE, Won(sun), *[Draw(Tile.RA)] * 3)
    for action in said:
        played = enter(played, action)
    found = review(played, TRIED)
    assert found.moments[2].decision is None
    assert [lot.seq for lot in found.lots] == [3]


def test_what_was_undone_is_not_looked_back_at(short: Timeline) -> None:
    before = a_game(players=3, deal=2, ra_limit=1, less=1)
    undone = enter(enter(before, short.moments[-1].action), Undo(1))
    found, again = (
        review(each, TRIED) for each in (short, enter(undone, short.moments[-1].action))
    )
    assert [each.chances for each in again.moments] == [each.chances for each in found.moments]


def test_a_game_that_runs_is_left_alone() -> None:
    with pytest.raises(NotReviewableError) as why:
        review(a_game(less=1), TRIED)
    assert why.value.because is NoReview.RUNNING


def test_a_game_of_which_little_was_entered_says_why_there_is_nothing_to_say() -> None:
    light = enter(begin(setup(NAMES[:3])), SetLevel(Level.LIGHT))
    with pytest.raises(NotReviewableError) as why:
        refuse(light)
    assert why.value.because is NoReview.PARTIAL


def test_whoever_waits_is_told_how_far_it_is_and_can_stop_it(game: Timeline) -> None:
    class Enough(Exception):
        """No more."""

    def stop(done: int, of: int) -> None:
        assert of == len(game.moments)
        if done == 3:
            raise Enough

    with pytest.raises(Enough):
        review(game, TRIED, stop)
