"""Whole games of the oracle, and the counts of positions that are pinned."""

from itertools import takewhile
from typing import Any

import pytest

from tests.oracle.laying import PASS, play, seats, table
from tests.oracle.oracle import Event, Oracle
from tests.oracle.perft import bag_order, census, game, lines, numbers, perft, positions


def shortcut_agrees(oracle: Oracle, line: Event) -> bool:
    """Whether a line that tells a whole auction ends where the bids one by one end."""
    short, long = oracle.copy(), oracle.copy()
    short.play(line)
    for seat in oracle.to_bid:
        wins = line.get("won") in oracle.players[seat]["up"]
        long.play({"bid": line["won"]} if wins else PASS)
    return {**short.state(), "seq": 0} == {**long.state(), "seq": 0}


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_a_whole_game_keeps_the_invariants_and_says_each_line_once(count: int) -> None:
    oracle = table(count)
    for event in game(seats(count), seed=count):
        legal = oracle.legal()
        assert len({repr(line) for line in legal}) == len(legal)
        shortcuts = [line for line in legal if line.keys() & {"won", "unsold"}]
        assert all(shortcut_agrees(oracle, line) for line in shortcuts)
        copied = oracle.copy()
        before = copied.state()
        oracle.play(event)
        assert copied.state() == before
    assert oracle.phase == "over"
    assert oracle.checked >= 7 * oracle.seq


def test_other_games_end_too() -> None:
    for seed in range(20):
        assert game(seats(2 + seed % 4, ra_limit=1 + seed % 10), seed)


def test_the_numbers_are_those_of_the_generator_described() -> None:
    dice = numbers(1)
    first = 1103515245 + 12345
    second = (1103515245 * first + 12345) % 2**31
    assert [next(dice), next(dice)] == [first // 2**16, second // 2**16]


def test_a_bag_holds_the_whole_box_in_an_order_of_its_own() -> None:
    assert sorted(bag_order(1)) == sorted(bag_order(2))
    assert bag_order(1) != bag_order(2)


def test_the_first_two_lines_of_a_game_can_be_counted_by_hand() -> None:
    order = sorted(bag_order(1), key=lambda tile: tile != "nile")
    # Draw or invoke; after a Nile the same two, after invoking Ben's four suns and his pass.
    assert perft(seats(3), order, 2) == [2, 2 + 5]


@pytest.mark.parametrize("position", positions(), ids=lambda position: position["name"])
def test_the_pinned_counts_are_found_again(position: dict[str, Any]) -> None:
    depth = len(list(takewhile(lambda number: number <= 500, position["lines"])))
    order = bag_order(position["bag"])
    assert depth >= 4
    found = perft(position["header"], order, depth, position["prefix"])
    assert found == position["lines"][:depth]


def test_the_pinned_counts_hold_every_kind_of_line() -> None:
    held = {kind for position in positions() for kind in position["kinds"]}
    assert held == {"draw", "invoke", "god", "done", "bid", "pass", "discard"}
    for position in positions():
        assert sum(position["lines"]) == sum(position["kinds"].values())


def epochs_ended(oracle: Oracle, order: list[str], depth: int) -> int:
    """Count the lines, up to so many deep, that end an epoch."""
    ended = 0
    for line in lines(oracle, order) if depth else []:
        beneath = oracle.copy()
        beneath.play(line)
        ended += (beneath.scored is not None) + epochs_ended(beneath, order, depth - 1)
    return ended


@pytest.mark.parametrize(
    "position",
    [position for position in positions() if "suns left" in position["name"]],
    ids=lambda position: position["name"],
)
def test_some_pinned_positions_cross_the_end_of_an_epoch(position: dict[str, Any]) -> None:
    oracle = Oracle(position["header"])
    play(oracle, *position["prefix"])
    assert epochs_ended(oracle, bag_order(position["bag"]), 6) > 0


def test_the_census_adds_up_to_the_counts() -> None:
    split = census(seats(3), bag_order(1), 4)
    assert [sum(kinds.values()) for kinds in split] == perft(seats(3), bag_order(1), 4)
    assert set(split[0]) == {"draw", "invoke"}
