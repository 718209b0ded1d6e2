"""The owner's settings file: some values change, every comment stays; and settings as a file."""

import tomllib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import InlineTable, Table

from companion.journal.disk import DISK, Disk, read_file, replace_whole
from companion.paths import owners_places
from companion.settings import Settings
from companion.settings.reading import MOST_BYTES

Values = Mapping[str, Mapping[str, int | str]]
"""For each table of the file the keys that change, with their values."""


def shown(settings: Settings) -> str:
    """Return the settings as a file that would be read as the same."""
    return tomlkit.dumps(msgspec.to_builtins(settings))


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
        try:
            text = read_file(there, MOST_BYTES).decode("utf-8-sig")
        except UnicodeDecodeError as why:
            raise CannotEdit("not a text file") from why
        _save(there.resolve(), edited(text, values), disk)
        return there
    *others, last = where
    for place in others:
        with suppress(OSError):
            _save(place, edited("", values), disk)
            return place
    _save(last, edited("", values), disk)
    return last


_UNUSUAL = "it is written in an unusual way"


class CannotEdit(ValueError):
    """The file is written in a way that cannot be changed without losing something."""


def edited(text: str, values: Values) -> str:
    """Return the text of a settings file with these values in it; comments and order stay.

    Raises:
        CannotEdit: The file is no TOML, or written in a way that is not understood here.
    """
    try:
        wanted, document = tomllib.loads(text), tomlkit.parse(text)
        for table, keys in values.items():
            place: Any = document
            within = wanted
            for name in table.split("."):
                if name not in place:
                    is_inline = isinstance(place, InlineTable)
                    place[name] = tomlkit.inline_table() if is_inline else tomlkit.table()
                place, within = place[name], within.setdefault(name, {})
            _update(place, keys)
            within.update(keys)
        written = tomlkit.dumps(document)
        if tomllib.loads(written) == wanted:
            return written
    except tomllib.TOMLDecodeError as why:
        raise CannotEdit(str(why)) from why
    except (
        AttributeError,
        LookupError,
        TypeError,
        ValueError,
        RecursionError,
        TOMLKitError,
    ) as why:
        raise CannotEdit(_UNUSUAL) from why
    raise CannotEdit(_UNUSUAL)


def _update(table: Any, keys: Mapping[str, int | str]) -> None:  # noqa: ANN401 - the library has many kinds of tables
    """Set keys of a table; new ones come before the comments at its end, which are of the next."""
    lines = table.value.body if isinstance(table, Table) else []
    if isinstance(table, Table) and table.is_super_table():
        table.trivia.comment = table.trivia.comment_ws = ""  # it has no line yet
    end = next((at for at in range(len(lines), 0, -1) if lines[at - 1][0] is not None), 0)
    comments = lines[end:]
    del lines[end:]
    table.update(keys)
    lines.extend(comments)


def _save(file: Path, text: str, disk: Disk) -> None:
    """Replace the file by this text, whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    mode = file.stat().st_mode & 0o777 if file.exists() else 0o644
    replace_whole(disk, file, text.encode(), mode)
