"""The reveal: what every category brought, one after the other, and then the places.

All of it runs by itself. A press meanwhile finishes what moves, and does no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_lowercase, digits
from typing import TYPE_CHECKING

from companion import narration
from companion.core.commands import OK, Command, key, tap
from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.messages import Next, Route
from companion.core.model import Model
from companion.core.page import Page
from companion.i18n import Words
from companion.narration import CATEGORIES
from companion.narration.aloud import asked, gains
from companion.pages.controls import prompt
from companion.pages.motion import things
from companion.pages.registry import found
from companion.pages.scoring import epoch, finale
from companion.rules.editions import Seat
from companion.rules.events import EpochEnded, EpochTallied
from companion.rules.records.timeline import Timeline
from companion.rules.scoring.scoring import Category, categories
from companion.ui.animation import Move, RenderedPage, Slide, frame_start
from companion.ui.scene import Animated

if TYPE_CHECKING:
    from companion.pages.scoring.epoch import EpochScores


UNNAMED = (*PLAYER_CONTROLS, Control.RA, Control.UNDO, Control.DIAL)
"""What finishes a movement as OK does, without a word about it."""


def counted(model: Model) -> tuple[Category, ...]:
    """Return what was counted at the end of the epoch that the last action ended (section 1.9).

    What brought nobody anything is among them: people hear why, and that it was not forgotten.
    """
    timeline = model.session.timeline
    if timeline is None:
        return ()
    ended = (each for each in timeline.events if isinstance(each, EpochEnded | EpochTallied))
    return next((categories(event.epoch) for event in ended), ())


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


def epoch_moves(before: RenderedPage, after: RenderedPage) -> Iterator[Move]:
    """Yield the stones of a new course, which come down from above, and pits that open."""
    page = after.model.page
    is_laid = isinstance(page, epoch.EpochScores) and page.since == after.model.now
    if not is_laid or not isinstance(before.model.page, epoch.EpochScores):
        return
    now, old = frame_start(after.model.now), things(before, Animated.SEGMENT)
    for number, items in things(after, Animated.SEGMENT).items():
        if number not in old:
            yield Slide(items, (0, -_FALL * items[0].rect.h), now, epoch.COURSE_SECONDS)


_FALL = 2
"""From how far above a course comes, in its heights."""


def finale_moves(before: RenderedPage, after: RenderedPage) -> Iterator[Move]:
    """Yield the pyramids that rise, and the sun behind the highest."""
    page = after.model.page
    if not isinstance(page, finale.Finale) or page.since is None:
        return
    if not isinstance(before.model.page, finale.Finale | epoch.EpochScores):
        return
    now, old = frame_start(after.model.now), things(before, Animated.BAR)
    rising = [items for seat, items in things(after, Animated.BAR).items() if seat not in old]
    for items in rising:
        yield Slide(items, (0, items[0].rect.h), now, finale.BAR_SECONDS)
    if rising:
        yield from _before_them(after, now, finale.BAR_SECONDS)
    crown = things(after, Animated.CROWN).get(0)
    if crown is not None and not things(before, Animated.CROWN):
        seconds = finale.CROWN_SECONDS
        yield Slide(crown, (0, crown[0].rect.h), now, seconds)
        for items in things(after, Animated.BAR).values():
            yield Slide(items, (0, 0), now, seconds)
        yield from _before_them(after, now, seconds)


def _before_them(after: RenderedPage, now: float, seconds: float) -> Iterator[Move]:
    """Yield the ground out of which they rise, which stays where it is."""
    plinths = things(after, Animated.PLINTH)
    for number in sorted(plinths, reverse=True):
        yield Slide(plinths[number], (0, 0), now, seconds)


def epoch_revealed(model: Model, words: Words) -> Iterator[str]:
    """Yield what the category brought that was laid last; after all, the whole epoch.

    Where points are sealed nothing is laid.
    """
    page, timeline = model.page, model.session.timeline
    if not isinstance(page, epoch.EpochScores) or timeline is None or not timeline.steps:
        return
    category = latest(page, counted(model))
    for event in timeline.steps[-1].events:
        if not isinstance(event, EpochEnded):
            continue
        if category is None:
            yield from gains(event, model.game.setup, model.session.agreement.secrecy, words)
        else:
            names = model.game.setup.players
            points = tuple(score.points(category) for score in event.scores)
            told = words.list(f"{names[seat]} {gain}" for seat, gain in rising(points))
            yield words.state(words.say(CATEGORIES[category]), told)


def places_revealed(model: Model, before: int, now: int, words: Words) -> Iterator[str]:
    """Yield the places that were revealed since, the last one first.

    Args:
        model: Its game is over.
        before: How many were known.
        now: How many are known.
        words: The language of the table.
    """
    result, names = finale.result_of(model), model.game.setup.players
    order = () if result.ranking is None else result.ranking.seats
    if not now or not order:
        yield asked(prompt(model), words)
        return
    place = max(1, len(order) - now + 1)
    for each in range(max(place, len(order) - before), place - 1, -1):
        seat = order[each - 1]
        yield words.tell(
            "Place {place}: {name} with {number} point",
            "Place {place}: {name} with {number} points",
            result.points[seat] or 0,
            place=each,
            name=names[seat],
        )
    if place == 1:
        yield words.say("{name} wins the game", name=names[order[0]])
        for tied in result.ties:
            yield narration.tie_break(tied, names, words)
