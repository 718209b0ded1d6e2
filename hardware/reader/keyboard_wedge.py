"""Readers that act as a keyboard: they type a number and Enter faster than any hand."""

from typing import NamedTuple

from hardware.events import TagRead
from hardware.readers.frames import normal

FAST_SECONDS = 0.05
"""How far apart a reader's keys are at most; a hand's are further."""

SHORTEST = 4
"""How many characters a number has at least."""

LONGEST = 64
"""How many it has at most."""

ENTER = "\r\n"
"""What ends a number."""


class Wedge(NamedTuple):
    """Characters of which it is not yet known whether a reader or a hand types them."""

    text: str = ""
    """The characters so far."""

    at: float = 0.0
    """When the last one came, in seconds of the monotonic clock."""


class Typed(NamedTuple):
    """What came of a key, or of waiting for one."""

    wedge: Wedge
    """What is waited for now."""

    tag: TagRead | None = None
    """The tag, if a reader has typed its number."""

    by_hand: str = ""
    """Characters that a hand has typed after all: to be taken as keys, in this order."""


def typed(wedge: Wedge, character: str, at: float) -> Typed:
    """Return what follows from one more character."""
    wedge, _, by_hand = waited(wedge, at)
    if character in ENTER and len(wedge.text) >= SHORTEST:
        return Typed(Wedge(), TagRead(normal(wedge.text), at), by_hand)
    text = wedge.text + character
    if character in ENTER or len(text) > LONGEST:
        return Typed(Wedge(), by_hand=by_hand + text)
    return Typed(Wedge(text, at), by_hand=by_hand)


def waited(wedge: Wedge, now: float) -> Typed:
    """Return what follows from the time that has passed; ask when ``deadline`` says."""
    due = deadline(wedge)
    if due is None or now < due:
        return Typed(wedge)
    return Typed(Wedge(), by_hand=wedge.text)


def deadline(wedge: Wedge) -> float | None:
    """Return when the characters will count as typed by hand; ``None``: there are none."""
    return wedge.at + FAST_SECONDS if wedge.text else None
