"""Which button and lamp is on which pin: the table and its defaults."""

from dataclasses import dataclass
from enum import Enum, StrEnum

from hardware.events import Control
from hardware.no_pins import PinFactory


class Pull(StrEnum):
    """Which way the Pi pulls a wire that nothing else drives."""

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
class Lamp:
    """A lamp on one pin, or one with three colours on three."""

    pins: tuple[int, ...]
    """The GPIOs (BCM)."""

    shares: tuple[float, ...] = (1.0,)
    """How bright each pin is when the lamp is fully lit, 0 to 1: the lamp's colour."""

    active_low: bool = False
    """Whether a low wire lights it: a common anode, or an inverting driver."""


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
    """Everything that is to know about a panel's wires."""

    buttons: tuple[ButtonPins, ...] = ()
    """Those that are wired, in any order."""

    dial: DialPins | None = None
    """The dial, if there is one."""

    factory: PinFactory = PinFactory.AUTO
    """Through which library the pins are reached."""

    quiet_seconds: float = 0.02
    """How long a contact may chatter when it moves."""

    dial_deaf_seconds: float = 0.2
    """How long turning is not counted after the dial was pushed: a push twists."""

    brightness: float = 1.0
    """How bright a lamp is that is fully lit, 0 to 1."""


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
