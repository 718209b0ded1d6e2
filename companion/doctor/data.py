"""Checks the data folder, the boxes of tags and the owner's settings."""

import errno
import math
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath

from companion.doctor.machine import Computer, Finding, attention, well, wrong
from companion.journal.disk import DISK, Disk, write_whole
from companion.journal.filesystem import Ground, Place, place_of
from companion.rules.components import TILES
from companion.storage import boxes
from companion.storage.box_csv import load_box, located
from companion.tags.box import tagged_of_all, tagged_tiles


def look_at_boxes(case: Computer) -> Iterator[Finding]:
    """Yield what the box on this table is like."""
    wanted, names = case.settings.bag_reader.box, boxes.names(case.data)
    if wanted and wanted not in names:
        yield wrong(
            "box",
            f"There is no tagged box named {wanted}",
            f"ra-companion tags teach {wanted}, or name another as [bag_reader] box",
        )
    elif not names:
        yield well("box", "No tiles are tagged: enter tiles by hand")
    elif not wanted and len(names) > 1:
        yield attention(
            "box",
            f"There are several tagged boxes: {', '.join(names)}",
            "Name the one at this table in the settings, as [bag_reader] box",
        )
    else:
        yield _box(case, wanted or names[0])


def _box(case: Computer, name: str) -> Finding:
    file = boxes.box_file(case.data, name)
    box, mistakes = load_box(file)
    tagged = tagged_tiles(box)
    if mistakes:
        first = located(mistakes[0])
        remedy = f"ra-companion tags show {name} lists them all"
        return wrong("box", f"{file} has errors: {first}", remedy)
    sentence = f"Box {name}: {tagged_of_all(box)}"
    if tagged < TILES:
        remedy = f"ra-companion tags teach {name}; the other tiles are entered by hand"
        return attention("box", sentence, remedy)
    return well("box", sentence)


FEW_BYTES, FEWEST_BYTES = 64 << 20, 4 << 20
"""Free room that is little, and that is too little to begin a game."""

SLOW_SECONDS = 0.25
"""A flush that takes longer is felt at the table."""

FLUSHES = 30
"""How many are measured; each is as long as a line of a journal."""

_LINE = b"x" * 255 + b"\n"

_TORN = frozenset({"vfat", "exfat", "msdos", "ntfs", "ntfs3", "fuseblk"})

_FAR = frozenset({"nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs"})


def look_at_data_folder(case: Computer, disk: Disk = DISK) -> Iterator[Finding]:
    """Yield what the data folder lies on, its room, and how fast it flushes."""
    folder = _existing(case.data)
    table = case.machine.text("proc/self/mountinfo")
    place = place_of(PurePosixPath(os.path.realpath(folder)), table)
    yield _ground(case, place)
    yield _room(case, folder)
    yield _flushing(case, folder, disk)


def _existing(folder: Path) -> Path:
    """Return the folder, or the nearest one above it that is there already."""
    return next((each for each in (folder, *folder.parents) if each.is_dir()), Path("/"))


_LOST = "A power cut erases every game, even though everything seems to be saved"

_ELSEWHERE = (
    "On a Pi: keep games on a separate partition, mounted with overlayroot=tmpfs:recurse=0; or "
    "choose a folder on a disk with --data or [data] folder in the settings"
)


def _ground(case: Computer, place: Place) -> Finding:
    folder, kind = case.data, place.file_system
    match place.ground:
        case Ground.MEMORY | Ground.OVERLAY if case.settings.data.allow_memory:
            return attention("data", f"{folder} is {kind}, in memory; the settings allow this")
        case Ground.MEMORY:
            return wrong("data", f"{folder} is {kind}: in memory. {_LOST}", _ELSEWHERE)
        case Ground.OVERLAY:
            memory = "this system is read-only and anything written stays in memory"
            return wrong("data", f"{folder} is {kind}: {memory}. {_LOST}", _ELSEWHERE)
        case Ground.UNKNOWN:
            unknown = f"The system does not report what {folder} is on"
            return attention("data", unknown, _ELSEWHERE)
        case Ground.DISK:
            return _disk(folder, place)


def _disk(folder: Path, place: Place) -> Finding:
    kind = place.file_system
    if place.is_read_only:
        remedy = "Check for a damaged disk: dmesg; then remount it for writing"
        return wrong("data", f"{folder} is mounted read-only ({kind})", remedy)
    if kind in _TORN | _FAR:
        weak = f"{folder} is {kind}, which can lose games in a power cut"
        return attention("data", weak, "Keep games on ext4 or f2fs on this computer")
    return well("data", f"{folder} is on a disk ({kind})")


def _room(case: Computer, folder: Path) -> Finding:
    free = case.machine.free_bytes(folder)
    sentence, remedy = f"{free >> 20} MB free", "Delete what is not needed, or use a larger card"
    if free < FEWEST_BYTES:
        return wrong("data-room", sentence, remedy)
    if free < FEW_BYTES:
        return attention("data-room", sentence, remedy)
    return well("data-room", sentence)


_OF_THE_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS)
"""Errors of the disk itself, rather than of the folder's settings."""


def _flushing(case: Computer, folder: Path, disk: Disk) -> Finding:
    try:
        seconds = _flushes(case, folder, disk)
    except OSError as why:
        return wrong(
            "data-flush",
            f"cannot write to {folder}: {why.strerror or why}",
            _for_writing(why, folder),
        )
    half, most = (1000 * percentile(seconds, each) for each in (50, 99))
    sentence = f"A disk flush takes {half:.1f} ms, {most:.1f} ms at worst"
    if most <= 1000 * SLOW_SECONDS:
        return well("data-flush", sentence)
    slow = "This card is slow or worn: use a better one, of class A1 or A2"
    return attention("data-flush", sentence, slow)


def _for_writing(why: OSError, folder: Path) -> str:
    """Return what to do where nothing can be written."""
    if isinstance(why, PermissionError):
        return f"Make this user its owner: sudo chown USER {folder}"
    if why.errno in _OF_THE_DISK:
        return "Free some space, or check for a damaged disk: dmesg"
    return "Choose another folder with [data] folder in the settings"


def _flushes(case: Computer, folder: Path, disk: Disk) -> list[float]:
    """Write and flush some lines, and return how many seconds each took; leave nothing behind."""
    ticks, file = case.machine.ticks, folder / f".ra-doctor-{os.getpid()}"
    fd = disk.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        seconds = []
        for _ in range(FLUSHES):
            began = ticks()
            write_whole(disk, fd, _LINE)
            disk.fdatasync(fd)
            seconds.append(ticks() - began)
        return seconds
    finally:
        with suppress(OSError):
            disk.close(fd)
        with suppress(OSError):
            disk.unlink(file)


def percentile(values: Sequence[float], per_cent: int) -> float:
    """Return the smallest value that this many per cent of all do not exceed."""
    return sorted(values)[math.ceil(len(values) * per_cent / 100) - 1]


def look_at_owners_file(case: Computer) -> Iterator[Finding]:
    """Yield every mistake, or that there is none."""
    file = case.settings_file
    for mistake in case.mistakes:
        if mistake.is_gone:
            gone = "Delete it: it means nothing any more"
            yield attention("settings", f"{file}: {mistake}", gone)
        else:
            remedy = "Correct it; until then the default applies"
            yield wrong("settings", f"{file}: {mistake}", remedy)
    if not case.mistakes:
        here = "No settings file: defaults apply" if file is None else f"{file}: no errors"
        yield well("settings", here)
