"""An auction as a table hears it: who called what, who leads, and what that is as a record.

People call suns in any order, skip passes and correct themselves. What is written in the end is
the most that is known to be true: bid by bid if nobody before the winner was left out, else only
who won.
"""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from companion.rules.actions import BIDS, PASS, UNSOLD, Action, Bid, Pass, Won
from companion.rules.editions import Seat, Sun, Suns
from companion.rules.model import Auction, AuctionCause, Game


class Call(msgspec.Struct, frozen=True):
    """What somebody at the table said: a sun of theirs, or that they pass."""

    seat: Seat
    sun: Sun | None = None
    """The sun that is bid; None: they pass."""
    is_silent: bool = False
    """Whether nobody said this pass: somebody went on, so all who had said nothing have passed."""
    after: int = 0
    """How many entries the journal had of the auction: a fix may come between two calls."""
    settles: bool = False
    """Whether the auction was settled by it, and nobody had to say so."""


Calls = tuple[Call, ...]
"""In the order in which they were heard. Of one player the last counts."""


class Lines(msgspec.Struct, frozen=True):
    """What a settlement writes."""

    undo: int
    """How many lines of this auction are taken back first."""
    actions: tuple[Action, ...]
    """Then these follow; together they decide the auction."""
    first: Seat | None = None
    """Who must be made the bidder before: somebody was, by hand, who does not begin."""


def bidding_order(game: Game, auction: Auction) -> tuple[Seat, ...]:
    """Return everybody who has a sun face up, the Ra player last (R-AUC-1, R-AUC-3)."""
    players = len(game.players)
    seats = (Seat((auction.ra_player + step) % players) for step in range(1, players + 1))
    return tuple(seat for seat in seats if game.players[seat].suns)


def last_calls(calls: Sequence[Call]) -> dict[Seat, Sun | None]:
    """Return what counts of each player who has called: what they said last."""
    return {call.seat: call.sun for call in calls}


def leader(calls: Sequence[Call]) -> Call | None:
    """Return the highest sun that stands, and whose it is; None if there is none (R-AUC-2)."""
    bids = [Call(seat, sun) for seat, sun in last_calls(calls).items() if sun is not None]
    return max(bids, key=lambda call: call.sun or 0, default=None)


def higher_suns(game: Game, calls: Sequence[Call], seat: Seat) -> Suns:
    """Return the suns with which this player would lead now, ascending (R-AUC-2).

    Also those of the leader, who may have stepped too low, and of whoever has passed by mistake.
    """
    lead = leader(calls)
    best = 0 if lead is None or lead.sun is None else lead.sun
    return tuple(sun for sun in game.players[seat].suns if sun > best)


def answers(game: Game, auction: Auction, calls: Sequence[Call]) -> dict[Seat, Sun | None]:
    """Return what counts as the one answer of each player (R-AUC-1).

    A sun is none once somebody beats it whose turn was before its owner's, and who had bid nothing
    when it was called: they were late, or passed by mistake.
    """
    order = bidding_order(game, auction)
    found = dict[Seat, Sun | None]()
    before = dict[Seat, set[Seat]]()
    for call in calls:
        found[call.seat] = call.sun
        earlier = order[: order.index(call.seat)] if call.seat in order else ()
        before[call.seat] = {seat for seat in earlier if found.get(seat) is None}
        for seat, sun in tuple(found.items()):
            if call.seat in before[seat] and sun is not None and sun < (call.sun or 0):
                del found[seat]
    return found


def asked(game: Game, auction: Auction, calls: Sequence[Call]) -> tuple[Seat, ...]:
    """Return who may still answer: with a higher sun, and who has not answered (R-AUC-1)."""
    said = answers(game, auction, calls)
    return tuple(
        seat
        for seat in bidding_order(game, auction)
        if seat not in said and higher_suns(game, calls, seat)
    )


def is_forced(auction: Auction, calls: Sequence[Call]) -> bool:
    """Whether the Ra player must bid if this is all that was called (section 1.6, A3)."""
    return auction.cause is AuctionCause.INVOKED and leader(calls) is None


def may_pass(game: Game, auction: Auction, calls: Sequence[Call], seat: Seat) -> bool:
    """Whether this player can still say that they pass; a Ra player who must bid cannot."""
    others = [each for each in asked(game, auction, calls) if each != seat]
    forced = seat == auction.ra_player and is_forced(auction, calls) and not others
    return seat in asked(game, auction, calls) and not forced


def is_decided(game: Game, auction: Auction, calls: Sequence[Call]) -> bool:
    """Whether nobody is left who could change the result."""
    if is_forced(auction, calls):
        return False
    return not asked(game, auction, calls)


def settlement(game: Game, auction: Auction, lines: Sequence[Call], calls: Sequence[Call]) -> Lines:
    """Return what is written when an auction is settled.

    Args:
        game: The table, with this auction open.
        auction: The auction.
        lines: What the record has of it already, in order.
        calls: What was called beside that, in the order in which it was heard.

    Raises:
        ValueError: The Ra player must bid and has not (section 1.6, A3).
    """
    heard = (*lines, *calls)
    if is_forced(auction, heard):
        raise ValueError("the Ra player must bid")
    done = tuple(_line(call) for call in lines)
    order = bidding_order(game, auction)
    if not done and order and game.active != order[0]:
        again = settlement(replace(game, active=order[0]), auction, (), calls)
        return replace(again, first=order[0])
    is_next = len(done) < len(order) and game.active == order[len(done)]
    whole = _bid_by_bid(game, auction, heard) if is_next else None
    if whole is not None and whole[: len(done)] == done and (done or _is_worth_it(heard)):
        return Lines(0, whole[len(done) :])
    lead = leader(heard)
    short = UNSOLD if lead is None or lead.sun is None else Won(lead.sun)
    return Lines(len(done), (short,))


def _is_worth_it(heard: Sequence[Call]) -> bool:
    """Whether anything beside the result is told: nobody's passes are written one by one."""
    return leader(heard) is not None


def _line(call: Call) -> Bid | Pass:
    return PASS if call.sun is None else BIDS[call.sun]


def _bid_by_bid(
    game: Game, auction: Auction, heard: Sequence[Call]
) -> tuple[Bid | Pass, ...] | None:
    """Return the auction as a line for each player; None if not all of it is known.

    Whoever has no higher sun can only have passed, and so can everybody after the winner.
    """
    lead, said = leader(heard), last_calls(heard)
    best, lines = 0, list[Bid | Pass]()
    is_won = lead is None
    for seat in bidding_order(game, auction):
        sun = said.get(seat)
        if sun is not None and sun > best and not (is_won and lead is not None):
            best = sun
            lines.append(BIDS[sun])
            is_won = lead is not None and seat == lead.seat
        elif sun is None and (seat in said or is_won or game.players[seat].suns[-1] <= best):
            lines.append(PASS)
        else:
            return None
    return tuple(lines)
