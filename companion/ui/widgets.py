"""What pages have in common: a title, the question, keys for fingers, sentences that fit."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from companion.core.messages import Message, ShowCard
from companion.i18n import Words
from companion.ui.layout import columns, cut_left, cut_right, left_part, middle, rows, stacked
from companion.ui.pieces import (
    Sign,
    badge,
    badge_width,
    emblem,
    focus_ring,
    hold_mark,
    is_bare_undo,
    is_named,
    key_ground,
    undo_arrow,
)
from companion.ui.scene import Align, Box, Colour, Disc, Item, Rect, Target, Text, Weight
from companion.ui.style import (
    CENTRED,
    NUMBER,
    PLAIN,
    RIGHT_NUMBER,
    SMALLEST_PX,
    TOUCH_PX,
    Piece,
    Size,
    TextStyle,
    Ui,
    cached,
    unscaled,
)
from companion.ui.text_metrics import Type
from companion.ui.theme import ON_BUTTON


class Action(msgspec.Struct, frozen=True):
    """A wide key."""

    sign: Sign
    label: str
    message: Message
    is_lit: bool = True
    is_hold: bool = False
    """Whether the button must be held for it; a finger need not."""
    is_marked: bool = False
    is_main: bool = False
    """Whether it is what is pressed most here: its words are larger where they have room."""
    is_gold: bool = False
    """Whether it leads on, and is not to be overlooked: larger still, and gold while it is lit."""


@cached
def action_key(ui: Ui, rect: Rect, action: Action) -> Iterator[Piece]:
    """Yield a wide key: a sign and words, or the sign alone where there is no room."""
    opacity = 1.0 if action.is_lit else ui.faint(0.4)
    theme, is_gold = ui.theme, action.is_gold and action.is_lit
    ink, quiet = (theme.on_gold, theme.on_gold) if is_gold else (theme.ink, theme.ink_second)
    if is_gold:
        yield Box(rect, theme.gold, radius=ui.px(18, 10), glow=theme.gold, glow_px=ui.px(8, 6))
    else:
        yield key_ground(ui, rect, is_lit=action.is_lit)
    if action.is_marked:
        yield focus_ring(ui, rect, ui.px(12, 9))
    high = min(rect.h - ui.px(14, 10), ui.px(42, 32))
    sign = action.sign
    room = rect.inset(ui.px(8, 4), 0)  # off the border
    has_words = bool(_in_words(ui, room, action)[1])
    has_sign = sign != Sign() and (is_named(ui, sign) or not has_words)
    wide = badge_width(ui, high, action.sign.key) if has_sign else 0
    gap = ui.px(10, 5) if wide else 0
    if wide or not has_words:  # at the border rather than nothing at all
        room = rect._replace(w=rect.w - wide - 2 * gap)
    ui, lines = _in_words(ui, room, action)
    size = _label_size(ui, action, room.w)
    words = min(room.w, max((ui.width(line, size) for line in lines), default=0))
    hold = _hold(ui, action, lines, size, room.w - words)
    held = ui.width(hold, size) + gap if hold else 0
    has_arrow = not lines and is_bare_undo(action.sign)
    if has_arrow:
        words = min(high, room.w)
    left = rect.x + (rect.w - wide - held - (gap + words if words else 0)) // 2
    spot = Rect(left, rect.y + (rect.h - high) // 2, wide, high)
    if has_sign:
        yield from badge(ui, spot, action.sign, opacity)
    if has_arrow:
        yield undo_arrow(ui, Rect(spot.x + wide + gap, spot.y, words, high), opacity)
    if action.is_hold and has_sign and not action.sign.key:
        yield hold_mark(ui, spot)
    text = Rect(left + wide + gap, rect.y, held + words, rect.h)
    if hold:
        before, text = cut_left(text, held)
        yield ui.line(before, hold, size, quiet, PLAIN.faded(opacity))
    style = PLAIN if wide else CENTRED
    for row, line in zip(_rows_of(ui, text, len(lines), size), lines, strict=False):
        px = max(SMALLEST_PX, min(ui.em(size), row.h))
        yield ui.text(row, line, px, ink, style.faded(opacity))
    yield Target(rect, action.message)


def _rows_of(ui: Ui, rect: Rect, lines: int, size: Size) -> tuple[Rect, ...]:
    """Return where so many lines stand: several close together."""
    most = max(rect.h - ui.px(8, 5), lines * ui.least_px)
    high = rect.h if lines <= 1 else min(most, lines * ui.line_height(size))
    return rows(middle(rect, rect.w, high), max(1, lines), 0)


def _hold(ui: Ui, action: Action, lines: Sequence[str], size: Size, room: int) -> str:
    """Return that the button is held, where words in one line leave so much room for it."""
    if not action.is_hold or action.sign.key or len(lines) != 1 or not is_named(ui, action.sign):
        return ""
    hold = ui.say("hold")
    return hold if ui.width(hold, size) + ui.px(10, 5) <= room else ""


def _label_size(ui: Ui, action: Action, room: int) -> Size:
    """Return how large the words are: on a key that matters most, larger if all have room."""
    sizes = (Size.SUM,) * action.is_gold + (Size.SCORE,) * (action.is_main or action.is_gold)
    return next((size for size in sizes if ui.width(action.label, size) <= room), Size.LABEL)


def _in_words(ui: Ui, room: Rect, action: Action) -> tuple[Ui, tuple[str, ...]]:
    """Return the words in lines, and what they are drawn with: smaller rather than not at all."""
    lines = _lines(ui, action, room)
    size = _label_size(ui, action, room.w)
    if lines and (len(lines) == 1 or room.h >= len(lines) * ui.line_height(size)):
        return ui, lines
    return unscaled(ui), _lines(unscaled(ui), action, room)


def _lines(ui: Ui, action: Action, room: Rect) -> tuple[str, ...]:
    """Return the words in two lines at the most, or three on a high key; none if one is broken."""
    most = 3 if room.h >= 3 * ui.line_height(Size.SMALL) else 2
    measures, language = ui.canvas.type, ui.canvas.words.language
    lines = ui.wrapped(action.label, room.w, Size.SMALL)
    if not measures.is_whole(action.label, lines, language):
        px = ui.em(Size.SMALL)
        lines = measures.even(action.label, room.w, px, Weight.BOLD, language, most)
    is_whole = measures.is_whole(action.label, lines, language)
    return lines if is_whole and len(lines) <= most else ()


class NameTag(msgspec.Struct, frozen=True):
    """A player, as they are called on their colour."""

    name: str
    """Empty where those beside it have no room: the emblem says who it is."""
    button: int
    points: str = ""


def name_tag(ui: Ui, rect: Rect, tag: NameTag, px: int) -> Iterator[Item]:
    """Yield a player's emblem and name on their colour, in letters so high at most, in pixels."""
    yield Box(rect, ui.theme.buttons[tag.button], radius=min(ui.px(14, 9), rect.h // 3))
    yield from signed_name(ui, rect, tag, px)


def tag_width(ui: Ui, tag: NameTag, px: int) -> int:
    """Return how wide all of a tag is with the room around it, in pixels."""
    beside = ui.width_at(tag.points, px, NUMBER.weight) + ui.px(10, 4) if tag.points else 0
    return ui.width_at(tag.name, px, Weight.BOLD) + round(px * 0.8) + 3 * ui.px(10, 4) + beside


def in_a_row(
    ui: Ui, tags: tuple[NameTag, ...], wide: int, most: int
) -> tuple[tuple[NameTag, ...], int]:
    """Return these tags as they stand in so much room each, and the height of their letters (px).

    All are called in letters of one size. Where of somebody there would be but a few letters, the
    emblems alone say who all are.
    """
    sizes = range(most, SMALLEST_PX, -1)
    whole = (px for px in sizes if all(tag_width(ui, tag, px) <= wide for tag in tags))
    px = next(whole, min(most, SMALLEST_PX))
    bare = tuple(replace(tag, name="") for tag in tags)
    few = (min(ui.width_at(tag.name, px, Weight.BOLD), _LETTERS * px) for tag in tags)
    has_room = all(
        tag_width(ui, tag, px) + letters <= wide for tag, letters in zip(bare, few, strict=True)
    )
    return tags if has_room else bare, px


def signed_name(
    ui: Ui, rect: Rect, tag: NameTag, px: int, *, is_stacked: bool = False
) -> Iterator[Item]:
    """Yield emblem and name, in the middle; with points at the right, they are at the left.

    Stacked, the name stands above the rest.
    """
    pad, area, name = ui.px(10, 4), rect, tag.name
    if is_stacked:
        upper, area = stacked(rect, (1, 1), 0)
        yield ui.text(upper.inset(2, 0), name, px, ON_BUTTON, CENTRED)
        name = ""
    side = round(min(px, area.h) * 0.8)
    if tag.points:
        wide = min(ui.width_at(tag.points, px, NUMBER.weight), max(1, area.w - side - 3 * pad))
        number, area = cut_right(left_part(area, area.w - pad), wide, pad)
        yield ui.text(number, tag.points, px, ON_BUTTON, RIGHT_NUMBER)
    room = area.w - side - 3 * pad
    wide = max(1, min(room, ui.width_at(name, px, Weight.BOLD))) if name else -pad
    left = area.x + (pad if tag.points else (area.w - side - pad - wide) // 2)
    yield emblem(Rect(left, area.y, side, area.h), tag.button)
    if name:
        yield ui.text(Rect(left + side + pad, area.y, wide, area.h), name, px, ON_BUTTON)


_LETTERS = 4
"""How many ems of a name must have room, unless it is shorter."""


def corner(ui: Ui, top: int) -> Rect:
    """Return the upper right corner of a page that is not the table, below an edge so high."""
    side, margin = max(TOUCH_PX, ui.px(52, 46)), ui.px(16, 6)
    return Rect(ui.canvas.size[0] - margin - side, top + margin, side, side)


def left_corner(ui: Ui, top: int) -> Rect:
    """Return the same at the left."""
    right = corner(ui, top)
    return right._replace(x=ui.canvas.size[0] - right.x - right.w)


def card_key(ui: Ui, rect: Rect) -> Iterator[Piece]:
    """Yield the key; a finger finds it also a little beside it."""
    theme = ui.theme
    yield Disc(rect, theme.panel, border=theme.gold, border_px=max(2, ui.px(2)))
    yield ui.text(rect, "?", max(SMALLEST_PX, rect.h * 6 // 10), theme.gold, NUMBER)
    more = max(0, TOUCH_PX - rect.h + 1) // 2
    touched = Rect(rect.x - more, rect.y - more, rect.w + 2 * more, rect.h + 2 * more)
    yield Target(touched, ShowCard())


def dashed(ui: Ui, rect: Rect, colour: Colour) -> Iterator[Box]:
    """Yield a dashed outline: what may be put here, or is not yet."""
    thick = max(2, ui.px(2))
    for place, length, is_across in (
        (rect.y, rect.w, True),
        (rect.y + rect.h - thick, rect.w, True),
        (rect.x, rect.h, False),
        (rect.x + rect.w - thick, rect.h, False),
    ):
        dashes = 2 * max(2, round(length / ui.px(20, 14))) - 1
        along = Rect(rect.x if is_across else rect.y, 0, length, thick)
        for dash in columns(along, dashes, 0)[::2]:
            spot = (dash.x, place, dash.w, thick) if is_across else (place, dash.x, thick, dash.w)
            yield Box(Rect(*spot), colour)


def as_large_as_fits(  # noqa: PLR0913 - a text in a box, with all that a single line has
    ui: Ui,
    rect: Rect,
    text: str,
    largest: int,
    style: TextStyle = PLAIN,
    *,
    colour: Colour | None = None,
    least: int = SMALLEST_PX,
) -> Iterator[Text]:
    """Yield a text in one line or several, with letters as large as the rectangle has room for.

    Their largest and least heights are those of the em, in pixels.
    """
    ink = ui.theme.ink if colour is None else colour
    measures, language = ui.canvas.type, ui.canvas.words.language
    room = max(1, rect.w)
    px = measures.fitting_px(text, room, max(largest, least), least, style.weight)
    if px >= largest * _GIVE_FOR_ONE_LINE and measures.width(text, px, style.weight) <= room:
        yield ui.text(rect, text, px, ink, style)
        return
    tries = (
        (px, measures.wrap(text, room, px, style.weight, language))
        for px in range(max(largest, least), least - 1, -1)
    )
    fitting = [each for each in tries if len(each[1]) * each[0] * _LEAST_LINE <= rect.h]
    whole = (each for each in fitting if measures.is_whole(text, each[1], language))
    px, lines = next(whole, fitting[0] if fitting else (least, ()))
    lines = lines or measures.wrap(text, room, least, style.weight, language)
    most = max(1, int(rect.h // (px * _LEAST_LINE)))
    if len(lines) > most:
        lines = (*lines[: most - 1], " ".join(lines[most - 1 :]))
    elif style.align is Align.CENTRE and _ends_short(measures, lines, style.weight):
        lines = measures.even(text, room, px, style.weight, language, most)
    high = min(rect.h, round(px * 1.25) * len(lines))
    for row, line in zip(rows(middle(rect, rect.w, high), len(lines), 0), lines, strict=True):
        yield ui.text(row, line, px, ink, style)


def _ends_short(measures: Type, lines: Sequence[str], weight: Weight) -> bool:
    """Whether the last line is less than half as wide as the widest."""
    widths = [measures.width(line, SMALLEST_PX, weight) for line in lines]
    return 2 * widths[-1] < max(widths)


def can_fit(ui: Ui, rect: Rect, text: str, weight: Weight = PLAIN.weight) -> bool:
    """Whether a text has room there at all, with the smallest letters."""
    language = ui.canvas.words.language
    lines = ui.canvas.type.wrap(text, max(1, rect.w), SMALLEST_PX, weight, language)
    return len(lines) * SMALLEST_PX * _LEAST_LINE <= rect.h


_GIVE_FOR_ONE_LINE = 0.75
"""So much smaller letters are rather than two lines."""

_LEAST_LINE = 1.0
"""How close lines may stand, in ems."""


def decimal(value: float, words: Words) -> str:
    """Return a number with one digit after the mark, and with a true minus."""
    text = f"{value:.1f}".replace("-0.0", "0.0").replace("-", "\N{MINUS SIGN}")
    return text.replace(".", words.writing.decimal)


class Spoken(msgspec.Struct, frozen=True):
    """One sentence in the language of the table."""

    text: str
    is_choice: bool = False
    """Whether it says what a choice will cost: then it stands out."""


class _Spacing(msgspec.Struct, frozen=True):
    """How far things stand from each other, in ems."""

    line: float
    sentence: float


_USUAL = _Spacing(1.22, 0.3)

_TIGHT = _Spacing(1.12, 0.08)
"""Where that lets larger letters fit."""

_CLOSE = _Spacing(1.04, 0.04)
"""Where even the smallest letters would not fit otherwise."""

_MARK = 0.9
"""How much room the mark before a sentence takes, in ems."""


def fits(ui: Ui, rect: Rect, sentences: tuple[Spoken, ...]) -> bool:
    """Whether the sentences fit the rectangle in small letters."""
    px = ui.em(Size.SMALL)
    return _height(_broken(ui, rect, sentences, px), px, _TIGHT) <= rect.h


def largest_px(ui: Ui, rect: Rect, sentences: tuple[Spoken, ...], most: int) -> int:
    """Return the height of the em in pixels in which the sentences fit, at most this many."""
    return _fitting(ui, rect, sentences, most)[0]


@cached
def paragraphs(
    ui: Ui, rect: Rect, sentences: tuple[Spoken, ...], largest: Size | int
) -> Iterator[Piece]:
    """Yield the sentences, at this size or as large as they fit, in the middle of the height."""
    most = ui.em(largest) if isinstance(largest, Size) else largest
    px, spacing = _fitting(ui, rect, sentences, most)
    broken = _broken(ui, rect, sentences, px)
    high = round(px * spacing.line)
    left = rect.x + round(px * _MARK)
    top = rect.y + max(0, rect.h - _height(broken, px, spacing)) // 2
    for sentence, lines in zip(sentences, broken, strict=True):
        colour = ui.theme.gold if sentence.is_choice else ui.theme.ink_third
        ink = ui.theme.ink if sentence.is_choice else ui.theme.ink_second
        side = max(6, px * 3 // 10)
        yield Disc(Rect(rect.x, top + (high - side) // 2, side, side), colour)
        for line in lines:
            row = Rect(left, top, rect.x + rect.w - left, high)
            yield ui.text(row, line, px, ink, TextStyle(_weight(sentence)))
            top += high
        top += round(px * spacing.sentence)


def _weight(sentence: Spoken) -> Weight:
    return Weight.BOLD if sentence.is_choice else Weight.MEDIUM


def _fitting(
    ui: Ui, rect: Rect, sentences: tuple[Spoken, ...], largest: int
) -> tuple[int, _Spacing]:
    """Return the height of the em and the spacing: large, but with no lonely end of a sentence."""
    fitting = [
        (px, spacing, broken)
        for px in range(max(largest, SMALLEST_PX), SMALLEST_PX - 1, -1)
        for broken in (_broken(ui, rect, sentences, px),)
        for spacing in (_USUAL, _TIGHT)
        if _height(broken, px, spacing) <= rect.h
    ]
    for px, spacing, broken in fitting:
        if px * _GIVE >= fitting[0][0] and not any(map(_has_lonely_end, broken)):
            return px, spacing
    return fitting[0][:2] if fitting else (SMALLEST_PX, _CLOSE)


def _has_lonely_end(lines: tuple[str, ...]) -> bool:
    return len(lines) > 1 and len(lines[-1]) < _LONELY


_LONELY = 4
"""Fewer characters than these look lost on a line of their own."""

_GIVE = 1.2
"""How much smaller letters may be for that."""


def _broken(
    ui: Ui, rect: Rect, sentences: tuple[Spoken, ...], px: int
) -> tuple[tuple[str, ...], ...]:
    room, language = rect.w - round(px * _MARK), ui.canvas.words.language
    return tuple(
        ui.canvas.type.wrap(sentence.text, room, px, _weight(sentence), language)
        for sentence in sentences
    )


def _height(broken: tuple[tuple[str, ...], ...], px: int, spacing: _Spacing) -> int:
    lines = sum(map(len, broken))
    return lines * round(px * spacing.line) + (len(broken) - 1) * round(px * spacing.sentence)
