"""A process that writes as fast as it can is killed again and again; nothing confirmed is lost."""

import os
import random
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import pytest

from companion.journal.games_dir import find, read
from tests.crash.listener import Listener
from tests.crash.nursery import event

pytestmark = pytest.mark.crash

EARLY_SECONDS = 0.03

MANY_LINES = 20

LIVES, LIVES_PER_GAME = 80, 6

PATIENCE_SECONDS = 20


def environment() -> dict[str, str]:
    """What a child needs to import what we import."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


class Moment(NamedTuple):
    """When a child dies: at the earlier of the two."""

    seconds: float
    """After its birth."""

    lines: int
    """Having confirmed this many."""


def by_chance(chance: random.Random) -> Moment:
    """A moment early in a life, or after some work, however slow the machine is today."""
    if chance.random() < 1 / 2:
        return Moment(chance.uniform(0, EARLY_SECONDS), MANY_LINES)
    return Moment(PATIENCE_SECONDS, chance.randrange(1, MANY_LINES))


@dataclass(kw_only=True)
class Nursery(Listener):
    """The program that forks writers, and what they have said."""

    data: Path
    """Their folder."""

    confirmed: dict[str, int] = field(default_factory=dict)
    """How many lines of each game must be there."""

    def life(self, command: str, moment: "Moment") -> None:
        """Let a child live until this moment and kill it."""
        assert self.program.stdin is not None
        self.program.stdin.write(command.encode() + b"\n")
        self.program.stdin.flush()
        pid = int(self.until(b"pid ").split()[-1])
        deadline = monotonic() + moment.seconds
        while (left := deadline - monotonic()) > 0 and self.heard.count(b"\n") < moment.lines:
            self.listen(left)
        os.kill(pid, signal.SIGKILL)
        for line in self.until(b"dead").splitlines():
            if line.startswith(b"confirmed "):
                _, game, count = line.decode().split()
                self.confirmed[game] = int(count)

    def keeps_its_word(self) -> None:
        """Every confirmed line of every game is there, in order."""
        for game, count in self.confirmed.items():
            game_file = find(self.data, game)
            assert game_file is not None, f"all {count} confirmed events are lost"
            lines = read(game_file).lines
            assert [line.event for line in lines] == [*map(event, range(len(lines)))]
            assert len(lines) >= count, f"{count - len(lines)} confirmed events are lost"


def test_a_kill_at_any_moment_takes_nothing_confirmed(tmp_path: Path) -> None:
    command = [sys.executable, str(Path(__file__).with_name("nursery.py")), str(tmp_path / "data")]
    chance = random.Random("storm")  # noqa: S311 - a test's dice
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
    ) as program:
        nursery = Nursery(
            program=program, data=tmp_path / "data", patience_seconds=PATIENCE_SECONDS
        )
        for number in range(LIVES):
            nursery.life("new" if number % LIVES_PER_GAME == 0 else "on", by_chance(chance))
            nursery.keeps_its_word()
        assert sum(nursery.confirmed.values()) > LIVES
        assert program.poll() is None
        assert program.stdin is not None
        program.stdin.close()


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_the_system_sees_one_write_and_one_flush_before_each_confirmation(tmp_path: Path) -> None:
    log = tmp_path / "calls"
    script = (
        "import sys; from pathlib import Path; from tests.crash.nursery import *\n"
        "ours = claim(Path(sys.argv[1])); book = GameWriter(ours, new_game(ours.data, 0))\n"
        "for n in range(5): book.append(event(n), STAMP); say(f'confirmed {n}')\n"
    )
    traced = ["strace", "-y", "-o", str(log), "-e", "trace=write,pwrite64,fsync,fdatasync"]
    command = [*traced, sys.executable, "-c", script, str(tmp_path / "data")]
    run = subprocess.run(command, env=environment(), capture_output=True, check=False)
    if run.returncode and b"ptrace" in run.stderr:
        pytest.skip("this system lets nobody trace")
    assert run.stdout.split(b"\n")[-2] == b"confirmed 4"
    calls = [
        line for line in log.read_text().splitlines() if ".jsonl" in line or "confirmed" in line
    ]
    assert len(calls) == 3 * 5
    for written, flushed, confirmed in zip(*[iter(calls)] * 3, strict=True):
        assert written.startswith("write(")
        assert flushed.startswith("fdatasync(")
        assert "confirmed" in confirmed
