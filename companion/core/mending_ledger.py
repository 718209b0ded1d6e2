"""The fix panel where not everything is told: what is known can lie otherwise, the rest be told."""

from collections.abc import Iterator
from functools import lru_cache

from companion.core.mending import AUCTIONS, POINTS, Cell, Way, cells
from companion.rules.actions import LANE_SLOTS
from companion.rules.editions import Seat, Sun, Suns, suns_in_play
from companion.rules.events import Matter
from companion.rules.fixing import Fix, HandFix
from companion.rules.ledger import Ledger, Wait
from companion.rules.model import LAST_EPOCH, Auction, Phase, Reason
from companion.rules.timeline import Timeline

NOT_KNOWN = Way(None, "not known")
"""Nobody has told."""

_STARTED = {Wait.DRAWN: Reason.RA_DRAWN, Wait.CALLED: Reason.INVOKED}


@lru_cache(maxsize=4)
def ledger_cells(ledger: Ledger) -> tuple[Cell, ...]:
    """Return everything that can be put right or told, as it lies around the table.

    Suns of players of whom not all are known are told together, on the pages for joining.
    """
    return tuple(_cells(ledger))


def _cells(ledger: Ledger) -> Iterator[Cell]:
    seats = ledger.setup.seats
    if ledger.stage in (Wait.TURN, Wait.DRAWN, Wait.CALLED):
        yield _turn(ledger)
        yield _stage(ledger)
    if ledger.stage is not Wait.OVER:
        yield _of(Matter.RA_TRACK, ledger.ra_count, tuple(
            Way(Fix(ra_count=n), number=n) for n in range(ledger.setup.ra_limit + 1)))  # fmt: skip
        yield _of(Matter.EPOCH, ledger.epoch, tuple(
            Way(Fix(epoch=n), number=n) for n in range(1, LAST_EPOCH + 1)))  # fmt: skip
        yield _centre(ledger)
        yield _of(Matter.TRACK, ledger.lane_tiles, tuple(
            Way(Fix(lane_tiles=n), number=n) for n in range(LANE_SLOTS + 1)))  # fmt: skip
        yield from (_sun(ledger, sun) for sun in _told_suns(ledger))
    yield from (_points(ledger, seat) for seat in seats)


def _of(matter: Matter, now: int | None, ways: tuple[Way, ...]) -> Cell:
    """Return the cell of a number that may not be known."""
    marked = tuple(Way(None, number=each.number) if each.number == now else each for each in ways)
    return Cell(matter, marked, NOT_KNOWN if now is None else Way(None, number=now))


def _turn(ledger: Ledger) -> Cell:
    ways = tuple(
        Way(None if seat == ledger.active else Fix(active=seat), seat=seat)
        for seat in ledger.setup.seats
        if ledger.hands[seat].up != () or seat == ledger.active
    )
    return Cell(Matter.ACTIVE, ways, _now(ways))


def _now(ways: tuple[Way, ...]) -> Way:
    return next((way for way in ways if way.fix is None), NOT_KNOWN)


def _stage(ledger: Ledger) -> Cell:
    is_turn = ledger.stage is Wait.TURN
    ways = [Way(None if is_turn else Fix(stage=Phase.TURN), "a turn")]
    for seat in (seat for seat in ledger.setup.seats if ledger.hands[seat].up != ()):
        for reason in (Reason.INVOKED, Reason.RA_DRAWN):
            is_now = _STARTED.get(ledger.stage) is reason and seat == ledger.active
            fix = None if is_now else Fix(stage=Auction(seat, reason))
            ways.append(Way(fix, AUCTIONS[reason], seat=seat))
    return Cell(Matter.STAGE, tuple(ways), next((way for way in ways if way.fix is None), _AUCTION))


_AUCTION = Way(None, "an auction")
"""One of which nobody has told whose it is."""


def _centre(ledger: Ledger) -> Cell:
    ways = tuple(
        Way(None if sun == ledger.centre else _put_in_centre(ledger, sun), sun=sun)
        for sun in suns_in_play(len(ledger.hands))
    )
    return Cell(Matter.CENTRE, ways, _now(ways))


def _put_in_centre(ledger: Ledger, sun: Sun) -> Fix:
    """Return the fix that lays a sun in the centre; its owner has what lay there (R-RES-2)."""
    hands = []
    for seat in ledger.setup.seats:
        up, down = ledger.hands[seat].up, ledger.hands[seat].down
        if ledger.centre is not None and sun in (*(up or ()), *(down or ())):
            less = None if up is None else _without(up, sun)
            back = None if down is None else (*_without(down, sun), ledger.centre)
            hands.append(HandFix(seat, less, back))
    return Fix(centre=sun, hands=tuple(hands))


def _without(suns: Suns, sun: Sun) -> Suns:
    return tuple(other for other in suns if other != sun)


def _told_suns(ledger: Ledger) -> Iterator[Sun]:
    """Yield the suns that lie before players of whom all suns are known."""
    known = [hand.suns or () for hand in ledger.hands]
    for sun in suns_in_play(len(known)):
        if any(sun in suns for suns in known):
            yield sun


def _sun(ledger: Ledger, sun: Sun) -> Cell:
    ways = []
    for label, is_up in (("{name}, face up", True), ("{name}, face down", False)):
        for seat in ledger.setup.seats:
            hand = ledger.hands[seat]
            if hand.suns is not None:
                is_now = sun in ((hand.up if is_up else hand.down) or ())
                fix = None if is_now else _given(ledger, sun, seat, is_up=is_up)
                ways.append(Way(fix, label, seat=seat))
    return Cell(Matter.UP, tuple(ways), _now(tuple(ways)), sun=sun)


def _given(ledger: Ledger, sun: Sun, to: Seat, *, is_up: bool) -> Fix:
    """Return the fix that lays a sun before one player and takes it from all others."""
    hands = []
    for seat in ledger.setup.seats:
        hand = ledger.hands[seat]
        if hand.up is None or hand.down is None:
            continue
        up, down = _without(hand.up, sun), _without(hand.down, sun)
        if seat == to:
            up, down = (tuple(sorted((*up, sun))), down) if is_up else (up, (*down, sun))
        if (up, down) != (hand.up, hand.down):
            hands.append(HandFix(seat, up, down))
    return Fix(hands=tuple(hands))


def _points(ledger: Ledger, seat: Seat) -> Cell:
    """Return the cell of a player's points: the difference, or all if nobody has told them."""
    score = ledger.hands[seat].score
    if score is None:
        told = tuple(
            Way(Fix(hands=(HandFix(seat, score=n),)), number=n) for n in range(_MOST_TOLD + 1)
        )
        return Cell(Matter.SCORE, told, NOT_KNOWN, seat=seat)
    ways = tuple(
        Way(Fix(hands=(HandFix(seat, score=score + more),)), number=more)
        for more in POINTS
        if score + more >= 0
    )
    return Cell(Matter.SCORE, ways, Way(None, "points"), seat=seat)


_MOST_TOLD = 59
"""More points are typed on the pages for joining."""


def cells_of(timeline: Timeline) -> tuple[Cell, ...]:
    """Return everything that can be put right now, at whatever level the game is entered."""
    return cells(timeline.game) if timeline.ledger is None else ledger_cells(timeline.ledger)
