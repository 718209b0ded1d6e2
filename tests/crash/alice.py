"""What a disk may hold after the plug is pulled: every state that POSIX allows.

The calls a program makes are recorded where they leave it. Then a strict disk is imagined: a file's
bytes last once the file is synced, its name once its folder is; of what is not synced, any sector
may have arrived, or not, or in part, and so may any length and any name.
"""

import os
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice, product
from pathlib import Path
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from companion.journal.disk import Disk
from tests.journal.disks import HASTY

SECTOR_BYTES = 512
"""What a disk writes in one go."""

LOCK = "data/lock"
"""The one file that is not followed."""

Tree = tuple[tuple[str, bytes | None], ...]
"""All that lies in a folder: paths in order, and the bytes of files or None for a folder."""


class Made(NamedTuple):
    """A file or folder was given a name."""

    path: str
    is_folder: bool


class Wrote(NamedTuple):
    """Bytes were handed to the system."""

    path: str
    offset: int
    data: bytes


class Sized(NamedTuple):
    """A file was cut."""

    path: str
    size: int


class Renamed(NamedTuple):
    """A file took the name, and the place, of another."""

    path: str
    new: str


class Removed(NamedTuple):
    """A file's name was taken away."""

    path: str


class Synced(NamedTuple):
    """The system said that a file, or the names in a folder, will last."""

    path: str


class Confirmed(NamedTuple):
    """The program said that this many events will last."""

    events: int


Step = Made | Wrote | Sized | Renamed | Removed | Synced | Confirmed
"""One thing that happened."""


@dataclass
class Recorder:
    """Writes down what a program does to a folder while it really does it."""

    root: Path
    """The folder."""

    ignored: frozenset[str] = frozenset()
    """Paths whose syncs are left out, to see whether that is noticed."""

    steps: list[Step] = field(default_factory=list)
    """The trace so far."""

    _names: dict[int, str] = field(default_factory=dict)

    def disk(self) -> Disk:
        """The disk to work with. Its syncs take no time; nobody pulls a real plug."""
        return replace(
            HASTY,
            open=self._open,
            write=self._write,
            ftruncate=self._ftruncate,
            fsync=self._sync,
            fdatasync=self._sync,
            mkdir=self._mkdir,
            unlink=self._unlink,
        )

    def confirmed(self, events: int) -> None:
        """Note that the program said so."""
        self.steps.append(Confirmed(events))

    def _open(self, path: Path, flags: int, mode: int) -> int:
        is_new = bool(flags & os.O_CREAT) and not path.exists()
        descriptor = HASTY.open(path, flags, mode)
        self._names[descriptor] = str(path.relative_to(self.root))
        if is_new:
            self._note(Made(self._names[descriptor], is_folder=False))
        return descriptor

    def _write(self, descriptor: int, data: bytes) -> int:
        offset = os.lseek(descriptor, 0, os.SEEK_CUR)
        taken = HASTY.write(descriptor, data)
        self._note(Wrote(self._names[descriptor], offset, data[:taken]))
        return taken

    def _ftruncate(self, descriptor: int, size: int) -> None:
        HASTY.ftruncate(descriptor, size)
        self._note(Sized(self._names[descriptor], size))

    def _sync(self, descriptor: int) -> None:
        if self._names[descriptor] not in self.ignored:
            self._note(Synced(self._names[descriptor]))

    def _mkdir(self, path: Path, mode: int) -> None:
        HASTY.mkdir(path, mode)
        self._note(Made(str(path.relative_to(self.root)), is_folder=True))

    def _unlink(self, path: Path) -> None:
        raise NotImplementedError(path)

    def _note(self, step: Step) -> None:
        if not isinstance(step, Confirmed) and step.path == LOCK:
            return  # it means nothing to the next process
        self.steps.append(step)


