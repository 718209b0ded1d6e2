"""Where phones are shown on other pages: the code to scan, and who has one."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.model import Model
from companion.i18n import mark
from companion.ui.charts import code
from companion.ui.layout import cut_left, stacked
from companion.ui.pieces import paragraph
from companion.ui.scene import Picture, Rect
from companion.ui.style import Piece, Shape, Size, Style
from companion.ui.theme import ON_BUTTON

PHONE = "ui_phone"


STRIP_PX = 196
"""How high the code is below the seats, at the least: a camera reads it from across the table."""


def strip_height(look: Style) -> int:
    """Return how high the strip below the seats is, in pixels: there are three lines in it."""
    return max(STRIP_PX, look.px(98))


def seat_strip(look: Style, room: Rect, model: Model, hint: str) -> Iterator[Piece]:
    """Yield the code and the short address in a strip below the seats, and what is said there."""
    spot, words = cut_left(room, room.h, look.px(16))
    yield code(look, spot, model.phones.link)
    asked, address, other = stacked(words, (1, 1, 2 if look.shape is Shape.TALL else 1), 0)
    yield from paragraph(look, asked, look.say(POINT), Size.NAME)
    yield look.line(address, model.phones.address, Size.NAME, look.theme.gold)
    yield from paragraph(look, other, hint, Size.LABEL, colour=look.theme.ink_second)


def at_seat(look: Style, spot: Rect, model: Model, button: int) -> Iterator[Piece]:
    """Yield the small sign of a phone that has come, on the card of its seat."""
    if button in model.phones.seated:
        side = look.either(34, 22)
        low = Rect(spot.x + look.px(8), spot.y + spot.h - side - look.px(8), side, side)
        yield Picture(low, PHONE, tint=ON_BUTTON)


POINT = mark("Phones: point your camera here")


STATES = {True: mark("Phones: on"), False: mark("Phones: off")}
"""Whether phones are served here, for the staff."""
