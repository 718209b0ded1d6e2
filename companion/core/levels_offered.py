"""How much people enter, as lines of the menu: less at any moment, more when all is known."""

from collections.abc import Iterator

from companion.core.joining import StepUp, first_question
from companion.core.messages import Enter, GoTo
from companion.core.model import Model
from companion.core.offers import Offer
from companion.rules.actions import Level
from companion.rules.entries import SetLevel
from companion.rules.ledger import Wait
from companion.rules.model import Phase

_LIGHT, _SCORE_ONLY = Enter(SetLevel(Level.LIGHT)), Enter(SetLevel(Level.SCORE_ONLY))


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
        yield Offer(_LIGHT, "Enter more: Ra tiles and auctions")
    yield Offer(StepUp(), "Enter every tile")
    asked = first_question(ledger, ledger.level)
    if asked is not None and ledger.stage is Wait.TURN:
        yield Offer(GoTo(asked), "Say what is not known yet")
