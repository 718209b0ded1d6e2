"""The sky above the table: bands of colour, stars, and two ranges of hills at the horizon."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby, product
from math import cos, hypot, pi, sin

from pygame import Surface
from pygame.transform import smoothscale

from companion.screen.surfaces import Blits, rasterised, row_of, rows_of, shaded
from companion.ui.scene import Colour, Rays, Sky
from companion.ui.theme import between

_STAR: Colour = (225, 225, 240)

_AREA_OF_A_STAR = 1400
"""Square pixels for each star, on a screen 1280 wide."""

_REFERENCE_WIDTH = 1280

_GROUND_SHADE = 0.35

_STRIP = 160
"""Pixels across; the common screens are so many strips wide."""

_HILL_SHADE = 0.5

_WAVES_FAR = ((0.086, 0, 0.0), (0.016, 1.3, 0.4), (0.007, 3.1, 2.2))

_WAVES_NEAR = ((0.046, 0, 0.0), (0.014, 1.1, 2.6), (0.005, 2.7, 0.9))
"""Height as a share of the sky, waves across the width, where the first one begins (radians)."""


def drawn_sky(sky: Sky) -> Blits:
    """Return the air and the ground below it, always the same pixels for the same sky."""
    width, height = sky.rect.w, sky.rect.h
    horizon = min(sky.horizon, height)
    parts = []
    if horizon:
        parts.append((_above(sky, horizon), (0, 0)))
    if horizon < height:
        strip = _ground(height, sky.ground).subsurface((0, 0, _STRIP, height - horizon))
        parts += [(strip, (x, horizon)) for x in range(0, width - _STRIP + 1, _STRIP)]
        if rest := width % _STRIP:
            last = strip.subsurface((0, 0, rest, height - horizon))
            parts.append((last, (width - rest, horizon)))
    return tuple(parts)


def _above(sky: Sky, rows: int) -> Surface:
    surface = _day(sky, rows) if sky.day else rows_of(_air(sky)[:rows], sky.rect.w)
    if sky.rays is not None:
        surface = _shone_on(surface, sky.rays)
    if sky.stars:
        _paint_stars(surface, sky)
    _paint_hills(surface, sky, sky.hills, _WAVES_FAR)
    _paint_hills(surface, sky, shaded(sky.hills, _HILL_SHADE), _WAVES_NEAR)
    if rows < sky.rect.h:
        line = between(sky.bands[-1], sky.ground, 0.2)
        surface.fill(line, (0, sky.horizon - 1, sky.rect.w, 1))
    return surface


def _day(sky: Sky, rows: int) -> Surface:
    """Return so many rows of a whole day, computed coarsely: its colours change slowly."""
    wide, high = _DAY
    coarse = Surface(_DAY)
    for x, y in product(range(wide), range(high)):
        hour = x / (wide - 1) * (len(sky.day) - 1)
        past = min(int(hour), len(sky.day) - 2)
        left, right = (_at(bands, y / (high - 1)) for bands in sky.day[past : past + 2])
        coarse.set_at((x, y), between(left, right, hour - past))
    return smoothscale(coarse, (sky.rect.w, sky.horizon)).subsurface((0, 0, sky.rect.w, rows))


_DAY = 32, 16
"""Columns and rows that are computed of a day."""


def _at(bands: tuple[Colour, ...], height: float) -> Colour:
    """Return the colour between the bands this far from the top, 0 to 1."""
    place = height * (len(bands) - 1)
    upper = min(int(place), len(bands) - 2)
    return between(bands[upper], bands[upper + 1], place - upper)


@lru_cache(maxsize=1)
def _ground(height: int, colour: Colour) -> Surface:
    """Return a strip of the ground, a little darker further down, as tall as the whole sky.

    One for all pages, which lay it side by side and show as much of it as they need: broad ones
    would take a quarter of the memory for pictures.
    """
    low = shaded(colour, _GROUND_SHADE)
    return rows_of([between(colour, low, y / height) for y in range(height)], _STRIP)


def _air(sky: Sky) -> tuple[Colour, ...]:
    """Return the colour of the air at each height, between the two bands it lies between."""
    last = len(sky.bands) - 1
    if not last:
        return sky.bands * sky.horizon
    places = (y / sky.horizon * last for y in range(sky.horizon))
    return tuple(
        between(sky.bands[upper], sky.bands[upper + 1], place - upper)
        for place in places
        for upper in (int(place),)
    )


_RAYS = 22
"""How many fall all around, as broad as what is between them."""

_RAY, _HALO = 0.25, 0.6
"""How strong their light is, and that around where they come from."""


_COARSE = 3
"""Light is drawn with so many times fewer rows and columns: its edges are soft, and it is quick."""


def _shone_on(air: Surface, rays: Rays) -> Surface:
    """Return the air with the light in it."""
    width, height = air.get_size()
    small = max(1, width // _COARSE), max(1, height // _COARSE)
    coarse = smoothscale(air, small)
    drawing = _light(small[0] * _COARSE, small[1] * _COARSE, rays)
    coarse.blit(rasterised(drawing, small), (0, 0))
    return smoothscale(coarse, (width, height))


def _light(width: int, height: int, rays: Rays) -> str:
    """Return a drawing of the light that lies over so much air."""
    far, step = hypot(width, height), 2 * pi / _RAYS
    wedges = []
    for ray in range(_RAYS):
        ends = (step * (ray + rays.turn + side) for side in (-0.25, 0.25))
        corners = (f"L{rays.x + far * sin(end):.1f} {rays.y - far * cos(end):.1f}" for end in ends)
        wedges.append(f"M{rays.x} {rays.y}{''.join(corners)}Z")
    colour = f"rgb{rays.colour}".replace(" ", "")
    halo = (
        f'<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="{rays.x}" cy="{rays.y}" '
        f'r="{height}"><stop offset="0" stop-color="{colour}" stop-opacity="{_HALO}"/>'
        f'<stop offset="1" stop-color="{colour}" stop-opacity="0"/></radialGradient>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f"<defs>{halo}</defs>"
        f'<path d="{"".join(wedges)}" fill="{colour}" fill-opacity="{_RAY}"/>'
        f'<circle cx="{rays.x}" cy="{rays.y}" r="{height}" fill="url(#g)"/></svg>'
    )


def _paint_stars(surface: Surface, sky: Sky) -> None:
    """Scatter the stars where it is dark, thicker towards the top; a few are bigger."""
    unit = max(1, round(sky.rect.w / _REFERENCE_WIDTH))
    count = sky.rect.w * sky.horizon // (_AREA_OF_A_STAR * unit * unit)
    numbers = _scattered()
    for _ in range(count):
        x = int(next(numbers) * sky.rect.w)
        y = int(next(numbers) ** 1.6 * sky.horizon * 0.96)
        light = next(numbers)
        side = unit * 2 if next(numbers) > 0.93 else unit  # noqa: PLR2004 (one star in fourteen)
        red, green, blue, _ = surface.get_at((x, min(y, surface.get_height() - 1)))
        if red + green + blue < _DAWN and y < surface.get_height():
            air = (red, green, blue)
            surface.fill(between(air, _STAR, 0.25 + 0.7 * light), (x, y, side, side))


_DAWN = 240
"""Where red, green and blue are more than this together, stars are not seen."""


def _scattered() -> Iterator[float]:
    """Yield numbers from 0 to 1 that look like chance and are always the same."""
    state = 180
    while True:
        state = (state * 1664525 + 1013904223) % 2**32
        yield state / 2**32


def _paint_hills(
    surface: Surface, sky: Sky, colour: Colour, waves: tuple[tuple[float, float, float], ...]
) -> None:
    """Draw one range, its ridge softened by the share of a pixel it covers.

    Points of the ridge that lie side by side stand on one box of solid hill.
    """
    tops = _ridge(sky.rect.w, sky.horizon, waves)
    edge = row_of(colour, [round(255 * (1 - top % 1)) for top in tops])
    floor, at = min(sky.horizon, sky.rect.h), 0
    for row, run in groupby(map(int, tops)):
        across = len(tuple(run))
        if 0 <= row < floor:
            surface.fill(colour, (at, row + 1, across, sky.horizon - row - 1))
            surface.blit(edge, (at, row), (at, 0, across, 1))
        at += across


@lru_cache(maxsize=4)
def _ridge(width: int, deep: int, waves: tuple[tuple[float, float, float], ...]) -> list[float]:
    """Return how far below the top of the sky the hills begin, for each point across."""
    (level, _, _), (high, waves_high, high_at), (low, waves_low, low_at) = waves
    return [
        deep
        - deep
        * (
            level
            + high * sin(across * waves_high + high_at)
            + low * sin(across * waves_low + low_at)
        )
        for across in (2 * pi * x / width for x in range(width))
    ]
