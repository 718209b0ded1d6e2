"""Tables for the oracle, laid as a test wants them, and what it plays there."""

import pytest

from tests.oracle.header import Header
from tests.oracle.oracle import Event, Oracle, Refused

NAMES = ["Anna", "Ben", "Cleo", "Dan", "Eva"]
"""Enough players for every table."""


def seats(count: int, **more: object) -> Header:
    """Return the header of a game with this many players."""
    return {"players": NAMES[:count], **more}


def table(count: int, **more: object) -> Oracle:
    """Return a game that has just begun."""
    return Oracle(seats(count, **more))


def play(oracle: Oracle, *events: Event) -> None:
    """Play some lines in a row."""
    for event in events:
        oracle.play(event)


def give(oracle: Oracle, seat: int, **tiles: int) -> None:
    """Move tiles from the bag to a player."""
    for kind, number in tiles.items():
        oracle.bag[kind] -= number
        oracle.players[seat]["tiles"][kind] = number


def lay(oracle: Oracle, *tiles: str | None) -> None:
    """Move tiles from the bag to the auction track; None leaves a gap."""
    for slot, tile in enumerate(tiles):
        oracle.lane[slot] = tile
        if tile is not None:
            oracle.bag[tile] -= 1


def turn_down(oracle: Oracle, seat: int, *suns: int) -> None:
    """Turn suns over, as if they had been won in this epoch."""
    player = oracle.players[seat]
    player["up"] = [sun for sun in player["up"] if sun not in suns]
    player["down"] = sorted([*player["down"], *suns])
    oracle.sales += len(suns)


def owned(oracle: Oracle, seat: int) -> dict[str, int]:
    """Return the tiles of a player, as the state prints them."""
    tiles: dict[str, int] = oracle.state()["players"][seat]["tiles"]
    return tiles


def keys(oracle: Oracle) -> set[str]:
    """Return what kinds of line are legal."""
    return {key for line in oracle.legal() for key in line}


def assert_refused(oracle: Oracle, event: Event) -> None:
    """See that a line is refused and changes nothing."""
    before = oracle.state()
    with pytest.raises(Refused, match=r"\.$"):
        oracle.play(event)
    assert oracle.state() == before


PASS: Event = {"pass": True}
INVOKE: Event = {"invoke": True}
DONE: Event = {"done": True}
RA: Event = {"draw": "ra"}


def lone() -> Oracle:
    """Return a game in which only Anna has suns face up, 9 and 6."""
    oracle = table(2)
    turn_down(oracle, 0, 2, 5)
    turn_down(oracle, 1, 3, 4, 7, 8)
    return oracle
