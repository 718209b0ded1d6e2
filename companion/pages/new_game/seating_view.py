"""The seats on the screen: cards of those who sit here, free ones, and the sheet with letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.core.controls import BUTTONS, Control
from companion.core.messages import (
    Join,
    LeaveSeat,
)
from companion.core.model import Model
from companion.core.session import Guest
from companion.i18n import mark
from companion.pages import phone_signs
from companion.pages.letters import Naming, above_sheet, letter_sheet, name_on_card, sheet_ground
from companion.pages.new_game import options
from companion.pages.option_rows import STRENGTHS
from companion.pages.page_view import keycaps, note
from companion.pages.table.beginning import with_machines
from companion.ui.layout import (
    columns,
    cut_foot,
    cut_left,
    middle,
    rows,
    shares,
    square,
)
from companion.ui.pieces import (
    Sign,
    badge,
    badge_width,
    emblem,
    focus_ring,
    is_whole,
    key_ground,
    paragraph,
    shining,
)
from companion.ui.scene import Box, Disc, Rect, Target
from companion.ui.style import (
    CENTRED,
    NUMBER,
    SMALLEST_PX,
    STRONG,
    TOUCH_PX,
    Piece,
    Shape,
    Size,
    Style,
)
from companion.ui.theme import ON_BUTTON
from companion.ui.widgets import dashed

if TYPE_CHECKING:
    from companion.pages.new_game.seating import Seating


def seats(look: Style, room: Rect, model: Model, page: Seating) -> Iterator[Piece]:
    """Yield the seats in this rectangle or, while somebody gives a name, the sheet below them."""
    if page.naming is not None:
        yield from _naming(look, room, model, page, page.naming)
        return
    tall = look.shape is Shape.TALL
    has_code = bool(model.phones.link)
    high = look.px(150) if tall else look.either(84, 90)
    if has_code:
        high = phone_signs.strip_height(look)
    below, cards = cut_foot(room, high)
    places = (rows if tall else columns)(cards, BUTTONS, look.either(14, 8))
    yield from _cards(look, model, page, places)
    inner = below.inset(look.px(4))
    if has_code:
        where = phone_signs.strip(look, inner)
        first = where.key
        yield from phone_signs.seat_strip(look, where, model, _hint(look))
    elif tall:
        first, said = cut_foot(inner, look.px(60), look.px(4))
        yield from note(look, said, f"{look.say(CLOCKWISE)} {_hint(look)}")
    else:
        said, first = shares(inner, (3, 2), look.either(16, 8))
        yield from note(look, said, f"{look.say(CLOCKWISE)} {_hint(look)}")
    yield from _first_time(look, first, model)


def _first_time(look: Style, rect: Rect, model: Model) -> Iterator[Piece]:
    """Yield the key that says whether the rules are explained while this game is played."""
    message = options.first_time(model)
    is_first = model.session.agreement.is_first
    key = middle(rect, rect.w, min(rect.h, look.either(70, 84)))
    yield key_ground(look, key)
    if is_first:
        yield focus_ring(look, key, look.either(12, 9))
    cap = keycaps(look, model).get(message, "")
    sign = Sign(Control.DIAL, cap)
    tall = look.either(40, 30)
    wide = badge_width(look, tall, cap)
    at, words = cut_left(key.inset(look.either(12, 6), 0), wide, look.either(12, 6))
    yield from badge(look, middle(at, wide, tall), sign)
    value = look.say(options.FIRST[is_first])
    yield from paragraph(look, words, f"{look.say(options.FIRST_TIME)} {value}", Size.LABEL)
    yield Target(key, message)


CLOCKWISE = mark("You sit in the order of the buttons, clockwise.")


def _hint(look: Style) -> str:
    if look.canvas.letters:
        return look.say("Your key again, or letters: name. Shift and your key: leave")
    return look.say("Press your button again to type a name. Hold it to leave")


def _cards(look: Style, model: Model, page: Seating, places: tuple[Rect, ...]) -> Iterator[Piece]:
    """Yield a card for every button, in the order of their places at the table."""
    caps = keycaps(look, model)
    seated = {guest.button: place for place, guest in enumerate(page.guests)}
    machines = {
        guest.button: guest for guest in with_machines(model, page.guests) if not guest.is_person
    }
    for button, spot in enumerate(places):
        if button in seated:
            yield from _taken(look, spot, model, page, seated[button])
        elif button in machines:
            yield from _of_the_table(look, spot, machines[button])
        else:
            yield from _free(look, spot, button)
        yield from _key(look, spot, caps.get(Join(button), ""), is_taken=button in seated)
        yield from phone_signs.at_seat(look, spot, model, button)


def _key(look: Style, rect: Rect, key: str, *, is_taken: bool) -> Iterator[Piece]:
    """Yield the key that stands for a button: where there is room, beside the number."""
    side = look.either(36, 28)
    if not key or rect.w <= 3 * side:
        return
    across = down = look.px(8)
    if is_taken and rect.h > 6 * side:
        down += side + look.px(6)
    elif is_taken:
        across += look.either(30, 22)
        side = look.either(32, 24)
    yield from badge(look, Rect(rect.x + across, rect.y + down, side, side), Sign(None, key))


def _free(look: Style, rect: Rect, button: int) -> Iterator[Piece]:
    """Yield a seat that nobody has taken."""
    colour = look.theme.buttons[button] if look.theme.is_dark else look.theme.ink_second
    yield Box(rect, look.theme.track, radius=look.either(14, 10))
    yield from dashed(look, rect, colour)
    sign, words = _parts(rect)
    yield from shining(look, square(sign, min(sign.w, sign.h) * 6 // 10), button, look.faint(0.8))
    if words.w > look.px(60):
        label = look.say("sit down")
        yield from paragraph(
            look, words.inset(look.px(6)), label, Size.LABEL, CENTRED, colour=look.theme.ink_second
        )
    yield Target(rect, Join(button))


def _of_the_table(look: Style, rect: Rect, guest: Guest) -> Iterator[Piece]:
    """Yield a seat that the table plays unless somebody sits down there."""
    colour = look.theme.buttons[guest.button]
    border, radius = max(2, look.px(3)), look.either(14, 10)
    yield Box(rect, look.theme.panel, border=colour, border_px=border, radius=radius)
    sign, words = _parts(rect)
    yield from shining(look, square(sign, min(sign.w, sign.h) * 6 // 10), guest.button)
    if words.w > look.px(60):
        told = look.say(STRENGTHS[guest.strength])
        whole = words.inset(look.px(4))
        name, by = rows(whole, 2, 0)
        has_room = is_whole(look, by, told)
        yield look.line(name if has_room else whole, guest.name, Size.SCORE, style=CENTRED)
        if has_room:
            yield from paragraph(look, by, told, Size.LABEL, CENTRED, colour=look.theme.ink_second)
    yield Target(rect, Join(guest.button))


def _is_flat(rect: Rect) -> bool:
    """Whether the emblem stands beside the name and not above it."""
    return rect.w > rect.h * 2.4


def _parts(rect: Rect) -> tuple[Rect, Rect]:
    """Return where a card has its emblem and its name."""
    if _is_flat(rect):
        return cut_left(rect, min(rect.h, rect.w // 3))
    upper, lower = rows(rect, 2, 0)
    return upper, lower


def _taken(look: Style, rect: Rect, model: Model, page: Seating, place: int) -> Iterator[Piece]:
    """Yield the card of a guest: emblem, name, place at the table, and the way to leave it."""
    guest, now = page.guests[place], page.naming
    is_named = now is not None and now.place == place
    radius = look.either(14, 10)
    colour = look.theme.buttons[guest.button]
    yield Box(
        rect, colour, radius=radius, glow=colour if is_named else None, glow_px=look.either(12, 8)
    )
    yield Target(rect, Join(guest.button))
    cross = max(TOUCH_PX, look.either(58, 44))
    aside = Rect(rect.x + rect.w - cross, rect.y, cross, min(cross, rect.h))
    sign, words = _parts(rect)
    if _is_flat(rect):
        aside = Rect(aside.x, rect.y + (rect.h - aside.h) // 2, cross, aside.h)
        words = Rect(words.x, words.y, max(1, aside.x - words.x), words.h)
    side = min(sign.w, sign.h) * 6 // 10
    number = Rect(rect.x + look.px(10), rect.y + look.px(6), look.px(40), look.either(36, 26))
    is_keyed = look.canvas.letters and place == guest.button  # its key says the same
    has_number = not is_keyed and rect.w > min(3 * cross, cross + side + look.px(60))
    if has_number and not _is_flat(rect):
        yield look.line(number, str(place + 1), Size.NAME, ON_BUTTON, STRONG)
    is_narrow = rect.w < 2 * cross
    side = min(side, rect.w * 6 // 10)
    yield emblem(square(words if is_narrow else sign, side), guest.button)
    if not is_narrow:
        yield from name_on_card(look, words, model, guest, is_named=is_named)
    yield from _leave(look, aside, guest)


def _leave(look: Style, rect: Rect, guest: Guest) -> Iterator[Piece]:
    """Yield the small cross; a finger finds it also a little beside it."""
    mark = square(rect, min(rect.w, rect.h) * 6 // 10)
    yield Disc(mark, border=ON_BUTTON, border_px=max(1, look.px(1.5)), opacity=look.faint(0.7))
    px = max(SMALLEST_PX, mark.h * 8 // 10)
    yield look.text(mark, "\N{MULTIPLICATION SIGN}", px, ON_BUTTON, NUMBER)
    more = max(0, TOUCH_PX - rect.h)
    yield Target(Rect(rect.x, rect.y, rect.w, rect.h + more), LeaveSeat(guest.button))


def _naming(look: Style, body: Rect, model: Model, page: Seating, now: Naming) -> Iterator[Piece]:
    """Yield the cards in one row, and the named one's sheet below them."""
    button = now.guest.button
    parts = [1.0] * BUTTONS
    if look.shape is Shape.TALL:
        parts[button] = 3.2
    cards, ground = above_sheet(look, body, model, now)
    places = shares(cards, tuple(parts), look.either(12, 8))
    yield from sheet_ground(look, places[button], ground, button)
    yield from _cards(look, model, page, places)
    yield from letter_sheet(look, ground, model, now)
