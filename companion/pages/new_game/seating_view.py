"""The seats on the screen: cards of those who sit here, free ones, and the sheet with letters."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.controls import BUTTONS
from companion.core.messages import (
    BACKSPACE,
    Join,
    LeaveSeat,
    Message,
    NextAlphabet,
    TakeLetter,
    TakeName,
)
from companion.core.model import Model, called
from companion.core.session import Guest
from companion.i18n.languages import BY_CODE, has_spaces
from companion.pages import opponent, phones
from companion.pages.new_game import naming
from companion.pages.new_game.naming import Naming
from companion.pages.new_game.new_game import with_machines
from companion.pages.new_game.seating import Seating
from companion.pages.page_view import keycaps, note
from companion.rules.names import visible
from companion.ui.layout import (
    columns,
    cut_foot,
    cut_left,
    cut_right,
    cut_top,
    left_part,
    middle,
    rows,
    shares,
    side_by_side,
    square,
)
from companion.ui.pieces import (
    Sign,
    badge,
    emblem,
    focus_ring,
    is_whole,
    key_ground,
    least_width,
    paragraph,
    shining,
)
from companion.ui.scene import Align, Box, Disc, Picture, Rect, Target, Weight
from companion.ui.style import (
    CENTRED,
    NUMBER,
    QUIET,
    SMALLEST_PX,
    STRONG,
    TOUCH_PX,
    Piece,
    Shape,
    Size,
    Style,
    TextStyle,
)
from companion.ui.theme import ON_BUTTON
from companion.ui.widgets import dashed

CHECK = "ui_check"


def seats(look: Style, room: Rect, model: Model, page: Seating) -> Iterator[Piece]:
    """Yield the seats in this rectangle or, while somebody gives a name, the sheet below them."""
    if page.naming is not None:
        yield from _naming(look, room, model, page, page.naming)
        return
    tall = look.shape is Shape.TALL
    has_code = bool(model.phones.link)
    high = phones.STRIP_PX if has_code else look.either(72, 54) if not tall else look.px(76)
    below, cards = cut_foot(room, high)
    places = (rows if tall else columns)(cards, BUTTONS, look.either(14, 8))
    yield from _cards(look, model, page, places)
    if has_code:
        yield from phones.seat_strip(look, below.inset(look.px(4)), model, _hint(look))
    else:
        yield from note(look, below.inset(look.px(4)), _hint(look))


def _hint(look: Style) -> str:
    if look.canvas.letters:
        return look.say("Press your key again, or type, to give a name. Shift and your key: leave")
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
        yield from phones.at_seat(look, spot, model, button)


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
    yield Box(rect, look.theme.lane, radius=look.either(14, 10))
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
        told = look.say(opponent.STRENGTHS[guest.strength])
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
    has_number = rect.w > 3 * cross or rect.w > cross + side + look.px(60)
    if has_number and not _is_flat(rect):
        yield look.line(number, str(place + 1), Size.NAME, ON_BUTTON, STRONG)
    is_narrow = rect.w < 2 * cross
    side = min(side, rect.w * 6 // 10)
    yield emblem(square(words if is_narrow else sign, side), guest.button)
    if not is_narrow:
        yield from _name(look, words, model, guest, is_named=is_named)
    yield from _leave(look, aside, guest)


def _leave(look: Style, rect: Rect, guest: Guest) -> Iterator[Piece]:
    """Yield the small cross; a finger finds it also a little beside it."""
    mark = square(rect, min(rect.w, rect.h) * 6 // 10)
    yield Disc(mark, border=ON_BUTTON, border_px=max(1, look.px(1.5)), opacity=look.faint(0.7))
    px = max(SMALLEST_PX, mark.h * 8 // 10)
    yield look.text(mark, "\N{MULTIPLICATION SIGN}", px, ON_BUTTON, NUMBER)
    more = max(0, TOUCH_PX - rect.h)
    yield Target(Rect(rect.x, rect.y, rect.w, rect.h + more), LeaveSeat(guest.button))


_NAME = 13
"""A name is so high a part of the screen, where its card is wide enough."""


def _name(
    look: Style, rect: Rect, model: Model, guest: Guest, *, is_named: bool
) -> Iterator[Piece]:
    """Yield the name, or the colour's in paler letters as long as there is none."""
    side = look.px(8)
    room = rect.inset(side, side // 4)
    usual = min(look.canvas.size) / _NAME
    if is_named:
        light = middle(room, room.w, min(room.h, round(usual * 1.5)))
        yield Box(light, (255, 255, 255), radius=look.either(10, 6), opacity=0.3)
    has_name = bool(visible(guest.name))
    shown = called(guest, model)
    style = TextStyle(Weight.EXTRA, Align.CENTRE, 1.0 if has_name else look.faint(0.6))
    inner = Rect(room.x + look.px(4), room.y, max(1, room.w - look.px(10)), room.h)
    largest = max(look.em(Size.SCORE), round(usual))
    text = look.text(inner, shown, min(largest, inner.h), ON_BUTTON, style)
    yield text
    if is_named:
        wide = round(look.canvas.type.width(text.text, text.px, Weight.EXTRA))
        high = min(room.h, text.px)
        behind = min(inner.x + (inner.w + wide) // 2 + look.px(2), room.x + room.w - look.px(4))
        left = behind if has_name else max(room.x, inner.x + (inner.w - wide) // 2 - look.px(5))
        yield Box(Rect(left, room.y + (room.h - high) // 2, max(2, look.px(3)), high), ON_BUTTON)


def _naming(look: Style, body: Rect, model: Model, page: Seating, now: Naming) -> Iterator[Piece]:
    """Yield the cards in one row, and the named one's sheet below them."""
    button = now.guest.button
    parts = [1.0] * BUTTONS
    if look.shape is Shape.TALL:
        parts[button] = 3.2
    cards, ground = _above_sheet(look, body, model, now)
    places = shares(cards, tuple(parts), look.either(12, 8))
    yield from _sheet_ground(look, places[button], ground, button)
    yield from _cards(look, model, page, places)
    yield from _sheet(look, ground, model, now)


def one_name(look: Style, body: Rect, model: Model, now: Naming) -> Iterator[Piece]:
    """Yield one name, where nobody sits down, and its sheet below."""
    button = now.guest.button
    card, ground = _above_sheet(look, body, model, now)
    yield from _sheet_ground(look, card, ground, button)
    colour = look.theme.buttons[button]
    yield Box(card, colour, radius=look.either(14, 10), glow=colour, glow_px=look.either(12, 8))
    sign, words = cut_left(card, min(card.h, card.w // 4))
    yield emblem(square(sign, min(sign.w, sign.h) * 6 // 10), button)
    _, name = cut_right(words, sign.w // 4)
    yield from _name(look, name, model, now.guest, is_named=True)
    yield from _sheet(look, ground, model, now)


def _above_sheet(look: Style, body: Rect, model: Model, now: Naming) -> tuple[Rect, Rect]:
    """Return where names stand, and the sheet below them, which needs room for its letters."""
    keys = naming.letters(now.sheet, model.preferences.language)
    is_kana = not has_spaces(naming.alphabet(now.sheet, model.preferences.language))
    _, lines = naming.grid(len(keys), look.shape, is_kana=is_kana)
    least = max(TOUCH_PX, look.either(60, 44)) * lines
    gap = look.either(8, 5)
    high = body.h - _first_high(look) - least - 3 * _pad(look) - gap
    high = max(look.either(90, 52), min(high, body.h * 30 // 100))
    return cut_top(body, high, gap)


def _pad(look: Style) -> int:
    return look.either(12, 6)


def _first_high(look: Style) -> int:
    """Return how high the names used before are, with what says that it is done."""
    one = max(TOUCH_PX, look.either(72, 48))
    return 2 * one + look.either(8, 5) if look.shape is Shape.TALL else one


def _sheet_ground(look: Style, own: Rect, ground: Rect, button: int) -> Iterator[Piece]:
    """Yield what lies below the letters, and joins them to the card of whose name it is."""
    colour = look.theme.buttons[button]
    low = ground.y - own.y - own.h + look.px(4)
    yield Box(Rect(own.x, own.y + own.h // 2, own.w, own.h // 2 + low), colour)
    radius = look.either(14, 10)
    yield Box(ground, look.theme.panel, border=colour, border_px=max(2, look.px(3)), radius=radius)


def _sheet(look: Style, ground: Rect, model: Model, now: Naming) -> Iterator[Piece]:
    """Yield the names used here before, and the letters."""
    top, below = cut_top(ground.inset(_pad(look)), _first_high(look), _pad(look))
    yield from _first_row(look, top, model, now)
    yield from _letters(look, below, model, now)


def _first_row(look: Style, rect: Rect, model: Model, now: Naming) -> Iterator[Piece]:
    """Yield the names used here before that begin like this one, and what says that it is done."""
    names = now.before(model)
    gap, words = look.either(12, 6), look.say("Here before")
    if look.shape is Shape.TALL:
        room, last = rows(rect, 2, look.px(5))
        done, _ = cut_right(last, last.w - last.w // 2)
        said = left_part(last, last.w // 2 - gap)
    else:
        wide = min(rect.w // 4, look.either(190, 128))
        done, rest = cut_right(rect, wide, gap)
        around = 2 * look.px(4)
        widths = range(look.either(150, 92) - around, max(wide, look.either(150, 92) + 1))
        told = least_width(look, words, rect.h - around, widths, QUIET.weight)
        said, room = cut_left(rest, told + around, gap)
    if names:
        yield from paragraph(look, said.inset(look.px(4)), words, Size.LABEL, QUIET)
    offered, at = now.pointed(model)
    for spot, name in zip(columns(room, naming.MOST_NAMES, gap), names, strict=False):
        chip = Box(spot, look.theme.panel_active, border=look.theme.line,
                   border_px=max(1, look.px(2)), radius=spot.h // 2)  # fmt: skip
        yield chip
        yield look.line(spot.inset(look.px(10)), name, Size.SCORE, style=CENTRED)
        yield from _ring(look, spot, TakeName(name), offered[at], spot.h // 2)
    yield from _gold_key(look, done, look.say("Done"))
    yield from _ring(look, done, now.done, offered[at], look.either(14, 10))


def _gold_key(look: Style, rect: Rect, label: str) -> Iterator[Piece]:
    """Yield the key that confirms: gold, and the only one that is."""
    theme, radius = look.theme, look.either(14, 10)
    yield Box(rect, theme.gold, radius=radius, glow=theme.gold, glow_px=look.px(6))
    side, gap = min(rect.h * 5 // 10, look.either(44, 26)), look.either(10, 5)
    room = rect.w - side - gap - 2 * look.px(8)
    wide = max(1, min(room, look.width(label, Size.NAME, Weight.EXTRA)))
    sign, words = side_by_side(rect, (side, side), gap, wide)
    yield Picture(sign, CHECK, tint=theme.on_gold)
    yield look.line(words, label, Size.NAME, theme.on_gold, STRONG)


def _ring(
    look: Style, rect: Rect, message: Message, pointed: object, radius: int
) -> Iterator[Piece]:
    yield Target(rect, message)
    if message == pointed:
        yield focus_ring(look, rect, radius)


def _letters(look: Style, rect: Rect, model: Model, now: Naming) -> Iterator[Piece]:
    """Yield the keys of the alphabet; a finger finds them also between them."""
    language = model.preferences.language
    keys = naming.letters(now.sheet, language)
    is_kana = not has_spaces(naming.alphabet(now.sheet, language))
    across, down = naming.grid(len(keys), look.shape, is_kana=is_kana)
    offered, at = now.pointed(model)
    pointed: object = offered[at]
    next_sign = BY_CODE[naming.next_alphabet(now.sheet, language)].keyboard.key
    lines, gap = rows(rect, down, 0), look.either(8, 4)
    for message, (row, column, wide) in zip(
        keys, naming.cells(len(keys), look.shape, is_kana=is_kana), strict=True
    ):
        spots = columns(lines[row], across, 0)
        first, last = spots[column], spots[column + wide - 1]
        cell = Rect(first.x, first.y, last.x + last.w - first.x, first.h)
        spot = Rect(cell.x + gap // 2, cell.y + gap // 2, cell.w - gap, cell.h - gap)
        yield Target(cell, message)
        yield key_ground(look, spot)
        yield from _on_key(look, spot, message, now.guest.name, next_sign)
        if message == pointed:
            yield focus_ring(look, spot, look.either(12, 9))


def _on_key(
    look: Style, rect: Rect, message: Message, name: str, next_sign: str
) -> Iterator[Piece]:
    """Yield what stands on a key: the letter as it will be typed."""
    gold, px = look.theme.gold, max(SMALLEST_PX, min(rect.h * 7 // 10, look.either(52, 34)))
    match message:
        case NextAlphabet():
            small = max(SMALLEST_PX, px * 7 // 10)
            yield look.text(rect.inset(1), next_sign, small, gold, NUMBER)
        case TakeLetter(letter) if letter == BACKSPACE:
            side = min(rect.h * 7 // 10, rect.w * 7 // 10)
            yield look.text(square(rect, side), "\N{LEFTWARDS ARROW}", px, gold, NUMBER)
        case TakeLetter(letter) if letter == naming.SPACE:
            bar = middle(rect, rect.w // 2, max(3, look.px(4)))
            yield Box(Rect(bar.x, rect.y + rect.h * 6 // 10, bar.w, bar.h), look.theme.ink)
        case TakeLetter(letter) if letter == naming.VOICING:
            label, room = "゛゜小", rect.inset(1)
            if look.canvas.type.width(label, SMALLEST_PX, Weight.EXTRA) > room.w:
                label = "゛"
            yield look.text(room, label, px * 3 // 4, gold, NUMBER)
        case TakeLetter(letter):
            yield look.text(rect, naming.cased(name, letter), px, look.theme.ink, NUMBER)
        case _:
            pass
