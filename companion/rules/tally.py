"""A score sheet as it was written: what people counted at the end of an epoch, unchecked.

The format is public and stable; ``companion/rules/RECORD.md`` describes it.
"""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from companion.rules.editions import LONGEST_NAME, NoPenalty, Split
from companion.rules.malformed import BadText, Malformed

LONGEST_SHEET = 65_536
"""Bytes; no score sheet comes near it."""

_Whole = Annotated[int, msgspec.Meta(ge=-(10**9), le=10**9)]


class BadSheet(BadText):
    """This is no score sheet at all; the text says what is wrong and what to do."""


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player's part of a sheet, as it was written; nothing is checked yet."""

    name: str | None = None
    """What the player is called, if anything."""
    before: _Whole | None = None
    """Points before the epoch; in the first everybody has the same (R-SET-3)."""
    suns: tuple[_Whole, ...] | None = None
    """All own discs, face up and face down, without the centre; only the third epoch needs them."""
    tiles: Mapping[str, _Whole] = {}
    """How many tiles of which kind, by their ids in records."""


class TwoPlayers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What two players may have agreed on (rules section 1.14); with more it changes nothing."""

    two_player_split: Split | None = None
    """Says nothing about scoring, but belongs to the game."""
    two_player_no_penalty: NoPenalty = NoPenalty.OFF
    """When nobody loses points for being last (D-04)."""


class Tally(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole sheet, as it was written; nothing is checked yet."""

    epoch: _Whole
    """Which of the three is scored, counted from 1."""
    players: tuple[Row, ...]
    """In the order of the sheet; seats are counted from 0."""
    options: TwoPlayers = TwoPlayers()


_decoder = msgspec.json.Decoder(Tally)


def read_sheet(text: bytes) -> Tally:
    """Return what a sheet says, unchecked.

    Raises:
        BadSheet: It is not JSON, or has keys or kinds of values that a sheet has not.
    """
    if len(text) > LONGEST_SHEET:
        raise BadSheet(Malformed.LONG_SHEET, most=LONGEST_SHEET)
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError as why:
        raise BadSheet(Malformed.NO_SHEET, trouble=str(why)) from why
    except (msgspec.DecodeError, UnicodeDecodeError) as why:
        raise BadSheet(Malformed.NO_JSON, trouble=str(why)) from why
    except RecursionError as why:
        raise BadSheet(Malformed.DEEP_SHEET) from why


def write_sheet(tally: Tally) -> bytes:
    """Return a sheet as a file that ``read_sheet`` reads again; what was not said is left out."""
    said = msgspec.to_builtins(tally)
    rows = [{key: value for key, value in row.items() if value is not None}
            for row in said["players"]]  # fmt: skip
    options = {key: value for key, value in said["options"].items() if value is not None}
    whole = {"epoch": said["epoch"], "options": options, "players": rows}
    return msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n"


def label(tally: Tally, seat: int) -> str:
    """Return what a player is called in sentences and tables: by name, else ``#2`` for seat 1."""
    name = tally.players[seat].name
    return name if name and len(name) <= LONGEST_NAME else f"#{seat + 1}"
