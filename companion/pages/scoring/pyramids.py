"""The points of an epoch as pyramids: a course of stone for each gain, a pit for each loss.

Nothing is netted and nothing is covered: what is written on courses and pits adds up to the sum
below them. A point is equally high for everybody; a course is never lower than its number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from companion import narration
from companion.i18n import mark
from companion.pages.points import sign, sign_width
from companion.rules.scoring.reasons import Because, ScoreReason
from companion.rules.scoring.scoring import Category
from companion.ui.layout import (
    columns,
    cut_foot,
    cut_left,
    cut_top,
    left_part,
    middle,
    square,
    stacked,
)
from companion.ui.pieces import is_whole, paragraph, signed
from companion.ui.scene import (
    Animated,
    Box,
    Colour,
    Disc,
    Item,
    Picture,
    Polygon,
    Rect,
    Weight,
    keyed,
)
from companion.ui.style import (
    CENTRED,
    NUMBER,
    SMALLEST_PX,
    Piece,
    Shape,
    Size,
    TextStyle,
    Ui,
    unscaled,
)
from companion.ui.theme import ON_BUTTON, between
from companion.ui.widgets import NameTag, corner, signed_name

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

WORDS: Mapping[Because, str] = {
    Because.MOST_PHARAOHS: mark("most"),
    Because.FEWEST_PHARAOHS: mark("fewest"),
    Because.SPARED_PHARAOHS: mark("fewest"),
    Because.BETWEEN_PHARAOHS: mark("in between"),
    Because.EQUAL_PHARAOHS: mark("all equal"),
    Because.NO_FLOOD: mark("no Flood tile"),
    Because.CIVILISATIONS: mark("too few kinds"),
    Because.NO_CIVILISATION: mark("none"),
    Because.NO_MONUMENT: mark("none"),
    Because.NO_THREE_ALIKE: mark("no three identical"),
    Because.HIGHEST_SUNS: mark("highest"),
    Because.LOWEST_SUNS: mark("lowest"),
    Because.SPARED_SUNS: mark("lowest"),
    Because.BETWEEN_SUNS: mark("in between"),
    Because.EQUAL_SUNS: mark("all equal"),
}
"""Why something brought nothing, or what was compared, in a word."""

_NOTHING: Mapping[Category, str] = {
    Category.GODS: mark("no God tile"),
    Category.GOLD: mark("no Gold tile"),
    Category.RIVER: mark("no Flood tile"),
}

_EARTH: Colour = (58, 38, 34)
"""The ground in which pits are dug."""

_PIT: Colour = (24, 12, 14)

_PIT_EDGE: Colour = (255, 138, 112)

_HATCH: Colour = (84, 38, 38)

PAPYRUS: Colour = (238, 221, 172)

_LOSS_ON_PAPYRUS: Colour = (122, 20, 10)


class Stack(msgspec.Struct, frozen=True):
    """One player's pyramid, as far as it is laid."""

    head: NameTag
    points: tuple[int | None, ...]
    """Of each category that is laid already, in their order; None where they are not known."""
    reasons: tuple[ScoreReason, ...] = ()
    """Of the same categories; none where they are not known."""
    total: int | None = None
    """What the player has in all, only where everybody may know it."""

    @property
    def net(self) -> int | None:
        """Return the sum; None where something of it is not known."""
        known = [points for points in self.points if points is not None]
        return sum(known) if len(known) == len(self.points) else None

    @property
    def terms(self) -> tuple[int, ...]:
        """Return what the sum is made of, in the order in which it was laid."""
        return tuple(points for points in self.points if points)


class Course(NamedTuple):
    """One gain or loss where it stands."""

    place: int
    """Of its category among all that are counted."""
    points: int
    rect: Rect


class _Scale(NamedTuple):
    """The height of a point, and the least height of a course, in pixels."""

    point: float
    least: int

    def height(self, points: int) -> int:
        return max(self.least, round(abs(points) * self.point))


