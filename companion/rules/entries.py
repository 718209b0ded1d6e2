"""What a line of a game says: an action, or words about earlier lines and how it is told."""

import msgspec

from companion.rules.actions import Action, Level
from companion.rules.fixing import Fix
from companion.rules.ledger import EndEpoch, TallyEpoch
from companion.rules.model import Lane


class Undo(msgspec.Struct, frozen=True):
    """The last so many events that still stand are taken back."""

    events: int


class Redo(msgspec.Struct, frozen=True):
    """The last so many events that were taken back stand again."""

    events: int


class Change(msgspec.Struct, frozen=True):
    """What one earlier line should have said."""

    seq: int
    """Which line it is, counted as ``seq`` in the states of a record."""
    to: tuple[Action, ...]
    """What should stand there: usually one action, nothing if it never happened."""


class Correct(msgspec.Struct, frozen=True):
    """Earlier lines were wrong; what came after them is played again."""

    changes: tuple[Change, ...]
    until: int | None = None
    """The line from which on nothing is played again."""


class SetLevel(msgspec.Struct, frozen=True):
    """From now on people enter so much of the game."""

    level: Level
    lane: Lane | None = None
    """Of the full level: what lies on the auction track, if that is not empty."""
    is_unknown: bool = False
    """Whether the game began without us, so that nothing is known but what is said from now on."""


Entry = Action | Undo | Redo | Fix | Correct | SetLevel | EndEpoch | TallyEpoch
"""What a line after the header says."""
