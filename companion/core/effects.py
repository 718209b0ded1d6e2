"""What the loop must do after a message, in order, and what pages ask of the machines."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, ParamSpec, TypeVar

import msgspec

from companion.core.messages import Message, StaffMessage
from companion.core.model import Agreement, Guest, Model, Rejected, Said
from companion.core.notices import Notice
from companion.rules.editions import Seat
from companion.rules.problems import Problem

if TYPE_CHECKING:
    from companion.core.page import Page
    from companion.rules.records.entries import Entry
    from companion.rules.records.timeline import Timeline
    from companion.rules.scoring.sheet import Tally


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
    """Open the game that is named, or the one that was left, and answer with ``Resumed``.

    Where several were left and none is named, the answer is ``SavedGamesFound``.
    """

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


class Sound(Order, frozen=True):
    """Let this be heard, if anything can be."""

    cue: Cue


class ReadAloud(Order, frozen=True):
    """Read the whole table aloud, if anything can; or what was spoken last, once more."""

    is_repeated: bool = False


class Exit(Effect, frozen=True):
    """Leave the program."""


class BuilderPage(Enum):
    """The pages for the one who builds the table."""

    WIZARD = "wizard"
    TEST = "test"
    LESSON = "lesson"


class OpenBuilderPage(StaffMessage, frozen=True):
    """A message: one of these pages is asked for."""

    log: ClassVar[str] = "went to a test page"

    bench: BuilderPage


class DeviceMode(Enum):
    """What devices are needed for beside the game."""

    NOTHING = "nothing"
    PINS = "pins"
    """All free pins are watched; the panel is away meanwhile."""
    MONITOR = "ears"
    """Raw edges and bytes are told, each once."""


class SwitchDevices(Order, frozen=True):
    """Use the devices in this mode."""

    mode: DeviceMode


_Given = ParamSpec("_Given")

_Method = TypeVar("_Method", bound=Callable[..., Update])


class Do(Message, frozen=True):
    """What only one page means: a method of that page, and what it is given. See ``do``."""

    method: Callable[..., Update]
    given: tuple[object, ...] = ()

    def on(self, page: Page) -> Callable[[Model], Update] | None:
        """Return what it does on a page; None if it is a message of another one."""
        if getattr(type(page), self.method.__name__, None) is not self.method:
            return None
        return lambda model: self.method(page, model, *self.given)


def do(
    method: Callable[Concatenate[Any, Model, _Given], Update],
    *given: _Given.args,
    **named: _Given.kwargs,
) -> Do:
    """Return the message that asks a page to do this: ``do(BoxCheck.point_at, 3)``.

    The type checker compares what is given with what the method takes.

    Raises:
        TypeError: Something is given by name: two messages that mean the same must be equal.
    """
    if named:
        raise TypeError("give it by place")
    return Do(method, given)


def quick(method: _Method) -> _Method:
    """Mark a method that fingers do again at once: a letter, one more."""
    method.is_quick = True  # type: ignore[attr-defined] # a mark on a function
    return method


def saying(model: Model, said: Said) -> Model:
    """Return the model with something said that goes away by itself."""
    return model.with_screen(notice=said, notice_at=model.now)


def refused(model: Model, why: Problem | Notice) -> tuple[Model, tuple[Effect, ...]]:
    """Return the model as it was, saying why something was not done."""
    return saying(model, why), (Sound(Cue.REFUSED),)


class KeepSheet(Order, frozen=True):
    """An order: write this score sheet into a file."""

    tally: Tally
