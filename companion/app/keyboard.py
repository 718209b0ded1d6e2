"""Which keys a hand pressed, and which a tag reader typed that is plugged in as a keyboard."""

from collections.abc import Iterator

from companion.app.gestures import Key
from companion.core.model import Model
from hardware.events import TagRead
from hardware.reader import keyboard_wedge
from hardware.reader.keyboard_wedge import Wedge

_ENTERS = ("return", "enter")

_SHIFTS = ("left shift", "right shift", "caps lock", "numlock")
"""What a reader presses for capitals; alone it means nothing."""


def is_read(model: Model) -> bool:
    """Whether a number that comes from a keyboard could be a tag of this table."""
    return bool(model.hardware.tags) or model.page.reads_tags


class Keyboard:
    """Tells keys of a hand from those of a reader; none is lost, and none counts twice."""

    def __init__(self) -> None:
        self._wedge = Wedge()
        self._held: list[Key] = []

    def typed(
        self, key: Key, at: float, since: float | None = None, *, is_read: bool
    ) -> Iterator[Key | TagRead]:
        """Yield what is known for certain after one more key, in the order in which it was typed.

        Args:
            key: The key.
            at: When it went down, at the latest, in seconds of the monotonic clock.
            since: When at the earliest; None: at that very time.
            is_read: Whether it may be a reader's.
        """
        if key.name in _SHIFTS:
            return
        character = _character(key)
        if not is_read or not character:
            yield from self._released(len(self._held))
            self._wedge = Wedge()
            yield key
            return
        self._held.append(key)
        self._wedge, tag, by_hand = keyboard_wedge.typed(self._wedge, character, at, since)
        yield from self._released(len(by_hand))
        if tag is not None:
            self._held.clear()
            yield tag

    def waited(self, now: float) -> Iterator[Key]:
        """Yield the keys that no reader can have typed, as none followed."""
        self._wedge, _, by_hand = keyboard_wedge.waited(self._wedge, now)
        yield from self._released(len(by_hand))

    def next_deadline(self) -> float | None:
        """Return when to ask ``waited``, in monotonic seconds; None: no key is held back."""
        return keyboard_wedge.deadline(self._wedge)

    def _released(self, number: int) -> Iterator[Key]:
        keys, self._held = self._held[:number], self._held[number:]
        yield from keys


def _character(key: Key) -> str:
    """Return what a reader means with a key: those in the places of a US keyboard, where it can.

    A reader sends places, and knows nothing of the keyboard's layout.
    """
    if key.name in _ENTERS:
        return "\r"
    if key.place:
        return key.place.upper() if key.text.isupper() else key.place
    return key.text if len(key.text) == 1 and key.text.isprintable() else ""
