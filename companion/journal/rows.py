"""What the history knows of a game, and how one asks for it (pure)."""

from enum import Enum
from pathlib import Path

import msgspec

from companion.journal.lines import GameId


class Sitter(msgspec.Struct, frozen=True):
    """Who sat at the table."""

    name: str
    """As it was entered."""

    score: int | None = None
    """Points at the end; None while there is no end."""

    place: int | None = None
    """1 for who won; None while there is no end."""


Counts = dict[str, int]
"""Numbers by name, which can be added up. What they mean is their writer's business."""

EVERYBODY = ""
"""Whose counts are those of all games of this table."""


class Tally(msgspec.Struct, frozen=True):
    """What a game adds to the counts of somebody."""

    who: str
    """A player's name; `EVERYBODY` for the table."""

    counts: Counts
    """So much of everything."""


class GameRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game was, as those who know the rules describe it."""

    players: tuple[Sitter, ...]
    """In seat order."""

    edition: str
    """Which edition was played."""

    is_over: bool
    """Whether nothing more is expected of it."""

    tags: tuple[str, ...] = ()
    """Words that people gave it."""

    minutes: int = 0
    """How long it was played, pauses left out; 0 if that is not known."""

    tallies: tuple[Tally, ...] = ()
    """What it adds to the totals. They are kept beside the row, and a listing leaves them out."""


class Entry(msgspec.Struct, frozen=True):
    """A game in the history."""

    game: GameId
    """Which game."""

    row: GameRow
    """What it was."""

    events: int
    """How many events are proved, the header not counted."""

    begun_ms: int
    """When it was begun, in milliseconds since 1970 by the clock on the wall."""

    last_ms: int
    """When the last event was written, by the same clock."""

    is_whole: bool
    """Whether all of its file is proved."""


class Wanted(msgspec.Struct, frozen=True):
    """Which games one asks for; what is not given does not matter."""

    player: str | None = None
    """Somebody of this name played."""

    tag: str | None = None
    """It bears this tag."""

    edition: str | None = None
    """This edition was played."""

    is_over: bool | None = None
    """It is over, or it is not."""

    since_ms: int | None = None
    """It was begun then or later, in milliseconds since 1970."""

    until_ms: int | None = None
    """It was begun earlier than that."""

    skip: int = 0
    """So many of the newest that fit are left out."""

    limit: int = 50
    """No more than so many."""

    def fits(self, entry: Entry) -> bool:
        """Whether a game is one of those."""
        row = entry.row
        return (
            (self.player is None or any(self.player == each.name for each in row.players))
            and (self.tag is None or self.tag in row.tags)
            and (self.edition is None or self.edition == row.edition)
            and (self.is_over is None or self.is_over == row.is_over)
            and (self.since_ms is None or self.since_ms <= entry.begun_ms)
            and (self.until_ms is None or entry.begun_ms < self.until_ms)
        )


class IndexFault(Enum):
    """Why the index cannot answer. The games themselves are never in danger."""

    MISSING = "missing"
    """There is none yet."""

    LOCKED = "locked"
    """Another program holds it just now."""

    UNUSABLE = "unusable"
    """It is damaged, or not of this version; `reconcile` puts it aside and makes a new one."""

    FAILED = "failed"
    """The disk refused: full, read-only, not allowed, broken."""


class IndexTrouble(msgspec.Struct, frozen=True):
    """What is wrong with the index."""

    fault: IndexFault
    """Which of the troubles it is."""

    detail: str
    """What the system or the database said, for a log."""


class Listing(msgspec.Struct, frozen=True):
    """An answer of the history."""

    entries: tuple[Entry, ...]
    """The games, newest first; none if there is trouble."""

    trouble: IndexTrouble | None
    """Why there is no answer."""


class Totals(msgspec.Struct, frozen=True):
    """What all games together add up to, for somebody."""

    counts: Counts
    """So much of everything; nothing if there is trouble, or nothing was counted."""

    trouble: IndexTrouble | None
    """Why there is no answer."""


class Reconciled(msgspec.Struct, frozen=True):
    """What became of the index when it was compared with the journals."""

    indexed: int = 0
    """Games that were new or had changed."""

    forgotten: int = 0
    """Games that have no file any more."""

    unread: tuple[GameId, ...] = ()
    """Games that cannot be read, or make no sense to those who describe them."""

    set_aside: Path | None = None
    """Where an unusable index was put."""

    trouble: IndexTrouble | None = None
    """Why the index is not complete."""
