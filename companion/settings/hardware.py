"""Pins and ports from the settings, and the notices for hardware that cannot be used."""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from companion.core.notices import Notes, Notice
from companion.i18n import Words
from companion.settings import Settings
from hardware.events import Control
from hardware.panel.pins import (
    BadPins,
    ButtonPins,
    DialPins,
    Lamp,
    MistakenPin,
    NoPins,
    PanelPins,
    PinFactory,
    PinMistake,
    PinTrouble,
    Role,
    Use,
    Wire,
)
from hardware.reader.reader_port import ReaderPort
from hardware.readers.auto import Format


def pins(settings: Settings) -> PanelPins:
    """Return the table of pins that the settings describe; a pin 0 is not wired."""
    contacts = msgspec.structs.asdict(settings.panel.buttons)
    lamps = msgspec.structs.asdict(settings.panel.lamps)
    buttons = tuple(
        ButtonPins(
            control,
            Wire(contacts[control]) if contacts[control] else None,
            Lamp((lamps[control],)) if lamps.get(control) else None,
        )
        for control in Control
        if contacts[control] or lamps.get(control)
    )
    a, b = settings.panel.buttons.dial_a, settings.panel.buttons.dial_b
    return PanelPins(
        buttons=buttons,
        dial=DialPins(Wire(a), Wire(b)) if a and b else None,
        factory=PinFactory(settings.panel.factory),
        quiet_seconds=settings.panel.quiet_seconds,
        dial_deaf_seconds=settings.panel.dial_deaf_seconds,
        brightness=settings.panel.brightness,
    )


def simulated_pins(settings: Settings) -> PanelPins:
    """Return the same table for mock pins, whatever library the settings name."""
    factory = settings.panel.factory
    mock = msgspec.structs.replace(settings.panel, factory="auto" if factory == "none" else factory)
    return pins(msgspec.structs.replace(settings, panel=mock))


def port(settings: Settings) -> ReaderPort:
    """Return how the bag reader is reached."""
    reader = settings.bag_reader
    return ReaderPort(
        url=reader.url,
        format=Format(reader.format),
        baud=reader.baud or None,
        grace_seconds=reader.grace_seconds,
    )


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
        PinTrouble.PIN_TAKEN: Notes.PIN_TAKEN,
        PinTrouble.PIN_REFUSED: Notes.PIN_REFUSED,
        PinTrouble.LOST: Notes.PANEL_LOST,
        PinTrouble.OTHER: Notes.PINS_REFUSED,
    }
)
"""What to say about pins that cannot be used."""

WIRING: Mapping[PinMistake, Notes] = MappingProxyType(
    {
        PinMistake.TWO_USES: Notes.PIN_HAS_TWO_USES,
        PinMistake.NO_SUCH_PIN: Notes.PIN_IS_NONE,
        PinMistake.FIXED_PULL_UP: Notes.PIN_IS_WRONG,
        PinMistake.ALWAYS_PRESSED: Notes.PIN_IS_WRONG,
        PinMistake.SHARES: Notes.PIN_IS_WRONG,
    }
)
"""What to say about a mistake in the table of pins."""

_TURNS = {Role.TURN_A: "panel.buttons.dial_a", Role.TURN_B: "panel.buttons.dial_b"}


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


def mistaken(mistake: MistakenPin) -> Notice:
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
