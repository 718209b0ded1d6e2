"""The plug is pulled while people play, on a disk that loses what was not flushed.

Each life of the machine boots from what the cut before has left, is played at by pins, and ends by
the plug. What a lamp has shown as saved must be there at the next boot. How many lives: ``CUTS``.

What the disk was told in a life also tells what it would hold had the plug been pulled at any
earlier moment. So after each deed, at some moment before the next one, the disk of such a cut is
put together, too: its filesystem is brought in order as a boot does it, and what had been shown as
saved by then must be there. Lives stand for whole machines, moments for disks only.

All of it goes on where it was stopped, in ``build/machine/cuts``, until the package changes.
"""

import os
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import sleep

import msgspec

from tests.machine import parts
from tests.machine.computer import Broken, Computer, Kind, switched_on
from tests.machine.conftest import STRENGTH, keep
from tests.machine.house import (
    DATA,
    SETTINGS,
    Evening,
    begin_playing,
    begun_elsewhere,
    confirmed,
    entries,
    foreseen,
    games,
    memory,
)
from tests.machine.log import FATES, Log

CUTS = int(os.environ.get("RA_TEST_MACHINE_CUTS") or (4 if STRENGTH == "quick" else 200))


DEEDS, A_GAME = 40, 5000
"""So many are foreseen in a life, and few lives see them all; only the first one sees a game."""


FORGETFUL = (
    "find /opt/ra-companion/ -name disk.py -path '*companion/journal/*' -exec sed -i "
    r"-e 's/= os\.fdatasync$/= lambda fd: None/' -e 's/= os\.fsync$/= lambda fd: None/' {} +"
)
"""A journal that does not flush."""


class Past(msgspec.Struct):
    """What has happened in all lives so far."""

    key: str
    """Of the disk that all began with."""
    lives: int = 0
    lost: int = 0
    """How many confirmed entries were missing, over all cuts."""
    counts: dict[str, int] = msgspec.field(default_factory=dict)
    promised: list[str] = msgspec.field(default_factory=list)
    """What the newest game must begin with."""


class Moment(msgspec.Struct, frozen=True):
    """When the plug could have been pulled, too."""

    size: int
    """Bytes of the log by then."""
    shown: int
    """How many entries the lamps had shown as saved; -1: what the life had begun with."""


class Lives:
    """A machine that is switched off by its plug, again and again."""

    def __init__(self, made: parts.Parts, folder: Path, seed: int, first: int = A_GAME) -> None:
        """Go on with what is in a folder, or begin; ``first``: the deeds of the first life."""
        self._first = first
        folder.mkdir(parents=True, exist_ok=True)
        self._made, self._folder, self._seed = made, folder, seed
        self.disk, self._file = folder / "disk.raw", folder / "past.json"
        self.past = Past((made.disk.parent / "disk.key").read_text())
        if self._file.exists():
            past = msgspec.json.decode(self._file.read_bytes(), type=Past)
            if past.key == self.past.key and self.disk.exists():
                self.past = past
                return
        _copied(made.disk, self.disk)

    @property
    def _promised(self) -> list[bytes]:
        return [each.encode() for each in self.past.promised]

    def _promise(self, lines: list[bytes]) -> None:
        self.past.promised = [each.decode() for each in lines]

    def _count(self, **more: int) -> None:
        self.past.counts = dict(Counter(self.past.counts) + Counter(more))

    @contextmanager
    def life(self, fate: str, chance: Random) -> Iterator[Computer]:
        """Boot; in the end the plug is pulled, and the disk is left with what the cut leaves."""
        here = self._folder / "life"
        shutil.rmtree(here, ignore_errors=True)
        with switched_on(self._made, here, Kind(disk=self.disk, is_logged=True)) as machine:
            yield machine
            machine.picture("cut")
            machine.unplug()
            log = machine.log()
            self._count(flushes=log.flushes())
            self._cut(log, fate, chance)
        keep(here)

    def _cut(self, log: Log, fate: str, chance: Random) -> None:
        """Cut the disk of the life that is over; it is the old one or the new one, never both."""
        new = self._folder / "new.raw"
        _copied(self.disk, new)
        log.cut(new, fate, chance)
        new.replace(self.disk)

    def _compare(self, there: list[bytes], promised: list[bytes]) -> None:
        """Compare what is on a disk with what was promised."""
        kept = promised[: len(there)]
        if there[: len(kept)] != kept:
            raise Broken(f"another game: {there} instead of {promised}")
        self.past.lost += len(promised) - len(kept)
        self._count(confirmed=max(0, len(promised) - 1))

    def look(self, machine: Computer) -> dict[str, bytes]:
        """Compare what is on the machine's disk with what was promised."""
        journals = games(machine)
        there = entries(journals)
        self._compare(there, self._promised)
        self._promise(there)
        return journals

    def begin(self, disaster: str = "") -> None:
        """Let two people begin a game at another table, and lay it on the machine's disk."""
        if self.past.promised:
            return
        journals = begun_elsewhere()
        with opened(self.disk) as root:
            shutil.rmtree(root / DATA[1:] / "games", ignore_errors=True)
            for name, content in journals.items():
                _lay(root, f"{DATA}/games/{name}", content)
            _lay(root, f"{DATA}/settings.toml", SETTINGS.encode())
            parts.ran("chroot", root, "sh", "-c", disaster or ":")
        self._promise(entries(journals))
        self._keep()

    def _keep(self) -> None:
        new = self._file.with_suffix(".new")
        new.write_bytes(msgspec.json.encode(self.past))
        new.replace(self._file)

    def live(self) -> None:
        """Live once: boot, look, play, and lose the plug."""
        number = self.past.lives
        fate, chance = FATES[number % len(FATES)], Random(self._seed * 1000 + number)  # noqa: S311
        before = self._folder / "before.raw"
        _copied(self.disk, before)
        began = self._promised
        with self.life(fate, chance) as machine:
            journals = self.look(machine)
            most = DEEDS if number else self._first
            evening = foreseen(2, number, most, journals)
            is_over = len(evening.deeds) <= most
            wanted = chance.randint(3, most) if number else most
            seen, moments = self._played(machine, evening, wanted, chance)
            shown = confirmed(evening.deeds, seen)
            if shown >= 0:
                self._promise(evening.entries[: shown + 1])
            self._count(cuts=1, deeds=len(seen), **{fate: 1})
        log = Log(self._folder / "life" / "log")
        for moment in moments:
            saved = evening.entries[: moment.shown + 1] if moment.shown >= 0 else began
            self._look_back(before, log, moment, saved, chance)
        self.past.lives += 1
        if is_over:
            self.look_without_booting()
            self._promise([])
            self.begin()
        self._keep()
        print(f"\n{self.past.counts}, {self.past.lost} lost", end="", flush=True)  # noqa: T201

    def _played(
        self, machine: Computer, evening: Evening, wanted: int, chance: Random
    ) -> tuple[list[dict[str, object]], list[Moment]]:
        """Let the hands play for a while; return what they saw, and moments at which they did."""
        log = machine.folder / "log"
        begin_playing(machine, evening.deeds)
        marks = [Moment(log.stat().st_size, -1)]
        seen: list[dict[str, object]] = []
        while not machine.is_done and len(seen) < wanted:
            told = machine.seen(1.0)
            if len(told) > len(seen):
                seen = told
                marks.append(Moment(log.stat().st_size, confirmed(evening.deeds, seen)))
        sleep(chance.uniform(0, 0.6))
        seen = machine.seen()
        end = log.stat().st_size
        if machine.is_done:
            self._end(machine, evening)
        ends = [each.size for each in marks[1:]] + [end]
        return seen, [
            Moment(chance.randint(mark.size, max(mark.size, to)), mark.shown)
            for mark, to in zip(marks, ends, strict=True)
        ]

    def _end(self, machine: Computer, evening: Evening) -> None:
        """Note how playing has ended; lamps that are not as foreseen are kept as a picture."""
        said = machine.answer()
        if said["stopped"] is None:
            if entries(games(machine)) != evening.entries:
                raise Broken("another game than was foreseen")
            self._count(finished=1)
        else:
            self._count(stopped=1)
            machine.picture("stopped")
            print(f"\n{said}", flush=True)  # noqa: T201 - a night's work goes on

    def _look_back(
        self, before: Path, log: Log, moment: Moment, saved: list[bytes], chance: Random
    ) -> None:
        """Compare the disk of a cut at an earlier moment with what was promised by then."""
        with memory() as folder:
            disk = folder / "moment.raw"
            _copied(before, disk)
            log.until(moment.size).cut(disk, chance.choice(FATES[:2]), chance)
            self._compare(entries(read(disk)), saved)
        self._count(moments=1)

    def look_without_booting(self) -> None:
        """Compare what the last cut has left with what was promised."""
        with memory() as folder:
            _copied(self.disk, folder / "disk.raw")
            self._compare(entries(read(folder / "disk.raw")), self._promised)


