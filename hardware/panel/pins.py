"""The header's pins, which buttons and lamps are on them, and every mistake in such a table."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum

from hardware.events import Control

HEADER = (
    *("3V3", "5V", "GPIO2", "5V", "GPIO3", "GND", "GPIO4", "GPIO14", "GND", "GPIO15"),
    *("GPIO17", "GPIO18", "GPIO27", "GND", "GPIO22", "GPIO23", "3V3", "GPIO24", "GPIO10", "GND"),
    *("GPIO9", "GPIO25", "GPIO11", "GPIO8", "GND", "GPIO7", "GPIO0", "GPIO1", "GPIO5", "GND"),
    *("GPIO6", "GPIO12", "GPIO13", "GND", "GPIO19", "GPIO16", "GPIO26", "GPIO20", "GND", "GPIO21"),
)
"""What is on header pin 1, 2, …, 40, on every Pi since the B+."""

FIXED_PULL_UPS = (2, 3)
"""GPIOs with a pull-up resistor to 3.3 V on the board, whatever is set."""

RESERVED = (0, 1)
"""GPIOs of the identity chip of an add-on board; read at every start, not for buttons."""

OTHER_USES = {
    2: "I²C data: clock modules, some displays",
    3: "I²C clock; also wakes a Pi that was shut down",
    7: "SPI chip select 1",
    8: "SPI chip select 0",
    9: "SPI data in",
    10: "SPI data out",
    11: "SPI clock",
    14: "serial out: a bag reader on the header",
    15: "serial in: a bag reader on the header",
}
"""GPIOs that something else may need, and what that is."""


def gpios() -> tuple[int, ...]:
    """Return every GPIO on the header that a button or a lamp may use, in rising order."""
    numbers = (int(name[4:]) for name in HEADER if name.startswith("GPIO"))
    return tuple(sorted(number for number in numbers if number not in RESERVED))


def header_pin(gpio: int) -> int:
    """Return the header's pin, 1 to 40, on which this GPIO is.

    Raises:
        ValueError: The header has no such GPIO.
    """
    return HEADER.index(f"GPIO{gpio}") + 1


class PinFactory(StrEnum):
    """Through which library gpiozero reaches the pins."""

    AUTO = "auto"
    """gpiod, else lgpio, else RPi.GPIO. Never anything else, and never mock pins."""

    GPIOD = "gpiod"
    """Not one of gpiozero's own; see ``chip``."""

    LGPIO = "lgpio"
    RPIGPIO = "rpigpio"
    PIGPIO = "pigpio"
    MOCK = "mock"
    """Pins that exist only in memory: for simulation and tests."""


class PinTrouble(Enum):
    """Why the pins cannot be used."""

    LIBRARY_MISSING = "{factory} is not installed. Install {package}."
    LIBRARIES_COLLIDE = (
        "RPi.GPIO and rpi-lgpio are both installed and overwrite each other. "
        "Uninstall both, then install one of them."
    )
    NOT_A_PI = "{factory} finds no Raspberry Pi here. Try ra-companion run --simulate."
    WRONG_PI = "{factory} cannot drive the pins of this Pi. Install {package} instead."
    NO_CHIP = "This system has no GPIO chip (no /dev/gpiochip…)."
    NO_PERMISSION = "This user may not use the GPIO chip. Add the user to the group gpio."
    FOLDER_READ_ONLY = (
        "lgpio must write a small file into the folder in which the program is started, and "
        "cannot. Start it in a folder that can be written, or set LG_WD to one."
    )
    NO_DAEMON = "The pigpio daemon does not answer. Start it: sudo systemctl start pigpiod."
    PIN_IN_USE = "GPIO {pin} (header pin {header_pin}) is used by another program or driver."
    PIN_TAKEN = "GPIO {pin} (header pin {header_pin}) is used by {detail}."
    PIN_REFUSED = "GPIO {pin} (header pin {header_pin}) cannot be used: {detail}."
    LOST = "The pins do not answer any more: {detail}."
    OTHER = "{factory} cannot open the pins: {detail}."


