"""Funerals, droughts, unrest and earthquakes: what they take, and from whom (rules section 1.7)."""

from collections.abc import Callable
from functools import partial

from companion.rules.editions import Seat
from companion.rules.events import DisasterStruck
from companion.rules.legal import TILES_PER_DISASTER
from companion.rules.model import Disaster
from companion.rules.tiles import CIVILISATIONS, MONUMENTS, Tile, Tiles, count, kinds, only, size

_PHARAOH, _FLOOD, _NILE = Tile.PHARAOH, Tile.FLOOD, Tile.NILE


def funeral(held: Tiles, number: int) -> Tiles:
    """Return the pharaohs that this many funerals take (R-DIS-2)."""
    return _PHARAOH.one * min(TILES_PER_DISASTER * number, count(held, _PHARAOH))


def drought(held: Tiles, number: int) -> Tiles:
    """Return what this many droughts take: floods first, then Niles (R-DIS-2, D-20)."""
    must = TILES_PER_DISASTER * number
    floods = min(must, count(held, _FLOOD))
    niles = min(must - floods, count(held, _NILE))
    return _FLOOD.one * floods + _NILE.one * niles


def without_choice(family: int, held: Tiles, number: int) -> Tiles | None:
    """Return what the disaster takes from a family, or None if the owner must choose (R-DIS-6).

    Args:
        family: The mask of the kinds that it takes.
        held: The owner's tiles.
        number: How many tiles of this disaster are resolved together.
    """
    exposed = only(held, family)
    owned = size(exposed)
    must = TILES_PER_DISASTER * number
    if owned <= must:
        return exposed
    return exposed // owned * must if kinds(exposed) == 1 else None


def strike(
    held: Tiles, seat: Seat, lot: Tiles, ra_player: Seat | None
) -> tuple[Tiles, tuple[DisasterStruck, ...], Disaster | None]:
    """Resolve the disasters of a lot, up to the first that leaves the owner a choice (R-RES-4).

    Args:
        held: What the owner has, including the lot's other tiles (D-17).
        seat: The owner.
        lot: The bundle with the disasters.
        ra_player: Who called the auction, or None if a god took the disaster.

    Returns:
        What the owner keeps; what happened; and the disasters that wait for the owner's choice.
        They are carried out one after the other in the order of the table, so that while Unrest
        waits for a choice no Earthquake has happened yet.
    """
    struck: list[DisasterStruck] = []
    for disaster, taken in _TAKEN.items():
        if not lot & disaster.mask:
            continue
        number = count(lot, disaster)
        lost = taken(held, number)
        if lost is None:
            return held, tuple(struck), _waiting(lot, disaster, ra_player)
        held -= lost
        struck.append(DisasterStruck(seat, disaster, number, lost))
    return held, tuple(struck), None


def _waiting(lot: Tiles, disaster: Tile, ra_player: Seat | None) -> Disaster:
    unrests = count(lot, Tile.UNREST) if disaster is Tile.UNREST else 0
    return Disaster(unrests, count(lot, Tile.EARTHQUAKE), ra_player)


_TAKEN: dict[Tile, Callable[[Tiles, int], Tiles | None]] = {
    Tile.FUNERAL: funeral,
    Tile.DROUGHT: drought,
    Tile.UNREST: partial(without_choice, CIVILISATIONS),
    Tile.EARTHQUAKE: partial(without_choice, MONUMENTS),
}
