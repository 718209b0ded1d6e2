"""The game record: one line of JSON for the header and for every event, read and written.

The format is public and stable; ``companion/rules/RECORD.md`` describes it. Lines are read
strictly: anything outside the format is refused with a reason, never guessed at.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar, cast

import msgspec
from msgspec import UNSET, UnsetType

from companion.rules.actions import (
    DRAWS,
    END_GODS,
    INVOKE,
    PASS,
    UNSOLD,
    Bid,
    Discard,
    Draw,
    EndGods,
    Invoke,
    Level,
    Pass,
    Unsold,
    UseGod,
    Won,
)
from companion.rules.corrections.fixing import Fix, HandFix
from companion.rules.editions import Options, Seat, Setup, Sun, setup
from companion.rules.model import Auction, Phase, Reason
from companion.rules.names import told_apart
from companion.rules.partial.ledger import END_EPOCH, EndEpoch, TallyEpoch
from companion.rules.records.json_text import BadJson, read_json
from companion.rules.records.positions import counted
from companion.rules.records.shapes import (
    BadText,
    Change,
    Correct,
    CountedShape,
    Entry,
    FixShape,
    HandShape,
    HeaderShape,
    LineShape,
    Malformed,
    OptionsShape,
    Redo,
    SetLevel,
    Undo,
    VersionShape,
)
from companion.rules.tiles import bundle_of

VERSION = 1

LONGEST_LINE = 65_536
"""In bytes; no line of a record comes near."""


class BadLine(BadText):
    """A line does not belong to a game record; the message says what is wrong and what to do."""


_version_decoder = msgspec.json.Decoder(VersionShape)

_header_decoder = msgspec.json.Decoder(HeaderShape)

_line_decoder = msgspec.json.Decoder(LineShape)

_BESIDE = {"to": "correct", "also": "correct", "until": "correct", "lane": "level",
           "unknown": "level"}  # fmt: skip
"""Keys that appear only beside another."""

_KEYS = tuple(field.encode_name for field in msgspec.structs.fields(LineShape))

_EVENTS = tuple(key for key in _KEYS if key not in _BESIDE)


def read_header(line: bytes) -> Setup:
    """Return the game that a header line describes, its players told apart as at the table.

    Raises:
        BadLine: The line is not a header of this version.
        BadSetup: A game cannot begin like this; all reasons are given.
    """
    first = _decoded(line, _version_decoder, Malformed.NO_HEADER)
    if first.ra_record != VERSION:
        raise BadLine(Malformed.NEWER, version=first.ra_record, known=VERSION)
    header = _decoded(line, _header_decoder, Malformed.NO_HEADER)
    options = OptionsShape() if header.options is UNSET else header.options
    return setup(
        told_apart(header.players),
        Options(
            edition=header.edition,
            suns=header.suns,
            ra_limit=header.ra_limit,
            two_player_split=options.two_player_split,
            two_player_no_penalty=options.two_player_no_penalty,
        ),
    )


def read_entry(line: bytes) -> Entry:
    """Return the event of a line.

    Raises:
        BadLine: The line is not exactly one event.
    """
    return _entry(_decoded(line, _line_decoder, Malformed.NO_EVENT))


def _entry(read: LineShape) -> Entry:
    said = [key for key, field in zip(_KEYS, read.__struct_fields__, strict=True)
            if getattr(read, field) is not UNSET]  # fmt: skip
    events = [key for key in said if key not in _BESIDE]
    if len(events) != 1:
        raise BadLine(Malformed.NOT_ONE, known=", ".join(_EVENTS), events=len(events))
    key = events[0]
    for other in said:
        if _BESIDE.get(other, key) != key:
            raise BadLine(Malformed.NOT_BESIDE, key=other, other=_BESIDE[other])
    if getattr(read, "pass_" if key == "pass" else key) is False:
        raise BadLine(Malformed.ALWAYS_TRUE, key=key)
    return _ENTRIES[key](read)


def _correct(read: LineShape) -> Correct:
    changes = [_change(read)]
    for other in () if read.also is UNSET else read.also:
        if other.correct is UNSET or other.also is not UNSET or other.until is not UNSET:
            raise BadLine(Malformed.ALSO)
        changes.append(_change(other))
    if len({change.seq for change in changes}) < len(changes):
        raise BadLine(Malformed.TWICE)
    return Correct(tuple(changes), None if read.until is UNSET else read.until)


def _change(read: LineShape) -> Change:
    if read.correct is UNSET or read.to is UNSET:
        raise BadLine(Malformed.CORRECT)
    meant = [_entry(line) for line in read.to]
    actions = tuple(each for each in meant if not isinstance(each, _NO_ACTIONS))
    if len(actions) < len(meant):
        raise BadLine(Malformed.NO_DEED)
    return Change(read.correct, actions)


_NO_ACTIONS = (Undo, Redo, Fix, Correct, SetLevel, EndEpoch, TallyEpoch)


def _level(read: LineShape) -> SetLevel:
    level = _said(read.level, Level.FULL)
    is_unknown = read.unknown is True
    if read.lane is not UNSET and level is not Level.FULL:
        raise BadLine(Malformed.LANE)
    if is_unknown and level is Level.FULL:
        raise BadLine(Malformed.ALL_KNOWN)
    return SetLevel(level, _said(read.lane, None), is_unknown)


def _tally(read: tuple[CountedShape | None, ...]) -> TallyEpoch:
    tiles = tuple(
        None if row is None or row.tiles is UNSET else bundle_of(row.tiles) for row in read
    )
    suns = tuple(
        None if row is None or row.suns is UNSET else tuple(Sun(sun) for sun in row.suns)
        for row in read
    )
    return TallyEpoch(tiles, suns if any(own is not None for own in suns) else ())


def _fix(read: FixShape) -> Fix:
    named = [each is not UNSET for each in (read.ra_player, read.reason)]
    if named != [read.phase == "auction"] * 2:
        raise BadLine(Malformed.AUCTION)
    stage: Phase | Auction | None = None
    if read.phase == "auction":
        stage = Auction(Seat(_said(read.ra_player, 0)), _said(read.reason, Reason.INVOKED))
    elif read.phase is not UNSET:
        stage = Phase(read.phase)
    return Fix(
        lane=_said(read.lane, None),
        lane_tiles=_said(read.lane_tiles, None),
        ra_count=_said(read.ra_count, None),
        centre=None if read.centre is UNSET else Sun(read.centre),
        active=None if read.active is UNSET else Seat(read.active),
        epoch=_said(read.epoch, None),
        stage=stage,
        hands=tuple(_hand(hand) for hand in _said(read.players, ())),
    )


_Value = TypeVar("_Value")

_Default = TypeVar("_Default")


def _said(value: _Value | UnsetType, default: _Default) -> _Value | _Default:
    return default if value is UNSET else value


def _hand(read: HandShape) -> HandFix:
    return HandFix(
        Seat(read.seat),
        None if read.up is UNSET else tuple(Sun(sun) for sun in read.up),
        None if read.down is UNSET else tuple(Sun(sun) for sun in read.down),
        None if read.tiles is UNSET else bundle_of(read.tiles),
        _said(read.score, None),
    )


def _there(value: _Value | UnsetType) -> _Value:
    """Return the value of the key that was found in the line."""
    return cast("_Value", value)


_ENTRIES: Mapping[str, Callable[[LineShape], Entry]] = {
    "draw": lambda read: DRAWS[_there(read.draw)],
    "invoke": lambda _: INVOKE,
    "god": lambda read: UseGod(_there(read.god)),
    "done": lambda _: END_GODS,
    "bid": lambda read: Bid(Sun(_there(read.bid))),
    "pass": lambda _: PASS,
    "won": lambda read: Won(Sun(_there(read.won))),
    "unsold": lambda _: UNSOLD,
    "discard": lambda read: Discard(
        tuple(sorted(_there(read.discard), key=lambda tile: tile.place))
    ),
    "undo": lambda read: Undo(_there(read.undo)),
    "redo": lambda read: Redo(_there(read.redo)),
    "fix": lambda read: _fix(_there(read.fix)),
    "correct": _correct,
    "level": _level,
    "epoch_over": lambda _: END_EPOCH,
    "tally": lambda read: _tally(_there(read.tally)),
}


_Read = TypeVar("_Read")


def _decoded(line: bytes, decoder: "msgspec.json.Decoder[_Read]", otherwise: Malformed) -> _Read:
    try:
        return read_json(line, decoder)
    except BadJson as why:
        raise BadLine(otherwise if why.is_json else Malformed.NO_LINE, why.told) from why
    except RecursionError as why:
        raise BadLine(Malformed.DEEP_LINE) from why


def header(game_setup: Setup) -> dict[str, object]:
    """Return the header line of this game; the rulebook's defaults are left out."""
    options = game_setup.options
    two = OptionsShape(options.two_player_split, options.two_player_no_penalty)
    line = HeaderShape(
        ra_record=VERSION,
        players=game_setup.players,
        edition=options.edition,
        suns=options.suns,
        ra_limit=options.ra_limit,
        options=UNSET if two == OptionsShape() else two,
    )
    built: dict[str, object] = msgspec.json.decode(msgspec.json.encode(line))
    return built | {"edition": options.edition.value}


