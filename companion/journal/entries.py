"""A game's journal as a row of the index, and a row of the index proved."""

from collections.abc import Callable, Sequence
from typing import NewType
from zlib import crc32

import msgspec

from companion.journal import shelf
from companion.journal.lines import Event
from companion.journal.rows import Entry, GameRow
from companion.journal.shelf import Volume
from companion.journal.trouble import JournalBroken

Describe = Callable[[Sequence[Event]], GameRow]
"""Says what a game was, from its events, the header first. If it raises, the game is unread."""

Row = NewType("Row", tuple[object, ...])
"""Game, size, time of change, entry and checksum, as the index keeps them."""

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Entry).decode


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


def row_of(volume: Volume, describe: Describe) -> Row | None:
    """Read a game and return its row, or None if it cannot be read or described. Never raises."""
    try:
        before = state(volume)
        folded = shelf.read(volume)
        if before is None or not folded.lines:
            return None
        row = describe([line.event for line in folded.lines])
        first, last = folded.lines[0].stamp.wall_ms, folded.lines[-1].stamp.wall_ms
        events, is_whole = len(folded.lines) - 1, folded.flaw is None
        raw = _encode(Entry(volume.game, row, events, first, last, is_whole))
    except Exception:  # noqa: BLE001 - whatever a strange game does to those who describe it
        return None
    return Row((volume.game, before.size, before.changed_ns, raw, _checksum(raw, before)))


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
