"""Solves an auction from its end: everybody does what is best, knowing what comes after.

Bidders see every sun, and each calls once, so there are few ways in which an auction can end. Each
is tried out. The last bidder chooses among them; the one before knows that choice, and so on
(backward induction). A bidder departs from the rule of thumb only for what is clearly better.
"""

import msgspec

from companion.opponent.trying import Candidate, Trial, best, ended_by, promise
from companion.rules import packed
from companion.rules.packed import kernel


class BidderTurn(msgspec.Struct, frozen=True):
    """A bidder's turn to call."""

    seat: int
    options: tuple[Candidate, ...]
    expected: Candidate
    """What they do."""


class Bidding:
    """One auction."""

    def __init__(self, futures: int) -> None:
        """Know nothing yet; every end will be tried with this many futures."""
        self._futures = futures
        self._ends: dict[int, tuple[Trial, list[float]]] = {}
        self._calls: dict[tuple[int, int], BidderTurn] = {}

    def call(self, table: packed.Table) -> BidderTurn:
        """Return what the next bidder can do, and what comes of it."""
        key = table.active, table.bar
        if key not in self._calls:
            options = tuple(
                Candidate(action, *self._after(table, action)) for action in table.choices()
            )
            habit = packed.by_habit(table, packed.habits())
            usual = next(each for each in options if each.action == habit)
            expected = best(options, usual, table.active)
            self._calls[key] = BidderTurn(table.active, options, expected)
        return self._calls[key]

    def _after(self, table: packed.Table, action: int) -> tuple[Trial, list[float]]:
        """Return what comes of a call: how the auction ends then."""
        after = table.copy()
        after.play(action)
        if after.phase == kernel.AUCTION:
            expected = self.call(after).expected
            return expected.line, list(expected.promise)
        disc = ended_by(table, action)
        if disc not in self._ends:
            line = Trial(table, action)
            self._ends[disc] = line, promise(line, self._futures)
        return self._ends[disc]
