"""Fits out the workbench: which pins it may look at, and where it writes what it finds."""

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import msgspec

from companion.app.devices import Opened
from companion.app.loop import Loop
from companion.app.workbench import Machines, Workbench
from companion.catalogues import words
from companion.settings import Settings
from companion.settings_file import Values, keep
from hardware.no_pins import PinFactory
from hardware.panel import Panel
from hardware.pin_finder import PinFinder
from hardware.pins import PanelPins
from hardware.simulated import SimulatedPanel

HEADER_SERIAL = (14, 15)
"""GPIOs of the serial port on the header."""

_HEADER_PORTS = ("serial0", "ttyAMA", "ttyS")


class Tools(msgspec.Struct, frozen=True):
    """What of the program the workbench is fitted out with."""

    opened: Opened
    settings: Settings
    named: Path | None
    """The settings file that was named on the command line."""
    data: Path
    wake: Callable[[], None]
    now: Callable[[], float]
    is_simulated: bool


def fitted_out(loop: Loop, tools: Tools, stack: ExitStack) -> Workbench:
    """Return the workbench of this program; what it opens is closed with the stack.

    A simulation writes only into a file that was named: it must not tell a real table that its
    buttons are where the imaginary ones are.
    """
    panel = tools.opened.panel

    def connect(pins: PanelPins) -> Panel:
        connected = stack.enter_context(Panel(pins, tools.wake, clock=tools.now))
        loop.attach((connected,))
        return connected

    def find(settings: Settings) -> PinFinder:
        if isinstance(panel, SimulatedPanel):
            return panel.find()
        factory = settings.panel.factory
        return PinFinder(
            tools.wake,
            factory=PinFactory.AUTO if factory == "none" else PinFactory(factory),
            skip=taken(settings.bag_reader.url),
            clock=tools.now,
        )

    machines = Machines(panel, tools.opened.reader, find, connect, writer(tools))
    bench = Workbench(
        machines, tools.settings, tools.data, lambda: words(loop.model.preferences.language)
    )
    stack.callback(bench.close)
    return bench


def writer(tools: Tools) -> Callable[[Values], Path] | None:
    """Return what writes the owner's settings; None: nothing is written here."""
    may_write = tools.named is not None or not tools.is_simulated
    return partial(keep, tools.named) if may_write else None


def taken(url: str) -> tuple[int, ...]:
    """Return the GPIOs that a bag reader on this port needs for itself."""
    return HEADER_SERIAL if any(name in url for name in _HEADER_PORTS) else ()


def is_first_start(file: Path | None, model: Path = Path("/proc/device-tree/model")) -> bool:
    """Whether this is a Raspberry Pi whose owner has set nothing yet.

    Args:
        file: The owner's settings, if there are any.
        model: Where a Pi says what it is.
    """
    if file is not None and file.exists():
        return False
    try:
        return model.read_bytes().startswith(b"Raspberry Pi")
    except OSError:
        return False
