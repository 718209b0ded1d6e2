"""What a table tells everybody at the broker, how long games last and how many ended. Pure.

Only what everybody at the table can see, and no names: the epoch, the Ra tiles, how many entries
there are. Points only of games that are over, summed over all players (R-INF-2).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion import __version__
from companion.core.clock import LONGEST_PAUSE_MS
from companion.core.kiosk import GuestRequest
from companion.core.model import Model
from companion.fleet.shapes import MOST_TROUBLES, GameEvent, State, TablePhase
from companion.pages import kiosk, new_game
from companion.rules.model import LAST_EPOCH, Auction
from companion.rules.model import Phase as Stage
from companion.rules.partial.ledger import Wait
from companion.rules.records.timeline import Timeline
from companion.rules.scoring.scoring import Category
from companion.statistics.game import TABLE, causes, counted, is_over, results

if TYPE_CHECKING:
    from companion.fleet import shapes


CALLS: dict[GuestRequest, shapes.Call] = {
    GuestRequest.RULES: "rules",
    GuestRequest.ORDER: "order",
    GuestRequest.BILL: "pay",
}
"""What calls are named at the broker."""


def state(model: Model, minutes: int, games_today: int) -> State:
    """Return the table as everybody may know it.

    Args:
        model: What is shown.
        minutes: How long the game on the table has been played.
        games_today: How many games ended here since midnight.
    """
    timeline, call = model.session.timeline, model.kiosk.call
    game = None if timeline is None else timeline.game
    ledger = None if timeline is None else timeline.ledger
    epoch = ra = 0
    if game is not None:
        epoch = game.epoch if ledger is None else ledger.epoch or 0
        ra = game.ra_count if ledger is None else ledger.ra_count or 0
    troubles = dict.fromkeys(each.note.name.lower() for each in model.screen.troubles)
    return State(
        phase=phase(model),
        players=0 if game is None else len(game.players),
        epoch=epoch,
        ra=ra,
        ra_limit=0 if game is None else game.ra_limit,
        minutes=0 if timeline is None else minutes,
        actions=0 if timeline is None else len(timeline.moments),
        call="none" if call is None else CALLS[call.kind],
        trouble=tuple(troubles)[:MOST_TROUBLES],
        language=model.preferences.language,
        volume=model.preferences.loudness.value,
        night=model.kiosk.is_night,
        version=__version__,
        games_today=games_today,
    )


def phase(model: Model) -> TablePhase:
    """Return what the table is in the middle of."""
    if model.kiosk.is_locked and model.preferences.kiosk:
        return TablePhase.LOCKED
    timeline, page = model.session.timeline, model.page
    if timeline is not None:
        return _of_game(timeline, is_scored=page.is_reveal)
    if isinstance(page, kiosk.Attract):
        return TablePhase.ATTRACT
    if isinstance(
        page, new_game.Seating | new_game.OptionsPage | new_game.LayingOut | new_game.Dealing
    ):
        return TablePhase.SEATING
    return TablePhase.IDLE


def _of_game(timeline: Timeline, *, is_scored: bool) -> TablePhase:
    """Return what a game is in the middle of; `is_scored`: points are being revealed."""
    if is_over(timeline):
        return TablePhase.OVER
    ledger, stage = timeline.ledger, timeline.game.stage
    if is_scored or (ledger is not None and ledger.stage is Wait.TALLY):
        return TablePhase.SCORING
    if ledger is not None:
        is_auction = ledger.stage in (Wait.DRAWN, Wait.CALLED)
    else:
        is_auction = isinstance(stage, Auction)
    return TablePhase.AUCTION if is_auction else TablePhase.PLAYING


def game_event(timeline: Timeline, game: str, minutes: int) -> GameEvent:
    """Return what is published about a game that is over or was left.

    Args:
        timeline: The game.
        game: Something that is the same for the same game, and says nothing else.
        minutes: How long it was played.
    """
    ended = timeline.game.stage is Stage.OVER
    seats = len(timeline.game.players)
    counts = counted(timeline, [""] * seats, minutes).get(TABLE, {}) if ended else {}
    ends = tuple(cause.value for cause in causes(timeline))
    is_known = counts.get("scored", 0) == seats
    return GameEvent(
        game=game,
        over=ended,
        edition=timeline.game.setup.edition.value,
        players=seats,
        minutes=minutes,
        epochs=ends[:LAST_EPOCH],
        points={each.value: counts.get(each.value, 0) for each in Category} if is_known else None,
        winner_share=_share(results(timeline)) if ended else None,
    )


def _share(points: tuple[int | None, ...]) -> float | None:
    """Return how much of all points the winner has; None if not all are known, or there are none.

    Nobody has fewer than 0 points (R-SCO-2).
    """
    known = [each for each in points if each is not None]
    total = sum(known)
    return round(max(known) / total, 3) if len(known) == len(points) and total else None


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
