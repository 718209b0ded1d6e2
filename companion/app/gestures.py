"""Gestures: what each press, hold, key, touch and turn means now, as messages."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

import msgspec

from companion.app.device_reports import read, reported
from companion.core.commands import Control
from companion.core.messages import (
    BACKSPACE,
    AskStaff,
    EndPeek,
    Message,
    Peek,
    Refused,
    ShowCard,
    StepSun,
    StepTogether,
    TakeBack,
    TurnDial,
    TypeName,
)
from companion.core.model import Model
from companion.pages.controls import PLAYER_KEYS, controls, is_mark, keys, of_digit
from companion.pages.kiosk import presence
from companion.pages.kiosk.messages import HoldToSwitchOff
from hardware.events import (
    ButtonDown,
    ButtonMasked,
    ButtonTrusted,
    ButtonUp,
    DeviceFound,
    DeviceLost,
    Event,
    TagRead,
    Turned,
)
from hardware.events import DeviceNotice as HardwareNotice


class TargetTouched(msgspec.Struct, frozen=True):
    """Something on the screen was touched that means this."""

    message: Message


class Key(msgspec.Struct, frozen=True):
    """A key went down."""

    name: str
    """What pygame calls it."""
    text: str
    """What it types, if anything."""
    place: str = ""
    """The key in the same place of a US keyboard, if it is a letter or a digit."""
    is_shifted: bool = False
    """Whether Shift was held down with it."""


Input = Event | TargetTouched | Key | Message
"""Anything that may arrive."""

Arrival = tuple[Message, str]
"""A message and where it came from: button, key, touch, reader, script …"""


class Fingers:
    """The fingers on the buttons: a tap counts when it must, a hold after half a second.

    A control with only a tap acts at once, when it goes down. One that has a hold, too, acts on
    release or when the time is over. A hold that is not allowed now says why, and is no tap.
    """

    def __init__(self) -> None:
        self._down: dict[Control, float] = {}  # from when on it is held, on the monotonic clock
        self._peeking: Control | None = None  # what ends when this is let go
        self._staff = StaffChord()
        self._stepped: tuple[StepSun, float] | None = None  # the last step to a sun, and when
        self._taken_at = -inf  # when a push of the dial took what it pointed at

    def pressed(self, event: ButtonDown, model: Model) -> Iterator[Message]:
        """Yield what a button means that goes down."""
        offers = controls(model)
        control = Control(event.control)
        if model.preferences.kiosk and self._staff.pressed(control, event.at):
            for each in STAFF_CHORD:
                self._down.pop(each, None)
            return
        if self._is_card_chord(control):
            yield ShowCard()
            return
        hold, tap = offers.holds.get(control), offers.taps.get(control)
        if hold is not None:
            self._down[control] = event.at + HOLD_SECONDS
            return
        if tap is not None and isinstance(tap.message, HoldToSwitchOff):
            self._peeking = control
        yield Refused() if tap is None else self._together(tap.message, event.at)

    def _is_card_chord(self, control: Control) -> bool:
        """Whether this press asks for the rules card; then the other button means nothing more."""
        held, pressed = CARD_CHORD
        return control == pressed and self._down.pop(held, None) is not None

    def _together(self, message: Message, at: float) -> Message:
        """Return the message, or that two players have stepped to a sun together."""
        if not isinstance(message, StepSun):
            return message
        before, self._stepped = self._stepped, (message, at)
        if before is None or before[0] == message or at - before[1] >= TOGETHER_SECONDS:
            return message
        return StepTogether((before[0].seat, message.seat))

    def released(self, event: ButtonUp, model: Model) -> Iterator[Message]:
        """Yield what a button means that is let go before it was held."""
        control = Control(event.control)
        self._staff.released(control)
        if control is self._peeking:
            self._peeking = None
            yield EndPeek()
        held_from = self._down.pop(control, None)
        if held_from is None:
            return
        if event.at >= held_from:
            yield from self._hold(control, model)
        else:
            offer = controls(model).taps.get(control)
            message = Refused() if offer is None else offer.message
            if control is not Control.DIAL or not self._is_again(message, event.at):
                yield message

    def _is_again(self, message: Message, at: float) -> bool:
        """Whether a push of the dial is only the one before, made twice."""
        if not is_mark(message):
            self._taken_at = at
            return False
        return at - self._taken_at < AGAIN_SECONDS

    def held(self, now: float, model: Model) -> Iterator[Message]:
        """Yield what the button means that has been down for long enough, the longest first."""
        if self._staff.held(now):
            yield AskStaff()
            return
        for control, held_from in tuple(self._down.items()):
            if now >= held_from:
                del self._down[control]
                yield from self._hold(control, model)
                return

    def _hold(self, control: Control, model: Model) -> Iterator[Message]:
        offer = controls(model).holds.get(control)
        if offer is not None:
            if isinstance(offer.message, Peek):
                self._peeking = control
            yield offer.message

    def masked(self, event: ButtonMasked) -> None:
        """Forget a press that ended without having been let go."""
        control = Control(event.control)
        self._staff.released(control)
        self._down.pop(control, None)

    def next_deadline(self) -> float | None:
        """Return when a button that is down will count as held, in monotonic seconds."""
        due = self._down.values()
        return min(due if self._staff.due is None else (*due, self._staff.due), default=None)


def messages(arrived: Input, source: str, hands: Fingers, model: Model) -> Iterator[Arrival]:
    """Yield what something that arrived means now, and where it came from."""
    match arrived:
        case ButtonDown():
            yield from ((message, source) for message in hands.pressed(arrived, model))
        case ButtonUp():
            yield from ((message, source) for message in hands.released(arrived, model))
        case ButtonMasked() | ButtonTrusted() | DeviceLost() | DeviceFound():
            if isinstance(arrived, ButtonMasked):
                hands.masked(arrived)
            yield reported(arrived), source
        case Turned():
            yield TurnDial(arrived.steps), source
        case TargetTouched(message):
            yield from _touched(message, model)
        case Key(name, text, place, is_shifted):
            meant = shifted(name, place, model) if is_shifted else None
            meant = meant or typed(name, text, place, model)
            if meant is not None:
                yield meant, "key"
        case TagRead() | HardwareNotice():
            yield from ((message, "reader") for message in read(arrived))
        case message:
            yield message, source


def _touched(message: Message, model: Model) -> Iterator[Arrival]:
    """Yield what a touch means; nothing if it may have been meant for Done, which was there."""
    if not isinstance(message, EndPeek | TakeBack) and model.page.is_table:
        from companion.pages.table import seat  # noqa: PLC0415 - only a table needs it

        if seat.is_said_twice(model):
            return
    yield message, "touch"


STAFF_CHORD = frozenset({Control.RA, Control.DIAL})
"""Held together, they ask for the PIN of the staff."""

STAFF_CHORD_SECONDS = 3.0


class StaffChord:
    """Which of the two buttons for staff are down; both together mean nothing else."""

    def __init__(self) -> None:
        self._down: set[Control] = set()
        self.due: float | None = None
        """When both have been down for long enough, in monotonic seconds; None: they have not."""

    def pressed(self, control: Control, at: float) -> bool:
        """Whether a button that goes down is the second of the two (time in monotonic seconds)."""
        if control not in STAFF_CHORD:
            return False
        self._down.add(control)
        if self._down != STAFF_CHORD:
            return False
        self.due = at + STAFF_CHORD_SECONDS
        return True

    def released(self, control: Control) -> None:
        """Forget a button that is not down any more."""
        if control in STAFF_CHORD:
            self._down.discard(control)
            self.due = None

    def held(self, now: float) -> bool:
        """Whether both have been down for long enough; that is said once."""
        if self.due is None or now < self.due:
            return False
        self.due = None
        return True


HOLD_SECONDS = 0.5
"""A button that is down this long is held, not tapped."""

CARD_CHORD = (Control.DIAL, Control.OK)
"""Holding the first and pressing the second asks for the rules card.

