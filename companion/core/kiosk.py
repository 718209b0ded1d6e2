"""The state of a table in a café: what staff have set, and who calls them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING

import msgspec

from companion.core.preferences import Choices
from companion.i18n import Sentences, mark
from companion.i18n.languages import LANGUAGES
from companion.rules.actions import Level

if TYPE_CHECKING:
    from companion.rules.records.timeline import Timeline
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


class Kiosk(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a table in a café knows beside its game."""

    languages: tuple[str, ...] = LANGUAGES
    """Those that guests may choose; none: all."""
    volumes: tuple[str, ...] = ("off", "night", "normal")
    """Those that guests may choose; a key of ``VOLUMES``."""
    staff_until: float | None = None
    """Staff are here, and if nothing is done they are gone at this time (monotonic seconds)."""
    is_locked: bool = False
    """Whether guests can do nothing at all."""
    active_at: float = 0.0
    """When somebody did something last, in seconds of the monotonic clock."""
    rest: Idle = Idle.AWAKE
    turning_until: float = 0.0
    """Before this time the dial is still in the turn that ended the demonstration."""
    call: Calling | None = None
    is_night: bool = False
    """Whether these are the hours in which the demonstration is dark."""
    show: Timeline | None = None
    """The game that the program plays with itself."""
    played: Timeline | None = None
    """The game that was left last, since the program was started."""
    box: str = ""
    """What the box that lies here is called."""
    short: tuple[MissingPiece, ...] = ()
    """What was missing in it when it was counted last."""
    sticks: tuple[Stick, ...] = ()
    """Those that are plugged in, the latest last."""
    usb_job: UsbJob | None = None
    """What is being written on a stick."""
    choices: Choices = Choices()
    """What holds again when those who set something else at the screen are gone."""
    guests_language: str = ""
    """What guests read, while staff read the language of the house; empty if that is the same."""
    level: str = "auto"
    """How much new games enter, as in the settings."""
    auto_level: Level = Level.FULL
    """How much that is where the owner leaves it to the hardware."""
    link: Link = Link.OFF
    """Whether the table can be seen from behind the bar."""
    fleet_id: str = ""
    """What the table is called there."""

    @property
    def offered(self) -> tuple[str, ...]:
        """Return the languages that can be chosen."""
        return self.languages or LANGUAGES

    @property
    def update(self) -> Stick | None:
        """Return the stick with an update on it, the latest of several; None: there is none."""
        return next((each for each in reversed(self.sticks) if each.install), None)


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
