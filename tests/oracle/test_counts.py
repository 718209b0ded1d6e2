"""Whole games of the oracle, and the counts of positions that are pinned."""

from itertools import takewhile
from typing import Any

import pytest

from tests.oracle.header import Header
from tests.oracle.oracle import Event, Oracle
from tests.oracle.perft import bag_order, game, perft, positions

PASS: Event = {"pass": True}


def seats(count: int) -> Header:
    """Return the header of a game with this many players."""
    return {"players": ["Anna", "Ben", "Cleo", "Dan", "Eva"][:count]}


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
    oracle = Oracle(seats(count))
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
