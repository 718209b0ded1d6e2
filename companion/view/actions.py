"""Keys for fingers that are not tiles: wide ones with a control's sign and words."""

from collections.abc import Iterator

import msgspec

from companion.core.messages import Message
from companion.view.badges import Sign, badge, badge_width, hold_mark
from companion.view.layout import rows
from companion.view.look import PLAIN, Look, Piece, Size, kept
from companion.view.pieces import focus_ring, key_ground
from companion.view.scene import Rect, Target


class Action(msgspec.Struct, frozen=True):
    """A wide key."""

    sign: Sign
    label: str
    message: Message
    is_lit: bool = True
    is_hold: bool = False
    """Whether the button must be held for it; a finger need not."""
    is_marked: bool = False
    """Whether the dial points at it."""


@kept
def action_key(look: Look, rect: Rect, action: Action) -> Iterator[Piece]:
    """Yield a wide key: a sign and words, or the sign alone where there is no room."""
    opacity = 1.0 if action.is_lit else look.faint(0.4)
    yield key_ground(look, rect, is_lit=action.is_lit)
    if action.is_marked:
        yield focus_ring(look, rect, look.either(12, 9))
    high = min(rect.h - look.either(14, 10), look.either(42, 32))
    wide = badge_width(look, high, action.sign.key) if action.sign != Sign() else 0
    gap = look.either(10, 5) if wide else 0
    lines = _lines(look, action, rect.w - wide - 2 * gap)
    words = max((look.width(line, Size.LABEL) for line in lines), default=0)
    words = min(words, rect.w - wide - 2 * gap)
    left = rect.x + (rect.w - wide - (gap + words if words else 0)) // 2
    spot = Rect(left, rect.y + (rect.h - high) // 2, wide, high)
    yield from badge(look, spot, action.sign, opacity)
    if action.is_hold and not action.sign.key:
        yield hold_mark(look, spot)
    room = Rect(left + wide + gap, rect.y, words, rect.h)
    for row, line in zip(rows(room, max(1, len(lines)), 0), lines, strict=False):
        yield look.line(row, line, Size.LABEL, style=PLAIN.faded(opacity))
    yield Target(rect, action.message)


_MOST_LINES = 2


def _lines(look: Look, action: Action, room: int) -> tuple[str, ...]:
    """Return the words in one line or two; none if a word would have to be broken."""
    lines = look.wrapped(action.label, room, Size.SMALL)
    widest = max(look.width(word, Size.SMALL) for word in action.label.split())
    return () if widest > room or len(lines) > _MOST_LINES else lines
