"""Reads a game's journal: the game that its verified lines describe."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import count
from typing import cast, get_args

import msgspec

from companion.core.clock import At, PlayingTime, asked_alone, is_same_start, later, passed_ms
from companion.core.model import Agreement, Rejected
from companion.journal.game_lines import LEFT, READER, Kept, Table, rejected
from companion.journal.lines import Line
from companion.rules.actions import Action
from companion.rules.editions import Seat, Setup
from companion.rules.names import steers, visible
from companion.rules.play import play_all
from companion.rules.problems import BadLine, BadSetup, IllegalAction, Problem, Unreadable
from companion.rules.records import record
from companion.rules.records.entries import Entry
from companion.rules.records.timeline import Seq, Step, Timeline, begin, enter

_TAG = READER + " "

_ACTIONS = frozenset(get_args(Action))


def read(lines: Iterable[Line], *, is_timed: bool) -> Kept | None:
    """Return the game that the proved lines tell, up to the first that is not understood.

    A line that a newer version wrote may be proved and still not be understood here. None if not
    even the header is.

    Args:
        lines: The lines, the header first.
        is_timed: Whether it is counted, too, how long people have played.
    """
    told = list(lines)
    if not told:
        return None
    try:
        reading = _Timed(told[0]) if is_timed else _Reading(told[0])
    except NOT_UNDERSTOOD:
        return None
    with suppress(*NOT_UNDERSTOOD):
        reading.take(told[1:])
    return reading.kept()


def head(header: Line) -> tuple[Setup, Table]:
    """Return how a game began, and what belongs to it on this table.

    Raises:
        BadLine, BadSetup, msgspec.ValidationError: It is no header of this version.
    """
    event = header.event
    setup = record.read_header(msgspec.json.encode(event.get("game")))
    table = msgspec.convert(event.get("table"), Table)
    buttons = {guest.button for guest in table.guests}
    if not len(buttons) == len(table.guests) == len(setup.players):
        raise BadSetup(said="each player needs a button of their own")
    if any(steers(visible(guest.name)) for guest in table.guests):
        raise BadSetup(said="a name contains control characters")
    return setup, table


NOT_UNDERSTOOD = (BadLine, IllegalAction, BadSetup, msgspec.ValidationError)
"""What is raised where a game, or the rest of it, is not understood."""


class _Reading:
    """A journal that is being read: what was understood of it so far."""

    def __init__(self, header: Line) -> None:
        """Begin with the header.

        Raises:
            BadLine, BadSetup, msgspec.ValidationError: It is none of this version.
        """
        setup, self._table = head(header)
        self._options = setup.options
        self._timeline = begin(setup)
        self._played: list[Step] = []  # not in the timeline yet: it is copied for every entry
        self._game, self._is_partial = self._timeline.game, self._timeline.partial_game is not None
        self._entries: list[Entry] = []
        self._lines = [header]
        self._rejected: list[Rejected] = []
        self._others = 0
        self._left_at = -1
        self._clock = PlayingTime()

    def take(self, lines: list[Line]) -> None:
        """Read more lines; one that is not understood leaves everything as it was.

        Raises:
            BadLine, IllegalAction: It is not understood.
        """
        said = [content_of(bytes(line.event_json)) for line in lines]
        at = 0
        for other in [place for place, each in enumerate(said) if each.action is None]:
            self._play(said[at:other], lines[at:other])
            self._take_other(said[other], lines[other])
            at = other + 1
        self._play(said[at:], lines[at:])

    def _play(self, said: list["Content"], lines: list[Line]) -> None:
        """Play actions in a row, most of a game: thousands of games of hundreds are indexed."""
        if self._is_partial:
            for each, line in zip(said, lines, strict=True):
                self._take_other(each, line)
            return
        actions = cast("list[Action]", [each.action for each in said])
        happened, games = [], []
        try:
            for game, events in play_all(self._game, actions):
                self._game = game
                happened.append(events)
                games.append(game)
        finally:
            tags = map(_tag, [line.source for line in lines])
            seqs = cast("Iterator[Seq]", count(self._timeline.seq + len(self._played) + 1))
            self._played += map(Step, actions, happened, games, tags, seqs)
            self._entries += actions[: len(games)]
            self._lines += lines[: len(games)]

    def _take_other(self, said: "Content", line: Line) -> None:
        if said.entry is not None:
            self._timeline = enter(self._with_all_played(), said.entry, _tag(line.source))
            self._game, self._is_partial = (
                self._timeline.game,
                self._timeline.partial_game is not None,
            )
            self._played.clear()
            self._entries.append(said.entry)
            self._lines.append(line)
            return
        if not said.is_understood:
            raise BadLine(Problem(Unreadable.NO_EVENT, {"reason": "another version wrote it"}))
        self._others += 1
        if said.is_left:
            self._left_at = len(self._entries)
        elif said.rejected is not None:
            after = len(self._timeline.steps) + len(self._played)
            self._rejected += rejected(said.rejected, after)

    @property
    def _was_left(self) -> bool:
        return self._left_at == len(self._entries)

    def _with_all_played(self) -> Timeline:
        timeline, played = self._timeline, self._played
        if not played:
            return timeline
        return Timeline(timeline.start, (*timeline.steps, *played), (), played[-1].seq)

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
                shows_worth=table.shows_worth,
            ),
            tuple(self._entries),
            len(self._lines) + self._others,
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

    def take(self, lines: list[Line]) -> None:
        """Read more lines, as above, and count the time before each that tells the game."""
        for line in lines:
            alone, was_left = self._asked_alone(), self._was_left
            super().take([line])
            if self._lines[-1] is line:
                self._count(_at(line), None if was_left else alone)

    def _asked_alone(self) -> Seat | None:
        timeline, played = self._timeline, self._played
        events = played[-1].events if played else timeline.events
        return asked_alone(self._game, events, is_whole=timeline.partial_game is None)

    def _count(self, now: At, alone: Seat | None) -> None:
        """Count the time since the line before for the one player who was asked, if any."""
        is_thought = is_same_start(self._last, now)
        passed, players = passed_ms(self._last, now), len(self._game.players)
        self._clock = later(self._clock, passed, alone if is_thought else None, players)
        self._last = now


def _at(line: Line) -> At:
    return At(line.boot, line.boot_ms, line.wall_ms)


@lru_cache(maxsize=1024)
def _tag(source: str) -> str:
    """Return the tag of a tile that was read by it."""
    is_tag = source.startswith(_TAG) and source.isprintable()
    return source.removeprefix(_TAG) if is_tag else ""


class Content(msgspec.Struct, frozen=True):
    """What a line says: an entry, or one of the other things; somebody's peek is none of them."""

    entry: Entry | None = None
    action: Action | None = None
    """The entry, if it is an action of the rules."""
    is_left: bool = False
    rejected: object = None
    is_understood: bool = True
    """Whether this version knows what it says."""


@lru_cache(maxsize=1024)
def content_of(event: bytes) -> Content:
    """Return what an event says; the same few make up most of all games."""
    said = msgspec.json.decode(event, type=dict[str, object])
    if said == LEFT:
        return Content(is_left=True)
    if "rejected" in said:
        return Content(rejected=said["rejected"])
    if "peeked" in said:
        return Content()
    try:
        entry = record.read_entry(event)
    except BadLine:
        return Content(is_understood=False)
    return Content(entry, cast("Action", entry) if type(entry) in _ACTIONS else None)
