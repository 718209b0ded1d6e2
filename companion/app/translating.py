"""From what arrived to messages: the one place where hardware, window and model meet."""

from collections.abc import Iterator

import msgspec

from companion.core.messages import Healed, Message, TagSeen, Trouble
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.inputs import Hands, turned, typed
from hardware.events import (
    ButtonDown,
    ButtonMasked,
    ButtonTrusted,
    ButtonUp,
    DeviceFound,
    DeviceLost,
    DeviceName,
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
            yield from ((message, source) for message in _device(arrived, hands))
        case Turned():
            yield turned(arrived), source
        case Touch(message):
            yield message, "touch"
        case Key(name, text, place):
            meant = typed(name, text, place, model)
            if meant is not None:
                yield meant, "key"
        case TagRead(uid, at, None):
            yield TagSeen(uid, at), "reader"
        case TagRead() | Inventory() | ZoneFailed() | LineNoise() | HardwareNotice():
            return
        case message:
            yield message, source


def _device(
    event: ButtonMasked | ButtonTrusted | DeviceLost | DeviceFound, hands: Hands
) -> Iterator[Message]:
    """Yield what is to be said of a device or a button that behaves badly, or well again."""
    match event:
        case ButtonMasked(control):
            hands.masked(event)
            yield Trouble(Notice(Notes.BUTTON_MASKED, {"button": str(control)}))
        case ButtonTrusted(control):
            yield Healed(Notice(Notes.BUTTON_MASKED, {"button": str(control)}))
        case DeviceLost(device, why):
            yield Trouble(_lost(device, why.value))
        case DeviceFound(device):
            yield Healed(_lost(device, ""))


def _lost(device: DeviceName, why: str) -> Notice:
    if device is DeviceName.READER:
        return Notice(Notes.READER_LOST)
    return Notice(Notes.PANEL_LOST, {"why": why})
