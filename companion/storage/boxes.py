"""Which boxes of tags there are, what the one on this table says, and what was missing from each.

How they are read and written is in ``box_csv``, which a table without boxes does not load.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from companion.core.kiosk import MissingPiece, Pile
from companion.core.notices import Notes, Notice
from companion.journal.disk import DISK, Disk, read_file, replace_whole
from companion.journal.lines import stamp
from companion.rules.components import THINGS
from companion.tags.box import SIMULATED_BOX

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
        told = read_file(checks_file(data), _MOST_BYTES)
    except OSError:
        return {}
    from companion.rules.records.json_text import BadJson, read_json  # noqa: PLC0415 - most tables count no box

    try:
        found = read_json(told, msgspec.json.Decoder(dict[str, Check]))
    except BadJson:
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
    """Keep this so that it outlives a pulled plug; the checks of other boxes stay.

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


Tagged = tuple[Mapping[str, str], tuple[Notice, ...]]
"""What each tag is on, and what is wrong."""


def tags_of_box(data: Path, wanted: str, *, is_simulated: bool = False) -> Tagged:
    """Return the tags of a box, as far as it is right.

    Args:
        data: The data folder.
        wanted: The name of the box; empty: the only one there is.
        is_simulated: Whether a box without tags is one in which every tile has a tag.
    """
    tags, unsure = _tags_of_box(data, wanted)
    return (SIMULATED_BOX if is_simulated and not tags and not unsure else tags), unsure


def _tags_of_box(data: Path, wanted: str) -> Tagged:
    found = names(data)
    if not wanted and len(found) != 1:
        return {}, (Notice(Notes.WHICH_BOX),) if found else ()
    name = wanted or found[0]
    if name not in found:
        return {}, (Notice(Notes.NO_BOX, {"box": name}),)
    from companion.storage.box_csv import load_box, located  # noqa: PLC0415 - most tables have no box

    box, mistakes = load_box(box_file(data, name))
    if not mistakes:
        return box.tags, ()
    facts = {"box": name, "mistake": located(mistakes[0])}
    return box.tags, (Notice(Notes.BOX_MISTAKES, facts),)
