"""The PIN of the staff: dots for what is typed, and a key for each digit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace

from companion.core.commands import DIAL, OK, UNDO, Command, Prompt, key, tap, turning
from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.effects import Cue, Dispatch, Sound, Update, refused
from companion.core.kiosk import Secret
from companion.core.messages import BACKSPACE, Message, Next, Trouble, TroubleOver
from companion.core.model import Model, is_guarded
from companion.core.notices import Notes, Notice
from companion.core.page import Audience
from companion.i18n import Sentences
from companion.pages import navigation
from companion.pages.kiosk import idle, staff
from companion.pages.kiosk.messages import (
    FindPin,
    KeepPin,
    LogStaffAction,
    PinDone,
    PinState,
    PinWrong,
    StaffAct,
    TryPin,
    TypeDigit,
)
from companion.pages.page_view import PlainPage
from companion.ui.layout import columns, middle, rows, square, stacked
from companion.ui.pieces import focus_ring, key_ground, paragraph
from companion.ui.scene import Disc, Rect, Target
from companion.ui.style import CENTRED, NUMBER, Piece, Shape, Size, Ui

LEAST_DIGITS, MOST_DIGITS = 4, 8
"""How long a PIN may be."""


class PinPurpose(Sentences):
    """What a PIN is typed for; the value asks for it."""

    OPEN = "Staff: enter the PIN"
    FIRST = Notes.NO_STAFF_PIN.value
    AGAIN = "Enter the same PIN again"


class PinReply(Sentences):
    """What the page of the PIN says; the value is the English sentence."""

    WRONG = "Wrong PIN. Attempts left before you must wait: {tries}"
    WAIT = Notes.PIN_WAITS.value
    NOT_THE_SAME = "The PINs do not match. Choose a PIN again"
    NOT_KEPT = "This could not be saved ({why}), so it is discarded"


class Pin(PlainPage, frozen=True):
    """A PIN is typed: with the first five buttons, dial, finger or keys."""

    audience: ClassVar[Audience] = Audience.NOBODY
    shown_elsewhere: ClassVar[Sequence[Control]] = PLAYER_CONTROLS

    purpose: PinPurpose = PinPurpose.OPEN
    typed: Secret = Secret()
    first: Secret = Secret()
    """What was chosen, while it is typed once more."""
    digit: int = 0
    """What the dial points at."""
    told: PinReply | None = None
    facts: Mapping[str, str | int] = {}
    wait_until: float = 0.0
    """When the next PIN is checked, in seconds of the monotonic clock."""

    @property
    def is_full(self) -> bool:
        """Whether the PIN is full."""
        return len(self.typed.digits) == MOST_DIGITS

    def is_long_enough(self, model: Model) -> bool:
        """Whether what is typed can be a PIN, and attempts are allowed now."""
        return len(self.typed.digits) >= LEAST_DIGITS and model.now >= self.wait_until

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done: the player buttons are the digits 1 to 5."""
        for digit, control in enumerate(PLAYER_CONTROLS, start=1):
            yield tap("", TypeDigit(str(digit)), control, lit=not self.is_full, silent=True)
        for digit in range(10):
            yield key(str(digit), TypeDigit(str(digit)))
        yield tap("Choose", TypeDigit(str(self.digit)), DIAL, lit=not self.is_full)
        yield tap("Done", PinDone(), OK, lit=self.is_long_enough(model))
        yield tap("Back", TypeDigit(BACKSPACE) if self.typed.digits else Next(), UNDO)
        yield key("backspace", TypeDigit(BACKSPACE))
        yield key("escape", Next())
        yield turning("Digit")

    def prompt(self, model: Model) -> Prompt:
        return Prompt(self.purpose.value)

    def turn(self, model: Model, steps: int) -> Update:
        return replace(model, page=replace(self, digit=(self.digit + steps) % 10)), ()

    def next_page(self, model: Model) -> Update:
        """Leave a locked table locked; a table without a PIN says so until somebody chooses one."""
        if is_guarded(model) and model.kiosk.is_locked:
            return replace(model, page=idle.Locked()), ()
        is_open = is_guarded(model) and self.purpose is not PinPurpose.OPEN
        return navigation.left(model), (Dispatch(Trouble(_NO_PIN)),) if is_open else ()

    def update(self, model: Model, message: Message) -> Update | None:
        """Return the page after a digit, or after the answer about the PIN."""
        match message:
            case TypeDigit(digit):
                return self._type_digit(model, digit)
            case PinDone():
                return self._done(model)
            case PinState(is_set, wait_seconds):
                if not is_set:
                    return replace(model, page=Pin(PinPurpose.FIRST)), ()
                return replace(model, page=self._waiting(model.now, wait_seconds)), ()
            case PinWrong(tries_left, wait_seconds, why):
                if why:
                    return self.ask_again(model, PinReply.NOT_KEPT, why=why)
                if not wait_seconds:
                    return self.ask_again(model, PinReply.WRONG, tries=tries_left)
                waiting = self._waiting(model.now, wait_seconds)
                return replace(model, page=waiting), (Sound(Cue.REFUSED),)
            case _:
                return None

    def _type_digit(self, model: Model, digit: str) -> Update:
        """Type a digit, or take the last one back; with none left, leave."""
        digits = self.typed.digits
        if digit == BACKSPACE and not digits:
            return self.next_page(model)
        if digit != BACKSPACE and (digit not in _DIGITS or self.is_full):
            return refused(model, Notice(Notes.PIN_LENGTH))
        typed = Secret(digits[:-1] if digit == BACKSPACE else digits + digit)
        told = self.told if self.told is PinReply.WAIT else None
        return replace(model, page=replace(self, typed=typed, told=told)), ()

    def _done(self, model: Model) -> Update:
        """Have the PIN checked, or choose it."""
        if model.now < self.wait_until:
            return refused(model, Notice(Notes.PIN_WAITS, self.facts))
        if not self.is_long_enough(model):
            return refused(model, Notice(Notes.PIN_LENGTH))
        match self.purpose:
            case PinPurpose.OPEN:
                return model, (TryPin(self.typed),)
            case PinPurpose.FIRST:
                return replace(model, page=Pin(PinPurpose.AGAIN, first=self.typed)), ()
            case PinPurpose.AGAIN if self.first.digits == self.typed.digits:
                return model, (KeepPin(self.typed),)
            case PinPurpose.AGAIN:
                return Pin(PinPurpose.FIRST).ask_again(model, PinReply.NOT_THE_SAME)

    def ask_again(self, model: Model, told: PinReply, **facts: str | int) -> Update:
        """Say why the PIN must be typed again."""
        again = replace(self, typed=Secret(), told=told, facts=facts)
        return replace(model, page=again), (Sound(Cue.REFUSED),)

    def _waiting(self, now: float, seconds: float) -> Pin:
        """Return the page saying how long to wait, to the second that has begun."""
        if seconds <= 0:
            told = None if self.told is PinReply.WAIT else self.told
            return replace(self, wait_until=0.0, told=told)
        minutes, left = divmod(-int(-seconds // 1), _MINUTE)
        facts = {"minutes": minutes, "seconds": f"{left:02}"}
        return replace(
            self, typed=Secret(), told=PinReply.WAIT, facts=facts, wait_until=now + seconds
        )

    def counted_down(self, now: float) -> Pin:
        """Return the page saying how long there still is to wait."""
        return self._waiting(now, self.wait_until - now) if self.wait_until else self

    def deadline(self, model: Model) -> float | None:
        """Return when the countdown changes, in monotonic seconds."""
        left = self.wait_until - model.now
        return model.now + (left % 1 or 1) if left > 0 else None

    def body(self, ui: Ui, model: Model, area: Rect) -> Iterable[Piece]:
        """Yield the digits as dots, the message, and the keys."""
        gap = ui.px(12, 6)
        if ui.shape is Shape.TALL:
            shown, pad = stacked(area, (1, 2), gap)
        else:
            shown, pad = columns(area, 2, gap)
        dots, words = stacked(shown, (1, 2), gap)
        yield from _dots(ui, dots, len(self.typed.digits))
        if self.told is not None:
            text = ui.say(self.told.value, **self.facts)
            yield from paragraph(ui, words, text, Size.NAME, CENTRED)
        yield from _keys(ui, pad, self, can_end=self.is_long_enough(model))


STAFF_SECONDS = 60.0
"""Staff who do nothing for this long are taken to be gone."""

_NO_PIN = Notice(Notes.NO_STAFF_PIN)

_DIGITS = "0123456789"

_MINUTE = 60


def ask_staff(model: Model) -> Update:
    """Ask for the PIN; where there are no guests, or staff are here, open their menu at once."""
    if not is_guarded(model):
        return replace(model, page=staff.Staff()), ()
    return replace(model, page=Pin()), (FindPin(),)


def right(model: Model) -> Update:
    """Let staff in."""
    return _let_in(model), (LogStaffAction(StaffAct.CAME),)


def kept(model: Model, why: str) -> Update:
    """Let staff in who have chosen the PIN; if it could not be saved, ask once more."""
    if why:
        asked_again = Pin(PinPurpose.FIRST, told=PinReply.NOT_KEPT, facts={"why": why})
        return replace(model, page=asked_again), (Sound(Cue.REFUSED),)
    return _let_in(model), (LogStaffAction(StaffAct.PIN), Dispatch(TroubleOver(_NO_PIN)))


def _let_in(model: Model) -> Model:
    present = replace(model.kiosk, staff_until=model.now + STAFF_SECONDS)
    return replace(model, page=staff.Staff(), kiosk=present)


_ROWS = (("1", "2", "3"), ("4", "5", "6"), ("7", "8", "9"), (BACKSPACE, "0", "\r"))

_SIGNS = {BACKSPACE: "\N{LEFTWARDS ARROW}", "\r": "OK"}


def _dots(ui: Ui, rect: Rect, number: int) -> Iterator[Piece]:
    """Yield a dot for every digit, which stays hidden."""
    side = min(rect.h // 2, rect.w // (MOST_DIGITS + 1))
    row = middle(rect, side * MOST_DIGITS, side)
    for place, spot in enumerate(columns(row, MOST_DIGITS, 0)):
        is_typed = place < number
        colour = ui.theme.gold if is_typed else None
        dot = square(spot, side * 6 // 10 if is_typed else side * 3 // 10)
        yield Disc(dot, colour, border=ui.theme.ink_second, border_px=max(1, ui.px(2)))


def _keys(ui: Ui, rect: Rect, page: Pin, *, can_end: bool) -> Iterator[Piece]:
    gap = ui.px(10, 5)
    area = middle(rect, min(rect.w, ui.px(460, 380)), rect.h)
    for line, row in zip(_ROWS, rows(area, len(_ROWS), gap), strict=True):
        for sign, spot in zip(line, columns(row, len(line), gap), strict=True):
            is_lit = can_end if sign == "\r" else sign == BACKSPACE or not page.is_full
            yield key_ground(ui, spot, is_lit=is_lit)
            label = _SIGNS.get(sign, sign)
            yield ui.line(spot.inset(ui.px(4)), label, Size.TITLE, style=NUMBER)
            yield Target(spot, PinDone() if sign == "\r" else TypeDigit(sign))
            if sign == str(page.digit):
                yield focus_ring(ui, spot, ui.px(12, 9))
