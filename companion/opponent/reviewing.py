"""Computes the look back: weighs every choice of a game against the best one.

A choice is worth the chance to win after it if everybody then does what is best for them, as far as
the tree search sees; an ending of one player's last sun is solved exactly. What may be a mistake,
or a turn, is measured again with other bags until it is plain on which side of what is told it
lies, and what is told until it is known finely; what is near a limit is not told, so that other
bags tell the same.

What changes between two entries belongs to whoever decided, as far as something else was better;
the rest of a draw is what came out of the bag.
"""

from collections.abc import Callable, Iterator, Sequence
from math import ceil, sqrt
from statistics import fmean, stdev
from zlib import crc32

import msgspec

from companion.opponent.review import (
    DRAWING,
    LEAST_MOMENT,
    LEAST_TOLD,
    WHOLE,
    Alternative,
    Decision,
    Lot,
    Point,
    Review,
    Turn,
    is_beyond,
    refuse,
)
from companion.opponent.rollouts import policy_action, usual_policy
from companion.opponent.searching import Search, Weighed, distinct, same, settled, solved
from companion.opponent.worth import worth_to_each
from companion.rules import engine
from companion.rules.actions import Action, Draw, Unsold, Won
from companion.rules.editions import Seat
from companion.rules.engine import Table
from companion.rules.events import EpochEnded, LotWon, NobodyBid
from companion.rules.model import Auction, Game, Phase
from companion.rules.records import record
from companion.rules.records.timeline import Timeline
from companion.rules.thawing import IS_COMPILED, action_of, number_of, thawed
from companion.rules.tiles import Tile

TRIES = 1000
"""How often a position is played on, everywhere: a slower machine weighs fewer positions."""

_FEWEST, _ENOUGH, _MOST = 6, 16, 192
"""How many times as often it is played on for what may be told; at least, and what is told."""

_LONGER = 16
"""How many times as often it is played on before somebody is blamed: what is best then is good."""

_PLAIN = 4
"""Standard errors from a limit at which it is plain on which side of it a difference lies."""

_FINE = 25
"""Standard errors that must go into what is told: then it can be put into an order."""

_SEEMS = LEAST_MOMENT // 2
"""The change from which on a turn is measured again."""

_LEFT = 50
"""Tenths of a point that tiles must be worth to somebody to be told when nobody took them."""

_AT_ONCE = 20
"""Tries after which others have a turn."""

Advance = Callable[[int, int], None]
"""Is told how many entries are done, and of how many."""


def review(
    played: Timeline,
    judge: "Judge | None" = None,
    advance: Advance = lambda _done, _of: None,
) -> Review:
    """Return the look back at a finished game.

    Args:
        played: Every entry.
        judge: Knows what was weighed while the game was played; None: nothing was.
        advance: Is told how far it is; what it raises ends the work.

    Raises:
        NotReviewableError: The game is not over, or not all of it is known.
    """
    refuse(played)
    judge = judge or Judge()
    choices, turns = judge.findings(played, advance)
    return Review(
        played.start.setup.players,
        tuple(step.seq for step in played.steps),
        tuple(judge.points(played)),
        tuple(sorted(choices, key=lambda each: -each.size)),
        tuple(sorted(turns, key=lambda each: -each.size)),
        tuple(_lots(played)),
        judge.tries,
    )


class Station(msgspec.Struct, frozen=True):
    """Somebody chose among several."""

    number: int
    """Of the entry."""
    table: Table
    action: int
    after: Table | None = None
    """The table after a draw, with what came out of the bag."""


