"""The look back, computed: every choice of a finished game tried out against the others.

A choice is worth the chance to win after it, if its auction goes on as is best for each bidder and
everybody then plays on by rule of thumb. That is a yardstick and not the truth. What promises more
is tried out again with other bags, and told if it is two standard errors better there, too.
"""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from companion.opponent.bidding import Bidding
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
from companion.opponent.trying import SURE, Ends, Line, Option, best, is_better, option
from companion.rules import packed
from companion.rules.actions import Action, Bid, Draw, Invoke, Unsold, Won
from companion.rules.editions import Seat
from companion.rules.events import LotWon
from companion.rules.model import Auction, Game, Phase
from companion.rules.packed import kernel
from companion.rules.packed.positions import packed as position
from companion.rules.packed.positions import packed_action, readable_action
from companion.rules.records import record, timeline
from companion.rules.records.timeline import Timeline

FUTURES, FUTURES_UNCOMPILED = 300, 16
"""How often a game is played to its end; where the rules are not compiled it takes far longer."""

_PROMISES = 0.4
"""So much as often a choice is tried out to the end of the epoch."""

_AGAIN, _CLOSELY = 3, 5
"""So many times as often a choice is tried out that seems better, and where the game turned."""

SWINGS = 5

_CANDIDATES = 2 * SWINGS
"""So many of the largest swings are looked at closely."""

_LEAST_TOLD = WHOLE // 100
"""Chances that are worth a sentence about a lot."""

Advance = Callable[[int, int], None]
"""Is told how many entries are done, and of how many."""


def review(
    played: Timeline,
    futures: int | None = None,
    advance: Advance = lambda _done, _of: None,
) -> Review:
    """Return the look back at a finished game.

    Args:
        played: Every entry.
        futures: How often a game is played to its end; None: as often as it takes seconds.
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
    ends, stations = Ends(), list[_Station]()
    for number, station in enumerate(_stations(played, max(2, round(_PROMISES * futures)))):
        stations.append(station)
        station.decided(ends, futures)
        station.expected(ends, futures)
        advance(number, len(played.moments))
    at_first = _told(played, stations, ends, futures)
    for at in _by_swing(at_first)[:_CANDIDATES]:
        for station in stations[at : at + 2]:
            station.expected(ends, _CLOSELY * futures)
    return _told(played, stations, ends, futures)


class _Choosing(msgspec.Struct, frozen=True):
    """Somebody chose among several."""

    seat: Seat
    chosen: Option
    rival: Option | None
    """What promised clearly more, if anything did."""

    def told(self, ends: Ends, futures: int) -> Decision:
        """Return what it cost, as far as that is sure."""
        own = self.chosen.line
        if self.rival is not None:
            other = self.rival.line
            _, error = ends.more(other, own, self.seat, _AGAIN * futures)
            kept = self._choice(self.chosen, ends, futures)
            better = self._choice(self.rival, ends, futures)
            if better.chance - kept.chance > SURE * error:
                return Decision(self.seat, kept, better, error)
        kept = self._choice(self.chosen, ends, futures)
        return Decision(self.seat, kept, kept, 0)

    def _choice(self, taken: Option, ends: Ends, futures: int) -> Choice:
        return Choice(_line(taken.action), ends.chances(taken.line, futures)[self.seat])


class _Station(msgspec.Struct, frozen=True):
    """A table at which something was entered; nothing in it: the game was over."""

    usual: Line | None = None
    """What was to be expected, if that was nobody's choice."""
    entered: Line | None = None
    choosing: _Choosing | None = None
    bids: tuple[_Choosing, ...] = ()
    """Of an auction of which only the end was entered: what its bidders did."""

    def decided(self, ends: Ends, futures: int) -> Decision | None:
        """Return what was decided; None if there was nothing to choose, or nobody knows who did."""
        return None if self.choosing is None else self.choosing.told(ends, futures)

    def expected(self, ends: Ends, futures: int) -> tuple[int, ...] | None:
        """Return the chances before it: after the best that is told, or the usual."""
        decision = self.decided(ends, futures)
        line = self.usual or self.entered
        if self.choosing is not None and self.choosing.rival and decision and decision.cost:
            line = self.choosing.rival.line
        return None if line is None else ends.chances(line, futures)


def _told(played: Timeline, stations: Sequence[_Station], ends: Ends, futures: int) -> Review:
    """Return what is told, of what is known by now."""
    seats, final = len(played.start.players), _certain(played.game)
    before = [station.expected(ends, futures) or final for station in stations]
    skill, others = [0] * seats, [0] * seats
    told: list[Moment] = []
    for number, (moment, station) in enumerate(zip(played.moments, stations, strict=True)):
        decision = station.decided(ends, futures)
        entered = station.entered
        after = final if entered is None else ends.chances(entered, futures)
        for seat in range(seats):
            if decision is None or seat != decision.seat:
                others[seat] += after[seat] - before[number][seat]
            else:
                skill[seat] -= decision.cost
        now = before[number + 1] if number + 1 < len(before) else final
        told.append(Moment(moment.seq, number, now, decision))
    initial = before[0] if before else final
    found = Review(
        played.start.setup.players,
        initial,
        tuple(told),
        tuple(_lots(played, stations, ends, futures)),
        tuple(Sum(initial[seat], final[seat], skill[seat], others[seat]) for seat in range(seats)),
        (),
        futures,
    )
    return msgspec.structs.replace(found, swings=tuple(_by_swing(found)[:SWINGS]))


