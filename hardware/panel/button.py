"""From wire levels to events: a button's contact, debounced and trusted or not, and the dial."""

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import NamedTuple

from hardware.events import ButtonDown, ButtonMasked, ButtonTrusted, ButtonUp, Control, Distrust

ButtonEvent = ButtonDown | ButtonUp | ButtonMasked | ButtonTrusted
"""What one button can report."""


@dataclass(frozen=True, slots=True)
class Contact:
    """A metal contact that bounces whenever it moves.

    The first movement is believed at once, so a press is never late. Then the contact is ignored
    for ``quiet_seconds``; after that the wire's level is believed again, so a movement missed
    meanwhile is caught up.
    """

    quiet_seconds: float = 0.02
    """How long a contact may bounce."""

    is_down: bool = False
    """What was last reported."""

    level: bool = False
    """The wire's last level, bounce included."""

    deaf_until: float = 0.0
    """When the contact is believed again, in seconds of the monotonic clock."""


@dataclass(frozen=True, slots=True)
class Trust:
    """What one button has done lately, and whether it is trusted."""

    why: Distrust | None = None
    """Why it is masked; ``None`` if it is trusted."""

    is_down: bool = False
    """Whether it is down now, debounced."""

    since: float = 0.0
    """When it last changed, in seconds of the monotonic clock."""

    recent: tuple[float, ...] = ()
    """Times of the latest changes, oldest first, no more than are needed."""


@dataclass(frozen=True, slots=True)
class Button:
    """One button of the panel.

    Downs and ups alternate, beginning with a down. ``ButtonMasked`` may end a press instead of an
    up; then nothing follows until ``ButtonTrusted``, and the next event is a down.
    """

    control: Control
    """Which one."""

    contact: Contact
    """Its contact."""

    trust: Trust
    """Whether it is trusted."""


class ButtonReport(NamedTuple):
    """The button afterwards, and what it reports."""

    button: Button
    """The button as it is now."""

    events: tuple[ButtonEvent, ...]
    """What happened, in order of time."""


def begun(control: Control, *, is_down: bool, at: float, quiet_seconds: float) -> ButtonReport:
    """Return a button whose wire was read for the first time; masked if it is down."""
    contact = Contact(quiet_seconds, is_down=is_down, level=is_down)
    button = Button(control, contact, trust_begun(is_down=is_down, at=at))
    return ButtonReport(button, _opinion(button, None, at))


def heard(button: Button, *, level: bool, at: float) -> ButtonReport:
    """Return the button after this level on its wire."""
    button, events = looked(button, at)
    contact, changes = contact_heard(button.contact, level=level, at=at)
    button, more = _changed(replace(button, contact=contact), changes)
    return ButtonReport(button, events + more)


def looked(button: Button, now: float) -> ButtonReport:
    """Return the button after some time: whatever was due is done, in order of time."""
    events: tuple[ButtonEvent, ...] = ()
    while (due := deadline(button)) is not None and due <= now:
        contact, changes = settled(button.contact, due)
        button, moves = _changed(replace(button, contact=contact), changes)
        judged = replace(button, trust=trust_judged(button.trust, due))
        events += moves + _opinion(judged, button.trust.why, due)
        button = judged
    return ButtonReport(button, events)


def deadline(button: Button) -> float | None:
    """Return when ``looked`` is due even if nothing moves; ``None``: never."""
    times = (look_again(button.contact), judgement_due(button.trust))
    return min((time for time in times if time is not None), default=None)


def lost(button: Button, at: float) -> ButtonReport:
    """Return the button after its device was lost: an ongoing press ends.

    Until ``found`` it must be neither heard nor looked at.
    """
    trust = button.trust
    why = Distrust.DEVICE_LOST if trust.is_down and trust.why is None else trust.why
    gone = Button(button.control, Contact(button.contact.quiet_seconds), Trust(why, since=at))
    return ButtonReport(gone, _opinion(gone, trust.why, at))


def found(button: Button, *, is_down: bool, at: float) -> ButtonReport:
    """Return the button after its device came back and its wire was read again."""
    contact = replace(button.contact, is_down=is_down, level=is_down)
    fresh = trust_begun(is_down=is_down, at=at)
    back = Button(button.control, contact, replace(fresh, why=fresh.why or button.trust.why))
    return ButtonReport(back, _opinion(back, button.trust.why, at))


class Movement(NamedTuple):
    """A debounced movement of the contact."""

    is_down: bool
    """Where it is now."""

    at: float
    """When it was believed, in seconds of the monotonic clock."""


def _changed(button: Button, changes: tuple[Movement, ...]) -> ButtonReport:
    """Return the button after believed changes of its contact."""
    events: tuple[ButtonEvent, ...] = ()
    for is_down, at in changes:
        before = button.trust.why
        button = replace(button, trust=trust_moved(button.trust, is_down=is_down, at=at))
        if button.trust.why is not None:
            events += _opinion(button, before, at)
        else:
            kind = ButtonDown if is_down else ButtonUp
            events += (kind(button.control, at),)
    return ButtonReport(button, events)


def _opinion(button: Button, before: Distrust | None, at: float) -> tuple[ButtonEvent, ...]:
    """Return the event about the button's trust, if that has changed."""
    why = button.trust.why
    if why == before:
        return ()
    return (ButtonMasked(button.control, why, at) if why else ButtonTrusted(button.control, at),)


