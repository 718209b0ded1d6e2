"""Computes the look back: weighs every choice of a game against the best one.

A choice is worth the chance to win after it if everybody then does what is best for them, as far as
the tree search sees; an ending of one player's last sun is solved exactly. What may be a mistake,
or a turn, is measured again with other bags: until it is plain that it will not be told, or how
large it is. Nobody is blamed before a far longer search has had its say.

What changes between two entries belongs to whoever decided, as far as something else was better;
the rest of a draw is what came out of the bag.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from math import ceil, sqrt
from statistics import fmean, stdev
from zlib import crc32

import msgspec
from msgspec.structs import replace

from companion.opponent.review import (
    DRAWING,
    LEAST_MOMENT,
    LEAST_TOLD,
    SURE,
    WHOLE,
    Alternative,
    Decision,
    Finding,
    Lot,
    Point,
    Review,
    Turn,
    degree,
    moments,
    refuse,
    shares,
    worst,
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

_VALUED = 4
"""How often chances are found with other bags, for a point and how far it may be wrong."""

_LOOKED, _COMPARED, _DRAWN = 2, 4, 2
"""How many times as often at a second look, to compare, and for what came out of the bag."""

_LOOKS = 2
"""How many second looks choose what is compared: one alone may have missed what is best."""

_LONGER = 16
"""How many times as often it is played on before somebody is blamed: what is best then is good."""

_ROUGH = 120
"""What one measurement may be off by, before there are others to tell, in ten-thousandths."""

_GUESSED = 3
"""How many measurements that guess counts like."""

_FEWEST, _MOST = 6, 90
"""How often is measured what is told, at least, and anything, at most."""

_FINE = 12
"""The standard error with which a size is known well enough."""

_SEEMS = 7 * LEAST_MOMENT // 10
"""The change from which on a turn is measured again."""

_LEFT = 50
"""Tenths of a point that tiles must be worth to somebody to be told when nobody took them."""

_AT_ONCE = 20
"""Tries after which others have a turn."""

Advance = Callable[[int, int], None]
"""Is told how much is done, and of how much."""


def review(
    played: Timeline, judge: "Judge | None" = None, advance: Advance = lambda _done, _of: None
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
        self.rough = _ROUGH * sqrt(TRIES / self.tries)
        self._dice, self.rest = dice, rest
        self._known: dict[tuple[object, ...], list[Weighed]] = {}
        self._solved: dict[tuple[object, ...], list[Weighed] | None] = {}

    def findings(
        self, played: Timeline, advance: Advance = lambda _done, _of: None
    ) -> tuple[list[Decision], list[Turn]]:
        """Return what turned the game, and which choice cost each player most.

        Args:
            played: It need not be over.
            advance: As for ``review``.
        """
        of = len(played.steps)
        claims = list[Claim]()
        for station in _stations(played):
            before = station.number / of
            advance(int(of / 2 * before * (2 - before)), of)  # the nearer the end, the less to try
            claims.extend(self.claims(station))
        far = of // 2
        while True:
            while open_ := unsettled(claims):
                for claim in open_:
                    claim.measure()
                    far = max(far, of // 2 + int((of - of // 2) * _share_done(claims, open_)))
                    advance(far, of)
            if not (unsure := doubtful(claims)):
                break
            for claim in unsure:
                if not claim.confirm():
                    claims.remove(claim)
        findings = [claim.finding() for claim in _told(claims)]
        return (
            [each for each in findings if isinstance(each, Decision)],
            [each for each in findings if isinstance(each, Turn)],
        )

    def weigh(self, played: Timeline) -> None:
        """Weigh a game that goes on, so that at its end little is left to do."""
        self.findings(played)
        for _ in self.points(played):
            pass

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
        found = [self.value(table, again) for again in range(_VALUED)]
        each = list(zip(*found, strict=True))
        error = max(map(stdev, each)) / sqrt(len(found))
        return Point(number, shares(list(map(fmean, each)), WHOLE), ceil(WHOLE * error))

    def weighed(
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
            left = self.tries * longer
            while left > 0 and (among is not None or search.lead() <= left):
                search.run(min(_AT_ONCE, left))
                self.rest()
                left -= _AT_ONCE
            self._known[key] = search.weighed()
        return self._known[key]

    def value(
        self, table: Table, again: int = 0, longer: int = 1, first: int | None = None
    ) -> list[float]:
        """Return everybody's chances if everybody does what is best; ``first``: after this."""
        table = settled(table)
        if table.phase == engine.OVER:
            best = table.ranking()[0]
            return [float(seat == best) for seat in range(len(table.players))]
        among = None if first is None else [first]
        return _best(self.weighed(table, again, among, longer), table.active).chances

    def claims(self, station: Station) -> Iterator["Claim"]:
        """Yield what may have to be told of a choice: that it was worse, and what was drawn."""
        table, seat = station.table, station.table.active
        found = self.weighed(table)
        chosen = next(
            each for each in found if same(table, each.action) == same(table, station.action)
        )
        rivals = [each.action for each in found if _may_be_better(each, chosen, seat)]
        if rivals:
            value = dict.fromkeys((*rivals, chosen.action), 0.0)
            for again in range(1, _LOOKS + 1):
                for each in self.weighed(table, again, [*rivals, chosen.action], _LOOKED):
                    value[each.action] += each.chances[seat]
            best = max(rivals, key=value.__getitem__)
            if value[best] > value[chosen.action]:
                yield Blame(self, station, chosen.action, best)
        if station.after is not None:
            now = self.value(station.after)
            changes = [abs(one - other) for one, other in zip(chosen.chances, now, strict=True)]
            if WHOLE * max(changes) >= _SEEMS:
                yield Drawn(self, station, station.after)


