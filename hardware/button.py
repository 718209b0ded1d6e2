"""From what a wire says to the events of one button: a contact that is believed and trusted."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from hardware import contact as contacts
from hardware import trust as trusts
from hardware.contact import Change, Contact
from hardware.events import ButtonDown, ButtonMasked, ButtonTrusted, ButtonUp, Control, Distrust
from hardware.trust import Trust

ButtonEvent = ButtonDown | ButtonUp | ButtonMasked | ButtonTrusted
"""What one button can report."""


@dataclass(frozen=True, slots=True)
class Button:
    """One button of the panel.

    Downs and ups take turns, beginning with a down. ``ButtonMasked`` may end a press instead of
    an up; then nothing comes until ``ButtonTrusted``, and the next is a down again.
    """

    control: Control
    """Which one."""

    contact: Contact
    """What its wire says."""

    trust: Trust
    """What we think of it."""


class Told(NamedTuple):
    """The button afterwards, and what it has to report."""

    button: Button
    """The button as it is now."""

    events: tuple[ButtonEvent, ...]
    """What happened, in order of time."""


def begun(control: Control, *, is_down: bool, at: float, quiet_seconds: float) -> Told:
    """Return a button whose wire was read for the first time; one that is down is masked."""
    contact = Contact(quiet_seconds, is_down=is_down, level=is_down)
    button = Button(control, contact, trusts.begun(is_down=is_down, at=at))
    return Told(button, _opinion(button, None, at))


def heard(button: Button, *, level: bool, at: float) -> Told:
    """Return the button after its wire said this."""
    button, events = looked(button, at)
    contact, changes = contacts.heard(button.contact, level=level, at=at)
    button, more = _changed(replace(button, contact=contact), changes)
    return Told(button, events + more)


def looked(button: Button, now: float) -> Told:
    """Return the button after some time passed: what was due is done, in order of time."""
    events: tuple[ButtonEvent, ...] = ()
    while (due := deadline(button)) is not None and due <= now:
        contact, changes = contacts.settled(button.contact, due)
        button, moves = _changed(replace(button, contact=contact), changes)
        judged = replace(button, trust=trusts.judged(button.trust, due))
        events += moves + _opinion(judged, button.trust.why, due)
        button = judged
    return Told(button, events)


def deadline(button: Button) -> float | None:
    """Return when ``looked`` will have something to do although nothing moves; ``None``: never."""
    times = (contacts.look_again(button.contact), trusts.judgement_due(button.trust))
    return min((time for time in times if time is not None), default=None)


def lost(button: Button, at: float) -> Told:
    """Return the button after its device went away: a press that was going on is ended.

    Until ``found`` it must be neither heard nor looked at.
    """
    trust = button.trust
    why = Distrust.DEVICE_LOST if trust.is_down and trust.why is None else trust.why
    gone = Button(button.control, Contact(button.contact.quiet_seconds), Trust(why, since=at))
    return Told(gone, _opinion(gone, trust.why, at))


def found(button: Button, *, is_down: bool, at: float) -> Told:
    """Return the button after its device came back and its wire was read again."""
    contact = replace(button.contact, is_down=is_down, level=is_down)
    fresh = trusts.begun(is_down=is_down, at=at)
    back = Button(button.control, contact, replace(fresh, why=fresh.why or button.trust.why))
    return Told(back, _opinion(back, button.trust.why, at))


def _changed(button: Button, changes: tuple[Change, ...]) -> Told:
    """Return the button after believed changes of its contact."""
    events: tuple[ButtonEvent, ...] = ()
    for is_down, at in changes:
        before = button.trust.why
        button = replace(button, trust=trusts.moved(button.trust, is_down=is_down, at=at))
        if button.trust.why is not None:
            events += _opinion(button, before, at)
        else:
            kind = ButtonDown if is_down else ButtonUp
            events += (kind(button.control, at),)
    return Told(button, events)


def _opinion(button: Button, before: Distrust | None, at: float) -> tuple[ButtonEvent, ...]:
    """Return the event that says what is thought of the button, if that is news."""
    why = button.trust.why
    if why == before:
        return ()
    return (ButtonMasked(button.control, why, at) if why else ButtonTrusted(button.control, at),)
