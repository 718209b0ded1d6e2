"""What devices report of themselves and of what lies on them, as messages."""

from collections.abc import Iterator

from companion.core.antennas import ZoneLost, ZoneSeen
from companion.core.messages import Healed, Message, TagSeen, Trouble
from companion.core.notices import Notes, Notice
from hardware.events import (
    ButtonMasked,
    ButtonTrusted,
    DeviceFound,
    DeviceLost,
    Inventory,
    LineNoise,
    Noted,
    TagRead,
    ZoneFailed,
)
from hardware.events import Notice as HardwareNotice

Read = TagRead | Inventory | ZoneFailed | LineNoise | HardwareNotice
"""What a reader says of tags, and what only the test page shows."""

News = ButtonMasked | ButtonTrusted | DeviceLost | DeviceFound
"""A device or a button behaves badly, or well again."""

_PADS = (None, "pad")
"""Where a tag is laid to say that its tile is drawn."""


def read(event: Read) -> Iterator[Message]:
    """Yield what follows from what a reader says."""
    match event:
        case TagRead(uid, at, zone):
            if zone in _PADS:
                yield TagSeen(uid, at)
        case Inventory(zone, uids, at):
            yield ZoneSeen(zone, uids, at)
        case ZoneFailed(zone, code):
            yield ZoneLost(zone, code)
        case HardwareNotice(_, Noted.SPOKEN_ERROR, detail):
            yield Trouble(Notice(Notes.READER_COMPLAINS, {"detail": detail}))
        case HardwareNotice(_, Noted.ERROR_OVER):
            yield Healed(Notice(Notes.READER_COMPLAINS))
        case LineNoise() | HardwareNotice():
            return


def reported(event: News) -> Message:
    """Return what is to be said of a device or a button."""
    from companion.device_notes import found, lost  # noqa: PLC0415 - not before the first picture

    match event:
        case ButtonMasked(control):
            return Trouble(Notice(Notes.BUTTON_MASKED, {"button": str(control)}))
        case ButtonTrusted(control):
            return Healed(Notice(Notes.BUTTON_MASKED, {"button": str(control)}))
        case DeviceLost():
            return Trouble(lost(event))
        case DeviceFound(device):
            return Healed(found(device))
