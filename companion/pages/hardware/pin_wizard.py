"""The pin wizard: people press the button it asks for, and it learns the pin.

It sees pins that move and lights pins; nothing here knows what drives them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.core.commands import Command, Control, Prompt, finger
from companion.core.effects import Order, Update, do, saying
from companion.core.messages import MachineMessage, Message, Next, StaffMessage, TagSeen
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.page import Audience
from companion.i18n import Sentences, mark
from companion.narration import BUTTONS
from companion.pages.page_view import PlainPage
from companion.pages.registry import home
from companion.ui.kit import NOTHING, Kit, Widget
from companion.ui.pieces import Sign
from companion.ui.style import Size

HOLD_SECONDS = 1.0
"""A button that is down this long skips what is asked for."""

REST_SECONDS = 0.5
"""How long the dial must stand still before the wizard looks which way it turns."""

DETENT_EDGES = 4
"""How often its two contacts move within one detent."""

PRESSED = tuple(control.value for control in Control)
"""What is pressed, by its name in the settings, in the order in which it is asked for."""

LAMPS = PRESSED[:-1]
"""What may have a lamp: all but the dial."""

RIGHT, LEFT, ALL_LAMPS, ONE_LAMP, FOUND = range(len(PRESSED), len(PRESSED) + 5)
"""The steps after the presses: the dial's two directions, the lamps, and what was found."""


class Hint(Sentences):
    """What the wizard answers; the value is the English sentence, which is also translated."""

    KNOWN = "That is already the button for {control}: press another one"
    TURN = "Turn the dial; to continue without it, hold any button"
    SAME_WAY = "That was the same direction as before: turn it to the left"
    HAS_LAMP = "That button already has its lamp: press the one that is lit now"
    NEW = "That button is unknown: press one that was found"


