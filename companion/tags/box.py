"""A box of tagged tiles: which tag is on what, and what has no tag yet."""

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from companion.rules.components import TILES
from companion.rules.tiles import ALL_TILES, Tile, tiles

LONGEST_UID = 128
"""Characters that a reader's number or code has at most."""


class TagBox(msgspec.Struct, frozen=True):
    """What each tag of a box is on."""

    tags: Mapping[str, str] = {}
    """For each tag's number the thing it is on, see ``THINGS``; in the order they were taught."""


SIMULATED_BOX: Mapping[str, str] = MappingProxyType(
    {f"5A{number:08X}": tile.value for number, tile in enumerate(tiles(ALL_TILES), start=1)}
)
"""A box in which every tile has a tag, for a table whose hardware is simulated.

Ten digits can be said in every wire format.
"""


def is_uid(uid: str) -> bool:
    """Whether this can be the number of a tag."""
    return 0 < len(uid) <= LONGEST_UID and uid.isprintable() and uid == uid.strip()


def with_tag(box: TagBox, uid: str, thing: str) -> TagBox:
    """Return the box with one more tag."""
    return TagBox({**box.tags, uid: thing})


def without(box: TagBox, uid: str) -> TagBox:
    """Return the box without a tag.

    Raises:
        KeyError: It is not in the box.
    """
    tags = dict(box.tags)
    del tags[uid]
    return TagBox(tags)


def counted(box: TagBox) -> Counter[str]:
    """Return how many tags there are on each thing."""
    return Counter(box.tags.values())


def tagged_tiles(box: TagBox) -> int:
    """Return how many of the box's 180 tiles have a tag."""
    here = counted(box)
    return sum(here[tile.value] for tile in Tile)


def tagged_of_all(box: TagBox) -> str:
    """Return in English how many of the box's 180 tiles have a tag."""
    tagged = tagged_tiles(box)
    return f"{tagged} of {TILES} tiles {'is' if tagged == 1 else 'are'} tagged"


def missing(box: TagBox) -> dict[Tile, int]:
    """Return how many tiles of each kind have no tag yet, without the kinds that are complete."""
    here = counted(box)
    return {tile: gap for tile in Tile if (gap := tile.copies - here[tile.value])}
