"""The simulated panel and bag of a table without a Pi, and the hands that work them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import msgspec

from companion.core.commands import Control
from companion.pages.table.tags import Bag
from companion.rules.tiles import Tile

HIDE_KEY = "f3"
"""The key that hides the desk, and brings it back."""


class Finger(msgspec.Struct, frozen=True):
    """A finger is put on a button, until the mouse is let go."""

    control: Control


class Detent(msgspec.Struct, frozen=True):
    """The dial is turned; negative is to the left."""

    steps: int


class TakeTile(msgspec.Struct, frozen=True):
    """A tile is taken from the bag and laid on the reader; None: whichever comes."""

    kind: Tile | None = None


class Cable(msgspec.Struct, frozen=True):
    """The reader's cable is pulled, or plugged in again."""


Holding = Finger | Detent | TakeTile | Cable
"""What the mouse can do at the desk."""


class Desk(NamedTuple):
    """How the simulated hardware stands."""

    lamps: Mapping[Control, float] = MappingProxyType({})
    """How bright every lamp is, 0 to 1."""
    held: frozenset[Control] = frozenset()
    """The buttons that are down."""
    detents: int = 0
    """How far the dial was turned, to the right."""
    bag: Bag = MappingProxyType({})
    """The tags of the tiles in the bag; none if the reader cannot be simulated."""
    on_reader: Tile | None = None
    """The tile that was laid on the reader last."""
    is_plugged: bool = True
    """Whether the reader's cable is in."""
