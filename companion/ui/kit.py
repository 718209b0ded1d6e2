"""Widgets that find their own place: a page says what there is, and the kit says where.

A widget is drawn in whatever rectangle it is given, and can say how high it must be at a width.
Rows and columns give each of their widgets a share of their room, exactly so many pixels, or as
much as its texts need: constraints go down, sizes come up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from companion.core.controls import Control
from companion.core.messages import Message
from companion.rules.editions import Sun
from companion.rules.tiles import Tile
from companion.ui import layout, pieces, widgets
from companion.ui.pieces import NO_KEYCAPS, Keycaps, Sign
from companion.ui.scene import Align, Box, Colour, Picture, Rect, Target, Weight
from companion.ui.style import (
    CENTRED,
    PLAIN,
    SMALLEST_PX,
    TOUCH_PX,
    Piece,
    Shape,
    Size,
    Style,
    TextStyle,
)
from companion.ui.theme import ON_BUTTON, Theme

MINUS = "\N{MINUS SIGN}"

RIGHT = TextStyle(align=Align.RIGHT)

RIGHT_MEDIUM = TextStyle(Weight.MEDIUM, Align.RIGHT)

Draw = Callable[[Rect], Iterable[Piece]]

Needs = Callable[[int], int]
"""How high something must be, in pixels, when it is so wide."""


def _nothing_needed(_: int) -> int:
    return 0


class Widget(msgspec.Struct, frozen=True, eq=False):
    """Something on a page, and how much room it takes beside others."""

    draw: Draw
    needs: Needs = _nothing_needed
    part: float = 1.0
    """Its share of what is left beside those of a size of their own."""
    wide: int | None = None
    """Exactly this many pixels in a row; None: its share."""
    high: int | None = None
    """The same in a column."""
    is_fitted: bool = False
    """Whether it takes in a column just the height that it needs."""

    def share(self, part: float) -> Widget:
        """Return the same with another share of the room."""
        return replace(self, part=part)

    def fixed(self, px: int) -> Widget:
        """Return the same so many pixels wide in a row, or high in a column."""
        return replace(self, wide=px, high=px)

    def fitted(self) -> Widget:
        """Return the same, in a column just as high as it needs."""
        return replace(self, is_fitted=True)

    def height(self, wide: int) -> int | None:
        """Return how high it stands in a column so wide; None: its share."""
        return self.needs(wide) if self.is_fitted else self.high


class Kit(msgspec.Struct, frozen=True, eq=False):
    """What pages are made of, on one screen and in one language."""

    style: Style
    caps: Keycaps = NO_KEYCAPS
    """What is written on the key of each message."""

    @property
    def theme(self) -> Theme:
        """The colours."""
        return self.style.theme

    @property
    def is_tall(self) -> bool:
        """Whether the screen is higher than wide."""
        return self.style.shape is Shape.TALL

    def px(self, full: float, compact: float | None = None) -> int:
        """Return a length in pixels, given in units for a full screen and for the others."""
        return self.style.px(full) if compact is None else self.style.either(full, compact)

    def say(self, sentence: str, /, **facts: object) -> str:
        """Return the sentence in the language of the table."""
        return self.style.say(sentence, **facts)

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
            lambda room: pieces.paragraph(self.style, room, text, size, style, colour=colour),
            lambda wide: pieces.least_height(self.style, text, wide, style.weight),
        )

    def line(
        self,
        text: str,
        size: Size = Size.LABEL,
        style: TextStyle = CENTRED,
        colour: Colour | None = None,
    ) -> Widget:
        """Return a text that stays in one line: smaller, or shortened, where it must be."""
        return Widget(
            lambda room: (self.style.line(room, text, size, colour, style),),
            lambda _: self.style.line_height(size),
        )

    def large(
        self, text: str, most: int, style: TextStyle = PLAIN, colour: Colour | None = None
    ) -> Widget:
        """Return a text whose letters are as large as it fits, at most so many pixels high."""
        return Widget(
            lambda room: widgets.as_large_as_fits(
                self.style, room, text, most, style, colour=colour, least=self.style.least_px
            ),
            lambda wide: pieces.least_height(self.style, text, wide, style.weight),
        )

    def note(self, text: str) -> Widget:
        """Return a quiet line in the middle."""
        return self.text(text, colour=self.theme.ink_second)

    def width(self, text: str, size: Size = Size.LABEL, style: TextStyle = PLAIN) -> int:
        """Return how wide a text is in one line, in pixels."""
        return self.style.width(text, size, style.weight)

    def flowing(self, texts: Sequence[str], more: Callable[[int], str]) -> Widget:
        """Return short texts in as many columns as there is room for; of too many, how many more.

        Args:
            texts: A line each.
            more: What stands instead of so many that have no room.
        """

        def draw(room: Rect) -> Iterable[Piece]:
            widest = max((self.width(text) for text in texts), default=0)
            high = self.style.line_height(Size.LABEL) * (2 if widest > room.w else 1)
            gap = self.px(24)
            deep = max(1, room.h // high)
            across = max(1, min(room.w // (widest + gap), -(-len(texts) // deep)))
            most = deep * across
            shown = texts
            if len(texts) > most:
                shown = (*texts[: most - 1], more(len(texts) - most + 1))
            used = -(-len(shown) // across)
            columns = (
                self.column(*(self.text(text, style=PLAIN).fixed(high) for text in part))
                for part in (shown[at * used : (at + 1) * used] for at in range(across))
            )
            return self.row(*columns, gap=gap).draw(room)

        return Widget(draw)

    # Things of the game and of the panel

    def tile(self, kind: Tile, opacity: float = 1.0) -> Widget:
        """Return a tile, as large as its room."""
        return Widget(lambda room: (pieces.tile(_square(room), kind, opacity),))

    def sun(self, number: Sun, picture: str = pieces.SUN_UP, opacity: float = 1.0) -> Widget:
        """Return a sun."""
        return Widget(lambda room: pieces.sun(self.style, room, number, picture, opacity))

    def picture(self, name: str, tint: Colour | None = None) -> Widget:
        """Return one of ``assets/icons``, as large as its room."""
        return Widget(lambda room: (Picture(_square(room), name, tint=tint),))

    def emblem(self, button: int) -> Widget:
        """Return the emblem of a player button in its own colour."""
        return Widget(lambda room: pieces.shining(self.style, room, button))

    def badge(self, sign: Sign, most: int) -> Widget:
        """Return the sign of a control or a key, at most so many pixels high, as wide as it is."""

        def draw(room: Rect) -> Iterable[Piece]:
            high = min(room.h, most)
            wide = pieces.badge_width(self.style, high, sign.key)
            return pieces.badge(self.style, layout.middle(room, wide, high), sign)

        return Widget(draw, wide=pieces.badge_width(self.style, most, sign.key))

    def name_tag(self, name: str, button: int, size: Size = Size.NAME) -> Widget:
        """Return a player's emblem and name on their colour."""
        pad = self.px(10, 6)
        emblem = Widget(lambda room: (pieces.emblem(room, button),))
        side = round(self.style.em(size) * 0.9)
        name_ = self.line(name, size, PLAIN, ON_BUTTON)
        words = self.row(emblem.fixed(side), name_, gap=pad)
        return self.box(self.pad(words, pad, 0), fill=self.theme.buttons[button],
                        radius=self.px(12, 8))  # fmt: skip

    # Grounds, and what is touched

    def panel(self, *inner: Widget, active: bool = False, radius: int | None = None) -> Widget:
        """Return the ground of what is read; active: it is pointed at, or concerns now."""
        ground = Widget(
            lambda room: (pieces.panel(self.style, room, is_active=active, radius=radius),)
        )
        return self.layers(ground, *inner)

    def key(self, *inner: Widget, message: Message | None = None, lit: bool = True) -> Widget:
        """Return the ground of something that fingers press, and what it means."""
        ground = Widget(lambda room: (pieces.key_ground(self.style, room, is_lit=lit),))
        return self.touch(self.layers(ground, *inner), message)

    def box(
        self,
        *inner: Widget,
        fill: Colour | None = None,
        border: Colour | None = None,
        rim: float = 1.5,
        radius: int = 0,
    ) -> Widget:
        """Return a coloured ground, with a border so many units wide."""
        px = max(1, self.style.px(rim))
        ground = Widget(lambda room: (Box(room, fill, border=border, border_px=px, radius=radius),))
        return self.layers(ground, *inner)

    def touch(self, inner: Widget, message: Message | None) -> Widget:
        """Return the same as a place that answers to a finger; None: it does not."""
        return inner if message is None else _after(inner, lambda room: Target(room, message))

    def ring(self, inner: Widget) -> Widget:
        """Return the same in the ring that says what the dial points at."""
        radius = self.px(12, 9)
        return _after(inner, lambda room: pieces.focus_ring(self.style, room, radius))

    def pressed(self, inner: Widget, message: Message, *, is_pointed: bool) -> Widget:
        """Return a line of a list: what a finger on it means, and whether the dial points at it."""
        line = self.touch(inner, message)
        return self.ring(line) if is_pointed else line

    def control_key(self, control: Control, message: Message, text: str) -> Widget:
        """Return a key with the sign of the control or the key that does the same, and words."""
        pad, sign = self.px(12, 6), Sign(control, self.caps.get(message, ""))

        def draw(room: Rect) -> Iterable[Piece]:
            badge = self.badge(sign, min(room.h - self.px(12), self.px(38, 30)))
            words = self.row(badge, self.text(text, style=PLAIN), gap=pad)
            return self.key(self.pad(words, pad, 0), message=message).draw(room)

        return Widget(draw)

    def stepper(self, value: Widget, before: Message | None, after: Message | None) -> Widget:
        """Return a value between the keys for the one before and the next, if there are any."""
        wide = max(TOUCH_PX, self.px(44))

        def arrow(sign: str, message: Message | None) -> Widget:
            if message is None:
                return NOTHING.fixed(wide)

            def draw(room: Rect) -> Iterator[Piece]:
                px = min(self.style.em(Size.TITLE), max(SMALLEST_PX, room.h))
                yield self.style.text(room, sign, px, self.theme.gold, CENTRED)
                yield Target(layout.middle(room, room.w, max(TOUCH_PX, room.h)), message)

            return Widget(draw).fixed(wide)

        return self.row(arrow(pieces.EARLIER, before), value, arrow(pieces.LATER, after))

    # Layout

    def row(self, *parts: Widget, gap: int = 0) -> Widget:
        """Return widgets side by side."""

        def spots(room: Rect) -> Iterator[Rect]:
            turned = Rect(room.y, room.x, room.h, room.w)
            for spot in _spots(turned, [each.wide for each in parts], parts, gap):
                yield Rect(spot.y, spot.x, spot.h, spot.w)

        def draw(room: Rect) -> Iterator[Piece]:
            for spot, each in zip(spots(room), parts, strict=True):
                yield from each.draw(spot)

        def needs(wide: int) -> int:
            room = Rect(0, 0, wide, 0)
            pairs = zip(spots(room), parts, strict=True)
            return max((each.needs(spot.w) for spot, each in pairs), default=0)

        return Widget(draw, needs)

    def column(self, *parts: Widget, gap: int = 0) -> Widget:
        """Return widgets one below the other."""

        def draw(room: Rect) -> Iterator[Piece]:
            heights = [each.height(room.w) for each in parts]
            for spot, each in zip(_spots(room, heights, parts, gap), parts, strict=True):
                yield from each.draw(spot)

        def needs(wide: int) -> int:
            each = (part.high or part.needs(wide) for part in parts)
            return sum(each) + gap * max(0, len(parts) - 1)

        return Widget(draw, needs)

    def turned(self, *parts: Widget, gap: int = 0) -> Widget:
        """Return widgets side by side, on a screen higher than wide one below the other."""
        return (self.column if self.is_tall else self.row)(*parts, gap=gap)

    def grid(
        self, parts: Sequence[Widget], across: int, gap: int = 0, *, by_column: bool = False
    ) -> Widget:
        """Return widgets of equal size: row by row, or one column after the other.

        Args:
            parts: What there is.
            across: How many stand side by side.
            gap: Between them, in pixels.
            by_column: Whether the second stands below the first.
        """
        lines = -(-len(parts) // across)

        def draw(room: Rect) -> Iterator[Piece]:
            if by_column:
                columns = layout.columns(room, across, gap)
                spots = [spot for column in columns for spot in layout.rows(column, lines, gap)]
            else:
                rows = layout.rows(room, lines, gap)
                spots = [spot for row in rows for spot in layout.columns(row, across, gap)]
            for spot, each in zip(spots, parts, strict=False):
                yield from each.draw(spot)

        return Widget(draw)

    def list(self, parts: Sequence[Widget], high: int, gap: int) -> Widget:
        """Return lines of a list: so high where there is room, in two columns where they are many.

        No line is lower than a finger is wide, unless the screen is too small for all of them.
        """

        def draw(room: Rect) -> Iterable[Piece]:
            across = 1 if room.h >= len(parts) * (TOUCH_PX + 1) else 2
            lines = -(-len(parts) // across)
            between = max(1, min(gap, (room.h - lines * TOUCH_PX) // lines))
            used = min(room.h, lines * (high + between) - between)
            grid = self.grid(parts, across, between, by_column=True)
            return grid.draw(room._replace(h=used))

        return Widget(draw)

    def layers(self, *parts: Widget) -> Widget:
        """Return widgets one over the other, in the same place."""
        return Widget(
            lambda room: (piece for each in parts for piece in each.draw(room)),
            lambda wide: max((each.needs(wide) for each in parts), default=0),
        )

    def pad(self, inner: Widget, aside: int, down: int | None = None) -> Widget:
        """Return the same, so many pixels away from either side, and from above and below."""
        below = aside if down is None else down
        return replace(
            inner,
            draw=lambda room: inner.draw(room.inset(aside, below)),
            needs=lambda wide: inner.needs(wide - 2 * aside) + 2 * below,
        )

    def middle(self, inner: Widget, wide: int | None = None, high: int | None = None) -> Widget:
        """Return the same in the middle, at most so wide and so high in pixels."""

        def draw(room: Rect) -> Iterable[Piece]:
            w = room.w if wide is None else min(room.w, wide)
            h = room.h if high is None else min(room.h, high)
            return inner.draw(layout.middle(room, w, h))

        return replace(inner, draw=draw)


NOTHING = Widget(lambda _: ())
"""Room that stays empty."""


def _after(inner: Widget, more: Callable[[Rect], Piece]) -> Widget:
    """Return the same with something drawn over it."""

    def draw(room: Rect) -> Iterator[Piece]:
        yield from inner.draw(room)
        yield more(room)

    return replace(inner, draw=draw)


def _square(room: Rect) -> Rect:
    return layout.square(room, min(room.w, room.h))


def _spots(
    room: Rect, sizes: Sequence[int | None], parts: Sequence[Widget], gap: int
) -> Iterator[Rect]:
    """Yield where each stands, one below the other, to the last pixel: so high, or its share."""
    left = room.h - sum(px or 0 for px in sizes) - gap * (len(sizes) - 1)
    shares = [each.part for each, px in zip(parts, sizes, strict=True) if px is None]
    heights = iter(_shared(max(0, left), shares))
    top = room.y
    for px in sizes:
        high = next(heights) if px is None else px
        yield Rect(room.x, top, room.w, high)
        top += high + gap


def _shared(px: int, shares: Sequence[float]) -> Iterator[int]:
    """Yield whole numbers of pixels, as the shares are, that add up to all of them."""
    used, so_far, total = 0, 0.0, sum(shares)
    for share in shares:
        so_far += share
        end = round(px * so_far / total)
        yield end - used
        used = end
