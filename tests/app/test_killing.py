"""The whole program is killed at random moments of a game; nothing that it confirmed is missing."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic

import msgspec
import pytest

from companion.journal import games_dir
from companion.rules.editions import setup
from companion.rules.records import positions, record
from companion.rules.records.entries import Entry, Redo, Undo
from companion.rules.records.timeline import Timeline, begin, enter
from tests.core.desk import dice, states
from tests.crash.listener import Listener
from tests.crash.test_storm import environment
from tests.rules.table import NAMES
from tests.together import EVERY

pytestmark = pytest.mark.crash

LIVES = 12 if EVERY else 4
"""Of each of the two tables; `make proof` kills ten thousand."""


class Mother(Listener):
    """The program that forks tables, and what its child has said."""

    def life(self, arguments: list[str], chance: Random) -> list[str]:
        """Let a table live for a while, kill it unless it is done, and return what it has said."""
        assert self.program.stdin is not None
        self.program.stdin.write(json.dumps(arguments).encode() + b"\n")
        self.program.stdin.flush()
        pid = int(self.until(b"pid ").split()[-1])
        said = b""
        confirmations = chance.randrange(6)  # counted, not timed: a busy computer plays on, too
        while said.count(b"confirmed ") < confirmations and b"dead" not in said:
            said += self.until(b"confirmed ", b"dead")
        # Then somewhere within the next entry; before the first one perhaps before any picture.
        deadline = monotonic() + chance.uniform(0, 0.06 if confirmations else 0.3)
        while (left := deadline - monotonic()) > 0:
            self.listen(left)
        if b"dead" not in said + self.heard:
            with suppress(ProcessLookupError):  # it has just ended, and everything is entered
                os.kill(pid, signal.SIGKILL)
        if b"dead" not in said:
            said += self.until(b"dead")
        *lines, end = said.decode().splitlines()
        assert end in ("dead 0", f"dead {-signal.SIGKILL}"), said.decode()
        return lines


@dataclass
class Evening:
    """A game that is played by many tables, one after the other, none of which ends by itself."""

    folder: Path
    entries: list[Entry]
    """All that will be entered."""

    timelines: list[Timeline]
    """The game after each of them, the start first."""

    confirmed: int = -1
    """How many entries must be there; -1: not even the game."""

    proved: int = -1
    """How many entries the journal held when it was last looked at; -1: no game."""

    kills: int = 0
    steps: set[int] = field(default_factory=set)
    """After how many entries a table was killed."""

    @property
    def data(self) -> Path:
        """The data folder."""
        return self.folder / "data"

    @property
    def is_over(self) -> bool:
        """Whether everything has been entered."""
        return self.proved == len(self.entries)

    def read(self) -> int:
        """Return how many entries the journal holds, having compared them; -1: no game."""
        game_files = games_dir.game_files(self.data)
        if not game_files or not (lines := games_dir.read(game_files[-1]).lines):
            return -1
        events = [line.event for line in lines[1:]]
        assert events == [record.entry(entry) for entry in self.entries[: len(events)]]
        return len(events)

    def arguments(self) -> list[str]:
        """Write the next table's script and return its command line."""
        lines = [f"state {self.folder / 'state.json'}"]
        lines += [
            f"play {json.dumps(record.entry(each))}" for each in self.entries[max(0, self.proved) :]
        ]
        script = self.folder / "script.txt"
        script.write_text("".join(f"{line}\n" for line in lines))
        start = ["--start", str(self.folder / "start.jsonl")] if self.proved < 0 else []
        return ["run", "--headless", "--simulate", "--data", str(self.data),
                *start, "--script", str(script)]  # fmt: skip

    def heard(self, said: list[str]) -> None:
        """Compare what a killed table has said, and shown, with what is there."""
        before = max(0, self.confirmed)
        numbers = [int(line.split()[1]) for line in said if line.startswith("confirmed ")]
        proved = self.proved = self.read()
        assert numbers == list(range(numbers[0], numbers[-1] + 1)) if numbers else True
        self.confirmed = max([self.confirmed, *numbers])
        assert proved >= self.confirmed, f"{self.confirmed - proved} confirmed events are lost"
        assert proved <= self.confirmed + 1 or not numbers, "more than one unconfirmed event"
        self._shown(before)
        self.kills += 1
        self.steps.add(proved)

    def _shown(self, at_least: int) -> None:
        """Compare the state that the table showed first with the game as it was then."""
        state = self.folder / "state.json"
        if not state.exists() or not (raw := state.read_bytes()).endswith(b"\n"):
            return  # killed before it could say
        found = json.loads(raw)
        assert found["seq"] >= at_least, "a confirmed event was not shown after the next start"
        timeline = self.timelines[found["seq"]]
        wanted = positions.state(timeline.game, timeline.seq, timeline.events)
        assert found == json.loads(msgspec.json.encode(wanted))
        state.unlink()


def an_evening(folder: Path, players: int) -> Evening:
    """Return a game in which now and then something is taken back and comes again."""
    chance = dice(players)
    timelines = [begin(setup(NAMES[:players]))]
    entries: list[Entry] = []

    def make(entry: Entry) -> None:
        entries.append(entry)
        timelines.append(enter(timelines[-1], entry))

    for _, action in states(players, seed=5):
        make(action)
        if chance.random() < 0.1 and len(entries) > 2:
            for entry in (Undo(2), Redo(1), Redo(1)):
                make(entry)
    folder.mkdir(parents=True)
    (folder / "start.jsonl").write_bytes(record.write(timelines[0].start.setup, ()))
    return Evening(folder, entries, timelines)


@pytest.fixture
def mothers() -> Iterator[list[Mother]]:
    """Two programs that fork tables: as many as the smallest machine has cores."""
    command = [sys.executable, str(Path(__file__).with_name("births.py"))]
    programs = [
        subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment(),
        )
        for _ in range(2)
    ]
    yield [Mother(program=program) for program in programs]
    for program in programs:
        assert program.stdin is not None
        program.stdin.close()
        program.wait()
        assert program.stdout is not None
        program.stdout.close()


def killed(mother: Mother, folder: Path, players: int) -> list[Evening]:
    """Kill this many tables, and begin another evening whenever one is over."""
    chance = dice(players)
    evenings = [an_evening(folder / "0", players)]
    for _ in range(LIVES):
        if evenings[-1].is_over:
            evenings.append(an_evening(folder / str(len(evenings)), players))
        evening = evenings[-1]
        evening.heard(mother.life(evening.arguments(), chance))
    return evenings


def test_games_killed_at_any_moment_go_on_with_all_that_was_confirmed(
    mothers: list[Mother], tmp_path: Path
) -> None:
    with ThreadPoolExecutor(2) as pool:
        both = pool.map(killed, mothers, (tmp_path / "three", tmp_path / "five"), (3, 5))
        evenings = [evening for several in both for evening in several]
    assert sum(evening.kills for evening in evenings) >= 2 * LIVES - len(evenings)
    assert sum(evening.confirmed for evening in evenings) > LIVES
    assert sum(len(evening.steps) for evening in evenings) > LIVES
