"""What is said aloud as points and places are revealed."""

from __future__ import annotations

from collections.abc import Iterator

from companion import narration
from companion.core.model import Model
from companion.i18n import Words
from companion.narration import CATEGORIES
from companion.narration.aloud import asked, gains
from companion.pages.controls import prompt
from companion.pages.scoring import epoch, finale, reveal
from companion.rules.events import EpochEnded
from companion.rules.scoring.scoring import Category


def _brought(model: Model, category: Category, points: tuple[int, ...], words: Words) -> str:
    names = model.game.setup.players
    told = words.list(f"{names[seat]} {gain}" for seat, gain in reveal.rising(points))
    return words.state(words.say(CATEGORIES[category]), told)


def epoch_revealed(model: Model, words: Words) -> Iterator[str]:
    """Yield what the category brought that was laid last; after all, the whole epoch.

    Where points are sealed nothing is laid.
    """
    page, timeline = model.page, model.session.timeline
    if not isinstance(page, epoch.EpochScores) or timeline is None or not timeline.steps:
        return
    category = reveal.latest(page, reveal.courses(model))
    for event in timeline.steps[-1].events:
        if not isinstance(event, EpochEnded):
            continue
        if category is None:
            yield from gains(event, model.game.setup, model.session.agreement.secrecy, words)
        else:
            points = tuple(score.points(category) for score in event.scores)
            yield _brought(model, category, points, words)


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
