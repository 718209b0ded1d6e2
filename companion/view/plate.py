"""A plate of the desk: everything on it is measured in units from its corner."""

from typing import NamedTuple

from companion.core.desk import Hand
from companion.view.layout import square
from companion.view.look import Look, Style
from companion.view.scene import Colour, Item, Rect, Target, Text

Piece = Item | Target[Hand]
"""What a part of the desk yields: something to draw, or a place to press."""

_SMALLEST = 11
"""No text is smaller, in units: the desk is looked at from close by, as any desktop is."""

WIDE, HIGH = 640, 204
"""Size of each of the two plates, in units."""


class Plate(NamedTuple):
    """One half of the desk."""

    look: Look
    """In which words it is written."""
    rect: Rect
    """Where it is, in pixels."""
    unit: float
    """Pixels of one unit."""

    def px(self, units: float) -> int:
        """Return a length in pixels."""
        return round(units * self.unit)

    def at(self, x: float, y: float, w: float, h: float) -> Rect:
        """Return a part of the plate, given in units."""
        return Rect(self.rect.x + self.px(x), self.rect.y + self.px(y), self.px(w), self.px(h))

    def text(self, rect: Rect, text: str, units: float, colour: Colour, style: Style) -> Text:
        """Return a text of this size, smaller if it must be."""
        measures, weight = self.look.canvas.type, style.weight
        largest, least = self.px(units), max(1, self.px(_SMALLEST))
        px = measures.fitting_px(text, rect.w, largest, min(largest, least), weight)
        shown = measures.shorten(text, rect.w, px, weight)
        return Text(rect, shown, px, colour, weight, style.align)

    def round(self, x: float, y: float, across: float) -> Rect:
        """Return the square around something round, given its middle and diameter in units."""
        half = across / 2
        return self.at(x - half, y - half, across, across)


def shrunk(rect: Rect, share: float) -> Rect:
    """Return a square in the middle of this one that is only so large."""
    return square(rect, round(min(rect.w, rect.h) * share))
