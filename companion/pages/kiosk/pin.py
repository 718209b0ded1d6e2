"""The PIN of the staff: dots for what is typed, and a key for each digit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.core.bindings import Binding, Bindings, Prompt
from companion.core.effects import Cue, Sound, Update
from companion.core.kiosk import Secret
from companion.core.messages import Message, Next, PushDial, TurnDial
from companion.core.model import Model
from companion.core.page import Audience, Page
from companion.i18n import Sentences, mark
from companion.pages import kiosk
from companion.pages.kiosk.messages import (
    BACKSPACE,
    Act,
    Acted,
    AskStaff,
    ChangePin,
    FindPin,
    KeepPin,
    PinDone,
    PinKept,
    PinRight,
    PinState,
    PinWrong,
    TryPin,
    TypeDigit,
)
from companion.pages.navigation import home
from companion.pages.page_view import asked, frame, heading, what_can_be_done
from companion.ui.layout import columns, middle, rows, square, stacked
from companion.ui.pieces import focus_ring, key_ground, paragraph
from companion.ui.scene import Disc, Rect, Target
from companion.ui.style import CENTRED, NUMBER, Piece, Shape, Size, Style

LEAST_DIGITS, MOST_DIGITS = 4, 8
"""So long is a PIN."""


class PinPurpose(Sentences):
    """What a PIN is typed for; the value asks for it."""

    OPEN = "Staff: enter the PIN"
    FIRST = "Choose a staff PIN: 4 to 8 digits"
    AGAIN = "Enter the same PIN again"


class PinReply(Sentences):
    """What the page of the PIN says; the value is the English sentence."""

    WRONG = "Wrong PIN. Tries left before you must wait: {tries}"
    WAIT = "Too many wrong tries. Wait: {minutes}:{seconds}"
    SHORT = "A PIN has 4 to 8 digits"
    NOT_THE_SAME = "The PINs do not match. Choose a PIN again"
    NOT_KEPT = "This could not be saved ({why}), so it is discarded"


class Pin(Page, frozen=True):
    """A PIN is typed: with the first five buttons, dial, finger or keys."""

    audience: ClassVar[Audience] = Audience.NOBODY

    purpose: PinPurpose = PinPurpose.OPEN
    typed: Secret = Secret()
    first: Secret = Secret()
    """What was chosen, while it is typed once more."""
    digit: int = 0
    """What the dial points at."""
    told: PinReply | None = None
    facts: Mapping[str, str | int] = {}
    wait_until: float = 0.0
    """Until when nothing is tried, in seconds of the monotonic clock."""

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        return controls(model, self)

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return prompt(model, self)

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield what is on the page."""
        return pin(look, model, self)

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does."""
        return keys(model, self)

    def turn(self, model: Model, steps: int) -> Update:
        """Move along what the page offers."""
        return replace(model, page=replace(self, digit=(self.digit + steps) % 10)), ()

    def push(self, model: Model) -> Update:
        """Choose what the dial points at."""
        return type_digit(model, TypeDigit(str(self.digit)))

    def next_page(self, model: Model) -> Update | None:
        """Return what going on does."""
        return kiosk.kiosk.left(model)

    def deadline(self, model: Model) -> float | None:
        """Return when time alone changes something here."""
        return deadline(model, self)


STAFF_SECONDS = 60.0
"""When nothing is done for so long, staff are taken to be gone."""

_DIGITS = "0123456789"

_MINUTE = 60


def ask_staff(model: Model, _: AskStaff) -> Update:
    """Ask for the PIN; where there are no guests, or staff are here, open their menu at once."""
    if not model.preferences.kiosk or model.kiosk.staff_until is not None:
        return replace(model, page=kiosk.Staff()), ()
    return replace(model, page=Pin()), (FindPin(),)


def state(model: Model, message: PinState) -> Update:
    """Begin with choosing a PIN if there is none; go on waiting if somebody has to."""
    if not isinstance(model.page, Pin):
        return model, ()
    if not message.is_set:
        return replace(model, page=Pin(PinPurpose.FIRST)), ()
    return _waiting(model, model.page, message.wait_seconds), ()


def type_digit(model: Model, message: TypeDigit) -> Update:
    """Type a digit, or take the last one back; with none left, leave."""
    page = model.page
    if not isinstance(page, Pin):
        return model, ()
    digits = page.typed.digits
    if message.digit == BACKSPACE:
        return (
            _typed(model, page, digits[:-1]) if digits else replace(model, page=home(model))
        ), ()
    if message.digit not in _DIGITS or len(digits) == MOST_DIGITS:
        return model, (Sound(Cue.REFUSED),)
    return _typed(model, page, digits + message.digit), ()


def _typed(model: Model, page: Pin, digits: str) -> Model:
    told = page.told if page.told is PinReply.WAIT else None
    return replace(model, page=replace(page, typed=Secret(digits), told=told))


def done(model: Model, _: PinDone) -> Update:
    """Let it be looked at whether this is the PIN, or let it be the PIN."""
    page = model.page
    if not isinstance(page, Pin) or model.now < page.wait_until:
        return model, (Sound(Cue.REFUSED),)
    if not LEAST_DIGITS <= len(page.typed.digits) <= MOST_DIGITS:
        return _again(model, page, PinReply.SHORT)
    match page.purpose:
        case PinPurpose.OPEN:
            return model, (TryPin(page.typed),)
        case PinPurpose.FIRST:
            return replace(model, page=Pin(PinPurpose.AGAIN, first=page.typed)), ()
        case PinPurpose.AGAIN if page.first.digits == page.typed.digits:
            return model, (KeepPin(page.typed),)
        case PinPurpose.AGAIN:
            return _again(model, Pin(PinPurpose.FIRST), PinReply.NOT_THE_SAME)


def _again(model: Model, page: Pin, told: PinReply, **facts: str | int) -> Update:
    again = replace(page, typed=Secret(), told=told, facts=facts)
    return replace(model, page=again), (Sound(Cue.REFUSED),)


def right(model: Model, _: PinRight) -> Update:
    """Let staff in."""
    return _let_in(model), (Acted(Act.CAME),)


def _let_in(model: Model) -> Model:
    present = replace(model.kiosk, staff_until=model.now + STAFF_SECONDS)
    return replace(model, page=kiosk.Staff(), kiosk=present)


def wrong(model: Model, message: PinWrong) -> Update:
    """Say how many tries are left, or how long nothing is tried."""
    page = model.page
    if not isinstance(page, Pin):
        return model, ()
    if message.why:
        return _again(model, page, PinReply.NOT_KEPT, why=message.why)
    if not message.wait_seconds:
        return _again(model, page, PinReply.WRONG, tries=message.tries_left)
    return _waiting(model, page, message.wait_seconds), (Sound(Cue.REFUSED),)


def kept(model: Model, message: PinKept) -> Update:
    """Let in who has chosen the PIN; if it could not be kept, ask once more."""
    if message.why:
        return _again(model, Pin(PinPurpose.FIRST), PinReply.NOT_KEPT, why=message.why)
    return _let_in(model), (Acted(Act.PIN),)


def change(model: Model, _: ChangePin) -> Update:
    """Let staff choose another PIN."""
    return replace(model, page=Pin(PinPurpose.FIRST)), ()


def _waiting(model: Model, page: Pin, seconds: float) -> Model:
    """Return the page saying how long to wait, to the second that has begun."""
    if seconds <= 0:
        told = None if page.told is PinReply.WAIT else page.told
        return replace(model, page=replace(page, wait_until=0.0, told=told))
    minutes, left = divmod(-int(-seconds // 1), _MINUTE)
    facts = {"minutes": minutes, "seconds": f"{left:02}"}
    until = model.now + seconds
    page = replace(page, typed=Secret(), told=PinReply.WAIT, facts=facts, wait_until=until)
    return replace(model, page=page)


def passed(model: Model, page: Pin) -> Update:
    """Say how long there still is to wait."""
    return (_waiting(model, page, page.wait_until - model.now) if page.wait_until else model), ()


def deadline(model: Model, page: Pin) -> float | None:
    """Return when the seconds are another number, in monotonic seconds."""
    left = page.wait_until - model.now
    return model.now + (left % 1 or 1) if left > 0 else None


def controls(_: Model, __: Pin) -> Bindings:
    """Return what every control does: the player buttons are the digits 1 to 5."""
    taps: dict[str, Binding] = {
        f"p{digit}": Binding(TypeDigit(str(digit)), is_silent=True) for digit in range(1, 6)
    }
    taps["dial"] = Binding(PushDial(), "Choose")
    taps["ok"] = Binding(PinDone(), "Done")
    taps["undo"] = Binding(TypeDigit(BACKSPACE), "Back")
    return Bindings(taps, {}, mark("Digit"))


def keys(_: Model, __: Pin) -> Mapping[str, Message]:
    """Return what each key does."""
    digits: dict[str, Message] = {digit: TypeDigit(digit) for digit in _DIGITS}
    turns: dict[str, Message] = {"left": TurnDial(-1), "right": TurnDial(1), "space": PushDial()}
    ends: dict[str, Message] = {
        "return": PinDone(),
        "escape": Next(),
        "backspace": TypeDigit(BACKSPACE),
    }
    return {**digits, **turns, **ends}


def prompt(_: Model, page: Pin) -> Prompt:
    """Return what is asked."""
    return Prompt(page.purpose.value)


_ROWS = (("1", "2", "3"), ("4", "5", "6"), ("7", "8", "9"), (BACKSPACE, "0", "\r"))

_SIGNS = {BACKSPACE: "\N{LEFTWARDS ARROW}", "\r": "OK"}


def pin(look: Style, model: Model, page: Pin) -> Iterator[Piece]:
    """Yield what is typed as dots, what is to be said of it, and the keys."""
    where = frame(look, model)
    yield from heading(look, where, asked(look, model))
    gap = look.either(12, 6)
    if look.shape is Shape.TALL:
        shown, pad = stacked(where.body, (1, 2), gap)
    else:
        shown, pad = columns(where.body, 2, gap)
    dots, words = stacked(shown, (1, 2), gap)
    yield from _dots(look, dots, len(page.typed.digits))
    if page.told is not None:
        text = look.say(page.told.value, **page.facts)
        yield from paragraph(look, words, text, Size.NAME, CENTRED)
    yield from _keys(look, pad, page)
    yield from what_can_be_done(look, where.dock, model, ("p1", "p2", "p3", "p4", "p5"))


def _dots(look: Style, rect: Rect, number: int) -> Iterator[Piece]:
    """Yield a dot for every digit: which it is stands nowhere."""
    side = min(rect.h // 2, rect.w // (MOST_DIGITS + 1))
    row = middle(rect, side * MOST_DIGITS, side)
    for place, spot in enumerate(columns(row, MOST_DIGITS, 0)):
        is_typed = place < number
        colour = look.theme.gold if is_typed else None
        dot = square(spot, side * 6 // 10 if is_typed else side * 3 // 10)
        yield Disc(dot, colour, border=look.theme.ink_second, border_px=max(1, look.px(2)))


def _keys(look: Style, rect: Rect, page: Pin) -> Iterator[Piece]:
    gap = look.either(10, 5)
    room = middle(rect, min(rect.w, look.either(460, 380)), rect.h)
    for line, row in zip(_ROWS, rows(room, len(_ROWS), gap), strict=True):
        for sign, spot in zip(line, columns(row, len(line), gap), strict=True):
            yield key_ground(look, spot)
            label = _SIGNS.get(sign, sign)
            yield look.line(spot.inset(look.px(4)), label, Size.TITLE, style=NUMBER)
            yield Target(spot, _meaning(sign))
            if sign == str(page.digit):
                yield focus_ring(look, spot, look.either(12, 9))


def _meaning(sign: str) -> Message:
    return PinDone() if sign == "\r" else TypeDigit(sign)
