"""The questions about a game that began without the screen, and what their answers mean."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.i18n import Sentences
from companion.pages import partial
from companion.rules.actions import LANE_SLOTS
from companion.rules.corrections.fixing import MOST_POINTS, Fix, HandFix
from companion.rules.editions import STARTING_SCORE, Seat, Sun, suns_in_play
from companion.rules.model import LAST_EPOCH, Lane
from companion.rules.partial.ledger import Ledger, suns_each
from companion.rules.tiles import DISASTERS, KINDS, Tile, bundle


class Ask(Sentences):
    """What is asked, in this order; the value is the English question."""

    EPOCH = "Which epoch is it?"
    RA_TRACK = "How many Ra tiles are on the Ra track?"
    SUNS = "Where is sun {sun}?"
    POINTS = "{name}: how many points?"
    TURN = "Whose turn is it?"
    TILES = "{name}: which tiles?"
    TRACK = "Which tiles are on the auction track?"


class SunPlace(msgspec.Struct, frozen=True):
    """Where a sun lies."""

    seat: Seat | None = None
    """None: in the centre."""
    is_up: bool = True


Way = int | SunPlace | Tile
"""One answer: a number or a seat, where a sun lies, or one more tile."""


TYPED = (Ask.POINTS, Ask.TILES, Ask.TRACK)
"""The questions whose answers are put together from parts."""


_LAID = tuple(tile for tile in KINDS if tile is not Tile.RA)


_KEPT = tuple(tile for tile in _LAID if not tile.mask & DISASTERS)


def ways(ledger: Ledger, page: partial.Joining) -> tuple[Way, ...]:
    """Return every answer that can be given to this question."""
    match page.ask:
        case Ask.EPOCH:
            return tuple(range(1, LAST_EPOCH + 1))
        case Ask.RA_TRACK:
            return tuple(range(ledger.setup.ra_limit))
        case Ask.SUNS:
            return tuple(_places(ledger, page))
        case Ask.TURN:
            return tuple(seat for seat in ledger.setup.seats if ledger.hands[seat].up != ())
        case Ask.POINTS:
            return tuple(range(10))
        case Ask.TILES:
            return _KEPT
        case Ask.TRACK:
            return _LAID if len(page.tiles) < LANE_SLOTS else ()


def open_suns(ledger: Ledger) -> tuple[Sun, ...]:
    """Return the suns whose places nobody has entered, ascending."""
    known = {ledger.centre}
    for hand in ledger.hands:
        known |= {*(hand.up or ()), *(hand.down or ())}
    return tuple(sun for sun in suns_in_play(len(ledger.hands)) if sun not in known)


def asked_sun(ledger: Ledger, page: partial.Joining) -> Sun | None:
    """Return which sun is asked for; None if that is said of all."""
    suns = open_suns(ledger)
    return suns[len(page.places)] if len(page.places) < len(suns) else None


def _places(ledger: Ledger, page: partial.Joining) -> Iterator[SunPlace]:
    """Yield where the sun can lie: before who still lacks one, or in the centre."""
    each = suns_each(ledger.setup)
    for seat in ledger.setup.seats:
        hand = ledger.hands[seat]
        said = sum(place.seat == seat for place in page.places)
        known = len(hand.up or ()) + len(hand.down or ())
        if hand.suns is None and known + said < each:
            yield SunPlace(seat)
            yield SunPlace(seat, is_up=False)
    if ledger.centre is None and SunPlace() not in page.places:
        yield SunPlace()


def answered(ledger: Ledger, page: partial.Joining, way: Way) -> partial.Joining | Fix:
    """Return the question with one more part of its answer, or what the whole answer says."""
    match page.ask, way:
        case Ask.EPOCH, int(epoch):
            return _epoch(ledger, epoch)
        case Ask.RA_TRACK, int(number):
            return Fix(ra_count=number)
        case Ask.TURN, int(seat):
            return Fix(active=Seat(seat))
        case Ask.POINTS, int(digit):
            typed = (page.points or 0) * 10 + digit
            return replace(page, points=min(typed, MOST_POINTS))
        case Ask.SUNS, SunPlace():
            page = replace(page, places=(*page.places, way), row=None)
            return page if asked_sun(ledger, page) is not None else whole(ledger, page)
        case _, Tile():
            return replace(page, tiles=(*page.tiles, way))
        case _:
            return page


def _epoch(ledger: Ledger, epoch: int) -> Fix:
    """Return the fix of the epoch; in the first one everybody has what they began with."""
    if epoch > 1:
        return Fix(epoch=epoch)
    hands = (HandFix(seat, score=STARTING_SCORE) for seat in ledger.setup.seats)
    return Fix(epoch=epoch, hands=tuple(hands))


def whole(ledger: Ledger, page: partial.Joining) -> Fix:
    """Return what has been said on a page that takes several gestures."""
    seat = Seat(0) if page.seat is None else page.seat
    match page.ask:
        case Ask.SUNS:
            return _suns(ledger, page)
        case Ask.POINTS:
            return Fix(hands=(HandFix(seat, score=page.points or 0),))
        case Ask.TILES:
            return Fix(hands=(HandFix(seat, tiles=bundle(page.tiles)),))
        case _:
            return Fix(lane=lane(page))


def lane(page: partial.Joining) -> Lane:
    """Return the auction track with the tiles that have been named."""
    return (*page.tiles, *(None,) * (LANE_SLOTS - len(page.tiles)))


def _suns(ledger: Ledger, page: partial.Joining) -> Fix:
    """Return where suns lie, of the players of whom all suns are known, and of the centre."""
    each, lying = suns_each(ledger.setup), dict(zip(open_suns(ledger), page.places, strict=False))
    hands = []
    for seat in ledger.setup.seats:
        hand = ledger.hands[seat]
        up = [sun for sun, place in lying.items() if place == SunPlace(seat)]
        down = [sun for sun, place in lying.items() if place == SunPlace(seat, is_up=False)]
        up, down = [*(hand.up or ()), *up], [*(hand.down or ()), *down]
        if hand.suns is None and len(up) + len(down) == each:
            hands.append(HandFix(seat, tuple(sorted(up)), tuple(down)))
    centre = next((sun for sun, place in lying.items() if place.seat is None), None)
    return Fix(centre=centre, hands=tuple(hands))
