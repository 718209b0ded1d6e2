"""Actions: what a player does or the bag answers, one for each line of a record."""

from enum import Enum
from types import MappingProxyType
from typing import Final

import msgspec

from companion.rules import checks
from companion.rules.editions import Sun
from companion.rules.tiles import KINDS, Tile

TRACK_SPACES = checks.TRACK_SPACES
"""How many tiles the auction track holds (R-TRN-4)."""


class Level(Enum):
    """How much of a game is entered; the value is its name in records."""

    FULL = "full"
    """Every tile: the screen knows everything and does the scoring."""
    LIGHT = "light"
    """Ra tiles, who won with which sun, and the ends of epochs."""
    SCORE_ONLY = "score_only"
    """Only what everybody has at the end of an epoch."""


class Draw(msgspec.Struct, frozen=True, gc=False):
    """The player in turn draws this tile from the bag (R-DRW-1, R-DRW-2)."""

    tile: Tile

    def __str__(self) -> str:
        return f"draw {self.tile.english}"


class Invoke(msgspec.Struct, frozen=True, gc=False):
    """The player in turn invokes Ra (R-TRN-2)."""

    def __str__(self) -> str:
        return "invoke Ra"


class UseGod(msgspec.Struct, frozen=True, gc=False):
    """The player in turn uses a God tile for the tile in this space, counted from 0 (R-GOD-1)."""

    slot: int

    def __str__(self) -> str:
        return f"take space {self.slot + 1} with a god"


class EndGods(msgspec.Struct, frozen=True, gc=False):
    """The player in turn has used all the God tiles they want to (R-GOD-1)."""

    def __str__(self) -> str:
        return "end the god turn"


class Bid(msgspec.Struct, frozen=True, gc=False):
    """The bidder offers this sun (R-AUC-2)."""

    sun: Sun

    def __str__(self) -> str:
        return f"bid {self.sun}"


class Pass(msgspec.Struct, frozen=True, gc=False):
    """The bidder offers nothing (R-AUC-1)."""

    def __str__(self) -> str:
        return "pass"


class Won(msgspec.Struct, frozen=True, gc=False):
    """The auction is over; this sun, now in the centre, was the highest bid."""

    sun: Sun

    def __str__(self) -> str:
        return f"won with {self.sun}"


class Unsold(msgspec.Struct, frozen=True, gc=False):
    """The auction is over and everybody passed."""

    def __str__(self) -> str:
        return "unsold"


class Discard(msgspec.Struct, frozen=True, gc=False):
    """The owner gives up these tiles to the disaster, in the order of the table (R-DIS-1)."""

    tiles: tuple[Tile, ...]

    def __str__(self) -> str:
        return "discard " + (", ".join(tile.english for tile in self.tiles) or "nothing")


class ReachIntoBag(Enum):
    """The decision to draw a tile, before it is known which; the bag answers with ``Draw``."""

    REACH_INTO_BAG = "reach_into_bag"

    def __str__(self) -> str:
        return "reach into the bag"


Action = Draw | Invoke | UseGod | EndGods | Bid | Pass | Won | Unsold | Discard

Choice = Action | ReachIntoBag
"""What a player decides: any action, except that the drawn tile is not their choice."""

REACH_INTO_BAG: Final = ReachIntoBag.REACH_INTO_BAG

DRAWS = MappingProxyType({kind: Draw(kind) for kind in KINDS})

INVOKE = Invoke()

GODS = tuple(UseGod(space) for space in range(TRACK_SPACES))

END_GODS = EndGods()

BIDS = MappingProxyType({Sun(number): Bid(Sun(number)) for number in range(1, 17)})

PASS = Pass()

UNSOLD = Unsold()
