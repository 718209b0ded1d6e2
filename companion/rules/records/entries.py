"""What a line of a record says, besides actions: taken back, corrected, recorded otherwise."""

import msgspec

from companion.rules.actions import Action, Level
from companion.rules.corrections.fixing import Fix
from companion.rules.model import AuctionTrack
from companion.rules.partial import EndEpoch, TallyEpoch


class Undo(msgspec.Struct, frozen=True):
    """The last so many effective events are taken back."""

    events: int


class Redo(msgspec.Struct, frozen=True):
    """The last so many events that were taken back are restored."""

    events: int


class Change(msgspec.Struct, frozen=True):
    """What one earlier line should have said."""

    seq: int
    """Which line, counted as ``seq`` in the states of a record."""
    to: tuple[Action, ...]
    """What it should be: usually one action, nothing if it never happened."""


class Correct(msgspec.Struct, frozen=True):
    """Earlier lines were wrong; what came after them is replayed."""

    changes: tuple[Change, ...]
    until: int | None = None
    """The line from which on nothing is replayed."""


class SetLevel(msgspec.Struct, frozen=True):
    """From now on this much of the game is entered."""

    level: Level
    track: AuctionTrack | None = None
    """At the full level: what is on the auction track, if it is not empty."""
    is_unknown: bool = False
    """Whether the game was joined late, so that only what is entered from now on is known."""


Entry = Action | Undo | Redo | Fix | Correct | SetLevel | EndEpoch | TallyEpoch
"""What a line after the header says."""
