"""What can come from the table's hardware: facts with a time, never a word for people to read."""

from enum import Enum, StrEnum

import msgspec


class Control(StrEnum):
    """The nine things on the panel that a finger can press, by the names that settings use."""

    P1 = "p1"
    P2 = "p2"
    P3 = "p3"
    P4 = "p4"
    P5 = "p5"
    RA = "ra"
    OK = "ok"
    UNDO = "undo"
    DIAL = "dial"


class DeviceName(StrEnum):
    """The two things that can be plugged in."""

    PANEL = "panel"
    READER = "reader"


class Loss(Enum):
    """Why a device does not answer."""

    NOT_THERE = "not there"
    """Nothing of that name, path or USB number is plugged in."""

    NO_PERMISSION = "no permission"
    """It is there, and this user may not open it."""

    IN_USE = "in use"
    """Another program has it."""

    UNPLUGGED = "unplugged"
    """It was open, and the line went dead."""

    SILENT = "silent"
    """It is open, and no longer answers what it used to answer."""

    NOT_UNDERSTOOD = "not understood"
    """It is open and talks, and nothing of it makes sense: the format or the speed is wrong."""

    NOT_OPENED = "not opened"
    """Opening failed in a way of its own; the detail is the system's word for it."""

    PINS_LOST = "pins lost"
    """The pins could be used before and cannot be read or driven any more."""


class Distrust(Enum):
    """Why a button is not listened to for now."""

    HELD_AT_START = "held at start"
    """It was down when the panel was opened."""

    STUCK = "stuck"
    """It has been down for longer than any finger means."""

    CHATTERING = "chattering"
    """It went up and down faster and longer than any finger can."""

    DEVICE_LOST = "device lost"
    """The device it sits on is gone; nobody knows whether it is down."""


class Noted(Enum):
    """Things worth saying that stop nothing."""

    EDGE_MISSED = "edge missed"
    """A contact moved and the driver said nothing; found by looking. The detail is its name."""

    SPILLED = "spilled"
    """More came at once than can be kept. The detail says how much was thrown away."""

    SPOKEN_ERROR = "spoken error"
    """The reader says that something is wrong with it. The detail is what it says."""

    ERROR_OVER = "error over"
    """The reader has not said for a while what was wrong with it. The detail is what it was."""

    UNKNOWN_BUTTON = "unknown button"
    """The reader reports a button that no table has. The detail is its name."""


class ButtonDown(msgspec.Struct, frozen=True):
    """A button was pressed, and the contact is believed."""

    control: Control
    """Which one."""

    at: float
    """When, in seconds of the monotonic clock."""


class ButtonUp(msgspec.Struct, frozen=True):
    """A button that was reported down was let go."""

    control: Control
    """Which one."""

    at: float
    """When, in seconds of the monotonic clock."""


class ButtonMasked(msgspec.Struct, frozen=True):
    """A button is not listened to until it behaves.

    If it was reported down, that press ends here without having been let go: it must not count.
    """

    control: Control
    """Which one."""

    why: Distrust
    """What it did."""

    at: float
    """When, in seconds of the monotonic clock."""


class ButtonTrusted(msgspec.Struct, frozen=True):
    """A masked button has behaved and is listened to again; it is up."""

    control: Control
    """Which one."""

    at: float
    """When, in seconds of the monotonic clock."""


class Turned(msgspec.Struct, frozen=True):
    """The dial was turned."""

    steps: int
    """How many detents; negative is to the left."""

    at: float
    """When, in seconds of the monotonic clock."""


class TagRead(msgspec.Struct, frozen=True):
    """A tag came to a reader: it had not been seen there for a while."""

    uid: str
    """The tag's number in its one form, see ``hardware.readers.frames``."""

    at: float
    """When, in seconds of the monotonic clock."""

    zone: str | None = None
    """Where, if the reader has several places."""


class Inventory(msgspec.Struct, frozen=True):
    """All tags that lie in one zone now, said whenever that changes."""

    zone: str
    """The place's name."""

    uids: tuple[str, ...]
    """Every tag there, in alphabetical order; empty if nothing lies there."""

    at: float
    """When, in seconds of the monotonic clock."""


class ZoneFailed(msgspec.Struct, frozen=True):
    """A zone cannot be read now: what lay there last must be taken to lie there still."""

    zone: str
    """The place's name."""

    code: str
    """What the reader calls the trouble; empty: the link to it broke."""

    at: float
    """When, in seconds of the monotonic clock."""


class LineNoise(msgspec.Struct, frozen=True):
    """Bytes came that make no sense; said at most once a second."""

    device: DeviceName
    """Where they came from."""

    bytes_dropped: int
    """How many since this was last said."""

    at: float
    """When, in seconds of the monotonic clock."""


class Notice(msgspec.Struct, frozen=True):
    """Something worth saying that stops nothing."""

    device: DeviceName
    """Where it happened."""

    kind: Noted
    """What it is."""

    detail: str
    """The fact that belongs to it, see the kind."""

    at: float
    """When, in seconds of the monotonic clock."""


class DeviceLost(msgspec.Struct, frozen=True):
    """A device does not answer, and has not for the grace time.

    Said again if another reason is found later, for instance plugged in but without permission.
    """

    device: DeviceName
    """Which one."""

    why: Loss
    """What is known about the reason."""

    at: float
    """When the grace time was over, in seconds of the monotonic clock."""

    detail: str = ""
    """Name of the port and the system's own words, for whoever looks for the wrong wire."""


class DeviceFound(msgspec.Struct, frozen=True):
    """A device answers: for the first time, or again."""

    device: DeviceName
    """Which one."""

    at: float
    """When, in seconds of the monotonic clock."""


Event = (
    ButtonDown
    | ButtonUp
    | ButtonMasked
    | ButtonTrusted
    | Turned
    | TagRead
    | Inventory
    | ZoneFailed
    | LineNoise
    | Notice
    | DeviceLost
    | DeviceFound
)
"""Anything a device can report; each has ``at``."""
