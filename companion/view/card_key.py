"""The key that shows the rules card: a question mark on a disc."""

from collections.abc import Iterator

from companion.core.messages import ShowCard
from companion.view.look import NUMBER, SMALLEST_PX, TOUCH_PX, Look, Piece
from companion.view.scene import Disc, Rect, Target


def corner(look: Look, top: int) -> Rect:
    """Return the upper right corner of a page that is not the table, below an edge so high."""
    side, margin = max(TOUCH_PX, look.either(52, 46)), look.either(16, 6)
    return Rect(look.canvas.size[0] - margin - side, top + margin, side, side)


def card_key(look: Look, rect: Rect) -> Iterator[Piece]:
    """Yield the key; a finger finds it also a little beside it."""
    theme = look.theme
    yield Disc(rect, theme.panel, border=theme.gold, border_px=max(2, look.px(2)))
    yield look.text(rect, "?", max(SMALLEST_PX, rect.h * 6 // 10), theme.gold, NUMBER)
    more = max(0, TOUCH_PX - rect.h + 1) // 2
    touched = Rect(rect.x - more, rect.y - more, rect.w + 2 * more, rect.h + 2 * more)
    yield Target(touched, ShowCard())
