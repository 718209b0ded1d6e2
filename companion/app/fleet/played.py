"""How long the current game has lasted, and how many games ended here today."""

from __future__ import annotations

from collections.abc import Callable

from companion.app.fleet.state import game_event
from companion.core.clock import LONGEST_PAUSE_MS
from companion.core.model import Model
from companion.fleet.shapes import GameEvent
from companion.pages import new_game
from companion.rules.records.timeline import Timeline
from companion.statistics.game import is_over

MINUTE_SECONDS = 60.0

LONGEST_PAUSE_SECONDS = LONGEST_PAUSE_MS / 1000
"""A longer pause without an entry does not count as playing, as in the statistics."""

LOOK_SECONDS = 3600.0
"""How often to check whether another day has begun."""

_LEAST_SECONDS = 0.001
"""No deadline is nearer: what is left of a minute may be less than a clock can tell."""


class GameWatch:
    """Sees every model that is shown, and tells when a game is over or was left."""

    def __init__(
        self, today: Callable[[], str], name_of_game: Callable[[], str], games_today: int = 0
    ) -> None:
        """Begin with an empty table.

        Args:
            today: The day by the clock on the wall.
            name_of_game: What tells the game that is being written, or was last, from others.
            games_today: How many games have ended today before.
        """
        self._today, self._name_of_game = today, name_of_game
        self._day, self._games_today = today(), games_today
        self._timeline: Timeline | None = None
        self._name = ""
        self._seconds = 0.0
        self._changed_at = 0.0

    def see(self, model: Model) -> GameEvent | None:
        """Return the game that is over or was left since the model before, if one is."""
        before, after = self._timeline, model.session.timeline
        if after is before:
            return None
        is_same = before is not None and after is not None and after.start is before.start
        told = None
        if before is not None and not is_same and not _is_nothing(before):
            told = game_event(before, self._name, self.minutes(model.now))
        if is_same:
            self._seconds += self._pause(model.now)
        else:
            self._seconds, self._name = 0.0, self._name_of_game()
        self._changed_at, self._timeline = model.now, after
        if is_same and before is not None and after is not None and is_over(after):
            if not is_over(before):
                self._games_today = self.games_today() + 1
            told = game_event(after, self._name, self.minutes(model.now))
        return told

    def games_today(self) -> int:
        """Return how many games have ended since midnight."""
        day = self._today()
        if day != self._day:
            self._day, self._games_today = day, 0
        return self._games_today

    def minutes(self, now: float) -> int:
        """Return how many whole minutes the game on the table has been played."""
        if self._timeline is None:
            return 0
        return int((self._seconds + self._pause(now)) // MINUTE_SECONDS)

    def _pause(self, now: float) -> float:
        if self._timeline is None or is_over(self._timeline):
            return 0.0
        return min(max(0.0, now - self._changed_at), LONGEST_PAUSE_SECONDS)

    def next_deadline(self, now: float) -> float:
        """Return when the minutes or the day may be others, in monotonic seconds."""
        pause = self._pause(now)
        if self._timeline is None or is_over(self._timeline) or pause >= LONGEST_PAUSE_SECONDS:
            return now + LOOK_SECONDS
        left = MINUTE_SECONDS - (self._seconds + pause) % MINUTE_SECONDS
        return now + max(_LEAST_SECONDS, left)  # a remainder may be nearly a whole minute


def _is_nothing(left: Timeline) -> bool:
    """Whether nothing is published about a game that was left: it was over, or had no tile yet."""
    return is_over(left) or new_game.is_untouched(left)