class PinWizard(PlainPage, frozen=True):
    """The progress of the wizard."""

    takes_long: ClassVar[bool] = True

    has_usual_keys: ClassVar[bool] = False

    audience: ClassVar[Audience] = Audience.STAFF

    step: int = 0
    """A place in ``PRESSED``, or one of the steps after it."""
    free: tuple[int, ...] | None = None
    """The GPIOs that are watched; None until they are."""
    trouble: str = ""
    """Why no pin can be watched."""
    contacts: Mapping[str, int] = {}
    """The GPIO of each contact found: those of ``PRESSED``, ``dial_a`` and ``dial_b``."""
    wired_lamps: tuple[int, ...] = ()
    """The GPIOs on which the settings or the wiring plan have lamps."""
    lamps: Mapping[str, int] = {}
    place: int = 0
    """Which of the candidates shines, at the step of single lamps."""
    down: tuple[int, float] | None = None
    """The pin that went low first, and when (monotonic seconds)."""
    moves: tuple[int, ...] = ()
    """The dial's pins in the order in which they moved, at its steps."""
    turned_at: float = 0.0
    """When the dial moved last (monotonic seconds)."""
    moved: frozenset[int] = frozenset()
    """Every pin that has moved: none of them is ever lit."""
    hint: Hint | None = None
    about: str = ""
    """The control that the hint is about."""

    @property
    def candidates(self) -> tuple[int, ...]:
        """The pins that may be lit: planned for lamps, watched, and of no contact that moved."""
        taken = self.moved | set(self.contacts.values())
        return tuple(
            pin for pin in self.wired_lamps if pin in (self.free or ()) and pin not in taken
        )

    @property
    def lit(self) -> tuple[int, ...]:
        """The pins that shine now."""
        if self.step == ALL_LAMPS:
            return self.candidates
        if self.step == ONE_LAMP:
            return self.candidates[self.place : self.place + 1]
        return tuple(self.lamps.values()) if self.step == FOUND else ()

    @property
    def asked_for(self) -> str:
        """The control that is asked for, if it is one."""
        if self.step in (RIGHT, LEFT):
            return _TURN
        return PRESSED[self.step] if self.step < RIGHT else ""

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what fingers and keys do; the buttons only answer what is asked."""
        if self.free is not None:
            if self.step == FOUND:
                yield finger("Keep it", Keep(), "return")
            else:
                yield finger("Skip", do(PinWizard.skip), "return")
            yield finger("Back", do(PinWizard.step_back), "backspace")
        yield finger("Leave", Next(), "escape")

    def widget(self, kit: Kit, model: Model) -> Widget:
        if self.trouble:
            return kit.text(self.trouble)
        cells = [self._cell(kit, name) for name in (*PRESSED, _TURN)]
        high = (3 if kit.is_tall else 2) * kit.ui.line_height(Size.SMALL)
        across = 2 if kit.is_tall else 5
        return kit.column(kit.grid(cells, across, kit.px(10, 5)), self._answer(kit).fixed(high))

    def _cell(self, kit: Kit, name: str) -> Widget:
        is_turn = name == _TURN
        sign = kit.badge(Sign(Control.DIAL if is_turn else Control(name)), kit.px(46, 34))
        if is_turn:
            arrows = (kit.line(arrow) for arrow in "\N{LEFTWARDS ARROW}\N{RIGHTWARDS ARROW}")
            sign = kit.row(next(arrows), sign, next(arrows))
        pin = self.contacts.get(_TURNING[0] if is_turn else name)
        found = ["\N{EN DASH}" if pin is None else kit.say("GPIO {pin}", pin=pin), ""]
        if is_turn and _TURNING[1] in self.contacts:
            found[1] = kit.say("GPIO {pin}", pin=self.contacts[_TURNING[1]])
        elif name in self.lamps:
            found[1] = kit.say("lamp: {pin}", pin=self.lamps[name])
        lines = (kit.line(text, Size.SMALL, colour=kit.theme.ink_second) for text in found)
        is_asked = name == self.asked_for
        cell = kit.panel(kit.pad(kit.column(sign, *lines), kit.px(4)), active=is_asked)
        return kit.ring(cell) if is_asked else cell

    def _answer(self, kit: Kit) -> Widget:
        if self.free is None:
            return NOTHING
        if self.hint is None:
            return kit.note(kit.say(_ANSWERS.get(self.step, _ANSWERS[0])))
        about = kit.say(BUTTONS.get(self.about, "the dial"))
        return kit.text(kit.say(self.hint.value, control=about), colour=kit.theme.bad)

    def skip(self, model: Model) -> Update:
        """Go on: what is asked for does not exist."""
        return replace(model, page=skipped(self)), ()

    def step_back(self, model: Model) -> Update:
        """Ask for the step before again."""
        return replace(model, page=back(self)), ()

    def update(self, model: Model, message: Message) -> Update | None:
        """Take wire events; a tag is no tile here."""
        match message:
            case TagSeen():
                return model, ()
            case PinsFree(pins, lamps):
                page = replace(self, free=pins, wired_lamps=lamps, trouble="")
                return replace(model, page=page), ()
            case NoPinWatched(why):
                return replace(model, page=replace(self, trouble=why)), ()
            case PinMoved():
                page_after = moved(self, message)
                if page_after is None:
                    return _keep(model, self)
                return replace(model, page=page_after), ()
            case Keep() if self.step == FOUND:
                return _keep(model, self)
            case _:
                return None

    def prompt(self, model: Model) -> Prompt:
        if self.trouble:
            return Prompt("The buttons cannot be set up")
        if self.step in _BUTTONS:
            return Prompt("Press the {button} button", {"button": _BUTTONS[self.step]})
        return Prompt(_QUESTIONS.get(self.step, _QUESTIONS[1]))


class PinsFree(MachineMessage, frozen=True):
    """These pins are watched now."""

    pins: tuple[int, ...]
    lamps: tuple[int, ...]
    """Those that the settings or the wiring plan have lamps on."""


class NoPinWatched(MachineMessage, frozen=True):
    """No pin can be watched."""

    why: str


class PinMoved(MachineMessage, frozen=True):
    """A wire changed its level, and it is believed."""

    pin: int
    is_low: bool
    at: float
    """When, in seconds of the monotonic clock."""


class Keep(StaffMessage, frozen=True):
    """A message: what was found is right."""

    log: ClassVar[str] = "kept where the buttons are"


class WiringKept(MachineMessage, frozen=True):
    """What was found is in use; ``why`` is empty if it is also in the owner's file."""

    file: str
    why: str = ""


