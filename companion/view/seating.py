"""Who plays: a card for every button, in the order of their places at the table."""

from collections.abc import Iterator

from companion.core.messages import Join, NextName
from companion.core.model import BUTTONS, Guest, Model, Seating, called
from companion.core.names import visible
from companion.core.offers import PLAYER_CONTROLS
from companion.view.badges import Sign, badge, keycaps
from companion.view.layout import columns, left_part, rows, square, without_left
from companion.view.look import CENTRED, STRONG, TOUCH_PX, Look, Piece, Shape, Size, Style
from companion.view.page import asked, frame, heading, note, what_can_be_done
from companion.view.pieces import EARLIER, LATER, emblem, focus_ring, shining
from companion.view.scene import Align, Box, Rect, Target, Weight
from companion.view.theme import ON_BUTTON


def seating(look: Look, model: Model, page: Seating) -> Iterator[Piece]:
    """Yield the cards of those who have joined, and the buttons that are still free."""
    where = frame(look, model)
    yield from heading(look, where, asked(look, model))
    tall = look.shape is Shape.TALL
    foot = look.px(52) if tall else look.either(40, 30)
    cards = Rect(where.body.x, where.body.y, where.body.w, where.body.h - foot)
    caps = keycaps(look, model)
    places = (rows if tall else columns)(cards, BUTTONS, look.either(14, 8))
    for button, spot in enumerate(places):
        place = next((at for at, guest in enumerate(page.guests) if guest.button == button), None)
        if place is None:
            yield from _free(look, spot, button)
        else:
            yield from _taken(look, spot, model, page, place)
        yield from _key(look, spot, caps.get(Join(button), ""))
    below = Rect(where.body.x, cards.y + cards.h, where.body.w, foot)
    yield from note(look, below, _hint(look, page))
    yield from what_can_be_done(look, where.dock, model, PLAYER_CONTROLS)


def _key(look: Look, rect: Rect, key: str) -> Iterator[Piece]:
    """Yield the key that stands for a button, at the upper right of its card."""
    if key:
        side = look.either(36, 28)
        spot = Rect(rect.x + rect.w - side - look.px(8), rect.y + look.px(8), side, side)
        yield from badge(look, spot, Sign("", key))


def _hint(look: Look, page: Seating) -> str:
    if look.canvas.letters and page.editing is not None:
        return look.say("Type a name")
    return look.say("Clockwise round the table, in this order")


def _parts(look: Look, rect: Rect) -> tuple[Rect, Rect, Rect]:
    """Return where a card has its emblem, its name, and what is below the name."""
    if look.shape is Shape.TALL:
        upper, lower = rows(without_left(rect, rect.h), 2, 0)
        return left_part(rect, rect.h), upper, lower
    upper, lower = rows(rect, 2, 0)
    name, below = rows(lower, 2, 0)
    return upper, name, below


def _free(look: Look, rect: Rect, button: int) -> Iterator[Piece]:
    """Yield a card that nobody has."""
    theme = look.theme
    yield Box(rect, theme.lane, border=theme.line, border_px=max(1, look.px(2)),
              radius=look.either(14, 10))  # fmt: skip
    sign, name, _ = _parts(look, rect)
    yield from shining(look, square(sign, min(sign.w, sign.h) * 45 // 100), button, look.faint(0.5))
    yield look.line(name.inset(look.px(6)), look.say("free"), Size.LABEL, theme.ink_third,
                    Style(Weight.MEDIUM, Align.CENTRE))  # fmt: skip
    yield Target(rect, Join(button))


def _taken(look: Look, rect: Rect, model: Model, page: Seating, place: int) -> Iterator[Piece]:
    """Yield the card of a guest: emblem, name, place at the table."""
    guest = page.guests[place]
    radius = look.either(14, 10)
    yield Box(rect, look.theme.buttons[guest.button], radius=radius)
    yield Target(rect, Join(guest.button))
    sign, name, below = _parts(look, rect)
    yield emblem(square(sign, min(sign.w, sign.h) * 6 // 10), guest.button)
    number = Rect(rect.x + look.px(10), rect.y + look.px(8), look.px(40), look.px(32))
    yield look.line(number, str(place + 1), Size.NAME, ON_BUTTON, STRONG)
    yield from _name(look, name, model, guest, is_edited=page.editing == place)
    if model.known_names:
        yield from _arrows(look, below, guest.button)
    if page.editing == place:
        yield focus_ring(look, rect, radius)


def _name(
    look: Look, rect: Rect, model: Model, guest: Guest, *, is_edited: bool
) -> Iterator[Piece]:
    """Yield the name, or the colour's in small letters as long as there is none."""
    room = rect.inset(look.px(8))
    if visible(guest.name):
        yield look.line(room, guest.name, Size.SCORE, ON_BUTTON, Style(Weight.EXTRA, Align.CENTRE))
    else:
        yield look.line(
            room,
            model.colour_names[guest.button],
            Size.SCORE,
            ON_BUTTON,
            CENTRED.faded(look.faint(0.6)),
        )
    if is_edited:
        shown = called(guest, model)
        half = min(room.w, look.width(shown, Size.SCORE, Weight.EXTRA)) // 2
        high = min(room.h, look.em(Size.SCORE))
        left = min(room.x + room.w // 2 + half + look.px(2), rect.x + rect.w - look.px(6))
        yield Box(Rect(left, room.y + (room.h - high) // 2, max(2, look.px(3)), high), ON_BUTTON)


def _arrows(look: Look, rect: Rect, button: int) -> Iterator[Piece]:
    """Yield two keys: an earlier and a later one of the names used before."""
    side = max(TOUCH_PX, min(rect.h - look.px(8), look.px(56)))
    left = Rect(rect.x + look.px(8), rect.y + (rect.h - side) // 2, side, side)
    right = Rect(rect.x + rect.w - look.px(8) - side, left.y, side, side)
    for spot, sign, steps in ((left, EARLIER, -1), (right, LATER, 1)):
        yield Box(
            spot,
            border=ON_BUTTON,
            border_px=max(2, look.px(2)),
            radius=look.either(12, 9),
            opacity=look.faint(0.6),
        )
        yield look.line(spot, sign, Size.TITLE, ON_BUTTON, CENTRED)
        yield Target(spot, NextName(button, steps))
