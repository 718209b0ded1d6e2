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
from companion.pages.list_page import who_plays
from companion.pages.new_game import options
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
    emblem,
    is_whole,
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
    Ui,
)
from companion.ui.theme import ON_BUTTON
from companion.ui.widgets import Action, action_key, dashed

if TYPE_CHECKING:
    from companion.pages.new_game.seating import Seating


def seats(ui: Ui, area: Rect, model: Model, page: Seating) -> Iterator[Piece]:
    """Yield the seats in this rectangle or, while somebody gives a name, the sheet below them."""
    if page.naming is not None:
        yield from _naming(ui, area, model, page, page.naming)
        return
    tall = ui.shape is Shape.TALL
    has_code = bool(model.phones.link)
    high = ui.px(150) if tall else ui.px(84, 90)
    if has_code:
        high = phone_signs.strip_height(ui)
    below, cards = cut_foot(area, high)
    places = (rows if tall else columns)(cards, BUTTONS, ui.px(14, 8))
    yield from _cards(ui, model, page, places)
    inner = below.inset(ui.px(4))
    if has_code:
        where = phone_signs.strip(ui, inner)
        first = where.key
        yield from phone_signs.seat_strip(ui, where, model, _hint(ui))
    elif tall:
        first, said = cut_foot(inner, ui.px(60), ui.px(4))
        yield from note(ui, said, f"{ui.say(CLOCKWISE)} {_hint(ui)}")
    else:
        said, first = shares(inner, (3, 2), ui.px(16, 8))
        yield from note(ui, said, f"{ui.say(CLOCKWISE)} {_hint(ui)}")
    yield from _first_time(ui, first, model)


def _first_time(ui: Ui, rect: Rect, model: Model) -> Iterator[Piece]:
    """Yield the key that says whether the rules are explained while this game is played."""
    message = options.first_time(model)
    is_first = model.session.agreement.is_first
    spot = middle(rect, rect.w, min(rect.h, ui.px(70, 84)))
    sign = Sign(Control.DIAL, keycaps(ui, model).get(message, ""))
    label = f"{ui.say(options.FIRST_TIME)} {ui.say(options.FIRST[is_first])}"
    yield action_key(ui, spot, Action(sign, label, message, is_marked=is_first))


CLOCKWISE = mark("You sit in the order of the buttons, clockwise.")


def _hint(ui: Ui) -> str:
    if ui.canvas.letters:
        return ui.say("Your key again, or letters: name. Shift and your key: leave")
    return ui.say("Press your button again to type a name. Hold it to leave")


def _cards(ui: Ui, model: Model, page: Seating, places: tuple[Rect, ...]) -> Iterator[Piece]:
    """Yield a card for every button, in the order of their places at the table."""
    caps = keycaps(ui, model)
    seated = {guest.button: place for place, guest in enumerate(page.guests)}
    machines = {
        guest.button: guest for guest in with_machines(model, page.guests) if not guest.is_person
    }
    for button, spot in enumerate(places):
        if button in seated:
            yield from _taken(ui, spot, model, page, seated[button])
        elif button in machines:
            yield from _of_the_table(ui, spot, machines[button])
        else:
            yield from _free(ui, spot, button)
        yield from _key(ui, spot, caps.get(Join(button), ""))
        yield from phone_signs.at_seat(ui, spot, model, button)


def _key(ui: Ui, rect: Rect, key: str) -> Iterator[Piece]:
    """Yield the key that stands for a button: in the corner, or beside the emblem."""
    side = ui.px(36, 28)
    if not key or rect.w <= 3 * side:
        return
    spot = Rect(rect.x + ui.px(8), rect.y + ui.px(8), side, side)
    if _is_flat(rect):
        _, words = _parts(rect)
        spot = middle(Rect(words.x, words.y, side, words.h), side, side)
    yield from badge(ui, spot, Sign(None, key))


