"""Looking through a game: what stands, and what was taken back and can come again."""

from companion.core.model import History, Model
from companion.rules.events import Event
from companion.rules.model import Game
from companion.rules.timeline import Moment


def going_to(model: Model) -> History:
    """Return the history page, opened where the game stands."""
    return History(0 if model.timeline is None else len(model.timeline.moments))


def length(model: Model) -> int:
    """Return how many actions can be looked at, taken-back ones included."""
    timeline = model.timeline
    return 0 if timeline is None else len(timeline.moments) + len(timeline.undone)


def moment(model: Model, at: int) -> Moment | None:
    """Return the action that leads to this place; None at the start of the game."""
    timeline = model.timeline
    if timeline is None or not 1 <= at <= length(model):
        return None
    standing = len(timeline.moments)
    if at <= standing:
        return timeline.moments[at - 1]
    return timeline.undone[len(timeline.undone) - (at - standing)]


def game_at(model: Model, at: int) -> Game:
    """Return the table as it was after so many actions."""
    found = moment(model, at)
    if found is not None:
        return found.game
    return model.game if model.timeline is None else model.timeline.start


def events_at(model: Model, at: int) -> tuple[Event, ...]:
    """Return what happened in the action that leads to this place."""
    found = moment(model, at)
    return () if found is None else found.events
