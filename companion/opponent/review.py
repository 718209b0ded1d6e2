"""The look back at a game: chances, what choices cost, and where the game turned.

Chances are whole numbers out of ten thousand, so that they add up exactly.
"""

import msgspec

from companion.i18n import Sentences
from companion.rules.editions import Seat, Sun
from companion.rules.model import Phase
from companion.rules.records.timeline import Timeline

WHOLE = 10_000
"""Certainty."""


DRAWING = "draw"
"""How the choice to draw is written, before it is known what."""


class Alternative(msgspec.Struct, frozen=True):
    """One thing that could be chosen, and the chance to win after it."""

    action: str
    """A line of a record, or `DRAWING`."""
    chance: int
    """The chance of the player who decided, in ten-thousandths."""


class Decision(msgspec.Struct, frozen=True):
    """What somebody chose, and the best that they could.

    They are the same unless the difference exceeds two standard errors.
    """

    seat: Seat
    chosen: Alternative
    best: Alternative
    error: int
    """The standard error of the difference; 0 if it is unknown."""

    @property
    def cost(self) -> int:
        """What it cost in chances to win."""
        return self.best.chance - self.chosen.chance


class Outlook(msgspec.Struct, frozen=True):
    """An entry of the game, and the chances after it."""

    seq: int
    """Which entry."""
    number: int
    """How many effective entries stand before it."""
    chances: tuple[int, ...]
    """To win, of each seat, after it."""
    decision: Decision | None = None
    """None if there was nothing to choose, or nobody knows who chose what."""


class Bidder(msgspec.Struct, frozen=True):
    """What a lot was to a player."""

    worth: int
    """Tenths of a point that its tiles were likely to bring, without what the suns changed."""
    missed: int = 0
    """For a player who did not win it: the chance to win after a bid, if it was computed."""
    sun: Sun | None = None
    """That bid."""


class Lot(msgspec.Struct, frozen=True):
    """An auction."""

    seq: int
    """The entry that ended it."""
    winner: Seat
    paid: Sun
    bidders: tuple[Bidder, ...]
    """Each seat."""
    overpaid: int = 0
    """The chance to win after passing, if it was computed."""

    @property
    def dearest(self) -> int:
        """The most that it cost anybody to win it, or to let it go."""
        return max(self.overpaid, *(bidder.missed for bidder in self.bidders))


class Sum(msgspec.Struct, frozen=True):
    """How a player's chance went from the first tile to the end."""

    initial: int
    final: int
    skill: int
    """What their own choices cost against the best ones, as far as computed; never above 0."""
    others: int
    """What everybody else's choices brought, against what people usually do."""

    @property
    def luck(self) -> int:
        """All that was not in their hands: the bag, and everybody else."""
        return self.final - self.initial - self.skill

    @property
    def bag(self) -> int:
        """What the tiles brought, and the chances that came with them."""
        return self.luck - self.others


class Swing(msgspec.Struct, frozen=True):
    """Where the game turned: an entry, or a whole auction with what opened it."""

    since: int
    """Where in the moments it begins."""
    at: int
    """Where it ends."""


class Review(msgspec.Struct, frozen=True):
    """A look back at a whole game."""

    players: tuple[str, ...]
    initial: tuple[int, ...]
    """The chances before the first entry."""
    moments: tuple[Outlook, ...]
    lots: tuple[Lot, ...]
    sums: tuple[Sum, ...]
    """Each seat."""
    swings: tuple[Swing, ...]
    """Where the game turned most, the largest first."""
    futures: int
    """How often each choice was tried out."""

    def before(self, at: int) -> tuple[int, ...]:
        """Return the chances before one of the moments."""
        return self.moments[at - 1].chances if at else self.initial

    def costly(self) -> list[Outlook]:
        """Return the moments at which something else was better, the costliest first."""
        told = [each for each in self.moments if each.decision and each.decision.cost]
        return sorted(told, key=lambda each: -(each.decision.cost if each.decision else 0))


class NoReview(Sentences):
    """Why there is no look back at a game; the value is the sentence for people."""

    RUNNING = "This game is not over yet. It can be reviewed afterwards"
    PARTIAL = (
        "Not every tile of this game was entered, so its choices cannot be judged. "
        "Its points are in the statistics"
    )


class NotReviewableError(Exception):
    """There is no look back at this game."""

    def __init__(self, because: NoReview) -> None:
        super().__init__(because.value)
        self.because = because


def refuse(played: Timeline) -> None:
    """Check that a game can be looked back at.

    Raises:
        NotReviewableError: It is not over, or not all of it is known.
    """
    if any(moment.ledger is not None for moment in played.moments):
        raise NotReviewableError(NoReview.PARTIAL)
    if played.game.stage is not Phase.OVER:
        raise NotReviewableError(NoReview.RUNNING)
