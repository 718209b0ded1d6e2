"""Surfaces made without a window, and what is copied to the screen for an item."""

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from itertools import chain
from pathlib import Path

import pygame
from pygame import BLEND_RGB_ADD, BLEND_RGB_MULT, BLEND_RGBA_MULT, SRCALPHA, Rect, Surface
from pygame.image import frombytes
from pygame.transform import scale

from companion.ui.scene import Colour, Picture

BYTES_OF_A_PIXEL = 4

Blits = tuple[tuple[Surface, tuple[int, int]], ...]
"""Surfaces, and where the top left corner of each goes. They never lie over each other."""


def bounds(blits: Blits) -> Rect:
    """Return the rectangle around everything, of no size if there is nothing."""
    areas = [surface.get_rect(topleft=place) for surface, place in blits]
    return areas[0].unionall(areas[1:]) if areas else Rect(0, 0, 0, 0)


def moved(blits: Blits, by_x: int, by_y: int) -> Blits:
    """Return the same this many pixels further right and down."""
    return tuple((surface, (x + by_x, y + by_y)) for surface, (x, y) in blits)


def memory(blits: Blits) -> int:
    """Return how many bytes the surfaces take, each once; a part of another surface takes none."""
    each = {id(surface): surface for surface, _ in blits if surface.get_parent() is None}
    sizes = (surface.get_size() for surface in each.values())
    return BYTES_OF_A_PIXEL * sum(width * height for width, height in sizes)


def rasterised(svg: str, size: tuple[int, int]) -> Surface:
    """Return the drawing at this size in pixels, centred, its proportions kept.

    Of its ``svg`` element only the ``viewBox`` counts.

    Raises:
        ValueError: The drawing does not begin with an ``svg`` element that has a ``viewBox``.
    """
    root, _, inside = svg.partition("<svg ")[2].partition(">")
    shape = root.partition('viewBox="')[2].partition('"')[0]
    try:
        _, _, *sides = map(float, shape.split())
        scale = min(size[0] / sides[0], size[1] / sides[1])
    except (ValueError, IndexError, ZeroDivisionError):
        raise ValueError("A drawing without a viewBox") from None
    width, height = (max(1, round(side * scale)) for side in sides)
    sized = f'<svg viewBox="{shape}" width="{width}" height="{height}">{inside}'
    surface = clear(size)
    drawn = pygame.image.load(BytesIO(sized.encode()), "drawing.svg")
    place = ((size[0] - width) // 2, (size[1] - height) // 2)
    drawn.set_alpha(None)  # copied as it is, which is ten times quicker than blended with nothing
    surface.blit(drawn, place)
    return surface


class Pictures:
    """The drawings of one folder, read when first asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._svg = cache(self._read)

    def _read(self, name: str) -> str:
        return (self._folder / f"{name}.svg").read_text(encoding="utf-8")

    def drawn(self, picture: Picture) -> Surface:
        """Return the picture's pixels.

        Raises:
            FileNotFoundError: The folder has no drawing of this name.
        """
        surface = rasterised(self._svg(picture.name), (picture.rect.w, picture.rect.h))
        return faded(tinted(surface, picture.tint), picture.opacity)


_DEPTH = 32


def clear(size: tuple[int, int]) -> Surface:
    """Return a surface of this size through which everything is seen."""
    return Surface(size, SRCALPHA, _DEPTH)


def blank(size: tuple[int, int]) -> Surface:
    """Return a black surface of this size through which nothing is seen."""
    return Surface(size, 0, _DEPTH)


def opaque(surface: Surface) -> Surface:
    """Return a copy without transparency, which is copied to the screen much faster."""
    copy = blank(surface.get_size())
    copy.blit(surface, (0, 0))
    return copy


def faded(surface: Surface, opacity: float) -> Surface:
    """Return the surface itself, made this much weaker (1.0 is as it was)."""
    if opacity < 1:
        alpha = round(255 * max(0.0, opacity))
        surface.fill((255, 255, 255, alpha), special_flags=BLEND_RGBA_MULT)
    return surface


def tinted(surface: Surface, colour: Colour | None) -> Surface:
    """Return the surface itself, every visible point in this colour."""
    if colour is not None:
        surface.fill((0, 0, 0), special_flags=BLEND_RGB_MULT)
        surface.fill(colour, special_flags=BLEND_RGB_ADD)
    return surface


def stretched(surface: Surface, part: Rect, size: tuple[int, int]) -> Surface:
    """Return a part of the surface at another size, each point repeated."""
    return scale(surface.subsurface(part), size)


def rows_of(colours: Sequence[Colour], width: int) -> Surface:
    """Return an opaque surface with a row in each of these colours, from top to bottom."""
    column = opaque(frombytes(bytes(chain.from_iterable(colours)), (1, len(colours)), "RGB"))
    return scale(column, (width, len(colours)))


def row_of(colour: Colour, opacities: Sequence[int]) -> Surface:
    """Return a single row in one colour, whose points let through what lies below (0 to 255)."""
    points = bytearray(bytes((*colour, 0)) * len(opacities))
    points[3::4] = bytes(opacities)
    return frombytes(bytes(points), (len(opacities), 1), "RGBA")


def shaded(colour: Colour, by: float) -> Colour:
    """Return a darker tone: middle tones lose this share, the lightest keep their light."""
    red, green, blue = (round(c * (1 - by * (255 - c) / 255)) for c in colour)
    return red, green, blue
