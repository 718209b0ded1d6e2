"""The PIN of the staff: dots for what is typed, and a key for each digit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace

from companion.core.commands import (
    DIAL,
    OK,
    PLAYER_CONTROLS,
    UNDO,
    Command,
    Control,
    Prompt,
    key,
    tap,
    turning,
)
from companion.core.effects import Cue, Dispatch, Sound, Update, refused
from companion.core.kiosk import Secret
from companion.core.messages import BACKSPACE, AskStaff, Message, Next, Trouble, TroubleOver
from companion.core.model import Model, is_guarded
from companion.core.notices import Notes, Notice
from companion.core.page import Audience
from companion.i18n import Sentences
from companion.pages import registry
from companion.pages.kiosk import idle, staff
from companion.pages.kiosk.messages import (
    FindPin,
    KeepPin,
    LogStaffAction,
    PinDone,
    PinKept,
    PinRight,
    PinState,
    PinWrong,
    StaffAct,
    TryPin,
    TypeDigit,
)
from companion.pages.page_view import PlainPage
from companion.ui.kit import NOTHING, Kit, Widget
from companion.ui.layout import columns, middle, square
from companion.ui.scene import Disc, Rect
from companion.ui.style import NUMBER, Piece, Size

LEAST_DIGITS, MOST_DIGITS = 4, 8


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
        return registry.left(model), (Dispatch(Trouble(_NO_PIN)),) if is_open else ()

    def update(self, model: Model, message: Message) -> Update | None:
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

    def deadline(self, model: Model) -> float | None:
        left = self.wait_until - model.now
        return model.now + (left % 1 or 1) if left > 0 else None

    def on_tick(self, model: Model) -> Update | None:
        if not self.wait_until:
            return None
        return replace(model, page=self._waiting(model.now, self.wait_until - model.now)), ()

    def widget(self, kit: Kit, model: Model) -> Widget:
        dots, told, gap = Widget(lambda area: _dots(kit, area, self)), NOTHING, kit.px(12, 6)
        if self.told is not None:
            told = kit.text(kit.say(self.told.value, **self.facts), Size.NAME)
        keys = [self._key(kit, sign, can_end=self.is_long_enough(model)) for sign in _KEYS]
        pad = kit.middle(kit.grid(keys, 3, kit.px(10, 5)), wide=kit.px(460, 380))
        shown = kit.column(dots, told.share(2), gap=gap)
        return kit.turned(shown, pad.share(2 if kit.is_tall else 1), gap=gap)

    def _key(self, kit: Kit, sign: str, *, can_end: bool) -> Widget:
        message = PinDone() if sign == "OK" else TypeDigit(sign)
        is_lit = can_end if sign == "OK" else sign == BACKSPACE or not self.is_full
        label = "\N{LEFTWARDS ARROW}" if sign == BACKSPACE else sign
        line = kit.pad(kit.line(label, Size.TITLE, NUMBER), kit.px(4))
        return kit.pressed(kit.key(line, lit=is_lit), message, is_pointed=sign == str(self.digit))


_KEYS = (*"123456789", BACKSPACE, "0", "OK")


def _dots(kit: Kit, area: Rect, page: Pin) -> Iterator[Piece]:
    theme, side = kit.theme, min(area.h // 2, area.w // (MOST_DIGITS + 1))
    row = middle(area, side * MOST_DIGITS, side)
    for place, spot in enumerate(columns(row, MOST_DIGITS, 0)):
        is_typed = place < len(page.typed.digits)
        colour = theme.gold if is_typed else None
        dot = square(spot, side * 6 // 10 if is_typed else side * 3 // 10)
        yield Disc(dot, colour, border=theme.ink_second, border_px=max(1, kit.px(2)))


STAFF_SECONDS = 60.0
"""Staff who do nothing for this long are taken to be gone."""

_NO_PIN = Notice(Notes.NO_STAFF_PIN)

_DIGITS = "0123456789"

_MINUTE = 60


def ask_staff(model: Model, _: AskStaff) -> Update:
    """Ask for the PIN; where there are no guests, or staff are here, open their menu at once."""
    if not is_guarded(model):
        return replace(model, page=staff.Staff()), ()
    return replace(model, page=Pin()), (FindPin(),)


def right(model: Model, _: PinRight) -> Update:
    """Let staff in."""
    return _let_in(model), (LogStaffAction(StaffAct.CAME),)


def kept(model: Model, message: PinKept) -> Update:
    """Let staff in who have chosen the PIN; if it could not be saved, ask once more."""
    if message.why:
        return Pin(PinPurpose.FIRST).ask_again(model, PinReply.NOT_KEPT, why=message.why)
    return _let_in(model), (LogStaffAction(StaffAct.PIN), Dispatch(TroubleOver(_NO_PIN)))


def _let_in(model: Model) -> Model:
    present = replace(model.kiosk, staff_until=model.now + STAFF_SECONDS)
    return replace(model, page=staff.Staff(), kiosk=present)
