"""An auction thought through: every end is tried once, and bidders are expected to do well."""

from statistics import fmean

import pytest

from companion.opponent.trying import (
    Bidding,
    Line,
    RolloutCache,
    difference,
    is_better,
    option,
    rounded,
)
from companion.rules import engine
from companion.rules.actions import DRAWS, INVOKE, Action
from companion.rules.editions import setup
from companion.rules.engine import Table
from companion.rules.model import Game, new_game
from companion.rules.play import play
from companion.rules.thawing import frozen, thawed
from companion.rules.tiles import Tile
from tests.opponent.games import NAMES

TRIED = 8


def position(table: Table) -> Game:
    """The game that a table has come to."""
    return frozen(table, new_game(setup(NAMES[: len(table.players)])))


def auction(players: int, *lot: Tile) -> Table:
    """The auction of a lot, called by the starting player."""
    game = new_game(setup(NAMES[:players]))
    said: list[Action] = [DRAWS[tile] for tile in lot]
    for action in (*said, INVOKE):
        game, _ = play(game, action)
    return thawed(game)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_comes_of_a_call_is_the_end_that_everybody_after_it_is_expected_to_bring(
    players: int,
) -> None:
    table, bidding = auction(players, Tile.GOLD, Tile.GOD), Bidding(TRIED)
    for chosen in bidding.call(table).options:
        after = table.copy()
        after.play(chosen.action)
        while after.phase == engine.AUCTION:
            after.play(bidding.call(after).expected.action)
        end = chosen.line.table.copy()
        end.play(chosen.line.action)
        assert position(end) == position(after)


def test_every_end_of_an_auction_is_tried_out_once() -> None:
    table, bidding = auction(3, Tile.GOLD), Bidding(TRIED)
    seen: dict[Game, object] = {}
    waiting = [table]
    while waiting:
        now = waiting.pop()
        for each in bidding.call(now).options:
            after = now.copy()
            after.play(each.action)
            if after.phase == engine.AUCTION:
                waiting.append(after)
            else:
                assert seen.setdefault(position(after), each.promise) is each.promise
    assert len(seen) == sum(len(player.suns) for player in table.players)


def test_nobody_expects_a_bidder_to_do_what_is_clearly_worse() -> None:
    table, bidding = auction(3, Tile.GOLD, Tile.GOLD, Tile.GOLD), Bidding(40)
    call = bidding.call(table)
    assert not any(is_better(each, call.expected, call.seat) for each in call.options)


def test_a_promise_is_right_on_average_and_close_to_what_games_end_like() -> None:
    """At the very beginning nobody is ahead by much, however long the game is played on."""
    table = thawed(new_game(setup(NAMES[:3])))
    tried = option(table, engine.REACH_INTO_BAG, 60)
    ends = RolloutCache(60).chances(Line(table, engine.REACH_INTO_BAG))
    for seat in range(3):
        assert fmean(tried.of(seat)) == pytest.approx(ends[seat] / 10_000, abs=0.25)


def test_lines_are_played_on_and_not_begun_anew() -> None:
    line, ends = Line(auction(2, Tile.GOLD), engine.PASS), RolloutCache(1)
    few = list(ends.winners(line, 5))
    assert ends.winners(line, 12)[:5] == few
    assert ends.winners(line, 3) == ends.winners(line, 12) == RolloutCache(1).winners(line, 12)


def test_the_error_of_a_difference_is_that_of_its_mean() -> None:
    assert difference([1.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0]) == pytest.approx(
        (0.5, 0.2887), 1e-3
    )
    assert difference([0.3, 0.7], [0.1, 0.5]) == pytest.approx((0.2, 0.0))


def test_rounded_chances_are_certain_together() -> None:
    assert rounded([1 / 3, 1 / 3, 1 / 3]) == (3334, 3333, 3333)
    assert sum(rounded([0.12345, 0.54321, 0.33334])) == 10_000
