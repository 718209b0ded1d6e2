"""What a table and the process that speaks for it tell each other, and the topics at the broker.

Nothing here holds a name, a point total or a hidden tile of a running game, a PIN or a path; only
`Hello`, which stays on the computer, names the files of the account.
"""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from companion.core.kiosk import Link
from companion.settings import FleetSettings


class TablePhase(Enum):
    """What a table is in the middle of."""

    IDLE = "idle"
    ATTRACT = "attract"
    SEATING = "seating"
    PLAYING = "playing"
    AUCTION = "auction"
    SCORING = "scoring"
    OVER = "over"
    LOCKED = "locked"


Call = Literal["none", "rules", "order", "pay"]
"""What guests call for."""

Number = Annotated[int, Meta(ge=0, le=1_000_000)]


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A table as everybody at the broker may know it."""

    phase: TablePhase
    players: Number
    epoch: Number
    """0 while no game is on the table, or where nobody entered it."""
    ra: Number
    ra_limit: Number
    minutes: Number
    """How long the game on the table has been played; longer pauses do not count."""
    actions: Number
    call: Call
    trouble: tuple[str, ...]
    """Kinds of what is wrong, such as ``reader_lost``; never more than `MOST_TROUBLES`."""
    language: str
    volume: Literal["off", "night", "normal"]
    night: bool
    version: str
    games_today: Number


MOST_TROUBLES = 16


class Hello(msgspec.Struct, frozen=True):
    """Which table this is, and where its broker is."""

    id: str
    version: str
    settings: FleetSettings


class TableLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the table: `hello` first, then `state` with every change and every few seconds."""

    hello: Hello | None = None
    state: State | None = None
    waits: bool = False
    """Whether another process speaks for the table, so that this one has to wait until it goes."""


class FleetLine(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A line of the fleet process."""

    link: Link
    same_id: bool = False
    """Whether another table uses this one's id."""
    answered: bool = False
    """Whether somebody at the broker has just answered the table's call."""
    phones: bool = False
    """Whether this is no fleet process, but the one that serves phones."""


MOST_BEAT_SECONDS = 60


def beat_seconds(settings: FleetSettings) -> int:
    """Return how often a table says at least how it is. Silent for 1.5 times as long, it hangs."""
    return min(settings.keepalive_seconds, MOST_BEAT_SECONDS)


_MACHINE_ID = Path("/etc/machine-id")

_SHORT = 8


def id_of(settings: FleetSettings, machine_id: Path = _MACHINE_ID) -> str:
    """Return what a table is called: as its owner says, else by the machine's id, shortened."""
    if settings.id:
        return settings.id
    try:
        found = machine_id.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        found = ""
    return found[:_SHORT] if found.isalnum() else "table"


def port_of(settings: FleetSettings) -> int:
    """Return the broker's port: the registered one unless the owner says otherwise."""
    return settings.port or (8883 if settings.tls_ca else 1883)


ONLINE, OFFLINE = "online", "offline"

ANSWERED = "end"
"""What is published at `Topics.answer` to answer a call."""


class Topics(msgspec.Struct, frozen=True):
    """The topics of one table."""

    base: str
    prefix: str
    """Where Home Assistant looks for devices."""
    id: str

    @property
    def config(self) -> str:
        """Its description for Home Assistant; retained."""
        return f"{self.prefix}/device/ra_companion_{self.id}/config"

    @property
    def availability(self) -> str:
        """Whether it is there; retained, and its last will."""
        return f"{self.base}/{self.id}/availability"

    @property
    def state(self) -> str:
        """Its newest state; retained."""
        return f"{self.base}/{self.id}/state"

    @property
    def call(self) -> str:
        """What guests call for, when they do."""
        return f"{self.base}/{self.id}/call"

    @property
    def answer(self) -> str:
        """Where somebody answers a call."""
        return f"{self.base}/{self.id}/call/set"

    @property
    def home_assistant(self) -> str:
        """Where Home Assistant says that it has come back, and knows nothing."""
        return f"{self.prefix}/status"


def topics_of(settings: FleetSettings, table: str) -> Topics:
    """Return the topics of the table with this id."""
    return Topics(settings.base, settings.discovery_prefix, table)
