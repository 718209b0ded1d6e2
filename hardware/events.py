"""What the hardware reports, without words for people.

Every event says when it happened: ``at``, in seconds of the monotonic clock.
"""

from enum import Enum, StrEnum

import msgspec


class Control(StrEnum):
    """The nine controls on the panel that can be pressed, by their names in the settings."""

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
    """Nothing with that name, path or USB ID is plugged in."""
    NO_PERMISSION = "no permission"
    """It is there, but this user may not open it."""
    IN_USE = "in use"
    """Another program is using it."""
    UNPLUGGED = "unplugged"
    """It was open, and the link broke."""
    SILENT = "silent"
    """It is open, but has stopped answering."""
    NOT_OPENED = "not opened"
    """Opening failed in another way; the detail is the system's message."""
    PINS_LOST = "pins lost"
    """The pins worked before, but can no longer be read or driven."""


class Noted(Enum):
    """Notices that stop nothing."""

    SPOKEN_ERROR = "spoken error"
    """The reader reports a fault. The detail is its message."""
    NOT_A_TAG = "not a tag"
    """The reader sends text that is not understood. The detail is the text."""
    UNREADABLE = "unreadable"
    """The reader sends what is no text: the speed is wrong. The detail is the speed, in baud."""
    ERROR_OVER = "error over"
    """What was noted is over."""


class ButtonDown(msgspec.Struct, frozen=True):
    """A button was pressed; debounced."""

    control: Control
    at: float


class ButtonUp(msgspec.Struct, frozen=True):
    """A button that was reported down was released."""

    control: Control
    at: float


class ButtonMasked(msgspec.Struct, frozen=True):
    """A button is ignored until it behaves.

    If it was reported down, that press ends here without a release: it must not count.
    """

    control: Control
    at: float


class ButtonTrusted(msgspec.Struct, frozen=True):
    """A masked button has behaved and is trusted again; it is up."""

    control: Control
    at: float


class Turned(msgspec.Struct, frozen=True):
    """The dial was turned."""

    steps: int
    """How many detents; negative is counter-clockwise."""
    at: float


class TagRead(msgspec.Struct, frozen=True):
    """A tag arrived at a reader: it had not been seen there for a while."""

    uid: str
    """The tag's number in canonical form; see ``hardware.tags``."""
    at: float


class DeviceNotice(msgspec.Struct, frozen=True):
    """A notice that stops nothing."""

    device: DeviceName
    kind: Noted
    detail: str
    """See the kind."""
    at: float


class DeviceLost(msgspec.Struct, frozen=True):
    """A device has not answered for the grace time, which ends at this time.

    Reported again if another reason is found later, such as plugged in without permission.
    """

    device: DeviceName
    why: Loss
    at: float
    detail: str = ""
    """The port and the system's message, for finding the faulty wire."""


class DeviceFound(msgspec.Struct, frozen=True):
    """A device answers, for the first time or again."""

    device: DeviceName
    at: float


Event = (
    ButtonDown
    | ButtonUp
    | ButtonMasked
    | ButtonTrusted
    | Turned
    | TagRead
    | DeviceNotice
    | DeviceLost
    | DeviceFound
)
"""Anything that a device can report."""
