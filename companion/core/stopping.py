"""We stop here: a game that is left before its end, with the points as they stand.

Nothing is made up and nothing is written: the game is kept as it is, and goes on from here.
"""

import msgspec

from companion.core.asked import Prompt
from companion.core.messages import GoTo, Leave, Next
from companion.core.model import Model, Stopping
from companion.core.offers import Controls, Offer
from companion.core.worth import projected
from companion.rules.editions import Seat


class Standing(msgspec.Struct, frozen=True):
    """What one player has when a game is left."""

    seat: Seat
    counted: int | None
    """Points after the last epoch that was counted; None if nobody told them."""
    now: int | None
    """Points if the epoch that runs were scored as it lies; None where not all tiles are known."""

    @property
    def points(self) -> int | None:
        """The most that is known."""
        return self.counted if self.now is None else self.now


def standings(model: Model) -> tuple[Standing, ...]:
    """Return everybody's points as they stand, the most first; who ties stands by seats."""
    game, ledger = model.game, None if model.timeline is None else model.timeline.ledger
    if ledger is None:
        now = projected(game)
        found = [
            Standing(seat, game.players[seat].score, now[seat].after) for seat in game.setup.seats
        ]
    else:
        found = [Standing(seat, ledger.hands[seat].score, None) for seat in game.setup.seats]
    return tuple(sorted(found, key=_order))


def _order(standing: Standing) -> tuple[int, Seat]:
    """Return what puts the most points first, and those that are not known last."""
    return 1 if standing.points is None else -standing.points, standing.seat


def controls(_: Model, page: Stopping) -> Controls:
    """Return what every control does."""
    leave = Offer(Leave(), "Leave; the game is kept")
    show = Offer(GoTo(Stopping(is_shown=True)), "Show the points")
    taps = {"ra": leave, "ok": leave if page.is_shown else show}
    return Controls({**taps, "undo": Offer(Next(), "Back to the table")})


def prompt(_: Model, page: Stopping) -> Prompt:
    """Return what is asked."""
    if page.is_shown:
        return Prompt("The points as they stand; the game is not over")
    return Prompt("Stop here? The game is kept and can go on")
