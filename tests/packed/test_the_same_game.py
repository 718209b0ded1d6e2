"""The packed rules play the same game as the readable ones and as the oracle."""

import json
from collections import Counter
from itertools import combinations_with_replacement
from random import Random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from msgspec.structs import replace

from companion.rules.actions import (
    BIDS,
    DRAWS,
    END_GODS,
    GODS,
    INVOKE,
    PASS,
    UNSOLD,
    Action,
    Discard,
    Won,
)
from companion.rules.editions import Seat, setup
from companion.rules.legal import legal_actions
from companion.rules.model import Disaster, Game, new_game
from companion.rules.packed import kernel
from companion.rules.packed.positions import packed, packed_action, readable
from companion.rules.play import play
from companion.rules.records.record import read_header
from companion.rules.tiles import FAMILIES, KINDS, Family, bundle
from tests.oracle.oracle import Oracle
from tests.oracle.perft import positions
from tests.packed.side_by_side import AGAIN, GENERATIONS, assert_same, census, compare_a_deal
from tests.rules import side_by_side
from tests.rules.against_the_oracle import EAGERNESS, a_header
from tests.rules.games import positions as any_positions
from tests.rules.table import NAMES

DEALS = 32
"""Every one ends in many ways; `make proof` compares a million games."""


ENDS = sum(AGAIN**generation for generation in range(GENERATIONS + 1))


@pytest.mark.parametrize("first", range(0, DEALS, 16))
def test_every_state_and_every_choice_of_thousands_of_games_is_the_same(
    first: int, rules: ModuleType
) -> None:
    found = sum((compare_a_deal(seed, rules) for seed in range(first, first + 16)), Counter[str]())
    assert 0.8 * 16 * ENDS < found["games"] <= 16 * ENDS
    assert found["states"] > 20 * found["games"]


@pytest.mark.parametrize("first", range(0, 24, 12))
def test_the_oracle_finds_the_same_states_and_accepts_the_same_lines(
    first: int, rules: ModuleType
) -> None:
    for seed in range(first, first + 12):
        dice = Random(seed)  # noqa: S311 - no secret
        header = a_header(dice)
        oracle = Oracle(header)
        game = new_game(read_header(json.dumps(header).encode()))
        table, eagerness = rules.at(packed(game)), dice.choice(EAGERNESS)
        while oracle.phase != "over":
            lines = oracle.legal()
            allowed = {packed_action(side_by_side.action_of(line)) for line in lines}
            assert allowed == accepted(table, allowed), f"seed {seed}, line {oracle.seq}"
            line = drawn(lines, dice, eagerness)
            table.play(packed_action(side_by_side.action_of(line)))
            oracle.carry_out(line)
            oracle.scored = None  # a position does not say what has just been scored
            side_by_side.assert_same(readable(table.words(), game.setup), (), oracle)


def drawn(lines: list[side_by_side.Line], dice: Random, eagerness: float) -> side_by_side.Line:
    """Return one of the lines; the more eager, the sooner a draw."""
    draws = [line for line in lines if "draw" in line]
    others = lines[len(draws) :]
    return dice.choice(draws if draws and dice.random() < eagerness else others)


_SHORT: list[Action] = [INVOKE, END_GODS, PASS, UNSOLD, *DRAWS.values(), *GODS, *BIDS.values()]


SHORT = [*map(packed_action, _SHORT), *(packed_action(Won(sun)) for sun in BIDS)]
"""Every action but giving up tiles."""


HANDFULS = [
    packed_action(Discard(tiles))
    for family in (Family.CIVILISATION, Family.MONUMENT)
    for number in range(1, 5)
    for tiles in combinations_with_replacement(FAMILIES[family], number)
    if max(map(tiles.count, tiles)) < 4
]
"""Ways to give up one to four tiles."""


NONSENSE = [
    *(-1, 0, kernel.REACH, 10, 15, 24 << 4 | kernel.DRAW, -1 << 4 | kernel.DRAW),
    *(8 << 4 | kernel.GOD, -1 << 4 | kernel.GOD, 3 << 4 | kernel.BID, 0 << 4 | kernel.BID),
    *(3 << 4 | kernel.WON, 1 << 20 | kernel.WON, 1 << 20 | kernel.BID, -1 << 4 | kernel.DISCARD),
    *(1 << 4 | kernel.PASS, 1 << 4 | kernel.INVOKE, 1 << 4 | kernel.DONE, 1 << 4 | kernel.UNSOLD),
    *(1 << 43 | kernel.DISCARD, 0 << 4 | kernel.DISCARD),
]
"""What is no action at all."""


def accepted(table: kernel.Table, besides: set[int]) -> set[int]:
    """Return all actions that are accepted; one that is not changes nothing."""
    before, found = table.words(), set()
    for action in {*SHORT, *NONSENSE, *besides}:
        after = table.copy()
        try:
            after.play(action)
        except ValueError:
            assert after.words() == before
        else:
            found.add(action)
    return found


@given(game=any_positions())
def test_what_the_readable_rules_refuse_is_refused(rules: ModuleType, game: Game) -> None:
    allowed = {packed_action(action) for action in legal_actions(game)}
    assert accepted(rules.at(packed(game)), {*allowed, *HANDFULS}) == allowed


@pytest.mark.parametrize("unrests", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("earthquakes", [0, 1, 2])
@pytest.mark.parametrize("ra_player", [None, 2])
def test_many_disasters_at_once_leave_the_same_choices(
    rules: ModuleType, unrests: int, earthquakes: int, ra_player: Seat | None
) -> None:
    game = new_game(setup(NAMES[:3]))
    held = bundle(tile for tile in KINDS for _ in range(3) if tile.family in TAKEN)
    first = replace(game.players[0], tiles=held)
    stage = Disaster(unrests, earthquakes, ra_player) if unrests or earthquakes else game.stage
    game = replace(game, players=(first, *game.players[1:]), stage=stage)
    table = rules.at(packed(game))
    assert_same(game, table)
    for action in legal_actions(game)[-3:]:
        after = table.copy()
        after.play(packed_action(action))
        assert_same(play(game, action)[0], after)


TAKEN = (Family.CIVILISATION, Family.MONUMENT)


@pytest.mark.parametrize("pinned", positions(), ids=lambda pinned: pinned["name"])
def test_the_pinned_counts_are_found(pinned: dict[str, Any], rules: ModuleType) -> None:
    found = census(pinned, len(pinned["lines"]), rules)
    assert [kinds.total() for kinds in found] == pinned["lines"]
    assert sum(found, Counter()) == pinned["kinds"]


@given(game=any_positions())
def test_a_position_comes_back_as_it_was(rules: ModuleType, game: Game) -> None:
    words = packed(game)
    assert all(0 <= word < 1 << 62 for word in words)
    assert rules.at(words).words() == words
    assert rules.at(words).copy().words() == words
    assert readable(words, game.setup) == game


def test_a_copy_goes_its_own_way(rules: ModuleType) -> None:
    table = rules.at(packed(new_game(setup(NAMES[:4]))))
    before, other = table.words(), table.copy()
    other.playout(rules.Dice(1))
    assert other.words() != before
    assert table.words() == before
