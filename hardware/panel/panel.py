"""The panel: buttons, dial and lamps on the Pi's pins."""

from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from time import monotonic
from typing import NamedTuple, Self

from hardware.device import Inbox, Sparingly
from hardware.events import DeviceFound, DeviceLost, DeviceName, DeviceNotice, Event, Loss, Noted
from hardware.panel import board
from hardware.panel.board import Contacts, Watch
from hardware.panel.gpio import Header, Light, Listener, open_header
from hardware.panel.pins import BadPins, NoPins, PanelPins, Use, mistakes, wires


class Lamps:
    """All lamps of a panel. They remember their levels while their pins are lost."""

    def __init__(self, pins: PanelPins) -> None:
        """Know the lamps; ``connect`` gives them their pins."""
        self._pins = pins
        self._lights: dict[str, tuple[tuple[Light, float], ...]] = {}
        self._wanted: dict[str, float] = {}
        self.failure: NoPins | None = None
        """Why a pin failed, until the lamps are connected again."""

    def connect(self, header: Header) -> None:
        """Take the lamps' pins, and restore the last levels.

        Raises:
            NoPins: A pin cannot be used.
        """
        self.disconnect()
        for button in self._pins.buttons:
            if lamp := button.lamp:
                lights = [header.light(pin, active_low=lamp.active_low) for pin in lamp.pins]
                self._lights[button.control] = tuple(zip(lights, lamp.shares, strict=True))
        for name in self._lights:
            self._shine(name)

    def disconnect(self) -> None:
        """Forget the pins; the caller who opened them closes them."""
        self._lights, self.failure = {}, None

    def show(self, wanted: Mapping[str, float]) -> None:
        """Set these lamps, 0 to 1. A failing pin is kept as ``failure``."""
        for name, brightness in wanted.items():
            value = min(1.0, max(0.0, brightness))
            if self._wanted.get(name) != value:
                self._wanted[name] = value
                self._shine(name)

    @property
    def wanted(self) -> dict[str, float]:
        """The level of each lamp that was ever set, 0 to 1."""
        return dict(self._wanted)

    def brightness(self) -> dict[str, float]:
        """Return how bright each lamp is, as its pins say: of several pins, the brightest."""
        return {
            name: max(light.brightness() for light, _ in lights)
            for name, lights in self._lights.items()
        }

    def _shine(self, name: str) -> None:
        """Set one lamp to its level."""
        level = self._wanted.get(name, 0.0)
        try:
            for light, share in self._lights.get(name, ()):
                light.shine(level, self._pins.brightness * share)
        except NoPins as error:
            self.failure = error


RETRY_SECONDS = 2.0
"""How often pins that are lost, or were never there, are tried again."""

NOTICE_SECONDS = 60.0
"""How often the same notice about the same contact is worth repeating."""


class WireMoved(NamedTuple):
    """A wire moved."""

    use: Use
    """Whose wire."""

    is_closed: bool
    """Whether its contact is closed now."""

    at: float
    """When the kernel saw it, or else the driver reported it, in monotonic seconds."""