@contextmanager
def opened(disk: Path) -> Iterator[Path]:
    """Yield the tree on a disk, for a while."""
    with TemporaryDirectory() as folder:
        parts.ran("mount", "-o", "loop", disk, folder)
        try:
            yield Path(folder)
        finally:
            parts.ran("umount", folder)


def _lay(root: Path, name: str, content: bytes) -> None:
    """Write a file into the table's folder, as the table would have done."""
    (root / "root" / "new").write_bytes(content)
    owned = "install -o ra-companion -g ra-companion"
    folder = Path(name).parent
    words = f"{owned} -d -m 700 {DATA} {folder}; {owned} -m 600 /root/new {name}; rm /root/new"
    parts.ran("chroot", root, "sh", "-c", words)


def _copied(disk: Path, to: Path) -> None:
    parts.ran("cp", "--sparse=always", disk, to)


def read(disk: Path) -> dict[str, bytes]:
    """Return the journals on a disk that lost its power, its filesystem in order again."""
    parts.ran("sh", "-c", 'e2fsck -p "$0" || [ $? -eq 1 ]', disk)  # 1: it has mended something
    with TemporaryDirectory() as folder:
        parts.ran("debugfs", "-R", f"rdump {DATA}/games {folder}", disk)
        return {each.name: each.read_bytes() for each in Path(folder).glob("games/*")}


def test_nothing_that_was_shown_as_saved_is_lost_when_the_plug_is_pulled(
    made: parts.Parts,
) -> None:
    lives = Lives(made, parts.BUILT / "cuts", seed=20260102)
    lives.begin()
    while lives.past.lives < CUTS:
        lives.live()
    lives.look_without_booting()
    assert lives.past.lost == 0
    assert not lives.past.counts.get("stopped")
    assert lives.past.counts["cuts"] >= CUTS
    assert lives.past.counts["confirmed"] > CUTS


def test_a_journal_that_does_not_flush_is_caught(made: parts.Parts, tmp_path: Path) -> None:
    lives = Lives(made, tmp_path, seed=20260102, first=DEEDS)
    lives.begin(FORGETFUL)
    for _ in range(6):
        with suppress(Broken):  # it may be worse than a loss
            lives.live()
        if lives.past.lost:
            break
    print(f"\n{lives.past.counts}, {lives.past.lost} lost", end="", flush=True)  # noqa: T201
    assert lives.past.lost > 0
