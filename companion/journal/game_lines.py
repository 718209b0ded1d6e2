"""The lines of a game's journal: a header with the players, the record's lines, and the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import msgspec

from companion.core.clock import PlayingTime
from companion.core.model import Agreement, Guest, Rejected, Secrecy
from companion.core.notices import Notes, Notice
from companion.journal.lines import Event, Line
from companion.rules.editions import Seat
from companion.rules.problems import Fact, Problem, Why
from companion.rules.tiles import Tile

if TYPE_CHECKING:
    from companion.rules.records.entries import Entry
    from companion.rules.records.timeline import Timeline

LEFT: Event = {"left": True}
"""The group has left this game; it is kept, but does not come back by itself."""

READER = "reader"
"""The source of a line whose tile was read by its tag; the tag follows it."""


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """What belongs to the game on this table, beyond its record."""

    guests: tuple[Guest, ...]
    secrecy: Secrecy = Secrecy.OWN_PEEK
    dealt_by_hand: bool = False
    is_first: bool = False
    shows_worth: bool = False


class _Rejected(msgspec.Struct, frozen=True):
    """A reading that was refused, in the form of its line."""

    uid: str
    why: str
    facts: dict[str, str | int] = {}


_TILES: Mapping[str | int, Fact] = {tile.value: tile for tile in Tile}


class Kept(msgspec.Struct, frozen=True):
    """A game as its journal tells it."""

    timeline: Timeline
    guests: tuple[Guest, ...]
    agreement: Agreement
    entries: tuple[Entry, ...]
    """All that was entered, what was taken back included."""
    understood: int
    """How many lines were understood, the header included; after them the table stands."""
    lines: tuple[Line, ...]
    """The lines that tell the game: the header, and that of each entry."""
    was_left: bool
    rejected: tuple[Rejected, ...] = ()
    """The readings that were refused."""
    clock: PlayingTime = PlayingTime()
    """How long it was played; counted only if that was asked for."""


def header(timeline: Timeline, guests: tuple[Guest, ...], agreement: Agreement) -> Event:
    """Return the first line of a game's journal."""
    from companion.rules.records import record  # noqa: PLC0415 - a new table has no line

    table = Table(
        guests,
        agreement.secrecy,
        agreement.dealt_by_hand,
        agreement.is_first,
        agreement.shows_worth,
    )
    facts: Event = msgspec.json.decode(msgspec.json.encode(table))
    facts["guests"] = [_guest(guest) for guest in guests]
    return {"game": record.header(timeline.start.setup), "table": facts}


def _guest(guest: Guest) -> Event:
    """Return a guest as the header has it; older versions ignore which seats the table plays."""
    played = {} if guest.strength is None else {"strength": guest.strength.value}
    return {"button": guest.button, "name": guest.name, **played}


def rejected_line(rejected: Rejected) -> Event:
    """Return the line of a reading that was refused: not an entry, kept only for the history."""
    why = rejected.why
    name = why.sentence.name if isinstance(why, Problem) else why.note.name
    return {"rejected": {"uid": rejected.uid, "why": name, "facts": {**why.facts}}}


def rejected(said: object, after: int) -> tuple[Rejected, ...]:
    """Return the reading that a line tells of; nothing if another version wrote its reason."""
    try:
        read = msgspec.convert(said, _Rejected)
    except msgspec.ValidationError:
        return ()
    if not read.uid.isprintable():
        return ()
    facts = {key: _TILES.get(fact, fact) for key, fact in read.facts.items()}
    if read.why in Why.__members__:
        return (Rejected(read.uid, Problem(Why[read.why], facts), after),)
    if read.why in Notes.__members__:
        return (Rejected(read.uid, Notice(Notes[read.why], facts), after),)
    return ()


def peeked_line(seat: Seat) -> Event:
    """Return the line of a player who looked at their own points: that they did, not what."""
    return {"peeked": seat}


def line(entry: Entry) -> Event:
    """Return the line of an entry: the same as in a record."""
    from companion.rules.records import record  # noqa: PLC0415 - a new table has no line

    return record.entry(entry)


def read(lines: Iterable[Line], *, is_timed: bool = False) -> Kept | None:
    """Return the game that the proved lines tell, up to the first that is not understood.

    A line that a newer version wrote may be proved and still not be understood here. None if not
    even the header is.

    Args:
        lines: The lines, the header first.
        is_timed: Whether it is counted, too, how long people have played.
    """
    from companion.journal import game_reader  # noqa: PLC0415 - a new table has no line

    return game_reader.read(lines, is_timed=is_timed)
