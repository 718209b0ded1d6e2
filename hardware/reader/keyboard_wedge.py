"""Readers that act as a keyboard: they type a number and Enter faster than any hand.

Times are those at which keys went down, in seconds of the monotonic clock. A program that was busy
meanwhile may not know exactly: then a key went down after it had looked before.
"""

from typing import NamedTuple

import msgspec

from hardware.events import TagRead
from hardware.tags import normal

FAST_SECONDS = 0.05
"""The longest time between a reader's keys; a hand is slower."""

SHORTEST = 4
"""The fewest characters of a number."""

LONGEST = 64
"""The most characters of a number."""

ENTER = "\r\n"
"""What ends a number."""


class Wedge(msgspec.Struct, frozen=True):
    """Characters that a reader or a hand may be typing; not yet known which."""

    text: str = ""
    """The characters so far."""

    at: float = 0.0
    """When the last one came, at the latest."""


class Typed(NamedTuple):
    """The result of a key, or of waiting for one."""

    wedge: Wedge
    """What is waited for now."""

    tag: TagRead | None = None
    """The tag, if a reader has typed its number."""

    by_hand: str = ""
    """Characters typed by hand after all: to be treated as keys, in this order."""


def typed(wedge: Wedge, character: str, at: float, since: float | None = None) -> Typed:
    """Return what follows from one more character.

    Args:
        wedge: What is waited for.
        character: What was typed.
        at: When, at the latest.
        since: When at the earliest, if that is not the same.
    """
    wedge, _, by_hand = waited(wedge, at if since is None else since)
    if character in ENTER and len(wedge.text) >= SHORTEST:
        return Typed(Wedge(), TagRead(normal(wedge.text), at), by_hand)
    text = wedge.text + character
    if character in ENTER or len(text) > LONGEST:
        return Typed(Wedge(), by_hand=by_hand + text)
    return Typed(Wedge(text, at), by_hand=by_hand)


def waited(wedge: Wedge, now: float) -> Typed:
    """Return what follows from nothing having come until now; ask when ``deadline`` says."""
    due = deadline(wedge)
    if due is None or now < due:
        return Typed(wedge)
    return Typed(Wedge(), by_hand=wedge.text)


def deadline(wedge: Wedge) -> float | None:
    """Return when the characters will count as typed by hand; ``None`` if there are none."""
    return wedge.at + FAST_SECONDS if wedge.text else None