def entry(said: Entry) -> dict[str, object]:  # noqa: C901, PLR0911 - a table, one line for each kind
    """Return the line for this event."""
    match said:
        case Draw(tile):
            return {"draw": tile.value}
        case UseGod(slot):
            return {"god": slot}
        case Bid(sun):
            return {"bid": sun}
        case Won(sun):
            return {"won": sun}
        case Discard(tiles):
            return {"discard": [tile.value for tile in tiles]}
        case Undo(events):
            return {"undo": events}
        case Redo(events):
            return {"redo": events}
        case Fix():
            return {"fix": _fix_line(said)}
        case Correct():
            return _correct_line(said)
        case SetLevel():
            return _level_line(said)
        case TallyEpoch():
            return {"tally": [_row_line(said, seat) for seat in range(len(said.tiles))]}
        case Invoke() | EndGods() | Pass() | Unsold() | EndEpoch():
            return {_FLAGS[type(said)]: True}


def _correct_line(correct: Correct) -> dict[str, object]:
    first, *others = [_change_line(change) for change in correct.changes]
    also = {"also": others} if others else {}
    return {**first, **also, **({} if correct.until is None else {"until": correct.until})}


def _level_line(said: SetLevel) -> dict[str, object]:
    lane = said.lane and {"lane": [None if tile is None else tile.value for tile in said.lane]}
    unknown = {"unknown": True} if said.is_unknown else {}
    return {"level": said.level.value, **(lane or {}), **unknown}


