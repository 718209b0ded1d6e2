"""The sign of the staff on the screen: its four corners touched clockwise, from the upper left."""

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
