"""Draws each item once and caches it while there is room; fonts, icons, pictures for files."""

from collections import OrderedDict
from functools import lru_cache
from pathlib import Path
from typing import assert_never

import msgspec
from msgspec.structs import replace
from pygame import Rect, Surface, font

from companion.screen.shapes import drawn_box, drawn_disc, drawn_polygon
from companion.screen.sky import drawn_sky
from companion.screen.surfaces import Blits, Pictures, bounds, faded, memory, moved
from companion.ui.scene import Align, Box, Disc, Item, Picture, Polygon, Sky, Text, Weight
from companion.ui.scene import Rect as Place
from companion.ui.text_metrics import Type

_KEPT_WHEN_FULL = 0.75

_SHELVES = 4
"""Texts, boxes, pictures, and all that is large: the memory is shared among them evenly."""

_LARGE, _LEAST_LARGE = 128, 65_536
"""What takes more than one part in 128 of the memory, and more than 64 KB, is large."""

_MOST_PLACES = 4096
"""Places that are remembered; one more, and all are computed again."""


class Placed(msgspec.Struct, frozen=True):
    """An item's pixels where it stands on the screen, and the rectangle around them."""

    blits: Blits
    bounds: Rect


class _Face(msgspec.Struct, frozen=True):
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

    def close(self) -> None:
        """Close the files of the fonts; what is drawn afterwards opens them again."""
        self._face.cache_clear()

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


class _Shelf:
    """Drawings that may take so many bytes together; the least lately used are forgotten first."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self.bytes = 0
        self.drawn: OrderedDict[Item, Blits] = OrderedDict()  # used longest ago first

    def get(self, item: Item) -> Blits | None:
        """Return a drawing that is kept, as the one used last; None if it is not."""
        blits = self.drawn.get(item)
        if blits is not None:
            self.drawn.move_to_end(item)
        return blits

    def keep(self, item: Item, blits: Blits) -> bool:
        """Keep a drawing, and return whether others had to make room for it."""
        self.drawn[item] = blits
        self.bytes += memory(blits)
        is_full = self.bytes > self._most_bytes
        if is_full:
            while self.drawn and self.bytes > self._most_bytes * _KEPT_WHEN_FULL:
                self.bytes -= memory(self.drawn.popitem(last=False)[1])
        return is_full


class _Known(msgspec.Struct, frozen=True):
    """Where an item's pixels are, and the shelf on which they are kept; None if there are none."""

    placed: Placed
    corner: Item
    shelf: _Shelf | None


class Drawings:
    """The items drawn so far; those not used for longest are forgotten when they take too much.

    Each kind has a shelf of its own: pictures and boxes, which take long to draw, come again with
    every turn and would not outlast the many texts that are shown once. So has all that is large,
    such as the announcement of an auction.
    """

    def __init__(self, fonts: Fonts, pictures: Pictures, most_bytes: int) -> None:
        self._fonts = fonts
        self._pictures = pictures
        self._most_small = max(_LEAST_LARGE, most_bytes // _LARGE)
        self._texts, self._boxes, self._dear, self._large = (
            _Shelf(most_bytes // _SHELVES) for _ in range(_SHELVES)
        )
        self._placed: dict[Item, _Known] = {}

    @property
    def bytes(self) -> int:
        """How much memory the kept surfaces take."""
        return sum(each.bytes for each in (self._texts, self._boxes, self._dear, self._large))

    def placed(self, item: Item) -> Placed:
        """Return the item's pixels at its place.

        Raises:
            FileNotFoundError: The item names a picture that does not exist.
        """
        known = self._placed.get(item)
        if known is not None:
            if known.shelf is not None:
                known.shelf.get(known.corner)
            return known.placed
        corner = _at_the_corner(item)
        drawn, shelf = self._kept(corner) if _is_visible(item) else ((), None)
        blits = moved(drawn, item.rect.x, item.rect.y)
        if len(self._placed) >= _MOST_PLACES:
            self._placed.clear()
        placed = Placed(blits, bounds(blits))
        self._placed[item] = _Known(placed, corner, shelf)
        return placed

    def _kept(self, item: Item) -> tuple[Blits, _Shelf]:
        """Return an item's pixels in the top left corner, and the shelf on which they are now."""
        usual = self._usual(item)
        for shelf in (usual, self._large):
            if (known := shelf.get(item)) is not None:
                return known, shelf
        blits = self._draw(item)
        shelf = self._large if memory(blits) > self._most_small else usual
        if shelf.keep(item, blits):
            self._placed.clear()
        return blits, shelf

    def _usual(self, item: Item) -> _Shelf:
        """Return the shelf of an item that is not large."""
        match item:
            case Text():
                return self._texts
            case Box():
                return self._boxes
            case _:
                return self._dear

    def _draw(self, item: Item) -> Blits:
        match item:
            case Box():
                return drawn_box(item)
            case Disc():
                return drawn_disc(item)
            case Polygon():
                return drawn_polygon(item)
            case Picture():
                return ((self._pictures.drawn(item), (0, 0)),)
            case Text():
                return (self._fonts.drawn(item),)
            case Sky():
                return drawn_sky(item)
            case _:
                assert_never(item)


def _at_the_corner(item: Item) -> Item:
    """Return what the pixels depend on: the item in the top left corner, whichever thing it is."""
    return replace(item, rect=Place(0, 0, item.rect.w, item.rect.h), key=None)


def _is_visible(item: Item) -> bool:
    match item:
        case Text():
            return bool(item.text.strip()) and item.opacity > 0
        case Sky():
            return item.rect.w > 0 and item.rect.h > 0
        case _:
            return item.rect.w > 0 and item.rect.h > 0 and item.opacity > 0


_WHITE = (255, 255, 255)

_OPEN_FONTS = 48
