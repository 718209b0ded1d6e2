"""Why buttons or a reader cannot be used: the hardware's kinds and facts as notices.

The hardware knows no words for people; each of its kinds has one sentence here, with its remedy.
"""

from collections.abc import Mapping
from types import MappingProxyType

from companion.core.notices import Notes, Notice
from companion.words import Words
from hardware.events import DeviceLost, DeviceName, Loss
from hardware.no_pins import NoPins, PinTrouble
from hardware.pin_mistakes import BadPins, Mistake, PinMistake
from hardware.pins import Role, Use

READER: Mapping[Loss, Notes] = MappingProxyType(
    {
        Loss.NOT_THERE: Notes.READER_NOT_THERE,
        Loss.NO_PERMISSION: Notes.READER_DENIED,
        Loss.IN_USE: Notes.READER_IN_USE,
        Loss.UNPLUGGED: Notes.READER_LOST,
        Loss.SILENT: Notes.READER_SILENT,
        Loss.NOT_UNDERSTOOD: Notes.READER_GARBLED,
        Loss.NOT_OPENED: Notes.READER_NOT_OPENED,
        Loss.PINS_LOST: Notes.READER_LOST,
    }
)
"""What is said of a bag reader that does not answer."""

PINS: Mapping[PinTrouble, Notes] = MappingProxyType(
    {
        PinTrouble.LIBRARY_MISSING: Notes.PINS_LIBRARY_MISSING,
        PinTrouble.LIBRARIES_COLLIDE: Notes.PINS_LIBRARIES_COLLIDE,
        PinTrouble.NOT_A_PI: Notes.PINS_NOT_A_PI,
        PinTrouble.WRONG_PI: Notes.PINS_WRONG_PI,
        PinTrouble.NO_CHIP: Notes.PINS_NO_CHIP,
        PinTrouble.NO_PERMISSION: Notes.PINS_DENIED,
        PinTrouble.FOLDER_READ_ONLY: Notes.PINS_FOLDER_READ_ONLY,
        PinTrouble.NO_DAEMON: Notes.PINS_NO_DAEMON,
        PinTrouble.PIN_IN_USE: Notes.PIN_IN_USE,
        PinTrouble.PIN_REFUSED: Notes.PIN_REFUSED,
        PinTrouble.LOST: Notes.PANEL_LOST,
        PinTrouble.OTHER: Notes.PINS_REFUSED,
    }
)
"""What is said of pins that cannot be used."""

WIRING: Mapping[PinMistake, Notes] = MappingProxyType(
    {
        PinMistake.TWO_USES: Notes.PIN_HAS_TWO_USES,
        PinMistake.NO_SUCH_PIN: Notes.PIN_IS_NONE,
        PinMistake.FIXED_PULL_UP: Notes.PIN_IS_WRONG,
        PinMistake.ALWAYS_PRESSED: Notes.PIN_IS_WRONG,
        PinMistake.SHARES: Notes.PIN_IS_WRONG,
    }
)
"""What is said of a mistake in the table of pins."""

_TURNS = {Role.TURN_A: "panel.buttons.dial_a", Role.TURN_B: "panel.buttons.dial_b"}


def lost(event: DeviceLost) -> Notice:
    """Return why a device does not answer."""
    if event.device is DeviceName.READER:
        port = event.detail.partition(": ")[0]
        return Notice(READER[event.why], {"port": port, "detail": event.detail})
    return Notice(Notes.PANEL_LOST, {"detail": event.detail})


def found(device: DeviceName) -> Notice:
    """Return what is over when a device answers again."""
    return Notice(Notes.READER_LOST if device is DeviceName.READER else Notes.PANEL_LOST)


def no_pins(why: NoPins | BadPins) -> Notice:
    """Return why the pins cannot be used; of several mistakes in their table, the first."""
    if isinstance(why, BadPins):
        return mistaken(why.mistakes[0])
    facts: dict[str, str | int] = {
        "factory": str(why.factory),
        "package": why.package,
        "pin": why.pin or 0,
        "header_pin": why.header_pin or 0,
        "detail": why.detail,
    }
    return Notice(PINS[why.kind], facts)


def mistaken(mistake: Mistake) -> Notice:
    """Return what is wrong in the table of pins, in the names of the settings."""
    uses = ", ".join(map(_setting, mistake.uses))
    facts: dict[str, str | int] = {
        "pin": mistake.pin,
        "header_pin": mistake.header_pin or 0,
        "uses": uses,
    }
    return Notice(WIRING[mistake.kind], facts)


def _setting(use: Use) -> str:
    """Return the name of the setting that gives a pin its use."""
    if use.role is Role.LAMP:
        return f"panel.lamps.{use.control}"
    return _TURNS.get(use.role, f"panel.buttons.{use.control}")


def said(noted: Notice, words: Words) -> str:
    """Return a notice in words."""
    return words.say(noted.note.value, **noted.facts)
