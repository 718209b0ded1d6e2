"""Who plays: a card for every button, in the order of their places at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from companion.core.commands import (
    BUTTONS,
    DIAL,
    OK,
    PLAYER_CONTROLS,
    RA,
    UNDO,
    Command,
    Control,
    Prompt,
    hold,
    key,
    tap,
)
from companion.core.effects import Update, refused
from companion.core.messages import (
    BACKSPACE,
    Begin,
    BeginUnderWay,
    GoTo,
    Join,
    Leave,
    LeaveSeat,
    Message,
    NextAlphabet,
    Refused,
    TakeLetter,
    TakeName,
    TypeName,
)
from companion.core.model import Guest, Model, called
from companion.core.notices import Notes, Notice
from companion.i18n import Words, mark
from companion.narration.aloud import asked
from companion.pages.controls import prompt
from companion.pages.letters import (
    Naming,
    NamingPage,
    OnScreenKeyboard,
    Writing,
    above_sheet,
    letter_sheet,
    name_on_card,
    sheet_ground,
)
from companion.pages.new_game import new_game, options, welcome
from companion.pages.page_view import keycaps, note, who_plays
from companion.pages.reference.rules_card import SEATING, Card
from companion.pages.table.playing import with_machines
from companion.rules.names import visible
from companion.ui import layout
from companion.ui.kit import Kit
from companion.ui.pieces import Sign, badge, code, emblem, is_whole, paragraph, shining
from companion.ui.scene import Box, Disc, Picture, Rect, Target
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
    unscaled,
)
from companion.ui.theme import ON_BUTTON
from companion.ui.widgets import Action, action_key, dashed


class Seating(NamingPage, frozen=True):
    """Players sit down; the next press of Ra deals the suns.

    A press of one's own button sits down, a second one opens the sheet on which one gives a name,
    and a third says that this is done. Nobody leaves the table by it.
    """

    is_seating: ClassVar[bool] = True
    shown_elsewhere: ClassVar[Sequence[Control]] = (*PLAYER_CONTROLS, Control.DIAL)

    guests: tuple[Guest, ...]
    """In the order of their buttons, which is clockwise."""
    editing: int | None = None
    """Whose name letters are typed into, as a place in ``guests``."""
    sheet: OnScreenKeyboard | None = None
    """The letters on the screen, if they are open."""

    @property
    def is_naming(self) -> bool:
        return self.editing is not None

    @property
    def naming(self) -> Naming | None:
        """Who gives a name on the sheet; None if it is not open."""
        if self.sheet is None or self.editing is None:
            return None
        return Naming(self.guests, self.editing, self.sheet)

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done: whoever sits already gives a name; letters are typed into it."""
        for button, control in enumerate(PLAYER_CONTROLS):
            yield tap("Join", Join(button), control)
        for guest in self.guests:
            control = PLAYER_CONTROLS[guest.button]
            yield tap("Name", Join(guest.button), control)
            leave = LeaveSeat(guest.button)  # a line below the cards explains it
            yield hold("Leave", leave, control, silent=True)
            yield key((f"shift {guest.button + 1}",), leave)
        if self.naming is not None:
            yield tap("Done", self.naming.done, PLAYER_CONTROLS[self.naming.guest.button])
            yield from self.naming.commands(model)
            return
        enough, people = new_game.are_enough(model, self.guests), len(self.guests)
        yield tap("Deal suns", Begin(), RA, keys="return enter", lit=enough)
        yield tap("Options", GoTo(options.OptionsPage(self.guests)), OK, keys="tab")
        yield tap("Back", Leave(), UNDO)
        yield tap(options.FIRST_TIME, options.first_time(model), DIAL, keys=FIRST_KEY)
        yield hold("Game in progress", BeginUnderWay(), RA, keys=UNDER_WAY_KEY, lit=people > 1)
        if not self.is_naming:  # what types a name does nothing else while there is none to type
            yield key("r z space backspace", Refused())

    def prompt(self, model: Model) -> Prompt:
        if self.sheet is not None:
            return Prompt("Who sits here?")
        if not new_game.are_enough(model, self.guests):
            return Prompt("Who else plays?")
        return Prompt("Everybody here?")

    def body(self, ui: Ui, model: Model, area: Rect) -> Iterable[Piece]:
        if self.naming is not None:
            yield from _naming(ui, area, model, self, self.naming)
            return
        tall, gap = ui.shape is Shape.TALL, ui.px(4)
        high = ui.px(150) if tall else ui.px(84, 90)
        if model.phones.link:
            high = code_px(ui) + (ui.px(_KEY + 28) if tall else 0)
        below, cards = layout.cut_foot(area, high)
        places = (layout.rows if tall else layout.columns)(cards, BUTTONS, ui.px(14, 8))
        yield from _cards(ui, model, self, places)
        inner = below.inset(gap)
        if model.phones.link:
            spot, point, address, hint, first = _code_strip(ui, inner)
            yield from code_to_scan(ui, model, spot, point, address)
            yield from paragraph(ui, hint, _hint(ui), Size.LABEL, colour=ui.theme.ink_second)
        else:
            said, first = (
                reversed(layout.cut_foot(inner, ui.px(60), gap))
                if tall
                else layout.shares(inner, (3, 2), ui.px(16, 8))
            )
            yield from note(ui, said, f"{ui.say(CLOCKWISE)} {_hint(ui)}")
        yield from _first_time(ui, first, model)

    def said_aloud(self, model: Model, words: Words) -> Iterable[str]:
        if self.naming is not None and (letter := self.naming.aloud(model, words)):
            yield letter
            return
        if self.guests:
            yield words.say("Here: {names}", names=_names(self.guests, model, words))
        everybody = with_machines(model, self.guests)
        machines = tuple(guest for guest in everybody if not guest.is_person)
        if machines:
            yield words.say("Computer players: {names}", names=_names(machines, model, words))
        yield asked(prompt(model), words)

    def update(self, model: Model, message: Message) -> Update | None:
        match message:
            case Join(button):
                return self._pressed(model, button)
            case LeaveSeat(button):
                return self._left(model, button)
            case Begin():
                return new_game.begin_with(model, self.guests)
            case Leave():  # their names are offered, should they all come again
                return replace(_knowing(model, self.guests), page=welcome.Welcome()), ()
            case TypeName(text) if text == BACKSPACE and not self._has_name:
                if self.sheet is None:
                    return refused(model, Notice(Notes.NOT_NOW))
                return replace(model, page=replace(self, sheet=None)), ()
            case TypeName() | TakeLetter() | TakeName() | NextAlphabet():
                return replace(model, page=self._named(model, message)), ()
            case _:
                return None

    def _pressed(self, model: Model, button: int) -> Update:
        """Seat the owner of a button; a second press opens or closes the sheet for their name."""
        buttons = [guest.button for guest in self.guests]
        if button not in buttons:
            return join(
                model, self.guests, button, None if self.sheet is None else OnScreenKeyboard()
            )
        place = buttons.index(button)
        is_done = self.sheet is not None and place == self.editing
        return replace(
            model, page=Seating(self.guests, place, None if is_done else OnScreenKeyboard())
        ), ()

    def _left(self, model: Model, button: int) -> Update:
        """Let the owner of a button go again, and leave the others as they are.

        Their name is offered first from then on: they may have left by mistake.
        """
        staying = tuple(guest for guest in self.guests if guest.button != button)
        if len(staying) == len(self.guests):
            return model, ()
        named = None if self.editing is None else self.guests[self.editing]
        sheet, editing = None, None
        if named in staying:
            sheet, editing = self.sheet, staying.index(named)
        page = Seating(staying, editing, sheet) if staying else welcome.Welcome()
        leaving = tuple(guest for guest in self.guests if guest not in staying)
        return replace(_knowing(model, leaving), page=page), ()

    @property
    def _has_name(self) -> bool:
        return self.editing is not None and bool(self.guests[self.editing].name)

    def _named(self, model: Model, message: Writing) -> Seating:
        """Return the page with more of a name; who types on a keyboard opens the sheet by it."""
        if self.editing is None:
            return self
        now = Naming(self.guests, self.editing, self.sheet or OnScreenKeyboard())
        name, sheet = now.written(model, message)
        renamed = replace(now.guest, name=name)
        others = self.guests[: self.editing], self.guests[self.editing + 1 :]
        return Seating((*others[0], renamed, *others[1]), self.editing, sheet)

    def help(self, model: Model) -> Card | None:
        return SEATING


