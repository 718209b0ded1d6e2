"""What a table in a café knows by name: who calls, what staff write, what lies in the box."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

import msgspec

from companion.i18n import Sentences, mark

VOLUMES: Mapping[tuple[str, ...], str] = {
    ("off", "night", "normal"): mark("Guests may set any volume"),
    ("night", "normal"): mark("Guests cannot switch sound off"),
    ("off", "night"): mark("Guests may choose quiet or off"),
    (): mark("Guests cannot change the volume"),
}
"""Which volumes guests may choose, and what the staff's menu says of it."""


class GuestRequest(Enum):
    """What guests want; the value is told to the owner's command, and kept on the disk."""

    RULES = "rules"
    ORDER = "order"
    BILL = "bill"


class Calling(msgspec.Struct, frozen=True):
    """Somebody calls, until staff have been there."""

    kind: GuestRequest
    beat_at: float
    """When the border changed last, in seconds of the monotonic clock."""
    is_bright: bool = True


class Idle(Enum):
    """How long nobody has done anything."""

    AWAKE = "awake"
    DIM = "dim"
    KEPT = "kept"
    """Nobody has played for a while, and the screen says that the game is saved."""


class UsbJob(Enum):
    """What staff write on a stick; the value stands in their journal."""

    BACKUP = "backup"
    GAMES = "games"
    DIAGNOSTICS = "diagnostics"


class Stick(msgspec.Struct, frozen=True):
    """A USB stick that is plugged in and can be written."""

    place: str
    """Where its files are."""
    install: str = ""
    """What installs the newest update that lies on it; empty: none does."""


class MissingPiece(msgspec.Struct, frozen=True):
    """What is missing of one kind."""

    kind: str
    """The name of a pile, or what a tag can be on."""
    missing: int


class Link(Enum):
    """How the fleet process and the broker get on."""

    OFF = "off"
    """The settings say that there is no fleet."""
    NO_SERVICE = "no_service"
    """No fleet process is attached to the table."""
    CONNECTED = "connected"
    NO_BROKER = "no_broker"
    """Nothing answers where the broker should be."""
    REFUSED = "refused"
    """The broker does not take the account, or it is no broker."""
    CERTIFICATE = "certificate"
    """It cannot be believed that it is the broker."""


class Secret(msgspec.Struct, frozen=True):
    """Digits that appear in no log, not even in one for debugging."""

    digits: str = ""

    def __repr__(self) -> str:
        """Return something that says nothing."""
        return "Secret()"


class Pile(Sentences):
    """What is laid on one heap to be counted; the value is the English words."""

    RA = "Ra tiles"
    GOD = "Gods"
    GOLD = "Gold"
    PHARAOH = "Pharaohs and funerals"
    NILE = "Niles, floods and droughts"
    CIVILISATION = "Civilizations and unrest"
    MONUMENT = "Monuments and earthquakes"
    SUN = "Suns"
    FIGURE = "Ra figure"
    BAG = "Bag"
    POINTS = "Points"


class StaffList(Sentences):
    """The lists of the staff; the value is the title."""

    MAIN = "Staff"
    GUESTS = "Guests and new games"
    MACHINE = "This table"
    STICK = "Save to a USB stick"
