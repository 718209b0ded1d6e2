"""Computes the look back: tries out every choice of a finished game against the others.

The chances in a position are those if everybody plays on by rule of thumb. So they change only with
what the bag gives and when somebody departs from the rule of thumb.

A choice is worth the chance to win after it, if its auction goes on as is best for each bidder and
everybody then plays on by rule of thumb. That is a yardstick, not the truth. A choice that promises
more is tried again with other bags, and reported if it is two standard errors better there, too.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from companion.opponent.review import (
    DRAWING,
    WHOLE,
    Alternative,
    Bidder,
    Decision,
    Lot,
    Outlook,
    Review,
    Sum,
    Swing,
    refuse,
)
from companion.opponent.rollouts import gain, policy_action, usual_policy
from companion.opponent.searching import distinct, same
from companion.opponent.trying import (
    SURE,
    Bidding,
    Candidate,
    Line,
    RolloutCache,
    best,
    is_better,
    option,
)
from companion.rules import engine
from companion.rules.actions import Action, Bid, Draw, Invoke, Unsold, Won
from companion.rules.editions import Seat
from companion.rules.engine import Table
from companion.rules.events import LotWon
from companion.rules.model import Auction, Game, Phase
from companion.rules.records import record, timeline
from companion.rules.records.timeline import Timeline
from companion.rules.thawing import IS_COMPILED, action_of, number_of, thawed

FUTURES, FUTURES_UNCOMPILED = 300, 16
"""How often a game is played to its end; where the engine is not compiled it takes far longer."""

_PROMISES = 0.4
"""How often a choice is tried out to the end of the epoch, as a share of the futures."""

_AGAIN = 3
"""How many times as often a choice is tried out that seems better."""

SWINGS = 5

_CLOSER = ((2 * SWINGS, 4), (SWINGS, 20))
"""How many of the largest swings are measured again, and with how many times the futures.

