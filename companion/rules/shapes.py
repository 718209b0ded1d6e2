"""The shapes of a record's lines: which keys there are, and what may stand in each."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion.rules.actions import LANE_SLOTS, Level
from companion.rules.editions import Edition, NoPenalty, Split
from companion.rules.fixing import MOST_OF_A_KIND
from companion.rules.model import Reason
from companion.rules.tiles import Tile


class OptionsShape(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Options for two players."""

    two_player_split: Split | None = None
    two_player_no_penalty: NoPenalty = NoPenalty.OFF


class VersionShape(msgspec.Struct):
    """What any version of a record begins with."""

    ra_record: int


class HeaderShape(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """The first line."""

    ra_record: int
    players: tuple[str, ...]
    edition: Edition = Edition.C25
    suns: tuple[tuple[int, ...], ...] | None = None
    ra_limit: int | None = None
    options: OptionsShape | UnsetType = UNSET


class HandShape(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What lies before one player, inside a fix."""

    seat: int
    up: tuple[int, ...] | UnsetType = UNSET
    down: tuple[int, ...] | UnsetType = UNSET
    tiles: Mapping[Tile, Annotated[int, Meta(ge=0, le=MOST_OF_A_KIND)]] | UnsetType = UNSET
    score: int | UnsetType = UNSET


class CountedShape(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What one player had when an epoch was counted."""

    tiles: Mapping[Tile, Annotated[int, Meta(ge=0, le=MOST_OF_A_KIND)]] | UnsetType = UNSET
    suns: tuple[int, ...] | UnsetType = UNSET


class FixShape(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What the table says where the screen was wrong."""

    lane: Annotated[tuple[Tile | None, ...], Meta(max_length=LANE_SLOTS)] | UnsetType = UNSET
    lane_tiles: int | UnsetType = UNSET
    ra_count: int | UnsetType = UNSET
    centre: int | UnsetType = UNSET
    active: int | UnsetType = UNSET
    epoch: int | UnsetType = UNSET
    phase: Literal["turn", "gods", "auction"] | UnsetType = UNSET
    ra_player: int | UnsetType = UNSET
    reason: Reason | UnsetType = UNSET
    players: tuple[HandShape, ...] | UnsetType = UNSET


class LineShape(msgspec.Struct, forbid_unknown_fields=True):
    """Any line after the first: exactly one event, and what may stand beside it."""

    draw: Tile | UnsetType = UNSET
    invoke: bool | UnsetType = UNSET
    god: int | UnsetType = UNSET
    done: bool | UnsetType = UNSET
    bid: int | UnsetType = UNSET
    # "pass" is a word of Python's own; the name below is only used here
    pass_: bool | UnsetType = msgspec.field(default=UNSET, name="pass")
    won: int | UnsetType = UNSET
    unsold: bool | UnsetType = UNSET
    discard: tuple[Tile, ...] | UnsetType = UNSET
    undo: int | UnsetType = UNSET
    redo: int | UnsetType = UNSET
    fix: FixShape | UnsetType = UNSET
    correct: int | UnsetType = UNSET
    to: tuple["LineShape", ...] | UnsetType = UNSET
    also: tuple["LineShape", ...] | UnsetType = UNSET
    until: int | UnsetType = UNSET
    level: Level | UnsetType = UNSET
    lane: Annotated[tuple[Tile | None, ...], Meta(max_length=LANE_SLOTS)] | UnsetType = UNSET
    unknown: bool | UnsetType = UNSET
    epoch_over: bool | UnsetType = UNSET
    tally: tuple[CountedShape | None, ...] | UnsetType = UNSET
