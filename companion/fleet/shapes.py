"""What a table, its fleet process and the board say to each other: shapes, bounds and topics.

Nothing here holds a name, a point total or a hidden tile of a running game, a PIN or a path.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta

from companion.core.kiosk import Link
from companion.i18n import LANGUAGES
from companion.settings import FleetSettings

if TYPE_CHECKING:
    from socket import socket

MOST_LINE_BYTES = 4096
"""No line of the table's socket is longer, in either direction."""

MOST_PAYLOAD_BYTES = 1024
"""No order at the broker is longer."""

MOST_SENTENCE = 160
"""Characters of a message to the guests."""


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


class GameEvent(msgspec.Struct, frozen=True, kw_only=True):
    """A game is over, or was left; of one that was left, only what everybody could see."""

    game: str
    """The same for the same game, which may be left and go on; says nothing else."""
    over: bool
    edition: str
    players: Annotated[int, Meta(ge=1, le=5)]
    minutes: Number
    epochs: Annotated[tuple[str, ...], Meta(max_length=3)]
    """Why each epoch ended: ``suns`` or ``ra_track``."""
    points: Mapping[str, Annotated[int, Meta(ge=-1000, le=10_000)]] | None = None
    """All players' points together, by category; None of a game that is not over."""
    winner_share: Annotated[float, Meta(ge=0, le=1)] | None = None
    """How much of all points the winner has; None if it is not known."""


class Hello(msgspec.Struct, frozen=True):
    """The first line of a table: who it is, and where its broker is."""

    id: str
    version: str
    settings: FleetSettings


class TableReport(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the table: one of these."""

    hello: Hello | None = None
    state: State | None = None
    game: GameEvent | None = None
    refused: str = ""
    """Why an order was not taken."""


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something is wanted of a table."""

    entity: str
    value: str


class News(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The state of the fleet process's connection to the broker."""

    link: Link
    same_id: bool = False
    """Whether another table uses this one's id."""


class TableOrder(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A line of the fleet process: one of these."""

    order: Order | None = None
    news: News | None = None


ON, OFF = "ON", "OFF"

VALUES: Mapping[str, tuple[str, ...]] = {
    "language": LANGUAGES,
    "volume": ("off", "night", "normal"),
    "night": (ON, OFF),
    "call": ("end",),
    "message": (),
    "locked": (ON, OFF),
    "update": ("install",),
}
"""Everything that may be ordered, and the values it can have; none: any sentence."""

ORDERS = tuple(VALUES)


def why_not(order: Order) -> str:
    """Return what is wrong with an order, in English for the log; empty if it can be understood."""
    if order.entity not in VALUES:
        return f"{order.entity[:40]!r} cannot be ordered, only {', '.join(ORDERS)}"
    allowed = VALUES[order.entity]
    if allowed and order.value not in allowed:
        return f"{order.entity} cannot be {order.value[:40]!r}: use {', '.join(allowed)}"
    if not allowed and not _is_sentence(order.value):
        return f"{order.entity} must be one line of 1 to {MOST_SENTENCE} printable characters"
    return ""


def _is_sentence(text: str) -> bool:
    return len(text.strip()) > 0 and len(text) <= MOST_SENTENCE and text.isprintable()


Said = TypeVar("Said")

NO_SHAPE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What reading raises if a text says nothing of its shape."""


def heard(text: bytes, shape: type[Said]) -> Said | None:
    """Return what a text says; None if it says nothing of this shape."""
    try:
        return msgspec.json.decode(text, type=shape)
    except NO_SHAPE:
        return None


def sent(peer: socket, unsent: bytes, next_line: Callable[[], bytes]) -> bytes:
    """Send what is begun, then line after line, and return what the other side does not take yet.

    Args:
        peer: One end of the table's socket; it does not block.
        unsent: What is begun.
        next_line: Gives the next line; empty if there is none.

    Raises:
        OSError: The other side has gone.
    """
    while unsent := unsent or next_line():
        try:
            unsent = unsent[peer.send(unsent) :]
        except BlockingIOError:
            return unsent
    return b""


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
    def game(self) -> str:
        """A game that is over or was left."""
        return f"{self.base}/{self.id}/game"

    @property
    def orders(self) -> str:
        """Whatever is ordered of it."""
        return f"{self.base}/{self.id}/+/set"

    @property
    def birth(self) -> str:
        """Where Home Assistant says that it has come back."""
        return f"{self.prefix}/status"

    def order(self, entity: str) -> str:
        """Return where this is ordered; never retained."""
        return f"{self.base}/{self.id}/{entity}/set"

    def entity(self, topic: str) -> str | None:
        """Return what is ordered on a topic; None if it is no topic for orders of this table."""
        begin, end = f"{self.base}/{self.id}/", "/set"
        if not (topic.startswith(begin) and topic.endswith(end)):
            return None
        return topic[len(begin) : -len(end)]


def topics_of(settings: FleetSettings, table: str) -> Topics:
    """Return the topics of the table with this id."""
    return Topics(settings.base, settings.discovery_prefix, table)
