"""Contacts, dial and lamps on open pins, by gpiozero's classes."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, NamedTuple

from gpiozero import LED, InputDevice, RotaryEncoder

from hardware.device import Wakeup
from hardware.events import ButtonDown, ButtonMasked, ButtonTrusted, ButtonUp, Control, Turned
from hardware.panel.contact import Contact
from hardware.panel.factories import no_pins, no_pins_for
from hardware.panel.pins import DIAL_CONTACTS, NoPins, PinFactory, PinTrouble

LOOK_SECONDS = 0.25
"""How often contacts are read whose edges may have been lost."""


EDGES_KEPT = 64
"""How many edges wait for whoever wants to see them; then the oldest are dropped."""


class Edge(NamedTuple):
    """A wire moved."""

    contact: str
    """As the settings call it: ``p1``, ``dial_a`` …; a pin's number where none is known."""
    is_closed: bool
    at: float
    """When the kernel saw it, or else the driver told it, in monotonic seconds."""


class Change(NamedTuple):
    """What a button did."""

    contact: str
    kind: type[ButtonDown | ButtonUp | ButtonMasked | ButtonTrusted]
    at: float


class Wires:
    """Pins that are open, until they are closed or fail; every method may raise ``NoPins``.

    A contact is an ``InputDevice``: gpiozero's ``Button`` without the thread that each has to look
    ten times a second whether it is held. Where the factory debounces and stamps edges, it is asked
    when its descriptor can be read. Elsewhere edges come from threads and may be lost: all contacts
    are read now and then.
    """

    def __init__(
        self,
        kind: PinFactory,
        factory: Any,  # noqa: ANN401 - gpiozero has no types
        wakeup: Wakeup | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Take an open pin factory, which is closed with the wires."""
        self._kind, self._factory, self._wakeup = kind, factory, wakeup
        self._is_prompt = getattr(factory, "debounces", False)
        self._is_woken = self._is_prompt  # its descriptor wakes the loop
        self._inputs: dict[str, Any] = {}
        self._dial: Any = None
        self._listeners: list[Callable[[float, float], None]] = []  # a pin holds its own weakly
        self._deaf_seconds = self._deaf_until = 0.0
        self._edges: deque[Edge | Turned] = deque(maxlen=1024)
        self._read_at = self._edge_at = clock()
        self._look_at = None if self._is_prompt else self._read_at + LOOK_SECONDS
        self.contacts: dict[str, Contact] = {}
        self._latest: deque[Edge] = deque(maxlen=EDGES_KEPT)
        if self._is_prompt and wakeup:
            wakeup.watch(factory.fileno())

    def listen(
        self, name: str, pin: int, quiet: float, *, is_masked: bool = False, is_hasty: bool = False
    ) -> None:
        """Listen to a contact to ground.

        Args:
            name: What its edges are called.
            pin: The GPIO.
            quiet: How long it must be still to be believed, in seconds.
            is_masked: Whether it was ignored until now; if it is closed, it is in any case.
            is_hasty: See ``Contact``.
        """
        with no_pins_for(self._kind, pin):
            device = InputDevice(pin, pull_up=True, pin_factory=self._factory)
            self._inputs[name] = device
            device.pin.edges = "both"
            self._overhear(name, device.pin)
            is_closed = bool(device.is_active)
        self.contacts[name] = Contact(
            quiet,
            self._read_at,
            is_closed=is_closed,
            is_masked=is_masked or is_closed,
            is_hasty=is_hasty,
        )

    def debounce(self, quiet: float, *, by_kernel: bool) -> None:
        """Let the kernel debounce the contacts if it can, or else let every edge be taken.

        Not the dial's push: the first touch of its contact must stop the turning.
        """
        if not self._is_prompt:
            return
        for name, device in self._inputs.items():
            is_kernels = by_kernel and name != Control.DIAL
            with no_pins_for(self._kind):
                device.pin.bounce = quiet if is_kernels else None
            self.contacts[name].quiet = 0.0 if is_kernels else quiet

    def turn(self, a: int, b: int, deaf_seconds: float) -> None:
        """Listen to a dial whose contacts these are, but for a while after it was pushed."""
        self._deaf_seconds = deaf_seconds
        with no_pins_for(self._kind, a):
            self._dial = RotaryEncoder(a, b, max_steps=0, pin_factory=self._factory)
            self._dial.when_rotated_clockwise = partial(self._turned, 1)
            self._dial.when_rotated_counter_clockwise = partial(self._turned, -1)
            for name, device in zip(DIAL_CONTACTS, (self._dial.a, self._dial.b), strict=True):
                self._overhear(name, device.pin)

    def lamp(self, pin: int) -> Any:  # noqa: ANN401 - gpiozero has no types
        """Return the lamp on a pin, dark, which is not listened to any more."""
        if known := self._inputs.pop(str(pin), None):
            known.close()
            del self.contacts[str(pin)]
        with no_pins_for(self._kind, pin):
            return LED(pin, pin_factory=self._factory)

    def changes(self, now: float) -> Iterator[Change | Turned]:
        """Yield what has happened since the last time."""
        try:
            edges = self._noted(now)
        except NoPins:
            raise
        except Exception as error:
            raise no_pins(error, self._kind) from error
        for edge in edges:
            at = min(max(edge.at, self._read_at), now)
            if isinstance(edge, Turned):
                if at >= self._deaf_until:
                    yield Turned(edge.steps, at)
            elif contact := self.contacts.get(edge.contact):
                if edge.contact == Control.DIAL and edge.is_closed and not contact.is_down:
                    self._deaf_until = at + self._deaf_seconds
                moved = contact.on_edge(at, is_closed=edge.is_closed)
                yield from (Change(edge.contact, *each) for each in moved)
        for name, contact in self.contacts.items():
            yield from (Change(name, *each) for each in contact.advance(now))
        may_miss = not self._is_prompt or any(each.is_closed for each in self.contacts.values())
        if self._look_at is None and may_miss:
            self._look_at = now + LOOK_SECONDS
        self._read_at = now

    def _noted(self, now: float) -> list[Edge | Turned]:
        """Return what the driver has told since the last time, and all levels if they are due."""
        if self._factory is None:
            raise NoPins(PinTrouble.OTHER, self._kind, detail="closed")
        self._is_woken = self._is_prompt  # before taking: what comes meanwhile wakes the loop again
        if self._is_prompt:
            self._factory.tell()
        edges = [self._edges.popleft() for _ in range(len(self._edges))]
        self._latest += (edge for edge in edges if isinstance(edge, Edge))
        if self._look_at is not None and now >= self._look_at:
            self._look_at = None
            edges += [Edge(name, bool(each.is_active), now) for name, each in self._inputs.items()]
        return edges

    def take_edges(self) -> tuple[Edge, ...]:
        """Return the latest edges that were not taken yet, oldest first."""
        edges = tuple(self._latest)
        self._latest.clear()
        return edges

    def deadline(self) -> float | None:
        """Return when to ask for changes even if nothing wakes the loop; ``None``: never."""
        times = (self._look_at, *(contact.due() for contact in self.contacts.values()))
        return min((at for at in times if at is not None), default=None)

    def close(self) -> None:
        """Give the pins back, dark, even if they are lost. Closing twice is harmless."""
        factory, self._factory = self._factory, None
        if factory is None:
            return
        if self._is_prompt and self._wakeup:
            self._wakeup.watch(factory.fileno(), reading=False)
        for each in (*self._inputs.values(), self._dial, factory):
            with suppress(Exception):  # each library has its own; none keeps the rest open
                each.close()

    def _overhear(self, name: str, pin: Any) -> None:  # noqa: ANN401 - gpiozero has no types
        """Note the edges of a pin, with the driver's time, before gpiozero hears of them."""
        listener = pin.when_changed

        def moved(ticks: float, state: float) -> None:
            self._edge_at = ticks
            self._edges.append(Edge(name, not state, ticks))
            if listener is not None:
                listener(ticks, state)
            if self._wakeup and not self._is_woken:
                self._is_woken = True
                with suppress(Exception):  # it would end the one thread that serves every button
                    self._wakeup.wake()

        self._listeners.append(moved)
        pin.when_changed = moved

    def _turned(self, steps: int) -> None:
        """Note a detent of the dial."""
        self._edges.append(Turned(steps, self._edge_at))
