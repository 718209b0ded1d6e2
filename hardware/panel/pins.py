"""The header's pins, which buttons and lamps are on them, and every mistake in such a table."""

from collections import defaultdict
from collections.abc import Mapping
from enum import Enum, StrEnum
from types import MappingProxyType

import msgspec

from hardware.events import Control

HEADER = (
    *("3V3", "5V", "GPIO2", "5V", "GPIO3", "GND", "GPIO4", "GPIO14", "GND", "GPIO15"),
    *("GPIO17", "GPIO18", "GPIO27", "GND", "GPIO22", "GPIO23", "3V3", "GPIO24", "GPIO10", "GND"),
    *("GPIO9", "GPIO25", "GPIO11", "GPIO8", "GND", "GPIO7", "GPIO0", "GPIO1", "GPIO5", "GND"),
    *("GPIO6", "GPIO12", "GPIO13", "GND", "GPIO19", "GPIO16", "GPIO26", "GPIO20", "GND", "GPIO21"),
)
"""What is on header pin 1, 2, …, 40, on every Pi since the B+."""

RESERVED = (0, 1)
"""GPIOs of the identity chip of an add-on board; read at every start, not for buttons."""


def gpios() -> tuple[int, ...]:
    """Return every GPIO on the header that a button or a lamp may use, in rising order."""
    numbers = (int(name[4:]) for name in HEADER if name.startswith("GPIO"))
    return tuple(sorted(number for number in numbers if number not in RESERVED))


def header_pin(gpio: int) -> int | None:
    """Return the header's pin, 1 to 40, on which this GPIO is; ``None``: the header has it not."""
    name = f"GPIO{gpio}"
    return HEADER.index(name) + 1 if name in HEADER else None


class PinFactory(StrEnum):
    """Through which library gpiozero reaches the pins."""

    AUTO = "auto"
    """gpiod, else RPi.GPIO. Never anything else, and never mock pins."""

    GPIOD = "gpiod"
    """The kernel's own interface, on every Pi; see ``chip``."""

    RPIGPIO = "rpigpio"
    """The registers of a Pi 1 to 4."""

    MOCK = "mock"
    """Pins that exist only in memory: for simulation and tests."""


PACKAGES = {
    PinFactory.GPIOD: "this program with the extra [pi]",
    PinFactory.RPIGPIO: "this program with the extra [rpi-gpio] (Pi 1 to 4)",
}
"""What to install for each factory."""


class PinTrouble(Enum):
    """Why pins cannot be used."""

    LIBRARY_MISSING = "the library is not installed"
    NOT_A_PI = "this is no Raspberry Pi"
    NO_CHIP = "there is no /dev/gpiochip…"
    NO_PERMISSION = "the user is not in the group gpio"
    PIN_TAKEN = "another program or driver has the pin"
    """The detail is its name, if the kernel tells it."""
    PIN_REFUSED = "the pin cannot do this"
    OTHER = "the library refuses"


class NoPins(OSError):
    """Pins cannot be used."""

    def __init__(
        self, kind: PinTrouble, factory: PinFactory, *, pin: int | None = None, detail: str = ""
    ) -> None:
        """Say why.

        Args:
            kind: Why the pins cannot be used.
            factory: The library that was tried.
            pin: The GPIO it is about, if it is about one.
            detail: The library's message.
        """
        self.kind, self.factory, self.pin, self.detail = kind, factory, pin, detail
        super().__init__(f"{factory}: {kind.value}: {detail}")


class PanelPins(msgspec.Struct, frozen=True):
    """A panel's wiring, by GPIO numbers (BCM)."""

    buttons: Mapping[Control, int] = {}
    """The contact of each button; it closes to ground, and the Pi pulls it up."""
    lamps: Mapping[Control, int] = {}
    """The lamp of each button; a high level lights it."""
    dial: tuple[int, int] | None = None
    """The dial's contacts: what closes first to the right, and to the left. Its push is a button.
    """
    factory: PinFactory = PinFactory.AUTO
    quiet_seconds: float = 0.02
    """How long a contact must be still to be believed."""
    dial_deaf_seconds: float = 0.2
    """How long turning is ignored after the dial was pushed: a push twists it."""

    def contacts(self) -> dict[str, int]:
        """Return the pin of each contact by its name in the settings, such as ``dial_a``."""
        turning = dict(zip(DIAL_CONTACTS, self.dial or (), strict=False))
        return {control.value: pin for control, pin in self.buttons.items()} | turning


DIAL_CONTACTS = ("dial_a", "dial_b")
"""What turns, as the settings call it."""


def title(contact: str) -> str:
    """Return the name of a contact or a lamp in documents."""
    if contact in DIAL_CONTACTS:
        return f"Dial (contact {contact[-1].upper()})"
    who = contact.upper() if contact == Control.OK else contact.capitalize()
    return f"player {who[1]}" if who[1:].isdigit() else who


class PinMistake(Enum):
    """Every kind of mistake in the table."""

    TWO_USES = "is used twice"
    NO_SUCH_PIN = "is not a pin for buttons and lamps"


class MistakenPin(msgspec.Struct, frozen=True):
    """One mistake in the table."""

    kind: PinMistake
    pin: int
    """The GPIO it is about."""
    uses: tuple[str, ...]
    """The settings that name it, such as ``panel.lamps.ra``."""

    def __str__(self) -> str:
        return f"GPIO {self.pin} {self.kind.value}: {', '.join(self.uses)}"


class BadPins(ValueError):
    """A table of pins with mistakes."""

    def __init__(self, found: tuple[MistakenPin, ...]) -> None:
        """Carry the mistakes."""
        self.mistakes = found
        super().__init__("; ".join(map(str, found)))


def mistakes(pins: PanelPins) -> tuple[MistakenPin, ...]:
    """Return every mistake in the table, in order of pins."""
    users: dict[int, list[str]] = defaultdict(list)
    for name, pin in pins.contacts().items():
        users[pin].append(f"panel.buttons.{name}")
    for control, pin in pins.lamps.items():
        users[pin].append(f"panel.lamps.{control}")
    found = []
    for pin, uses in sorted(users.items()):
        if len(uses) > 1:
            found.append(MistakenPin(PinMistake.TWO_USES, pin, tuple(uses)))
        if pin not in gpios():
            found.append(MistakenPin(PinMistake.NO_SUCH_PIN, pin, tuple(uses)))
    return tuple(found)


def _controls(**pins: int) -> Mapping[Control, int]:
    return MappingProxyType({Control(name): pin for name, pin in pins.items()})


DEFAULT_PINS = PanelPins(
    buttons=_controls(p1=5, p2=6, p3=13, p4=19, p5=26, ra=4, ok=23, undo=24, dial=22),
    lamps=_controls(p1=12, p2=16, p3=20, p4=21, p5=25, ra=18, ok=10, undo=9),
    dial=(17, 27),
)
"""The whole panel. I²C and the serial port stay free; of SPI only the data pins are taken."""
