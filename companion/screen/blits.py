"""What is copied to the screen for one item of the display list."""

from pygame import Rect, Surface

_BYTES_OF_A_PIXEL = 4

Blits = tuple[tuple[Surface, tuple[int, int]], ...]
"""Surfaces, and where the top left corner of each goes. They never lie over each other."""


def bounds(blits: Blits) -> Rect:
    """Return the rectangle around everything, of no size if there is nothing."""
    areas = [surface.get_rect(topleft=place) for surface, place in blits]
    return areas[0].unionall(areas[1:]) if areas else Rect(0, 0, 0, 0)


def moved(blits: Blits, by_x: int, by_y: int) -> Blits:
    """Return the same so many pixels further right and down."""
    return tuple((surface, (x + by_x, y + by_y)) for surface, (x, y) in blits)


def memory(blits: Blits) -> int:
    """Return how many bytes the surfaces take; a part of another surface takes none."""
    sizes = (surface.get_size() for surface, _ in blits if surface.get_parent() is None)
    return _BYTES_OF_A_PIXEL * sum(width * height for width, height in sizes)
