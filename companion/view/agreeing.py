"""The page of options: a row for everything that may be agreed before a game."""

from collections.abc import Iterator

import msgspec

from companion.core.messages import Agree, Message
from companion.core.model import Agreeing, Model
from companion.core.options import rows
from companion.view.layout import left_part, shares, without_left
from companion.view.layout import rows as stacked
from companion.view.look import CENTRED, QUIET, TOUCH_PX, Look, Piece, Shape, Size
from companion.view.page import asked, frame, heading, what_can_be_done
from companion.view.pieces import EARLIER, LATER, focus_ring, least_height, paragraph
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
        value = look.say(row.value, **row.facts)
        messages = Agree(row.following(-1)), Agree(row.following(1))
        each = Choice(look.say(row.title), value, messages)
        yield from choice(look, spot, each, is_chosen=place == page.row)
    yield from what_can_be_done(look, where.dock, model)


class Choice(msgspec.Struct, frozen=True):
    """A row: what it is about, how it is now, and what leads to the values beside that."""

    title: str
    """In the language of the table, like the value."""
    value: str
    messages: tuple[Message, Message]
    """To the value before, and to the next."""


def choice(look: Look, rect: Rect, shown: Choice, *, is_chosen: bool) -> Iterator[Piece]:
    """Yield a row with a key for the value before and one for the next."""
    theme = look.theme
    radius = look.either(14, 10)
    ground = theme.panel_active if is_chosen else theme.panel
    yield Box(rect, ground, border=theme.line, border_px=max(1, look.px(1.5)), radius=radius)
    inner = Rect(rect.x + look.either(20, 10), rect.y, rect.w - look.either(20, 10), rect.h)
    if look.shape is Shape.TALL:
        needed = least_height(look, shown.title, inner.w, QUIET.weight)
        high = max(inner.h * 9 // 20, needed)
        title = Rect(inner.x, inner.y + look.px(4), inner.w, high)
        value = Rect(inner.x, title.y + title.h, inner.w, inner.h * 19 // 20 - high)
    else:
        title, value = shares(inner, (5, 6), look.px(8))
    yield from paragraph(look, title, shown.title, Size.LABEL, QUIET)
    key = max(TOUCH_PX, look.px(44))
    earlier, later = left_part(value, key), without_left(value, value.w - key)
    words = Rect(value.x + key, value.y, value.w - 2 * key, value.h)
    yield from paragraph(look, words, shown.value, Size.LABEL, CENTRED)
    before, after = shown.messages
    for spot, sign, message in ((earlier, EARLIER, before), (later, LATER, after)):
        yield look.line(spot, sign, Size.TITLE, theme.gold, CENTRED)
        touched = spot if spot.h >= TOUCH_PX else Rect(spot.x, rect.y, spot.w, rect.h)
        yield Target(touched, message)
    if is_chosen:
        yield focus_ring(look, rect, radius)
