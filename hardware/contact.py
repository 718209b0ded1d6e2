"""One button's contact: what the wire says, and what we believe."""

from dataclasses import dataclass, replace
from typing import NamedTuple


class Change(NamedTuple):
    """The contact moved, and it is believed."""

    is_down: bool
    """Where it is now."""

    at: float
    """When it was believed, in seconds of the monotonic clock."""


@dataclass(frozen=True, slots=True)
class Contact:
    """A metal contact that chatters for a moment whenever it moves.

    The first movement is believed at once, so a press is never late. Then the contact is not
    listened to for ``quiet_seconds``; when they are over, the wire is believed again, so a
    movement that was missed meanwhile is not missed for ever.
    """

    quiet_seconds: float = 0.02
    """How long a movement may chatter."""

    is_down: bool = False
    """What was last reported."""

    level: bool = False
    """What the wire said last, chatter and all."""

    deaf_until: float = 0.0
    """When the contact will be believed again, in seconds of the monotonic clock."""


def heard(contact: Contact, *, level: bool, at: float) -> tuple[Contact, tuple[Change, ...]]:
    """Return the contact after the wire said this, and what that made us believe.

    Up to two changes: one that was still waiting for the quiet time to end, and this one.
    """
    due = look_again(contact)
    contact, earlier = settled(contact, at if due is None else min(due, at))
    contact, now = settled(replace(contact, level=level), at)
    return contact, earlier + now


def settled(contact: Contact, now: float) -> tuple[Contact, tuple[Change, ...]]:
    """Return the contact as it is believed now, and the change if that is news.

    Call it when ``look_again`` says so, at the latest.
    """
    if now < contact.deaf_until or contact.level == contact.is_down:
        return contact, ()
    deaf_until = now + contact.quiet_seconds
    contact = replace(contact, is_down=contact.level, deaf_until=deaf_until)
    return contact, (Change(contact.is_down, now),)


def look_again(contact: Contact) -> float | None:
    """Return when the wire will be believed although nothing moves; ``None``: it is believed."""
    return None if contact.level == contact.is_down else contact.deaf_until
