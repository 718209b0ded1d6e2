"""What is counted of each player, and what people can say while they count."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from companion.i18n import Sentences
from companion.rules.editions import Sun, Suns, suns_in_play
from companion.rules.tiles import FAMILIES, NO_TILES, Family, Tile, Tiles

MOST = 99
"""Nobody counts more of anything; what the box cannot have is marked long before."""


class Points(Sentences):
    """What is counted beside tiles and suns."""

    BEFORE = "Points before"
    """English words, which are also what is translated."""


Place = Tile | Points | Sun


class PlayerCount(msgspec.Struct, frozen=True):
    """What has been counted of one player."""

    tiles: Tiles = NO_TILES
    suns: Suns = ()
    """Ascending; none at all: not counted."""
    said: frozenset[Tile] = frozenset()
    """The kinds that people counted themselves: the others are kept from before."""
    is_told: bool = False
    """Whether somebody has been at this page, so that it is compared with the others."""
    is_skipped: bool = False
    """Whether nobody knows what this player has."""


NUMBERED = (Tile.GOD, Tile.GOLD, Tile.PHARAOH, Tile.NILE, Tile.FLOOD)
"""The kinds that people have several of, in the order of scoring (section 1.9)."""


SINGLE = (*FAMILIES[Family.CIVILISATION], *FAMILIES[Family.MONUMENT])
"""The kinds that people mostly have one or none of."""


@lru_cache(maxsize=64)
def places_of(players: int, *, points: bool, suns: bool) -> tuple[Place, ...]:
    """Return everything that is counted, in its order."""
    return (
        *((Points.BEFORE,) if points else ()),
        *NUMBERED,
        *SINGLE,
        *(suns_in_play(players) if suns else ()),
    )
