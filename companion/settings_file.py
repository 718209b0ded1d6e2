"""Writing into the owner's settings file: a few values change, every comment and key stays."""

import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from companion.journal.disk import DISK, Disk, replace_whole
from companion.paths import owners_places

Values = Mapping[str, Mapping[str, int | str]]
"""For each table of the file the keys that change, with their values."""

_HEAD = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]\s*(#.*)?$")


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
        _save(there.resolve(), edited(there.read_text(encoding="utf-8-sig"), values), disk)
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
    lines = text.splitlines()
    for table, keys in values.items():
        lines = _with(lines, table, keys)
    written = "".join(f"{line}\n" for line in lines)
    _must_be(text, written, values)
    return written


def _with(lines: list[str], table: str, keys: Mapping[str, int | str]) -> list[str]:
    """Return the lines with the keys of one table set."""
    begin = next((at for at, line in enumerate(lines) if _table(line) == table), None)
    if begin is None:
        blank = [""] if lines and lines[-1].strip() else []
        return [*lines, *blank, f"[{table}]", *(_line(key, keys[key]) for key in keys)]
    after = (at for at, line in enumerate(lines[begin + 1 :], begin + 1) if _table(line))
    end = next(after, len(lines))
    body, lacking = lines[begin + 1 : end], dict(keys)
    for at, line in enumerate(body):
        for key in keys:
            found = re.match(rf"(\s*[\"']?{re.escape(key)}[\"']?\s*=\s*)[^#\s]+(\s*#.*|\s*)$", line)
            if found:
                body[at] = f"{found[1]}{_toml(keys[key])}{found[2]}"
                lacking.pop(key, None)
    set_here = (at for at, line in enumerate(body, 1) if re.match(r"\s*[^#\s].*=", line))
    last = max(set_here, default=0)
    new = [_line(key, value) for key, value in lacking.items()]
    return [*lines[: begin + 1], *body[:last], *new, *body[last:], *lines[end:]]


def _table(line: str) -> str | None:
    head = _HEAD.match(line)
    return head[1].replace(" ", "") if head else None


def _line(key: str, value: int | str) -> str:
    return f"{key} = {_toml(value)}"


def _toml(value: int | str) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def _must_be(before: str, after: str, values: Values) -> None:
    """Make sure that the new text says what the old one said, but for these values."""
    try:
        wanted = tomllib.loads(before)
        for table, keys in values.items():
            place = wanted
            for name in table.split("."):
                place = place.setdefault(name, {})
            place.update(keys)
        is_right = tomllib.loads(after) == wanted
    except (ValueError, AttributeError) as why:  # no TOML, or a number too long for Python
        raise CannotEdit(str(why)) from why
    if not is_right:
        raise CannotEdit("it is written in an unusual way")


def _save(file: Path, text: str, disk: Disk) -> None:
    """Put the text in the place of the file, whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    mode = file.stat().st_mode & 0o777 if file.exists() else 0o644
    replace_whole(disk, file, text.encode(), mode)
