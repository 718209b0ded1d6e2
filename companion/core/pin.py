"""Typing the PIN of the staff: with the first five buttons, the dial, a finger or keys."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.core.asked import Prompt
from companion.core.effects import Cue, Effect, Sound
from companion.core.house import LEAST_DIGITS, MOST_DIGITS, Pin, Purpose, Secret, Staff, Told
from companion.core.messages import Message, Next, Push, Turn
from companion.core.model import Model
from companion.core.offers import Controls, Offer
from companion.core.pages import home
from companion.core.service import (
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
from companion.words import mark

Update = tuple[Model, tuple[Effect, ...]]

STAFF_SECONDS = 60.0
"""When nothing is done for so long, staff are taken to be gone."""

_DIGITS = "0123456789"
_MINUTE = 60


def ask_staff(model: Model, _: AskStaff) -> Update:
    """Ask for the PIN; where there are no guests, or staff are here, open their menu at once."""
    if not model.preferences.kiosk or model.house.staff_until is not None:
        return replace(model, page=Staff()), ()
    return replace(model, page=Pin()), (FindPin(),)


def state(model: Model, message: PinState) -> Update:
    """Begin with choosing a PIN if there is none; go on waiting if somebody has to."""
    if not isinstance(model.page, Pin):
        return model, ()
    if not message.is_set:
        return replace(model, page=Pin(Purpose.FIRST)), ()
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
    told = page.told if page.told is Told.WAIT else None
    return replace(model, page=replace(page, typed=Secret(digits), told=told))


def turn(model: Model, message: Turn) -> Update:
    """Point at another digit."""
    page = model.page
    if not isinstance(page, Pin):
        return model, ()
    return replace(model, page=replace(page, digit=(page.digit + message.steps) % 10)), ()


def push(model: Model, _: Push) -> Update:
    """Type the digit that the dial points at."""
    digit = model.page.digit if isinstance(model.page, Pin) else 0
    return type_digit(model, TypeDigit(str(digit)))


def done(model: Model, _: PinDone) -> Update:
    """Let it be looked at whether this is the PIN, or let it be the PIN."""
    page = model.page
    if not isinstance(page, Pin) or model.now < page.wait_until:
        return model, (Sound(Cue.REFUSED),)
    if not LEAST_DIGITS <= len(page.typed.digits) <= MOST_DIGITS:
        return _again(model, page, Told.SHORT)
    match page.purpose:
        case Purpose.OPEN:
            return model, (TryPin(page.typed),)
        case Purpose.FIRST:
            return replace(model, page=Pin(Purpose.AGAIN, first=page.typed)), ()
        case Purpose.AGAIN if page.first.digits == page.typed.digits:
            return model, (KeepPin(page.typed),)
        case Purpose.AGAIN:
            return _again(model, Pin(Purpose.FIRST), Told.NOT_THE_SAME)


def _again(model: Model, page: Pin, told: Told, **facts: str | int) -> Update:
    again = replace(page, typed=Secret(), told=told, facts=facts)
    return replace(model, page=again), (Sound(Cue.REFUSED),)


def right(model: Model, _: PinRight) -> Update:
    """Let staff in."""
    return _let_in(model), (Acted(Act.CAME),)


def _let_in(model: Model) -> Model:
    house = replace(model.house, staff_until=model.now + STAFF_SECONDS)
    return replace(model, page=Staff(), house=house)


def wrong(model: Model, message: PinWrong) -> Update:
    """Say how many tries are left, or how long nothing is tried."""
    page = model.page
    if not isinstance(page, Pin):
        return model, ()
    if message.why:
        return _again(model, page, Told.NOT_KEPT, why=message.why)
    if not message.wait_seconds:
        return _again(model, page, Told.WRONG, tries=message.tries_left)
    return _waiting(model, page, message.wait_seconds), (Sound(Cue.REFUSED),)


def kept(model: Model, message: PinKept) -> Update:
    """Let in who has chosen the PIN; if it could not be kept, ask once more."""
    if message.why:
        return _again(model, Pin(Purpose.FIRST), Told.NOT_KEPT, why=message.why)
    return _let_in(model), (Acted(Act.PIN),)


def change(model: Model, _: ChangePin) -> Update:
    """Let staff choose another PIN."""
    return replace(model, page=Pin(Purpose.FIRST)), ()


def _waiting(model: Model, page: Pin, seconds: float) -> Model:
    """Return the page saying how long to wait, to the second that has begun."""
    if seconds <= 0:
        told = None if page.told is Told.WAIT else page.told
        return replace(model, page=replace(page, wait_until=0.0, told=told))
    minutes, left = divmod(-int(-seconds // 1), _MINUTE)
    facts = {"minutes": minutes, "seconds": f"{left:02}"}
    until = model.now + seconds
    page = replace(page, typed=Secret(), told=Told.WAIT, facts=facts, wait_until=until)
    return replace(model, page=page)


def passed(model: Model, page: Pin) -> Update:
    """Say how long there still is to wait."""
    return (_waiting(model, page, page.wait_until - model.now) if page.wait_until else model), ()


def deadline(model: Model, page: Pin) -> float | None:
    """Return when the seconds are another number, in monotonic seconds."""
    left = page.wait_until - model.now
    return model.now + (left % 1 or 1) if left > 0 else None


def controls(_: Model, __: Pin) -> Controls:
    """Return what every control does: the player buttons are the digits 1 to 5."""
    taps: dict[str, Offer] = {
        f"p{digit}": Offer(TypeDigit(str(digit)), is_silent=True) for digit in range(1, 6)
    }
    taps["dial"] = Offer(Push(), "Choose")
    taps["ok"] = Offer(PinDone(), "Done")
    taps["undo"] = Offer(TypeDigit(BACKSPACE), "Back")
    return Controls(taps, {}, mark("Digit"))


def keys(_: Model, __: Pin) -> Mapping[str, Message]:
    """Return what each key does."""
    digits: dict[str, Message] = {digit: TypeDigit(digit) for digit in _DIGITS}
    turns: dict[str, Message] = {"left": Turn(-1), "right": Turn(1), "space": Push()}
    ends: dict[str, Message] = {
        "return": PinDone(),
        "escape": Next(),
        "backspace": TypeDigit(BACKSPACE),
    }
    return {**digits, **turns, **ends}


def prompt(_: Model, page: Pin) -> Prompt:
    """Return what is asked."""
    return Prompt(page.purpose.value)