The largest of many noisy measurements is usually an overestimate, so the largest are repeated.
"""

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
        futures = FUTURES if IS_COMPILED else FUTURES_UNCOMPILED
    ends, nodes = RolloutCache(futures), list[_Node]()
    for number, node in enumerate(_nodes(played, max(2, round(_PROMISES * futures)))):
        nodes.append(node)
        node.decided(ends)
        node.expected(ends)
        advance(number, len(played.moments))
    swings = list(_turns(played))
    for number, times in _CLOSER:
        swings = _by_size(_told(played, nodes, ends), swings)[:number]
        for at in (at for swing in swings for at in (swing.since, swing.at + 1)):
            for node in nodes[at : at + 1]:
                node.expected(ends, times)
    found = _told(played, nodes, ends)
    return msgspec.structs.replace(found, swings=tuple(_by_size(found, swings)))


class _Decision(msgspec.Struct, frozen=True):
    """Somebody chose among several."""

    seat: Seat
    chosen: Candidate
    rival: Candidate | None
    """What promised clearly more, if anything did."""

    def told(self, ends: RolloutCache) -> Decision:
        """Return what it cost, as far as that is sure."""
        own = self.chosen.line
        if self.rival is not None:
            other = self.rival.line
            _, error = ends.more(other, own, self.seat, _AGAIN)
            kept = self._choice(self.chosen, ends)
            better = self._choice(self.rival, ends)
            if better.chance - kept.chance > SURE * error:
                return Decision(self.seat, kept, better, error)
        kept = self._choice(self.chosen, ends)
        return Decision(self.seat, kept, kept, 0)

    def _choice(self, taken: Candidate, ends: RolloutCache) -> Alternative:
        return Alternative(_line(taken.action), ends.chances(taken.line)[self.seat])


class _Node(msgspec.Struct, frozen=True):
    """A table at which something was entered; nothing in it: the game was over."""

    usual: Line | None = None
    """What people usually do there."""
    entered: Line | None = None
    """What was done, if that has more than one outcome; None: the next table is what came of it."""
    choosing: _Decision | None = None
    bids: tuple[_Decision, ...] = ()
    """If only the end of an auction was entered: what its bidders did."""

    def decided(self, ends: RolloutCache) -> Decision | None:
        """Return what was decided; None if there was nothing to choose, or nobody knows who did."""
        return None if self.choosing is None else self.choosing.told(ends)

    def expected(self, ends: RolloutCache, times: int = 1) -> tuple[int, ...] | None:
        """Return the chances before it."""
        return None if self.usual is None else ends.chances(self.usual, times)


def _told(played: Timeline, nodes: Sequence[_Node], ends: RolloutCache) -> Review:
    """Return the part to report of what is known by now."""
    seats, final = len(played.start.players), _certain(played.game)
    before = [node.expected(ends) or final for node in nodes]
    skill, others = [0] * seats, [0] * seats
    told: list[Outlook] = []
    for number, (moment, node) in enumerate(zip(played.moments, nodes, strict=True)):
        decision = node.decided(ends)
        now = before[number + 1] if number + 1 < len(before) else final
        after = now if node.entered is None else ends.chances(node.entered)
        for seat in range(seats):
            if decision is None or seat != decision.seat:
                others[seat] += after[seat] - before[number][seat]
            else:
                skill[seat] -= decision.cost
        told.append(Outlook(moment.seq, number, now, decision))
    initial = before[0] if before else final
    return Review(
        played.start.setup.players,
        initial,
        tuple(told),
        tuple(_lots(played, nodes, ends)),
        tuple(Sum(initial[seat], final[seat], skill[seat], others[seat]) for seat in range(seats)),
        (),
        ends.futures,
    )


def _turns(played: Timeline) -> Iterator[Swing]:
    """Yield every entry, and every auction as one, with what opened it.

    Calling Ra may win by it, and the next bid may take that away again: only what comes of both
    has turned the game.
    """
    since = 0
    for number in range(len(played.moments)):
        if not isinstance(played.game_after(number).stage, Auction):
            since = number
        if not isinstance(played.game_after(number + 1).stage, Auction):
            yield Swing(since, number)


def _by_size(found: Review, turns: Iterable[Swing]) -> list[Swing]:
    """Return where the chances of everybody moved, by how much they did."""

    def moved(swing: Swing) -> int:
        pairs = zip(found.moments[swing.at].chances, found.before(swing.since), strict=True)
        return sum(abs(now - then) for now, then in pairs)

    return sorted(turns, key=lambda swing: (-moved(swing), swing.at))


def _nodes(played: Timeline, futures: int) -> Iterator[_Node]:
    """Yield the table before every entry, and what else could have been chosen there."""
    bidding: Bidding | None = None
    foreseen: Line | None = None
    for number, moment in enumerate(played.moments):
        game, deed = played.game_after(number), moment.action
        if game.stage is Phase.OVER:  # something was fixed after the end
            yield _Node()
            continue
        table = thawed(game)
        usual = foreseen or Line(table, policy_action(table, usual_policy()))
        foreseen = usual if _is_usual(table, deed) else None
        if not isinstance(deed, Action):
            bidding = None  # who calls next calls at another table
            yield _Node(usual, usual)
        elif isinstance(game.stage, Auction):
            if bidding is None:
                bidding = Bidding(futures)
            yield _called(table, deed, bidding, usual)
        else:
            bidding = Bidding(futures)
            yield _turn(table, deed, futures, bidding, usual)
            if not isinstance(deed, Invoke):  # it was only thought of
                bidding = None


def _is_usual(table: Table, deed: timeline.Deed) -> bool:
    """Whether somebody did what people usually do, and what comes of it was known before."""
    if not isinstance(deed, Action) or isinstance(deed, Draw | Won | Unsold):
        return False
    usual = policy_action(table, usual_policy())
    return same(table, number_of(deed)) == same(table, usual)


def _turn(table: Table, deed: Action, futures: int, bidding: Bidding, usual: Line) -> _Node:
    action = engine.REACH_INTO_BAG if isinstance(deed, Draw) else number_of(deed)
    options = [option(table, each, futures) for each in distinct(table)]
    chosen = _among(options, table, action)
    entered = chosen.line if action == engine.REACH_INTO_BAG else None
    seat = table.active
    for place, each in enumerate(options):
        if each.action == engine.INVOKE and (each is chosen or not is_better(chosen, each, seat)):
            after = table.copy()
            after.invoke()
            expected = bidding.call(after).expected
            options[place] = Candidate(engine.INVOKE, expected.line, expected.promise)
    chosen = _among(options, table, action)
    return _Node(usual, entered, _chosen(options, chosen, Seat(seat)))


def _called(table: Table, deed: Action, bidding: Bidding, usual: Line) -> _Node:
    if isinstance(deed, Won | Unsold):
        return _Node(usual, bids=tuple(_silent(table, deed, bidding)))
    call = bidding.call(table)
    chosen = _among(call.options, table, number_of(deed))
    return _Node(usual, None, _chosen(call.options, chosen, Seat(call.seat)))


def _silent(table: Table, deed: Won | Unsold, bidding: Bidding) -> Iterator[_Decision]:
    """Yield the calls of an auction if only its winner is known: all others passed."""
    sun = deed.sun if isinstance(deed, Won) else engine.NO_BID
    table = table.copy()
    while table.phase == engine.AUCTION:
        has_won = sun in table.players[table.active].suns
        action = engine.BID | (sun << engine.KIND_BITS) if has_won else engine.PASS
        call = bidding.call(table)
        choosing = _chosen(call.options, _among(call.options, table, action), Seat(call.seat))
        if choosing is not None:
            yield choosing
        table.play(action)


def _among(options: Sequence[Candidate], table: Table, action: int) -> Candidate:
    return next(one for one in options if same(table, one.action) == same(table, action))


def _chosen(options: Sequence[Candidate], chosen: Candidate, seat: Seat) -> _Decision | None:
    """Return what somebody chose; None if there was nothing else."""
    if len(options) == 1:
        return None
    rival = best(options, chosen, seat)
    return _Decision(seat, chosen, None if rival is chosen else rival)


def _line(action: int) -> str:
    if action == engine.REACH_INTO_BAG:
        return DRAWING
    return msgspec.json.encode(record.entry(action_of(action))).decode()


def _certain(game: Game) -> tuple[int, ...]:
    winner = thawed(game).ranking()[0]
    return tuple(WHOLE if seat == winner else 0 for seat in range(len(game.players)))


def _lots(played: Timeline, nodes: Sequence[_Node], ends: RolloutCache) -> Iterator[Lot]:
    """Yield every auction that was sold, and what it was to everybody."""
    opened: Game | None = None
    bids: list[_Decision] = []
    for number, (moment, node) in enumerate(zip(played.moments, nodes, strict=True)):
        before = played.game_after(number)
        if not isinstance(before.stage, Auction):
            opened = None
            continue
        if opened is None:
            opened, bids = before, []
        bids += node.bids or ((node.choosing,) if node.choosing else ())
        won = next((event for event in moment.events if isinstance(event, LotWon)), None)
        if won is not None:
            decisions = [(each, each.told(ends)) for each in bids]
            yield _lot(opened, won, moment.seq, decisions)


def _lot(opened: Game, won: LotWon, seq: int, bids: Sequence[tuple[_Decision, Decision]]) -> Lot:
    """Return what a lot was to everybody: its tiles, and whether they should have called so."""
    table = thawed(opened)
    found = [Bidder(gain(table, seat, table.track)) for seat in range(len(opened.players))]
    overpaid = 0
    for bid, decision in bids:
        if decision.cost <= _LEAST_TOLD or bid.rival is None:
            continue
        better = action_of(bid.rival.action)
        if bid.seat == won.seat:
            overpaid = 0 if isinstance(better, Bid) else decision.cost
        elif isinstance(better, Bid):
            worth = found[bid.seat].worth
            found[bid.seat] = Bidder(worth, decision.cost, better.sun)
    return Lot(seq, won.seat, won.paid, tuple(found), overpaid)
