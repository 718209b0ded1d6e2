"""Which hardware is opened, and what devices report of themselves, as messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import msgspec

from companion.core.messages import Healed, Message, TagSeen, Trouble
from companion.core.notices import Notes, Notice
from companion.pages import hardware
from companion.settings import Settings
from companion.settings.hardware import no_pins, pins, port, simulated_pins
from hardware.device import Device
from hardware.events import (
    ButtonMasked,
    ButtonTrusted,
    DeviceFound,
    DeviceLost,
    Inventory,
    LineNoise,
    Noted,
    TagRead,
    ZoneFailed,
)
from hardware.events import Notice as HardwareNotice
from hardware.panel.gpio import NoPins
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
        return tuple(each for each in (self.panel, self.reader) if each is not None)

    def simulated(self) -> tuple[SimulatedPanel, SimulatedReader]:
        """Return what hands can move without a Pi.

        Raises:
            TypeError: The hardware is real.
        """
        if isinstance(self.panel, SimulatedPanel) and isinstance(self.reader, SimulatedReader):
            return self.panel, self.reader
        raise TypeError("the hardware is real: nobody here can press it")


def simulated(
    settings: Settings, wake: Callable[[], None], now: Callable[[], float], stack: ExitStack
) -> Opened:
    """Open mock pins and a pseudo-terminal under the real classes.

    The wires are where the wiring plan has them, whatever the settings say: with wrong settings the
    buttons of this table are as wrong as those of a real one.
    """
    troubles: tuple[Notice, ...] = ()
    try:
        wanted = SimulatedPanel(wake, simulated_pins(settings), clock=now, soldered=DEFAULT_PINS)
    except BadPins as why:
        wanted = SimulatedPanel(wake, clock=now)
        wanted.read(now())  # that this one is found does not heal what the settings say
        troubles = (no_pins(why),)
    panel = stack.enter_context(wanted)
    reader = stack.enter_context(SimulatedReader(wake, port(settings), clock=now))
    return Opened(panel, reader, troubles)


def real(
    settings: Settings, wake: Callable[[], None], now: Callable[[], float], stack: ExitStack
) -> Opened:
    """Open what the settings name; what cannot be opened is said, and the table plays on."""
    panel: Panel | None = None
    reader: BagReader | None = None
    troubles: list[Notice] = []
    if settings.panel.factory != "none":
        try:
            panel = stack.enter_context(Panel(pins(settings), wake, clock=now))
        except (NoPins, BadPins) as why:
            troubles.append(no_pins(why))
    if settings.bag_reader.url:
        reader = stack.enter_context(BagReader(port(settings), wake, clock=now))
    return Opened(panel, reader, tuple(troubles))


Read = TagRead | Inventory | ZoneFailed | LineNoise | HardwareNotice
"""What a reader says of tags, and what only the test page shows."""

News = ButtonMasked | ButtonTrusted | DeviceLost | DeviceFound
"""A device or a button behaves badly, or well again."""

_PADS = (None, "pad")
"""Where a tag is laid to say that its tile is drawn."""


def read(event: Read) -> Iterator[Message]:
    """Yield what follows from what a reader says."""
    match event:
        case TagRead(uid, at, zone):
            if zone in _PADS:
                yield TagSeen(uid, at)
        case Inventory(zone, uids, at):
            yield hardware.ZoneSeen(zone, uids, at)
        case ZoneFailed(zone, code):
            yield hardware.ZoneLost(zone, code)
        case HardwareNotice(_, Noted.SPOKEN_ERROR, detail):
            yield Trouble(Notice(Notes.READER_COMPLAINS, {"detail": detail}))
        case HardwareNotice(_, Noted.ERROR_OVER):
            yield Healed(Notice(Notes.READER_COMPLAINS))
        case LineNoise() | HardwareNotice():
            return


def reported(event: News) -> Message:
    """Return what is to be said of a device or a button."""
    from companion.settings.hardware import found, lost  # noqa: PLC0415

    match event:
        case ButtonMasked(control):
            return Trouble(Notice(Notes.BUTTON_MASKED, {"button": str(control)}))
        case ButtonTrusted(control):
            return Healed(Notice(Notes.BUTTON_MASKED, {"button": str(control)}))
        case DeviceLost():
            return Trouble(lost(event))
        case DeviceFound(device):
            return Healed(found(device))