def scale(room: int, largest: float, label: int, ends: Sequence[Sequence[int | None]]) -> _Scale:
    """Return the scale at which everybody's gains and losses fit above and below one line.

    Args:
        room: Pixels for the highest pyramid and the deepest pit together.
        largest: Pixels of a point at most.
        label: How high a course must be for its number, in pixels, where there is room for it.
        ends: What each player has of every category in the end, so that nothing moves later.
    """
    gains = [[each for each in points if each and each > 0] for points in ends]
    losses = [[each for each in points if each and each < 0] for points in ends]
    most = max(map(len, gains), default=0) + max(map(len, losses), default=0)
    least = min(label, room // max(1, most))

    def needed(at: _Scale) -> int:
        high = max((sum(map(at.height, each)) for each in gains), default=0)
        return high + max((sum(map(at.height, each)) for each in losses), default=0)

    point = largest
    while point > 0 and needed(_Scale(point, least)) > room:
        point -= _FINELY
    return _Scale(max(0.0, point), least)


_FINELY = 0.25
"""Steps in which a scale is looked for, in pixels a point."""


def courses(column: Rect, line: int, deep: int, at: _Scale, stack: Stack) -> Iterator[Course]:
    """Yield gains upwards from a line, and losses downwards from where the ground is open.

    Args:
        column: Of one player.
        line: Where the first gain stands.
        deep: Where the first loss is dug.
        at: How high a point is.
        stack: What is laid.
    """
    foot = line
    for place, points in enumerate(stack.points):
        if not points:
            continue
        high = at.height(points)
        if points > 0:
            aside = round(_leaning(column, foot - line, at.least))
            line -= high
            yield Course(place, points, Rect(column.x, line, column.w, high).inset(aside, 0))
        else:
            yield Course(place, points, Rect(column.x, deep, column.w, high))
            deep += high


def _leaning(column: Rect, high: int, label: int) -> float:
    """Return how far the sides lean inwards at this height above the line, in pixels.

    What is written on courses so high (pixels) has room on the highest, too.
    """
    return min(_TAPER * high, max(0.0, column.w - 3.2 * label) / 4)


_TAPER = 0.1
"""How far a side leans inwards, in pixels a pixel of height."""


def title(ui: Ui, rect: Rect, every: Sequence[Category], now: Category) -> Iterator[Piece]:
    """Yield the category that is laid now, large, among those laid and those to come.

    It leaves the corner free in which the rules card is opened.
    """
    words = ui.say(narration.CATEGORIES[now])
    is_tall = ui.shape is Shape.TALL
    row, below = stacked(rect, (1, 1), 0) if is_tall else (rect, rect)
    key = corner(ui, rect.y)
    free = rect.w if is_tall else key.x - rect.x - ui.px(8)
    big = min(row.h - ui.px(8), ui.share(7.2))
    small = min(round(big * 0.64), (rect.w // 2 - big) // max(1, len(every)))
    gap = max(4, small // 5)
    px = min(ui.share(9.5), row.h * 8 // 10)
    sides = {each: big if each is now else small for each in every}
    spans = {each: round(side * sign_width(each)) for each, side in sides.items()}
    icons = sum(spans.values()) + len(every) * gap
    needed = 0 if is_tall else round(ui.canvas.type.width(words, px, Weight.EXTRA) + gap)
    wide = min(free - icons, needed)
    _, rest = cut_left(row, min((row.w - icons - wide) // 2, free - icons - wide))
    at = every.index(now)
    for place, category in enumerate(every):
        side, span = sides[category], spans[category]
        cell, rest = cut_left(rest, span, gap)
        spot = middle(cell, span, side)
        yield from sign(spot, category, 1.0 if place <= at else ui.faint(0.4))
        if place < at:
            yield from _done(ui, spot)
        if category is now and not is_tall:
            area, rest = cut_left(rest, wide)
            yield ui.text(area, words, px, ui.theme.ink, TextStyle(Weight.EXTRA))
    if is_tall:
        area = below.inset(rect.x + rect.w - key.x + ui.px(4), 0)
        yield ui.text(area, words, px, ui.theme.ink, NUMBER)


def _done(ui: Ui, spot: Rect) -> Iterator[Item]:
    """Yield a tick at the foot of a sign that is laid already."""
    side = spot.h // 2
    disc = Rect(spot.x + spot.w - side * 2 // 3, spot.y + spot.h - side * 2 // 3, side, side)
    yield Disc(disc, ui.theme.good, border=ui.theme.ground, border_px=max(1, ui.px(1.5)))
    yield Picture(disc.inset(side // 5), "ui_check", tint=ui.theme.ground)


def pyramids(
    ui: Ui,
    rect: Rect,
    every: Sequence[Category],
    stacks: Sequence[Stack],
    ends: Sequence[Sequence[int | None]],
) -> Iterator[Piece]:
    """Yield a pyramid for everybody: courses, the name, pits, and the sum as it was made.

    ``ends`` is what everybody has of each category when all is laid, so that nothing moves later.
    """
    gap = 4 if ui.shape is Shape.TALL else ui.px(18, 8)
    places = columns(rect, len(stacks), gap)
    is_narrow = places[0].w < ui.share(3.5)
    plinth = ui.share(11.5) + (ui.share(20) if is_narrow else 0)
    plinth += ui.share(20) if any(each.total is not None for each in stacks) else 0
    label = round(ui.least_px * _LABEL)
    sums, field, at = rect, rect, _Scale(0.0, 0)
    has_terms = True
    for has_terms, has_chips in ((True, True), (False, True), (False, False)):
        high = _sum_height(ui, places[0].w, ends if has_terms else ())
        sums, field = cut_foot(rect, high, ui.px(8, 4))
        room = max(1, field.h - plinth - (_chip_height(ui) if has_chips else 0))
        at = scale(room, ui.share(55), label, ends)
        if at.least >= SMALLEST_PX:
            break
    deepest = max(sum(at.height(each) for each in points if each and each < 0) for points in ends)
    line = field.y + field.h - deepest - plinth  # pits end where the sums begin
    yield from _ground(ui, rect, line, plinth)
    for seat, (stack, column) in enumerate(zip(stacks, places, strict=True)):
        top = line
        for course in courses(column, line, line + plinth, at, stack):
            top = min(top, course.rect.y)
            number = seat * len(COLOURS) + course.place
            drawn = _stone if course.points > 0 else _pit
            yield from keyed(Animated.SEGMENT, number, drawn(ui, course, every, stack))
        name = Rect(column.x, line, column.w, plinth).inset(0, ui.px(5, 3))
        yield from _name(ui, name, stack, is_narrow=is_narrow)
        above = Rect(column.x, rect.y, column.w, top - rect.y)
        yield from _zero(ui, above, seat, stack)
        spot = Rect(column.x, sums.y, column.w, sums.h)
        yield from _sum(ui, spot, seat, stack, stack.terms if has_terms else ())


_LABEL = 1.22
"""How high a course is at least, in ems of its number."""


def _ground(ui: Ui, rect: Rect, line: int, plinth: int) -> Iterator[Item]:
    wide, high = ui.canvas.size[0], ui.canvas.size[1]
    earth = _EARTH if ui.theme.is_dark else between(_EARTH, ui.theme.ground, 0.55)
    ground = ui.theme.ground if ui.theme.faintest else earth
    yield Box(Rect(0, line + plinth, wide, high - line - plinth), ground)
    yield Box(Rect(0, line, wide, plinth), ui.theme.track)
    yield Box(Rect(rect.x, line, rect.w, max(2, ui.px(3))), ui.theme.gold)


def _stone(ui: Ui, course: Course, every: Sequence[Category], _: Stack) -> Iterator[Item]:
    """Yield a course that tapers upwards, with the sign of its category and its number."""
    rect, colour = course.rect, COLOURS[every[course.place]]
    aside = min(_TAPER * rect.h, rect.w / 16) / max(1, rect.w)
    yield Polygon(rect, ((aside, 0), (1 - aside, 0), (1, 1), (0, 1)), colour,
                  border=ON_BUTTON, border_px=1)  # fmt: skip
    edge = round(rect.w * (_LIT - aside))
    side = Rect(rect.x + edge, rect.y, rect.w - edge, rect.h)
    lean = rect.w * aside / side.w
    facet = ((0, 0), (1 - lean, 0), (1, 1), (lean, 1))
    yield Polygon(side, facet, between(colour, (0, 0, 0), 0.22))
    left = round(rect.w * aside) + ui.px(3)
    lit = Rect(rect.x + left, rect.y, edge - left, rect.h)
    yield from _label(ui, lit, every[course.place], signed(course.points), ON_BUTTON)


_LIT = 0.9
"""How much of a course is in the light."""


def _pit(ui: Ui, course: Course, every: Sequence[Category], stack: Stack) -> Iterator[Item]:
    """Yield a pit, with its sign, its number and, where there is room, the reason in a word."""
    rect, aside = course.rect, 0.02
    corners = ((0.0, 0.0), (1.0, 0.0), (1 - aside, 1.0), (aside, 1.0))
    yield Polygon(rect, corners, _PIT, border=_PIT_EDGE, border_px=max(1, ui.px(2)),
                  hatch=_HATCH)  # fmt: skip
    reason = stack.reasons[course.place] if course.place < len(stack.reasons) else None
    word = "" if reason is None else in_a_word(reason)
    number = signed(course.points)
    words = f"{number} {ui.say(word)}" if word else number
    inner = rect.inset(ui.px(5), 0)
    px = _label_px(ui, rect.h)
    fits = ui.canvas.type.width(words, px, Weight.EXTRA) + rect.h <= inner.w
    yield from _label(ui, inner, every[course.place], words if fits else number, _PIT_EDGE)


def _label_px(ui: Ui, high: int) -> int:
    return min(ui.share(18), max(min(ui.least_px, high), round(high * 0.6)))


def _label(ui: Ui, rect: Rect, category: Category, words: str, ink: Colour) -> Iterator[Item]:
    """Yield the sign of a category and words beside it, both smaller where that is narrow.

    Where that is not enough, the sign stands above them; in the narrowest and lowest there is none.
    """
    gap, usual = ui.px(8, 4), _label_px(ui, rect.h)
    ems = ui.canvas.type.width(words, usual, Weight.EXTRA) / usual
    room, span = rect.w - gap - 2, sign_width(category)
    px = min(usual, max(min(usual, ui.least_px), int(room / (ems + span * _SIGN))))
    wide = round(ems * px) + 2
    side = min(rect.h - 2, round(px * _SIGN), int((rect.w - gap - wide) / span))
    if side < px * _LEAST_SIGN:
        own, said = stacked(middle(rect, rect.w, round(usual * _ABOVE)), (1, 1), 0)
        if own.h + said.h > rect.h:
            yield ui.text(rect, words, usual, ink, NUMBER)
            return
        yield from sign(middle(own, round(usual * span), usual), category)
        yield ui.text(said, words, usual, ink, NUMBER)
        return
    left = rect.x + (rect.w - round(side * span) - gap - wide) // 2
    own, rest = cut_left(Rect(left, rect.y, rect.w, rect.h), round(side * span), gap)
    yield from sign(middle(own, own.w, side), category)
    yield ui.text(left_part(rest, wide), words, px, ink, TextStyle(Weight.EXTRA))


_SIGN, _LEAST_SIGN = 1.25, 0.8
"""How high the sign of a category is beside its number, in ems, and how low at least."""

_ABOVE = 2.3
"""How high the sign and its number are where they stand one above the other, in ems."""


def _name(ui: Ui, rect: Rect, stack: Stack, *, is_narrow: bool) -> Iterator[Piece]:
    yield Box(rect, ui.theme.buttons[stack.head.button], radius=ui.px(16, 10))
    lower, upper = cut_foot(rect, ui.share(20) if stack.total is not None else 0)
    pad = ui.px(10, 4)
    yield from signed_name(ui, upper, stack.head, ui.share(17), is_stacked=is_narrow)
    if stack.total is not None:
        words = ui.canvas.words.state(ui.say("Total"), str(stack.total))
        px = ui.share(24)
        is_wide = ui.canvas.type.width(words, px, Weight.BOLD) > lower.w - 2 * pad
        said = str(stack.total) if is_wide else words
        yield ui.text(lower.inset(pad, 0), said, px, ON_BUTTON, CENTRED)


def _terms_px(ui: Ui) -> int:
    return max(SMALLEST_PX, ui.share(28))


def _result_px(ui: Ui) -> int:
    return max(SMALLEST_PX, ui.share(15))


def _sum_height(ui: Ui, wide: int, ends: Sequence[Sequence[int | None]]) -> int:
    """Return the height of the sums when all is laid, the same for every player."""
    px = _terms_px(ui)
    terms = [[points for points in each if points] for each in ends]
    lines = max((len(_broken(ui, each, wide, px)) for each in terms), default=0)
    return round(lines * px * 1.15 + _result_px(ui) * 1.05 + ui.px(10, 6))


def _broken(ui: Ui, terms: Sequence[int], wide: int, px: int) -> list[list[int]]:
    lines: list[list[int]] = []
    used = wide + 1.0
    for term in terms:
        width = ui.canvas.type.width(f"{signed(term)} ", px, Weight.BOLD)
        if used + width > wide - ui.px(12, 6):
            lines.append([])
            used = 0.0
        lines[-1].append(term)
        used += width
    return lines


def _sum(ui: Ui, rect: Rect, seat: int, stack: Stack, terms: Sequence[int]) -> Iterator[Item]:
    yield Box(rect, PAPYRUS, border=between(PAPYRUS, ON_BUTTON, 0.35),
              border_px=max(1, ui.px(1.5)), radius=ui.px(6, 4))  # fmt: skip
    net, px = stack.net, _terms_px(ui)
    lines = _broken(ui, terms, rect.w, px)
    high = round(len(lines) * px * 1.15 + _result_px(ui) * 1.05)
    low, upper = cut_foot(middle(rect, rect.w, high), round(_result_px(ui) * 1.05))
    for line in lines:
        row, upper = cut_top(upper, round(px * 1.15))
        words = [signed(term) for term in line]
        widths = [round(ui.canvas.type.width(f"{word} ", px, Weight.BOLD)) for word in words]
        left = row.x + (row.w - sum(widths)) // 2
        for term, word, width in zip(line, words, widths, strict=True):
            ink = _LOSS_ON_PAPYRUS if term < 0 else ON_BUTTON
            yield ui.text(Rect(left, row.y, width, row.h), word, px, ink, CENTRED)
            left += width
    said = "= ?" if net is None else f"= {str(net).replace('-', chr(0x2212))}"
    ink = _LOSS_ON_PAPYRUS if net is not None and net < 0 else ON_BUTTON
    text = ui.text(low, said, _result_px(ui), ink, NUMBER)
    yield from keyed(Animated.SUM, seat, (text,))


def _chip_height(ui: Ui) -> int:
    return ui.share(24) + ui.px(16, 8)


def _zero(ui: Ui, area: Rect, seat: int, stack: Stack) -> Iterator[Piece]:
    newest = len(stack.points) - 1
    if newest < 0 or newest >= len(stack.reasons) or stack.points[newest]:
        return
    reason = stack.reasons[newest]
    word = in_a_word(reason)
    if not word:
        return
    words, high = ui.canvas.words.state("0", ui.say(word)), _chip_height(ui)
    room = Rect(area.x, area.y, area.w - ui.px(20, 4), area.h)
    lines = ui.wrapped(words, room.w, Size.SMALL)
    is_high = high + (len(lines) - 1) * ui.line_height(Size.SMALL) > area.h
    if is_high or not is_whole(unscaled(ui), room, words):
        words, lines = "0", ("0",)
    wide = ui.width(words, Size.LABEL) + high + ui.px(20)
    is_wide = wide <= area.w
    high += (len(lines) - 1) * ui.line_height(Size.SMALL)
    top = max(area.y, area.y + area.h - high - ui.px(6))
    wide = min(wide, area.w)
    chip = Rect(area.x + (area.w - wide) // 2, top, wide, high)
    drawn = _chip(ui, chip, reason, words, is_wide=is_wide)
    yield from keyed(Animated.REASON, seat * len(COLOURS) + newest, drawn)


def in_a_word(reason: ScoreReason) -> str:
    """Return in a word why something scored, cost or brought nothing; empty where that is plain."""
    if reason.points > 0:
        return ""
    return WORDS.get(reason.because) or _NOTHING.get(reason.category, "")


def _chip(ui: Ui, rect: Rect, reason: ScoreReason, words: str, *, is_wide: bool) -> Iterator[Item]:
    theme = ui.theme
    rim, radius = max(1, ui.px(2)), _chip_height(ui) // 2
    yield Box(rect, theme.panel, border=theme.ink_second, border_px=rim, radius=radius)
    area = rect.inset(ui.px(8) if is_wide else ui.px(10, 2), 0)
    if is_wide:
        own, area = cut_left(area, round(_chip_height(ui) * 0.66))
        yield from sign(square(own, own.w), reason.category)
    yield from paragraph(ui, area, words, Size.LABEL, CENTRED, colour=theme.ink_second)