def _by_swing(found: Review) -> list[int]:
    """Return where the chances of everybody moved, by how much they did."""

    def moved(at: int) -> int:
        pairs = zip(found.moments[at].chances, found.before(at), strict=True)
        return sum(abs(now - then) for now, then in pairs)

    return sorted(range(len(found.moments)), key=lambda at: (-moved(at), at))


def _stations(played: Timeline, futures: int) -> Iterator[_Station]:
    """Yield the table before every entry, and what else could have been chosen there."""
    bidding: Bidding | None = None
    for number, moment in enumerate(played.moments):
        game, deed = played.game_after(number), moment.action
        if game.stage is Phase.OVER:  # something was fixed after the end
            yield _Station()
            continue
        table = packed.at(position(game))
        if not isinstance(game.stage, Auction):
            bidding = Bidding(futures)
            yield _turn(table, deed, futures, bidding)
            if not isinstance(deed, Invoke):  # it was only thought of
                bidding = None
            continue
        if bidding is None:
            bidding = Bidding(futures)
        yield _called(table, deed, bidding)
        if not isinstance(deed, Action):  # who calls next calls at another table
            bidding = None


def _turn(table: packed.Table, deed: timeline.Deed, futures: int, bidding: Bidding) -> _Station:
    if not isinstance(deed, Action):
        usual = Line(table, packed.by_habit(table, packed.habits()))
        return _Station(usual, usual)
    action = kernel.REACH if isinstance(deed, Draw) else packed_action(deed)
    options = [option(table, each, futures) for each in choices(table)]
    chosen = _among(options, table, action)
    seat = table.active
    for place, each in enumerate(options):
        if each.action == kernel.INVOKE and (each is chosen or not is_better(chosen, each, seat)):
            after = table.copy()
            after.play(kernel.INVOKE)
            expected = bidding.call(after).expected
            options[place] = Option(kernel.INVOKE, expected.line, expected.promise)
    return _chosen(options, _among(options, table, action), Seat(seat))


def _called(table: packed.Table, deed: timeline.Deed, bidding: Bidding) -> _Station:
    call = bidding.call(table)
    if isinstance(deed, Won | Unsold):
        bids = tuple(_silent(table, deed, bidding))
        return _Station(call.expected.line, Line(table, packed_action(deed)), None, bids)
    if not isinstance(deed, Action):
        return _Station(call.expected.line, call.expected.line)
    chosen = _among(call.options, table, packed_action(deed))
    return _chosen(call.options, chosen, Seat(call.seat))


def _silent(table: packed.Table, deed: Won | Unsold, bidding: Bidding) -> Iterator[_Choosing]:
    """Yield what bidders did of whom only the winner is known: the others passed."""
    disc = packed_action(deed) >> kernel.KIND
    table = table.copy()
    while table.phase == kernel.AUCTION:
        bids = table.hands[table.active].up & disc
        action = kernel.BID | (disc << kernel.KIND) if bids else kernel.PASS
        call = bidding.call(table)
        choosing = _chosen(call.options, _among(call.options, table, action), Seat(call.seat))
        if choosing.choosing is not None:
            yield choosing.choosing
        table.play(action)


def _among(options: Sequence[Option], table: packed.Table, action: int) -> Option:
    return next(one for one in options if same(table, one.action) == same(table, action))


def _chosen(options: Sequence[Option], chosen: Option, seat: Seat) -> _Station:
    if len(options) == 1:
        return _Station(entered=chosen.line)
    rival = best(options, chosen, seat)
    choosing = _Choosing(seat, chosen, None if rival is chosen else rival)
    return _Station(entered=chosen.line, choosing=choosing)


def _line(action: int) -> str:
    if action == kernel.REACH:
        return DRAWING
    return msgspec.json.encode(record.entry(readable_action(action))).decode()


def _certain(game: Game) -> tuple[int, ...]:
    winner = packed.at(position(game)).ranking()[0]
    return tuple(WHOLE if seat == winner else 0 for seat in range(len(game.players)))


def _lots(
    played: Timeline, stations: Sequence[_Station], ends: Ends, futures: int
) -> Iterator[Lot]:
    """Yield every auction that was sold, and what it was to everybody."""
    opened: Game | None = None
    bids: list[_Choosing] = []
    for number, (moment, station) in enumerate(zip(played.moments, stations, strict=True)):
        before = played.game_after(number)
        if not isinstance(before.stage, Auction):
            opened = None
            continue
        if opened is None:
            opened, bids = before, []
        bids += station.bids or ((station.choosing,) if station.choosing else ())
        won = next((event for event in moment.events if isinstance(event, LotWon)), None)
        if won is not None:
            decisions = [(each, each.told(ends, futures)) for each in bids]
            yield _lot(opened, won, moment.seq, decisions)


def _lot(opened: Game, won: LotWon, seq: int, bids: Sequence[tuple[_Choosing, Decision]]) -> Lot:
    """Return what a lot was to everybody: its tiles, and whether they should have called so."""
    table = packed.at(position(opened))
    found = [Bidder(packed.gain(table, seat, table.lane)) for seat in range(len(opened.players))]
    overpaid = 0
    for bid, decision in bids:
        if decision.cost <= _LEAST_TOLD or bid.rival is None:
            continue
        better = readable_action(bid.rival.action)
        if bid.seat == won.seat:
            overpaid = 0 if isinstance(better, Bid) else decision.cost
        elif isinstance(better, Bid):
            worth = found[bid.seat].worth
            found[bid.seat] = Bidder(worth, decision.cost, better.sun)
    return Lot(seq, won.seat, won.paid, tuple(found), overpaid)
