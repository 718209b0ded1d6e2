"""From what arrived to messages: the one place where hardware, window and model meet."""

from collections.abc import Iterator

import msgspec

from companion.app.reporting import read, reported
from companion.core.messages import Message
from companion.core.model import Model
from companion.inputs import Hands, turned, typed
from hardware.events import (
    ButtonDown,
    ButtonMasked,
    ButtonTrusted,
    ButtonUp,
    DeviceFound,
    DeviceLost,
    Event,
    Inventory,
    LineNoise,
    TagRead,
    Turned,
    ZoneFailed,
)
from hardware.events import Notice as HardwareNotice


class Touch(msgspec.Struct, frozen=True):
    """Something on the screen was touched that means this."""

    message: Message


class Key(msgspec.Struct, frozen=True):
    """A key went down."""

    name: str
    """What pygame calls it."""
    text: str
    """What it types, if anything."""
    place: str = ""
    """The key in the same place of a US keyboard, if it is a letter or a digit."""


Input = Event | Touch | Key | Message
"""Anything that may arrive."""

Heard = tuple[Message, str]
"""A message and where it came from: button, key, touch, reader, script …"""


def messages(arrived: Input, source: str, hands: Hands, model: Model) -> Iterator[Heard]:
    """Yield what something that arrived means now, and where it came from."""
    match arrived:
        case ButtonDown():
            yield from ((message, source) for message in hands.pressed(arrived, model))
        case ButtonUp():
            yield from ((message, source) for message in hands.released(arrived, model))
        case ButtonMasked() | ButtonTrusted() | DeviceLost() | DeviceFound():
            if isinstance(arrived, ButtonMasked):
                hands.masked(arrived)
            yield reported(arrived), source
        case Turned():
            yield turned(arrived), source
        case Touch(message):
            yield message, "touch"
        case Key(name, text, place):
            meant = typed(name, text, place, model)
            if meant is not None:
                yield meant, "key"
        case TagRead() | Inventory() | ZoneFailed() | LineNoise() | HardwareNotice():
            yield from ((message, "reader") for message in read(arrived))
        case message:
            yield message, source
