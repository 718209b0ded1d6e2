"""Checks the data folder, the boxes of tags and the owner's settings."""

import errno
import math
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath

from companion.doctor.machine import Computer, Finding, Severity
from companion.journal.disk import DISK, Disk, write_whole
from companion.journal.filesystem import Ground, Place, place_of
from companion.rules.components import TILES
from companion.storage import boxes
from companion.storage.box_csv import load_box, located
from companion.tags.box import tagged_tiles


def look_at_boxes(case: Computer) -> Iterator[Finding]:
    """Yield what the box on this table is like."""
    words, wanted = case.words, case.settings.bag_reader.box
    names = boxes.names(case.data)
    facts = {"boxes": names, "wanted": wanted}
    if wanted and wanted not in names:
        yield Finding(
            "box",
            Severity.WRONG,
            words.say("There is no tagged box named {box}", box=wanted),
            words.say("ra-companion tags teach {box}, or name another as [bag_reader] box",
                      box=wanted),
            facts,
        )  # fmt: skip
    elif not names:
        none = words.say("No tiles are tagged: enter tiles by hand")
        yield Finding("box", Severity.OK, none, facts=facts)
    elif not wanted and len(names) > 1:
        yield Finding(
            "box",
            Severity.ATTENTION,
            words.say("There are several tagged boxes: {boxes}", boxes=", ".join(names)),
            words.say("Name the one at this table in the settings, as [bag_reader] box"),
            facts,
        )
    else:
        yield _box(case, wanted or names[0])


def _box(case: Computer, name: str) -> Finding:
    words = case.words
    file = boxes.box_file(case.data, name)
    box, mistakes = load_box(file)
    tagged = tagged_tiles(box)
    facts = {"box": name, "tagged_tiles": tagged, "mistakes": len(mistakes)}
    if mistakes:
        first = located(mistakes[0], words)
        bad = words.say("{file} has errors: {mistake}", file=file, mistake=first)
        remedy = words.say("ra-companion tags show {box} lists them all", box=name)
        return Finding("box", Severity.WRONG, bad, remedy, facts)
    said = words.say("Box {box}: {number} of {all} tiles are tagged", box=name, number=tagged,
                     all=TILES)  # fmt: skip
    if tagged < TILES:
        remedy = words.say("ra-companion tags teach {box}; the other tiles are entered by hand",
                           box=name)  # fmt: skip
        return Finding("box", Severity.ATTENTION, said, remedy, facts)
    return Finding("box", Severity.OK, said, facts=facts)


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
    place = place_of(PurePosixPath(folder.resolve()), table)
    yield _ground(case, place)
    yield _room(case, folder)
    yield _flushing(case, folder, disk)


def _existing(folder: Path) -> Path:
    """Return the folder, or the nearest one above it that is there already."""
    return next((each for each in (folder, *folder.parents) if each.is_dir()), Path("/"))


def _ground(case: Computer, place: Place) -> Finding:
    words, folder = case.words, str(case.data)
    facts = {
        "folder": folder,
        "ground": place.ground.value,
        "file_system": place.file_system,
        "mount_point": place.mount_point,
    }
    where = {"folder": folder, "kind": place.file_system}
    disk = words.say(
        "On a Pi: keep games on a separate partition, mounted with "
        "overlayroot=tmpfs:recurse=0; or choose a folder on a disk with --data or [data] "
        "folder in the settings"
    )  # fmt: skip
    match place.ground:
        case Ground.MEMORY | Ground.OVERLAY if case.settings.data.allow_memory:
            allowed = words.say("{folder} is {kind}, in memory; the settings allow this", **where)
            return Finding("data", Severity.ATTENTION, allowed, facts=facts)
        case Ground.MEMORY:
            gone = words.say(
                "{folder} is {kind}: in memory. A power cut erases every game, even though "
                "everything seems to be saved",
                **where,
            )
            return Finding("data", Severity.WRONG, gone, disk, facts)
        case Ground.OVERLAY:
            gone = words.say(
                "{folder} is {kind}: this system is read-only and anything written stays in "
                "memory. A power cut erases every game, even though everything seems to be saved",
                **where,
            )
            return Finding("data", Severity.WRONG, gone, disk, facts)
        case Ground.UNKNOWN:
            unsure = words.say("The system does not report what {folder} is on", folder=folder)
            return Finding("data", Severity.ATTENTION, unsure, disk, facts)
        case Ground.DISK:
            return _disk(case, place, facts)


