"""What five players have at the end of an epoch, for tests that count it."""

from collections.abc import Mapping, Sequence

from companion.core.model import Model
from companion.pages.score_sheet.setup import Scope, SheetSetup, counting
from companion.rules.tiles import Tile
from tests.view.gallery import NAMES

Held = Mapping[Tile, int]

FIRST: Sequence[Held] = (
    {Tile.GOD: 1, Tile.PHARAOH: 3, Tile.NILE: 3, Tile.FLOOD: 1, Tile.ART: 1, Tile.RELIGION: 1,
     Tile.WRITING: 1, Tile.TEMPLE: 1, Tile.SPHINX: 1},
    {Tile.GOLD: 2, Tile.PHARAOH: 1, Tile.NILE: 2, Tile.FLOOD: 1, Tile.WRITING: 2, Tile.ART: 1,
     Tile.PYRAMID: 1, Tile.OBELISK: 1},
    {Tile.GOD: 1, Tile.PHARAOH: 2, Tile.NILE: 5, Tile.FLOOD: 2, Tile.RELIGION: 1, Tile.ART: 1,
     Tile.AGRICULTURE: 1, Tile.PALACE: 1, Tile.TEMPLE: 1},
    {Tile.PHARAOH: 4, Tile.NILE: 3, Tile.AGRICULTURE: 2, Tile.ASTRONOMY: 1, Tile.SPHINX: 1},
    {Tile.GOD: 1, Tile.PHARAOH: 2, Tile.NILE: 1, Tile.ASTRONOMY: 1, Tile.STATUES: 2,
     Tile.FORTRESS: 1},
)  # fmt: skip

SUNS = ((1, 4, 13), (2, 8, 15), (3, 9, 16), (5, 10, 12), (6, 7, 14))
"""All but sun 11, which lies in the centre."""

BEFORE = (21, 17, 30, 12, 24)
"""Points."""


def begun(scope: Scope, players: int = 5) -> Model:
    """Return the first page of a count."""
    return Model(page=counting(SheetSetup(NAMES[:players], scope), NAMES))
