"""What the index stores about a game, and how it is queried (pure)."""

import zlib
from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from typing import NewType
from zlib import compress, crc32, decompress

import msgspec
from msgspec.structs import replace

from companion.journal import games_dir
from companion.journal.filesystem import JournalBroken
from companion.journal.games_dir import Volume
from companion.journal.lines import GameId, Line


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


class GameTally(msgspec.Struct, frozen=True):
    """What a game adds to the counts of somebody."""

    who: str
    """A player's name; `EVERYBODY` for the table."""

    counts: Counts
    """So much of everything."""


class GameRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game as the code that knows the rules describes it."""

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

    tallies: tuple[GameTally, ...] = ()
    """What it adds to the totals. They are kept beside the row, and a listing leaves them out."""


Describe = Callable[[Sequence[Line]], GameRow]
"""Says what a game was, from its lines, the header first. If it raises, the game is unread."""

Row = NewType("Row", tuple[object, ...])
"""Game, size, time of change, entry and checksum, as the index keeps them."""

Packed = NewType("Packed", tuple[bytes, int])
"""What a game or a player adds up to, as the index keeps it, and its checksum."""


class IndexedGame(msgspec.Struct, frozen=True):
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


class Described(msgspec.Struct, frozen=True):
    """All that the index keeps of a game."""

    entry: IndexedGame
    row: Row
    packed: Packed | None
    """What it adds to the totals, as the index keeps it; None if it adds nothing."""
    tallies: tuple[GameTally, ...] = ()
    """The same, until it is summed up."""


_encode = msgspec.json.Encoder().encode

_decode = msgspec.json.Decoder(IndexedGame).decode

_decode_tallies = msgspec.json.Decoder(tuple[GameTally, ...]).decode

_decode_counts = msgspec.json.Decoder(Counts).decode


class FileState(msgspec.Struct, frozen=True):
    """How a game's file looked when it was read. If it still looks so, it has not changed."""

    size: int
    """Bytes."""

    changed_ns: int
    """When it was last written, in nanoseconds of the file system's clock."""


class WrongRowError(ValueError):
    """A row is not as it was written."""


def state(volume: Volume) -> FileState | None:
    """Return how a game's file looks now; None if it cannot be looked at."""
    try:
        found = volume.path.stat()
    except OSError:
        return None
    return FileState(found.st_size, found.st_mtime_ns)


def described(volume: Volume, describe: Describe) -> Described | None:
    """Read a game and say what the index keeps of it; None if it makes no sense. Never raises."""
    try:
        before = state(volume)
        folded = games_dir.read(volume)
        if before is None or not folded.lines:
            return None
        said = describe(folded.lines)
        row = replace(said, tallies=())
        first, last = folded.lines[0].wall_ms, folded.lines[-1].wall_ms
        events, is_whole = len(folded.lines) - 1, folded.flaw is None
        entry = IndexedGame(volume.game, row, events, first, last, is_whole)
        raw = _encode(entry)
    except Exception:  # noqa: BLE001 - describing a strange game may raise anything
        return None
    kept = Row((volume.game, before.size, before.changed_ns, raw, _checksum(raw, before)))
    packed = packed_tallies(volume.game, said.tallies) if said.tallies else None
    return Described(entry, kept, packed, said.tallies)


def packed_tallies(game: GameId, tallies: tuple[GameTally, ...]) -> Packed:
    """Return what a game adds to the totals, small."""
    raw = compress(_encode(tallies), 1)  # the quickest: half as long again is still small
    return Packed((raw, crc32(game.encode() + raw)))


def tallies_of(game: str, raw: object, checksum: object) -> tuple[GameTally, ...]:
    """Return what a game has added to the totals.

    Raises:
        WrongRowError: It is not what was written.
    """
    if not isinstance(raw, bytes) or crc32(game.encode() + raw) != checksum:
        raise WrongRowError("tallies")
    try:
        return _decode_tallies(decompress(raw))
    except (ValueError, zlib.error) as why:
        raise WrongRowError("shape of tallies") from why


def packed_counts(who: str, counts: Counts) -> Packed:
    """Return somebody's totals."""
    raw = _encode(counts)
    return Packed((raw, crc32(who.encode() + raw)))


def counts_of(who: str, raw: object, checksum: object) -> Counts:
    """Return somebody's totals.

    Raises:
        WrongRowError: They are not what was written.
    """
    if not isinstance(raw, bytes) or crc32(who.encode() + raw) != checksum:
        raise WrongRowError("counts")
    try:
        return _decode_counts(raw)
    except ValueError as why:
        raise WrongRowError("shape of counts") from why


def was_begun(volume: Volume) -> bool:
    """Whether there ever was a game in a file; also if that cannot be told."""
    try:
        return games_dir.glimpse(volume).was_begun
    except JournalBroken:
        return True


def entry_of(row: Sequence[object]) -> tuple[IndexedGame, FileState]:
    """Return what a row says.

    Raises:
        WrongRowError: It is not what was written.
    """
    game, size, changed_ns, raw, checksum = row
    if not (isinstance(raw, bytes) and isinstance(size, int) and isinstance(changed_ns, int)):
        raise WrongRowError("types")
    found = FileState(size, changed_ns)
    if _checksum(raw, found) != checksum:
        raise WrongRowError("checksum")
    try:
        entry = _decode(raw)
    except ValueError as why:
        raise WrongRowError("shape") from why
    if entry.game != game:
        raise WrongRowError("game")
    return entry, found


def _checksum(raw: bytes, found: FileState) -> int:
    return crc32(b"%d %d " % (found.size, found.changed_ns) + raw)


EVERYBODY = ""
"""Whose counts are those of all games of this table."""


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
    """No more than this many."""

    def fits(self, entry: IndexedGame) -> bool:
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
    """Which kind of fault it is."""

    detail: str
    """What the system or the database said, for a log."""


class Listing(msgspec.Struct, frozen=True):
    """An answer of the history."""

    entries: tuple[IndexedGame, ...]
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
