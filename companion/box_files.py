"""The boxes of tags on the disk: ``<data>/boxes/<name>.csv``, saved so that they outlive a cut."""

from pathlib import Path

from companion.box_table import MOST_BYTES, Mistake, Read, Wrong, read, write
from companion.core.box import Box
from companion.journal.disk import DISK, Disk, make_folder, replace_whole

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


def load(file: Path) -> Read:
    """Return the box of a file, as far as it is right, and every mistake in it."""
    try:
        with file.open("rb") as stream:
            return read(stream.read(MOST_BYTES + 1))
    except OSError as why:
        return Box(), (Mistake(0, Wrong.UNREADABLE, {"why": why.strerror or str(why)}),)


def save(file: Path, box: Box, disk: Disk = DISK) -> None:
    """Return when the box will outlive a pulled plug; until then the one before it stands.

    Raises:
        OSError: It cannot be kept.
    """
    make_folder(disk, file.parent)
    replace_whole(disk, file, write(box))
