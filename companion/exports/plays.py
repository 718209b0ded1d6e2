"""A kept game as other people count it: who played, when it ended, how long, who won."""

from collections.abc import Sequence
from datetime import UTC, datetime
from zlib import crc32

import msgspec

from companion import chronicle
from companion.chronicle import Kept
from companion.describing import minutes_of
from companion.journal.lines import GameId, Line
from companion.rules.events import EpochEnded, EpochTallied
from companion.rules.scoring import EpochScore
from companion.statistics.counting import is_over, places, results


class Sat(msgspec.Struct, frozen=True):
    """Somebody who played."""

    name: str
    points: int | None
    """At the end; None while the game runs, or where too little was told."""
    place: int | None
    is_starter: bool
    """Whether they had the first turn."""

    @property
    def number(self) -> str:
        """Eight letters that are the same for this name in every game."""
        return f"{crc32(self.name.casefold().encode()):08x}"


class Play(msgspec.Struct, frozen=True):
    """A game that was played."""

    game: GameId
    begun_ms: int
    """Milliseconds since 1970; so is the end."""
    ended_ms: int
    minutes: int
    """Pauses left out; 0 if not known."""
    edition: str
    seats: tuple[Sat, ...]
    """Clockwise."""
    epochs: tuple[tuple[EpochScore | None, ...], ...]
    """The scoring of every epoch that has ended, for each seat; nothing while the game runs."""
    is_over: bool
    kept: Kept


def play_of(game: GameId, lines: Sequence[Line]) -> Play | None:
    """Return what a journal tells of a game; None if not even its header is understood.

    As long as it runs no points are in it: they lie face down (R-INF-2).
    """
    kept = chronicle.read(lines)
    if kept is None:
        return None
    timeline = kept.timeline
    names = timeline.game.setup.players
    over = is_over(timeline)
    nothing: tuple[int | None, ...] = (None,) * len(names)
    points, ranks = (results(timeline), places(timeline)) if over else (nothing, nothing)
    starter = timeline.start.active
    seats = tuple(
        Sat(name, points[seat], ranks[seat], is_starter=seat == starter)
        for seat, name in enumerate(names)
    )
    scores = (
        event.scores
        for moment in timeline.moments
        for event in moment.events
        if isinstance(event, EpochEnded | EpochTallied)
    )
    understood = lines[: kept.understood]
    said = [line for line in understood if not line.event.keys() & {"left", "peeked", "rejected"}]
    return Play(
        game=game,
        begun_ms=understood[0].stamp.wall_ms,
        ended_ms=said[-1].stamp.wall_ms,
        minutes=minutes_of(understood),
        edition=timeline.game.setup.edition.value,
        seats=seats,
        epochs=tuple(scores) if over else (),
        is_over=over,
        kept=kept,
    )


def utc(wall_ms: int) -> str:
    """Return a time in UTC as ``2026-09-12 21:31:05``; a clock that was never set says 1970."""
    try:
        return f"{datetime.fromtimestamp(wall_ms / 1000, UTC):%Y-%m-%d %H:%M:%S}"
    except (OverflowError, ValueError, OSError):
        return "1970-01-01 00:00:00"
