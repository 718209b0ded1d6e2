"""The game record: one line of JSON for the header and for every event, read and written.

The format is public and stable; ``companion/rules/RECORD.md`` describes it. ``EVENTS`` has a row
for every kind of line, and both reading and writing follow from it. Lines are read strictly:
anything outside the format is refused with a reason, never guessed at.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion.rules.actions import (
    DRAWS,
    END_GODS,
    INVOKE,
    PASS,
    TRACK_SPACES,
    UNSOLD,
    Action,
    Bid,
    Discard,
    Draw,
    Level,
    UseGod,
    Won,
)
from companion.rules.corrections.fixing import MOST_OF_A_KIND, Fix, HandFix
from companion.rules.editions import Edition, NoPenalty, Options, Setup, Split, setup
from companion.rules.model import Auction, AuctionCause, Phase
from companion.rules.names import unique_names
from companion.rules.partial import END_EPOCH, TallyEpoch
from companion.rules.problems import BadLine, Fact, Problem, Unreadable
from companion.rules.records.entries import Change, Correct, Entry, Redo, SetLevel, Undo
from companion.rules.records.json_text import BadJson, read_json
from companion.rules.tiles import Tile, Tiles, bundle_of, counts

VERSION = 1

LONGEST_LINE = 65_536
"""In bytes; no line of a record comes near."""


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something with several keys; what is not given is left out."""


_Track = Annotated[tuple[Tile | None, ...], Meta(max_length=TRACK_SPACES)]

_Counts = Mapping[Tile, Annotated[int, Meta(ge=0, le=MOST_OF_A_KIND)]]


_IN_A_LINE = {
    "track": "lane",
    "track_tiles": "lane_tiles",
    "cause": "reason",
    "suns": "up",
    "spent": "down",
}
"""What is called otherwise in a line of a record than here; the format never changes."""


class OptionsShape(Shape, frozen=True):
    """What two players may have agreed on."""

    two_player_split: Split | None = None
    two_player_no_penalty: NoPenalty = NoPenalty.OFF


class HeaderShape(Shape, frozen=True):
    """The first line."""

    ra_record: int
    players: tuple[str, ...]
    edition: Edition = Edition.C25
    suns: tuple[tuple[int, ...], ...] | None = None
    ra_limit: int | None = None
    options: OptionsShape | UnsetType = UNSET


class VersionShape(msgspec.Struct):
    """How the first line of any version begins."""

    ra_record: int


class HandShape(Shape, frozen=True, rename=_IN_A_LINE):
    """What is in front of one player, inside a fix."""

    seat: int
    suns: tuple[int, ...] | UnsetType = UNSET
    spent: tuple[int, ...] | UnsetType = UNSET
    tiles: _Counts | UnsetType = UNSET
    score: int | UnsetType = UNSET
    some_tiles: _Counts | UnsetType = UNSET


class FixShape(Shape, frozen=True, rename=_IN_A_LINE):
    """How the table is."""

    track: _Track | UnsetType = UNSET
    track_tiles: int | UnsetType = UNSET
    ra_count: int | UnsetType = UNSET
    centre: int | UnsetType = UNSET
    active: int | UnsetType = UNSET
    epoch: int | UnsetType = UNSET
    phase: Literal["turn", "gods", "auction"] | UnsetType = UNSET
    ra_player: int | UnsetType = UNSET
    cause: AuctionCause | UnsetType = UNSET
    players: tuple[HandShape, ...] | UnsetType = UNSET


class CountedShape(Shape, frozen=True):
    """What one player had when an epoch was counted."""

    tiles: _Counts | UnsetType = UNSET
    suns: tuple[int, ...] | UnsetType = UNSET


class ChangeShape(Shape, frozen=True):
    """What one earlier line should have said."""

    correct: int
    to: tuple[msgspec.Raw, ...]


class CorrectShape(ChangeShape, frozen=True):
    """The whole line of a correction."""

    also: tuple[ChangeShape, ...] | UnsetType = UNSET
    until: int | UnsetType = UNSET


class LevelShape(Shape, frozen=True, rename=_IN_A_LINE):
    """The whole line of another level."""

    level: Level
    track: _Track | UnsetType = UNSET
    unknown: bool = False


def _given(shape: msgspec.Struct) -> dict[str, Any]:
    """Return the fields that are given."""
    fields = msgspec.structs.asdict(shape).items()
    return {name: value for name, value in fields if value is not UNSET and value is not None}


