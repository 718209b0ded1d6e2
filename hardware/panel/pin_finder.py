"""Finds out what is wired where: watches every free pin and reports those that change."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from time import monotonic
from typing import NamedTuple, Self

from hardware.device import Inbox
from hardware.panel import button
from hardware.panel.button import Contact, Movement
from hardware.panel.gpio import Header, Light, Listener, open_header
from hardware.panel.pins import NoPins, PinFactory, Pull, Wire, gpios

QUIET_SECONDS = 0.02
"""How long a contact may bounce."""


@dataclass(frozen=True, slots=True)
class PinChange:
    """A debounced change of level on a pin."""

    pin: int
    """The GPIO."""

    is_low: bool
    """Whether it is connected to ground now; a released button is not."""

    at: float
    """When, in seconds of the monotonic clock."""


class _Edge(NamedTuple):
    """A raw edge, bounce included."""

    pin: int
    is_low: bool
    at: float


class PinFinder:
    """Every free pin, pulled up and listened to.

    Open it while no panel is open. A pressed button shows as its pin, a turned dial as two; the one
    that moves first tells the direction.
    """

    def __init__(
        self,
        wake: Callable[[], None],
        *,
        factory: PinFactory = PinFactory.AUTO,
        skip: Iterable[int] = (),
        clock: Callable[[], float] = monotonic,
        header: Callable[[], Header] | None = None,
    ) -> None:
        """Open all available pins.

        Args:
            wake: Called from the driver's thread when ``read`` would return something.
            factory: Through which library the pins are reached.
            skip: GPIOs to leave alone.
            clock: Called from the driver's thread for the time of an edge.
            header: Opens the pins; by default as ``factory`` says.

        Raises:
            NoPins: There are no pins at all.
        """
        self._clock = clock
        self._inbox: Inbox[_Edge] = Inbox(wake)
        self._listeners: dict[int, Listener] = {}
        self._lights: dict[int, Light] = {}
        self._contacts: dict[int, Contact] = {}
        self.refused: list[NoPins] = []
        """Pins that could not be opened, each with its reason: another driver has them."""
        self._header: Header | None = (header or partial(open_header, factory))()
        left_alone = frozenset(skip)
        for pin in gpios():
            if pin not in left_alone:
                self._listen(self._header, pin)

    def read(self, now: float) -> tuple[PinChange, ...]:
        """Return what has moved, in order of time. Never blocks."""
        moved: list[PinChange] = []
        for pin, is_low, at in self._inbox.take()[0]:
            if pin in self._contacts:
                told = button.contact_heard(self._contacts[pin], level=is_low, at=min(at, now))
                moved += self._believed(pin, *told)
        for pin, contact in self._contacts.items():
            due = button.look_again(contact)
            if due is not None and due <= now:
                moved += self._believed(pin, *button.settled(contact, due))
        return tuple(sorted(moved, key=lambda move: move.at))

    def next_deadline(self) -> float | None:
        """Return when to call ``read`` even if nothing wakes the loop; ``None``: never."""
        times = map(button.look_again, self._contacts.values())
        return min((time for time in times if time is not None), default=None)

    def light(self, pin: int, brightness: float) -> None:
        """Light what is on a pin, from 0 to 1; from then on the pin is no longer watched.

        Never on a button's pin: pressed, it would short the lit pin to ground.

        Raises:
            NoPins: The pin cannot be lit.
        """
        if self._header is None:
            return
        if pin not in self._lights:
            self._listeners.pop(pin, None)
            self._contacts.pop(pin, None)
            self._header.release(pin)
            self._lights[pin] = self._header.light(pin, active_low=False)
        self._lights[pin].shine(brightness)

    def pins(self) -> tuple[int, ...]:
        """Return the GPIOs that are listened to, in rising order."""
        return tuple(self._listeners)

    def lights(self) -> dict[int, float]:
        """Return how bright each pin is that was ever lit, from 0 to 1."""
        return {pin: light.brightness() for pin, light in self._lights.items()}

    def drive(self, pin: int, *, is_low: bool) -> None:
        """Move the contact on a pin as a finger would. Only mock pins can.

        Raises:
            KeyError: The pin is not listened to.
        """
        self._listeners[pin].drive(is_closed=is_low)

    def close(self) -> None:
        """Give all pins back, dark. Closing twice is harmless."""
        header, self._header = self._header, None
        self._listeners, self._lights, self._contacts = {}, {}, {}
        if header:
            header.close()

    def __enter__(self) -> Self:
        """Return the finder itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Give all pins back."""
        self.close()

    def _listen(self, header: Header, pin: int) -> None:
        """Watch one pin, or note why that is impossible."""
        try:
            listener = header.listen(Wire(pin, Pull.UP), partial(self._edge, pin))
            is_low = listener.is_closed()
        except NoPins as no:
            self.refused.append(no)
        else:
            self._listeners[pin] = listener
            self._contacts[pin] = Contact(QUIET_SECONDS, is_down=is_low, level=is_low)

    def _edge(self, pin: int, is_low: bool, at: float | None) -> None:  # noqa: FBT001 - the driver gives it so
        """Note an edge: all that a driver thread does."""
        self._inbox.put(_Edge(pin, is_low, self._clock() if at is None else at))

    def _believed(
        self, pin: int, contact: Contact, changes: tuple[Movement, ...]
    ) -> Iterator[PinChange]:
        """Keep the contact's new state, and yield what it did."""
        self._contacts[pin] = contact
        return (PinChange(pin, change.is_down, change.at) for change in changes)
