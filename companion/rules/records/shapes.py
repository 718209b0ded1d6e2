"""The shapes of a record's lines, what each line means, and why a text is not a record."""

from collections.abc import Mapping
from enum import StrEnum, unique
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion.rules.actions import LANE_SLOTS, Action, Level
from companion.rules.corrections.fixing import MOST_OF_A_KIND, Fix
from companion.rules.editions import Edition, NoPenalty, Split
from companion.rules.model import Lane, Reason
from companion.rules.partial.ledger import EndEpoch, TallyEpoch
from companion.rules.records.json_text import Told
from companion.rules.tiles import Tile


class Undo(msgspec.Struct, frozen=True):
    """The last so many effective events are taken back."""

    events: int


class Redo(msgspec.Struct, frozen=True):
    """The last so many events that were taken back are restored."""

    events: int


class Change(msgspec.Struct, frozen=True):
    """What one earlier line should have said."""

    seq: int
    """Which line, counted as ``seq`` in the states of a record."""
    to: tuple[Action, ...]
    """What it should be: usually one action, nothing if it never happened."""


class Correct(msgspec.Struct, frozen=True):
    """Earlier lines were wrong; what came after them is replayed."""

    changes: tuple[Change, ...]
    until: int | None = None
    """The line from which on nothing is replayed."""


class SetLevel(msgspec.Struct, frozen=True):
    """From now on this much of the game is entered."""

    level: Level
    lane: Lane | None = None
    """At the full level: what is on the auction track, if it is not empty."""
    is_unknown: bool = False
    """Whether the game was joined late, so that only what is entered from now on is known."""


Entry = Action | Undo | Redo | Fix | Correct | SetLevel | EndEpoch | TallyEpoch
"""What a line after the header says."""


@unique
class Malformed(StrEnum):
    """What is wrong with a text; the value is the English sentence."""

    NEWER = "record version {version} is not supported, only {known}: use a newer Ra Companion"
    NO_HEADER = "not the first line of a game record: {trouble}"
    NO_EVENT = "not an event of a game record: {trouble}"
    NO_LINE = "not one JSON object on one line: {trouble}"
    DEEP_LINE = "not a game record: the JSON is nested too deeply"
    NOT_ONE = "one event per line, not {events}: {known}"
    NOT_BESIDE = '"{key}" is only allowed next to "{other}"'
    ALWAYS_TRUE = '"{key}" can only be true; otherwise leave the line out'
    ALSO = '"also" lists "correct" and "to", and nothing else'
    TWICE = "the same line is corrected twice"
    CORRECT = '"correct" names a line, and "to" the list of what it should have said'
    NO_DEED = "a line can only be replaced by something a player or the bag did"
    LANE = '"lane" lists what is on the track when the level becomes "full"'
    ALL_KNOWN = 'nothing can be "unknown" at the level "full"'
    AUCTION = '"ra_player" and "reason" belong in the phase "auction", and only there'
    EMPTY = "the file is empty: the first line of a game record is its header"
    BLANK = "a game record has no blank lines: delete this one"
    LONG_LINE = "a line of a game record has at most {most} bytes: is this the right file?"
    IS_SHEET = "this is a score sheet, not a game record: use `ra-companion score`"
    IS_RECORD = "this is a game record, not a score sheet: use `ra-companion replay`"
    LONG_SHEET = "a score sheet has at most {most} bytes: is this the right file?"
    NO_SHEET = "not a score sheet: {trouble}"
    NO_JSON = "not valid UTF-8 JSON: {trouble}"
    DEEP_SHEET = "not a score sheet: the JSON is nested too deeply"


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with a text, with its facts apart from its words."""

    malformed: Malformed
    facts: Mapping[str, str | int] = {}
    told: Told | None = None
    """What is wrong with its JSON, or its CSV: the ``trouble`` in its sentence."""

    def __str__(self) -> str:
        return self.malformed.value.format_map({**self.facts, "trouble": self.told})


class BadText(ValueError):
    """The text is malformed; the message says what is wrong and what to do."""

    def __init__(self, malformed: Malformed, told: Told | None = None, **facts: str | int) -> None:
        self.fault = Fault(malformed, facts, told)
        """The same, for translation."""
        super().__init__(str(self.fault))


class OptionsShape(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Options for two players."""

    two_player_split: Split | None = None
    two_player_no_penalty: NoPenalty = NoPenalty.OFF


class VersionShape(msgspec.Struct):
    """How any version of a record begins."""

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
    """What is in front of one player, inside a fix."""

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
    """Any line after the first: exactly one event, and what may accompany it."""

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