PACKAGES = {
    PinFactory.GPIOD: "this program with the extra [pi]",
    PinFactory.LGPIO: "python3-lgpio (apt), or this program with the extra [lgpio]",
    PinFactory.RPIGPIO: "this program with the extra [rpi-gpio] (Pi 1 to 4) or [rpi-lgpio]",
    PinFactory.PIGPIO: "pigpio and python3-pigpio (apt)",
}
"""What to install for each factory."""


class NoPins(OSError):
    """The pins cannot be used. ``kind`` and the facts say why; the text says it in English."""

    def __init__(
        self,
        kind: PinTrouble,
        factory: PinFactory,
        *,
        pin: int | None = None,
        header_pin: int | None = None,
        detail: str = "",
    ) -> None:
        """Say why.

        Args:
            kind: Why the pins cannot be used.
            factory: The library that was tried.
            pin: The GPIO it is about, if it is about one.
            header_pin: Where that GPIO is on the header.
            detail: The library's message.
        """
        wanted = PinFactory.GPIOD if kind is PinTrouble.WRONG_PI else factory
        self.kind = kind
        self.factory = factory
        self.package = PACKAGES.get(wanted, "")
        self.pin = pin
        self.header_pin = header_pin
        self.detail = detail
        super().__init__(
            kind.value.format(
                factory=factory,
                package=self.package,
                pin=pin,
                header_pin=header_pin,
                detail=detail or "no reason given",
            )
        )


class BadPins(ValueError):
    """A table of pins with mistakes; the text names them all."""

    def __init__(self, found: tuple["MistakenPin", ...]) -> None:
        """Carry the mistakes."""
        self.mistakes = found
        super().__init__("; ".join(map(str, found)))


class PinMistake(Enum):
    """Every kind of mistake in the table."""

    TWO_USES = "is both"
    NO_SUCH_PIN = "is not a pin for buttons and lamps; it was given to"
    FIXED_PULL_UP = "has a resistor to 3.3 V on the board; pulled another way it cannot be used by"
    ALWAYS_PRESSED = "is pulled to the level that means pressed, so it always would be, for"
    SHARES = "needs one share between 0 and 1 for each of the lamp's pins, for"


class Role(Enum):
    """What a control uses a pin for."""

    CONTACT = "contact"
    LAMP = "lamp"
    TURN_A = "turning, contact A"
    TURN_B = "turning, contact B"


@dataclass(frozen=True, slots=True)
class Use:
    """One control's use of one pin."""

    control: Control
    """Who uses it."""

    role: Role
    """What for."""

    def __str__(self) -> str:
        name = self.control.upper() if self.control == Control.OK else self.control.capitalize()
        who = f"player {name[1]}" if name[1:].isdigit() else name
        return who if self.role is Role.CONTACT else f"{who} ({self.role.value})"


@dataclass(frozen=True, slots=True)
class MistakenPin:
    """One mistake in the table; the text says it in English."""

    kind: PinMistake
    """What is wrong."""

    pin: int
    """The GPIO it is about."""

    uses: tuple[Use, ...]
    """Who wants it, in the table's order."""

    header_pin: int | None
    """Where that GPIO is on the header; ``None``: nowhere."""

    def __str__(self) -> str:
        where = f" (header pin {self.header_pin})" if self.header_pin else ""
        return f"GPIO {self.pin}{where} {self.kind.value} {' and '.join(map(str, self.uses))}"


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp on one pin, or one with three colours on three."""

    pins: tuple[int, ...]
    """The GPIOs (BCM)."""

    shares: tuple[float, ...] = (1.0,)
    """How bright each pin is when the lamp is fully lit, 0 to 1: the lamp's colour."""

    active_low: bool = False
    """Whether a low level lights it: a common anode, or an inverting driver."""


class Pull(StrEnum):
    """Which way the Pi pulls an open wire."""

    UP = "up"
    DOWN = "down"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Wire:
    """One contact on one pin."""

    pin: int
    """The GPIO's number (BCM), not the header's."""

    pull: Pull = Pull.UP
    """Up for a contact to ground, the usual one."""

    active_low: bool = True
    """Whether a closed contact makes the wire low."""


@dataclass(frozen=True, slots=True)
class ButtonPins:
    """A button, its lamp, or both."""

    control: Control
    """Which one."""

    contact: Wire | None = None
    """Its contact, if it is wired."""

    lamp: Lamp | None = None
    """Its lamp, if it has one."""


