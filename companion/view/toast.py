"""What was said a moment ago, or that the disk is slow: over the Ra track, for a while."""

from collections.abc import Iterator

from companion.core.model import Model, TakenBack
from companion.core.notices import CALM, Notice
from companion.view.edge import edge_px, fitted
from companion.view.layout import Bands, bands, middle, rows
from companion.view.look import CENTRED, Look, Piece, Shape, Size, unscaled
from companion.view.scene import Box, Colour, Rect
from companion.view.speech import notice

SAID_SECONDS = 6.0
"""How long something said stays."""
SAVING_SECONDS = 0.15
"""How long the disk may take before that is worth saying."""

_FEW_LINES = 2
"""More lines than these need more room than the Ra track has."""
_MOST_LINES = 6


def passing(look: Look, model: Model) -> Iterator[Piece]:
    """Yield what was said a moment ago, or that the disk is slow."""
    where = bands(look, edge_px(look, model))
    if model.saving_since is not None and model.now - model.saving_since >= SAVING_SECONDS:
        yield from _toast(look, where, look.say("Saving …"), look.theme.gold)
    elif model.said is not None and model.now - model.said_at < SAID_SECONDS:
        colour = look.theme.gold if _is_calm(model) else look.theme.bad
        yield from _toast(look, where, notice(look, model.said, model), colour)


def _is_calm(model: Model) -> bool:
    said = model.said
    return isinstance(said, TakenBack) or (isinstance(said, Notice) and said.note in CALM)


def _toast(look: Look, where: Bands, sentence: str, colour: Colour) -> Iterator[Piece]:
    """Yield the sentence in a box: over the Ra track, and as far down as it needs."""
    margins, high = look.either(48, 20), look.line_height(Size.LABEL)
    room = _beside_the_chips(look, where)
    if len(look.wrapped(sentence, where.lane.w - margins, Size.LABEL)) > _FEW_LINES:
        look = unscaled(look)
        high = look.line_height(Size.LABEL)
    lines = fitted(look, sentence, room.w - margins, Size.LABEL, _FEW_LINES)
    if lines != look.wrapped(sentence, room.w - margins, Size.LABEL):
        room = Rect(where.lane.x, where.track.y, where.lane.w, where.track.h)
        lines = fitted(look, sentence, room.w - margins, Size.LABEL, _MOST_LINES)
    yield from _boxed(look, _around(look, room, lines, margins, high), lines, colour)


def _beside_the_chips(look: Look, where: Bands) -> Rect:
    """Return the room between what stands at the ends of the Ra track."""
    left, right, low = {
        Shape.FULL: (look.px(170), look.px(170), look.px(18)),
        Shape.COMPACT: (look.px(126), look.px(98), 0),
        Shape.TALL: (look.px(8), look.px(8), 0),
    }[look.shape]
    track = where.track
    return Rect(left, track.y, track.w - left - right, track.h - low)


def _around(look: Look, room: Rect, lines: tuple[str, ...], margins: int, high: int) -> Rect:
    """Return a box for the lines, wide enough to hide what it lies over."""
    widest = max(look.width(line, Size.LABEL) for line in lines) + margins
    wide = min(room.w, max(widest, look.either(620, 0)))
    tall = max(len(lines) * high + look.either(16, 4), look.either(56, 40))
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
