"""Opens the hardware: what the settings name, or mock pins and a pseudo-terminal."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

import msgspec

from companion.core.notices import Notes, Notice
from companion.settings import Settings
from companion.settings.hardware import no_pins, pins, port
from hardware.device import Device, Wakeup
from hardware.panel.panel import Panel
from hardware.panel.pins import DEFAULT_PINS, BadPins
from hardware.reader.bag_reader import BagReader
from hardware.simulated import SimulatedPanel, SimulatedReader


class Opened(msgspec.Struct, frozen=True):
    """What could be opened, and what is to be said about the rest."""

    panel: Panel | None
    reader: BagReader | None
    troubles: tuple[Notice, ...]

    @property
    def devices(self) -> tuple[Device, ...]:
        """Everything that the loop reads."""
        is_mute = isinstance(self.reader, SimulatedReader) and self.reader.fault
        both = (self.panel, None if is_mute else self.reader)
        return tuple(each for each in both if each is not None)

    def simulated(self) -> tuple[SimulatedPanel, SimulatedReader]:
        """Return what hands can move without a Pi.

        Raises:
            TypeError: The hardware is real.
        """
        if isinstance(self.panel, SimulatedPanel) and isinstance(self.reader, SimulatedReader):
            return self.panel, self.reader
        raise TypeError("the hardware is real: nobody here can press it")


def simulated(
    settings: Settings, wakeup: Wakeup, now: Callable[[], float], stack: ExitStack
) -> Opened:
    """Open mock pins and a pseudo-terminal under the real classes.

    The wires are where the wiring plan has them, whatever the settings say: with wrong settings the
    buttons of this table are as wrong as those of a real one.
    """
    troubles: tuple[Notice, ...] = ()
    try:
        wanted = SimulatedPanel(wakeup, pins(settings), clock=now, soldered=DEFAULT_PINS)
    except BadPins as why:
        wanted = SimulatedPanel(wakeup, clock=now)
        wanted.read(now())  # that this one is found does not heal what the settings say
        troubles = (no_pins(why),)
    panel = stack.enter_context(wanted)
    reader = stack.enter_context(SimulatedReader(wakeup.wake, port(settings), clock=now))
    if reader.fault:
        troubles = (*troubles, Notice(Notes.NO_SIMULATED_READER, {"why": reader.fault}))
    return Opened(panel, reader, troubles)


def real(settings: Settings, wakeup: Wakeup, now: Callable[[], float], stack: ExitStack) -> Opened:
    """Open what the settings name; what cannot be opened is said, and the table plays on."""
    panel: Panel | None = None
    reader: BagReader | None = None
    troubles: list[Notice] = []
    if settings.panel.factory != "none":
        try:
            panel = stack.enter_context(Panel(pins(settings), wakeup, clock=now))
        except BadPins as why:
            troubles.append(no_pins(why))
        else:
            troubles += [no_pins(panel.failure)] if panel.failure else []
    if settings.bag_reader.url:
        reader = stack.enter_context(BagReader(port(settings), wakeup.wake, clock=now))
    return Opened(panel, reader, tuple(troubles))
