"""Packing up: how many of each piece belong in the box, and where missing ones were last seen."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from companion.core.kiosk import Pile
from companion.core.notices import Notes
from companion.pages import hardware
from companion.rules.actions import Draw
from companion.rules.components import RA_FIGURE, SUN
from companion.rules.editions import SUN_GROUPS, Edition, suns_in_play
from companion.rules.records.timeline import Timeline
from companion.rules.scoring.tokens import BOXES
from companion.rules.tiles import FAMILIES, Family, Tile


class LastSeen(msgspec.Struct, frozen=True):
    """Where a tile went in the last game."""

    name: str
    """With whom; empty: with nobody."""
    epoch: int


def last_seen(timeline: Timeline | None) -> Mapping[str, LastSeen]:
    """Return for each tag that was drawn with whom it went, and in which epoch.

    A tile of the auction track is won, or thrown away, in the epoch in which it was drawn.
    """
    if timeline is None:
        return {}
    found = {}
    for number, moment in enumerate(timeline.moments, start=1):
        if moment.tag and isinstance(moment.action, Draw):
            where, seat = hardware.whereabouts(timeline.moments, number, moment.action.tile)
            is_owned = where is Notes.DRAWN_TO_PLAYER and seat is not None
            name = timeline.start.setup.players[seat] if is_owned and seat is not None else ""
            found[moment.tag] = LastSeen(name, timeline.game_after(number - 1).epoch)
    return found


_POINTS_2025 = 80
"""Of the newest edition only the sum is printed (D-41)."""

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


def piles_of(edition: Edition) -> Mapping[Pile, int]:
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
