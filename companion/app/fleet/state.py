"""What a table tells everybody at the broker. Pure.

Only what everybody at the table can see, and no names: the epoch, the Ra tiles, how many entries
there are. Points only of games that are over, summed over all players (R-INF-2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion import __version__
from companion.core.kiosk import GuestRequest
from companion.core.model import Model
from companion.fleet.shapes import MOST_TROUBLES, GameEvent, State, TablePhase
from companion.pages import kiosk, new_game
from companion.rules.model import LAST_EPOCH, Auction
from companion.rules.model import Phase as Stage
from companion.rules.partial.ledger import Wait
from companion.rules.scoring.scoring import Category
from companion.statistics.game import TABLE, causes, counted, is_over, results

if TYPE_CHECKING:
    from companion.fleet import shapes
    from companion.rules.records.timeline import Timeline

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
