"""What people are in the middle of telling, whatever page is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from companion.rules.tiles import Tile

if TYPE_CHECKING:
    from companion.pages import hardware, score_sheet
    from companion.rules.corrections.conservation import Contradiction
    from companion.rules.corrections.suspects import Suspect


class TileConflict(msgspec.Struct, frozen=True):
    """Something contradicts the box; one of the entries before was likely wrong."""

    clash: Contradiction
    tile: Tile
    """What was to be laid and cannot exist."""
    suspects: tuple[Suspect, ...]
    """The entries that may have been wrong, the likeliest first."""
    seq: int
    """How many entries there were: with the next one it is over."""


class Drafts(msgspec.Struct, frozen=True, kw_only=True):
    """What is begun and asked, and neither entered nor given up."""

    counting: score_sheet.SheetTally | None = None
    """What is being counted at the end of an epoch, also while another page is open."""
    doubt: hardware.Doubt | None = None
    """What may have happened, where the antennas alone cannot tell."""
    slip: TileConflict | None = None
    """What contradicts the box, until it is put right, left, or something else is entered."""