class Panel:
    """Buttons, dial and lamps: a ``Device`` on real pins, or on gpiozero's mock pins."""

    def __init__(
        self,
        pins: PanelPins,
        wake: Callable[[], None],
        *,
        clock: Callable[[], float] = monotonic,
        header: Callable[[], Header] | None = None,
        is_patient: bool = False,
    ) -> None:
        """Open the pins.

        Args:
            pins: Which control is where.
            wake: See ``Device``.
            clock: Called from the driver's thread for the time of an edge.
            header: Opens the pins, again after they were lost; by default as ``pins`` says.
            is_patient: Whether pins that cannot be used yet are tried again, as lost ones are.

        Raises:
            BadPins: The table has mistakes; no pin was touched.
            NoPins: The pins cannot be used, and nobody is patient.
        """
        if found := mistakes(pins):
            raise BadPins(found)
        self._pins = pins
        self._clock = clock
        self._given_header = header
        self._inbox: Inbox[WireMoved] = Inbox(wake, limit=1024)
        self._recent: deque[WireMoved] = deque(maxlen=64)
        self._notices = Sparingly(NOTICE_SECONDS)
        self._lamps = Lamps(pins)
        self._board = Contacts(dial_deaf_seconds=pins.dial_deaf_seconds)
        self._watch = Watch()
        self._header: Header | None = None
        self._listeners: dict[Use, Listener] = {}
        self._look_at = 0.0
        self._is_closed = False
        self._is_lent = False
        self._waiting: tuple[Event, ...] = ()
        self._read_at = clock()
        self.failure: NoPins | None = None
        """Why the pins could not be used to begin with."""
        try:
            self._waiting = self._opened(self._read_at)
        except NoPins as error:
            if not is_patient:
                raise
            self.failure = error
            self._look_at = self._read_at + RETRY_SECONDS

    def read(self, now: float) -> tuple[Event, ...]:
        """Return what has happened, see ``Device``."""
        if self._is_closed or self._is_lent:
            return ()
        events, self._waiting = list(self._waiting), ()
        if self._header is None:
            events += self._retried(now)
        else:
            events += self._heard(now)
        return tuple(sorted(events, key=lambda event: event.at))

    def next_deadline(self) -> float | None:
        """Return when something is due, see ``Device``."""
        if self._is_closed or self._is_lent:
            return None
        if self._waiting or self._lamps.failure:
            return 0.0
        due = board.deadline(self._board) if self._header else None
        return self._look_at if due is None else min(due, self._look_at)

    def show(self, lamps: Mapping[str, float]) -> None:
        """Set these lamps, see ``Device``; values are clamped to 0 to 1."""
        self._lamps.show(lamps)

    def lamps(self) -> dict[str, float]:
        """Return how bright each lamp is now, as its pins say: of several, the brightest."""
        return self._lamps.brightness()

    def levels(self) -> dict[Use, bool]:
        """Return the last known level of each wire: whether its contact is closed."""
        return dict(self._watch.levels)

    def pins(self) -> dict[Use, int]:
        """Return the GPIO of every contact that is listened to."""
        return {use: wire.pin for use, wire in wires(self._pins)}

    def recent(self) -> tuple[WireMoved, ...]:
        """Return the latest raw edges, bounce included, oldest first: for the hardware test."""
        return tuple(self._recent)

    def drive(self, use: Use, *, is_closed: bool) -> None:
        """Move a contact as a finger would. Only mock pins can.

        Raises:
            KeyError: No such contact is wired, or the pins are lost.
        """
        self._listeners[use].drive(is_closed=is_closed)

    def lend(self) -> None:
        """Lend the pins until ``take_back``; nothing is read meanwhile."""
        self._is_lent = True
        self._waiting = ()
        self._forget_pins()

    def take_back(self, pins: PanelPins | None = None) -> None:
        """Open the pins again, perhaps with another table; lamps get their levels back.

        If they cannot be opened, that is a ``DeviceLost``, and is retried.

        Raises:
            BadPins: The other table has mistakes; the pins are still lent.
        """
        table = pins or self._pins
        if found := mistakes(table):
            raise BadPins(found)
        wanted = self._lamps.wanted
        self._pins, self._lamps = table, Lamps(table)
        self._lamps.show(wanted)
        self._board = Contacts(dial_deaf_seconds=table.dial_deaf_seconds)
        self._is_lent = False
        now = self._clock()
        try:
            self._waiting = self._opened(now)
        except NoPins as error:
            self._waiting = self._lost(error, now)

    def close(self) -> None:
        """Give the pins back. Closing twice is harmless."""
        self._is_closed = True
        self._forget_pins()

    def __enter__(self) -> Self:
        """Return the panel itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Give the pins back."""
        self.close()

    def _opened(self, now: float) -> tuple[Event, ...]:
        """Open every pin, and return the wires' initial levels."""
        self._header = (self._given_header or partial(open_header, self._pins.factory))()
        try:
            for use, wire in wires(self._pins):
                self._listeners[use] = self._header.listen(wire, partial(self._edge, use))
            self._lamps.connect(self._header)
            levels = self._levels_now()
        except NoPins:
            self._forget_pins()
            raise
        self._watch = Watch(levels)
        self._look_at = board.look_again(self._watch, now)
        self._board, events = board.begun(self._board, levels, now, self._pins.quiet_seconds)
        return (DeviceFound(DeviceName.PANEL, now), *events)

    def _retried(self, now: float) -> tuple[Event, ...]:
        """Try the lost pins again when it is time."""
        if now < self._look_at:
            return ()
        self._look_at = now + RETRY_SECONDS
        try:
            return self._opened(now)
        except NoPins:
            return ()

    def _lost(self, error: NoPins, now: float) -> tuple[Event, ...]:
        """Let go of pins that do not answer."""
        self._forget_pins()
        self._look_at = now + RETRY_SECONDS
        self._board, events = board.lost(self._board, now)
        return (*events, DeviceLost(DeviceName.PANEL, Loss.PINS_LOST, now, error.detail))

    def _forget_pins(self) -> None:
        """Close everything that has to do with pins."""
        header, self._header = self._header, None
        self._listeners = {}
        self._lamps.disconnect()
        if header:
            header.close()
        self._inbox.take()

    def _edge(self, use: Use, is_closed: bool, at: float | None) -> None:  # noqa: FBT001 - the driver gives it so
        """Note an edge: all that a driver thread does."""
        self._inbox.put(WireMoved(use, is_closed, self._clock() if at is None else at))

    def _heard(self, now: float) -> list[Event]:
        """Return what follows from arrived edges, from time and from polling."""
        edges, spilled = self._inbox.take()
        self._recent.extend(edges)
        events: list[Event] = []
        for use, is_closed, at in edges:  # what was under way at the last reading belongs to this
            when = min(max(at, self._read_at), now)
            events += self._believed(use, when, is_closed=is_closed)
        self._read_at = now
        if spilled and self._notices.allows(Noted.SPILLED, now):
            events.append(DeviceNotice(DeviceName.PANEL, Noted.SPILLED, str(spilled), now))
        if spilled or now >= self._look_at or self._lamps.failure:
            events += self._looked(now)
        self._board, due = board.looked(self._board, now)
        return [*events, *due]

    def _looked(self, now: float) -> list[Event]:
        """Read all wires, and return what follows from lost edges."""
        try:
            levels = self._levels_now()
        except NoPins as error:
            return list(self._lost(error, now))
        events: list[Event] = []
        self._watch, missed = board.compared(self._watch, levels, now)
        for use, is_closed in missed:
            if self._notices.allows(use, now):
                events.append(DeviceNotice(DeviceName.PANEL, Noted.EDGE_MISSED, use.control, now))
            events += self._believed(use, now, is_closed=is_closed)
        self._look_at = board.look_again(self._watch, now)
        return events

    def _levels_now(self) -> dict[Use, bool]:
        """Return the levels of all wires; raise ``NoPins`` if they or the lamps do not answer."""
        if self._lamps.failure:
            raise self._lamps.failure
        return {use: listener.is_closed() for use, listener in self._listeners.items()}

    def _believed(self, use: Use, at: float, *, is_closed: bool) -> tuple[Event, ...]:
        """Return what follows from this level on a wire."""
        self._watch = board.wire_heard(self._watch, use, is_closed=is_closed)
        self._board, events = board.heard(self._board, use, at, is_closed=is_closed)
        return events