class KeepWiring(Order, frozen=True):
    """An order: use these pins, write them to the owner's file, answer with ``WiringKept``."""

    contacts: Mapping[str, int]
    lamps: Mapping[str, int]


class LightPins(Order, frozen=True):
    """An order: exactly these pins shine."""

    pins: tuple[int, ...]


_BUTTONS = {5: Control.RA, 6: Control.OK, 7: Control.UNDO}

_TURN, _TURNING = "turn", ("dial_a", "dial_b")
"""Turning the dial, and its contacts: they answer nothing that is asked of buttons."""

_QUESTIONS = {
    0: mark("Press the button of the first player"),
    1: mark("Press the button of the next player, clockwise"),
    8: mark("Push the dial"),
    RIGHT: mark("Turn the dial to the right, click by click"),
    LEFT: mark("Now turn the dial to the left"),
    ALL_LAMPS: mark("Are any lamps on now? Press a button that is lit"),
    ONE_LAMP: mark("Press the button that is lit now"),
    FOUND: mark("Is this right? Press any button to confirm"),
}


def _keep(model: Model, page: PinWizard) -> Update:
    """Keep what was found; if nothing was, leave everything as it is."""
    if not page.contacts:
        return replace(model, page=home(model)), ()
    return model, (KeepWiring(page.contacts, page.lamps),)


def wiring_kept(model: Model, message: WiringKept) -> Update:
    """Say where the wiring was kept, or why not."""
    note = Notes.WIRING_KEPT
    if message.why:
        note = Notes.WIRING_NOT_KEPT
    elif not message.file:
        note = Notes.WIRING_SIMULATED
    said = Notice(note, {"file": message.file, "why": message.why})
    return saying(replace(model, page=home(model)), said), ()


def moved(page: PinWizard, move: PinMoved) -> PinWizard | None:
    """Return what follows from a pin that moved; None if what was found is to be kept."""
    seen = replace(page, moved=page.moved | {move.pin})
    if page.step in (RIGHT, LEFT) and _owner(page, move.pin) not in PRESSED:
        return _turned(seen, move)
    if page.step > LEFT and _owner(page, move.pin) in _TURNING:
        return seen
    if move.is_low:
        return replace(seen, down=seen.down or (move.pin, move.at))
    if page.down is None or page.down[0] != move.pin:
        return seen
    seen = replace(seen, down=None)
    if move.at - page.down[1] >= HOLD_SECONDS:
        return PinWizard() if page.step == FOUND else skipped(seen)
    return None if page.step == FOUND else _pressed(seen, move.pin)


def skipped(page: PinWizard) -> PinWizard:
    """Return the page after what was asked for is not there."""
    if page.step == ONE_LAMP:
        return _next_lamp(page)
    contacts = dict(page.contacts)
    if page.step in (RIGHT, LEFT):
        contacts = {name: pin for name, pin in contacts.items() if name not in _TURNING}
    after = FOUND if page.step in (ALL_LAMPS, FOUND) else page.step + 1
    if page.step == RIGHT:
        after = ALL_LAMPS
    return _at(replace(page, contacts=contacts), after)


def back(page: PinWizard) -> PinWizard:
    """Return the page an answer earlier; before the lamps, pins that were lit are watched again."""
    if page.step == ONE_LAMP and page.place:
        return _lamp_again(page, page.place - 1)
    if page.step == FOUND and page.lamps and page.candidates:
        *_, last = page.lamps.values()
        is_last = not _wanted(page) and last in page.candidates
        asked = page.candidates.index(last) if is_last else len(page.candidates) - 1
        return _lamp_again(page, asked)
    before = max(0, page.step - 1)
    if page.step == FOUND:
        before = ALL_LAMPS if page.candidates and _wanted(page) else LEFT
    if before == LEFT and "dial_a" not in page.contacts:
        before = RIGHT
    kept = page.contacts
    if before <= RIGHT:
        names = {*PRESSED[before:], *_TURNING}
        kept = {name: pin for name, pin in page.contacts.items() if name not in names}
    return replace(_at(replace(page, contacts=kept, lamps={}), before), free=None)


