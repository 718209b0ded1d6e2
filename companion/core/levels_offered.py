"""How much people enter, as lines of the menu: less at any moment, more when all is known."""

from collections.abc import Iterator

from companion.core.joining import BeginCounted, StepUp, first_question
from companion.core.messages import Enter, GoTo
from companion.core.model import Model
from companion.core.offers import Offer
from companion.rules.actions import Level
from companion.rules.entries import SetLevel
from companion.rules.fixing import Fix
from companion.rules.ledger import TallyEpoch, Wait
from companion.rules.levels import at_border
from companion.rules.model import Phase
from companion.rules.timeline import Timeline

_LIGHT, _SCORE_ONLY = Enter(SetLevel(Level.LIGHT)), Enter(SetLevel(Level.SCORE_ONLY))


def is_counted(timeline: Timeline) -> bool:
    """Whether an epoch has just been counted."""
    return bool(timeline.moments) and isinstance(timeline.moments[-1].action, TallyEpoch)


def counted(model: Model) -> Fix | None:
    """Return what the tally has just told of an epoch at its beginning; None at any other time."""
    timeline = model.timeline
    if timeline is None or timeline.ledger is None or not is_counted(timeline):
        return None
    only_points = timeline.ledger.level is Level.SCORE_ONLY
    return at_border(timeline.ledger) if only_points else None


def level_lines(model: Model) -> Iterator[Offer]:
    """Yield each line with its words and what it means; none when the game is over."""
    timeline = model.timeline
    if timeline is None or timeline.game.stage is Phase.OVER:
        return
    ledger = timeline.ledger
    if ledger is None:
        yield Offer(_LIGHT, "Enter less: Ra tiles and auctions")
        return
    if ledger.level is Level.LIGHT:
        yield Offer(_SCORE_ONLY, "Enter less: only points")
    else:
        if counted(model) is not None:
            yield Offer(BeginCounted(), "Enter more, from the beginning of this epoch")
        yield Offer(_LIGHT, "Enter more: Ra tiles and auctions")
    yield Offer(StepUp(), "Enter every tile")
    asked = first_question(ledger, ledger.level)
    if asked is not None and ledger.stage is Wait.TURN:
        yield Offer(GoTo(asked), "Say what is not known yet")
