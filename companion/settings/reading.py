"""Reads the owner's file over the defaults, and finds every mistake in it."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import get_type_hints

import msgspec

from companion.journal.disk import open_file
from companion.settings import Settings
from companion.settings.errors import (
    SettingMistake,
    Wrong,
    no_setting,
    no_table,
    not_allowed,
    not_toml,
)

_WITHIN = {"sides": "screen", "buttons": "panel", "lamps": "panel", "languages": "kiosk"}
"""Parts of the settings that are tables within tables."""

MOST_BYTES = 1_000_000
"""A settings file is a page of text; nothing larger is read."""


@cache
def _tables() -> Mapping[str, tuple[str, type[msgspec.Struct]]]:
    """Return the tables of the file, and the part of the settings that each becomes."""
    return {
        f"{_WITHIN[part]}.{part}" if part in _WITHIN else part: (part, kind)
        for part, kind in get_type_hints(Settings).items()
    }


def read_file(file: Path) -> tuple[Settings, tuple[SettingMistake, ...]]:
    """Return the settings with the owner's file, and everything that is wrong in it."""
    try:
        with open_file(file) as stream:
            owners = stream.read(MOST_BYTES + 1)
    except OSError as why:
        return Settings(), (
            SettingMistake(0, Wrong.UNREADABLE, {"file": file, "why": why.strerror}),
        )
    if len(owners) > MOST_BYTES:
        return Settings(), (SettingMistake(0, Wrong.TOO_LONG, {"file": file}),)
    return read(owners)


def read(owners: bytes) -> tuple[Settings, tuple[SettingMistake, ...]]:
    """Return the settings with the owner's text over the defaults, and every mistake in it."""
    shipped: dict[str, dict[str, object]] = msgspec.to_builtins(Settings())
    values = {table: shipped[part] for table, (part, _) in _tables().items()}
    mistakes: list[SettingMistake] = []
    try:
        text = owners.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _built(values), (SettingMistake(0, Wrong.NO_TEXT),)
    try:
        wanted = _flat(tomllib.loads(text))
    except (ValueError, RecursionError) as why:  # no TOML, or a number too long for Python
        return _built(values), (not_toml(str(why), text),)
    for mistake, table, key, value in _checked(wanted, text):
        if mistake is None:
            values[table][key] = value
        else:
            mistakes.append(mistake)
    return _built(values), tuple(mistakes)


def _flat(document: Mapping[str, object]) -> dict[str, dict[str, object]]:
    """Return the tables of a document by their full names; what is no table stands under ""."""
    flat: dict[str, dict[str, object]] = {}
    for key, value in document.items():
        if not isinstance(value, dict):
            flat.setdefault("", {})[key] = value
            continue
        below = {f"{key}.{name}": part for name, part in value.items() if isinstance(part, dict)}
        flat[key] = {name: part for name, part in value.items() if not isinstance(part, dict)}
        flat |= below
    return flat


def _built(values: Mapping[str, Mapping[str, object]]) -> Settings:
    parts = {part: values[table] for table, (part, _) in _tables().items()}
    return msgspec.convert(parts, Settings)


_Checked = tuple[SettingMistake | None, str, str, object]


def _checked(wanted: Mapping[str, Mapping[str, object]], text: str) -> Iterator[_Checked]:
    """Yield every value of the owner's file, with the mistake in it or None."""
    for table, values in wanted.items():
        if table not in _tables():
            yield no_table(_line(text, table, ""), table, tuple(_tables())), "", "", None
            continue
        kinds = get_type_hints(_tables()[table][1], include_extras=True)
        for key, value in values.items():
            yield _wrong(text, table, key, value, kinds), table, key, value


def _wrong(
    text: str, table: str, key: str, value: object, kinds: Mapping[str, object]
) -> SettingMistake | None:
    line = _line(text, table, key)
    if key not in kinds:
        return no_setting(line, table, key, tuple(kinds))
    try:
        msgspec.convert(value, kinds[key])
    except msgspec.ValidationError:
        return not_allowed(line, f"{table}.{key}", value, kinds[key])
    return None


def _line(text: str, table: str, key: str) -> int:
    """Return the line of a key in its table, or of the table; 0 if it is written otherwise."""
    here, found = "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        head = re.match(r"\s*\[\s*([^\]]+?)\s*\]", line)
        if head:
            here = head[1].replace(" ", "")
            if here == table and not key:
                return number
        elif here == table and key and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
            found = number
    return found
