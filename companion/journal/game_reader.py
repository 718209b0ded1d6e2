"""A game's journal, read: the game that its proved lines tell."""

from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from typing import cast, get_args

import msgspec

from companion.core.clock import At, Clock, asked_alone, is_same_start, later, passed_ms
from companion.core.session import Agreement, Rejected
from companion.journal.game_lines import LEFT, READER, Kept, Table, rejected
from companion.journal.lines import Line
from companion.rules.actions import Action
from companion.rules.editions import Seat
from companion.rules.play import play
from companion.rules.records import record
from companion.rules.records.record import BadLine
from companion.rules.records.shapes import Entry
from companion.rules.records.timeline import Moment, Seq, Timeline, begin, enter
from companion.rules.refusal import BadSetup, IllegalAction

_TAG = READER + " "

_ACTIONS = frozenset(get_args(Action))


def read(lines: Iterable[Line], *, is_timed: bool = False) -> Kept | None:
    """Return the game that the proved lines tell, up to the first that is not understood.

    A line that a newer version wrote may be proved and still not be understood here. None if not
    even the header is.

    Args:
        lines: The lines, the header first.
        is_timed: Whether it is counted, too, how long people have played.
    """
    said = iter(lines)
    first = next(said, None)
    if first is None:
        return None
    try:
        reading = _Timed(first) if is_timed else _Reading(first)
    except _NOT_UNDERSTOOD:
        return None
    with suppress(*_NOT_UNDERSTOOD):
        for line in said:
            reading.take(line)
    return reading.kept()


_NOT_UNDERSTOOD = (BadLine, IllegalAction, BadSetup, msgspec.ValidationError)


class _Reading:
    """A journal that is being read: what was understood of it so far."""

    def __init__(self, header: Line) -> None:
        """Begin with the header.

        Raises:
            BadLine, BadSetup, msgspec.ValidationError: It is none of this version.
        """
        event = header.event
        setup = record.read_header(msgspec.json.encode(event.get("game")))
        self._table = msgspec.convert(event.get("table"), Table)
        self._options = setup.options
        self._timeline = begin(setup)
        self._played: list[Moment] = []  # not in the timeline yet: it is copied for every entry
        self._game, self._has_ledger = self._timeline.game, self._timeline.ledger is not None
        self._seq = self._timeline.seq
        self._source = self._tag = ""
        self._entries: list[Entry] = []
        self._lines = [header]
        self._rejected: list[Rejected] = []
        self._understood = 1
        self._was_left = False
        self._clock = Clock()

    def take(self, line: Line) -> None:
        """Read one more line, or leave everything as it was.

        Raises:
            BadLine, IllegalAction: It is not understood.
        """
        said = _said(bytes(line.said))
        entry, action = said.entry, said.action
        if action is not None and not self._has_ledger:
            self._game, events = play(self._game, action)
            self._seq = seq = Seq(self._seq + 1)
            self._played.append(Moment(action, events, self._game, self._tag_of(line), seq))
        elif entry is not None:
            timeline = enter(self._with_all_played(), entry, self._tag_of(line))
            self._timeline, self._seq = timeline, timeline.seq
            self._game, self._has_ledger = timeline.game, timeline.ledger is not None
            self._played.clear()
        elif said.rejected is not None:
            after = len(self._timeline.moments) + len(self._played)
            self._rejected += rejected(said.rejected, after)
        if entry is not None:
            self._entries.append(entry)
            self._lines.append(line)
            self._was_left = False
        elif said.is_left:
            self._was_left = True
        self._understood += 1

    def _tag_of(self, line: Line) -> str:
        """Return the tag that was read; most lines come from where the last one came from."""
        source = line.source
        if source != self._source:
            self._source = source
            self._tag = source.removeprefix(_TAG) if source.startswith(_TAG) else ""
        return self._tag

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
                options=self._options,
                secrecy=table.secrecy,
                dealt_by_hand=table.dealt_by_hand,
                is_first=table.is_first,
            ),
            tuple(self._entries),
            self._understood,
            tuple(self._lines),
            self._was_left,
            tuple(self._rejected),
            self._clock,
        )


class _Timed(_Reading):
    """A journal whose time is counted."""

    def __init__(self, header: Line) -> None:
        """Begin with the header, as above."""
        super().__init__(header)
        self._last = _at(header)

    def take(self, line: Line) -> None:
        """Read one more line, as above, and count the time before it if it tells the game."""
        alone, was_left = self._asked_alone(), self._was_left
        super().take(line)
        if self._lines[-1] is line:
            self._count(_at(line), None if was_left else alone)

    def _asked_alone(self) -> Seat | None:
        timeline, played = self._timeline, self._played
        events = played[-1].events if played else timeline.events
        return asked_alone(self._game, events, is_whole=timeline.ledger is None)

    def _count(self, now: At, alone: Seat | None) -> None:
        """Count the time since the line before; whoever was asked alone thought, if it ran on."""
        is_thought = is_same_start(self._last, now)
        passed, players = passed_ms(self._last, now), len(self._game.players)
        self._clock = later(self._clock, passed, alone if is_thought else None, players)
        self._last = now


def _at(line: Line) -> At:
    return At(line.boot, line.boot_ms, line.wall_ms)


class _Said(msgspec.Struct, frozen=True):
    """What a line says: an entry, or one of the other things; somebody's peek is none of them."""

    entry: Entry | None = None
    action: Action | None = None
    """The entry, if it is an action of the rules."""
    is_left: bool = False
    rejected: object = None


@lru_cache(maxsize=1024)
def _said(event: bytes) -> _Said:
    """Return what an event says; the same few make up most of all games.

    Raises:
        BadLine: It is no entry that this version understands.
    """
    said = msgspec.json.decode(event, type=dict[str, object])
    if said == LEFT:
        return _Said(is_left=True)
    if "rejected" in said:
        return _Said(rejected=said["rejected"])
    if "peeked" in said:
        return _Said()
    entry = record.read_entry(event)
    return _Said(entry, cast("Action", entry) if type(entry) in _ACTIONS else None)
