"""The 23 kinds of tiles, how many of each are in the box, and bundles of them.

A bundle of tiles (what a player holds, what is left in the bag) is one integer with a byte for each
kind: plain ``+`` and ``-`` add and remove tiles, faster than any other immutable form. Nothing
outside this file needs to know: use ``count``, ``counts`` and ``tiles``.
"""

from collections.abc import Iterable, Mapping
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import Self

from companion.i18n import counted

Tiles = int
"""A bundle of tiles: how many of each kind, at most 255 of one.

An alias, not a ``NewType``: wrapping every sum would cost a call in the busiest lines.
"""

NO_TILES: Tiles = 0


class Family(Enum):
    """Which kinds of tiles belong together in scoring and in disasters (rules section 1.0)."""

    RA = "ra"
    GOD = "god"
    PHARAOH = "pharaoh"
    RIVER = "river"
    GOLD = "gold"
    CIVILISATION = "civilisation"
    MONUMENT = "monument"
    DISASTER = "disaster"


class Tile(StrEnum):
    """One kind of tile; its value is its id in records (rules section 1.0)."""

    __slots__ = ("mask", "one", "place")  # an attribute in a slot is found four times as quickly

    family: Family
    copies: int
    """How many are in the box."""
    is_kept: bool
    """Whether a player keeps it when an epoch ends; all others are discarded."""
    english: str
    """What the rulebook calls it in English; other languages translate this."""
    english_many: str
    """What stands behind a number in English: 2 Pharaohs, 2 Gold."""
    place: int
    """Which byte of a bundle counts this kind."""
    one: int
    """The bundle of one such tile."""
    mask: int
    """The bits of a bundle that count this kind."""

    def __new__(
        cls, value: str, family: Family, copies: int, kept: str, names: tuple[str, str]
    ) -> Self:
        """Make a kind; its position in a bundle is its position in this table."""
        tile = str.__new__(cls, value)
        tile._value_ = value
        tile.family = family
        tile.copies = copies
        tile.is_kept = kept == "kept"
        tile.english, tile.english_many = names
        tile.place = len(cls.__members__)
        tile.one = 1 << (8 * tile.place)
        tile.mask = 255 << (8 * tile.place)
        return tile

    __hash__ = str.__hash__  # the one of Enum is a call into Python

    RA = "ra", Family.RA, 30, "", counted("Ra", "Ra")
    GOD = "god", Family.GOD, 8, "", counted("God", "Gods")
    PHARAOH = "pharaoh", Family.PHARAOH, 25, "kept", counted("Pharaoh", "Pharaohs")
    NILE = "nile", Family.RIVER, 25, "kept", counted("Nile", "Niles")
    FLOOD = "flood", Family.RIVER, 12, "", counted("Flood", "Floods")
    GOLD = "gold", Family.GOLD, 5, "", counted("Gold", "Gold")
    ART = "civ_art", Family.CIVILISATION, 5, "", counted("Art", "Art")
    AGRICULTURE = (
        "civ_agriculture",
        Family.CIVILISATION,
        5,
        "",
        counted("Agriculture", "Agriculture"),
    )
    RELIGION = "civ_religion", Family.CIVILISATION, 5, "", counted("Religion", "Religion")
    ASTRONOMY = "civ_astronomy", Family.CIVILISATION, 5, "", counted("Astronomy", "Astronomy")
    WRITING = "civ_writing", Family.CIVILISATION, 5, "", counted("Writing", "Writing")
    FORTRESS = "mon_fortress", Family.MONUMENT, 5, "kept", counted("Fortress", "Fortresses")
    OBELISK = "mon_obelisk", Family.MONUMENT, 5, "kept", counted("Obelisk", "Obelisks")
    PALACE = "mon_palace", Family.MONUMENT, 5, "kept", counted("Palace", "Palaces")
    PYRAMID = "mon_pyramid", Family.MONUMENT, 5, "kept", counted("Pyramid", "Pyramids")
    SPHINX = "mon_sphinx", Family.MONUMENT, 5, "kept", counted("Sphinx", "Sphinxes")
    STATUES = "mon_statues", Family.MONUMENT, 5, "kept", counted("Statues", "Statues")
    STEP_PYRAMID = (
        "mon_step_pyramid",
        Family.MONUMENT,
        5,
        "kept",
        counted("Step Pyramid", "Step Pyramids"),
    )
    TEMPLE = "mon_temple", Family.MONUMENT, 5, "kept", counted("Temple", "Temples")
    FUNERAL = "dis_funeral", Family.DISASTER, 2, "", counted("Funeral", "Funerals")
    DROUGHT = "dis_drought", Family.DISASTER, 2, "", counted("Drought", "Droughts")
    UNREST = "dis_unrest", Family.DISASTER, 4, "", counted("Unrest", "Unrest")
    EARTHQUAKE = "dis_earthquake", Family.DISASTER, 2, "", counted("Earthquake", "Earthquakes")


