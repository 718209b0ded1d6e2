"""The page of options: a row for everything that may be agreed before a game."""

from collections.abc import Iterator

from companion.core.messages import Agree
from companion.core.model import Agreeing, Model
from companion.core.options import Row, rows
from companion.view.layout import left_part, shares, without_left
from companion.view.layout import rows as stacked
from companion.view.look import CENTRED, QUIET, TOUCH_PX, Look, Piece, Shape, Size
from companion.view.page import asked, frame, heading, what_can_be_done
from companion.view.pieces import EARLIER, LATER, focus_ring, paragraph
from companion.view.scene import Box, Rect, Target


def agreeing(look: Look, model: Model, page: Agreeing) -> Iterator[Piece]:
    """Yield the rows; the dial points at one of them."""
    where = frame(look, model)
    yield from heading(look, where, asked(look, model))
    shown = rows(model.agreement, len(page.guests))
    gap = look.either(10, 6)
    high = look.either(74, 54 if look.shape is Shape.COMPACT else 104)
    room = where.body
    body = Rect(room.x, room.y, room.w, min(room.h, len(shown) * (high + gap) - gap))
    for place, (spot, row) in enumerate(zip(stacked(body, len(shown), gap), shown, strict=True)):
        yield from _row(look, spot, row, is_chosen=place == page.row)
    yield from what_can_be_done(look, where.dock, model)


def _row(look: Look, rect: Rect, row: Row, *, is_chosen: bool) -> Iterator[Piece]:
    theme = look.theme
    radius = look.either(14, 10)
    ground = theme.panel_active if is_chosen else theme.panel
    yield Box(rect, ground, border=theme.line, border_px=max(1, look.px(1.5)), radius=radius)
    inner = Rect(rect.x + look.either(20, 10), rect.y, rect.w - look.either(20, 10), rect.h)
    if look.shape is Shape.TALL:
        title = Rect(inner.x, inner.y + look.px(4), inner.w, inner.h * 9 // 20)
        value = Rect(inner.x, title.y + title.h, inner.w, inner.h * 5 // 10)
    else:
        title, value = shares(inner, (5, 6), look.px(8))
    yield from paragraph(look, title, look.say(row.title), Size.LABEL, QUIET)
    key = max(TOUCH_PX, look.px(44))
    earlier, later = left_part(value, key), without_left(value, value.w - key)
    words = Rect(value.x + key, value.y, value.w - 2 * key, value.h)
    yield from paragraph(look, words, look.say(row.value, **row.facts), Size.LABEL, CENTRED)
    for spot, sign, steps in ((earlier, EARLIER, -1), (later, LATER, 1)):
        yield look.line(spot, sign, Size.TITLE, theme.gold, CENTRED)
        touched = spot if spot.h >= TOUCH_PX else Rect(spot.x, rect.y, spot.w, rect.h)
        yield Target(touched, Agree(row.following(steps)))
    if is_chosen:
        yield focus_ring(look, rect, radius)