The first acts only on release, as it can be held, so the chord never counts as a press of it.
"""

AGAIN_SECONDS = 0.7
"""Two pushes of the dial within this time count as one.

Without it, the second push would say that it is the next player's turn.
"""

TOGETHER_SECONDS = 0.08
"""Two players who press within this time have pressed together."""


def shifted(name: str, place: str, model: Model) -> Message | None:
    """Return what a key means with Shift, by its place or its name; None: no other than without."""
    meant = keys(model).get(f"shift {place or name}")
    # whoever wants to see their points does not pass
    return Refused() if meant is None and name in PLAYER_KEYS else meant


_DIGITS = frozenset("0123456789")

_CONFIRMS = frozenset(("return", "enter"))
"""After digits these say that no other follows."""


def typed(name: str, text: str, place: str, model: Model) -> Message | None:
    """Return what a key means now; None if it means nothing.

    Args:
        name: What pygame calls the key.
        text: What it types in the layout of this keyboard, if anything.
        place: The key in the same place of a US keyboard: keyboards of other scripts type the
            letters of tiles as well.
        model: The program as it is.
    """
    offered = keys(model)
    if name not in offered and (own := model.page.on_text(text)) is not None:
        return own
    if model.page.is_naming:
        if name == "backspace":
            return TypeName(BACKSPACE)
        if text.isprintable() and text and not {name, text} & offered.keys():
            return TypeName(text)
    digit = next((each for each in (name, text, place) if each in _DIGITS), "")
    if digit and (number := of_digit(model, digit)) is not None:
        return number
    if model.screen.digits and name in _CONFIRMS:
        return offered.get(model.screen.digits, Refused())
    meant = offered.get(name) or offered.get(text.lower()) or offered.get(place)
    if meant is not None:
        return meant
    is_played = model.page.is_table or model.page.is_seating
    is_silent = not presence.is_asleep(model) and not (is_played and text.isalnum())
    return None if is_silent else Refused()
