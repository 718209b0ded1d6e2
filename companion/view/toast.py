"""What is said for a moment at the table: in a box over the Ra track."""

from collections.abc import Iterator

from companion.core.model import Model
from companion.view.edge import edge_px, fitted
from companion.view.layout import Bands, bands, middle, rows
from companion.view.look import CENTRED, Look, Piece, Shape, Size, unscaled
from companion.view.passing import lies_over_the_track, passing
from companion.view.scene import Box, Colour, Rect

_FEW_LINES = 2
"""More lines than these need more room than the Ra track has."""
_MOST_LINES = 6


def toast(look: Look, model: Model) -> Iterator[Piece]:
    """Yield what is said now, where there is a Ra track to lie over; other pages make room."""
    said = passing(look, model)
    if said is not None and lies_over_the_track(model):
        where = bands(look, edge_px(look, model))
        yield from _toast(look, where, said.sentence, said.colour)


def _toast(look: Look, where: Bands, sentence: str, colour: Colour) -> Iterator[Piece]:
    """Yield the sentence in a box: over the Ra track, and as far down as it needs."""
    margins, high = look.either(48, 20), look.line_height(Size.LABEL)
    room, least = _beside_the_chips(look, where), look.either(620, 0)
    if len(look.wrapped(sentence, where.lane.w - margins, Size.LABEL)) > _FEW_LINES:
        look = unscaled(look)
        high = look.line_height(Size.LABEL)
    lines = fitted(look, sentence, room.w - margins, Size.LABEL, _FEW_LINES)
    if lines != look.wrapped(sentence, room.w - margins, Size.LABEL):
        room = Rect(where.lane.x, where.track.y, where.lane.w, where.track.h)
        least = room.w
        lines = fitted(look, sentence, room.w - margins, Size.LABEL, _MOST_LINES)
    widest = max(look.width(line, Size.LABEL) for line in lines) + margins
    spot = _around(look, room, max(least, widest), len(lines) * high)
    yield from _boxed(look, spot, lines, colour)


def _beside_the_chips(look: Look, where: Bands) -> Rect:
    """Return the room between what stands at the ends of the Ra track."""
    left, right, low = {
        Shape.FULL: (look.px(170), look.px(170), look.px(18)),
        Shape.COMPACT: (look.px(126), look.px(98), 0),
        Shape.TALL: (look.px(8), look.px(8), 0),
    }[look.shape]
    track = where.track
    return Rect(left, track.y, track.w - left - right, track.h - low)


def _around(look: Look, room: Rect, wide: int, high: int) -> Rect:
    """Return a box for lines of this width and height, large enough to hide what it lies over."""
    wide = min(room.w, wide)
    tall = max(high + look.either(16, 4), look.either(56, 40))
    if look.shape is Shape.TALL:
        wide, tall = room.w, max(room.h, tall)
    if tall > room.h:
        return Rect(room.x + (room.w - wide) // 2, room.y + look.px(2), wide, tall)
    if look.is_full:
        return Rect(room.x + (room.w - wide) // 2, room.y + room.h - tall, wide, tall)
    return middle(room, wide, tall)


def _boxed(look: Look, rect: Rect, lines: tuple[str, ...], colour: Colour) -> Iterator[Piece]:
    yield Box(rect, look.theme.panel_active, border=colour, border_px=max(2, look.px(2)),
              radius=look.either(14, 10))  # fmt: skip
    high = look.line_height(Size.LABEL)
    text = middle(rect, rect.w - 2 * look.px(6), min(rect.h, len(lines) * high))
    for row, line in zip(rows(text, len(lines), 0), lines, strict=True):
        yield look.line(row, line, Size.LABEL, style=CENTRED)
