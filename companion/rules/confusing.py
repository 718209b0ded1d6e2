"""Which kinds of tiles people take for which when they enter them.

Four ways to slip, each with its share: a finger meets the next key; the dial or a button stops one
too early or too late; tiles of one family look alike; and anything at all, rarely.
"""

from collections.abc import Iterable, Mapping
from enum import Enum
from types import MappingProxyType

from companion.rules.tiles import FAMILIES, KINDS, Family, Tile

Confusions = Mapping[Tile, Mapping[Tile, float]]
"""For what was drawn, and what was entered: how much of all slips with that tile are this one."""


class Likeness(Enum):
    """Why one kind may have been taken for another, the commonest first."""

    NEXT_KEY = "next_key"
    FAMILY = "family"
    NEXT_ON_DIAL = "next_on_dial"
    NONE = "none"


SHARES = MappingProxyType(
    {
        Likeness.NEXT_KEY: 0.5,
        Likeness.FAMILY: 0.3,
        Likeness.NEXT_ON_DIAL: 0.15,
        Likeness.NONE: 0.05,
    }
)
"""How many of all slips are of each sort: a guess that the tests hold against other mixtures."""

RING: tuple[Tile, ...] = (
    Tile.RA,
    Tile.NILE,
    Tile.FLOOD,
    Tile.GOD,
    Tile.GOLD,
    *FAMILIES[Family.DISASTER],
    *FAMILIES[Family.CIVILISATION],
    *FAMILIES[Family.MONUMENT],
    Tile.PHARAOH,
)
"""The kinds in the order of the dial, which is a ring with the commonest at both of its ends.

Buttons lie in the same order.
"""

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
"""The letters of a keyboard; each row stands half a key further right than the one above."""


def next_keys(letter: str) -> frozenset[str]:
    """Return the letters whose keys touch this one's."""
    for row, letters in enumerate(_ROWS):
        if letter and letter in letters:
            at = letters.index(letter)
            spots = ((row, at - 1), (row, at + 1), (row - 1, at), (row - 1, at + 1),
                     (row + 1, at - 1), (row + 1, at))  # fmt: skip
            return frozenset(
                _ROWS[y][x] for y, x in spots if 0 <= y < len(_ROWS) and 0 <= x < len(_ROWS[y])
            )
    return frozenset()


def alike(tile: Tile, keys: Mapping[Tile, str]) -> Mapping[Likeness, frozenset[Tile]]:
    """Return with which kinds this one may be confused, and why.

    Args:
        tile: What was drawn.
        keys: The letter of each kind, if tiles are entered on a keyboard; else empty.
    """
    near = next_keys(keys.get(tile, ""))
    at = RING.index(tile)
    others = frozenset(KINDS) - {tile}
    return {
        Likeness.NEXT_KEY: frozenset(kind for kind in others if keys.get(kind) in near),
        Likeness.FAMILY: frozenset(FAMILIES[tile.family]) - {tile},
        Likeness.NEXT_ON_DIAL: frozenset((RING[at - 1], RING[(at + 1) % len(RING)])),
        Likeness.NONE: others,
    }


def confusions(keys: Mapping[Tile, str] = MappingProxyType({})) -> Confusions:
    """Return how likely each kind is entered for each other, given that a slip happens.

    Args:
        keys: The letter of each kind, if tiles are entered on a keyboard.
    """
    return MappingProxyType({tile: MappingProxyType(_mistaken(tile, keys)) for tile in KINDS})


def _mistaken(tile: Tile, keys: Mapping[Tile, str]) -> dict[Tile, float]:
    ways = {way: kinds for way, kinds in alike(tile, keys).items() if kinds}
    whole = sum(SHARES[way] for way in ways)
    mistaken = dict.fromkeys(KINDS, 0.0)
    for way, kinds in ways.items():
        for kind in _ordered(kinds):
            mistaken[kind] += SHARES[way] / whole / len(kinds)
    return mistaken


def _ordered(kinds: Iterable[Tile]) -> list[Tile]:
    """Return the kinds in the order of the table, so that sums never depend on a set's order."""
    return sorted(kinds, key=lambda kind: kind.place)
