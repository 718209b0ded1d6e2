"""What a game's journal says: the header with who plays, then the record's lines, and leaving."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache

import msgspec

from companion.core.notices import Notes, Notice
from companion.core.session import Agreement, Guest, Rejected, Secrecy
from companion.journal.lines import Event, Line
from companion.rules.actions import Action
from companion.rules.editions import Seat
from companion.rules.play import play
from companion.rules.records import record
from companion.rules.records.record import BadRecord
from companion.rules.records.shapes import Entry
from companion.rules.records.timeline import Moment, Seq, Timeline, begin, enter
from companion.rules.refusal import Fact, IllegalAction, IllegalSetup, Refusal, Why
from companion.rules.tiles import Tile

LEFT: Event = {"left": True}
"""The group has left this game; it is kept, but does not come back by itself."""

READER = "reader"
"""The source of a line whose tile was read by its tag; the tag follows it."""


_TAG = READER + " "


class _Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """What belongs to the game on this table, beyond its record."""

    guests: tuple[Guest, ...]
    secrecy: Secrecy = Secrecy.OWN_PEEK
    dealt_by_hand: bool = False


class _Rejected(msgspec.Struct, frozen=True):
    """A reading that was refused, as its line says it."""

    uid: str
    why: str
    facts: dict[str, str | int] = {}


_encode = msgspec.json.Encoder().encode

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
    was_left: bool
    rejected: tuple[Rejected, ...] = ()
    """The readings that were refused."""


def header(timeline: Timeline, guests: tuple[Guest, ...], agreement: Agreement) -> Event:
    """Return the first line of a game's journal."""
    table = _Table(guests, agreement.secrecy, agreement.dealt_by_hand)
    facts: Event = msgspec.json.decode(msgspec.json.encode(table))
    return {"game": record.header(timeline.start.setup), "table": facts}


def rejected_line(rejected: Rejected) -> Event:
    """Return the line of a reading that was refused: no entry, only for whoever looks back."""
    why = rejected.why
    name = why.why.name if isinstance(why, Refusal) else why.note.name
    return {"rejected": {"uid": rejected.uid, "why": name, "facts": {**why.facts}}}


def _rejected(said: object, after: int) -> tuple[Rejected, ...]:
    """Return the reading that a line tells of; nothing if another version wrote its reason."""
    try:
        read = msgspec.convert(said, _Rejected)
    except msgspec.ValidationError:
        return ()
    facts = {key: _TILES.get(fact, fact) for key, fact in read.facts.items()}
    if read.why in Why.__members__:
        return (Rejected(read.uid, Refusal(Why[read.why], facts), after),)
    if read.why in Notes.__members__:
        return (Rejected(read.uid, Notice(Notes[read.why], facts), after),)
    return ()


def peeked_line(seat: Seat) -> Event:
    """Return the line of a player who looked at their own points: that they did, not what."""
    return {"peeked": seat}


def line(entry: Entry) -> Event:
    """Return the line of an entry: the same as in a record."""
    return record.entry(entry)


def read(lines: Iterable[Line]) -> Kept | None:
    """Return the game that the proved lines tell, up to the first that is not understood.

    A line that a newer version wrote may be proved and still not be understood here. None if not
    even the header is.
    """
    said = iter(lines)
    first = next(said, None)
    if first is None:
        return None
    try:
        reading = _Reading(first.event)
    except _NOT_UNDERSTOOD:
        return None
    with suppress(*_NOT_UNDERSTOOD):
        for line in said:
            reading.take(line)
    return reading.kept()


_NOT_UNDERSTOOD = (BadRecord, IllegalAction, IllegalSetup, msgspec.ValidationError)


class _Reading:
    """A journal that is being read: what was understood of it so far."""

    def __init__(self, event: Event) -> None:
        """Begin with the header.

        Raises:
            BadRecord, IllegalSetup, msgspec.ValidationError: It is none of this version.
        """
        setup = record.read_header(msgspec.json.encode(event.get("game")))
        self._table = msgspec.convert(event.get("table"), _Table)
        self._options = setup.options
        self._timeline = begin(setup)
        self._played: list[Moment] = []  # not in the timeline yet: it is copied for every entry
        self._game = self._timeline.game
        self._entries: list[Entry] = []
        self._rejected: list[Rejected] = []
        self._understood = 1
        self._was_left = False

    def take(self, line: Line) -> None:
        """Read one more line, or leave everything as it was.

        Raises:
            BadRecord, IllegalAction: It is not understood.
        """
        event = line.event
        if event == LEFT:
            self._was_left = True
        elif "rejected" in event:
            after = len(self._timeline.moments) + len(self._played)
            self._rejected += _rejected(event["rejected"], after)
        elif "peeked" not in event:
            self._enter(_entry(_encode(event)), line.stamp.source)
            self._was_left = False
        self._understood += 1

    def _enter(self, entry: Entry, source: str) -> None:
        tag = source.removeprefix(_TAG) if source.startswith(_TAG) else ""
        if isinstance(entry, Action) and self._timeline.ledger is None:
            self._game, events = play(self._game, entry)
            seq = Seq(self._timeline.seq + len(self._played) + 1)
            self._played.append(Moment(entry, events, self._game, tag, seq))
        else:
            self._timeline = enter(self._with_all_played(), entry, tag)
            self._game = self._timeline.game
            self._played.clear()
        self._entries.append(entry)

    def _with_all_played(self) -> Timeline:
        timeline, played = self._timeline, self._played
        if not played:
            return timeline
        return Timeline(timeline.start, (*timeline.moments, *played), (), played[-1].seq)

    def kept(self) -> Kept:
        """Return the game as far as it was understood."""
        table = self._table
        return Kept(
            self._with_all_played(),
            table.guests,
            Agreement(
                options=self._options, secrecy=table.secrecy, dealt_by_hand=table.dealt_by_hand
            ),
            tuple(self._entries),
            self._understood,
            self._was_left,
            tuple(self._rejected),
        )


@lru_cache(maxsize=1024)
def _entry(line: bytes) -> Entry:
    """Return what a line enters; the same few lines make up most of all games."""
    return record.read_entry(line)