def _free(ui: Ui, rect: Rect, button: int) -> Iterator[Piece]:
    """Yield a seat that nobody has taken."""
    colour = ui.theme.buttons[button] if ui.theme.is_dark else ui.theme.ink_second
    yield Box(rect, ui.theme.track, radius=ui.px(14, 10))
    yield from dashed(ui, rect, colour)
    sign, words = _parts(rect)
    yield from shining(ui, square(sign, min(sign.w, sign.h) * 6 // 10), button, ui.faint(0.8))
    if words.w > ui.px(60):
        label = ui.say("sit down")
        yield from paragraph(
            ui, words.inset(ui.px(6)), label, Size.LABEL, CENTRED, colour=ui.theme.ink_second
        )
    yield Target(rect, Join(button))


def _of_the_table(ui: Ui, rect: Rect, guest: Guest) -> Iterator[Piece]:
    """Yield a seat that the table plays unless somebody sits down there."""
    colour = ui.theme.buttons[guest.button]
    border, radius = max(2, ui.px(3)), ui.px(14, 10)
    yield Box(rect, ui.theme.panel, border=colour, border_px=border, radius=radius)
    sign, words = _parts(rect)
    yield from shining(ui, square(sign, min(sign.w, sign.h) * 6 // 10), guest.button)
    if words.w > ui.px(60):
        told = who_plays(guest.strength, ui.canvas.words)
        whole = words.inset(ui.px(4))
        name, by = rows(whole, 2, 0)
        has_room = is_whole(ui, by, told)
        yield ui.line(name if has_room else whole, guest.name, Size.SCORE, style=CENTRED)
        if has_room:
            yield from paragraph(ui, by, told, Size.LABEL, CENTRED, colour=ui.theme.ink_second)
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


def _taken(ui: Ui, rect: Rect, model: Model, page: Seating, place: int) -> Iterator[Piece]:
    """Yield the card of a guest: emblem, name, place at the table, and the way to leave it."""
    guest, now = page.guests[place], page.naming
    is_named = now is not None and now.place == place
    radius = ui.px(14, 10)
    colour = ui.theme.buttons[guest.button]
    yield Box(rect, colour, radius=radius, glow=colour if is_named else None, glow_px=ui.px(12, 8))
    yield Target(rect, Join(guest.button))
    cross = max(TOUCH_PX, ui.px(58, 44))
    aside = Rect(rect.x + rect.w - cross, rect.y, cross, min(cross, rect.h))
    sign, words = _parts(rect)
    if _is_flat(rect):
        aside = Rect(aside.x, rect.y + (rect.h - aside.h) // 2, cross, aside.h)
        words = Rect(words.x, words.y, max(1, aside.x - words.x), words.h)
    side = min(sign.w, sign.h) * 6 // 10
    number = Rect(rect.x + ui.px(10), rect.y + ui.px(6), ui.px(40), ui.px(36, 26))
    has_number = not ui.canvas.letters and rect.w > min(3 * cross, cross + side + ui.px(60))
    if has_number and not _is_flat(rect):
        yield ui.line(number, str(place + 1), Size.NAME, ON_BUTTON, STRONG)
    is_narrow = rect.w < 2 * cross
    side = min(side, rect.w * 6 // 10)
    yield emblem(square(words if is_narrow else sign, side), guest.button)
    if not is_narrow:
        yield from name_on_card(ui, words, model, guest, is_named=is_named)
    yield from _leave(ui, aside, guest)


def _leave(ui: Ui, rect: Rect, guest: Guest) -> Iterator[Piece]:
    """Yield the small cross; a finger finds it also a little beside it."""
    mark = square(rect, min(rect.w, rect.h) * 6 // 10)
    yield Disc(mark, border=ON_BUTTON, border_px=max(1, ui.px(1.5)), opacity=ui.faint(0.7))
    px = max(SMALLEST_PX, mark.h * 8 // 10)
    yield ui.text(mark, "\N{MULTIPLICATION SIGN}", px, ON_BUTTON, NUMBER)
    more = max(0, TOUCH_PX - rect.h)
    yield Target(Rect(rect.x, rect.y, rect.w, rect.h + more), LeaveSeat(guest.button))


def _naming(ui: Ui, body: Rect, model: Model, page: Seating, now: Naming) -> Iterator[Piece]:
    """Yield the cards in one row, and the named one's sheet below them."""
    button = now.guest.button
    parts = [1.0] * BUTTONS
    if ui.shape is Shape.TALL:
        parts[button] = 3.2
    cards, ground = above_sheet(ui, body, model, now)
    places = shares(cards, tuple(parts), ui.px(12, 8))
    yield from sheet_ground(ui, places[button], ground, button)
    yield from _cards(ui, model, page, places)
    yield from letter_sheet(ui, ground, model, now)