def _read_fix(shape: FixShape) -> Fix:
    given = _given(shape)
    phase, ra_player = given.pop("phase", None), given.pop("ra_player", None)
    cause = given.pop("cause", None)
    if [ra_player is not None, cause is not None] != [phase == "auction"] * 2:
        raise BadLine(Problem(Unreadable.AUCTION))
    stage = Auction(ra_player, cause) if phase == "auction" else phase and Phase(phase)
    hands = tuple(HandFix(**_bundled(hand)) for hand in given.pop("players", ()))
    return Fix(**given, stage=stage, hands=hands)


def _bundled(shape: HandShape) -> dict[str, Any]:
    given = _given(shape)
    if "tiles" in given:
        given["tiles"] = bundle_of(given["tiles"])
    if "some_tiles" in given:
        given["some_tiles"] = tuple(given["some_tiles"].items())
    return given


def _fix(fix: Fix) -> FixShape:
    given = _given(fix)
    stage, hands = given.pop("stage", None), given.pop("hands")
    if isinstance(stage, Auction):
        given |= {"phase": "auction", "ra_player": stage.ra_player, "cause": stage.cause}
    elif stage is not None:
        given["phase"] = stage.value
    return FixShape(**given, players=tuple(map(_hand, hands)) or UNSET)


def _hand(hand: HandFix) -> HandShape:
    given = _given(hand)
    if "tiles" in given:
        given["tiles"] = counts(given["tiles"])
    return HandShape(**given | {"some_tiles": dict(hand.some_tiles) or UNSET})


def _read_tally(rows: tuple[CountedShape | None, ...]) -> TallyEpoch:
    given = [{} if row is None else _given(row) for row in rows]
    tiles = tuple(bundle_of(row["tiles"]) if "tiles" in row else None for row in given)
    suns = tuple(row.get("suns") for row in given)
    return TallyEpoch(tiles, suns if any(own is not None for own in suns) else ())


def _tally(tally: TallyEpoch) -> list[CountedShape | None]:
    suns = tally.suns or (None,) * len(tally.tiles)
    return [
        None
        if held is None and own is None
        else CountedShape(_counts(held), UNSET if own is None else own)
        for held, own in zip(tally.tiles, suns, strict=True)
    ]


def _counts(tiles: Tiles | None) -> dict[Tile, int] | UnsetType:
    return UNSET if tiles is None else counts(tiles)


def _read_correct(shape: CorrectShape) -> Correct:
    also = () if shape.also is UNSET else shape.also
    changes = tuple(_read_change(change) for change in (shape, *also))
    if len({change.seq for change in changes}) < len(changes):
        raise BadLine(Problem(Unreadable.TWICE))
    return Correct(changes, None if shape.until is UNSET else shape.until)


def _read_change(shape: ChangeShape) -> Change:
    meant = [read_entry(bytes(line)) for line in shape.to]
    actions = tuple(each for each in meant if isinstance(each, Action))
    if len(actions) < len(meant):
        raise BadLine(Problem(Unreadable.NO_ACTION))
    return Change(shape.correct, actions)


def _correct(correct: Correct) -> CorrectShape:
    lines = [
        (change.seq, tuple(msgspec.Raw(msgspec.json.encode(entry(each))) for each in change.to))
        for change in correct.changes
    ]
    also = tuple(ChangeShape(*line) for line in lines[1:])
    return CorrectShape(*lines[0], also or UNSET, UNSET if correct.until is None else correct.until)


def _read_level(shape: LevelShape) -> SetLevel:
    track = None if shape.track is UNSET else shape.track
    if track is not None and shape.level is not Level.FULL:
        raise BadLine(Problem(Unreadable.TRACK))
    if shape.unknown and shape.level is Level.FULL:
        raise BadLine(Problem(Unreadable.ALL_KNOWN))
    return SetLevel(shape.level, track, shape.unknown)


def _level(said: SetLevel) -> LevelShape:
    return LevelShape(said.level, UNSET if said.track is None else said.track, said.is_unknown)


def _read_discard(tiles: tuple[Tile, ...]) -> Discard:
    return Discard(tuple(sorted(tiles, key=lambda tile: tile.place)))


class _Kind(NamedTuple):
    """A kind of line."""

    event: type
    """What it says."""
    shape: Any
    """The type of what stands behind its key, or of the whole line."""
    read: Callable[[Any], Entry]
    """Returns the event of a value of this shape."""
    write: Callable[[Any], object]
    """Returns the value for an event."""
    is_line: bool = False
    """Whether its other keys stand in the line itself."""


def _alone(event: Entry) -> _Kind:
    return _Kind(type(event), Literal[True], lambda _: event, lambda _: True)