class Judge:
    """Weighs positions, each once; so a game can be weighed while it is played."""

    def __init__(
        self, tries: int | None = None, dice: int = 0, rest: Callable[[], None] = lambda: None
    ) -> None:
        """Begin.

        Args:
            tries: How often a position is played on; None: ``TRIES``.
            dice: Others shuffle other bags.
            rest: Is called every few tries; what it raises ends the work.
        """
        self.tries = TRIES if tries is None else tries
        self._dice, self.rest = dice, rest
        self._known: dict[tuple[object, ...], list[Weighed]] = {}
        self._solved: dict[tuple[object, ...], list[Weighed] | None] = {}

    def findings(
        self, played: Timeline, advance: Advance = lambda _done, _of: None
    ) -> tuple[list[Decision], list[Turn]]:
        """Return what cost its player much, and what much came out of the bag for.

        Args:
            played: It need not be over.
            advance: As for ``review``.
        """
        choices, turns = list[Decision](), list[Turn]()
        for station in _stations(played):
            advance(station.number - 1, len(played.steps))
            decision = self._decision(station)
            if decision is not None:
                choices.append(decision)
            turn = None if station.after is None else self._turn(station, station.after)
            if turn is not None:
                turns.append(turn)
        return choices, turns

    def points(self, played: Timeline) -> Iterator[Point]:
        """Yield the chances at the beginning and after every epoch; compiled, every auction."""
        yield self._point(0, played.start)
        for number, step in enumerate(played.steps, start=1):
            was_auction = isinstance(played.game_after(number - 1).stage, Auction)
            is_auction = isinstance(step.game.stage, Auction)
            ends = any(isinstance(event, EpochEnded) for event in step.events)
            if ends or (IS_COMPILED and was_auction and not is_auction):
                yield self._point(number, step.game)

    def _point(self, number: int, game: Game) -> Point:
        table = thawed(game)
        found = [self._value(table, again) for again in range(_FEWEST)]
        each = list(zip(*found, strict=True))
        error = max(map(stdev, each)) / sqrt(len(found))
        return Point(number, _rounded(list(map(fmean, each))), ceil(WHOLE * error))

    def _weighed(
        self, table: Table, again: int = 0, among: list[int] | None = None, longer: int = 1
    ) -> list[Weighed]:
        """Return what choices are worth; ``again`` is counted up for other bags."""
        position = _position(table)
        if position not in self._solved:
            self._solved[position] = solved(table)
        exact = self._solved[position]
        if exact is not None:
            return [each for each in exact if among is None or each.action in among]
        key = (*position, again, tuple(among or ()), longer)
        if key not in self._known:
            seed = crc32(repr((self._dice, key)).encode())
            search = Search(table, seed, 0.0, among)
            for _ in range(0, self.tries * longer, _AT_ONCE):
                search.run(min(_AT_ONCE, self.tries))
                self.rest()
            self._known[key] = search.weighed()
        return self._known[key]

    def _value(self, table: Table, again: int = 0) -> list[float]:
        """Return everybody's chances if everybody does what is best."""
        table = settled(table)
        if table.phase == engine.OVER:
            best = table.ranking()[0]
            return [float(seat == best) for seat in range(len(table.players))]
        return _best(self._weighed(table, again), table.active).chances

    def _decision(self, station: Station) -> Decision | None:
        """Return what somebody chose, if something else was better by enough, beyond doubt.

        What seems better at once is compared with it first; a far longer search then says what is
        best, and that is what is told.
        """
        table, seat = station.table, station.table.active
        found = self._weighed(table)
        chosen = next(
            each for each in found if same(table, each.action) == same(table, station.action)
        )
        best = _best(found, seat)
        if chosen is best or not _may_be_worse(chosen, best, seat):
            return None
        decision = self._compared(station, chosen.action, best.action)
        if decision is None:
            return None
        after_all = _best(self._weighed(table, longer=_LONGER), seat)
        if after_all.action == chosen.action:
            return None
        if after_all.action == best.action:
            return decision
        return self._compared(station, chosen.action, after_all.action)

    def _compared(self, station: Station, chosen: int, best: int) -> Decision | None:
        """Return a choice that was worse than another by enough, beyond doubt."""
        table, seat = station.table, station.table.active

        def measured(again: int) -> tuple[list[float], list[float]]:
            found = self._weighed(table, again, [best, chosen])
            after = {each.action: each.chances for each in found}
            return after[chosen], after[best]

        before, after, error = _measured(measured, (seat,), (LEAST_TOLD, LEAST_MOMENT))
        own = Alternative(_line(chosen), round(WHOLE * before[seat]))
        other = Alternative(_line(best), round(WHOLE * after[seat]))
        decision = Decision(station.number, Seat(seat), own, other, error)
        return decision if is_beyond(decision, LEAST_TOLD) else None

    def _turn(self, station: Station, after: Table) -> Turn | None:
        """Return what a tile changed, if that was enough, beyond doubt."""
        drawing = engine.REACH_INTO_BAG
        first = next(each for each in self._weighed(station.table) if each.action == drawing)
        changes = [
            abs(now - then) for then, now in zip(first.chances, self._value(after), strict=True)
        ]
        if WHOLE * max(changes) < _SEEMS:
            return None

        def measured(again: int) -> tuple[list[float], list[float]]:
            [drawn] = self._weighed(station.table, again, [drawing])
            return drawn.chances, self._value(after, again)

        then, now, error = _measured(measured, range(len(changes)), (LEAST_MOMENT,))
        found = Turn(station.number, _rounded(then), _rounded(now), error)
        return found if is_beyond(found, LEAST_MOMENT) else None


def _may_be_worse(chosen: Weighed, best: Weighed, seat: int) -> bool:
    """Whether a choice may cost enough to be told: what was tried little is known roughly."""
    value = chosen.chances[seat]
    error = sqrt(value * (1 - value) / max(1, chosen.tries))
    return (best.chances[seat] - value + error) * WHOLE >= LEAST_TOLD


