"""A whole game as it was entered: every position, what led to it, and what was taken back.

Taking back is not a rule: the position after any number of actions is kept, so going back or
forward by one, or by four hundred, costs the same.
"""

from typing import NewType

import msgspec

from companion.rules.actions import Action
from companion.rules.editions import Setup
from companion.rules.events import Event
from companion.rules.model import Game, new_game
from companion.rules.play import play
from companion.rules.record import Entry, Redo, Undo
from companion.rules.refusal import IllegalAction, Refusal, Why

Seq = NewType("Seq", int)
"""How many entries have been made; the header is 0."""


class Moment(msgspec.Struct, frozen=True):
    """One action that stands, and the table after it."""

    action: Action
    events: tuple[Event, ...]
    game: Game
    tag: str = ""
    """Of a drawn tile: the tag it was read by, if it was."""


class Timeline(msgspec.Struct, frozen=True):
    """Everything that was entered in one game, in order."""

    start: Game
    """The table before the first action."""
    moments: tuple[Moment, ...] = ()
    """The actions that stand, oldest first."""
    undone: tuple[Moment, ...] = ()
    """What was taken back and can come again, the latest last; emptied by a new action."""
    seq: Seq = Seq(0)
    """How many entries were made, takings back included."""

    @property
    def game(self) -> Game:
        """The table now."""
        return self.moments[-1].game if self.moments else self.start

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last action that stands did."""
        return self.moments[-1].events if self.moments else ()

    def game_after(self, actions: int) -> Game:
        """Return the table after so many of the actions that stand."""
        return self.moments[actions - 1].game if actions else self.start


def begin(setup: Setup) -> Timeline:
    """Return the timeline of a game in which nothing has happened."""
    return Timeline(start=new_game(setup))


def enter(timeline: Timeline, entry: Entry, tag: str = "") -> Timeline:
    """Return the timeline with one more entry.

    Args:
        timeline: The game so far.
        entry: What is entered.
        tag: Of a drawn tile: the tag it was read by.

    Raises:
        IllegalAction: The rules refuse the action, or there is nothing to take back or to redo.
    """
    seq = Seq(timeline.seq + 1)
    match entry:
        case Undo(number):
            return _undo(timeline, number, seq)
        case Redo(number):
            return _redo(timeline, number, seq)
        case action:
            game, events = play(timeline.game, action)
            moments = (*timeline.moments, Moment(action, events, game, tag))
            return Timeline(timeline.start, moments, (), seq)


def _undo(timeline: Timeline, events: int, seq: Seq) -> Timeline:
    standing = timeline.moments
    if not 1 <= events <= len(standing):
        raise IllegalAction(Refusal(Why.NOTHING_TO_UNDO, {"events": len(standing)}))
    kept = len(standing) - events
    undone = (*timeline.undone, *reversed(standing[kept:]))
    return Timeline(timeline.start, standing[:kept], undone, seq)


def _redo(timeline: Timeline, events: int, seq: Seq) -> Timeline:
    undone = timeline.undone
    if not 1 <= events <= len(undone):
        raise IllegalAction(Refusal(Why.NOTHING_TO_REDO, {"events": len(undone)}))
    kept = len(undone) - events
    moments = (*timeline.moments, *reversed(undone[kept:]))
    return Timeline(timeline.start, moments, undone[:kept], seq)
