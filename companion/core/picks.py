"""What is half chosen at the table: a tile, a god's tile, a sun, what a disaster takes."""

from enum import Enum

import msgspec

from companion.rules.confusing import RING
from companion.rules.editions import Seat, Sun
from companion.rules.tiles import FAMILIES, Family, Tile


class TileGroup(Enum):
    """How the 23 kinds are reached with few buttons."""

    ALL = "all"
    CIVILISATION = "civilisation"
    MONUMENT = "monument"
    OTHER = "other"


GROUP_TILES: dict[TileGroup, tuple[Tile, ...]] = {
    TileGroup.ALL: RING,
    TileGroup.CIVILISATION: FAMILIES[Family.CIVILISATION],
    TileGroup.MONUMENT: FAMILIES[Family.MONUMENT],
    TileGroup.OTHER: (Tile.FLOOD, Tile.GOD, Tile.GOLD, *FAMILIES[Family.DISASTER]),
}
"""The kinds of each group, in the order of the controls or of the dial that reach them."""


class PickTile(msgspec.Struct, frozen=True):
    """A drawn tile is being entered: a group is open, or the dial points at a kind."""

    group: TileGroup
    focus: int | None = None
    """Which of the group's kinds the dial points at."""


class Deed(Enum):
    """What the dial can point at that is neither a tile nor a sun."""

    CALL_RA = "call Ra"
    USE_GOD = "use a god"
    PASS = "pass"  # noqa: S105 - a player passes


class PickDeed(msgspec.Struct, frozen=True):
    """The dial points at something to do."""

    deed: Deed


class PickGod(msgspec.Struct, frozen=True):
    """The player in turn will use a god: which tile?"""

    focus: int | None = None
    """The slot that the dial points at, 0 to 7."""


class PickSun(msgspec.Struct, frozen=True):
    """A player steps through suns; it counts when they stop, or at OK."""

    seat: Seat
    sun: Sun
    since: float
    """When the last step was made (monotonic seconds); infinite if only OK counts."""


class PickDiscard(msgspec.Struct, frozen=True):
    """Tiles are being chosen for a disaster."""

    chosen: tuple[Tile, ...]
    focus: int | None = None
    """Which of the kinds owned the dial points at."""


Pick = PickTile | PickDeed | PickGod | PickSun | PickDiscard
