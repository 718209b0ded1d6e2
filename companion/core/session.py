"""The game on the table, who plays it, and what is remembered for the next one."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from companion.core.clock import PlayingTime
from companion.core.controls import BUTTONS
from companion.core.notices import Notice
from companion.opponent.strength import Strength
from companion.rules.actions import Level
from companion.rules.editions import Options, Seat
from companion.rules.problems import Problem

if TYPE_CHECKING:
    from companion.core.messages import ShareLink
    from companion.rules.records.timeline import Timeline


class Secrecy(Enum):
    """Who may see points while the game runs (R-INF-2)."""

    OPEN = "open"
    EPOCH_GAINS = "epoch_gains"
    OWN_PEEK = "own_peek"
    SEALED = "sealed"


class Agreement(msgspec.Struct, frozen=True, kw_only=True):
    """What a group agrees on before a game, beyond who plays."""

    options: Options = Options()
    secrecy: Secrecy = Secrecy.OWN_PEEK
    dealt_by_hand: bool = False
    """Whether people dealt the suns themselves and will say who has which group."""
    level: Level = Level.FULL
    """How much is entered from the beginning."""
    is_first: bool = False
    """Whether they have never played: rules are told while the game runs."""
    shows_worth: bool = False
    """Whether an auction says what its tiles are worth to each; only where points are open."""
    machines: int = 0
    """How many seats the table plays itself, of those that nobody has taken."""
    strength: Strength = Strength.STEADY
    """How well."""


def seats_of_the_table(agreement: Agreement, people: int) -> int:
    """Return how many seats the table plays beside this many people.

    It plays only where every tile is entered: less would not tell it what lies on the table.
    """
    return min(agreement.machines, BUTTONS - people) if agreement.level is Level.FULL else 0


FEWEST_PLAYERS = 2
"""R-SET-1."""


class Guest(msgspec.Struct, frozen=True):
    """Somebody who has pressed a button to play, or a seat that the table plays."""

    button: Annotated[int, Meta(ge=0, le=4)]
    """Which of the five player buttons is theirs, 0 to 4."""
    name: str = ""
    """Empty: called by the button's colour."""
    strength: Strength | None = None
    """How well the table plays this seat; None: a person does."""

    @property
    def is_person(self) -> bool:
        """Whether somebody sits there; else the table plays this seat."""
        return self.strength is None


class Peeking(msgspec.Struct, frozen=True):
    """A player looks at their own points."""

    seat: Seat
    since: float
    """When they began, in seconds of the monotonic clock."""


class Rejected(msgspec.Struct, frozen=True):
    """A tag was read and not taken: what the screen said of it."""

    uid: str
    why: Problem | Notice
    after: int
    """How many actions stood."""


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """The game on the table; another one comes there with its own."""

    timeline: Timeline | None = None
    """The game on the table."""
    agreement: Agreement = Agreement()
    """The agreement of this game, or the one proposed for the next."""
    clock: PlayingTime = PlayingTime()
    """How long it was played."""
    buttons: tuple[int, ...] = ()
    """For each seat its player button, 0 to 4."""
    peek: Peeking | None = None
    """Who looks at their own points now."""
    is_first: bool = False
    """Whether rules are told in the game on the table; the next one is nobody's first."""
    lesson: str = ""
    """The rule that is explained now, as its English sentence; empty if none is."""
    rejected: tuple[Rejected, ...] = ()
    """The readings of this game that were refused, the latest last."""
    last_guests: tuple[Guest, ...] = ()
    """Who plays here, or played last, for "the same people again"."""
    known_names: tuple[str, ...] = ()
    """Names used before, the latest first."""
    kept: bool = False
    """Whether a game was left unfinished that can go on."""
    share_link: ShareLink | None = None
    """What the game that ended last is taken home with, once its journal has been read."""
