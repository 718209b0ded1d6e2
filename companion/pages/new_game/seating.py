"""Who plays: a card for every button, in the order of their places at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from companion.core.bindings import Binding, Bindings, Prompt
from companion.core.controls import BUTTONS, PLAYER_CONTROLS, Control
from companion.core.effects import (
    Dispatch,
    Update,
)
from companion.core.messages import (
    Begin,
    GoTo,
    Join,
    Leave,
    Message,
    NextName,
    TypeName,
)
from companion.core.model import Model, called
from companion.core.names import after_typing
from companion.core.page import Page
from companion.core.session import Guest
from companion.i18n import mark
from companion.pages import keyboard, new_game, partial, reference
from companion.pages.bindings import controls
from companion.pages.new_game.welcome import Welcome, joins
from companion.pages.page_view import asked, frame, heading, keycaps, note, what_can_be_done
from companion.rules.names import visible
from companion.ui.layout import columns, left_part, rows, square, without_left
from companion.ui.pieces import EARLIER, LATER, Sign, badge, emblem, focus_ring, shining
from companion.ui.scene import Align, Box, Rect, Target, Weight
from companion.ui.style import CENTRED, STRONG, TOUCH_PX, Piece, Shape, Size, Style, TextStyle
from companion.ui.theme import ON_BUTTON


class Seating(Page, frozen=True):
    """Players join; the next press of Ra begins."""

    guests: tuple[Guest, ...]
    """In the order of their buttons, which is clockwise."""
    editing: int | None = None
    """Whose name is being typed, as a place in ``guests``."""

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        enough = len(self.guests) > 1
        taps = {
            **joins(),
            Control.RA: Binding(Begin(), "Begin", is_lit=enough),
            Control.OK: Binding(GoTo(new_game.OptionsPage(self.guests)), "Options"),
            Control.UNDO: Binding(Leave(), "Back"),
        }
        holds = {Control.RA: Binding(partial.BeginUnderWay(), "Game in progress", is_lit=enough)}
        return Bindings(taps, holds, "" if self.editing is None else mark("Name"))

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        if len(self.guests) < 2:  # noqa: PLR2004 - two is what the sentence says
            return Prompt("Who else plays? Press your button")
        return Prompt("Everybody here? Ra begins the game")

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield the cards of those who have joined, and the buttons that are still free."""
        where = frame(look, model)
        yield from heading(look, where, asked(look, model))
        tall = look.shape is Shape.TALL
        foot = look.px(52) if tall else look.either(40, 30)
        cards = Rect(where.body.x, where.body.y, where.body.w, where.body.h - foot)
        caps = keycaps(look, model)
        places = (rows if tall else columns)(cards, BUTTONS, look.either(14, 8))
        for button, spot in enumerate(places):
            place = next(
                (at for at, guest in enumerate(self.guests) if guest.button == button), None
            )
            if place is None:
                yield from _free(look, spot, button)
            else:
                yield from _taken(look, spot, model, self, place)
            yield from _key(look, spot, caps.get(Join(button), ""))
        below = Rect(where.body.x, cards.y + cards.h, where.body.w, foot)
        yield from note(look, below, _hint(look, self))
        yield from what_can_be_done(look, where.dock, model, PLAYER_CONTROLS)

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does: letters are typed into a name."""
        now = controls(model)
        back = {"escape": keyboard.tap(now, Control.UNDO)} | (keyboard.turns() if now.dial else {})
        under_way = (
            {UNDER_WAY_KEY: now.holds[Control.RA].message} if Control.RA in now.holds else {}
        )
        begin = {"return": keyboard.tap(now, Control.RA), "tab": keyboard.tap(now, Control.OK)}
        return keyboard.players(model) | back | begin | under_way

    def update(self, model: Model, message: Message) -> Update | None:
        """Return what a message means here and nowhere else."""
        match message:
            case Join(button):
                return join(model, self.guests, button)
            case TypeName(text):
                return self._typed(model, text)
            case NextName(button, steps):
                return self._next_name(model, button, steps)
            case Begin():
                return new_game.begin_with(model, self.guests)
            case _:
                return None

    def _typed(self, model: Model, text: str) -> Update:
        """Type into the name of whoever joined last, or of whom the page points at."""
        if self.editing is None:
            return model, ()
        name = after_typing(self.guests[self.editing].name, text)
        return replace(model, page=self._renamed(self.editing, name)), ()

    def _next_name(self, model: Model, button: int, steps: int) -> Update:
        """Give a guest another of the names used before; none of them comes first."""
        buttons = [guest.button for guest in self.guests]
        if button not in buttons:
            return model, ()
        place = buttons.index(button)
        own = self.guests[place].name
        taken = {guest.name for guest in self.guests} - {own}
        names = ("", *(name for name in model.session.known_names if name not in taken))
        now = names.index(own) if own in names else 0
        return replace(model, page=self._renamed(place, names[(now + steps) % len(names)])), ()

    def _renamed(self, place: int, name: str) -> Seating:
        guest = replace(self.guests[place], name=name)
        return Seating((*self.guests[:place], guest, *self.guests[place + 1 :]), place)

    def turn(self, model: Model, steps: int) -> Update:
        """Step through the names used before, if somebody's name is being chosen."""
        if self.editing is None:
            return model, ()
        return model, (Dispatch(NextName(self.guests[self.editing].button, steps)),)

    def opened(self, model: Model) -> Page | None:
        """Return the page as it can be open now; None if it has no place any more."""
        return self if model.session.timeline is None else None

    def help(self, model: Model) -> reference.Card | None:
        """Return the rules card of the moment."""
        return reference.rules_card.of_seating(model, self)


