"""Whose turn it is, and correcting it where the screen is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.core.commands import DIAL, Command, key, tap
from companion.core.messages import Enter
from companion.core.model import Model
from companion.pages.controls import PLAYER_KEYS
from companion.rules.actions import Level
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import Seat
from companion.rules.model import Phase
from companion.rules.partial import PartialPhase
from companion.rules.records.timeline import Timeline


def marks(model: Model) -> Mapping[Seat, Enter]:
    """Return for each player whose turn it may be and is not on the screen what says so.

    Nothing while the table waits for anything else: bids and disasters tell whose they are.
    """
    timeline = model.session.timeline
    if timeline is None or not _is_turn(timeline):
        return {}
    active = _active(timeline)
    return {seat: Enter(Fix(active=seat)) for seat in _able(timeline) if seat != active}


def _is_turn(timeline: Timeline) -> bool:
    partial_game = timeline.partial_game
    if partial_game is None:
        return timeline.game.stage is Phase.TURN
    return partial_game.stage is PartialPhase.TURN and partial_game.level is Level.LIGHT


def _active(timeline: Timeline) -> Seat | None:
    """Return whose turn it is on the screen; None if that is not known."""
    return timeline.game.active if timeline.partial_game is None else timeline.partial_game.active


def _able(timeline: Timeline) -> tuple[Seat, ...]:
    """Return everybody who may have a sun face up (R-TRN-1)."""
    hands = timeline.game.players if timeline.partial_game is None else timeline.partial_game.hands
    return tuple(seat for seat in timeline.start.setup.seats if hands[seat].suns != ())


def by_dial(model: Model) -> Iterator[Command]:
    """Yield what a push of the dial does while it points at nothing: the next player's turn."""
    able = marks(model)
    if able and model.session.timeline is not None:
        active = _active(model.session.timeline)
        later = [seat for seat in able if active is not None and seat > active]
        yield tap("Next player", able[min(later or able)], DIAL)


def by_keys(model: Model) -> Iterator[Command]:
    """Yield what the keys of players do."""
    for seat, mark in marks(model).items():
        yield key(PLAYER_KEYS[model.session.buttons[seat]], mark)
