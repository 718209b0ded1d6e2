"""The controls of the panel, as the pages know them, and what turning the dial leads to."""

from collections.abc import Sequence
from enum import StrEnum
from typing import TypeVar

Value = TypeVar("Value")


class Control(StrEnum):
    """What can be pressed. The values are the names in settings, scripts and the hardware."""

    P1 = "p1"
    P2 = "p2"
    P3 = "p3"
    P4 = "p4"
    P5 = "p5"
    RA = "ra"
    OK = "ok"
    UNDO = "undo"
    DIAL = "dial"


PLAYER_CONTROLS = (Control.P1, Control.P2, Control.P3, Control.P4, Control.P5)
"""The five player buttons."""

BUTTONS = len(PLAYER_CONTROLS)
"""Player buttons on the panel, each with its colour and emblem; 0 is the first."""

CHOOSERS = (*PLAYER_CONTROLS, Control.RA, Control.OK, Control.DIAL)
"""The controls that choose one of up to eight things, in their order."""


def stepped(values: Sequence[Value], now: Value, steps: int = 1) -> Value:
    """Return the value this many steps further on, or back if they are negative.

    After the last comes the first.

    Raises:
        ValueError: The value now is none of them.
    """
    return values[(values.index(now) + steps) % len(values)]


def reached(values: Sequence[Value], now: Value | None, steps: int) -> Value:
    """Return the same for a dial that may point at none of them yet: it begins at either end."""
    if now is None or now not in values:
        return values[(steps - 1 if steps > 0 else steps) % len(values)]
    return stepped(values, now, steps)