def join(model: Model, here: tuple[Guest, ...], button: int) -> Update:
    """Seat the owner of a button beside those who are here, or let them go again."""
    staying = tuple(guest for guest in here if guest.button != button)
    if len(staying) < len(here):
        return replace(model, page=Seating(staying) if staying else Welcome()), ()
    seated = tuple(sorted((*here, Guest(button)), key=lambda guest: guest.button))
    return replace(model, page=Seating(seated, seated.index(Guest(button)))), ()


def _key(look: Style, rect: Rect, key: str) -> Iterator[Piece]:
    """Yield the key that stands for a button, at the upper right of its card."""
    if key:
        side = look.either(36, 28)
        spot = Rect(rect.x + rect.w - side - look.px(8), rect.y + look.px(8), side, side)
        yield from badge(look, spot, Sign(None, key))


def _hint(look: Style, page: Seating) -> str:
    if look.canvas.letters and page.editing is not None:
        return look.say("Type a name")
    return look.say("Clockwise round the table, in this order")


def _parts(look: Style, rect: Rect) -> tuple[Rect, Rect, Rect]:
    """Return where a card has its emblem, its name, and what is below the name."""
    if look.shape is Shape.TALL:
        upper, lower = rows(without_left(rect, rect.h), 2, 0)
        return left_part(rect, rect.h), upper, lower
    upper, lower = rows(rect, 2, 0)
    name, below = rows(lower, 2, 0)
    return upper, name, below


def _free(look: Style, rect: Rect, button: int) -> Iterator[Piece]:
    """Yield a card that nobody has."""
    theme = look.theme
    yield Box(rect, theme.lane, border=theme.line, border_px=max(1, look.px(2)),
              radius=look.either(14, 10))  # fmt: skip
    sign, name, _ = _parts(look, rect)
    yield from shining(look, square(sign, min(sign.w, sign.h) * 45 // 100), button, look.faint(0.5))
    yield look.line(name.inset(look.px(6)), look.say("free"), Size.LABEL, theme.ink_third,
                    TextStyle(Weight.MEDIUM, Align.CENTRE))  # fmt: skip
    yield Target(rect, Join(button))


def _taken(look: Style, rect: Rect, model: Model, page: Seating, place: int) -> Iterator[Piece]:
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
    if model.session.known_names:
        yield from _arrows(look, below, guest.button)
    if page.editing == place:
        yield focus_ring(look, rect, radius)


def _name(
    look: Style, rect: Rect, model: Model, guest: Guest, *, is_edited: bool
) -> Iterator[Piece]:
    """Yield the name, or the colour's in small letters as long as there is none."""
    room = rect.inset(look.px(8))
    if visible(guest.name):
        yield look.line(
            room, guest.name, Size.SCORE, ON_BUTTON, TextStyle(Weight.EXTRA, Align.CENTRE)
        )
    else:
        yield look.line(
            room,
            model.preferences.colour_names[guest.button],
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


def _arrows(look: Style, rect: Rect, button: int) -> Iterator[Piece]:
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


UNDER_WAY_KEY = "f4"
"""Says that the game has begun already; none that types a letter is free."""