def join(
    model: Model, here: tuple[Guest, ...], button: int, sheet: OnScreenKeyboard | None = None
) -> Update:
    """Seat the owner of a button beside those who are here; an open sheet lies before them."""
    seated = tuple(sorted((*here, Guest(button)), key=lambda guest: guest.button))
    return replace(model, page=Seating(seated, seated.index(Guest(button)), sheet)), ()


def _knowing(model: Model, guests: tuple[Guest, ...]) -> Model:
    """Return the model that offers the names of these guests first."""
    typed = tuple(visible(guest.name) for guest in guests if visible(guest.name))
    known = tuple(dict.fromkeys((*typed, *model.session.known_names)))
    return model.with_session(known_names=known)


UNDER_WAY_KEY = "f4"
"""Says that the game has begun already; keys that type letters are all taken."""


FIRST_KEY = "f10"
"""Says that somebody plays for the first time; the same."""


def _names(guests: tuple[Guest, ...], model: Model, words: Words) -> str:
    return words.list(called(guest, model) for guest in guests)


def _first_time(ui: Ui, rect: Rect, model: Model) -> Iterator[Piece]:
    """Yield the key that says whether the rules are explained while this game is played."""
    message = options.first_time(model)
    is_first = model.session.agreement.is_first
    spot = layout.middle(rect, rect.w, min(rect.h, ui.px(70, 84)))
    sign = Sign(Control.DIAL, keycaps(ui, model).get(message, ""))
    label = options.first_time_said(model, ui.canvas.words)
    yield action_key(ui, spot, Action(sign, label, message, is_marked=is_first))


