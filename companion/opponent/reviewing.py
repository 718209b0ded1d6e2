"""The look back, computed: every choice of a finished game tried out against the others.

A choice is worth the chance to win after it, if everybody plays on by rule of thumb. That is a
yardstick and not the truth; what is nearer than two standard errors is not told.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean

import msgspec

from companion.opponent.deciding import choices, same
from companion.opponent.review import (
    DRAWING,
    WHOLE,
    Because,
    Bidder,
    Choice,
    Decision,
    Lot,
    Moment,
    NotReviewableError,
    Review,
    Sum,
    refuse,
)
from companion.rules import packed
from companion.rules.actions import Action, Draw, Unsold, Won
from companion.rules.editions import Seat
from companion.rules.events import LotWon
from companion.rules.model import Auction, Game, Phase
from companion.rules.packed import kernel
from companion.rules.packed.positions import packed as position
from companion.rules.packed.positions import packed_action, readable_action
from companion.rules.records import record, timeline
from companion.rules.records.timeline import Timeline

FUTURES, FUTURES_UNCOMPILED = 600, 24
"""How often a choice is tried out; where the rules are not compiled a try takes far longer."""

SWINGS = 5

_SEED = 20

_AT_ONCE = 100
"""Futures after which other threads have a turn."""

_LEAST_TOLD = WHOLE // 100
"""Chances that are worth a sentence about a lot."""

Advance = Callable[[int, int], None]
"""Is told how many entries are done, and of how many."""


class _Tried(msgspec.Struct, frozen=True):
    """A choice, and what came of it in every future."""

    action: int
    futures: list[float]
    chances: tuple[int, ...]


def review(
    played: Timeline,
    futures: int | None = None,
    advance: Advance = lambda _done, _of: None,
) -> Review:
    """Return the look back at a finished game.

    Args:
        played: Every entry.
        futures: How often each choice is tried out; None: as often as it takes seconds.
        advance: Is told how far it is; what it raises ends the work.

    Raises:
        NotReviewableError: The game is not over, or not all of it is known.
    """
    refuse(played)
    if futures is None:
        futures = FUTURES if packed.IS_COMPILED else FUTURES_UNCOMPILED
    try:
        return _review(played, futures, advance)
    except ValueError as why:  # the packed rules count no further
        raise NotReviewableError(Because.SURPLUS) from why


def _review(played: Timeline, futures: int, advance: Advance) -> Review:
    moments = played.moments
    seats = len(played.start.players)
    stations: list[_Station] = []
    for number, moment in enumerate(moments):
        before = played.game_after(number)
        stations.append(_station(before, moment.action, futures))
        advance(number, len(moments))
    final = _certain(played.game)
    initial = stations[0].before if stations else final
    after = [*[station.before for station in stations[1:]], final]
    skill, others = [0] * seats, [0] * seats
    told: list[Moment] = []
    for number, (moment, station, now) in enumerate(zip(moments, stations, after, strict=True)):
        for seat in range(seats):
            if seat != station.seat:
                others[seat] += station.after[seat] - station.before[seat]
            elif station.decision is not None:
                skill[seat] -= station.decision.cost
        told.append(Moment(moment.seq, number, now, station.decision))
    swings = sorted(range(len(told)), key=lambda at: (-_swing(told, initial, at), at))[:SWINGS]
    return Review(
        played.start.setup.players,
        initial,
        tuple(told),
        tuple(_lots(played, futures)),
        tuple(Sum(initial[seat], final[seat], skill[seat], others[seat]) for seat in range(seats)),
        tuple(swings),
        futures,
    )


class _Station(msgspec.Struct, frozen=True):
    """A table at which something was entered: the chances before and after the choice.

    Before it everybody may do as people usually do; what lies between it and the next table is the
    bag's.
    """

    before: tuple[int, ...]
    after: tuple[int, ...]
    seat: Seat | None = None
    """Who chose; None if nobody knows."""
    decision: Decision | None = None


def _station(game: Game, deed: timeline.Deed, futures: int) -> _Station:
    if game.stage is Phase.OVER:  # something was fixed after the end
        certain = _certain(game)
        return _Station(certain, certain)
    table = packed.at(position(game))
    if isinstance(deed, Won | Unsold):
        habit = _tried(table, packed.by_habit(table, packed.habits()), futures)
        entered = _tried(table, packed_action(deed), futures)
        return _Station(habit.chances, entered.chances)
    if not isinstance(deed, Action):
        still = _tried(table, packed.by_habit(table, packed.habits()), futures)
        return _Station(still.chances, still.chances)
    action = kernel.REACH if isinstance(deed, Draw) else packed_action(deed)
    tried = [_tried(table, option, futures) for option in choices(table)]
    chosen = next(one for one in tried if same(table, one.action) == same(table, action))
    seat = game.active
    best = max(tried, key=lambda one: one.chances[seat])
    error = _error(best, chosen, seat, len(game.players))
    if best.chances[seat] - chosen.chances[seat] <= 2 * error:
        best, error = chosen, 0
    decision = None
    if len(tried) > 1:
        decision = Decision(
            seat,
            Choice(_line(action), chosen.chances[seat]),
            Choice(_line(best.action), best.chances[seat]),
            error,
        )
    usual = same(table, packed.by_habit(table, packed.habits()))
    expected = next((one for one in tried if same(table, one.action) == usual), chosen)
    return _Station(expected.chances, chosen.chances, seat, decision)


def _tried(table: packed.Table, action: int, futures: int) -> _Tried:
    found: list[float] = []
    habit = packed.habits()
    for first in range(0, futures, _AT_ONCE):
        number = min(_AT_ONCE, futures - first)
        found += packed.futures(table, action, first, number, packed.Dice(_SEED), habit, 0.0)
    seats = table.seats
    means = [fmean(found[seat::seats]) for seat in range(seats)]
    return _Tried(action, found, _rounded(means))


def _rounded(chances: Sequence[float]) -> tuple[int, ...]:
    """Return chances as whole numbers that add up to certainty (largest remainders)."""
    wanted = [chance * WHOLE for chance in chances]
    found = [int(one) for one in wanted]
    by_rest = sorted(range(len(found)), key=lambda seat: found[seat] - wanted[seat])
    for seat in by_rest[: WHOLE - sum(found)]:
        found[seat] += 1
    return tuple(found)


def _error(one: _Tried, other: _Tried, seat: int, seats: int) -> int:
    """Return the standard error of the difference of two choices, tried with the same bags."""
    if one is other:
        return 0
    differences = [
        better - worse
        for better, worse in zip(one.futures[seat::seats], other.futures[seat::seats], strict=True)
    ]
    mean, number = fmean(differences), len(differences)
    spread = sum((each - mean) ** 2 for each in differences) / max(1, number - 1)
    return round(WHOLE * sqrt(spread / number))


def _line(action: int) -> str:
    if action == kernel.REACH:
        return DRAWING
    return msgspec.json.encode(record.entry(readable_action(action))).decode()


def _certain(game: Game) -> tuple[int, ...]:
    winner = packed.at(position(game)).ranking()[0]
    return tuple(WHOLE if seat == winner else 0 for seat in range(len(game.players)))


def _swing(told: Sequence[Moment], initial: tuple[int, ...], at: int) -> int:
    """Return how much an entry moved the chances of everybody."""
    before = told[at - 1].chances if at else initial
    return sum(abs(now - then) for now, then in zip(told[at].chances, before, strict=True))


def _lots(played: Timeline, futures: int) -> list[Lot]:
    """Return every auction that was sold, and what it was to everybody."""
    found: list[Lot] = []
    opened: Game | None = None
    for number, moment in enumerate(played.moments):
        before = played.game_after(number)
        if isinstance(before.stage, Auction) and (
            opened is None or not isinstance(opened.stage, Auction)
        ):
            opened = before
        won = next((event for event in moment.events if isinstance(event, LotWon)), None)
        if opened is not None and won is not None:
            found.append(_lot(opened, won, moment.seq, futures))
        if not isinstance(moment.game.stage, Auction):
            opened = None
    return found


def _lot(opened: Game, won: LotWon, seq: int, futures: int) -> Lot:
    """Return what a lot was to everybody, as the auction began."""
    table = packed.at(position(opened))
    seats, winner = len(opened.players), won.seat
    sold = _tried(table, packed_action(Won(won.paid)), futures)
    bidders = []
    for seat, player in enumerate(opened.players):
        missed, sun = 0, None
        higher = [each for each in player.up if each > won.paid]
        if seat != winner and higher:
            bid = _tried(table, packed_action(Won(higher[0])), futures)
            missed = bid.chances[seat] - sold.chances[seat]
            if missed > max(_LEAST_TOLD, 2 * _error(bid, sold, seat, seats)):
                sun = higher[0]
        bidders.append(Bidder(packed.gain(table, seat, table.lane), missed if sun else 0, sun))
    overpaid = 0
    passed = _without(table.copy(), winner)
    if passed is not None:
        left = _tried(table, passed, futures)
        overpaid = left.chances[winner] - sold.chances[winner]
        if overpaid <= max(_LEAST_TOLD, 2 * _error(left, sold, winner, seats)):
            overpaid = 0
    return Lot(seq, winner, won.paid, tuple(bidders), overpaid)


def _without(table: packed.Table, winner: int) -> int | None:
    """Return how an auction ends if its winner passes and everybody else bids by rule of thumb.

    None if the winner had to bid.
    """
    habit = packed.habits()
    bidder, bar = table.bidder, table.bar
    while table.phase == kernel.AUCTION:
        bidder, bar = table.bidder, table.bar
        if table.active == winner:
            if kernel.PASS not in table.choices():
                return None
            action = kernel.PASS
        else:
            action = packed.by_habit(table, habit)
        is_last = table.active == table.ra_player
        if action & 15 == kernel.BID:
            bidder, bar = table.active, (action >> kernel.KIND) << 1
        if is_last:
            break
        table.play(action)
    if bidder == kernel.NOBODY:
        return kernel.UNSOLD
    return kernel.WON | ((bar >> 1) << kernel.KIND)
