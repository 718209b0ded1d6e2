"""How long people played: the time between what they entered, long pauses left out."""

from collections.abc import Iterable
from itertools import pairwise

LONGEST_PAUSE_MS = 600_000
"""Ten minutes: whoever enters nothing for longer is not playing; more of a pause does not count."""

_MINUTE_MS = 60_000


def minutes(moments: Iterable[tuple[str, int, int]]) -> int:
    """Return how many minutes were played, rounded; at least 1 if anything was.

    Args:
        moments: When something was entered, in order: which start of the machine, milliseconds
            since then, and milliseconds since 1970 by the clock on the wall. The wall's clock
            counts only where the machine was started anew in between.
    """
    played = sum(_pause(*pair) for pair in pairwise(moments))
    return max(1, round(played / _MINUTE_MS)) if played else 0


def _pause(before: tuple[str, int, int], after: tuple[str, int, int]) -> int:
    is_same_start = bool(before[0]) and before[0] == after[0]
    passed = after[1] - before[1] if is_same_start else after[2] - before[2]
    return min(max(0, passed), LONGEST_PAUSE_MS)
