"""The fix panel where not everything is told: what is known can lie otherwise, the rest be told."""

from collections.abc import Iterator
from functools import lru_cache

from companion.core.mending import (
    AUCTIONS,
    Cell,
    Way,
    cells,
    centre_of,
    now_of,
    points_of,
    sun_of,
    turn_of,
)
from companion.rules.actions import LANE_SLOTS
from companion.rules.editions import Seat, Sun, suns_in_play
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
        yield turn_of(seats, ledger.hands, ledger.active, NOT_KNOWN)
        yield _stage(ledger)
    if ledger.stage is not Wait.OVER:
        yield _of(Matter.RA_TRACK, ledger.ra_count, tuple(
            Way(Fix(ra_count=n), number=n) for n in range(ledger.setup.ra_limit + 1)))  # fmt: skip
        yield _of(Matter.EPOCH, ledger.epoch, tuple(
            Way(Fix(epoch=n), number=n) for n in range(1, LAST_EPOCH + 1)))  # fmt: skip
        yield centre_of(ledger.hands, ledger.centre, NOT_KNOWN)
        yield _of(Matter.TRACK, ledger.lane_tiles, tuple(
            Way(Fix(lane_tiles=n), number=n) for n in range(LANE_SLOTS + 1)))  # fmt: skip
        yield from (sun_of(ledger.hands, sun) for sun in _told_suns(ledger))
    yield from (_points(ledger, seat) for seat in seats)


def _of(matter: Matter, now: int | None, ways: tuple[Way, ...]) -> Cell:
    """Return the cell of a number that may not be known."""
    marked = tuple(Way(None, number=each.number) if each.number == now else each for each in ways)
    return Cell(matter, marked, NOT_KNOWN if now is None else Way(None, number=now))


def _stage(ledger: Ledger) -> Cell:
    is_turn = ledger.stage is Wait.TURN
    ways = [Way(None if is_turn else Fix(stage=Phase.TURN), "a turn")]
    for seat in (seat for seat in ledger.setup.seats if ledger.hands[seat].up != ()):
        for reason in (Reason.INVOKED, Reason.RA_DRAWN):
            is_now = _STARTED.get(ledger.stage) is reason and seat == ledger.active
            fix = None if is_now else Fix(stage=Auction(seat, reason))
            ways.append(Way(fix, AUCTIONS[reason], seat=seat))
    return Cell(Matter.STAGE, tuple(ways), now_of(tuple(ways), _AUCTION))


_AUCTION = Way(None, "an auction")
"""One of which nobody has told whose it is."""


def _told_suns(ledger: Ledger) -> Iterator[Sun]:
    """Yield the suns that lie before players of whom all suns are known."""
    known = [hand.suns or () for hand in ledger.hands]
    for sun in suns_in_play(len(known)):
        if any(sun in suns for suns in known):
            yield sun


def _points(ledger: Ledger, seat: Seat) -> Cell:
    """Return the cell of a player's points: the difference, or all if nobody has told them."""
    score = ledger.hands[seat].score
    if score is None:
        told = tuple(
            Way(Fix(hands=(HandFix(seat, score=n),)), number=n) for n in range(_MOST_TOLD + 1)
        )
        return Cell(Matter.SCORE, told, NOT_KNOWN, seat=seat)
    return points_of(seat, score)


_MOST_TOLD = 59
"""More points are typed on the pages for joining."""


def cells_of(timeline: Timeline) -> tuple[Cell, ...]:
    """Return everything that can be put right now, at whatever level the game is entered."""
    return cells(timeline.game) if timeline.ledger is None else ledger_cells(timeline.ledger)
