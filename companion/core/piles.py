"""The box at pack-up: how many of everything belong into it, edition by edition."""

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from companion.core.box import RA_FIGURE, SUN
from companion.rules.editions import SUN_GROUPS, Edition, suns_in_play
from companion.rules.tiles import FAMILIES, Family, Tile
from companion.rules.tokens import BOXES
from companion.words import Sentences

_POINTS_2025 = 80
"""Of the newest edition only the sum is printed (D-41)."""


class Pile(Sentences):
    """What is laid on one heap to be counted; the value is the English words."""

    RA = "Ra tiles"
    GOD = "Gods"
    GOLD = "Gold"
    PHARAOH = "Pharaohs and funerals"
    NILE = "Niles, floods and droughts"
    CIVILISATION = "Civilisations and unrests"
    MONUMENT = "Monuments and earthquakes"
    SUN = "Suns"
    FIGURE = "Ra figure"
    BAG = "Bag"
    POINTS = "Points"


class Short(msgspec.Struct, frozen=True):
    """What is missing of one kind."""

    kind: str
    """The name of a pile, or what a tag can be on."""
    missing: int


PILE_TILES: Mapping[Pile, tuple[Tile, ...]] = MappingProxyType(
    {
        Pile.RA: (Tile.RA,),
        Pile.GOD: (Tile.GOD,),
        Pile.GOLD: (Tile.GOLD,),
        Pile.PHARAOH: (Tile.PHARAOH, Tile.FUNERAL),
        Pile.NILE: (Tile.NILE, Tile.FLOOD, Tile.DROUGHT),
        Pile.CIVILISATION: (*FAMILIES[Family.CIVILISATION], Tile.UNREST),
        Pile.MONUMENT: (*FAMILIES[Family.MONUMENT], Tile.EARTHQUAKE),
    }
)
"""Which tiles lie on which heap; together all 180 (R-SET-2)."""

_OTHERS = {
    Pile.SUN: len(suns_in_play(max(SUN_GROUPS))),
    Pile.FIGURE: 1,
    Pile.BAG: 1,
}


def piles(edition: Edition) -> Mapping[Pile, int]:
    """Return what belongs into the box (R-SET-2, R-SET-5); points only where a source says."""
    tiles = {pile: sum(tile.copies for tile in kinds) for pile, kinds in PILE_TILES.items()}
    points = _points(edition)
    return {**tiles, **_OTHERS, **({Pile.POINTS: points} if points else {})}


def _points(edition: Edition) -> int:
    box = BOXES[edition]
    if box is not None:
        return sum(box)
    return _POINTS_2025 if edition is Edition.C25 else 0


def pile_of(thing: str) -> Pile:
    """Return the heap of what a tag is on."""
    if thing == RA_FIGURE:
        return Pile.FIGURE
    if thing.startswith(SUN):
        return Pile.SUN
    return next(
        pile for pile, kinds in PILE_TILES.items() if thing in (tile.value for tile in kinds)
    )
