"""Writes into the owner's settings file: some values change, every comment and key stays."""

import tomllib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit import TOMLDocument, inline_table
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import InlineTable, Table

from companion.journal.disk import DISK, Disk, open_file, replace_whole
from companion.paths import owners_places

Values = Mapping[str, Mapping[str, int | str]]
"""For each table of the file the keys that change, with their values."""

_UNUSUAL = "it is written in an unusual way"


class CannotEdit(ValueError):
    """The file is written in a way that cannot be changed without losing something."""


def keep(named: Path | None, values: Values, disk: Disk = DISK) -> Path:
    """Write values into the owner's file, and return it when it will outlive a pulled plug.

    If there is none yet it is begun in the first place that can be written.

    Args:
        named: The file that was named on the command line.
        values: What changes.
        disk: What is written with.

    Raises:
        OSError: It cannot be written; its ``filename`` says which.
        CannotEdit: It is no TOML, or written in a way that is not understood here.
    """
    where = (named,) if named else owners_places()
    there = next((place for place in where if place.exists()), None)
    if there is not None:
        with open_file(there) as file:
            text = file.read().decode("utf-8-sig")
        _save(there.resolve(), edited(text, values), disk)
        return there
    *others, last = where
    for place in others:
        with suppress(OSError):
            _save(place, edited("", values), disk)
            return place
    _save(last, edited("", values), disk)
    return last


def edited(text: str, values: Values) -> str:
    """Return the text of a settings file with these values in it.

    Raises:
        CannotEdit: The file is no TOML, or written in a way that is not understood here.
    """
    try:
        wanted = tomllib.loads(text)
    except ValueError as why:  # no TOML, or a number too long for Python
        raise CannotEdit(str(why)) from why
    try:
        for table, keys in values.items():
            place = wanted
            for name in table.split("."):
                place = place.setdefault(name, {})
            place.update(keys)
        written = _written(text, values)
        is_right = tomllib.loads(written) == wanted
    except (AttributeError, LookupError, TypeError, ValueError, TOMLKitError) as why:
        raise CannotEdit(_UNUSUAL) from why
    if not is_right:
        raise CannotEdit(_UNUSUAL)
    return written


def _written(text: str, values: Values) -> str:
    """Return the text with the values; what is said besides stays, comments and order too."""
    document = tomlkit.parse(text if text.endswith("\n") else f"{text}\n" if text else "")
    for table, keys in values.items():
        place = _found(document, table)
        for key, value in keys.items() if place is not None else ():
            _set(place, key, value)
        if place is None:  # a table that is not there comes last
            first, *inner = table.split(".")
            new = tomlkit.table()
            new.update(keys)
            for name in reversed(inner):
                new = tomlkit.table(is_super_table=True).append(name, new)
            document.append(first, new)
    return document.as_string()


def _found(document: TOMLDocument, table: str) -> Any:  # noqa: ANN401 - the library has many kinds of tables
    """Return a table of a file; None if it has no line of its own."""
    first, *inner = table.split(".")
    here = [(key, item) for key, item in document.body if key is not None and key.key == first]
    place: Any = document.get(first)
    if any(key.is_dotted() or isinstance(item, InlineTable) for key, item in here):
        for name in inner:
            place = place.setdefault(name, inline_table())
        return place
    if not inner and all(isinstance(item, Table) and item.is_super_table() for _, item in here):
        return None  # there is [panel.buttons], but no [panel]
    for name in inner:
        place = None if place is None else place.get(name)
    return place


def _set(table: Any, key: str, value: int | str) -> None:  # noqa: ANN401 - the library has many kinds of tables
    """Set a key of a table; a new one comes before the remarks at the end of the table."""
    lines = table.value.body if isinstance(table, Table) and key not in table else []
    remarks = []
    while lines and lines[-1][0] is None:
        remarks.append(lines.pop())
    table[key] = value
    lines.extend(reversed(remarks))


def _save(file: Path, text: str, disk: Disk) -> None:
    """Replace the file by this text, whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    mode = file.stat().st_mode & 0o777 if file.exists() else 0o644
    replace_whole(disk, file, text.encode(), mode)
