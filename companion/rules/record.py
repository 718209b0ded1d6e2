"""The game record: one line of JSON for the header and for every event, both ways.

The format is public and stable; ``companion/rules/RECORD.md`` describes it. Lines are read
strictly: what is not said in the format's own words is refused with a sentence, never guessed.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from companion.rules.actions import (
    DRAWS,
    END_GODS,
    INVOKE,
    PASS,
    UNSOLD,
    Action,
    Bid,
    Discard,
    Draw,
    EndGods,
    Invoke,
    Pass,
    Unsold,
    UseGod,
    Won,
)
from companion.rules.editions import Edition, NoPenalty, Options, Setup, Split, Sun, setup
from companion.rules.events import EpochEnded, Event, GameEnded
from companion.rules.model import Auction, Disaster, Game, Phase
from companion.rules.scoring import EpochScore, categories
from companion.rules.tiles import Tile, Tiles, counts

VERSION = 1
LONGEST_LINE = 65_536
"""Bytes; no line of a record comes near it."""


class BadRecord(ValueError):
    """A line is not one of a game record; the text says what is wrong and what to do."""


class Undo(msgspec.Struct, frozen=True):
    """The last so many events that still stand are taken back."""

    events: int


class Redo(msgspec.Struct, frozen=True):
    """The last so many events that were taken back stand again."""

    events: int


Entry = Action | Undo | Redo
"""What a line after the header says."""


class _Options(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    two_player_split: Split | None = None
    two_player_no_penalty: NoPenalty = NoPenalty.OFF


class _Header(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    ra_record: int
    players: tuple[str, ...]
    edition: Edition = Edition.C25
    suns: tuple[tuple[int, ...], ...] | None = None
    ra_limit: int | None = None
    options: _Options | UnsetType = UNSET


class _Line(msgspec.Struct, forbid_unknown_fields=True):
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


_header_decoder = msgspec.json.Decoder(_Header)
_line_decoder = msgspec.json.Decoder(_Line)
_KEYS = tuple(field.encode_name for field in msgspec.structs.fields(_Line))


def read_header(line: bytes) -> Setup:
    """Return the game that a header line describes.

    Raises:
        BadRecord: The line is not a header of this version.
        IllegalSetup: A game cannot begin like this; every reason is named.
    """
    header: _Header = _decoded(line, _header_decoder.decode, "the first line")
    if header.ra_record != VERSION:
        raise BadRecord(
            f"version {header.ra_record} of the record is not known here, only {VERSION}:"
            " use a newer Ra Companion"
        )
    options = _Options() if header.options is UNSET else header.options
    return setup(
        header.players,
        Options(
            edition=header.edition,
            suns=header.suns,
            ra_limit=header.ra_limit,
            two_player_split=options.two_player_split,
            two_player_no_penalty=options.two_player_no_penalty,
        ),
    )


def read_entry(line: bytes) -> Entry:
    """Return what an event line says.

    Raises:
        BadRecord: The line is not exactly one event.
    """
    read: _Line = _decoded(line, _line_decoder.decode, "an event")
    said = [key for key, field in zip(_KEYS, read.__struct_fields__, strict=True)
            if getattr(read, field) is not UNSET]  # fmt: skip
    if len(said) != 1:
        raise BadRecord(f"an event is exactly one of {', '.join(_KEYS)}; this line has {len(said)}")
    key = said[0]
    value = getattr(read, "pass_" if key == "pass" else key)
    if value is False:
        raise BadRecord(f'"{key}" is always true: leave the line out instead')
    return _ENTRIES[key](value)


_ENTRIES: Mapping[str, Callable[[Any], Entry]] = {
    "draw": lambda tile: DRAWS[tile],
    "invoke": lambda _: INVOKE,
    "god": UseGod,
    "done": lambda _: END_GODS,
    "bid": lambda sun: Bid(Sun(sun)),
    "pass": lambda _: PASS,
    "won": lambda sun: Won(Sun(sun)),
    "unsold": lambda _: UNSOLD,
    "discard": lambda tiles: Discard(tuple(sorted(tiles, key=lambda tile: tile.place))),
    "undo": Undo,
    "redo": Redo,
}


def _decoded(line: bytes, decode: Callable[[bytes], Any], what: str) -> Any:  # noqa: ANN401
    try:
        return decode(line)
    except msgspec.ValidationError as why:
        raise BadRecord(f"this is not {what} of a game record: {why}") from why
    except (msgspec.DecodeError, UnicodeDecodeError) as why:
        raise BadRecord(f"this is not JSON, one object on one line: {why}") from why
    except RecursionError as why:
        raise BadRecord("this is not JSON of a game record: it is nested too deeply") from why


def header(game_setup: Setup) -> dict[str, object]:
    """Return the header line of this game; what follows the rulebook is left out."""
    options = game_setup.options
    two = _Options(options.two_player_split, options.two_player_no_penalty)
    line = _Header(
        ra_record=VERSION,
        players=game_setup.players,
        edition=options.edition,
        suns=options.suns,
        ra_limit=options.ra_limit,
        options=UNSET if two == _Options() else two,
    )
    built: dict[str, object] = msgspec.json.decode(msgspec.json.encode(line))
    return built | {"edition": options.edition.value}


def entry(said: Entry) -> dict[str, object]:
    """Return the event line that says this."""
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
        case Invoke() | EndGods() | Pass() | Unsold():
            return {_FLAGS[type(said)]: True}


_FLAGS: Mapping[type, str] = {
    Invoke: "invoke",
    EndGods: "done",
    Pass: "pass",
    Unsold: "unsold",
}


def write(game_setup: Setup, entries: Iterable[Entry]) -> bytes:
    """Return the whole record of a game as the bytes of its file."""
    lines = [header(game_setup), *(entry(said) for said in entries)]
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def state(game: Game, seq: int, events: Iterable[Event] = ()) -> dict[str, object]:
    """Return the public form of a position, as ``replay --json`` prints it.

    Args:
        game: The position.
        seq: How many events have been played.
        events: What the last of them did, from which ``scored`` and ``ranking`` are taken.
    """
    auction = game.stage if isinstance(game.stage, Auction) else None
    return {
        "seq": seq,
        "phase": _phase(game),
        "epoch": game.epoch,
        "active": None if game.stage is Phase.OVER else game.active,
        "ra_count": game.ra_count,
        "ra_limit": game.ra_limit,
        "lane": [None if tile is None else tile.value for tile in game.lane],
        "centre": game.centre,
        "ra_player": auction and auction.ra_player,
        "best_bid": auction and auction.best_bid,
        "best_bidder": auction and auction.best_bidder,
        "players": [
            {
                "up": list(player.up),
                "down": sorted(player.down),
                "tiles": _counted(player.tiles),
                "score": player.score,
            }
            for player in game.players
        ],
        "bag": _counted(game.bag),
        "removed": _counted(game.removed),
        **_outcome(game.setup, events),
    }


def _phase(game: Game) -> str:
    if isinstance(game.stage, Auction):
        return "auction"
    return "discard" if isinstance(game.stage, Disaster) else game.stage.value


def _counted(tiles: Tiles) -> dict[str, int]:
    return {tile.value: number for tile, number in counts(tiles).items()}


def _outcome(game_setup: Setup, events: Iterable[Event]) -> dict[str, object]:
    outcome: dict[str, object] = {}
    for event in events:
        if isinstance(event, EpochEnded):
            outcome["scored"] = [
                breakdown(name, score, event.epoch)
                for name, score in zip(game_setup.players, event.scores, strict=True)
            ]
        elif isinstance(event, GameEnded):
            outcome["ranking"] = list(event.ranking.seats)
    return outcome


def breakdown(name: str, score: EpochScore, epoch: int) -> dict[str, object]:
    """Return one player's points of an epoch, as ``score --json`` prints them."""
    return {
        "name": name,
        **{category.value: score.points(category) for category in categories(epoch)},
        "net": score.net,
        "before": score.before,
        "after": score.after,
    }
