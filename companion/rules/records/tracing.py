"""Where every drawn tile went, and what everybody had after an entry."""

from collections.abc import Sequence

import msgspec

from companion.rules.actions import Draw
from companion.rules.editions import Seat
from companion.rules.events import DisasterStruck, EpochEnded, Event, GodUsed, LotWon
from companion.rules.model import Game
from companion.rules.records.timeline import Moment
from companion.rules.tiles import DISASTERS, Family, Tile, Tiles, counts, only

Hands = tuple[Tiles, ...]
"""What everybody has."""


class Drawn(msgspec.Struct, gc=False):
    """A tile that was drawn, and where it went according to the screen."""

    place: int
    """The moment it was drawn, from 0."""
    said: Tile
    """What it was entered as."""
    slot: int | None = None
    """Its slot on the auction track, if it is still there."""
    seat: Seat | None = None
    """Who got it, if anybody."""
    taken: int = -1
    """The moment it left the track; -1 if it has not."""


def before(start: Game, moments: Sequence[Moment], place: int) -> Game:
    """Return the table before a moment."""
    return moments[place - 1].game if place else start


def draws(start: Game, moments: Sequence[Moment]) -> list[Drawn]:
    """Follow every drawn tile across the auction track to whoever got it, oldest first."""
    drawn: list[Drawn] = []
    lying: dict[int, Drawn] = {}
    lane = start.lane
    for place, moment in enumerate(moments):
        action = moment.action
        if isinstance(action, Draw):
            one = Drawn(place, action.tile)
            drawn.append(one)
            if action.tile is not Tile.RA:
                one.slot = lane.index(None)
                lying[one.slot] = one
        if moment.game.lane is not lane:
            lane = moment.game.lane
            for slot in [slot for slot in lying if lane[slot] is None]:
                one = lying.pop(slot)
                one.slot, one.seat, one.taken = None, taker(moment.events), place
    return drawn


def taker(events: Sequence[Event]) -> Seat | None:
    """Return who got what was on the track; nobody if it was lost."""
    for event in events:
        if isinstance(event, LotWon | GodUsed):
            return event.seat
    return None


def hands_after(table: Game, moment: Moment) -> tuple[Hands, bool]:
    """Return what everybody had after an entry, and whether it ended the epoch.

    If so, it is what they had when it was scored, before anything was discarded (R-EPE-3 a).

    Args:
        table: The table before the entry.
        moment: The entry.
    """
    if not any(isinstance(event, EpochEnded) for event in moment.events):
        return tuple(player.tiles for player in moment.game.players), False
    hands = [player.tiles for player in table.players]
    for event in moment.events:
        if isinstance(event, LotWon):
            hands[event.seat] += event.lot - only(event.lot, DISASTERS)
        elif isinstance(event, DisasterStruck):
            hands[event.seat] -= event.lost
        elif isinstance(event, EpochEnded):
            break
    return tuple(hands), True


Strikes = Sequence[tuple[int, DisasterStruck]]
"""The disasters of a game, each with its moment."""


def strikes(moments: Sequence[Moment]) -> Strikes:
    """Return all disasters that were resolved."""
    return [
        (place, event)
        for place, moment in enumerate(moments)
        for event in moment.events
        if isinstance(event, DisasterStruck)
    ]


def was_counted(drawn: Drawn, kind: Tile, counted: int, struck: Strikes) -> bool:
    """Whether people have counted this tile among somebody's, and would have noticed another kind.

    They would not if a disaster had taken such tiles before, or if it was one itself.

    Args:
        drawn: The tile.
        kind: What it may have been instead.
        counted: After how many moments people counted.
        struck: The disasters up to then.
    """
    families = {drawn.said.family, kind.family}
    if drawn.seat is None or drawn.taken >= counted or Family.DISASTER in families:
        return False
    return not any(
        strike.seat == drawn.seat
        and place >= drawn.taken
        and any(tile.family in families for tile in counts(strike.lost))
        for place, strike in struck
    )
