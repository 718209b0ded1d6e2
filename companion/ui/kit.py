"""Widgets that find their own place: a page says what there is, and the kit says where.

A widget is drawn in whatever rectangle it is given. Rows and columns give each of their widgets a
share of their room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from companion.core.messages import Message
from companion.rules.editions import Sun
from companion.rules.tiles import Tile
from companion.ui import layout, pieces, widgets
from companion.ui.pieces import NO_KEYCAPS, Keycaps
from companion.ui.scene import Box, Colour, Picture, Rect, Target
from companion.ui.style import CENTRED, PLAIN, Piece, Shape, Size, TextStyle, Ui
from companion.ui.theme import Theme

Draw = Callable[[Rect], Iterable[Piece]]


class Widget(msgspec.Struct, frozen=True, eq=False):
    """Something on a page, and how much room it takes beside others."""

    draw: Draw
    part: float = 1.0
    """Its share of the room."""
    px: int | None = None
    """How wide or high it is whatever room there is; None: it has its share of what is left."""

    def share(self, part: float) -> Widget:
        """Return the same with another share of the room."""
        return replace(self, part=part)

    def fixed(self, px: int) -> Widget:
        """Return the same so many pixels wide in a row, or high in a column."""
        return replace(self, px=px)


class Kit(msgspec.Struct, frozen=True, eq=False):
    """What pages are made of, on one screen and in one language."""

    ui: Ui
    caps: Keycaps = NO_KEYCAPS
    """What is written on the key of each message."""

    @property
    def theme(self) -> Theme:
        """The colours."""
        return self.ui.theme

    @property
    def is_tall(self) -> bool:
        """Whether the screen is higher than wide."""
        return self.ui.shape is Shape.TALL

    def px(self, full: float, compact: float | None = None) -> int:
        """Return a length in pixels, given in units for a full screen and for the others."""
        return self.ui.px(full, compact)

    def say(self, sentence: str, /, **facts: object) -> str:
        """Return the sentence in the language of the table."""
        return self.ui.say(sentence, **facts)

    # Words

    def text(
        self,
        text: str,
        size: Size = Size.LABEL,
        style: TextStyle = CENTRED,
        colour: Colour | None = None,
    ) -> Widget:
        """Return a text in one line, or in as many as there is room for."""
        return Widget(
            lambda area: pieces.paragraph(self.ui, area, text, size, style, colour=colour)
        )

    def line(
        self,
        text: str,
        size: Size = Size.LABEL,
        style: TextStyle = CENTRED,
        colour: Colour | None = None,
    ) -> Widget:
        """Return a text that stays in one line: smaller, or shortened, where it must be."""
        return Widget(lambda area: (self.ui.line(area, text, size, colour, style),))

    def large(
        self, text: str, most: int, style: TextStyle = PLAIN, colour: Colour | None = None
    ) -> Widget:
        """Return a text whose letters are as large as it fits, at most so many pixels high."""
        return Widget(
            lambda area: widgets.as_large_as_fits(
                self.ui, area, text, most, style, colour=colour, least=self.ui.least_px
            )
        )

    def note(self, text: str) -> Widget:
        """Return a quiet line in the middle."""
        return self.text(text, colour=self.theme.ink_second)

    # Things of the game and of the panel

    def tile(self, kind: Tile, opacity: float = 1.0) -> Widget:
        """Return a tile, as large as its room."""
        return Widget(lambda area: (pieces.tile(_square(area), kind, opacity),))

    def sun(self, number: Sun, picture: str = pieces.SUN_UP, opacity: float = 1.0) -> Widget:
        """Return a sun."""
        return Widget(lambda area: pieces.sun(self.ui, area, number, picture, opacity))

    def emblem(self, button: int) -> Widget:
        """Return the emblem of a player button in its own colour."""
        return Widget(lambda area: pieces.shining(self.ui, area, button))

    def picture(self, name: str, tint: Colour | None = None) -> Widget:
        """Return one of ``assets/icons``, by its name without its ending."""
        return Widget(lambda area: (Picture(_square(area), name, tint=tint),))

    # Grounds, and what is touched

    def panel(self, *inner: Widget, active: bool = False, radius: int | None = None) -> Widget:
        """Return the ground of what is read; active: it is pointed at, or concerns now."""
        ground = Widget(
            lambda area: (pieces.panel(self.ui, area, is_active=active, radius=radius),)
        )
        return self.layers(ground, *inner)

    def box(
        self,
        *inner: Widget,
        fill: Colour | None = None,
        border: Colour | None = None,
        px: int = 1,
        radius: int | None = None,
    ) -> Widget:
        """Return a rectangle of a colour of its own, with what stands on it."""
        rounded = self.px(12, 9) if radius is None else radius
        ground = Widget(
            lambda area: (Box(area, fill, border=border, border_px=px, radius=rounded),)
        )
        return self.layers(ground, *inner)

    def key(self, *inner: Widget, message: Message | None = None, lit: bool = True) -> Widget:
        """Return the ground of something that fingers press, and what it means."""
        ground = Widget(lambda area: (pieces.key_ground(self.ui, area, is_lit=lit),))
        return self.touch(self.layers(ground, *inner), message)

    def touch(self, inner: Widget, message: Message | None) -> Widget:
        """Return the same as a place that answers to a finger; None: it does not."""
        return inner if message is None else _after(inner, lambda area: Target(area, message))

    def ring(self, inner: Widget) -> Widget:
        """Return the same in the ring that says what the dial points at."""
        radius = self.px(12, 9)
        return _after(inner, lambda area: pieces.focus_ring(self.ui, area, radius))

    def pressed(self, inner: Widget, message: Message, *, is_pointed: bool) -> Widget:
        """Return a line of a list: what a finger on it means, and whether the dial points at it."""
        line = self.touch(inner, message)
        return self.ring(line) if is_pointed else line

    # Layout

    def row(self, *parts: Widget, gap: int = 0) -> Widget:
        """Return widgets side by side."""
        return Widget(
            lambda area: _drawn(parts, layout.shares(area, _sizes(parts, area.w, gap), gap))
        )

    def column(self, *parts: Widget, gap: int = 0) -> Widget:
        """Return widgets one below the other."""
        return Widget(
            lambda area: _drawn(parts, layout.stacked(area, _sizes(parts, area.h, gap), gap))
        )

    def turned(self, *parts: Widget, gap: int = 0) -> Widget:
        """Return widgets side by side, on a screen higher than wide one below the other."""
        return (self.column if self.is_tall else self.row)(*parts, gap=gap)

    def grid(self, parts: Sequence[Widget], across: int, gap: int = 0) -> Widget:
        """Return widgets of equal size, row by row, so many side by side."""
        return Widget(lambda area: _drawn(parts, layout.in_rows(area, len(parts), across, gap)))

    def layers(self, *parts: Widget) -> Widget:
        """Return widgets one over the other, in the same place."""
        return Widget(lambda area: (piece for each in parts for piece in each.draw(area)))

    def pad(self, inner: Widget, aside: int, down: int | None = None) -> Widget:
        """Return the same, so many pixels away from either side, and from above and below."""
        below = aside if down is None else down
        return replace(inner, draw=lambda area: inner.draw(area.inset(aside, below)))

    def middle(self, inner: Widget, wide: int | None = None, high: int | None = None) -> Widget:
        """Return the same in the middle, at most so wide and so high in pixels."""

        def draw(area: Rect) -> Iterable[Piece]:
            w = area.w if wide is None else min(area.w, wide)
            h = area.h if high is None else min(area.h, high)
            return inner.draw(layout.middle(area, w, h))

        return replace(inner, draw=draw)

    def corner(self, inner: Widget, part: float, least: int = 0) -> Widget:
        """Return the same small in the lower right corner: a square so much as high.

        It has at least so many pixels.
        """

        def draw(area: Rect) -> Iterable[Piece]:
            side = max(least, int(min(area.w, area.h) * part))
            return inner.draw(Rect(area.x + area.w - side, area.y + area.h - side, side, side))

        return Widget(draw)


NOTHING = Widget(lambda _: ())
"""Room that stays empty."""


def _sizes(parts: Sequence[Widget], room: int, gap: int) -> tuple[float, ...]:
    """Return how much of the room each has: first what is fixed, then the others' shares."""
    given = [each.px for each in parts if each.px is not None]
    left = room - gap * (len(parts) - 1) - sum(given)
    shares = sum(each.part for each in parts if each.px is None)
    if not given or left <= 0 or not shares:
        return tuple(each.part if each.px is None else each.px for each in parts)
    return tuple(each.px if each.px is not None else left * each.part / shares for each in parts)


def _drawn(parts: Sequence[Widget], spots: Sequence[Rect]) -> Iterator[Piece]:
    for each, spot in zip(parts, spots, strict=True):
        yield from each.draw(spot)


def _after(inner: Widget, more: Callable[[Rect], Piece]) -> Widget:
    """Return the same with something drawn over it."""

    def draw(area: Rect) -> Iterator[Piece]:
        yield from inner.draw(area)
        yield more(area)

    return replace(inner, draw=draw)


def _square(area: Rect) -> Rect:
    return layout.square(area, min(area.w, area.h))
