"""The panel: buttons, dial and lamps on the Pi's pins."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from time import monotonic
from typing import Any

from hardware.device import Device, Wakeup
from hardware.events import (
    ButtonMasked,
    Control,
    DeviceFound,
    DeviceLost,
    DeviceName,
    Event,
    Loss,
    Turned,
)
from hardware.panel.factories import no_pins_for, open_factory
from hardware.panel.pins import BadPins, NoPins, PanelPins, mistakes
from hardware.panel.wires import Edge, Wires

RETRY_SECONDS = 2.0
"""How often pins that are lost, or were never there, are tried again."""

LIT = 0.5
"""A lamp that should have this much of its light or more is lit: a pin is on or off."""


class Panel(Device):
    """Buttons, dial and lamps."""

    def __init__(
        self,
        pins: PanelPins,
        wakeup: Wakeup,
        *,
        clock: Callable[[], float] = monotonic,
        factory: Callable[[], Any] | None = None,
    ) -> None:
        """Open the pins; while that is impossible, they are tried again.

        Args:
            pins: Which control is where.
            wakeup: See ``Device``.
            clock: Called from the driver's thread for the time of an edge.
            factory: Opens gpiozero's pins, again after they were lost; by default as ``pins`` says.

        Raises:
            BadPins: The table has mistakes; no pin was touched.
        """
        self._pins, self._wakeup, self._clock = _checked(pins), wakeup, clock
        self._given_factory = factory
        self._wires: Wires | None = None
        self._lamps: dict[str, Any] = {}
        self._lit: dict[str, bool] = {}
        self._masked: frozenset[str] = frozenset()
        self._shows_bounces = False
        self._retry_at: float | None = None
        self.failure: NoPins | None = None
        """Why the pins cannot be used; ``None``: they can."""
        self._waiting = self._opened(clock())

    def read(self, now: float) -> tuple[Event, ...]:
        """Return what has happened, see ``Device``."""
        events, self._waiting = self._waiting, []
        if self._retry_at is not None and now >= self._retry_at:
            events += self._opened(now)
        elif self._wires is not None:
            try:
                if self.failure:
                    raise self.failure
                for each in self._wires.changes(now):
                    if isinstance(each, Turned):
                        events.append(each)
                    else:
                        events.append(each.kind(Control(each.contact), each.at))
            except NoPins as why:
                events += self._lost(why, now)
        return tuple(sorted(events, key=lambda event: event.at))

    def next_deadline(self) -> float | None:
        """Return when something is due, see ``Device``."""
        if self._waiting or (self.failure and self._wires):
            return 0.0
        return self._wires.deadline() if self._wires else self._retry_at

    def show(self, lamps: Mapping[str, float]) -> None:
        """Light the lamps of these controls, see ``Device``."""
        for name, level in lamps.items():
            if self._lit.get(name) != (level >= LIT):
                self._lit[name] = level >= LIT
                self._set_lamp(name)

    def lamps(self) -> dict[str, bool]:
        """Return whether each lamp is lit, as its pin says."""
        return {name: bool(lamp.value) for name, lamp in self._lamps.items()}

    def gpios(self) -> dict[str, int]:
        """Return the GPIO of every contact that is wired."""
        return self._pins.contacts()

    def take_edges(self) -> tuple[Edge, ...]:
        """Return the latest edges that were not taken yet, oldest first: for the hardware test."""
        return self._wires.take_edges() if self._wires else ()

    def show_bounces(self, *, are_shown: bool) -> None:
        """Let ``take_edges`` tell every edge, also where the kernel could debounce the contacts."""
        self._shows_bounces = are_shown
        if self._wires is not None:
            try:
                self._wires.debounce(self._pins.quiet_seconds, by_kernel=not are_shown)
            except NoPins as why:
                self.failure = why

    def lend(self) -> None:
        """Lend the pins until ``take_back``; nothing is read meanwhile."""
        self._waiting, self._masked, self._retry_at = [], frozenset(), None
        self._give_back()

    def take_back(self, pins: PanelPins | None = None) -> None:
        """Open the pins again, perhaps with another table; lamps are lit as they were.

        If they cannot be opened, that is a ``DeviceLost``, and they are tried again.

        Raises:
            BadPins: The other table has mistakes; the pins are still lent.
        """
        self._pins = _checked(pins or self._pins)
        now = self._clock()
        self._waiting = self._opened(now)
        if self.failure:
            self._waiting = [_loss(self.failure, now)]

    def close(self) -> None:
        """Give the pins back. Closing twice is harmless."""
        self.lend()

    def _opened(self, now: float) -> list[Event]:
        """Open every pin, and return what follows from that and from the wires' levels."""
        self.failure, self._retry_at = None, None
        kind = self._pins.factory
        try:
            factory = (self._given_factory or partial(open_factory, kind))()
            self._wires = Wires(kind, factory, self._wakeup, self._clock)
            for button, pin in self._pins.buttons.items():
                is_masked = button in self._masked
                self._wires.listen(button, pin, self._pins.quiet_seconds, is_masked=is_masked)
            self._wires.debounce(self._pins.quiet_seconds, by_kernel=not self._shows_bounces)
            if self._pins.dial is not None:
                self._wires.turn(*self._pins.dial, self._pins.dial_deaf_seconds)
            for control, pin in self._pins.lamps.items():
                self._lamps[control] = self._wires.lamp(pin)
        except NoPins as why:
            self._give_back()
            self.failure, self._retry_at = why, now + RETRY_SECONDS
            return []
        for name in self._lamps:
            self._set_lamp(name)
        held = {name for name, contact in self._wires.contacts.items() if contact.is_down}
        news = [ButtonMasked(Control(name), now) for name in sorted(held - self._masked)]
        self._masked = frozenset()
        return [DeviceFound(DeviceName.PANEL, now), *news]

    def _lost(self, why: NoPins, now: float) -> Iterator[Event]:
        """Let go of pins that do not answer."""
        contacts = self._wires.contacts if self._wires else {}
        self._masked = frozenset(
            n for n, each in contacts.items() if each.is_down or each.is_masked
        )
        self._give_back()
        self.failure, self._retry_at = why, now + RETRY_SECONDS
        for name, contact in contacts.items():
            if contact.is_down and not contact.is_masked:
                yield ButtonMasked(Control(name), now)
        yield _loss(why, now)

    def _give_back(self) -> None:
        """Close everything that has to do with pins."""
        wires, self._wires, self._lamps = self._wires, None, {}
        if wires is not None:
            wires.close()

    def _set_lamp(self, name: str) -> None:
        """Light a lamp, if there is one; the next reading says why it failed."""
        if lamp := self._lamps.get(name):
            try:
                with no_pins_for(self._pins.factory):
                    lamp.value = self._lit.get(name, False)
            except NoPins as why:
                self.failure = why


def _checked(pins: PanelPins) -> PanelPins:
    """Return a table without mistakes.

    Raises:
        BadPins: It has some.
    """
    if found := mistakes(pins):
        raise BadPins(found)
    return pins


def _loss(why: NoPins, now: float) -> DeviceLost:
    return DeviceLost(DeviceName.PANEL, Loss.PINS_LOST, now, why.detail)
