"""The plug is pulled while people play, on a disk that loses whatever was not flushed.

The machine boots from what a cut has left and is frozen there. From then on it lives more than
once: each time other people play on by pins, and each life ends by the plug, at another moment.
What a lamp had shown as saved must be on the disk of that life: the kernel mounts it, and brings
its filesystem in order as it does when it boots. The last of these lives plays longest, and what it
leaves the machine boots from.

All of it goes on where it was stopped, until the package changes.
"""

import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, sleep

import msgspec

from release.tests.machine import fetching, parts
from release.tests.machine.computer import Broken, Computer, Kind, switched_on
from release.tests.machine.house import (
    DATA,
    SETTINGS,
    Evening,
    begin_playing,
    begun_elsewhere,
    confirmed,
    entries,
    foreseen,
    games,
    keep,
)
from release.tests.machine.log import FATES, Log
from release.tests.roots import apart

CUTS_A_BOOT = 20


SHORT, LONG = 5, 16
"""This many deeds at most, and in the last life of a boot: the game is to go on, too."""


MOST_STOPPED = 0.02
"""Of all lives: one ends where a lamp is not as foreseen, and is looked at like the others. What
comes by itself may come earlier on a machine whose clock runs on while it waits."""


FORGETFUL = (
    "find /opt/ra-companion/ -name disk.py -path '*companion/journal/*' -exec sed -i "
    r"-e 's/= os\.fdatasync$/= lambda fd: None/' -e 's/= os\.fsync$/= lambda fd: None/' {} +"
)
"""A journal that does not flush."""


class Past(msgspec.Struct):
    """What has happened in all lives so far."""

    key: str
    """Of the disk that all began with."""
    lost: int = 0
    """How many confirmed entries were missing, over all cuts."""
    counts: dict[str, int] = msgspec.field(default_factory=dict)
    promised: list[str] = msgspec.field(default_factory=list)
    """What the newest game must begin with, at the next boot."""


class Lives:
    """A machine that is switched off by its plug, again and again."""

    def __init__(self, made: parts.Parts, folder: Path, seed: int) -> None:
        """Go on with what is in a folder, or begin."""
        folder.mkdir(parents=True, exist_ok=True)
        self._made, self._folder, self._seed = made, folder, seed
        self.disk, self._file = folder / "disk.raw", folder / "past.json"
        self._base, self._frozen = folder / "base.raw", folder / "frozen"
        self.past = Past((made.disk.parent / "disk.key").read_text())
        if self._file.exists():
            past = msgspec.json.decode(self._file.read_bytes(), type=Past)
            if past.key == self.past.key and self.disk.exists():
                self.past = past
                return
        _copied(made.disk, self.disk)

    @property
    def cuts(self) -> int:
        """How often the plug was pulled."""
        return self.past.counts.get("cuts", 0)

    def _count(self, **more: int) -> None:
        self.past.counts = dict(Counter(self.past.counts) + Counter(more))

    def _compare(self, there: list[bytes], promised: list[bytes]) -> None:
        """Compare what is on a disk with what was promised."""
        kept = promised[: len(there)]
        if there[: len(kept)] != kept:
            raise Broken(f"another game: {there} instead of {promised}")
        self.past.lost += len(promised) - len(kept)
        self._count(confirmed=max(0, len(promised) - 1))

    def begin(self, disaster: str = "") -> None:
        """Let two people begin a game at another table, and lay it on the machine's disk."""
        if self.past.promised:
            return
        journals = begun_elsewhere()
        with opened(self.disk) as root:
            shutil.rmtree(root / DATA[1:] / "games", ignore_errors=True)
            (root / DATA[1:] / "calls.json").unlink(missing_ok=True)
            for name, content in journals.items():
                _lay(root, f"{DATA}/{name}", content)
            _lay(root, f"{DATA}/settings.toml", SETTINGS.encode())
            fetching.ran("chroot", root, "sh", "-c", disaster or ":")
        self._keep(entries(journals))

    def _keep(self, promised: list[bytes]) -> None:
        """Keep the past, so that somebody can go on with it."""
        self.past.promised = [each.decode() for each in promised]
        new = self._file.with_suffix(".new")
        new.write_bytes(msgspec.json.encode(self.past))
        new.replace(self._file)

    def boot(self) -> dict[str, bytes]:
        """Boot from what the cut before has left, look what is there, and freeze the machine."""
        began, here = monotonic(), self._folder / "boot"
        shutil.rmtree(here, ignore_errors=True)
        with switched_on(self._made, here, Kind(disk=self.disk, is_logged=True)) as machine:
            journals = games(machine)
            there = entries(journals)
            self._compare(there, [each.encode() for each in self.past.promised])
            machine.picture("booted")
            machine.freeze(self._frozen)
        _copied(self.disk, self._base)
        Log(here / "log").cut(self._base, "kept", Random(0))  # noqa: S311 - nothing is drawn
        self._count(boots=1)
        self._keep(there)
        keep(here)
        self._tell(began)
        return journals

    def _tell(self, began: float) -> None:
        took = monotonic() - began
        print(f"\n{took:.0f} s; {self.past.counts}, {self.past.lost} lost", end="", flush=True)

    def live(self, journals: dict[str, bytes], most: int) -> tuple[Path, list[bytes], bool]:
        """Go on from where it was frozen, play, and lose the plug.

        Returns:
            The disk as the cut leaves it, what must be on it, and whether the game is over.
        """
        began, here, new = monotonic(), self._folder / "life", self._folder / "new.raw"
        shutil.rmtree(here, ignore_errors=True)
        chance = Random(self._seed * 1000 + self.cuts)  # noqa: S311
        wanted = chance.randint(1, most)
        evening = foreseen(2, chance.randint(0, 1 << 30), wanted + 2, journals)
        machine = Computer(
            self._made, here, Kind(disk=self._base, is_logged=True, frozen=self._frozen)
        )
        try:
            seen = self._played(machine, evening, wanted, chance)
        finally:
            machine.unplug()
        fate = FATES[self.cuts % len(FATES)]
        log = machine.log()
        _copied(self._base, new)
        log.cut(new, fate, chance)
        shown = confirmed(evening.deeds, seen)
        promised = evening.entries[: shown + 1] if shown >= 0 else entries(journals)
        self._count(cuts=1, deeds=len(seen), flushes=log.flushes(), **{fate: 1})
        self._tell(began)
        return new, promised, len(evening.deeds) <= wanted + 2

    def _played(
        self, machine: Computer, evening: Evening, wanted: int, chance: Random
    ) -> list[dict[str, object]]:
        """Let the hands play for a while, and return what they saw."""
        begin_playing(machine, evening.deeds)
        while not machine.is_done and len(machine.seen()) <= wanted:
            machine.seen(1.0)
        sleep(chance.uniform(0, 1.5))
        seen = machine.seen()
        if machine.is_done and (said := machine.answer())["stopped"] is not None:
            self._count(stopped=1)
            machine.picture("stopped")
            keep(machine.folder)
            print(f"\n{said}", flush=True)
        return seen

    def lives(self, most: int) -> None:
        """Boot, and live this many times, each time from there."""
        journals = self.boot()
        for _ in range(min(most, CUTS_A_BOOT) - 1):
            disk, promised, _ = self.live(journals, SHORT)
            self._compare(entries(read(disk)), promised)
            self._count(mounted=1)
            self._keep(entries(journals))
        disk, promised, is_over = self.live(journals, LONG)
        disk.replace(self.disk)
        self._keep(promised)
        if is_over:
            self._compare(entries(read(self.disk)), promised)
            self._count(mounted=1, games=1)
            self._keep([])
            self.begin()