def _measured(
    measured: Callable[[int], tuple[list[float], list[float]]],
    seats: Sequence[int],
    limits: Sequence[int],
) -> tuple[list[float], list[float], int]:
    """Measure chances before and after, until it is plain how much they differ.

    Args:
        measured: Returns both; it is given a number that is counted up for other bags.
        seats: Whose; the one that differs most counts.
        limits: What is told from the first on, and is more from the next on.

    Returns:
        Those before, those after, and the standard error of the difference, in ten-thousandths.
    """
    found: list[tuple[list[float], list[float]]] = []
    while True:
        found.append(measured(len(found) + 1))
        if len(found) < _FEWEST:
            continue
        differences = [
            [WHOLE * (after[seat] - before[seat]) for before, after in found] for seat in seats
        ]
        most = max(differences, key=lambda each: abs(fmean(each)))
        error, size = stdev(most) / sqrt(len(found)), abs(fmean(most))
        is_plain = all(abs(size - limit) > _PLAIN * error for limit in limits)
        is_known = size < limits[0] or (len(found) >= _ENOUGH and error * _FINE <= size)
        if (is_plain and is_known) or len(found) == _MOST:
            before, after = (
                [fmean(chances) for chances in zip(*each, strict=True)]
                for each in zip(*found, strict=True)
            )
            return before, after, ceil(error)


def _best(found: Sequence[Weighed], seat: int) -> Weighed:
    """Return what was tried most; of what was solved, what is worth most."""
    return max(found, key=lambda each: (each.tries, each.chances[seat]))


def _position(table: Table) -> tuple[object, ...]:
    """Return all that makes a table different from others; the order of the bag does not."""
    players = tuple(
        (tuple(one.suns), tuple(one.spent), tuple(one.tiles), one.score) for one in table.players
    )
    auction = table.ra_player, table.cause, table.best_bid, table.best_bidder
    bag = tuple(map(list(table.bag).count, range(engine.KINDS)))
    now = table.epoch, table.ra_count, table.phase, table.active, table.centre
    return players, bag, tuple(table.track), *now, *auction


def _stations(played: Timeline) -> Iterator[Station]:
    """Yield everything that was chosen among several; where it is not compiled, less of it."""
    for number, step in enumerate(played.steps, start=1):
        game, deed = played.game_after(number - 1), step.action
        if game.stage is Phase.OVER or not isinstance(deed, Action):
            continue
        table = thawed(game)
        if isinstance(deed, Won | Unsold):
            yield from _silent(number, table, deed)
        elif len(distinct(table)) > 1:
            if not isinstance(deed, Draw):
                yield Station(number, table, number_of(deed))
            elif IS_COMPILED or deed.tile is Tile.RA or _is_unusual(table):
                yield Station(number, table, engine.REACH_INTO_BAG, thawed(step.game))


def _is_unusual(table: Table) -> bool:
    """Whether people who know the game do something else than draw, by rule of thumb."""
    return policy_action(table, usual_policy()) != engine.REACH_INTO_BAG


def _silent(number: int, table: Table, deed: Won | Unsold) -> Iterator[Station]:
    """Yield the calls of an auction if only its winner is known: all others passed."""
    sun = deed.sun if isinstance(deed, Won) else engine.NO_BID
    while table.phase == engine.AUCTION:
        has_won = sun in table.players[table.active].suns
        action = engine.BID | (sun << engine.KIND_BITS) if has_won else engine.PASS
        if len(distinct(table)) > 1:
            yield Station(number, table.copy(), action)
        table.play(action)


def _line(action: int) -> str:
    if action == engine.REACH_INTO_BAG:
        return DRAWING
    return msgspec.json.encode(record.entry(action_of(action))).decode()


def _rounded(chances: Sequence[float]) -> tuple[int, ...]:
    """Return chances as whole numbers that add up to certainty (largest remainders)."""
    wanted = [chance * WHOLE for chance in chances]
    found = [int(one) for one in wanted]
    by_rest = sorted(range(len(found)), key=lambda seat: found[seat] - wanted[seat])
    for seat in by_rest[: WHOLE - sum(found)]:
        found[seat] += 1
    return tuple(found)


def _lots(played: Timeline) -> Iterator[Lot]:
    """Yield what was sold, and what nobody took, and what it was worth to everybody."""
    for number, step in enumerate(played.steps, start=1):
        before = played.game_after(number - 1)
        for event in step.events:
            match event:
                case LotWon():
                    yield _lot(number, before, event)
                case EpochEnded(lost=track) | NobodyBid(removed=track) if any(track):
                    lot = _lot(number, before, None)
                    if max(lot.worth) >= _LEFT:
                        yield lot
                case _:
                    pass


def _lot(number: int, before: Game, won: LotWon | None) -> Lot:
    worth = worth_to_each(before)
    tiles = tuple(tile for tile in before.track if tile is not None)
    if won is None:
        return Lot(number, tiles, worth, None, None, None)
    return Lot(number, tiles, worth, won.seat, won.paid, won.sun)
