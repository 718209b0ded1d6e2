"""A game's journal as what the index keeps of it, and what the index keeps proved."""

import zlib
from collections.abc import Callable, Sequence
from typing import NewType
from zlib import compress, crc32, decompress

import msgspec
from msgspec.structs import replace

from companion.journal import shelf
from companion.journal.lines import GameId, Line
from companion.journal.rows import Counts, Entry, GameRow, Tally
from companion.journal.shelf import Volume
from companion.journal.trouble import JournalBroken

Describe = Callable[[Sequence[Line]], GameRow]
"""Says what a game was, from its lines, the header first. If it raises, the game is unread."""

Row = NewType("Row", tuple[object, ...])
"""Game, size, time of change, entry and checksum, as the index keeps them."""

Packed = NewType("Packed", tuple[bytes, int])
"""What a game or a player adds up to, as the index keeps it, and its checksum."""


class Described(msgspec.Struct, frozen=True):
    """All that the index keeps of a game."""

    entry: Entry
    row: Row
    tallies: tuple[Tally, ...]


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Entry).decode
_decode_tallies = msgspec.json.Decoder(tuple[Tally, ...]).decode
_decode_counts = msgspec.json.Decoder(Counts).decode


class State(msgspec.Struct, frozen=True):
    """How a game's file looked when it was read. If it still looks so, it has not changed."""

    size: int
    """Bytes."""

    changed_ns: int
    """When it was last written, in nanoseconds of the file system's clock."""


class WrongRowError(ValueError):
    """A row is not as it was written."""


def state(volume: Volume) -> State | None:
    """Return how a game's file looks now; None if it cannot be looked at."""
    try:
        found = volume.path.stat()
    except OSError:
        return None
    return State(found.st_size, found.st_mtime_ns)


def described(volume: Volume, describe: Describe) -> Described | None:
    """Read a game and say what the index keeps of it; None if it makes no sense. Never raises."""
    try:
        before = state(volume)
        folded = shelf.read(volume)
        if before is None or not folded.lines:
            return None
        said = describe(folded.lines)
        row = replace(said, tallies=())
        first, last = folded.lines[0].stamp.wall_ms, folded.lines[-1].stamp.wall_ms
        events, is_whole = len(folded.lines) - 1, folded.flaw is None
        entry = Entry(volume.game, row, events, first, last, is_whole)
        raw = _encode(entry)
    except Exception:  # noqa: BLE001 - whatever a strange game does to those who describe it
        return None
    kept = Row((volume.game, before.size, before.changed_ns, raw, _checksum(raw, before)))
    return Described(entry, kept, said.tallies)


def packed_tallies(game: GameId, tallies: tuple[Tally, ...]) -> Packed:
    """Return what a game adds to the totals, small."""
    raw = compress(_encode(tallies))
    return Packed((raw, crc32(game.encode() + raw)))


def tallies_of(game: str, raw: object, checksum: object) -> tuple[Tally, ...]:
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
        return shelf.glimpse(volume).was_begun
    except JournalBroken:
        return True


def entry_of(row: Sequence[object]) -> tuple[Entry, State]:
    """Return what a row says.

    Raises:
        WrongRowError: It is not what was written.
    """
    game, size, changed_ns, raw, checksum = row
    if not (isinstance(raw, bytes) and isinstance(size, int) and isinstance(changed_ns, int)):
        raise WrongRowError("types")
    found = State(size, changed_ns)
    if _checksum(raw, found) != checksum:
        raise WrongRowError("checksum")
    try:
        entry = _decode(raw)
    except ValueError as why:
        raise WrongRowError("shape") from why
    if entry.game != game:
        raise WrongRowError("game")
    return entry, found


def _checksum(raw: bytes, found: State) -> int:
    return crc32(b"%d %d " % (found.size, found.changed_ns) + raw)