class Claim(ABC):
    """Something that may be told; it is measured until it is known well enough."""

    is_confirmed = True
    """Whether nothing is left to be asked before it is told."""

    def __init__(self, judge: Judge, station: Station, seats: Sequence[int]) -> None:
        """Measure once.

        Args:
            judge: Weighs positions.
            station: What was chosen, and where.
            seats: Whose chances count; of several, those that change most.
        """
        self.judge, self.station, self.seats = judge, station, seats
        self.measured: list[tuple[list[float], list[float]]] = []
        self.measure()

    def measure(self) -> None:
        """Measure chances before and after with bags that are new."""
        self.measured.append(self.chances(len(self.measured) + 1))

    def known(self) -> tuple[list[float], list[float], int]:
        """Return chances before and after, and the standard error of what counts."""
        before, after = (
            [fmean(chances) for chances in zip(*each, strict=True)]
            for each in zip(*self.measured, strict=True)
        )
        seat = max(self.seats, key=lambda each: abs(after[each] - before[each]))
        mean, times = after[seat] - before[seat], len(self.measured)
        squares = sum((now[seat] - then[seat] - mean) ** 2 for then, now in self.measured)
        guessed = _GUESSED * self.judge.rough**2
        error = sqrt((WHOLE**2 * squares + guessed) / (_GUESSED + times - 1) / times)
        return before, after, ceil(error)

    def confirm(self) -> bool:
        """Ask what must be asked before this is told; whether it may still be."""
        return True

    @abstractmethod
    def chances(self, again: int) -> tuple[list[float], list[float]]:
        """Return everybody's chances before and after; ``again`` is counted up for other bags."""

    @abstractmethod
    def finding(self) -> Finding:
        """Return what would be told now."""


class Blame(Claim):
    """Something else was better than what was chosen."""

    is_confirmed = False

    def __init__(self, judge: Judge, station: Station, chosen: int, best: int) -> None:
        """Compare a choice with what seems best at first."""
        self.chosen, self.best = chosen, best
        super().__init__(judge, station, (station.table.active,))

    def chances(self, again: int) -> tuple[list[float], list[float]]:
        """Return the chances after what was chosen, and after what was better."""
        found = self.judge.weighed(self.station.table, again, [self.best, self.chosen], _COMPARED)
        after = {each.action: each.chances for each in found}
        return after[self.chosen], after[self.best]

    def confirm(self) -> bool:
        """Search far longer for what is best; if that is something else, compare with it.

        Of what is as good the first is told, so of bids the lowest; what was chosen may be too.
        """
        self.is_confirmed = True
        found = self.judge.weighed(self.station.table, longer=_LONGER)
        good = _good(found, self.station.table.active)
        if self.chosen in good:
            return False
        if good[0] != self.best:
            self.best = good[0]
            self.measured.clear()
            self.measure()
        return True

    def finding(self) -> Decision:
        """Return the choice, and what it cost."""
        seat = self.station.table.active
        before, after, error = self.known()
        chosen = Alternative(_line(self.chosen), round(WHOLE * before[seat]))
        best = Alternative(_line(self.best), round(WHOLE * after[seat]))
        return Decision(self.station.number, Seat(seat), chosen, best, error)


class Drawn(Claim):
    """What came out of the bag changed chances."""

    is_confirmed = False

    def __init__(self, judge: Judge, station: Station, after: Table) -> None:
        """Compare the chances before a tile was drawn with those after it."""
        self.after = settled(after)
        self.best: int | None = None
        super().__init__(judge, station, range(len(after.players)))

    def chances(self, again: int) -> tuple[list[float], list[float]]:
        """Return the chances before it is known what is drawn, and once it is."""
        drawing = [engine.REACH_INTO_BAG]
        [drawn] = self.judge.weighed(self.station.table, again, drawing, _DRAWN)
        return drawn.chances, self.judge.value(self.after, again, _DRAWN, self.best)

    def confirm(self) -> bool:
        """Search far longer for what is best after it, if not every search so far says the same.

        Otherwise what one search missed would count as if it had not been there to choose.
        """
        self.is_confirmed = True
        if self.after.phase != engine.OVER:
            seat, times = self.after.active, len(self.measured)
            found = [self.judge.weighed(self.after, 1 + at, longer=_DRAWN) for at in range(times)]
            if len({_best(each, seat).action for each in found}) > 1:
                longer = self.judge.weighed(self.after, longer=_LONGER)
                self.best = _best(longer, seat).action
                self.measured.clear()
                self.measure()
        return True

    def finding(self) -> Turn:
        """Return what was drawn, and what that changed."""
        before, after, error = self.known()
        return Turn(self.station.number, shares(before, WHOLE), shares(after, WHOLE), error)


