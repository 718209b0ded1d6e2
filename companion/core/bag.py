"""The bag on the table, tile by tile: which tags are still in it, by the game that is played."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.core.model import Model
from companion.rules.tiles import ALL_TILES, KINDS, Tile, count, tiles

Bag = Mapping[Tile, tuple[str, ...]]
"""The tags of the tiles that are left, by kind."""

SIMULATED_BOX: Mapping[str, str] = MappingProxyType(
    {f"5A{number:08X}": tile.value for number, tile in enumerate(tiles(ALL_TILES), start=1)}
)
"""A box in which every tile has a tag, for a table whose hardware is simulated.

Ten digits can be said in every wire format.
"""


def bag(model: Model) -> Bag:
    """Return the tags in the bag: as many of each kind as the rules say are left.

    A tile that was entered by hand has no tag in the journal; any of its kind stands for it.
    """
    drawn = {moment.tag for moment in model.timeline.moments} if model.timeline else set()
    left = model.timeline.game.bag if model.timeline else ALL_TILES
    here: dict[str, list[str]] = {tile.value: [] for tile in KINDS}
    for uid, thing in model.tags.items():
        if thing in here and uid not in drawn:
            here[thing].append(uid)
    return {tile: tuple(here[tile.value][: count(left, tile)]) for tile in KINDS}