@dataclass
class Imagined:
    """A file or folder on the imagined disk."""

    is_folder: bool
    """Whether it is a folder."""

    lasting: bytes = b""
    """What the plug cannot take."""

    versions: list[bytes] = field(default_factory=list)
    """What it was after each step since."""

    is_named: bool = False
    """Whether its name will last."""

    @property
    def now(self) -> bytes:
        """What the program sees."""
        return self.versions[-1] if self.versions else self.lasting

    def images(self) -> Iterator[bytes | None]:
        """Yield all it may be after the plug was pulled."""
        if self.is_folder:
            yield None
        elif not self.versions:
            yield self.lasting
        else:
            yield from self._mixtures()

    def _mixtures(self) -> Iterator[bytes]:
        """Yield every length with every sector old, new, or torn."""
        history = [self.lasting, *self.versions]
        longest = max(map(len, history))
        padded = [version.ljust(longest, b"\0") for version in history]
        sectors = [
            list(dict.fromkeys(_torn([each[at : at + SECTOR_BYTES] for each in padded])))
            for at in range(0, longest, SECTOR_BYTES)
        ]
        sizes = {len(each) for each in history}
        ends = {at for at in range(0, longest, SECTOR_BYTES) if min(sizes) < at < max(sizes)}
        sizes |= ends | {(min(sizes) + max(sizes)) // 2}
        for mixed in product(*sectors):
            whole = b"".join(mixed)
            yield from (whole[:size] for size in sizes)


def _torn(sector: list[bytes]) -> Iterator[bytes]:
    """Yield the sector's versions, and two that arrived only in part."""
    yield from sector
    old, new = sector[0], sector[-1]
    changed = [at for at, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]
    if changed:
        middle = (changed[0] + changed[-1] + 1) // 2
        yield new[:middle] + old[middle:]
        yield old[:middle] + new[middle:]


class Disaster:
    """An imagined disk, which follows a trace and can be asked what a pulled plug would leave."""

    def __init__(self, start: Tree = ()) -> None:
        self._things = {
            path: Imagined(is_folder=data is None, lasting=data or b"", is_named=True)
            for path, data in start
        }
        self._pending: list[Renamed | Removed] = []  # changes of names that may not last

    def follow(self, step: Step) -> None:
        """Take one step of the trace."""
        match step:
            case Made(path, is_folder):
                self._things[path] = Imagined(is_folder)
            case Wrote(path, offset, data):
                now = self._things[path].now.ljust(offset, b"\0")
                after = now[:offset] + data + now[offset + len(data) :]
                self._things[path].versions.append(after)
            case Sized(path, size):
                now = self._things[path].now
                self._things[path].versions.append(now[:size].ljust(size, b"\0"))
            case Renamed() | Removed():
                self._pending.append(step)
            case Synced(path):
                self._sync(path)
            case Confirmed():
                pass

    def seen(self) -> Tree:
        """What a program that is killed and started again finds."""
        now = {path: None if t.is_folder else t.now for path, t in self._things.items()}
        return _tree(_renamed(now, self._pending))

    def cut(self) -> Iterator[Tree]:
        """Yield what the program sees, but one growing file ends anywhere in what is not synced.

        What is behind that place is not there, or it is zeros: its length came, its bytes did not.
        """
        seen = dict(self.seen())
        for path, thing in self._things.items():
            now = thing.now
            for at in range(len(thing.lasting), len(now)) if path in seen else ():
                yield _tree({**seen, path: now[:at]})
                yield _tree({**seen, path: now[:at].ljust(len(now), b"\0")})

    def left(self, limit: int, chance: random.Random) -> Iterator[Tree]:
        """Yield what the plug may leave; if that is too much, some by chance."""
        choices = [[*islice(self._fates(thing), 1_000)] for thing in self._things.values()]
        paths = list(self._things)
        count = 1
        for each in choices:
            count *= len(each)
        if count <= limit:
            chosen: Iterable[tuple[object, ...]] = product(*choices)
        else:
            chosen = (tuple(map(chance.choice, choices)) for _ in range(limit))
        for fates in chosen:
            left = dict(zip(paths, fates, strict=True))
            for arrived in range(len(self._pending) + 1):
                yield _tree(_renamed(left, self._pending[:arrived]))

    def _fates(self, thing: Imagined) -> Iterator[object]:
        if not thing.is_named:
            yield _Absent
        yield from dict.fromkeys(thing.images())

    def _sync(self, path: str) -> None:
        for other, thing in self._things.items():
            if str(Path(other).parent) == path:
                thing.is_named = True
        lasting = [each for each in self._pending if str(Path(each.path).parent) == path]
        self._things = _renamed(self._things, lasting)
        self._pending = [each for each in self._pending if each not in lasting]
        if path in self._things:
            thing = self._things[path]
            thing.lasting, thing.versions = thing.now, []


Thing = TypeVar("Thing")


def _renamed(things: Mapping[str, Thing], changes: Iterable[Renamed | Removed]) -> dict[str, Thing]:
    """Return what lies where once these names have changed."""
    now = dict(things)
    for change in changes:
        moved = now.pop(change.path, None)
        if isinstance(change, Renamed) and moved is not None:
            now[change.new] = moved
    return now


class _Absent:
    """The fate of a thing whose name did not arrive."""


def _tree(fates: Mapping[str, object]) -> Tree:
    """Put together what is there; what lies in a folder that is not there is not there."""
    tree: list[tuple[str, bytes | None]] = []
    there = {"."}
    for path, fate in sorted(fates.items()):
        if fate is not _Absent and str(Path(path).parent) in there:
            there.add(path)
            tree.append((path, fate if isinstance(fate, bytes) else None))
    return tuple(tree)


def states(
    steps: Iterable[Step], start: Disaster, chance: random.Random, limit: int = 200
) -> dict[Tree, int]:
    """Return all that may be left after any step, and how many events each must hold."""
    found: dict[Tree, int] = {}
    confirmed = 0
    for step in steps:
        start.follow(step)
        if isinstance(step, Confirmed):
            confirmed = step.events
        for tree in start.left(limit, chance):
            found[tree] = max(confirmed, found.get(tree, 0))
    return found


def laid_out(tree: Tree, root: Path) -> None:
    """Make a folder hold this and nothing else."""
    for path in sorted(root.rglob("*"), reverse=True):
        if path.is_dir():
            path.rmdir()
        else:
            path.unlink()
    for name, data in tree:
        if data is None:
            (root / name).mkdir()
        else:
            (root / name).write_bytes(data)
