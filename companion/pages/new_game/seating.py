"""Who plays: a card for every button, in the order of their places at the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from companion.core.commands import (
    DIAL,
    OK,
    RA,
    UNDO,
    Command,
    Prompt,
    hold,
    key,
    tap,
)
from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.effects import Dispatch, Update, refused
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
from companion.core.model import Model, called
from companion.core.notices import Notes, Notice
from companion.core.page import Page
from companion.core.session import Guest
from companion.i18n import Words
from companion.narration.aloud import asked
from companion.pages.controls import prompt
from companion.pages.letters import Naming, OnScreenKeyboard, Writing
from companion.pages.new_game import new_game, options, seating_view, welcome
from companion.pages.page_view import PlainPage
from companion.pages.reference.rules_card import SEATING, Card
from companion.pages.table.beginning import with_machines
from companion.rules.names import visible
from companion.ui.scene import Rect
from companion.ui.style import Piece, Ui


class Seating(PlainPage, frozen=True):
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
            return Prompt("Who else plays? Press your button")
        return Prompt("Everybody here?")

    def body(self, ui: Ui, model: Model, area: Rect) -> Iterable[Piece]:
        """Yield the cards of those who sit here, the seats that are free, and the sheet."""
        return seating_view.seats(ui, area, model, self)

    def said_aloud(self, model: Model, words: Words) -> Iterable[str]:
        return _aloud(self, model, words)

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
        """Seat the owner of a button; who sits already gives a name, or has given it."""
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
        """Whether there is a letter that can be taken back."""
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

    def turn(self, model: Model, steps: int) -> Update:
        if self.naming is None:
            return model, ()
        return replace(model, page=replace(self, sheet=self.naming.turned(model, steps))), ()

    def push(self, model: Model) -> Update:
        """Take what the white ring stands on; it stays there while letters are taken."""
        if self.naming is None:
            return model, ()
        sheet, taken = self.naming.pushed(model)
        return replace(model, page=replace(self, sheet=sheet)), (Dispatch(taken),)

    def parent(self) -> Page | None:
        """Return the page without the sheet; what was typed stays."""
        return None if self.sheet is None else replace(self, sheet=None)

    def validated(self, model: Model) -> Page | None:
        return self if model.session.timeline is None else None

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


def _aloud(page: Seating, model: Model, words: Words) -> Iterator[str]:
    """Yield who sits here, and the question."""
    if page.guests:
        yield words.say("Here: {names}", names=_names(page.guests, model, words))
    machines = tuple(guest for guest in with_machines(model, page.guests) if not guest.is_person)
    if machines:
        yield words.say("Computer players: {names}", names=_names(machines, model, words))
    yield asked(prompt(model), words)


def _names(guests: tuple[Guest, ...], model: Model, words: Words) -> str:
    return words.list(called(guest, model) for guest in guests)
