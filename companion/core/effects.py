"""What the loop must do after a message, in order, and what pages ask of the machines."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

import msgspec

from companion.core.messages import Message, StaffMessage
from companion.core.model import Model
from companion.core.notices import Notice
from companion.core.screen import TakenBack
from companion.core.session import Agreement, Guest, Rejected
from companion.rules.editions import Seat
from companion.rules.refusal import Refusal

if TYPE_CHECKING:
    from companion.rules.records.shapes import Entry
    from companion.rules.records.timeline import Timeline


class Effect(msgspec.Struct, frozen=True):
    """What the loop must do for a new model to be true."""


class Order(Effect, frozen=True):
    """What a page asks of a machine: whoever names its kind does it."""


Update = tuple[Model, tuple[Effect, ...]]
"""The model after a message, and the effects that go with it."""


class WriteEntry(Effect, frozen=True):
    """Write this entry to the game's journal; what follows from it is shown only afterwards."""

    entry: Entry
    tag: str = ""
    """The tag by which a drawn tile was read; empty otherwise."""


class RecordRejected(Effect, frozen=True):
    """Write a refused reading to the game's journal; it is no entry and changes no table."""

    rejected: Rejected


class RecordPeek(Effect, frozen=True):
    """Keep in the game's journal that a player looked at their points, and nothing else of it."""

    peeked: Seat


class OpenBook(Effect, frozen=True):
    """Begin a journal for this game; the game is shown only when it is on the disk."""

    timeline: Timeline
    guests: tuple[Guest, ...]
    agreement: Agreement


class CloseBook(Effect, frozen=True):
    """Put the game's journal away, finished or kept."""


class WithdrawBook(Effect, frozen=True):
    """Take the game's journal away again: nothing has happened in the game since it began."""


class Deal(Effect, frozen=True):
    """Deal the suns at random and answer with ``TakeSuns``."""

    guests: tuple[Guest, ...]
    agreement: Agreement


class ResumeGame(Effect, frozen=True):
    """Open the game that was left last, or the one named, and answer with ``Resumed``."""

    game: str = ""


class Dispatch(Effect, frozen=True):
    """Take this message next, before anything else that has arrived."""

    message: Message
    source: str = ""
    """Where it comes from; empty: from where the message came that it follows."""


class LoadLanguage(Effect, frozen=True):
    """Load the words of this language and answer with ``SetLanguage``."""

    language: str


class Cue(Enum):
    """The short sounds."""

    DRAW = "draw"
    RA = "ra"
    LAST_RA = "last_ra"
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


class Sound(Effect, frozen=True):
    """Let this be heard, if anything can be."""

    cue: Cue


class ReadAloud(Effect, frozen=True):
    """Read the whole table aloud, if anything can."""


class Exit(Effect, frozen=True):
    """Leave the program."""


class BuilderPage(Enum):
    """The pages for the one who builds the table."""

    WIZARD = "wizard"
    TEST = "test"
    LESSON = "lesson"


class Visit(StaffMessage, frozen=True):
    """A message: one of these pages is asked for."""

    bench: BuilderPage


class Tool(Enum):
    """What the machines are needed for beside the game."""

    NOTHING = "nothing"
    PINS = "pins"
    """All free pins are watched; the panel is away meanwhile."""
    EARS = "ears"
    """Raw edges and bytes are told, each once."""


class LayOut(Order, frozen=True):
    """Put this tool in place of the one before."""

    tool: Tool


def saying(model: Model, said: Refusal | Notice | TakenBack) -> Model:
    """Return the model with something said that goes away by itself."""
    return model.with_screen(said=said, said_at=model.now)


def refused(model: Model, why: Refusal | Notice) -> tuple[Model, tuple[Effect, ...]]:
    """Return the model as it was, saying why something was not done."""
    return saying(model, why), (Sound(Cue.REFUSED),)