@dataclass(frozen=True, slots=True)
class DialPins:
    """The two contacts of the dial; swap them if it turns the wrong way. Its push is a button."""

    a: Wire
    """Closes first when turned to the right."""

    b: Wire
    """Closes first when turned to the left."""


@dataclass(frozen=True, slots=True)
class PanelPins:
    """Everything about a panel's wiring."""

    buttons: tuple[ButtonPins, ...] = ()
    """Those that are wired, in any order."""

    dial: DialPins | None = None
    """The dial, if there is one."""

    factory: PinFactory = PinFactory.AUTO
    """Through which library the pins are reached."""

    quiet_seconds: float = 0.02
    """How long a contact may bounce."""

    dial_deaf_seconds: float = 0.2
    """How long turning is ignored after the dial was pushed: a push twists it."""

    brightness: float = 1.0
    """How bright a fully lit lamp is, 0 to 1."""


def mistakes(pins: PanelPins) -> tuple[MistakenPin, ...]:
    """Return every mistake in the table, in order of pins."""
    users: dict[int, list[Use]] = defaultdict(list)
    for pin, use, _ in _uses(pins):
        users[pin].append(use)
    found = [
        _mistake(PinMistake.TWO_USES, pin, *uses) for pin, uses in users.items() if len(uses) > 1
    ]
    for pin, use, part in _uses(pins):
        found += [_mistake(kind, pin, use) for kind in _wrong(pin, part)]
    return tuple(sorted(set(found), key=lambda mistake: (mistake.pin, mistake.kind.name)))


def _uses(pins: PanelPins) -> Iterator[tuple[int, Use, Wire | Lamp]]:
    """Yield each pin with who uses it."""
    for use, wire in wires(pins):
        yield wire.pin, use, wire
    for button in pins.buttons:
        if lamp := button.lamp:
            for pin in lamp.pins:
                yield pin, Use(button.control, Role.LAMP), lamp


def _wrong(pin: int, part: Wire | Lamp) -> Iterator[PinMistake]:
    """Yield what is wrong with one part on this pin, whatever else uses it."""
    if pin not in gpios():
        yield PinMistake.NO_SUCH_PIN
    if isinstance(part, Lamp):
        if len(part.shares) != len(part.pins) or not all(0 <= s <= 1 for s in part.shares):
            yield PinMistake.SHARES
        return
    if pin in FIXED_PULL_UPS and part.pull is not Pull.UP:
        yield PinMistake.FIXED_PULL_UP
    if part.pull is not Pull.NONE and (part.pull is Pull.UP) != part.active_low:
        yield PinMistake.ALWAYS_PRESSED


def _mistake(kind: PinMistake, pin: int, *uses: Use) -> MistakenPin:
    """Return a mistake with its place on the header."""
    return MistakenPin(kind, pin, uses, header_pin(pin) if pin in gpios() else None)


DEFAULT_PINS = PanelPins(
    buttons=(
        ButtonPins(Control.P1, Wire(5), Lamp((12,))),
        ButtonPins(Control.P2, Wire(6), Lamp((16,))),
        ButtonPins(Control.P3, Wire(13), Lamp((20,))),
        ButtonPins(Control.P4, Wire(19), Lamp((21,))),
        ButtonPins(Control.P5, Wire(26), Lamp((25,))),
        ButtonPins(Control.RA, Wire(4), Lamp((18,))),
        ButtonPins(Control.OK, Wire(23), Lamp((10,))),
        ButtonPins(Control.UNDO, Wire(24), Lamp((9,))),
        ButtonPins(Control.DIAL, Wire(22)),
    ),
    dial=DialPins(Wire(17), Wire(27)),
)
"""The whole panel. I²C and the serial port stay free; of SPI only the data pins are taken."""


def wires(pins: PanelPins) -> tuple[tuple[Use, Wire], ...]:
    """Return every contact that is wired, with who uses it."""
    contacts = tuple(
        (Use(button.control, Role.CONTACT), button.contact)
        for button in pins.buttons
        if button.contact
    )
    if pins.dial is None:
        return contacts
    turn_a, turn_b = Use(Control.DIAL, Role.TURN_A), Use(Control.DIAL, Role.TURN_B)
    return (*contacts, (turn_a, pins.dial.a), (turn_b, pins.dial.b))
