"""The three weights of the program's own family; no font of the system is ever asked for."""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pygame import Surface, font

from companion.screen.surfaces import faded
from companion.view.scene import Align, Text, Weight
from companion.view.type import Type

_WHITE = (255, 255, 255)
_OPEN_FONTS = 48


class _Face(NamedTuple):
    """One weight at one size, and where its capitals stand in a rendered line."""

    font: font.Font
    capital_top: int
    capital_height: int


class Fonts:
    """The fonts of one folder."""

    def __init__(self, folder: Path, measures: Type) -> None:
        font.init()
        self._folder = folder
        self._measures = measures
        self._face = lru_cache(maxsize=_OPEN_FONTS)(self._open)

    def _open(self, px: int, weight: Weight) -> _Face:
        face = font.Font(self._folder / f"mplus1p-{weight.value}.ttf", px)
        capital = face.render("H", True, _WHITE).get_bounding_rect()  # noqa: FBT003 (pygame's own)
        return _Face(face, capital.top, capital.height)

    def drawn(self, text: Text) -> tuple[Surface, tuple[int, int]]:
        """Return the text's pixels, and where they go from the corner of its rectangle.

        The capitals are centred in the rectangle, so that all languages stand equally high.
        """
        face = self._face(max(1, text.px), text.weight)
        line = self._measures.shown(text.text)
        surface = face.font.render(line, True, text.colour)  # noqa: FBT003 (pygame's own)
        top = (text.rect.h - face.capital_height) // 2 - face.capital_top
        room = text.rect.w - surface.get_width()
        left = {Align.LEFT: 0, Align.CENTRE: room // 2, Align.RIGHT: room}[text.align]
        return faded(surface, text.opacity), (left, top)
