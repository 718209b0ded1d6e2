"""The reveal: what every category brought, one after the other, and then the places.

All of it runs by itself. A press meanwhile finishes what moves, and does no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_lowercase, digits
from typing import TYPE_CHECKING

from companion.core.commands import OK, Command, key, tap
from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.messages import Next, Route
from companion.core.model import Model
from companion.core.page import Page
from companion.pages.registry import found
from companion.pages.scoring import finale
from companion.rules.editions import Seat
from companion.rules.events import EpochEnded, EpochTallied
from companion.rules.records.timeline import Timeline
from companion.rules.scoring.scoring import Category, categories

if TYPE_CHECKING:
    from companion.pages.scoring.epoch import EpochScores

UNNAMED = (*PLAYER_CONTROLS, Control.RA, Control.UNDO, Control.DIAL)
"""What finishes a movement as OK does, without a word about it."""


def counted(model: Model) -> tuple[Category, ...]:
    """Return what was counted at the end of the epoch that the last action ended (section 1.9)."""
    timeline = model.session.timeline
    return () if timeline is None else _counted(timeline)


def _counted(timeline: Timeline) -> tuple[Category, ...]:
    ended = (each for each in timeline.events if isinstance(each, EpochEnded | EpochTallied))
    return next((categories(event.epoch) for event in ended), ())


def courses(model: Model) -> tuple[Category, ...]:
    """Return what is laid course by course: the categories that brought or cost anybody points."""
    timeline = model.session.timeline
    return () if timeline is None else _courses(timeline)


def _courses(timeline: Timeline) -> tuple[Category, ...]:
    ended = (each for each in timeline.events if isinstance(each, EpochEnded | EpochTallied))
    event = next(ended, None)
    if event is None:
        return ()
    known = [score for score in event.scores if score is not None]
    every = categories(event.epoch)
    return tuple(each for each in every if any(score.points(each) for score in known))


def places(model: Model, *, is_hurried: bool) -> Page:
    """Return the page on which the places begin to be revealed, or what is asked to know them.

    Args:
        model: Its game is over.
        is_hurried: Whether all but the last two stand there at once.
    """
    if finale.winner(model) is None:
        return found(Route.JOINING, model) or finale.Finale()
    first = before_the_crown(model)
    if is_hurried or not first or model.preferences.reduce_motion:
        return finale.Finale(first)
    return finale.Finale(rising=1, since=model.now)


def before_the_crown(model: Model) -> int:
    """Return how many places are told before somebody asks for the crown: all but two."""
    return max(0, len(model.game.players) - 2)


def latest(page: EpochScores, every: Sequence[Category]) -> Category | None:
    """Return the category that was laid last; None when all are."""
    return every[len(every) - page.hidden - 1] if page.hidden else None


def finishing() -> Iterator[Command]:
    """Yield what can be done while something moves: any control and nearly any key finishes it."""
    yield tap("Skip", Next(), *UNNAMED, silent=True)
    yield tap("Skip", Next(), OK)
    yield key((*_ANY_KEY, *ascii_lowercase, *digits), Next())


_ANY_KEY = "space", "escape", "tab", "end", "left", "right", "up", "down"


def explained(timeline: Timeline | None, seat: Seat) -> tuple[int, ...]:
    """Return the epochs whose points of this seat are known and can be asked for, last first."""
    steps = () if timeline is None else timeline.steps
    return tuple(
        event.epoch
        for step in reversed(steps)
        for event in step.events
        if isinstance(event, EpochEnded | EpochTallied) and event.scores[seat] is not None
    )


def rising(gains: Sequence[int | None]) -> tuple[tuple[Seat, int], ...]:
    """Return who got how much, from the lowest to the highest; of equals in clockwise order.

    Args:
        gains: Of each seat; None where they are not known.
    """
    known = ((Seat(seat), gain) for seat, gain in enumerate(gains) if gain is not None)
    return tuple(sorted(known, key=lambda each: each[1]))
