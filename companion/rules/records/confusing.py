"""Files given in place of others: tells a record from a score sheet by how it begins."""

from typing import TypeVar

import msgspec

from companion.rules.tiles import KINDS


class _RecordShape(msgspec.Struct):
    """What only the first line of a record has."""

    ra_record: msgspec.Raw


class _SheetShape(msgspec.Struct):
    """What only a score sheet has together."""

    epoch: msgspec.Raw
    players: msgspec.Raw


_Shape = TypeVar("_Shape")

_record_decoder = msgspec.json.Decoder(_RecordShape)

_sheet_decoder = msgspec.json.Decoder(_SheetShape)

_COLUMNS = {"name", "epoch", "before", "suns", *(kind.value for kind in KINDS)}


def is_record(text: bytes) -> bool:
    """Whether a text begins like a game record."""
    return _begins_as(text.lstrip().partition(b"\n")[0], _record_decoder)


def is_sheet(text: bytes) -> bool:
    """Whether a text is a score sheet, whole and in JSON, or begins like one in CSV."""
    first = text.lstrip().partition(b"\n")[0].decode(errors="replace").strip().split(",")
    return _begins_as(text, _sheet_decoder) or (len(first) > 1 and _COLUMNS.issuperset(first))


def _begins_as(text: bytes, decoder: "msgspec.json.Decoder[_Shape]") -> bool:
    try:
        decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True
