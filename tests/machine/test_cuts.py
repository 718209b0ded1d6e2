"""The plug is pulled while people play, on a disk that loses what was not flushed.

Each life of the machine boots from what the cut before has left, is played at by pins, and ends by
the plug. What a lamp has shown as saved must be there at the next boot. How many lives: ``CUTS``.

What the disk was told in a life also tells what it would hold had the plug been pulled at any
earlier moment. So after each deed, at some moments before the next one, the disk of such a cut is
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
    confirmed,
    entries,
    foreseen,
    games,
)
from tests.machine.log import FATES, Log
from tests.machine.test_table import begun

CUTS = int(os.environ.get("RA_TEST_MACHINE_CUTS") or (4 if STRENGTH == "quick" else 200))


DEEDS = 40
"""So many are foreseen in a life; few lives see them all."""


MOMENTS = 3
"""So many other cuts are looked at between two deeds."""


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

    def __init__(self, made: parts.Parts, folder: Path, seed: int) -> None:
        """Go on with what is in a folder, or begin."""
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
        """Let two people begin a game; then all is flushed, and the plug is pulled."""
        if self.past.promised:
            return
        here = self._folder / "first"
        shutil.rmtree(here, ignore_errors=True)
        with switched_on(
            self._made, here, Kind(disk=self.disk, is_logged=True), SETTINGS
        ) as machine:
            begun(machine)
            self._promise(entries(games(machine)))
            machine.sh(f"systemctl stop ra-companion; {disaster or ':'}; sync")
            machine.unplug()
            self._cut(machine.log(), "kept", Random(0))  # noqa: S311 - no dice fall
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
            evening = foreseen(2, number, DEEDS, journals)
            is_over = len(evening.deeds) <= DEEDS
            seen, moments = self._played(machine, evening, chance)
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
            self._again()
        self._keep()
        print(f"\n{self.past.counts}, {self.past.lost} lost", end="", flush=True)  # noqa: T201

    def _played(
        self, machine: Computer, evening: Evening, chance: Random
    ) -> tuple[list[dict[str, object]], list[Moment]]:
        """Let the hands play for a while; return what they saw, and moments at which they did."""
        log = machine.folder / "log"
        begin_playing(machine, evening.deeds)
        wanted = chance.randint(3, len(evening.deeds))
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
        ends = [each.size for each in marks[1:]] + [end]
        return seen, [
            Moment(chance.randint(mark.size, max(mark.size, to)), mark.shown)
            for mark, to in zip(marks, ends, strict=True)
            for _ in range(MOMENTS)
        ]

    def _look_back(
        self, before: Path, log: Log, moment: Moment, saved: list[bytes], chance: Random
    ) -> None:
        """Compare the disk of a cut at an earlier moment with what was promised by then."""
        disk = self._folder / "moment.raw"
        _copied(before, disk)
        log.until(moment.size).cut(disk, chance.choice(FATES[:2]), chance)
        self._compare(entries(read(disk)), saved)
        self._count(moments=1)

    def _again(self) -> None:
        """The game is nearly over: look once more, and begin another one."""
        with switched_on(self._made, self._folder / "look", Kind(disk=self.disk)) as machine:
            self.look(machine)
        shutil.rmtree(self._folder / "look")
        self._promise([])
        self.begin()


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
    with lives.life("kept", Random(0)) as machine:  # noqa: S311 - no dice fall
        lives.look(machine)
    assert lives.past.lost == 0
    assert lives.past.counts["cuts"] >= CUTS
    assert lives.past.counts["confirmed"] > CUTS


def test_a_journal_that_does_not_flush_is_caught(made: parts.Parts, tmp_path: Path) -> None:
    lives = Lives(made, tmp_path, seed=20260102)
    lives.begin(FORGETFUL)
    for _ in range(6):
        with suppress(Broken):  # it may be worse than a loss
            lives.live()
        if lives.past.lost:
            break
    print(f"\n{lives.past.counts}, {lives.past.lost} lost", end="", flush=True)  # noqa: T201
    assert lives.past.lost > 0
