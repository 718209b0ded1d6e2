"""What the loop must do after a message: orders, carried out in their order."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

import msgspec

from companion.core.messages import Message
from companion.core.model import Agreement, Guest, Rejected
from companion.rules.editions import Seat
from companion.rules.entries import Entry
from companion.rules.timeline import Timeline

if TYPE_CHECKING:
    from companion.core.all_messages import Effect as Effect
else:
    Effect = msgspec.Struct


class Record(msgspec.Struct, frozen=True):
    """Write this entry to the game's journal; what follows from it is shown only afterwards."""

    entry: Entry
    tag: str = ""
    """Of a drawn tile: the tag it was read by."""


class RecordRejected(msgspec.Struct, frozen=True):
    """Write a refused reading to the game's journal; it is no entry and changes no table."""

    rejected: Rejected


class Jot(msgspec.Struct, frozen=True):
    """Keep in the game's journal that a player looked at their points, and nothing else of it."""

    peeked: Seat


class OpenBook(msgspec.Struct, frozen=True):
    """Begin a journal for this game; the game is shown only when it is on the disk."""

    timeline: Timeline
    guests: tuple[Guest, ...]
    agreement: Agreement


class CloseBook(msgspec.Struct, frozen=True):
    """Put the game's journal away, finished or kept."""


class Deal(msgspec.Struct, frozen=True):
    """Deal the suns at random and answer with ``Dealt``."""

    guests: tuple[Guest, ...]
    names: tuple[str, ...]
    """What they are called, also those who gave no name."""
    agreement: Agreement


class Fetch(msgspec.Struct, frozen=True):
    """Open the game that was left last, or the one named, and answer with ``Resumed``."""

    game: str = ""


class Again(msgspec.Struct, frozen=True):
    """Take this message next, before anything else that has arrived."""

    message: Message
    source: str = ""
    """Where it comes from; empty: from where the message came that it follows."""


class Speak(msgspec.Struct, frozen=True):
    """Load the words of this language and answer with ``SetLanguage``."""

    language: str


class Cue(Enum):
    """The short sounds."""

    DRAW = "draw"
    RA = "ra"
    BID = "bid"
    PASS = "pass"  # noqa: S105 - a player passes
    LOT = "lot"
    SUN = "sun"
    DISASTER = "disaster"
    EPOCH = "epoch"
    REVEAL = "reveal"
    WIN = "win"
    REFUSED = "refused"
    UNDO = "undo"


class Sound(msgspec.Struct, frozen=True):
    """Let this be heard, if anything can be."""

    cue: Cue


class Recite(msgspec.Struct, frozen=True):
    """Read the whole table aloud, if anything can."""


class Exit(msgspec.Struct, frozen=True):
    """Leave the program."""
