"""The icons: SVG drawings, turned into pixels at exactly the size they are shown in."""

import re
from functools import cache
from io import BytesIO
from pathlib import Path

import pygame
from pygame import BLEND_RGBA_ADD, Surface

from companion.screen.surfaces import clear, faded, tinted
from companion.view.scene import Picture

_ROOT = re.compile(r"<svg\b[^>]*>")
_SIZE = re.compile(r'\s(?:width|height)="[^"]*"')
_SHAPE = re.compile(r'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"')


def rasterised(svg: str, size: tuple[int, int]) -> Surface:
    """Return the drawing at this size in pixels, centred, its proportions kept.

    Raises:
        ValueError: The drawing does not begin with an ``svg`` element that has a ``viewBox``.
    """
    root = _ROOT.search(svg)
    shape = _SHAPE.search(root[0]) if root is not None else None
    if root is None or shape is None:
        raise ValueError("A drawing without a viewBox")
    scale = min(size[0] / float(shape[1]), size[1] / float(shape[2]))
    width, height = (max(1, round(float(side) * scale)) for side in shape.groups())
    head = f'{_SIZE.sub("", root[0])[:-1]} width="{width}" height="{height}">'
    sized = f"{svg[: root.start()]}{head}{svg[root.end() :]}"
    surface = clear(size)
    drawn = pygame.image.load(BytesIO(sized.encode()), "drawing.svg")
    place = ((size[0] - width) // 2, (size[1] - height) // 2)
    surface.blit(drawn, place, special_flags=BLEND_RGBA_ADD)
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
