"""The look back at a game: what lots were worth, where the game turned, what choices cost.

Chances are whole numbers out of ten thousand, so that they add up exactly. Entries are numbered as
the history numbers them: those that stand, from 1.
"""

from collections.abc import Iterable, Sequence

import msgspec

from companion.i18n import Sentences
from companion.rules.editions import Seat, Sun
from companion.rules.model import Phase
from companion.rules.records.timeline import Timeline
from companion.rules.tiles import Tile

WHOLE = 10_000
"""Certainty."""

STEP = WHOLE // 20
"""In such steps what turned a game is put into an order: of what is alike, the first."""

ALIKE = STEP // 2
"""What cost a player at most so much less than the worst is as bad: of these the first is told."""

LEAST_TOLD, LEAST_MOMENT = STEP, 2 * STEP
"""What a choice must have cost to be told at all, and anything to have turned the game."""

SURE = 2
"""By how many standard errors it must be more than that: what is told is told again."""

MOMENTS = 5
"""How many moments are told that turned the game."""

DRAWING = "draw"
"""How the choice to draw is written, before it is known what."""


def shares(chances: Sequence[float], of: int) -> tuple[int, ...]:
    """Return chances, 0 to 1, as whole numbers that add up; only certainty is all or nothing."""
    wanted = [round(of * chance, _DIGITS) for chance in chances]
    found = [share(one, of) for one in wanted]
    while rest := of - sum(found):
        step = 1 if rest > 0 else -1
        open_ = [seat for seat, now in enumerate(found) if 0 < now < of and now + step]
        found[max(open_, key=lambda seat: step * (wanted[seat] - found[seat]))] += step
    return tuple(found)


def share(wanted: float, of: int) -> int:
    """Return a part of so many as a whole number; only certainty is all or nothing."""
    return round(wanted) if wanted in {0, of} else min(of - 1, max(1, round(wanted)))


_DIGITS = 6
"""What computing with fractions leaves beyond these is nothing."""


class Alternative(msgspec.Struct, frozen=True):
    """One thing that could be chosen, and the chance to win after it."""

    action: str
    """A line of a record, or `DRAWING`."""
    chance: int
    """The chance of the player who decided, in ten-thousandths."""


class Decision(msgspec.Struct, frozen=True):
    """What somebody chose although something else was better, beyond doubt."""

    number: int
    """Of the entry."""
    seat: Seat
    chosen: Alternative
    best: Alternative
    error: int
    """The standard error of the difference."""

    @property
    def size(self) -> int:
        """What it cost in chances to win."""
        return self.best.chance - self.chosen.chance


class Turn(msgspec.Struct, frozen=True):
    """What came out of the bag, and changed somebody's chances beyond doubt."""

    number: int
    """Of the entry."""
    before: tuple[int, ...]
    after: tuple[int, ...]
    """The chances of every seat."""
    error: int
    """The standard error of the largest change."""

    @property
    def seat(self) -> int:
        """Whose chance changed most."""
        changes = [abs(now - then) for then, now in zip(self.before, self.after, strict=True)]
        return changes.index(max(changes))

    @property
    def size(self) -> int:
        """By how much that one changed."""
        return abs(self.after[self.seat] - self.before[self.seat])


Finding = Decision | Turn


def beyond_doubt(found: Finding) -> int:
    """Return how much something changed at least."""
    return found.size - SURE * found.error


def degree(found: Finding) -> int:
    """Return how many steps something changed, beyond doubt."""
    return beyond_doubt(found) // STEP


def moments(found: Iterable[Finding]) -> list[Finding]:
    """Return what turned the game most, of what is alike the first, in the order of the game."""
    large = [each for each in found if degree(each) * STEP >= LEAST_MOMENT]
    largest = sorted(large, key=lambda each: (-degree(each), each.number))[:MOMENTS]
    return sorted(largest, key=lambda each: each.number)


def worst(choices: Iterable[Decision], seat: int) -> Decision | None:
    """Return the choice that cost a player most, if it cost enough; of those alike, the first."""
    theirs = [each for each in choices if each.seat == seat and beyond_doubt(each) >= LEAST_TOLD]
    least = max(map(beyond_doubt, theirs), default=0) - ALIKE
    bad = (each for each in theirs if beyond_doubt(each) >= least)
    return min(bad, key=lambda each: each.number, default=None)


class Point(msgspec.Struct, frozen=True):
    """A moment between auctions: the beginning, the end of an auction or of an epoch."""

    number: int
    """Of the entry before it; 0 at the beginning."""
    chances: tuple[int, ...]
    """To win, of each seat."""
    error: int = 0
    """The standard error of the one that is known least; what older versions kept has none."""

    @property
    def margin(self) -> int:
        """By how much the chances may be wrong; 95 times in a hundred they are not."""
        return SURE * self.error


class Lot(msgspec.Struct, frozen=True):
    """Tiles that were sold, or that nobody took."""

    number: int
    """Of the entry that ended the auction or the epoch."""
    tiles: tuple[Tile, ...]
    worth: tuple[int, ...]
    """Tenths of a point that the tiles were likely to bring each seat, without the suns."""
    winner: Seat | None
    """None: nobody took them."""
    paid: Sun | None
    won: Sun | None
    """The sun that lay in the middle."""

    @property
    def profit(self) -> int:
        """What the winner gained, in tenths of a point; a sun counts as the rule of thumb says."""
        if self.winner is None or self.paid is None or self.won is None:
            return 0
        return self.worth[self.winner] + _A_SUN * (self.won - self.paid)


_A_SUN = 3
"""Tenths of a point that a sun is worth more than the next lower one."""


class Review(msgspec.Struct, frozen=True):
    """A look back at a whole game."""

    players: tuple[str, ...]
    entries: tuple[int, ...]
    """The place in the journal of every entry that stands: what it is a look back at."""
    points: tuple[Point, ...]
    choices: tuple[Decision, ...]
    """What turned the game, and each player's worst; the costliest first."""
    turns: tuple[Turn, ...]
    """What turned the game, the largest first."""
    lots: tuple[Lot, ...]
    """In the order of the game."""
    tries: int
    """How often each position was played on, at least."""

    def moments(self) -> Sequence[Finding]:
        """Return what turned the game, in the order of the game."""
        return moments((*self.choices, *self.turns))

    def worst(self, seat: int) -> Decision | None:
        """Return the choice that cost a player most."""
        return worst(self.choices, seat)

    def best_buy(self) -> Lot | None:
        """Return the lot that brought its winner most for the sun."""
        gained = [lot for lot in self._sold() if lot.profit > 0]
        return max(gained, key=lambda lot: lot.profit, default=None)

    def dearest(self) -> Lot | None:
        """Return the lot whose winner lost most by it: the sun was worth more than the tiles."""
        lost = [lot for lot in self._sold() if lot.profit < 0]
        return min(lost, key=lambda lot: lot.profit, default=None)

    def _sold(self) -> list[Lot]:
        """Return what somebody bought; a sun in the middle alone is no lot."""
        return [lot for lot in self.lots if lot.winner is not None and lot.tiles]


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
    if any(step.partial_game is not None for step in played.steps):
        raise NotReviewableError(NoReview.PARTIAL)
    if played.game.stage is not Phase.OVER:
        raise NotReviewableError(NoReview.RUNNING)
