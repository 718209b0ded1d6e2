"""Pins and ports from the settings, and the notices for hardware that cannot be used."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec

from companion.core.notices import Notes, Notice
from companion.settings import Settings
from hardware.events import Control
from hardware.panel.pins import (
    PACKAGES,
    BadPins,
    MistakenPin,
    NoPins,
    PanelPins,
    PinFactory,
    PinMistake,
    PinTrouble,
    header_pin,
)
from hardware.readers.auto import Format

if TYPE_CHECKING:
    from hardware.reader.port import ReaderPort


def pins(settings: Settings) -> PanelPins:
    """Return the table of pins that the settings describe; a pin 0 is not wired."""
    contacts = msgspec.structs.asdict(settings.panel.buttons)
    lamps = msgspec.structs.asdict(settings.panel.lamps)
    a, b = contacts["dial_a"], contacts["dial_b"]
    return PanelPins(
        buttons={control: pin for control in Control if (pin := contacts[control])},
        lamps={control: pin for control in Control if (pin := lamps.get(control))},
        dial=(a, b) if a and b else None,
        factory=library(settings),
        quiet_seconds=settings.panel.quiet_seconds,
        dial_deaf_seconds=settings.panel.dial_deaf_seconds,
    )


def library(settings: Settings) -> PinFactory:
    """Return through which library pins are reached, also those of a table without buttons."""
    factory = settings.panel.factory
    return PinFactory.AUTO if factory == "none" else PinFactory(factory)


def port(settings: Settings) -> "ReaderPort":
    """Return how the bag reader is reached."""
    reader = settings.bag_reader
    from hardware.reader.port import ReaderPort  # noqa: PLC0415 - the doctor runs without pyserial

    return ReaderPort(
        url=reader.url,
        format=Format(reader.format),
        baud=reader.baud or None,
        grace_seconds=reader.grace_seconds,
    )


PINS: Mapping[PinTrouble, Notes] = MappingProxyType(
    {
        PinTrouble.LIBRARY_MISSING: Notes.PINS_LIBRARY_MISSING,
        PinTrouble.NOT_A_PI: Notes.PINS_NOT_A_PI,
        PinTrouble.NO_CHIP: Notes.PINS_NO_CHIP,
        PinTrouble.NO_PERMISSION: Notes.PINS_DENIED,
        PinTrouble.PIN_TAKEN: Notes.PIN_TAKEN,
        PinTrouble.PIN_REFUSED: Notes.PIN_REFUSED,
        PinTrouble.OTHER: Notes.PINS_REFUSED,
    }
)
"""What to say about pins that cannot be used."""

WIRING: Mapping[PinMistake, Notes] = MappingProxyType(
    {PinMistake.TWO_USES: Notes.PIN_HAS_TWO_USES, PinMistake.NO_SUCH_PIN: Notes.PIN_IS_NONE}
)
"""What to say about a mistake in the table of pins."""


def no_pins(why: NoPins | BadPins) -> Notice:
    """Return why the pins cannot be used; of several mistakes in their table, the first."""
    if isinstance(why, BadPins):
        return mistaken(why.mistakes[0])
    is_unnamed = why.kind is PinTrouble.PIN_TAKEN and not why.detail
    facts: dict[str, str | int] = {
        "factory": str(why.factory),
        "package": PACKAGES.get(why.factory, ""),
        "pin": why.pin or 0,
        "header_pin": header_pin(why.pin or 0) or 0,
        "detail": why.detail,
    }
    return Notice(Notes.PIN_IN_USE if is_unnamed else PINS[why.kind], facts)


def mistaken(mistake: MistakenPin) -> Notice:
    """Return what is wrong in the table of pins, in the names of the settings."""
    facts: dict[str, str | int] = {
        "pin": mistake.pin,
        "header_pin": header_pin(mistake.pin) or 0,
        "uses": ", ".join(mistake.uses),
    }
    return Notice(WIRING[mistake.kind], facts)