def _told(claims: Sequence[Claim]) -> list[Claim]:
    """Return what would be told if nothing were measured again."""
    turning, worst_ones = _shown([claim.finding() for claim in claims])
    return [claims[place] for place in sorted({*turning, *worst_ones})]


def doubtful(claims: Sequence[Claim]) -> list[Claim]:
    """Return what must be confirmed: what is told, or would be if it were a little larger.

    Such a little may be what the searches missed that were asked so far.
    """
    now = [claim.finding() for claim in claims]

    def may_be_told(place: int) -> bool:
        each = now[place]
        larger = replace(each, error=-each.error - each.size // (SURE * _LITTLE))
        shown = _shown([*now[:place], larger, *now[place + 1 :]])
        return any(place in said for said in shown)

    return [
        claim for place, claim in enumerate(claims) if not claim.is_confirmed and may_be_told(place)
    ]


_LITTLE = 10
"""Such a part of it is a little."""


def unsettled(claims: Sequence[Claim]) -> list[Claim]:
    """Return what must be measured again before it is plain what will be told.

    That is what is told and was measured too seldom, and what would change the rest if it were as
    large, or as small, as it may be.
    """
    found = [(claim, claim.finding()) for claim in claims]
    found = [(claim, each) for claim, each in found if degree(_off_by(each, SURE)) > 0]
    now = [each for _, each in found]
    shown = _shown(now)

    def is_settled(place: int) -> bool:
        times, each = len(found[place][0].measured), now[place]
        if times >= _MOST:
            return True
        if times < _FEWEST and any(place in said for said in shown):
            return False
        return each.error <= _FINE or all(
            _shown([*now[:place], _off_by(each, errors), *now[place + 1 :]]) == shown
            for errors in (SURE, -SURE - 1)
        )

    return [claim for place, (claim, _) in enumerate(found) if not is_settled(place)]


def _share_done(claims: Sequence[Claim], open_: Sequence[Claim]) -> float:
    """Return how much is measured, of what there is at most if nothing else is opened again."""
    done = sum(len(claim.measured) for claim in claims)
    return done / (done + sum(_MOST - len(claim.measured) for claim in open_))


def _shown(found: Sequence[Finding]) -> tuple[list[int], list[int]]:
    """Return the places of what turned the game, and those of each player's worst choice."""
    choices = [each for each in found if isinstance(each, Decision)]
    theirs = [worst(choices, seat) for seat in {each.seat for each in choices}]
    return _places(moments(found), found), _places(theirs, found)


def _places(said: Sequence[Finding | None], found: Sequence[Finding]) -> list[int]:
    return [place for place, each in enumerate(found) if any(each is one for one in said)]


def _off_by(found: Finding, errors: int) -> Finding:
    """Return what is known for sure if it is larger by so many errors than was measured."""
    return replace(found, error=-errors * found.error // SURE)


def _may_be_better(rival: Weighed, chosen: Weighed, seat: int) -> bool:
    """Whether it may be so by enough to be told: what was tried little is known roughly."""
    if rival is chosen:
        return False
    hope, error = _likely(rival, seat)
    error = max(error, _likely(chosen, seat)[1])
    return WHOLE * (hope + 2 * error - chosen.chances[seat]) >= LEAST_TOLD


def _likely(one: Weighed, seat: int) -> tuple[float, float]:
    """Return a chance, and how far it may be off, though it came true always or never so far.

    As if half of a few more tries had been won (Agresti and Coull, 1998).
    """
    tries = one.tries + 2 * _MORE
    value = (one.chances[seat] * one.tries + _MORE) / tries
    return value, sqrt(value * (1 - value) / tries)


_MORE = 2


def _best(found: Sequence[Weighed], seat: int) -> Weighed:
    """Return what was tried most; of what was solved, what is worth most."""
    return max(found, key=lambda each: (each.tries, each.chances[seat]))


def _good(found: Sequence[Weighed], seat: int) -> list[int]:
    """Return what is best, or so little worse that another search may call it best."""
    best = _best(found, seat)
    least, seldom = best.chances[seat] - _ALIKE, best.tries / _SELDOM
    known = [each for each in found if each.tries > seldom]
    return [each.action for each in known if each.chances[seat] >= least]


_ALIKE, _SELDOM = 0.02, 16
"""What two choices may differ by to be as good, and how many times less often one may be tried."""


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
