"""Choices that take more than one press: what is half chosen, and what the dial points at."""

from __future__ import annotations

from enum import Enum

import msgspec

from companion.core.mnemonics import TileGroup
from companion.rules.editions import Seat, Sun
from companion.rules.legal import god_targets, has_god
from companion.rules.model import Game
from companion.rules.tiles import Tile


class DialCommand(Enum):
    """What the dial can point at that is neither a tile nor a sun."""

    CALL_RA = "invoke Ra"
    USE_GOD = "use a god"
    SETTLE = "settle"


class PickCommand(msgspec.Struct, frozen=True):
    """The dial points at something to do."""

    deed: DialCommand


class PickDiscard(msgspec.Struct, frozen=True):
    """Tiles are being chosen for a disaster."""

    chosen: tuple[Tile, ...]
    focus: int | None = None
    """Which of the kinds owned the dial points at."""


class PickGod(msgspec.Struct, frozen=True):
    """The player in turn will use a god: which tile?"""

    focus: int | None = None
    """The slot that the dial points at, 0 to 7."""


class PickSun(msgspec.Struct, frozen=True):
    """The dial points at a sun that would lead."""

    seat: Seat
    sun: Sun


class PickTile(msgspec.Struct, frozen=True):
    """A drawn tile is being entered: a group is open, or the dial points at a kind."""

    group: TileGroup
    focus: int | None = None
    """Which of the group's kinds the dial points at."""


Pick = PickTile | PickCommand | PickGod | PickSun | PickDiscard


def can_use_god(game: Game) -> bool:
    """Whether the player in turn has a god, and there is a tile that it can take."""
    return has_god(game.players[game.active]) and bool(god_targets(game.track))