CLOCKWISE = mark("You sit clockwise, in this order.")


def _hint(ui: Ui) -> str:
    if ui.canvas.letters:
        return ui.say("Press your key again to type a name, with Shift to leave")
    if not ui.canvas.panel:
        return ui.say("Touch your colour again to type a name")
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


def _key_px(ui: Ui) -> int:
    return ui.px(36, 28)


def _key(ui: Ui, rect: Rect, key: str) -> Iterator[Piece]:
    """Yield the key that stands for a button: in the corner, or beside the emblem."""
    side = _key_px(ui)
    if not key:
        return
    spot = Rect(rect.x + ui.px(8), rect.y + ui.px(8), side, side)
    if _is_flat(rect):
        sign, _ = _parts(ui, rect)
        spot = layout.middle(Rect(sign.x + sign.w, rect.y, side, rect.h), side, side)
    yield from badge(ui, spot, Sign(None, key))


def _free(ui: Ui, rect: Rect, button: int) -> Iterator[Piece]:
    colour = ui.theme.buttons[button] if ui.theme.is_dark else ui.theme.ink_second
    yield Box(rect, ui.theme.track, radius=ui.px(14, 10))
    yield from dashed(ui, rect, colour)
    sign, words = _parts(ui, rect)
    yield from shining(
        ui, layout.square(sign, min(sign.w, sign.h) * 6 // 10), button, ui.faint(0.8)
    )
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
    sign, words = _parts(ui, rect)
    yield from shining(ui, layout.square(sign, min(sign.w, sign.h) * 6 // 10), guest.button)
    told = who_plays(guest.strength, ui.canvas.words)
    whole = words.inset(ui.px(4))
    name, by = layout.rows(whole, 2, 0)
    has_room = is_whole(unscaled(ui), by, told)
    yield ui.line(name if has_room else whole, guest.name, Size.SCORE, style=CENTRED)
    if has_room:
        yield from paragraph(ui, by, told, Size.LABEL, CENTRED, colour=ui.theme.ink_second)
    yield Target(rect, Join(guest.button))


def _is_flat(rect: Rect) -> bool:
    """Whether the emblem stands beside the name and not above it."""
    return rect.w > rect.h * 2.4


def _parts(ui: Ui, rect: Rect) -> tuple[Rect, Rect]:
    """Return where the emblem stands, and the words; on a flat card the key is between them."""
    if _is_flat(rect):
        sign, beside = layout.cut_left(rect, min(rect.h, rect.w // 3))
        _, words = layout.cut_left(beside, _key_px(ui) if ui.canvas.letters else 0)
        return sign, words
    upper, lower = layout.rows(rect, 2, 0)
    return upper, lower


def _taken(ui: Ui, rect: Rect, model: Model, page: Seating, place: int) -> Iterator[Piece]:
    guest, now = page.guests[place], page.naming
    is_named = now is not None and now.place == place
    radius = ui.px(14, 10)
    colour = ui.theme.buttons[guest.button]
    yield Box(rect, colour, radius=radius, glow=colour if is_named else None, glow_px=ui.px(12, 8))
    yield Target(rect, Join(guest.button))
    cross = max(TOUCH_PX, ui.px(58, 44))
    aside = Rect(rect.x + rect.w - cross, rect.y, cross, min(cross, rect.h))
    sign, words = _parts(ui, rect)
    number = Rect(rect.x + ui.px(10), rect.y + ui.px(6), ui.px(40), ui.px(36, 26))
    if _is_flat(rect):
        aside = Rect(aside.x, rect.y + (rect.h - aside.h) // 2, cross, aside.h)
        words = Rect(words.x, words.y, max(1, aside.x - words.x), words.h)
    if guest.button in model.phones.seated:
        phone = ui.px(34, 22)
        if _is_flat(rect):
            spot, words = layout.cut_right(words, phone, ui.px(4))
        else:
            spot = Rect(rect.x + ui.px(8), number.y + number.h + ui.px(4), phone, phone)
        yield Picture(layout.square(spot, phone), "ui_phone", tint=ON_BUTTON)
    side = min(sign.w, sign.h) * 6 // 10
    has_number = not ui.canvas.letters and rect.w > min(3 * cross, cross + side + ui.px(60))
    if has_number and not _is_flat(rect):
        yield ui.line(number, str(place + 1), Size.NAME, ON_BUTTON, STRONG)
    is_narrow = rect.w < 2 * cross
    side = min(side, rect.w * 6 // 10)
    yield emblem(layout.square(words if is_narrow else sign, side), guest.button)
    if not is_narrow:
        yield from name_on_card(ui, words, model, guest, is_named=is_named)
    yield from _leave(ui, aside, guest)


def _leave(ui: Ui, rect: Rect, guest: Guest) -> Iterator[Piece]:
    """Yield the small cross; a finger finds it also a little beside it."""
    mark = layout.square(rect, min(rect.w, rect.h) * 6 // 10)
    yield Disc(mark, border=ON_BUTTON, border_px=max(1, ui.px(1.5)), opacity=ui.faint(0.7))
    px = max(SMALLEST_PX, mark.h * 8 // 10)
    yield ui.text(mark, "\N{MULTIPLICATION SIGN}", px, ON_BUTTON, NUMBER)
    more = max(0, TOUCH_PX - rect.h)
    yield Target(Rect(rect.x, rect.y, rect.w, rect.h + more), LeaveSeat(guest.button))


def _naming(ui: Ui, body: Rect, model: Model, page: Seating, now: Naming) -> Iterator[Piece]:
    button = now.guest.button
    parts = [1.0] * BUTTONS
    if ui.shape is Shape.TALL:
        parts[button] = 3.2
    cards, ground = above_sheet(ui, body, model, now)
    places = layout.shares(cards, tuple(parts), ui.px(12, 8))
    yield from sheet_ground(ui, places[button], ground, button)
    yield from _cards(ui, model, page, places)
    yield from letter_sheet(Kit(ui), model, now).draw(ground)


STRIP_PX = 196
"""How high the code is below the seats, at the least: a camera reads it from across the table."""


def code_px(ui: Ui) -> int:
    """Return how high the code is: larger where a screen is larger, whose points are smaller."""
    return max(STRIP_PX, ui.px(158, 98))


_KEY = 64
"""How high a key of the page is where it lies below the rest."""


def _code_strip(ui: Ui, area: Rect) -> tuple[Rect, ...]:
    """Return the code, what it is for, the address, the hint, and room for a key of the page.

    The hint is the longest, and has all the width.
    """
    if ui.shape is Shape.TALL:
        key, upper = layout.cut_foot(area, ui.px(_KEY - 4), ui.px(4))
        spot, words = layout.cut_left(upper, STRIP_PX - ui.px(12), ui.px(16))
        return (spot, *layout.stacked(words, (3, 2, 4), 0), key)
    spot, words = layout.cut_left(area, area.h, ui.px(16))
    two, hint = layout.stacked(words, (2, 1), 0)
    short, key = layout.shares(two, (5, 4), ui.px(8))
    return (spot, *layout.rows(short, 2, 0), hint, key)


def code_to_scan(ui: Ui, model: Model, spot: Rect, point: Rect, address: Rect) -> Iterator[Piece]:
    """Yield the code, what it is for, and the short address."""
    yield code(ui, spot, model.phones.link)
    yield from paragraph(ui, point, ui.say(POINT), Size.NAME)
    yield ui.line(address, model.phones.address, Size.NAME, ui.theme.gold)


POINT = mark("Phones: point your camera here")