def contact_heard(
    contact: Contact, *, level: bool, at: float
) -> tuple[Contact, tuple[Movement, ...]]:
    """Return the contact after this level on its wire, and the resulting changes.

    Up to two changes: one that was still waiting for the quiet time to end, and this one.
    """
    due = look_again(contact)
    contact, earlier = settled(contact, at if due is None else min(due, at))
    contact, now = settled(replace(contact, level=level), at)
    return contact, earlier + now


def settled(contact: Contact, now: float) -> tuple[Contact, tuple[Movement, ...]]:
    """Return the contact as believed now, and the change if there is one.

    Call it when ``look_again`` says so, at the latest.
    """
    if now < contact.deaf_until or contact.level == contact.is_down:
        return contact, ()
    deaf_until = now + contact.quiet_seconds
    contact = replace(contact, is_down=contact.level, deaf_until=deaf_until)
    return contact, (Movement(contact.is_down, now),)


def look_again(contact: Contact) -> float | None:
    """Return when the wire will be believed even if nothing moves; ``None``: it is now."""
    return None if contact.level == contact.is_down else contact.deaf_until


class Turning(Enum):
    """How far a detent has been turned: quarter by quarter, to the right or to the left."""

    RESTING = auto()
    RIGHT_1 = auto()
    RIGHT_2 = auto()
    RIGHT_3 = auto()
    LEFT_1 = auto()
    LEFT_2 = auto()
    LEFT_3 = auto()


OPEN, A_ONLY, BOTH, B_ONLY = (False, False), (True, False), (True, True), (False, True)
"""The four states of the two contacts: neither, one, both or the other is closed."""

_NEXT = {
    Turning.RESTING: {A_ONLY: Turning.RIGHT_1, B_ONLY: Turning.LEFT_1},
    Turning.RIGHT_1: {A_ONLY: Turning.RIGHT_1, BOTH: Turning.RIGHT_2},
    Turning.RIGHT_2: {A_ONLY: Turning.RIGHT_1, BOTH: Turning.RIGHT_2, B_ONLY: Turning.RIGHT_3},
    Turning.RIGHT_3: {BOTH: Turning.RIGHT_2, B_ONLY: Turning.RIGHT_3},
    Turning.LEFT_1: {B_ONLY: Turning.LEFT_1, BOTH: Turning.LEFT_2},
    Turning.LEFT_2: {B_ONLY: Turning.LEFT_1, BOTH: Turning.LEFT_2, A_ONLY: Turning.LEFT_3},
    Turning.LEFT_3: {BOTH: Turning.LEFT_2, A_ONLY: Turning.LEFT_3},
}
"""Where each state leads. What is not listed is out of order and returns to rest."""

_DETENT = {Turning.RIGHT_3: 1, Turning.LEFT_3: -1}
"""What it means when both contacts open again from here; from elsewhere it was no whole detent."""


@dataclass(frozen=True, slots=True)
class Encoder:
    """A dial that rests with both contacts open and closes each once per detent."""

    a_closed: bool = False
    """What the first contact said last."""

    b_closed: bool = False
    """What the second contact said last."""

    turning: Turning = Turning.RESTING
    """How far the detent has gone."""


def moved(encoder: Encoder, *, a_closed: bool, b_closed: bool) -> tuple[Encoder, int]:
    """Return the dial after its contacts said this, and the step: 1 right, -1 left, or 0.

    A bouncing contact moves back and forth between neighbours and adds nothing. If a movement was
    missed, that detent is not counted, and no wrong one is.
    """
    contacts = (a_closed, b_closed)
    step = _DETENT.get(encoder.turning, 0) if contacts == OPEN else 0
    turning = _NEXT[encoder.turning].get(contacts, Turning.RESTING)
    return Encoder(a_closed, b_closed, turning), step


STUCK_SECONDS = 10.0
"""Nobody holds a button longer than this."""

CHATTER_SECONDS = 2.0
"""How long chatter is watched before the button is masked."""

CHATTER_EDGES = 40
"""More believed changes than this in that time, 20 a second, are no finger."""

CALM_SECONDS = {
    Distrust.HELD_AT_START: 0.5,
    Distrust.STUCK: 0.5,
    Distrust.CHATTERING: 2.0,
    Distrust.DEVICE_LOST: 0.5,
}
"""How long a masked button must stay up and still to be trusted again."""


def trust_begun(*, is_down: bool, at: float) -> Trust:
    """Return the trust in a button when the panel is opened."""
    return Trust(Distrust.HELD_AT_START if is_down else None, is_down=is_down, since=at)


def trust_moved(trust: Trust, *, is_down: bool, at: float) -> Trust:
    """Return the trust after a change."""
    recent = (*trust.recent[-CHATTER_EDGES:], at)
    is_wild = len(recent) > CHATTER_EDGES and at - recent[0] < CHATTER_SECONDS
    why = Distrust.CHATTERING if is_wild and trust.why is None else trust.why
    return Trust(why, is_down=is_down, since=at, recent=recent)


def trust_judged(trust: Trust, now: float) -> Trust:
    """Return the trust after some time without a change."""
    due = judgement_due(trust)
    if due is None or now < due:
        return trust
    if trust.why is None:
        return replace(trust, why=Distrust.STUCK)
    return replace(trust, why=None, recent=())


def judgement_due(trust: Trust) -> float | None:
    """Return when the opinion will change if nothing moves; ``None``: never."""
    if trust.is_down:
        return None if trust.why else trust.since + STUCK_SECONDS
    return trust.since + CALM_SECONDS[trust.why] if trust.why else None
