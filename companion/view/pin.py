"""The PIN of the staff: dots for what is typed, and a key for each digit."""

from collections.abc import Iterator

from companion.core.house import MOST_DIGITS, Pin
from companion.core.messages import Message
from companion.core.model import Model
from companion.core.service import BACKSPACE, PinDone, TypeDigit
from companion.view.layout import columns, middle, rows, square, stacked
from companion.view.look import CENTRED, NUMBER, Look, Piece, Shape, Size
from companion.view.page import asked, frame, heading, what_can_be_done
from companion.view.pieces import focus_ring, key_ground, paragraph
from companion.view.scene import Disc, Rect, Target

_ROWS = (("1", "2", "3"), ("4", "5", "6"), ("7", "8", "9"), (BACKSPACE, "0", "\r"))
_SIGNS = {BACKSPACE: "\N{LEFTWARDS ARROW}", "\r": "OK"}


def pin(look: Look, model: Model, page: Pin) -> Iterator[Piece]:
    """Yield what is typed as dots, what is to be said of it, and the keys."""
    where = frame(look, model)
    yield from heading(look, where, asked(look, model))
    gap = look.either(12, 6)
    if look.shape is Shape.TALL:
        shown, pad = stacked(where.body, (1, 2), gap)
    else:
        shown, pad = columns(where.body, 2, gap)
    dots, words = stacked(shown, (1, 2), gap)
    yield from _dots(look, dots, len(page.typed.digits))
    if page.told is not None:
        text = look.say(page.told.value, **page.facts)
        yield from paragraph(look, words, text, Size.NAME, CENTRED)
    yield from _keys(look, pad, page)
    yield from what_can_be_done(look, where.dock, model, ("p1", "p2", "p3", "p4", "p5"))


def _dots(look: Look, rect: Rect, number: int) -> Iterator[Piece]:
    """Yield a dot for every digit: which it is stands nowhere."""
    side = min(rect.h // 2, rect.w // (MOST_DIGITS + 1))
    row = middle(rect, side * MOST_DIGITS, side)
    for place, spot in enumerate(columns(row, MOST_DIGITS, 0)):
        is_typed = place < number
        colour = look.theme.gold if is_typed else None
        dot = square(spot, side * 6 // 10 if is_typed else side * 3 // 10)
        yield Disc(dot, colour, border=look.theme.ink_second, border_px=max(1, look.px(2)))


def _keys(look: Look, rect: Rect, page: Pin) -> Iterator[Piece]:
    gap = look.either(10, 5)
    room = middle(rect, min(rect.w, look.either(460, 380)), rect.h)
    for line, row in zip(_ROWS, rows(room, len(_ROWS), gap), strict=True):
        for sign, spot in zip(line, columns(row, len(line), gap), strict=True):
            yield key_ground(look, spot)
            label = _SIGNS.get(sign, sign)
            yield look.line(spot.inset(look.px(4)), label, Size.TITLE, style=NUMBER)
            yield Target(spot, _meaning(sign))
            if sign == str(page.digit):
                yield focus_ring(look, spot, look.either(12, 9))


def _meaning(sign: str) -> Message:
    return PinDone() if sign == "\r" else TypeDigit(sign)
