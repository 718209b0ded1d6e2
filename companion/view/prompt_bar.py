"""The bar with the one question that somebody must answer, in the colour of whom it asks."""

from collections.abc import Iterator

import msgspec

from companion.core.messages import Message
from companion.view.badges import Sign, badge, badge_width
from companion.view.card_key import card_key
from companion.view.layout import middle, rows, square, without_left
from companion.view.look import STRONG, TOUCH_PX, Look, Piece, Shape, Size, kept
from companion.view.pieces import emblem, paragraph
from companion.view.scene import Box, Colour, Rect, Target, Weight
from companion.view.theme import ON_BUTTON


class Aside(msgspec.Struct, frozen=True):
    """What stands at the right of the bar."""

    texts: tuple[str, ...] = ()
    """The same in fewer and fewer words; the first that fits is shown."""
    signs: tuple[Sign, ...] = ()
    """What is pressed for it, if it can be done."""
    message: Message | None = None
    """What a touch means."""


class Question(msgspec.Struct, frozen=True):
    """What the bar says."""

    text: str
    button: int | None = None
    """Whose colour it has; None: everybody is asked."""
    aside: Aside = Aside()


@kept
def prompt_bar(look: Look, rect: Rect, shown: Question) -> Iterator[Piece]:
    """Yield the bar."""
    theme = look.theme
    plain = shown.button is None
    fill = theme.panel if shown.button is None else look.theme.buttons[shown.button]
    ink = theme.ink if plain else ON_BUTTON
    radius = min(rect.h, look.px(60)) // 2
    border = theme.line if plain else None
    yield Box(rect, fill, border=border, border_px=max(1, look.px(2)), radius=radius)
    pad = radius * 3 // 4
    left = rect.x + pad
    if shown.button is not None:
        side = round(min(rect.h, look.px(58)) * 0.5)
        yield emblem(square(Rect(left, rect.y, side, rect.h), side), shown.button)
        left += side + look.either(16, 9)
    key = square(Rect(rect.x + rect.w - rect.h, rect.y, rect.h, rect.h), rect.h * 8 // 10)
    yield from card_key(look, key)
    room = Rect(left, rect.y, key.x - pad // 3 - left, rect.h)
    yield from _words(look, room, shown, ink)


def _words(look: Look, room: Rect, shown: Question, ink: Colour) -> Iterator[Piece]:
    """Yield the question, and beside or below it what else there is to say."""
    smallest = look.width(shown.text, Size.SMALL, Weight.EXTRA)
    if smallest > room.w:
        yield from paragraph(look, room, shown.text, Size.PROMPT, STRONG, colour=ink)
        return
    px, wide = _fitted(look, shown.text, room.w)
    if look.shape is Shape.TALL and shown.aside.texts:
        upper, lower = rows(middle(room, room.w, room.h - look.px(6)), 2, 0)
        yield look.text(upper, shown.text, px, ink, STRONG)
        yield from _aside(look, lower, shown.aside, ink)
        return
    yield look.text(Rect(room.x, room.y, wide, room.h), shown.text, px, ink, STRONG)
    used = wide + look.either(36, 20)
    yield from _aside(look, without_left(room, used), shown.aside, ink)


def _fitted(look: Look, text: str, room: int) -> tuple[int, int]:
    """Return the height and width of the question in pixels."""
    measures, px = look.canvas.type, look.em(Size.PROMPT)
    px = measures.fitting_px(text, room, px, look.em(Size.SMALL), Weight.EXTRA)
    return px, min(room, -int(-measures.width(text, px, Weight.EXTRA) // 1))


def _aside(look: Look, rect: Rect, shown: Aside, ink: Colour) -> Iterator[Piece]:
    high = min(rect.h - look.px(4), look.either(40, 32))
    gap = look.px(6)
    badges = sum(badge_width(look, high, sign.key) + gap for sign in shown.signs)
    fitting = (text for text in shown.texts if look.width(text, Size.LABEL) + badges <= rect.w)
    text = next(fitting, None)
    if text is None:
        return
    width = look.width(text, Size.LABEL)
    left = rect.x if look.shape is Shape.TALL else rect.x + rect.w - width - badges
    if shown.message is not None:
        more = max(0, TOUCH_PX - rect.h + 1) // 2
        wide = max(TOUCH_PX, width + badges)
        start = min(left, rect.x + rect.w - wide)
        yield Target(Rect(start, rect.y - more, wide, rect.h + 2 * more), shown.message)
    for sign in shown.signs:
        wide = badge_width(look, high, sign.key)
        yield from badge(look, middle(Rect(left, rect.y, wide, rect.h), wide, high), sign)
        left += wide + gap
    yield look.line(Rect(left, rect.y, width, rect.h), text, Size.LABEL, ink)
