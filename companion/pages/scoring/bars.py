"""The points of an epoch as bars: a stack for everybody, category by category."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from companion import narration
from companion.i18n import mark
from companion.rules.scoring.reasons import Because, Reason
from companion.rules.scoring.scoring import Category
from companion.ui.charts import CATEGORY_TILES
from companion.ui.layout import columns, cut_foot, cut_left, square, stacked
from companion.ui.pieces import SUN_WON, emblem, paragraph, signed, tile
from companion.ui.scene import Align, Box, Colour, Item, Picture, Rect, Thing, Weight, keyed
from companion.ui.score_table import ColumnHead
from companion.ui.style import CENTRED, NUMBER, Piece, Shape, Size, Style, TextStyle
from companion.ui.theme import ON_BUTTON
from companion.ui.widgets import corner

COLOURS: Mapping[Category, Colour] = {
    Category.GODS: (240, 228, 196),
    Category.GOLD: (243, 204, 88),
    Category.PHARAOHS: (204, 172, 240),
    Category.RIVER: (132, 184, 250),
    Category.CIVILISATIONS: (96, 208, 168),
    Category.MONUMENTS_DIVERSITY: (232, 198, 150),
    Category.MONUMENTS_QUANTITY: (222, 174, 126),
    Category.SUNS: (255, 178, 84),
}
"""The colours of the tiles, light enough for dark numbers in every theme."""

_LOST: Colour = (255, 138, 112)
"""What is missing below zero."""

WORDS: Mapping[Because, str] = {
    Because.MOST_PHARAOHS: mark("most"),
    Because.FEWEST_PHARAOHS: mark("fewest"),
    Because.SPARED_PHARAOHS: mark("fewest"),
    Because.BETWEEN_PHARAOHS: mark("in between"),
    Because.EQUAL_PHARAOHS: mark("all equal"),
    Because.NO_FLOOD: mark("no flood"),
    Because.CIVILISATIONS: mark("too few kinds"),
    Because.NO_CIVILISATION: mark("none"),
    Because.NO_MONUMENT: mark("none"),
    Because.NO_THREE_ALIKE: mark("no three alike"),
    Because.HIGHEST_SUNS: mark("highest"),
    Because.LOWEST_SUNS: mark("lowest"),
    Because.SPARED_SUNS: mark("lowest"),
    Because.BETWEEN_SUNS: mark("in between"),
    Because.EQUAL_SUNS: mark("all equal"),
}
"""Why something brought nothing, or what was compared, in a word."""

_NOTHING: Mapping[Category, str] = {
    Category.GODS: mark("no god"),
    Category.GOLD: mark("no gold"),
    Category.RIVER: mark("no flood"),
}

_ALWAYS_SAID = frozenset(
    {
        Because.MOST_PHARAOHS,
        Because.FEWEST_PHARAOHS,
        Because.NO_CIVILISATION,
        Because.HIGHEST_SUNS,
        Because.LOWEST_SUNS,
    }
)
"""What is said although it brought or cost points."""


class Stack(msgspec.Struct, frozen=True):
    """One player's bar."""

    head: ColumnHead
    points: tuple[int | None, ...]
    """Of each category that counts already, in their order; None where they are not known."""
    reasons: tuple[Reason, ...] = ()
    """Of the same categories; none where they are not known."""
    total: int | None = None
    """What the player has in all, only where everybody may know it."""

    @property
    def net(self) -> int | None:
        """Return the sum; None where something of it is not known."""
        known = [points for points in self.points if points is not None]
        return sum(known) if len(known) == len(self.points) else None

    def left(self) -> tuple[tuple[int, int], ...]:
        """Return what is left of each category, from below: a loss eats the bar from the top."""
        kept: list[tuple[int, int]] = []
        for place, points in enumerate(self.points):
            if points is None:
                return ()
            eaten = -min(0, points)
            while eaten and kept:
                where, height = kept.pop()
                if height > eaten:
                    kept.append((where, height - eaten))
                eaten = max(0, eaten - height)
            below = min(0, self._sum(place))
            if points > 0 and self._sum(place) > 0:
                kept.append((place, min(points, points + min(0, self._sum(place - 1)))))
            if below:
                kept.clear()
        return tuple(kept)

    def _sum(self, place: int) -> int:
        return sum(points or 0 for points in self.points[: place + 1]) if place >= 0 else 0


class _Scale(msgspec.Struct, frozen=True):
    """Where the line lies on which bars stand, and how high a point is, in pixels."""

    line: int
    point: float


