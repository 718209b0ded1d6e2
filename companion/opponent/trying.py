"""Tries choices out: what the epoch's end promises after each, and who wins in the end.

The promise is quick and steady, and good for comparing choices in one position. It is right on
average but can be wrong for one game, so reported chances come from games played to their end.

An auction is solved from its end: everybody does what is best, knowing what comes after. Bidders
see every sun, and each calls once, so there are few ways in which it can end. Each is tried out.
The last bidder chooses among them; the one before knows that choice, and so on (backward
induction). A bidder departs from the rule of thumb only for what is clearly better.
"""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean

import msgspec

from companion.opponent import rollouts
from companion.opponent.review import WHOLE
from companion.rules import engine
from companion.rules.engine import Dice, Table

_PROMISES, _ENDS = 20, 21
"""Seeds: what is found by promises is seen again with other bags."""

_AT_ONCE = 50
"""Rollouts after which other threads have a turn."""

SURE = 2
"""Standard errors that a difference must exceed."""


class Line(msgspec.Struct, frozen=True):
    """A table, and what is done there; then everybody plays on by rule of thumb."""

    table: Table
    action: int


class Candidate(msgspec.Struct, frozen=True):
    """What somebody can choose, and what it promises."""

    action: int
    line: Line
    """What comes of it; of a bid, the end of the auction."""
    promise: Sequence[float]
    """The chances of every seat in the first rollout, then in the second, and so on."""

    def of(self, seat: int) -> Sequence[float]:
        """Return what it promises to a seat."""
        return self.promise[seat :: len(self.line.table.players)]


def option(table: Table, action: int, number: int) -> Candidate:
    """Try a choice out to the end of the epoch."""
    line = Line(table, action)
    return Candidate(action, line, promise(line, number))


def promise(line: Line, number: int) -> list[float]:
    """Return the chances of every seat at the end of the epoch, rollout by rollout."""
    found: list[float] = []
    policy = rollouts.usual_policy()
    for first in range(0, number, _AT_ONCE):
        more, dice = min(_AT_ONCE, number - first), Dice(_PROMISES)
        found += rollouts.rollouts(line.table, line.action, first, more, dice, policy, 0.0)
    return found


def is_better(one: Candidate, other: Candidate, seat: int) -> bool:
    """Whether a choice promises clearly more to a seat than another one."""
    more, error = difference(one.of(seat), other.of(seat))
    return more > SURE * error


def best(options: Sequence[Candidate], usual: Candidate, seat: int) -> Candidate:
    """Return what promises most to a seat, if that is clearly more than the usual."""
    most = max(options, key=lambda each: fmean(each.of(seat)))
    return most if most is not usual and is_better(most, usual, seat) else usual


def difference(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return the mean difference and its standard error; both were tried with the same bags."""
    each = [more - less for more, less in zip(one, other, strict=True)]
    mean = fmean(each)
    spread = sum((found - mean) ** 2 for found in each) / max(1, len(each) - 1)
    return mean, sqrt(spread / len(each))


class RolloutCache:
    """Who wins after the lines that are asked for; each is played out once."""

    def __init__(self, futures: int) -> None:
        """Begin empty; each line is played out this often, or times as often."""
        self.futures = futures
        self._known: dict[Line, list[int]] = {}

    def winners(self, line: Line, times: int = 1) -> list[int]:
        """Return the winners of at least so many futures: all that this line was tried with."""
        found, futures = self._known.setdefault(line, []), times * self.futures
        while len(found) < futures:
            number, dice = min(_AT_ONCE, futures - len(found)), Dice(_ENDS)
            policy = rollouts.usual_policy()
            found += rollouts.winners(line.table, line.action, len(found), number, dice, policy)
        return found

    def chances(self, line: Line, times: int = 1) -> tuple[int, ...]:
        """Return each seat's chance to win."""
        found = self.winners(line, times)
        return rounded([found.count(seat) / len(found) for seat in range(len(line.table.players))])

    def more(self, one: Line, other: Line, seat: int, times: int) -> tuple[int, int]:
        """Return how much more often a seat wins after one line, and the standard error of that."""
        for line in (one, other):
            self.winners(line, times)
        futures = min(len(self._known[one]), len(self._known[other]))
        wins = [
            [float(winner == seat) for winner in self._known[line][:futures]]
            for line in (one, other)
        ]
        mean, error = difference(*wins)
        return round(WHOLE * mean), round(WHOLE * error)


def rounded(chances: Sequence[float]) -> tuple[int, ...]:
    """Return chances as whole numbers that add up to certainty (largest remainders)."""
    wanted = [chance * WHOLE for chance in chances]
    found = [int(one) for one in wanted]
    by_rest = sorted(range(len(found)), key=lambda seat: found[seat] - wanted[seat])
    for seat in by_rest[: WHOLE - sum(found)]:
        found[seat] += 1
    return tuple(found)


def ended_by(table: Table, action: int) -> int:
    """Return the sun that wins if an action ends the auction, ``NO_BID`` if nobody does."""
    return action >> engine.KIND_BITS if action & 15 == engine.BID else table.best_bid


class BidderTurn(msgspec.Struct, frozen=True):
    """A bidder's turn to call."""

    seat: int
    options: tuple[Candidate, ...]
    expected: Candidate
    """What they do."""


class Bidding:
    """One auction."""

    def __init__(self, futures: int) -> None:
        """Begin empty; each end is played out this often."""
        self._futures = futures
        self._ends: dict[int, tuple[Line, list[float]]] = {}
        self._calls: dict[tuple[int, int], BidderTurn] = {}

    def call(self, table: Table) -> BidderTurn:
        """Return what the next bidder can do, and what comes of it."""
        key = table.active, table.best_bid
        if key not in self._calls:
            options = tuple(
                Candidate(action, *self._after(table, action)) for action in table.choices()
            )
            likely = rollouts.policy_action(table, rollouts.usual_policy())
            usual = next(each for each in options if each.action == likely)
            expected = best(options, usual, table.active)
            self._calls[key] = BidderTurn(table.active, options, expected)
        return self._calls[key]

    def _after(self, table: Table, action: int) -> tuple[Line, list[float]]:
        """Return what comes of a call: how the auction ends then."""
        after = table.copy()
        after.play(action)
        if after.phase == engine.AUCTION:
            expected = self.call(after).expected
            return expected.line, list(expected.promise)
        sun = ended_by(table, action)
        if sun not in self._ends:
            line = Line(table, action)
            self._ends[sun] = line, promise(line, self._futures)
        return self._ends[sun]
