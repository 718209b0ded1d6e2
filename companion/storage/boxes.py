"""Boxes of tags on the disk, and what was missing from each when it was last counted."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from companion.core.kiosk import MissingPiece, Pile
from companion.journal.disk import DISK, Disk, make_folder, open_file, replace_whole
from companion.journal.lines import stamp
from companion.rules.components import THINGS

if TYPE_CHECKING:
    from companion.storage.box_csv import Read
    from companion.tags.box import TagBox

_MOST_BYTES = 1_000_000


class Check(msgspec.Struct, frozen=True):
    """How a box was found."""

    short: tuple[MissingPiece, ...]
    counted_ms: int
    """When, by the clock on the wall: only for people to read."""


def checks_file(data: Path) -> Path:
    """Return where they are kept."""
    return data / "box-checks.json"


def load_check(data: Path) -> Mapping[str, Check]:
    """Return every box that was counted, by its name; none if the file cannot be read."""
    try:
        with open_file(checks_file(data)) as stream:
            told = stream.read(_MOST_BYTES)
    except OSError:
        return {}
    from companion.rules.records.json_text import (  # noqa: PLC0415 - most tables count no box
        BadJson,
        read_json,
    )

    try:
        found = read_json(told, msgspec.json.Decoder(dict[str, Check]))
    except (BadJson, RecursionError):
        return {}
    return {
        name: msgspec.structs.replace(check, short=_known(check)) for name, check in found.items()
    }


def _known(check: Check) -> tuple[MissingPiece, ...]:
    """Return what is missing, except kinds that only another version knows."""
    return tuple(
        each for each in check.short if each.kind in THINGS or each.kind in Pile.__members__
    )


def save_check(data: Path, box: str, short: tuple[MissingPiece, ...], disk: Disk = DISK) -> None:
    """Return when this will outlive a pulled plug; the checks of other boxes stay.

    Raises:
        OSError: It cannot be kept.
    """
    checks = {**load_check(data), box: Check(short, stamp("").wall_ms)}
    replace_whole(disk, checks_file(data), msgspec.json.encode(checks))


_ENDING = ".csv"

_LONGEST_NAME = 100
"""Bytes."""


def is_name(name: str) -> bool:
    """Whether a box can have this name: one that is a file's name everywhere."""
    return (
        name.isprintable()
        and 0 < len(name.encode()) <= _LONGEST_NAME
        and not name.startswith((".", "-"))
        and not set(name) & set('/\\:*?"<>|')
        and name == name.strip()
    )


def box_file(data: Path, name: str) -> Path:
    """Return where the box of this name lies, or would lie."""
    return data / "boxes" / f"{name}{_ENDING}"


def names(data: Path) -> tuple[str, ...]:
    """Return the names of all boxes in the data folder, in alphabetical order."""
    try:
        found = [file.stem for file in (data / "boxes").iterdir() if file.suffix == _ENDING]
    except OSError:
        return ()
    return tuple(sorted(filter(is_name, found)))


def load_box(file: Path) -> Read:
    """Return the box of a file, as far as it is right, and every mistake in it."""
    from companion.storage.box_csv import MOST_BYTES, BoxFault, BoxMistake, read  # noqa: PLC0415 - most tables have no box
    from companion.tags.box import TagBox  # noqa: PLC0415 - as above

    try:
        with open_file(file) as stream:
            return read(stream.read(MOST_BYTES + 1))
    except OSError as why:
        return TagBox(), (BoxMistake(0, BoxFault.UNREADABLE, {"why": why.strerror or str(why)}),)


def save_box(file: Path, box: TagBox, disk: Disk = DISK) -> None:
    """Return when the box will outlive a pulled plug; until then the one before it stands.

    Raises:
        OSError: It cannot be kept.
    """
    from companion.storage.box_csv import write  # noqa: PLC0415 - most tables have no box

    make_folder(disk, file.parent)
    replace_whole(disk, file, write(box))