def title(look: Style, rect: Rect, every: Sequence[Category], now: Category) -> Iterator[Piece]:
    """Yield the category that counts now, large, among those done and those to come.

    It leaves the corner free in which the rules card is opened.
    """
    words = look.say(narration.CATEGORIES[now])
    is_tall = look.shape is Shape.TALL
    row, below = stacked(rect, (1, 1), 0) if is_tall else (rect, rect)
    key = corner(look, rect.y)
    free = rect.w if is_tall else key.x - rect.x - look.px(8)
    big = min(row.h - look.px(8), look.share(7.2))
    small = min(round(big * 0.64), (rect.w // 2 - big) // max(1, len(every)))
    gap = max(4, small // 5)
    px = look.share(9.5)
    icons = (len(every) - 1) * (small + gap) + big + gap
    needed = 0 if is_tall else round(look.canvas.type.width(words, px, Weight.EXTRA) + gap)
    wide = min(free - icons, needed)
    _, rest = cut_left(row, min((row.w - icons - wide) // 2, free - icons - wide))
    at = every.index(now)
    for place, category in enumerate(every):
        side = big if category is now else small
        cell, rest = cut_left(rest, side, gap)
        spot = square(cell, side)
        yield sign(spot, category, 1.0 if place <= at else look.faint(0.4))
        if place < at:
            low = Rect(spot.x + side // 2, spot.y + side // 2, side * 2 // 3, side * 2 // 3)
            yield Picture(square(low, side // 2), "ui_check", tint=look.theme.good)
        if category is now and not is_tall:
            room, rest = cut_left(rest, wide)
            yield look.text(room, words, px, look.theme.ink, TextStyle(Weight.EXTRA))
    if is_tall:
        room = below.inset(rect.x + rect.w - key.x + look.px(4), 0)
        yield look.text(room, words, px, look.theme.ink, NUMBER)


def sign(spot: Rect, category: Category, opacity: float = 1.0) -> Picture:
    """Return what stands for a category."""
    kinds = CATEGORY_TILES[category]
    return tile(spot, kinds[0], opacity) if kinds else Picture(spot, SUN_WON, opacity)


def bars(
    look: Style, rect: Rect, every: Sequence[Category], stacks: Sequence[Stack]
) -> Iterator[Piece]:
    """Yield a bar for everybody, its sum, the reasons above it and the name below."""
    gap = 4 if look.shape is Shape.TALL else look.either(20, 8)
    has_totals = any(stack.total is not None for stack in stacks)
    is_narrow = rect.w // len(stacks) < look.share(3.5)
    name_px = look.share(10.6) + (look.share(20) if has_totals or is_narrow else 0)
    names, field = cut_foot(rect, name_px, look.px(6))
    scale = _scale(look, field, stacks)
    yield Box(Rect(rect.x, scale.line, rect.w, max(2, look.px(3))), look.theme.gold)
    for seat, (stack, column, name) in enumerate(
        zip(stacks, columns(field, len(stacks), gap), columns(names, len(stacks), gap), strict=True)
    ):
        yield from (_narrow_name if is_narrow else _name)(look, name, stack)
        top = column.y + column.h if stack.net is None else scale.line
        for place, height in stack.left():
            low = top
            top -= max(1, round(height * scale.point))
            segment = Rect(column.x, top, column.w, low - top)
            drawn = _segment(look, segment, every[place], stack.points[place] or 0)
            yield from keyed(Thing.SEGMENT, seat * len(COLOURS) + place, drawn)
        net = stack.net
        if net is not None and net < 0:
            deep = max(2, round(-net * scale.point))
            hanging = Rect(column.x, scale.line, column.w, deep)
            lost = Box(hanging, _LOST, radius=look.either(8, 5))
            yield from keyed(Thing.SEGMENT, (seat + 1) * len(COLOURS) - 1, (lost,))
        top = min(top, scale.line)
        high = look.share(6.7)
        number = Rect(column.x, top - high - look.px(2), column.w, high)
        said = "?" if net is None else str(net).replace("-", "\N{MINUS SIGN}")
        ink = look.theme.bad if net is not None and net < 0 else look.theme.ink
        text = look.text(number, said, round(high * 0.94), ink, NUMBER)
        yield from keyed(Thing.SUM, seat, (text,))
        yield from _reasons(look, Rect(column.x, rect.y, column.w, number.y - rect.y), seat, stack)


def _scale(look: Style, field: Rect, stacks: Sequence[Stack]) -> _Scale:
    nets = [stack.net or 0 for stack in stacks]
    deepest = -min(0, *nets)
    highest = max(0, *nets)
    room = max(look.px(40), field.h - look.share(6.7) - 2 * _chip_height(look))
    point = min(look.share(18), room / max(1, highest + deepest))
    return _Scale(field.y + field.h - round(deepest * point), point)


def _segment(look: Style, rect: Rect, category: Category, points: int) -> Iterator[Item]:
    """Yield what a category brought, with its sign and number if they can be read in it."""
    yield Box(rect, COLOURS[category], border=ON_BUTTON, border_px=1, radius=look.either(8, 5))
    px = min(look.share(14), round(rect.h * 0.84))
    if px < look.least_px - 2:
        return
    px = max(look.least_px, px)
    pad = look.either(12, 5)
    side = min(rect.h - 4, look.share(16))
    spot = Rect(rect.x + pad, rect.y + (rect.h - side) // 2, side, side)
    yield sign(spot, category)
    room = Rect(spot.x + side, rect.y, rect.w - side - 2 * pad, rect.h)
    yield look.text(room, signed(points), px, ON_BUTTON, TextStyle(Weight.EXTRA, Align.RIGHT))


def _name(look: Style, rect: Rect, stack: Stack) -> Iterator[Piece]:
    """Yield whose bar it is; where all is open, also what they have in all."""
    yield Box(rect, look.theme.buttons[stack.head.button], radius=look.either(12, 8))
    lower, upper = cut_foot(rect, look.share(20) if stack.total is not None else 0)
    pad = look.either(12, 5)
    own, room = cut_left(upper.inset(pad, 0), min(round(upper.h * 0.5), upper.w // 5), pad)
    yield emblem(own, stack.head.button)
    yield look.text(room, stack.head.name, look.share(14), ON_BUTTON)
    if stack.total is not None:
        said = look.canvas.words.state(look.say("Total"), str(stack.total))
        yield look.text(lower.inset(pad, 0), said, look.share(24), ON_BUTTON, CENTRED)


def _narrow_name(look: Style, rect: Rect, stack: Stack) -> Iterator[Piece]:
    """Yield whose bar it is; below that the emblem, and where all is open what they have in all."""
    yield Box(rect, look.theme.buttons[stack.head.button], radius=look.either(12, 8))
    upper, lower = stacked(rect.inset(2), (1, 1), 0)
    yield look.text(upper, stack.head.name, look.share(18), ON_BUTTON, CENTRED)
    if stack.total is None:
        yield emblem(square(lower, lower.h * 8 // 10), stack.head.button)
        return
    own, total = columns(lower, 2, 0)
    yield emblem(square(own, lower.h * 8 // 10), stack.head.button)
    yield look.text(total, str(stack.total), look.share(18), ON_BUTTON, NUMBER)


def _chip_height(look: Style) -> int:
    return look.share(24) + look.either(16, 8)


_MOST_REASONS = 2
"""The reasons of a category leave when the next but one begins."""


def _reasons(look: Style, room: Rect, seat: int, stack: Stack) -> Iterator[Piece]:
    """Yield in a word why the latest categories brought nothing, or who had most and fewest."""
    said = [
        (place, reason, word)
        for place, reason in enumerate(stack.reasons)
        if place >= len(stack.points) - _MOST_REASONS and (word := in_a_word(reason))
    ]
    bottom = room.y + room.h - look.px(4)
    for place, reason, word in reversed(said):
        words = f"{signed(reason.points)} {look.say(word)}"
        lines = look.wrapped(words, room.w - look.either(20, 4), Size.SMALL)
        wide = look.width(words, Size.LABEL) + _chip_height(look) + look.px(20)
        is_wide = wide <= room.w
        wide = min(wide, room.w)
        high = _chip_height(look) + (len(lines) - 1) * look.line_height(Size.SMALL)
        if bottom - high < room.y:
            return
        chip = Rect(room.x + (room.w - wide) // 2, bottom - high, wide, high)
        drawn = _chip(look, chip, reason, words, is_wide=is_wide)
        yield from keyed(Thing.REASON, seat * len(COLOURS) + place, drawn)
        bottom -= high + look.px(6)


def in_a_word(reason: Reason) -> str:
    """Return why something brought nothing or was compared; empty where the points say it."""
    if reason.points and reason.because not in _ALWAYS_SAID:
        return ""
    return WORDS.get(reason.because) or _NOTHING.get(reason.category, "")


def _chip(look: Style, rect: Rect, reason: Reason, words: str, *, is_wide: bool) -> Iterator[Item]:
    theme = look.theme
    ink = theme.bad if reason.points < 0 else theme.good if reason.points > 0 else theme.ink_second
    rim, radius = max(1, look.px(2)), _chip_height(look) // 2
    yield Box(rect, theme.panel, border=ink, border_px=rim, radius=radius)
    room = rect.inset(look.px(8) if is_wide else look.either(10, 2), 0)
    if is_wide:
        own, room = cut_left(room, round(_chip_height(look) * 0.66))
        yield sign(square(own, own.w), reason.category)
    yield from paragraph(look, room, words, Size.LABEL, CENTRED, colour=ink)
