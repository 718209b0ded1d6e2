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


def assert_refused(oracle: Oracle, event: Event) -> None:
    """See that a line is refused and changes nothing."""
    before = oracle.state()
    with pytest.raises(Refused, match=r"\.$"):
        oracle.play(event)
    assert oracle.state() == before


PASS: Event = {"pass": True}
INVOKE: Event = {"invoke": True}
RA: Event = {"draw": "ra"}
