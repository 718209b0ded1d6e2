"""What is in the box: tiles, sun tokens, the Ra figure (R-SET-2, R-SET-5)."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.rules.editions import SUN_GROUPS, suns_in_play
from companion.rules.tiles import Tile

SUN, RA_FIGURE = "sun-", "ra_figure"

THINGS: Mapping[str, int] = MappingProxyType(
    {
        **{tile.value: tile.copies for tile in Tile},
        **{f"{SUN}{number}": 1 for number in suns_in_play(max(SUN_GROUPS))},
        RA_FIGURE: 1,
    }
)
"""How many there are of each thing that a tag can be on."""

TILES = sum(tile.copies for tile in Tile)
"""How many tiles are in the box."""
