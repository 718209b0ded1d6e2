"""Plain surfaces, made without a window: with or without transparency, faded, tinted."""

from collections.abc import Sequence
from itertools import chain

from pygame import BLEND_RGB_ADD, BLEND_RGB_MULT, BLEND_RGBA_MULT, SRCALPHA, Rect, Surface
from pygame.image import frombytes
from pygame.transform import scale

from companion.view.scene import Colour

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


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """Return the colour that lies this share (0 to 1) of the way to the other."""
    (red, green, blue), (to_red, to_green, to_blue) = one, other
    return (
        round(red + (to_red - red) * share),
        round(green + (to_green - green) * share),
        round(blue + (to_blue - blue) * share),
    )


def shaded(colour: Colour, by: float) -> Colour:
    """Return a darker tone: middle tones lose this share, the lightest keep their light."""
    red, green, blue = (round(c * (1 - by * (255 - c) / 255)) for c in colour)
    return red, green, blue
