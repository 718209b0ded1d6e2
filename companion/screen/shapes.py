"""Boxes and discs with smooth edges and soft light."""

from functools import lru_cache
from itertools import pairwise

from msgspec.structs import replace
from pygame import BLEND_RGBA_MULT, BLEND_RGBA_SUB, Rect, Surface

from companion.screen.surfaces import Blits, clear, faded, opaque, rasterised, stretched
from companion.ui.scene import Box, Colour, Disc, Polygon
from companion.ui.scene import Rect as Place

_WORTH_A_COPY = 1000
"""Square pixels from which several copies are quicker than one blend."""

_LEAST_BAND = 64
"""A band of fewer pixels is copied too often."""

_MOST_BANDS = 6

_PATCHES = 256
"""Corners of boxes that are kept, a few thousand bytes each; boxes of every size share them."""

_GLOW = 0.5
"""How strong the light is where it touches the box."""


def drawn_disc(disc: Disc) -> Blits:
    """Return the circle in the middle of the disc's square."""
    side = min(disc.rect.w, disc.rect.h)
    border = disc.border_px if disc.border is not None else 0
    radius = (side - border) / 2
    circle = (
        f'<circle cx="{side / 2}" cy="{side / 2}" r="{radius}" {_fill(disc.fill)} '
        f"{_stroke(disc.border, border)}/>"
    )
    surface = faded(rasterised(_svg((side, side), circle), (side, side)), disc.opacity)
    return ((surface, ((disc.rect.w - side) // 2, (disc.rect.h - side) // 2)),)


def drawn_polygon(polygon: Polygon) -> Blits:
    """Return the shape, in which slanting lines stand out from the fill."""
    size = wide, high = polygon.rect.w, polygon.rect.h
    rim = polygon.border_px if polygon.border is not None else 0
    corners = " ".join(
        f"{rim / 2 + x * (wide - rim):.1f},{rim / 2 + y * (high - rim):.1f}"
        for x, y in polygon.corners
    )
    outline = f'<polygon points="{corners}" stroke-linejoin="round"'
    drawn = rasterised(_svg(size, f"{outline} {_fill(polygon.fill)}/>"), size)
    if polygon.hatch is not None:
        lines = "".join(
            f'<line x1="{x}" y1="{high}" x2="{x + high}" y2="0" {_stroke(polygon.hatch, 2)}/>'
            for x in range(-high, wide, _HATCH)
        )
        hatching = rasterised(_svg(size, lines), size)
        inside = rasterised(_svg(size, f"{outline} {_fill((255, 255, 255))}/>"), size)
        hatching.blit(inside, (0, 0), special_flags=BLEND_RGBA_MULT)
        drawn.blit(hatching, (0, 0))
    if rim:
        edge = f"{outline} {_fill(None)} {_stroke(polygon.border, rim)}/>"
        drawn.blit(rasterised(_svg(size, edge), size), (0, 0))
    return ((faded(drawn, polygon.opacity), (0, 0)),)


_HATCH = 12
"""Pixels from one slanting line to the next."""


def drawn_box(box: Box) -> Blits:
    """Return the box with its light around it.

    It is drawn as small as its corners allow and stretched from there: a drawing takes a hundred
    times longer than a copy. A long filled one is kept as its ends and a band, which is copied side
    by side between them: more boxes stay in the memory for pictures.
    """
    box = replace(box, radius=min(box.radius, box.rect.w // 2, box.rect.h // 2))
    light = box.glow_px if box.glow is not None else 0
    size = (box.rect.w + 2 * light, box.rect.h + 2 * light)
    corner = light + max(box.radius, box.border_px) + 1
    small = (
        min(size[0], 2 * corner + 1),
        size[1] if box.bottom is not None else min(size[1], 2 * corner + 1),
    )
    style = replace(box, rect=Place(0, 0, *small), opacity=1.0, key=None)
    patch = _patch(style, light)
    if box.opacity < 1:
        patch = faded(patch.copy(), box.opacity)
    if box.fill is None and min(size) > 2 * corner:
        return _hollow(_grown(patch, corner, size), corner, light + box.border_px, light)
    short = min(size[0], 2 * corner + max(_LEAST_BAND, size[0] // _MOST_BANDS))
    whole = _grown(patch, corner, (short, size[1]))
    round_end = light + box.radius + 1 if box.radius else light
    end = round_end if short == size[0] else corner
    is_solid = box.fill is not None and box.opacity >= 1
    parts = _solid(whole, end, light) if is_solid else ()
    if not parts and short == size[0]:
        return ((whole, (-light, -light)),)
    parts = parts or _cut(whole, end)
    return tuple(
        (surface, (x - light, y - light))
        for part in parts
        for surface, (x, y) in _spread(part, end, size[0] - short)
    )


def _cut(whole: Surface, end: int) -> Blits:
    """Return both ends and the band between them."""
    width, height = whole.get_size()
    starts = (0, end, width - end, width)
    parts = (Rect(x, 0, until - x, height) for x, until in pairwise(starts))
    return tuple((whole.subsurface(part).copy(), part.topleft) for part in parts)


def _spread(part: tuple[Surface, tuple[int, int]], end: int, by: int) -> Blits:
    """Return a part where it stands in a box so much wider: the band from ``end`` on repeated."""
    surface, (x, y) = part
    band = surface.get_width()
    if x > end:
        return ((surface, (x + by, y)),)
    if x < end or not by:
        return (part,)
    until = x + band + by
    rest = surface.subsurface((0, 0, (band + by) % band, surface.get_height()))
    whole = tuple((surface, (at, y)) for at in range(x, until - band + 1, band))
    return (*whole, (rest, (until - rest.get_width(), y)))


def _solid(whole: Surface, end: int, light: int) -> Blits:
    """Return what hides all behind it apart from the round ends: a copy is quicker than a blend.

    Nothing is returned of a small box, which is blended as quickly.
    """
    width, height = whole.get_size()
    middle = Rect(end, light, width - 2 * end, height - 2 * light)
    if middle.w * middle.h < _WORTH_A_COPY or middle.w < 0:
        return ()
    around = (
        Rect(0, 0, end, height),
        Rect(width - end, 0, end, height),
        Rect(end, 0, middle.w, light),
        Rect(end, height - light, middle.w, light),
    )
    blended = (
        (whole.subsurface(part).copy(), part.topleft) for part in around if part.w and part.h
    )
    return ((opaque(whole.subsurface(middle)), middle.topleft), *blended)


def _hollow(whole: Surface, corner: int, side: int, light: int) -> Blits:
    """Return the four edges only: blending the emptiness between them would take long."""
    width, height = whole.get_size()
    tall = height - 2 * corner
    edges = (
        Rect(0, 0, width, corner),
        Rect(0, height - corner, width, corner),
        Rect(0, corner, side, tall),
        Rect(width - side, corner, side, tall),
    )
    return tuple(
        (whole.subsurface(edge).copy(), (edge.x - light, edge.y - light)) for edge in edges
    )


def _grown(patch: Surface, corner: int, size: tuple[int, int]) -> Surface:
    """Return the patch at full size, its corners as they are and all between them stretched."""
    if patch.get_size() == size:
        return patch
    grown = clear(size)
    for small_x, small_w, x, w in _spans(patch.get_width(), size[0], corner):
        for small_y, small_h, y, h in _spans(patch.get_height(), size[1], corner):
            part = Rect(small_x, small_y, small_w, small_h)
            if (small_w, small_h) == (w, h):
                grown.blit(patch, (x, y), part)
            else:
                grown.blit(stretched(patch, part, (w, h)), (x, y))
    return grown


def _spans(small: int, full: int, corner: int) -> tuple[tuple[int, int, int, int], ...]:
    """Return start and length before and after, of both corners and of what lies between."""
    if small == full:
        return ((0, small, 0, full),)
    return (
        (0, corner, 0, corner),
        (corner, 1, corner, full - 2 * corner),
        (small - corner, corner, full - corner, corner),
    )


@lru_cache(maxsize=_PATCHES)
def _patch(box: Box, light: int) -> Surface:
    """Return the box drawn at this size, light included."""
    size = box.rect.w, box.rect.h
    outline = Rect(light, light, size[0] - 2 * light, size[1] - 2 * light)
    border = box.border_px if box.border is not None else 0
    fill = _fill(box.fill)
    if box.fill is not None and box.bottom is not None:
        fill = f'fill="url(#{_GRADIENT})"'
    middle = _rounded(outline, box.radius, -border / 2, f"{fill} {_stroke(box.border, border)}")
    body = f"{_gradient(box, outline)}{middle}"
    drawn = rasterised(_svg(size, body), size)
    if box.glow is None or not light:
        return drawn
    patch = clear(size)
    patch.blit(_light(box, size, outline), (0, 0))
    patch.blit(drawn, (0, 0))
    return patch


def _light(box: Box, size: tuple[int, int], outline: Rect) -> Surface:
    """Return the light alone: layers that add up outwards in, with a hole where the box is."""
    layers = []
    seen = 0.0
    for distance in range(box.glow_px, 0, -1):
        wanted = _GLOW * ((box.glow_px - distance + 1) / box.glow_px) ** 2
        share = (wanted - seen) / (1 - seen)
        seen = wanted
        layer = f'{_fill(box.glow)} fill-opacity="{share:.4f}"'
        layers.append(_rounded(outline, box.radius, distance, layer))
    light = rasterised(_svg(size, "".join(layers)), size)
    hole = rasterised(_svg(size, _rounded(outline, box.radius, 0, _fill((0, 0, 0)))), size)
    light.blit(hole, (0, 0), special_flags=BLEND_RGBA_SUB)
    return light


def _svg(size: tuple[int, int], body: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}">{body}</svg>'


def _rounded(outline: Rect, radius: int, by: float, style: str) -> str:
    """Return a rounded rectangle, grown by this many pixels on every side."""
    return (
        f'<rect x="{outline.x - by}" y="{outline.y - by}" width="{outline.w + 2 * by}" '
        f'height="{outline.h + 2 * by}" rx="{max(0.0, radius + by) if radius else 0}" {style}/>'
    )


_GRADIENT = "down"


def _gradient(box: Box, outline: Rect) -> str:
    if box.fill is None or box.bottom is None:
        return ""
    return (
        f'<defs><linearGradient id="{_GRADIENT}" gradientUnits="userSpaceOnUse" '
        f'x1="0" y1="{outline.top}" x2="0" y2="{outline.bottom}">'
        f'<stop offset="0" stop-color="{_hex(box.fill)}"/>'
        f'<stop offset="1" stop-color="{_hex(box.bottom)}"/></linearGradient></defs>'
    )


def _fill(colour: Colour | None) -> str:
    return 'fill="none"' if colour is None else f'fill="{_hex(colour)}"'


def _stroke(colour: Colour | None, px: int) -> str:
    return "" if colour is None or not px else f'stroke="{_hex(colour)}" stroke-width="{px}"'


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