def _lamp_again(page: PinWizard, place: int) -> PinWizard:
    """Return the page that asks once more which button this lamp is in."""
    again = page.candidates[place : place + 1]
    lamps = {name: pin for name, pin in page.lamps.items() if pin not in again}
    return _at(replace(page, lamps=lamps), ONE_LAMP, place)


def paused(page: PinWizard) -> PinWizard | None:
    """Return the page as it goes on when somebody comes back; None where nothing was found."""
    asked = replace(_at(page, page.step, page.place), free=None, trouble="")
    return asked if page.contacts else None


def _owner(page: PinWizard, pin: int) -> str | None:
    return next((name for name, its in page.contacts.items() if its == pin), None)


def _pressed(page: PinWizard, pin: int) -> PinWizard:
    owner = _owner(page, pin)
    if page.step < RIGHT:
        if owner is not None:
            return replace(page, hint=Hint.KNOWN, about=owner)
        contacts = {**page.contacts, PRESSED[page.step]: pin}
        return _at(replace(page, contacts=contacts), page.step + 1)
    if page.step in (RIGHT, LEFT):
        return replace(page, hint=Hint.TURN)
    if owner not in LAMPS:
        return replace(page, hint=Hint.NEW)
    if page.step == ALL_LAMPS:
        return _at(page, ONE_LAMP)
    if owner in page.lamps:
        return replace(page, hint=Hint.HAS_LAMP)
    return _next_lamp(replace(page, lamps={**page.lamps, owner: page.candidates[page.place]}))


def _turned(page: PinWizard, move: PinMoved) -> PinWizard:
    """Return what follows from a contact of the dial: which of the two moved first tells how."""
    if _is_held(page, move):
        return skipped(page)
    page = replace(page, down=(move.pin, move.at) if move.is_low else None)
    is_resting = move.at - page.turned_at >= REST_SECONDS
    page = replace(page, turned_at=move.at)
    if not page.moves and not is_resting:
        return page  # still the turn before
    moves = (*page.moves, move.pin) if not is_resting else (move.pin,)
    pins = tuple(dict.fromkeys(moves))
    page = replace(page, moves=moves)
    if len(moves) < DETENT_EDGES or len(pins) < len(_TURNING):
        return page
    first, second = pins[:2]
    if page.step == RIGHT:
        found = {**page.contacts, "dial_a": first, "dial_b": second}
        return _at(replace(page, contacts=found), LEFT)
    if first != page.contacts["dial_b"]:
        return replace(page, moves=(), hint=Hint.SAME_WAY)
    return _at(page, ALL_LAMPS)


def _is_held(page: PinWizard, move: PinMoved) -> bool:
    """Whether this is no contact of a dial, but an unknown button that was held to skip."""
    if move.is_low or page.down is None or page.down[0] != move.pin:
        return False
    return move.at - page.down[1] >= HOLD_SECONDS and set(page.moves) <= {move.pin}


def _wanted(page: PinWizard) -> bool:
    """Whether a button was found whose lamp is not."""
    return any(name in page.contacts and name not in page.lamps for name in LAMPS)


def _next_lamp(page: PinWizard) -> PinWizard:
    place = page.place + 1
    is_over = place >= len(page.candidates) or not _wanted(page)
    return _at(page, FOUND) if is_over else _at(page, ONE_LAMP, place)


def _at(page: PinWizard, step: int, place: int = 0) -> PinWizard:
    """Return the page at a step, with nothing left of the one before."""
    if step == ALL_LAMPS and not (page.candidates and _wanted(page)):
        step = FOUND
    return replace(page, step=step, place=place, down=None, moves=(), hint=None, about="")


_ANSWERS = {
    0: mark("If there is none, hold any button for a second"),
    FOUND: mark("To start over, hold any button for a second"),
}
