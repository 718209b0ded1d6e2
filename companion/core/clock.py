"""How long a game was played, and how long each player was asked.

The journal is the truth: every line says when it was written, and a game that goes on is counted
from its lines again. What was taken back has taken its time all the same, so time never runs back.

A line tells by which start of the machine and how many milliseconds after it. These cannot be set,
and are all that is used for somebody's share: a Raspberry Pi without a network has no other clock.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from companion.rules.model import Discarding, Phase

if TYPE_CHECKING:
    from companion.rules.editions import Seat
    from companion.rules.events import Event
    from companion.rules.model import Game

LONGEST_PAUSE_MS = 600_000
"""Ten minutes: of a longer pause without an entry, only these count."""

LONGEST_THOUGHT_MS = 300_000
"""Five minutes: a turn takes about half of one, so a player who takes longer is not thinking but
away with everybody else. None of such a pause is in anybody's share."""

MINUTE_MS = 60_000


class At(NamedTuple):
    """When a line was written."""

    start: str
    """Which start of the machine; empty where that has no name."""
    boot_ms: int
    """Milliseconds since then."""
    wall_ms: int
    """Milliseconds since 1970 by the clock on the wall, which may be wrong or set back."""


class PlayingTime(msgspec.Struct, frozen=True):
    """How long people have played until the last entry; times are in milliseconds."""

    played: int = 0
    shares: tuple[int, ...] = ()
    """For each seat, how long it alone was asked. Auctions, scoring and laying out the game are
    everybody's: these are in the whole time only."""
    since: float = 0.0
    """When the last entry was made, in seconds of the monotonic clock."""
    minutes: int = 0
    """How many minutes ago that was, while the clock is seen: with each the picture is another."""

    @property
    def whole_minutes(self) -> int:
        """How long people have played by now, in minutes."""
        return self.played // MINUTE_MS + self.minutes


def is_same_start(before: At, after: At) -> bool:
    """Whether the machine ran all the time between two lines."""
    return before.start == after.start != ""


def passed_ms(before: At, after: At) -> int:
    """Return how many milliseconds of play lie between two lines of a journal, never less than 0.

    The wall clock counts only where the machine was restarted in between.
    """
    if is_same_start(before, after):
        return max(0, after.boot_ms - before.boot_ms)
    return max(0, after.wall_ms - before.wall_ms)


def minutes(moments: Iterable[tuple[str, int, int]]) -> int:
    """Return the minutes played between these moments, rounded; at least 1 if any were."""
    # As `passed_ms` counts, without its calls: thousands of games of hundreds of lines are indexed.
    played, last_start, last_boot_ms, last_wall_ms = 0, None, 0, 0
    for start, boot_ms, wall_ms in moments:
        if last_start is not None:
            is_same = start == last_start != ""
            passed = boot_ms - last_boot_ms if is_same else wall_ms - last_wall_ms
            if passed > 0:
                played += passed if passed < LONGEST_PAUSE_MS else LONGEST_PAUSE_MS  # noqa: FURB136
        last_start, last_boot_ms, last_wall_ms = start, boot_ms, wall_ms
    return max(1, round(played / MINUTE_MS)) if played else 0


def asked_alone(game: Game, events: Iterable[Event], *, is_whole: bool) -> Seat | None:
    """Return whose time it is after the last entry; None if nobody is known to be asked alone."""
    stage = game.stage
    is_one = stage is Phase.TURN or stage is Phase.GODS or isinstance(stage, Discarding)
    if not is_whole or not is_one:
        return None
    from companion.rules.events import EpochEnded, EpochTallied  # noqa: PLC0415 - the first picture has no entry

    happened = tuple(events)
    is_scored = any(isinstance(event, EpochEnded | EpochTallied) for event in happened)
    return None if is_scored or not happened else game.active


def later(clock: PlayingTime, passed: int, seat: Seat | None, players: int) -> PlayingTime:
    """Return the clock after so many milliseconds, which were this player's alone, if anybody's."""
    shares = clock.shares or (0,) * players
    if seat is not None and 0 < passed <= LONGEST_THOUGHT_MS:
        shares = (*shares[:seat], shares[seat] + passed, *shares[seat + 1 :])
    whole = clock.played + min(LONGEST_PAUSE_MS, max(0, passed))
    return PlayingTime(whole, shares, clock.since)
