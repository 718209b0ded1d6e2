"""How the hardware is connected: the settings as the hardware's own tables of pins and ports."""

import msgspec

from companion.settings import Settings
from hardware.events import Control
from hardware.no_pins import PinFactory
from hardware.pins import ButtonPins, DialPins, Lamp, PanelPins, Wire
from hardware.reader_port import ReaderPort
from hardware.readers import Format


def pins(settings: Settings) -> PanelPins:
    """Return the table of pins that the settings describe; a pin 0 is not wired."""
    contacts = msgspec.structs.asdict(settings.buttons)
    lamps = msgspec.structs.asdict(settings.lamps)
    buttons = tuple(
        ButtonPins(
            control,
            Wire(contacts[control]) if contacts[control] else None,
            Lamp((lamps[control],)) if lamps.get(control) else None,
        )
        for control in Control
        if contacts[control] or lamps.get(control)
    )
    a, b = settings.buttons.dial_a, settings.buttons.dial_b
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
