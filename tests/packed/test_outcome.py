"""What a whole game comes to by the packed rules is what the readable ones say."""

from collections import Counter
from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any

import msgspec
import pytest

from companion.rules.actions import Bid, Discard
from companion.rules.editions import NoPenalty, setup
from companion.rules.model import new_game
from companion.rules.packed import kernel, outcome
from companion.rules.packed.positions import packed, packed_action
from companion.rules.records.record import read_header
from companion.rules.records.timeline import Timeline, begin, enter
from companion.statistics.game import FinishedGame, places, results, told
from tests.random_games import random_game
from tests.rules.against_the_oracle import a_header
from tests.rules.table import NAMES

GAMES = 120


def played(rules: ModuleType) -> Callable[..., Any]:
    """The function of the packed rules, as it is written or compiled with them."""
    found: Callable[..., Any] = getattr(rules, "outcome_of", outcome.outcome_of)
    return found


def whole_game(seed: int) -> Timeline:
    """A random game with any options that are allowed."""
    dice = Random(seed)  # noqa: S311 - dice
    game = begin(read_header(msgspec.json.encode(a_header(dice))))
    for action in random_game(game.start.setup, dice):
        game = enter(game, action)
    return game


def facts(by_readable_rules: FinishedGame) -> tuple[Any, ...]:
    return (
        [(buy.seat, buy.paid, buy.tiles, buy.points) for buy in by_readable_rules.buys],
        [cause.value == "ra_track" for cause in by_readable_rules.causes],
        [list(scored or ()) for scored in by_readable_rules.scored],
    )


def test_lots_epochs_and_points_are_those_of_the_readable_rules(rules: ModuleType) -> None:
    seen: Counter[object] = Counter()
    for seed in range(GAMES):
        game = whole_game(seed)
        table = rules.at(packed(game.start))
        actions = [packed_action(moment.action) for moment in game.moments]  # type: ignore[arg-type]
        expected = told(game)
        assert expected is not None
        assert played(rules)(table, actions) == facts(expected)
        assert table.phase == kernel.OVER
        assert tuple(table.scores()) == results(game)
        order = table.ranking()
        assert tuple(order.index(seat) + 1 for seat in range(len(order))) == places(game)
        seen.update(type(moment.action) for moment in game.moments)
        seen[(len(order), game.start.setup.options.two_player_no_penalty)] += 1
    assert seen[Discard]
    assert all(seen[2, each] for each in NoPenalty)


def test_a_game_that_is_not_over_has_lots_and_no_epoch(rules: ModuleType) -> None:
    game = new_game(setup(NAMES[:2]))
    sun = game.players[game.active].up[0]
    table = rules.at(packed(game))
    said = [kernel.INVOKE, kernel.PASS, packed_action(Bid(sun))]
    lots, by_ra, scored = played(rules)(table, said)
    assert lots == [(game.active, sun, 0, 0)]
    assert (by_ra, scored) == ([], [[0] * 8] * 2)
    assert table.phase == kernel.TURN


def test_what_is_not_allowed_is_refused_wherever_it_stands(rules: ModuleType) -> None:
    table = rules.at(packed(new_game(setup(NAMES[:3]))))
    with pytest.raises(ValueError, match="do not allow"):
        played(rules)(table, [kernel.INVOKE, kernel.INVOKE])


def test_what_two_halves_come_to_is_what_the_whole_comes_to(rules: ModuleType) -> None:
    game = whole_game(1)
    actions = [packed_action(moment.action) for moment in game.moments]  # type: ignore[arg-type]
    table = rules.at(packed(game.start))
    middle = len(actions) // 2
    before, after = (played(rules)(table, part) for part in (actions[:middle], actions[middle:]))
    whole = played(rules)(rules.at(packed(game.start)), actions)
    assert (before[0] + after[0], before[1] + after[1]) == whole[:2]
