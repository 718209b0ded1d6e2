"""Tables for the oracle, laid as a test wants them, and what it plays there."""

from tests.oracle.header import Header
from tests.oracle.oracle import Event, Oracle

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


PASS: Event = {"pass": True}
