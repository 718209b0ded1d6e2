"""JSON that people wrote: read strictly; a key that is there twice would lose one of its values."""

import json
from typing import TypeVar

import msgspec

from companion.i18n import printable

_LONGEST = 120
"""Characters; a parser may repeat a whole key of somebody else's."""

_Read = TypeVar("_Read")


class BadJson(ValueError):
    """A text is not the JSON that is expected; ``str()`` is what the parser says."""


def read_json(text: bytes, decoder: "msgspec.json.Decoder[_Read]") -> _Read:
    """Return what a JSON text in UTF-8 says.

    Raises:
        BadJson: It is not JSON, has another shape, is nested too deeply, or has a key twice.
    """
    try:
        read = decoder.decode(text)
        json.loads(text, object_pairs_hook=_each_once, parse_int=str, parse_float=str)
    except (msgspec.DecodeError, ValueError, RecursionError) as why:
        raise BadJson(printable(str(why))[:_LONGEST]) from why
    return read


def _each_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f'"{max(keys, key=keys.count)}" is there twice: delete one of them')
    return found


def _has_keys(text: bytes, *keys: str) -> bool:
    try:
        found = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, ValueError, RecursionError):
        return False
    return found.keys() >= set(keys)


def is_record(text: bytes) -> bool:
    """Whether a text begins like a game record."""
    return _has_keys(text.lstrip().partition(b"\n")[0], "ra_record")


def is_sheet(text: bytes) -> bool:
    """Whether a text is a whole score sheet."""
    return _has_keys(text, "epoch", "players")
