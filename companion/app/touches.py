"""Which touch is no new one, and which, corner after corner, asks for the staff."""

from math import inf

from companion.core.effects import Do
from companion.core.messages import GoTo, Message
from companion.core.page import Page

CORNER_SHARE = 0.12
"""How much of the shorter side of the screen a corner has."""

STEP_SECONDS = 2.0
"""How soon each corner must follow the one before."""

_ROUND = ((False, False), (True, False), (True, True), (False, True))
"""Right of the middle, and below it: corner after corner."""


class Corners:
    """How many of the corners have been touched in their order."""

    def __init__(self) -> None:
        self._touched = 0
        self._at = 0.0

    def touched(self, spot: tuple[float, float], size: tuple[int, int], at: float) -> int:
        """Return how many corners have been touched in their order, with this touch.

        Args:
            spot: Where, in pixels.
            size: Of the screen, in pixels.
            at: When, in seconds of the monotonic clock.
        """
        corner = _corner(spot, size)
        is_late = at - self._at > STEP_SECONDS
        place = 0 if is_late or self._touched == len(_ROUND) else self._touched
        if corner != _ROUND[place]:
            place = 0
        self._touched = place + 1 if corner == _ROUND[place] else 0
        self._at = at
        return self._touched


def _corner(spot: tuple[float, float], size: tuple[int, int]) -> tuple[bool, bool] | None:
    """Return which corner this is; None if it is none."""
    reach = CORNER_SHARE * min(size)
    (x, y), (wide, high) = spot, size
    if reach <= x < wide - reach or reach <= y < high - reach:
        return None
    return x >= wide / 2, y >= high / 2


ALL = len(_ROUND)

SWALLOWED = 3
"""From the third corner on a touch means nothing else: this is no play any more."""

TWICE_SECONDS = 0.6
"""So soon after a touch that led to the table, one at the same place is a second tap of it."""

BOUNCE_SECONDS = 0.2
"""So soon no hand touches one place twice and means two things, except to step or to type."""

TWICE_SHARE = 0.08
"""How far from the first a second tap lies at most, as a share of the shorter side."""


class Taps:
    """What was touched last, where and when: to tell a touch from the one before it."""

    def __init__(self) -> None:
        self._last: tuple[float, float, float, type[Page] | None] = (-inf, -inf, -inf, None)
        self._meant: Message | None = None

    def is_same(
        self,
        message: Message,
        spot: tuple[float, float],
        size: tuple[int, int],
        at: float,
        page: type[Page],
    ) -> bool:
        """Whether this touch is still the one before: the panel bounces, or a finger taps twice.

        Somebody who taps twice has not seen yet what the first tap led to. At the table, where a
        touch draws a tile, that takes longer: where another thing has come under the finger since,
        it is not meant.

        Args:
            message: What the touch means.
            spot: Where, in pixels.
            size: Of the screen, in pixels.
            at: When, in seconds of the monotonic clock.
            page: The page that is on the screen now.
        """
        x, y, before, there = self._last
        reach = TWICE_SHARE * min(size)
        is_near = abs(spot[0] - x) <= reach and abs(spot[1] - y) <= reach
        is_bounce = at - before < BOUNCE_SECONDS and not (page is there and _is_quick(message))
        if is_near and is_bounce:
            self._last = x, y, at, there
            return True
        is_other = message != self._meant and not _is_quick(message)
        has_come = page.is_table and there is not None and (is_other or not there.is_table)
        if is_near and has_come and at - before <= TWICE_SECONDS:
            return True
        self._last, self._meant = (*spot, at, page), message
        return False


def _is_quick(message: Message) -> bool:
    """Whether hands send this twice at once and mean both, where the page stays the same."""
    if isinstance(message, Do):
        return hasattr(message.method, "is_quick")
    return message.is_quick or isinstance(message, GoTo)
