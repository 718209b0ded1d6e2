"""Playing time: counted with every entry, and shown if the owner wants it."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.core.clock import (
    LONGEST_PAUSE_MS,
    LONGEST_THOUGHT_MS,
    MINUTE_MS,
    PlayingTime,
    asked_alone,
    later,
)
from companion.core.messages import Message, Resumed
from companion.core.model import Model, machine_strength
from companion.rules.editions import Seat
from companion.rules.model import Phase

_MINUTE_SECONDS = MINUTE_MS / 1000

_MOST_MINUTES = LONGEST_PAUSE_MS // MINUTE_MS

_GLASS_MINUTES = LONGEST_THOUGHT_MS // MINUTE_MS
"""A player asked for this long is away, and the sand-glass disappears."""


def keep_time(before: Model, message: Message, after: Model) -> Model:
    """Return the model whose clock knows of an entry, or of the game that has come to the table."""
    was, now = before.session.timeline, after.session.timeline
    if now is was or now is None:
        return after
    since = after.now
    if isinstance(message, Resumed):
        return after.with_session(clock=replace(message.clock, since=since))
    players = len(now.game.players)
    if was is None or was.start is not now.start:
        return after.with_session(clock=PlayingTime(shares=(0,) * players, since=since))
    clock = before.session.clock
    alone = asked_alone(was.game, was.events, is_whole=was.partial_game is None)
    passed = round((since - clock.since) * 1000)
    return after.with_session(clock=replace(later(clock, passed, alone, players), since=since))


def is_seen(model: Model) -> bool:
    """Whether the page shows the time of a running game."""
    timeline = model.session.timeline
    is_table = model.preferences.has_clock and model.page.is_table
    return is_table and timeline is not None and timeline.game.stage is not Phase.OVER


def at_now(model: Model) -> Model:
    """Return the model whose clock has gone on by whole minutes since the last entry."""
    if not is_seen(model):
        return model
    minutes = _minutes(model)
    if minutes == model.session.clock.minutes:
        return model
    return model.with_session(clock=replace(model.session.clock, minutes=minutes))


def _minutes(model: Model) -> int:
    since = model.session.clock.since
    ends = (since + each * _MINUTE_SECONDS for each in range(1, _MOST_MINUTES + 1))
    return sum(model.now >= end for end in ends)


def deadline(model: Model) -> float | None:
    """Return when the visible clock changes next: once a minute, until people are away."""
    if not is_seen(model):
        return None
    clock, minutes = model.session.clock, _minutes(model)
    if minutes >= _MOST_MINUTES:
        return None
    return clock.since + (minutes + 1) * _MINUTE_SECONDS


def sand(model: Model) -> float | None:
    """Return how much of the sand has run for the player asked; None if there is no sand-glass.

    It is there from the second minute of one question on, and ends nothing.
    """
    timeline = model.session.timeline
    if timeline is None or not is_seen(model):
        return None
    alone = asked_alone(timeline.game, timeline.events, is_whole=timeline.partial_game is None)
    minutes = model.session.clock.minutes
    if alone is None or not 0 < minutes < _GLASS_MINUTES or is_machine(model, alone):
        return None
    return minutes / (_GLASS_MINUTES - 1)


class Timing(msgspec.Struct, frozen=True):
    """What the table shows of the time."""

    played: str = ""
    """Hours and minutes; empty if no time is seen."""
    shares: tuple[float, ...] = ()
    """For each seat, which part it has of the time in which somebody alone was asked."""
    sand: float | None = None
    """How much of the sand has run for the player asked; None if there is no sand-glass."""

    def share(self, seat: Seat) -> float:
        """Return one player's part, 0 to 1."""
        return self.shares[seat] if self.shares else 0.0


def timing(model: Model) -> Timing:
    """Return what the table shows of the time now: nothing unless somebody wants it."""
    if not is_seen(model):
        return Timing()
    clock, seats = model.session.clock, model.game.setup.seats
    of_people = [
        0 if is_machine(model, seat) else share
        for seat, share in zip(seats, clock.shares, strict=False)
    ]
    whole = sum(of_people)
    shares = tuple(share / whole for share in of_people) if whole else ()
    return Timing(hours(clock.whole_minutes), shares, sand(model))


def hours(minutes: int) -> str:
    """Return a time as hours and minutes, such as "1:05"."""
    return f"{minutes // 60}:{minutes % 60:02}"


def is_machine(model: Model, seat: Seat) -> bool:
    """Whether the table plays this seat: the time is then that of the hands that move for it."""
    return machine_strength(model, seat) is not None
