"""The plug is pulled while people play, on a disk that loses what was not flushed.

Each life of the machine boots from what the cut before has left, is played at by pins, and ends by
the plug. What a lamp has shown as saved must be there at the next boot. How many lives: ``CUTS``.
"""

import contextlib
import os
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import sleep

from tests.machine import parts
from tests.machine.computer import Broken, Computer, Kind, switched_on
from tests.machine.conftest import STRENGTH, keep
from tests.machine.house import SETTINGS, begin_playing, confirmed, entries, foreseen, games
from tests.machine.log import FATES
from tests.machine.test_table import begun

CUTS = int(os.environ.get("RA_TEST_MACHINE_CUTS") or (4 if STRENGTH == "quick" else 200))


DEEDS = 40
"""So many are foreseen in a life; few lives see them all."""


FORGETFUL = (
    "find /opt/ra-companion/ -name disk.py -path '*companion/journal/*' -exec sed -i "
    r"-e 's/= os\.fdatasync$/= lambda fd: None/' -e 's/= os\.fsync$/= lambda fd: None/' {} +"
)
"""A journal that does not flush."""


class Lives:
    """A machine that is switched off by its plug, again and again."""

    def __init__(self, made: parts.Parts, folder: Path, seed: int) -> None:
        self._made, self._folder = made, folder
        self._chance = Random(seed)  # noqa: S311 - a proof's dice
        self.disk = folder / "disk.raw"
        parts.ran("cp", "--sparse=always", made.disk, self.disk)
        self.counts: Counter[str] = Counter()
        self.lost = 0
        """How many confirmed entries were missing, over all lives."""
        self._promised: list[bytes] = []
        """What the newest game must begin with."""

    @contextmanager
    def life(self, fate: str) -> Iterator[Computer]:
        """Boot; in the end the plug is pulled, and the disk is left with what the cut leaves."""
        here = self._folder / "life"
        shutil.rmtree(here, ignore_errors=True)
        with switched_on(self._made, here, Kind(disk=self.disk, is_logged=True)) as machine:
            yield machine
            machine.picture("cut")
            machine.unplug()
            log = machine.log()
            self.counts["flushes"] += log.flushes()
            log.cut(self.disk, fate, self._chance)
        keep(here)

    def look(self, machine: Computer) -> dict[str, bytes]:
        """Compare what is on the disk with what was promised."""
        journals = games(machine)
        there = entries(journals)
        kept = self._promised[: len(there)]
        if there[: len(kept)] != kept:
            raise Broken(f"another game: {there} instead of {self._promised}")
        self.lost += max(0, len(self._promised) - len(there))
        self.counts["confirmed entries"] += max(0, len(self._promised) - 1)
        self._promised = there
        return journals

    def begin(self, disaster: str = "") -> None:
        """Let two people begin a game; then all is flushed, and the plug is pulled."""
        here = self._folder / "first"
        shutil.rmtree(here, ignore_errors=True)
        with switched_on(
            self._made, here, Kind(disk=self.disk, is_logged=True), SETTINGS
        ) as machine:
            begun(machine)
            self._promised = entries(games(machine))
            machine.sh(f"systemctl stop ra-companion; {disaster or ':'}; sync")
            machine.unplug()
            machine.log().cut(self.disk, "kept", self._chance)

    def live(self, fate: str, seed: int) -> None:
        """Live once: boot, look, play, and lose the plug."""
        is_over = False
        with self.life(fate) as machine:
            journals = self.look(machine)
            evening = foreseen(2, seed, DEEDS, journals)
            is_over = len(evening.deeds) <= DEEDS
            begin_playing(machine, evening.deeds)
            wanted = self._chance.randint(3, len(evening.deeds))
            while not machine.is_done and len(machine.seen(1.0)) < wanted:
                pass
            sleep(self._chance.uniform(0, 0.6))
            seen = machine.seen()
            shown = confirmed(evening.deeds, seen)
            if shown >= 0:
                self._promised = evening.entries[: shown + 1]
            self.counts.update({"cuts": 1, fate: 1, "deeds": len(seen)})
        if is_over:
            self.again()

    def again(self) -> None:
        """The game is nearly over: look once more, and begin another one."""
        with switched_on(self._made, self._folder / "look", Kind(disk=self.disk)) as machine:
            self.look(machine)
        shutil.rmtree(self._folder / "look")
        self.begin()


def test_nothing_that_was_shown_as_saved_is_lost_when_the_plug_is_pulled(
    made: parts.Parts, tmp_path: Path
) -> None:
    lives = Lives(made, tmp_path, seed=20260102)
    lives.begin()
    for number in range(CUTS):
        lives.live(FATES[number % len(FATES)], seed=number)
        print(f"\n{dict(lives.counts)}, {lives.lost} lost", end="", flush=True)  # noqa: T201
    with lives.life("kept") as machine:
        lives.look(machine)
    assert lives.lost == 0
    assert lives.counts["cuts"] >= CUTS
    assert lives.counts["confirmed entries"] > CUTS


def test_a_journal_that_does_not_flush_is_caught(made: parts.Parts, tmp_path: Path) -> None:
    lives = Lives(made, tmp_path, seed=20260102)
    lives.begin(FORGETFUL)
    for number in range(6):
        with contextlib.suppress(Broken):  # it may be worse than a loss
            lives.live("dropped", seed=number)
        if lives.lost:
            break
    print(f"\n{dict(lives.counts)}, {lives.lost} lost", end="", flush=True)  # noqa: T201
    assert lives.lost > 0
