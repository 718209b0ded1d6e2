"""The desk of a table without a Pi, drawn below the table: the panel and the bag, to be clicked."""

from collections.abc import Iterator

from companion.core.desk import Desk, Hand
from companion.view.desk_bag import drawn_bag
from companion.view.desk_panel import drawn_panel
from companion.view.look import Look
from companion.view.plate import HIGH, WIDE, Piece, Plate
from companion.view.scene import Box, Rect, Scene, Target

_GROUND, _GROUND_BELOW = (27, 20, 17), (12, 9, 8)
_NARROW = 1.1
"""A window that is not so many times as wide as a plate has them one below the other."""
_LARGEST = 1.25
"""In pixels; more would only be larger than a real panel."""


def desk_height(width: int) -> int:
    """Return how high the desk is in a window of this width, in pixels."""
    unit, is_stacked = _measure(width)
    return round(unit * HIGH) * (2 if is_stacked else 1)


def desk(look: Look, shown: Desk, rect: Rect) -> Scene[Hand]:
    """Return the desk in this part of a window, and what a click means where.

    Args:
        look: In which words and letters.
        shown: How the simulated hardware stands.
        rect: As wide as the window, and as high as ``desk_height`` says.
    """
    pieces = tuple(_pieces(look, shown, rect))
    items = tuple(each for each in pieces if not isinstance(each, Target))
    targets = tuple(each for each in pieces if isinstance(each, Target))
    return Scene((rect.x + rect.w, rect.y + rect.h), items, targets)


def _pieces(look: Look, shown: Desk, rect: Rect) -> Iterator[Piece]:
    unit, is_stacked = _measure(rect.w)
    wide, high = round(WIDE * unit), round(HIGH * unit)
    left = rect.x + (rect.w - (1 if is_stacked else 2) * wide) // 2
    below, beside = (high, 0) if is_stacked else (0, wide)
    yield Box(rect, _GROUND, bottom=_GROUND_BELOW)
    yield from drawn_panel(Plate(look, Rect(left, rect.y, wide, high), unit), shown)
    bag = Rect(left + beside, rect.y + below, wide, high)
    yield from drawn_bag(Plate(look, bag, unit), shown)


def _measure(width: int) -> tuple[float, bool]:
    """Return pixels of one unit, and whether the bag lies below the panel instead of beside it."""
    is_stacked = width < WIDE * _NARROW
    return min(_LARGEST, width / (WIDE if is_stacked else 2 * WIDE)), is_stacked