def pulled(made: parts.Parts, cuts: int) -> Past:
    """Pull the plug until that was done so often, boot once more, and return what was seen."""
    lives = Lives(made, fetching.BUILT / "cuts", seed=20260102)
    lives.begin()
    while lives.cuts < cuts:
        lives.lives(cuts - lives.cuts)
    lives.boot()
    return lives.past


def pulled_without_flushes(made: parts.Parts, folder: Path) -> Past:
    """Pull the plug a few times where the journal does not flush, and return what was seen."""
    lives = Lives(made, folder, seed=20260102)
    lives.begin(FORGETFUL)
    with suppress(Broken):  # it may be worse than a loss
        lives.lives(3)
    return lives.past


@contextmanager
def opened(disk: Path) -> Iterator[Path]:
    """Yield the tree on a disk, for a while."""
    apart()
    with TemporaryDirectory() as folder:
        fetching.ran("mount", "-o", "loop", disk, folder)
        try:
            yield Path(folder)
        finally:
            fetching.ran("umount", folder)


def _lay(root: Path, name: str, content: bytes) -> None:
    """Write a file into the table's folder, as the table would have done."""
    (root / "root" / "new").write_bytes(content)
    owned = "install -o ra-companion -g ra-companion"
    folder = Path(name).parent
    words = f"{owned} -d -m 700 {DATA} {folder}; {owned} -m 600 /root/new {name}; rm /root/new"
    fetching.ran("chroot", root, "sh", "-c", words)


def _copied(disk: Path, to: Path) -> None:
    fetching.ran("cp", "--sparse=always", disk, to)


def read(disk: Path) -> dict[str, bytes]:
    """Return the journals on a disk that lost its power, as the kernel finds them."""
    with opened(disk) as root:
        return lying(root)


def lying(root: Path) -> dict[str, bytes]:
    """Return the journals in a tree."""
    found = (root / DATA[1:] / "games").glob("*")
    return {f"games/{each.name}": each.read_bytes() for each in found if each.is_file()}
