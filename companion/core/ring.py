"""Values in a ring: after the last comes the first."""

from collections.abc import Sequence
from typing import TypeVar

Value = TypeVar("Value")


def stepped(values: Sequence[Value], now: Value, steps: int = 1) -> Value:
    """Return the value so many steps further on, or back if they are negative.

    Raises:
        ValueError: The value now is none of them.
    """
    return values[(values.index(now) + steps) % len(values)]