def _row_line(tally: TallyEpoch, seat: int) -> dict[str, object] | None:
    tiles, suns = tally.tiles[seat], tally.suns[seat] if tally.suns else None
    if tiles is None and suns is None:
        return None
    row: dict[str, object] = {} if tiles is None else {"tiles": counted(tiles)}
    return row if suns is None else row | {"suns": list(suns)}


def _change_line(change: Change) -> dict[str, object]:
    return {"correct": change.seq, "to": [entry(action) for action in change.to]}


def _fix_line(fix: Fix) -> dict[str, object]:
    stage = fix.stage
    line: dict[str, object] = {
        "lane": fix.lane and [None if tile is None else tile.value for tile in fix.lane],
        "lane_tiles": fix.lane_tiles,
        "ra_count": fix.ra_count,
        "centre": fix.centre,
        "active": fix.active,
        "epoch": fix.epoch,
        "phase": "auction" if isinstance(stage, Auction) else stage and stage.value,
        "ra_player": stage.ra_player if isinstance(stage, Auction) else None,
        "reason": stage.reason.value if isinstance(stage, Auction) else None,
        "players": [_hand_line(hand) for hand in fix.hands] or None,
    }
    return {key: value for key, value in line.items() if value is not None}


def _hand_line(hand: HandFix) -> dict[str, object]:
    line: dict[str, object] = {
        "seat": hand.seat,
        "up": None if hand.up is None else list(hand.up),
        "down": None if hand.down is None else list(hand.down),
        "tiles": None if hand.tiles is None else counted(hand.tiles),
        "score": hand.score,
    }
    return {key: value for key, value in line.items() if value is not None}


_FLAGS: Mapping[type, str] = {
    Invoke: "invoke",
    EndGods: "done",
    Pass: "pass",
    Unsold: "unsold",
    EndEpoch: "epoch_over",
}


def write(game_setup: Setup, entries: Iterable[Entry]) -> bytes:
    """Return the whole record of a game as the bytes of its file."""
    lines = [header(game_setup), *(entry(said) for said in entries)]
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
