"""Widgets that find their own place: a page says what there is, and the kit says where.

A widget is drawn in whatever rectangle it is given. Rows and columns give each of their widgets a
share of their room; lines give each at least what its words and fingers need.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from companion.core.messages import Message
from companion.rules.editions import Sun
from companion.rules.tiles import Tile
from companion.ui import layout, pieces, widgets
from companion.ui.pieces import NO_KEYCAPS, Keycaps, Sign
from companion.ui.scene import Box, Colour, Picture, Rect, Target
from companion.ui.style import (
    CENTRED,
    PLAIN,
    QUIET,
    TOUCH_PX,
    Piece,
    Shape,
    Size,
    TextStyle,
    Ui,
    unscaled,
)
from companion.ui.theme import Theme
from companion.ui.widgets import NameTag

Draw = Callable[[Rect], Iterable[Piece]]


class Widget(msgspec.Struct, frozen=True, eq=False):
    """Something on a page, and how much room it takes beside others."""

    draw: Draw
    part: float = 1.0
    px: int | None = None
    """How wide or high it is whatever room there is; None: it has its share of what is left."""
    needs: Callable[[int], int] = lambda _: 0
    """How high it must be at least where it is so wide."""

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
            lambda area: pieces.paragraph(self.ui, area, text, size, style, colour=colour),
            needs=lambda wide: pieces.least_height(self.ui, text, wide, style.weight),
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
        self,
        text: str,
        most: int,
        style: TextStyle = PLAIN,
        colour: Colour | None = None,
        least: int | None = None,
    ) -> Widget:
        """Return a text whose letters are as large as it fits, at most so many pixels high.

        They are not lower than can be read or, where that is given, than the least.
        """
        least = self.ui.least_px if least is None else least
        language = self.ui.canvas.words.language

        def needs(wide: int) -> int:
            lines = self.ui.canvas.type.wrap(text, wide, least, style.weight, language)
            return len(lines) * (least + 1)

        return Widget(
            lambda area: widgets.as_large_as_fits(
                self.ui, area, text, most, style, colour=colour, least=least
            ),
            needs=needs,
        )

    def alone(self, text: str) -> Widget:
        """Return a sentence beside which a page has nothing: as large as a title."""
        return self.large(text, self.ui.em(Size.TITLE), CENTRED)

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

    def signed_name(self, tag: NameTag, px: int, *, is_stacked: bool = False) -> Widget:
        """Return a player's emblem and name, for a ground of their colour."""
        return Widget(
            lambda area: widgets.signed_name(self.ui, area, tag, px, is_stacked=is_stacked)
        )

    def badge(self, sign: Sign, high: int) -> Widget:
        """Return what a control or its key looks like, in the middle, at most so many px high."""

        def draw(area: Rect) -> Iterable[Piece]:
            px = min(area.h, high)
            wide = pieces.badge_width(self.ui, px, sign.key)
            return pieces.badge(self.ui, layout.middle(area, wide, px), sign)

        return Widget(draw)

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
        if message is None:
            return inner
        touched = _after(inner, lambda area: Target(area, message))
        return replace(touched, needs=lambda wide: max(TOUCH_PX, inner.needs(wide)))

    def ring(self, inner: Widget, radius: int | None = None) -> Widget:
        """Return the same in the ring that says what the dial points at."""
        rounded = self.px(12, 9) if radius is None else radius
        return _after(inner, lambda area: pieces.focus_ring(self.ui, area, rounded))

    def pressed(self, inner: Widget, message: Message, *, is_pointed: bool) -> Widget:
        """Return a line of a list: what a finger on it means, and whether the dial points at it."""
        line = self.touch(inner, message)
        return self.ring(line) if is_pointed else line

    def stepper(
        self, title: str, value: str, messages: Sequence[Message], *, is_pointed: bool
    ) -> Widget:
        """Return a line with a value between two arrows, beside its title or below it.

        The arrows send these messages; there are none where the value is the only one.
        """

        def draw(area: Rect) -> Iterable[Piece]:
            is_stacked = self.is_tall or area.w < self.px(_NARROW)
            is_low = is_stacked and area.h < 2 * self.ui.line_height(Size.LABEL)
            kit = replace(self, ui=unscaled(self.ui)) if is_low else self
            side = max(TOUCH_PX, self.px(44))
            arrows = [NOTHING, NOTHING]
            if messages:
                size = Size.PROMPT if is_stacked else Size.TITLE
                arrows = [
                    self.line(sign, size, CENTRED, self.theme.gold)
                    for sign in (pieces.EARLIER, pieces.LATER)
                ]
            words = kit.pad(kit.text(value), 0, 0 if is_stacked else self.px(4, 3))
            shown = self.row(arrows[0].fixed(side), words, arrows[1].fixed(side))
            # A finger finds the arrows over the whole height of the line.
            touched = [self.touch(NOTHING, each).fixed(side) for each in messages]
            over = self.row(touched[0], NOTHING, touched[1]) if touched else NOTHING
            name = kit.text(title, style=QUIET)
            if is_stacked:
                line = self.layers(self.lines(name, shown), over)
            else:
                line = self.row(name.share(5), self.layers(shown, over).share(6), gap=self.px(8))
            return line.draw(layout.without_left(area, self.px(20, 10)))

        line = self.panel(Widget(draw), active=is_pointed)
        return self.ring(line, self.px(14, 10)) if is_pointed else line

    # Layout

    def row(self, *parts: Widget, gap: int = 0) -> Widget:
        """Return widgets side by side."""

        def spots(area: Rect) -> Sequence[Rect]:
            return layout.shares(area, _sizes(parts, area.w, gap), gap)

        def needs(wide: int) -> int:
            places = zip(parts, spots(Rect(0, 0, wide, 0)), strict=True)
            return max(each.needs(spot.w) for each, spot in places)

        return Widget(lambda area: _drawn(parts, spots(area)), needs=needs)

    def column(self, *parts: Widget, gap: int = 0) -> Widget:
        """Return widgets one below the other."""
        return Widget(
            lambda area: _drawn(parts, layout.stacked(area, _sizes(parts, area.h, gap), gap))
        )

    def lines(self, *parts: Widget, gap: int = 0) -> Widget:
        """Return widgets one below the other: alike where that is enough for what all need."""

        def draw(area: Rect) -> Iterator[Piece]:
            needed, number = [each.needs(area.w) for each in parts], len(parts)
            room = area.h - gap * (number - 1)
            spare = max(0, room - sum(needed)) / number
            is_enough = max(needed) * number <= room
            sizes = (1.0,) * number if is_enough else tuple(each + spare for each in needed)
            return _drawn(parts, layout.stacked(area, sizes, gap))

        return Widget(draw)

    def in_columns(self, parts: Sequence[Widget], across: int, gap: int, beside: int) -> Widget:
        """Return widgets from top to bottom in so many columns; ``beside`` is between columns."""
        deep = -(-len(parts) // across)
        filled = [*parts, *(NOTHING,) * (deep * across - len(parts))]
        firsts = range(0, len(filled), deep)
        return self.row(
            *(self.lines(*filled[at : at + deep], gap=gap) for at in firsts), gap=beside
        )

    def turned(self, *parts: Widget, gap: int = 0) -> Widget:
        """Return widgets side by side, on a screen higher than wide one below the other."""
        return (self.column if self.is_tall else self.row)(*parts, gap=gap)

    def grid(self, parts: Sequence[Widget], across: int, gap: int = 0) -> Widget:
        """Return widgets of equal size, row by row, so many side by side."""
        return Widget(lambda area: _drawn(parts, layout.in_rows(area, len(parts), across, gap)))

    def layers(self, *parts: Widget) -> Widget:
        """Return widgets one over the other, in the same place."""
        return Widget(
            lambda area: (piece for each in parts for piece in each.draw(area)),
            needs=lambda wide: max(each.needs(wide) for each in parts),
        )

    def pad(self, inner: Widget, aside: int, down: int | None = None) -> Widget:
        """Return the same, so many pixels away from either side, and from above and below."""
        below = aside if down is None else down
        return replace(
            inner,
            draw=lambda area: inner.draw(area.inset(aside, below)),
            needs=lambda wide: inner.needs(wide - 2 * aside) + 2 * below,
        )

    def middle(self, inner: Widget, wide: int | None = None, high: int | None = None) -> Widget:
        """Return the same in the middle, at most so wide and so high in pixels."""

        def draw(area: Rect) -> Iterable[Piece]:
            w = area.w if wide is None else min(area.w, wide)
            h = area.h if high is None else min(area.h, high)
            return inner.draw(layout.middle(area, w, h))

        return replace(inner, draw=draw)

    def top(self, inner: Widget, high: int) -> Widget:
        """Return the same above what is left free, at most so high."""
        return replace(inner, draw=lambda area: inner.draw(area._replace(h=min(area.h, high))))

    def corner(self, inner: Widget, part: float, least: int = 0) -> Widget:
        """Return the same small in the lower right corner: a square so much as high.

        It has at least so many pixels.
        """

        def draw(area: Rect) -> Iterable[Piece]:
            side = max(least, int(min(area.w, area.h) * part))
            return inner.draw(Rect(area.x + area.w - side, area.y + area.h - side, side, side))

        return Widget(draw)


_NARROW = 500
"""A line that is less wide, in units, has its value below its title."""

NOTHING = Widget(lambda _: ())
"""Room that stays empty."""


def _sizes(parts: Sequence[Widget], room: int, gap: int) -> tuple[float, ...]:
    """Return how much of the room each has: first what is fixed, then the others' shares."""
    given = [each.px for each in parts if each.px is not None]
    left = room - gap * (len(parts) - 1) - sum(given)
    shares = sum(each.part for each in parts if each.px is None)
    if not given or left < 0 or not shares:
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