EVENTS: Mapping[str, _Kind] = {
    "draw": _Kind(Draw, Tile, DRAWS.__getitem__, lambda said: said.tile),
    "invoke": _alone(INVOKE),
    "god": _Kind(UseGod, int, UseGod, lambda said: said.slot),
    "done": _alone(END_GODS),
    "bid": _Kind(Bid, int, Bid, lambda said: said.sun),
    "pass": _alone(PASS),
    "won": _Kind(Won, int, Won, lambda said: said.sun),
    "unsold": _alone(UNSOLD),
    "discard": _Kind(Discard, tuple[Tile, ...], _read_discard, lambda said: said.tiles),
    "undo": _Kind(Undo, int, Undo, lambda said: said.events),
    "redo": _Kind(Redo, int, Redo, lambda said: said.events),
    "fix": _Kind(Fix, FixShape, _read_fix, _fix),
    "correct": _Kind(Correct, CorrectShape, _read_correct, _correct, is_line=True),
    "level": _Kind(SetLevel, LevelShape, _read_level, _level, is_line=True),
    "epoch_over": _alone(END_EPOCH),
    "tally": _Kind(TallyEpoch, tuple[CountedShape | None, ...], _read_tally, _tally),
}

_KEYS = {kind.event: key for key, kind in EVENTS.items()}

_DECODERS = {key: msgspec.json.Decoder(kind.shape) for key, kind in EVENTS.items()}

_line_decoder = msgspec.json.Decoder(dict[str, msgspec.Raw])

_version_decoder = msgspec.json.Decoder(VersionShape)

_header_decoder = msgspec.json.Decoder(HeaderShape)

_Read = TypeVar("_Read")


def _decoded(line: bytes, decoder: "msgspec.json.Decoder[_Read]", otherwise: Unreadable) -> _Read:
    try:
        return read_json(line, decoder)
    except BadJson as why:
        raise BadLine(Problem(otherwise, {"reason": str(why)})) from why


def read_entry(line: bytes) -> Entry:
    """Return the event of a line.

    Raises:
        BadLine: The line is not exactly one event.
    """
    said = _decoded(line, _line_decoder, Unreadable.NO_EVENT)
    found = [key for key in said if key in EVENTS]
    if len(found) != 1:
        has = ", ".join(said)[:_LONGEST_KEY] or "none"
        facts: dict[str, Fact] = {"known": ", ".join(EVENTS), "events": has}
        raise BadLine(Problem(Unreadable.NOT_ONE, facts))
    key = found[0]
    kind = EVENTS[key]
    for other in said:
        if other != key and not kind.is_line:
            reason = f'"{other[:_LONGEST_KEY]}" does not belong beside "{key}"'
            raise BadLine(Problem(Unreadable.NO_EVENT, {"reason": reason}))
    value = line if kind.is_line else bytes(said[key])
    return kind.read(_decoded(value, _DECODERS[key], Unreadable.NO_EVENT))


_LONGEST_KEY = 60
"""How much of what a foreign line says is said again."""


def entry(said: Entry) -> dict[str, Any]:
    """Return the line for this event."""
    key = _KEYS[type(said)]
    kind = EVENTS[key]
    value = msgspec.json.decode(msgspec.json.encode(kind.write(said)))
    return value if kind.is_line else {key: value}


def read_header(line: bytes) -> Setup:
    """Return the game that a header line describes, its players told apart as at the table.

    Raises:
        BadLine: The line is not a header of this version.
        BadSetup: A game cannot begin like this; all reasons are given.
    """
    version = _decoded(line, _version_decoder, Unreadable.NO_HEADER).ra_record
    if version != VERSION:
        raise BadLine(Problem(Unreadable.NEWER, {"version": version, "known": VERSION}))
    said = _decoded(line, _header_decoder, Unreadable.NO_HEADER)
    two = OptionsShape() if said.options is UNSET else said.options
    options = Options(
        edition=said.edition,
        suns=said.suns,
        ra_limit=said.ra_limit,
        two_player_split=two.two_player_split,
        two_player_no_penalty=two.two_player_no_penalty,
    )
    return setup(unique_names(said.players), options)


def header(agreed: Setup) -> dict[str, Any]:
    """Return the header line of this game; the rulebook's defaults are left out."""
    chosen = agreed.options
    two = OptionsShape(chosen.two_player_split, chosen.two_player_no_penalty)
    line = HeaderShape(
        VERSION,
        agreed.players,
        chosen.edition,
        chosen.suns,
        chosen.ra_limit,
        UNSET if two == OptionsShape() else two,
    )
    built: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(line))
    return built | {"edition": chosen.edition.value}


def write(agreed: Setup, entries: Iterable[Entry]) -> bytes:
    """Return the whole record of a game as the bytes of its file."""
    lines = [header(agreed), *map(entry, entries)]
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