def _disk(case: Computer, place: Place, facts: dict[str, str]) -> Finding:
    words, where = case.words, {"folder": facts["folder"], "kind": place.file_system}
    if place.is_read_only:
        closed = words.say("{folder} is mounted read-only ({kind})", **where)
        remedy = words.say("Check for a damaged disk: dmesg; then remount it for writing")
        return Finding("data", Severity.WRONG, closed, remedy, facts)
    if place.file_system in _TORN | _FAR:
        weak = words.say("{folder} is {kind}, which can lose games in a power cut",
                         **where)  # fmt: skip
        remedy = words.say("Keep games on ext4 or f2fs on this computer")
        return Finding("data", Severity.ATTENTION, weak, remedy, facts)
    return Finding("data", Severity.OK, words.say("{folder} is on a disk ({kind})", **where),
                   facts=facts)  # fmt: skip


def _room(case: Computer, folder: Path) -> Finding:
    words = case.words
    free = case.machine.free_bytes(folder)
    megabytes, facts = free >> 20, {"free_bytes": free}
    remedy = words.say("Delete what is not needed, or use a larger card")
    sentence = words.say("{megabytes} MB free", megabytes=megabytes)
    if free < FEWEST_BYTES:
        return Finding("data-room", Severity.WRONG, sentence, remedy, facts)
    state = Severity.ATTENTION if free < FEW_BYTES else Severity.OK
    return Finding("data-room", state, sentence, remedy if state is not Severity.OK else "", facts)


_OF_THE_DISK = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS)
"""Errors of the disk itself, rather than of the folder's settings."""


def _flushing(case: Computer, folder: Path, disk: Disk) -> Finding:
    words = case.words
    try:
        seconds = _flushes(case, folder, disk)
    except OSError as why:
        trouble = why.strerror or str(why)
        unwritten = words.say("cannot write to {folder}: {why}", folder=folder, why=trouble)
        if isinstance(why, PermissionError):
            remedy = words.say("Make this user its owner: sudo chown USER {folder}", folder=folder)
        elif why.errno not in _OF_THE_DISK:
            remedy = words.say("Choose another folder with [data] folder in the settings")
        else:
            remedy = words.say("Free some space, or check for a damaged disk: dmesg")
        return Finding("data-flush", Severity.WRONG, unwritten, remedy, {"why": trouble})
    half, most = (1000 * each for each in (percentile(seconds, 50), percentile(seconds, 99)))
    facts = {"p50_ms": round(half, 3), "p99_ms": round(most, 3), "flushes": len(seconds)}
    said = words.say("A disk flush takes {half} ms, {most} ms at worst", half=f"{half:.1f}",
                     most=f"{most:.1f}")  # fmt: skip
    if most <= 1000 * SLOW_SECONDS:
        return Finding("data-flush", Severity.OK, said, facts=facts)
    slow = words.say("This card is slow or worn: use a better one, of class A1 or A2")
    return Finding("data-flush", Severity.ATTENTION, said, slow, facts)


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
    words, file = case.words, case.settings_file
    facts = {"file": "" if file is None else str(file)}
    for mistake in case.mistakes:
        yield Finding(
            "settings",
            Severity.ATTENTION if mistake.is_gone else Severity.WRONG,
            f"{file}: {mistake}",
            words.say("Delete it: it means nothing any more")
            if mistake.is_gone
            else words.say("Correct it; until then the default applies"),
            {**facts, "line": mistake.line},
        )
    if case.mistakes:
        return
    if file is None:
        none = words.say("No settings file: defaults apply")
        yield Finding("settings", Severity.OK, none, facts=facts)
    else:
        well = words.say("{file}: no errors", file=file)
        yield Finding("settings", Severity.OK, well, facts=facts)
