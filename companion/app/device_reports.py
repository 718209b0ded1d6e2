"""What devices report about themselves and about tags, as messages to the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from companion.core.messages import Message, TagSeen, Trouble, TroubleOver
from companion.core.notices import Notes, Notice
from hardware.events import (
    ButtonMasked,
    ButtonTrusted,
    DeviceFound,
    DeviceLost,
    DeviceName,
    Loss,
    Noted,
    TagRead,
)
from hardware.events import DeviceNotice as HardwareNotice

Read = TagRead | HardwareNotice
"""What a reader reports about tags, and about itself."""

News = ButtonMasked | ButtonTrusted | DeviceLost | DeviceFound
"""A device or a button behaves badly, or well again."""


def read(event: Read) -> Iterator[Message]:
    """Yield what follows from what a reader says."""
    match event:
        case TagRead(uid, at):
            yield TagSeen(uid, at)
        case HardwareNotice(_, Noted.SPOKEN_ERROR, detail):
            yield Trouble(Notice(Notes.READER_COMPLAINS, {"detail": detail}))
        case HardwareNotice(_, Noted.NOT_A_TAG, detail):
            yield Trouble(Notice(Notes.READER_TEXT, {"text": detail}))
        case HardwareNotice(_, Noted.UNREADABLE, detail):
            yield Trouble(Notice(Notes.READER_GARBLED, {"baud": detail}))
        case HardwareNotice():
            yield TroubleOver(Notice(Notes.READER_COMPLAINS))


def reported(event: News) -> Message:
    """Return what is to be said of a device or a button."""
    match event:
        case ButtonMasked(control):
            return Trouble(Notice(Notes.BUTTON_MASKED, {"button": str(control)}))
        case ButtonTrusted(control):
            return TroubleOver(Notice(Notes.BUTTON_MASKED, {"button": str(control)}))
        case DeviceLost():
            return Trouble(lost(event))
        case DeviceFound(device):
            return TroubleOver(found(device))


READER: Mapping[Loss, Notes] = MappingProxyType(
    {
        Loss.NOT_THERE: Notes.READER_NOT_THERE,
        Loss.NO_PERMISSION: Notes.READER_DENIED,
        Loss.IN_USE: Notes.READER_IN_USE,
        Loss.UNPLUGGED: Notes.READER_LOST,
        Loss.SILENT: Notes.READER_SILENT,
        Loss.NOT_OPENED: Notes.READER_NOT_OPENED,
        Loss.PINS_LOST: Notes.READER_LOST,
    }
)
"""What is said about a bag reader that does not answer."""


def lost(event: DeviceLost) -> Notice:
    """Return why a device does not answer."""
    if event.device is DeviceName.READER:
        port = event.detail.partition(": ")[0]
        return Notice(READER[event.why], {"port": port, "detail": event.detail})
    return Notice(Notes.PANEL_LOST, {"detail": event.detail})


def found(device: DeviceName) -> Notice:
    """Return what is over when a device answers again."""
    return Notice(Notes.READER_LOST if device is DeviceName.READER else Notes.PANEL_LOST)