KINDS = tuple(Tile)

BY_ID: Mapping[str, Tile] = MappingProxyType({kind.value: kind for kind in KINDS})
"""Each kind by its id."""
"""All 23 kinds, in the order of the table."""

FAMILIES = MappingProxyType(
    {family: tuple(kind for kind in KINDS if kind.family is family) for family in Family}
)
"""The kinds of each family."""


def mask(kinds: Iterable[Tile]) -> int:
    """Return the bits of a bundle that count these kinds."""
    return sum(kind.mask for kind in kinds)


def kinds(bundled: Tiles) -> int:
    """Return how many different kinds are in the bundle."""
    return len(KINDS) - bundled.to_bytes(len(KINDS), "little").count(0)


CIVILISATIONS = mask(FAMILIES[Family.CIVILISATION])

MONUMENTS = mask(FAMILIES[Family.MONUMENT])

DISASTERS = mask(FAMILIES[Family.DISASTER])

KEPT = mask(kind for kind in KINDS if kind.is_kept)


def bundle(kinds: Iterable[Tile]) -> Tiles:
    """Return the bundle of these tiles."""
    total = 0
    for kind in kinds:
        total += kind.one
    return total


def bundle_of(counted: Mapping[Tile, int]) -> Tiles:
    """Return the bundle with this many tiles of each kind.

    Raises:
        ValueError: A count is negative or over 255.
    """
    if any(not 0 <= number <= 255 for number in counted.values()):  # noqa: PLR2004 - a byte
        raise ValueError("a count of tiles lies between 0 and 255")
    return sum(kind.one * number for kind, number in counted.items())


ALL_TILES = bundle_of({kind: kind.copies for kind in KINDS})
"""The 180 tiles of the box (R-SET-2)."""


def count(tiles: Tiles, kind: Tile) -> int:
    """Return how many tiles of a kind are in the bundle."""
    return (tiles >> (8 * kind.place)) & 255


def counts(tiles: Tiles) -> dict[Tile, int]:
    """Return how many of each kind are in the bundle; kinds that are not in it are left out."""
    numbers = tiles.to_bytes(len(KINDS), "little")
    return {kind: number for kind, number in zip(KINDS, numbers, strict=True) if number}


def numbers(bundled: Tiles) -> list[int]:
    """Return how many of each kind are in the bundle, in the order of the table."""
    return list(bundled.to_bytes(len(KINDS), "little"))


def bundle_of_numbers(numbers: list[int]) -> Tiles:
    """Return the bundle with this many tiles of each kind, in the order of the table."""
    return int.from_bytes(bytes(numbers), "little")


def tiles(bundled: Tiles) -> tuple[Tile, ...]:
    """Return the tiles of a bundle one by one, in the order of the table."""
    return tuple(kind for kind, number in counts(bundled).items() for _ in range(number))


def size(bundled: Tiles) -> int:
    """Return how many tiles are in the bundle."""
    return sum(bundled.to_bytes(len(KINDS), "little"))


def only(bundled: Tiles, mask: int) -> Tiles:
    """Return the part of a bundle whose kinds are in the mask."""
    return bundled & mask


def holds(bundled: Tiles, part: Tiles) -> bool:
    """Whether every tile of ``part`` is in the bundle."""
    return all(count(bundled, kind) >= number for kind, number in counts(part).items())


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
"""The kinds in the order of the dial: a ring with the most common ones at both ends."""
