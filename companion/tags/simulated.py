"""The tags of a table whose hardware is simulated."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.rules.tiles import ALL_TILES, tiles

SIMULATED_BOX: Mapping[str, str] = MappingProxyType(
    {f"5A{number:08X}": tile.value for number, tile in enumerate(tiles(ALL_TILES), start=1)}
)
"""A box in which every tile has a tag, for a table whose hardware is simulated.

Ten digits can be said in every wire format.
"""
