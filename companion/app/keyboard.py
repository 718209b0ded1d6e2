"""Keys of a person, and numbers that a reader types as if it were a keyboard.

Only where a box of tags is known, or is being taught, are keys held back for the moment in which a
reader would type the next one; elsewhere every key counts at once.
"""

from collections.abc import Iterator

from companion.app.translating import Key
from companion.core.model import Model
from companion.core.teaching import Teaching
from hardware import wedge
from hardware.events import TagRead
from hardware.wedge import Wedge

_ENTERS = ("return", "enter")
_SHIFTS = ("left shift", "right shift", "caps lock", "numlock")
"""What a reader presses for capitals; alone it means nothing."""


def is_read(model: Model) -> bool:
    """Whether a number that comes from a keyboard could be a tag of this table."""
    return bool(model.tags) or isinstance(model.page, Teaching)


class Keyboard:
    """Tells keys of a hand from those of a reader; none is lost, and none counts twice."""

    def __init__(self) -> None:
        self._wedge = Wedge()
        self._held: list[Key] = []

    def typed(self, key: Key, at: float, *, is_read: bool) -> Iterator[Key | TagRead]:
        """Yield what is known for certain after one more key, in the order in which it was typed.

        Args:
            key: The key.
            at: When it went down, in seconds of the monotonic clock.
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
        self._wedge, tag, by_hand = wedge.typed(self._wedge, character, at)
        yield from self._released(len(by_hand))
        if tag is not None:
            self._held.clear()
            yield tag

    def waited(self, now: float) -> Iterator[Key]:
        """Yield the keys that no reader can have typed, as none followed."""
        self._wedge, _, by_hand = wedge.waited(self._wedge, now)
        yield from self._released(len(by_hand))

    def next_deadline(self) -> float | None:
        """Return when to ask ``waited``, in monotonic seconds; None: no key is held back."""
        return wedge.deadline(self._wedge)

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
