"""Finds out what is wired where: watches every free pin and reports those that change."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, NamedTuple

from hardware.device import Wakeup
from hardware.events import ButtonDown, ButtonMasked, Turned
from hardware.panel.factories import no_pins_for, open_factory
from hardware.panel.pins import NoPins, PinFactory, gpios
from hardware.panel.wires import Wires

QUIET_SECONDS = 0.02
"""How long a contact may bounce."""


class PinChange(NamedTuple):
    """A debounced change of level on a pin."""

    pin: int
    """The GPIO."""
    is_low: bool
    """Whether it is connected to ground now; a released button is not."""
    at: float
    """When, in seconds of the monotonic clock."""


class PinFinder:
    """Every free pin, pulled up and watched.

    Open it while no panel is open. A pressed button shows as its pin, a turned dial as two; the one
    that moves first tells the direction.
    """

    def __init__(
        self,
        wakeup: Wakeup,
        kind: PinFactory = PinFactory.AUTO,
        *,
        skip: Iterable[int] = (),
        clock: Callable[[], float] = monotonic,
        factory: Callable[[], Any] | None = None,
    ) -> None:
        """Open all available pins.

        Args:
            wakeup: See ``Device``.
            kind: The library through which the pins are reached.
            skip: GPIOs to leave alone.
            clock: Called from the driver's thread for the time of an edge.
            factory: Opens gpiozero's pins; by default as ``kind`` says.

        Raises:
            NoPins: There are no pins at all.
        """
        self._kind = kind
        self._lamps: dict[int, Any] = {}
        self._wires = Wires(kind, (factory or partial(open_factory, kind))(), wakeup, clock)
        for pin in sorted({*gpios()} - {*skip}):
            with suppress(NoPins):  # another driver has it
                self._wires.listen(str(pin), pin, QUIET_SECONDS, is_hasty=True)

    def read(self, now: float) -> tuple[PinChange, ...]:
        """Return what has moved, in order of time. Never blocks.

        Raises:
            NoPins: The pins do not answer any more.
        """
        changes = (each for each in self._wires.changes(now) if not isinstance(each, Turned))
        moves = (PinChange(int(each.contact), each.kind is ButtonDown, each.at)
                 for each in changes if each.kind is not ButtonMasked)  # fmt: skip
        return tuple(sorted(moves, key=lambda move: move.at))

    def next_deadline(self) -> float | None:
        """Return when to call ``read`` even if nothing wakes the loop; ``None``: never."""
        return self._wires.deadline()

    def light(self, pin: int, *, is_lit: bool) -> None:
        """Light what is on a pin, or darken it; from then on the pin is no longer listened to.

        Never on a button's pin: pressed, it would short the lit pin to ground.

        Raises:
            NoPins: The pin cannot be lit.
        """
        if pin not in self._lamps:
            self._lamps[pin] = self._wires.lamp(pin)
        with no_pins_for(self._kind, pin):
            self._lamps[pin].value = is_lit

    def pins(self) -> tuple[int, ...]:
        """Return the GPIOs that are listened to, in rising order."""
        return tuple(int(name) for name in self._wires.contacts)

    def close(self) -> None:
        """Give all pins back, dark. Closing twice is harmless."""
        self._wires.close()
