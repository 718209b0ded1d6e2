"""A table in a café: what staff have set, who calls them, and the pages that only it has."""

from collections.abc import Mapping
from enum import Enum

import msgspec

from companion.core.page import Page
from companion.core.piles import Short
from companion.rules.actions import Level
from companion.rules.timeline import Timeline
from companion.words import LANGUAGES, Sentences, mark

VOLUMES: Mapping[tuple[str, ...], str] = {
    ("off", "night", "normal"): mark("Guests choose any volume"),
    ("night", "normal"): mark("Guests cannot switch sound off"),
    ("off", "night"): mark("Guests choose quiet or off"),
    (): mark("Guests cannot change the volume"),
}
"""Which volumes guests may choose, and what the staff's menu says of it."""

LEAST_DIGITS, MOST_DIGITS = 4, 8
"""So long is a PIN."""


class Call(Enum):
    """What guests want; the value is what the owner's command and the lamps are told."""

    RULES = "rules"
    ORDER = "order"
    BILL = "bill"


class Calling(msgspec.Struct, frozen=True):
    """Somebody calls, until staff have been there."""

    kind: Call
    beat_at: float
    """When the border changed last, in seconds of the monotonic clock."""
    is_bright: bool = True


class Rest(Enum):
    """How long nobody has done anything."""

    AWAKE = "awake"
    DIM = "dim"
    KEPT = "kept"
    """So long that the screen says that the game is kept."""


class Cargo(Enum):
    """What staff write on a stick; the value stands in their journal."""

    BACKUP = "backup"
    GAMES = "games"
    DIAGNOSTICS = "diagnostics"


class Stick(msgspec.Struct, frozen=True):
    """A USB stick that is plugged in and can be written."""

    place: str
    """Where its files are."""
    install: str = ""
    """What installs the newest bundle that lies on it; empty: none does."""


class Sight(msgspec.Struct, frozen=True):
    """How the table looks as its owner wants it."""

    theme: str = "night"
    text_scale: float = 1.0
    is_big: bool = False


class House(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a table in a café knows beside its game."""

    languages: tuple[str, ...] = LANGUAGES
    """Those that guests may choose."""
    volumes: tuple[str, ...] = ("off", "night", "normal")
    """Those that guests may choose; a key of ``VOLUMES``."""
    staff_until: float | None = None
    """Staff are here, and if nothing is done they are gone at this time (monotonic seconds)."""
    is_locked: bool = False
    """Whether guests can do nothing at all."""
    active_at: float = 0.0
    """When somebody did something last, in seconds of the monotonic clock."""
    rest: Rest = Rest.AWAKE
    call: Calling | None = None
    is_night: bool = False
    """Whether these are the hours in which the demonstration is dark."""
    show: Timeline | None = None
    """The game that the program plays with itself."""
    played: Timeline | None = None
    """The game that was left last, since the program was started."""
    box: str = ""
    """What the box that lies here is called."""
    short: tuple[Short, ...] = ()
    """What was missing in it when it was counted last."""
    sticks: tuple[Stick, ...] = ()
    """Those that are plugged in, the latest last."""
    carries: Cargo | None = None
    """What is being written on a stick."""
    sight: Sight = Sight()
    """How the table looks again when those who wanted it otherwise are gone."""
    level: str = "auto"
    """How much new games enter, as in the settings."""
    auto_level: Level = Level.FULL
    """How much that is where the owner leaves it to the hardware."""


class Secret(msgspec.Struct, frozen=True):
    """Digits that stand in no log: they are not even shown to whoever debugs."""

    digits: str = ""

    def __repr__(self) -> str:
        """Return something that says nothing."""
        return "Secret()"


class Purpose(Sentences):
    """What a PIN is typed for; the value asks for it."""

    OPEN = "Staff: type the PIN"
    FIRST = "Choose a PIN for the staff: 4 to 8 digits"
    AGAIN = "Type the same PIN once more"


class Told(Sentences):
    """What the page of the PIN says; the value is the English sentence."""

    WRONG = "This is not the PIN. So many tries are left before you must wait: {tries}"
    WAIT = "Too many wrong tries. Wait: {minutes}:{seconds}"
    SHORT = "A PIN has 4 to 8 digits"
    NOT_THE_SAME = "These were not the same. Choose a PIN once more"
    NOT_KEPT = "This could not be saved ({why}), so it is not taken"


class Pin(Page, frozen=True):
    """A PIN is typed: with the first five buttons, dial, finger or keys."""

    purpose: Purpose = Purpose.OPEN
    typed: Secret = Secret()
    first: Secret = Secret()
    """What was chosen, while it is typed once more."""
    digit: int = 0
    """What the dial points at."""
    told: Told | None = None
    facts: Mapping[str, str | int] = {}
    wait_until: float = 0.0
    """Until when nothing is tried, in seconds of the monotonic clock."""


class Leaf(Sentences):
    """The lists of the staff; the value is the title."""

    MAIN = "Staff"
    HOUSE = "What guests may choose"
    MACHINE = "This table"
    STICK = "Save on a USB stick"


class Staff(Page, frozen=True):
    """What staff can do."""

    leaf: Leaf = Leaf.MAIN
    row: int = 0


class Versions(Page, frozen=True):
    """Which version runs, and how another comes onto the table."""


class SwitchingOff(Page, frozen=True):
    """Somebody holds what switches the table off."""

    since: float
    """Since when, in seconds of the monotonic clock."""
    left: int
    """How many seconds more."""


class Locked(Page, frozen=True):
    """The table is closed until staff open it."""


class Attract(Page, frozen=True):
    """Nobody is here: the program plays with itself."""

    at: int
    """How many actions of the demonstration stand."""
    step_at: float
    """When the last of them was played, in seconds of the monotonic clock."""
    language: str
    """What the table spoke before."""


class Asking(Page, frozen=True):
    """Somebody came to a table whose game was kept for a long time."""

    row: int = 0


class Help(Page, frozen=True):
    """Guests want something that the screen cannot give."""

    is_about_rules: bool = False
    row: int = 0
