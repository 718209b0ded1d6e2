"""Values in a ring: after the last comes the first."""

from collections.abc import Sequence
from typing import TypeVar

Value = TypeVar("Value")


def stepped(values: Sequence[Value], now: Value, steps: int = 1) -> Value:
    """Return the value this many steps further on, or back if they are negative.

    Raises:
        ValueError: The value now is none of them.
    """
    return values[(values.index(now) + steps) % len(values)]


def reached(values: Sequence[Value], now: Value | None, steps: int) -> Value:
    """Return the same for a dial that may point at none of them yet: it begins at either end."""
    if now is None or now not in values:
        return values[(steps - 1 if steps > 0 else steps) % len(values)]
    return stepped(values, now, steps)
