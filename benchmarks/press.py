"""From a press to the picture, what an event costs on the disk, and what an idle table costs.

``python -m benchmarks.press FOLDER ENTRIES`` plays with data in that folder, and prints what
presses took beside a bare loop that does the least any such program must: wake, append a line,
flush it, show one ready picture. The two take turns.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from unittest.mock import patch

from benchmarks.bare import BareLoop
from benchmarks.measure import Figure, against, p95
from companion.app.gestures import Key
from companion.app.scripts.script import Script
from companion.cli.commands import main
from companion.core.commands import TILE_KEYS
from companion.core.messages import BringBack, Next, TakeBack
from companion.journal.book import GameWriter
from companion.journal.claim import claim
from companion.journal.disk import Disk
from companion.journal.games_dir import new_game
from companion.journal.lines import Event, Stamp
from companion.rules.actions import Action
from companion.rules.editions import setup
from companion.rules.legal import can_draw
from companion.rules.model import Phase
from companion.rules.records import record
from companion.rules.tiles import Tile
from hardware.events import Control
from tests.random_games import random_game

SIZE, NAMES = (1280, 720), ("Anna", "Marek", "Yuki", "Zsófi", "Olena")

PRESSES, EVENTS, LONG, IDLE_SECONDS = 60, 400, 3_000, 10.0

PATIENCE_SECONDS = 20.0

PEACE_SECONDS = 5.0
"""Between a lot and the next tile: nothing moves any more, as people are slower than pictures."""

IN_MEMORY = "/dev/shm"  # noqa: S108 - where a flush costs nothing

MOST, MOST_UNDO, MOST_GROWN, MOST_KEPT, MOST_WAKES = 2.5, 2, 1.5, 2, 12


class Presses:
    """Takes the place of whoever reads the script, and presses with a stop-watch."""

    def __init__(self, folder: Path, entries: int, *, is_flushed: bool) -> None:
        self._dice, self._entries = Random(7), entries
        self._bare = folder, os.fdatasync if is_flushed else lambda _: None
        self._now = time.perf_counter if is_flushed else time.process_time
        self._actions: Iterator[Action] = iter(())
        self.seconds: dict[str, list[float]] = {"button": [], "undo": [], "key": [], "bare": []}

    def run(self, script: Script) -> None:
        """Press and undo, in a game that goes on."""
        self._loop, self._script = script._loop, script  # noqa: SLF001 - a script is its fingers
        self._panel, self._wakeup = script._panel(), script._wakeup  # noqa: SLF001 - the same
        self._loop.finish()
        folder, flush = self._bare
        reference = BareLoop(folder, SIZE, flush)
        self._actions = iter(random_game(setup(NAMES), self._dice))
        self._lengthen()
        for _ in range(PRESSES):
            self._go_on()
            self._timed("button", self._press(Control.P1))
            self._timed("undo", self._press(Control.UNDO))
            self._timed("key", self._type(TILE_KEYS[Tile.PHARAOH]))
            self._timed("", self._type("z"))
            began = self._now()
            reference.press()
            self.seconds["bare"].append(self._now() - began)
            time.sleep(0.01)
        reference.close()

    def _timed(self, name: str, does: Callable[[], None]) -> None:
        self.seconds.setdefault(name, []).append(self._until_shown(does))

    def _lengthen(self) -> None:
        """Take back and bring back until so many entries are there."""
        self._go_on()
        while self._seq < self._entries:
            for message in (TakeBack(), BringBack()):
                self._loop.post(message, "benchmark")
                self._loop.finish()

    def _go_on(self) -> None:
        """Play on to the next turn at which a pharaoh can be drawn."""
        while True:
            self._script.play(json.dumps(record.entry(next(self._actions))))
            while not self._loop.model.page.is_table:
                self._rest()
                self._loop.post(Next(), "benchmark")
                self._loop.finish()
            game = self._loop.model.game
            has_room = can_draw(game) and game.track.count(None) > 1
            if game.stage is Phase.TURN and has_room and game.bag & Tile.PHARAOH.mask:
                self._rest()
                return

    def _rest(self) -> None:
        self._script._clock.advance(PEACE_SECONDS)  # noqa: SLF001 - the same
        self._loop.finish()

    @property
    def _seq(self) -> int:
        timeline = self._loop.model.session.timeline
        return 0 if timeline is None else timeline.seq

    def _press(self, control: Control) -> Callable[[], None]:
        """Put a finger on a button; it counts when the finger goes up, as is returned."""
        self._panel.press(control)
        self._loop.finish()
        time.sleep(0.03)
        self._loop.finish()
        return lambda: self._panel.release(control)

    def _type(self, key: str) -> Callable[[], None]:
        return lambda: self._loop.post(Key(key, key), "key")

    def _until_shown(self, does: Callable[[], None]) -> float:
        """Return the seconds until what is done is on the disk and on the screen.

        Without a flush they are the processor's, as others may use it, too.
        """
        before, began, patience = self._seq, self._now(), time.monotonic() + PATIENCE_SECONDS
        does()
        while self._seq == before:
            self._wakeup.sleep(self._loop.idle_seconds() or 0)
            self._loop.turn()
            if time.monotonic() > patience:
                raise TimeoutError(f"nothing came of it: {self._loop.model.screen.notice}")
        taken = self._now() - began
        time.sleep(0.03)
        self._loop.finish()
        return taken


def measured(folder: Path, entries: int) -> dict[str, list[float]]:
    """Return the seconds of presses in a child of ours, by what was pressed."""
    words = [sys.executable, "-m", "benchmarks.press", str(folder), str(entries)]
    done = subprocess.run(words, stdout=subprocess.PIPE, check=True, text=True)
    found: dict[str, list[float]] = json.loads(done.stdout.splitlines()[-1])
    return found


def play(folder: Path, entries: int) -> dict[str, list[float]]:
    """Do it here."""
    start = folder / "start.jsonl"
    start.write_text(json.dumps({"ra_record": 1, "players": NAMES}) + "\n", encoding="utf-8")
    settings = folder / "settings.toml"
    settings.write_text(
        "[panel]\nquiet_seconds = 0.001\n", encoding="utf-8"
    )  # else it is waited for
    presses = Presses(folder, entries, is_flushed=not folder.is_relative_to(IN_MEMORY))

    def run(script: Script, *_: object) -> None:
        presses.run(script)

    words = ["run", "--headless", "--simulate", "--size", "{}x{}".format(*SIZE)]
    words += ["--settings", str(settings), "--data", f"{folder}/data", "--start", str(start)]
    with patch.object(Script, "run", run):
        main([*words, "--script", os.devnull])
    return presses.seconds


def kept() -> tuple[list[float], list[float]]:
    """Return the seconds of an event in the journal, and of a bare append of the same bytes."""
    stamp = Stamp(1_767_384_930_000, 61_500, "0a8f5c9e", "button")
    event: Event = {"auction": "red", "bids": [4, 0, 9], "won": 2, "lot": ["gold", "nile"]}
    ours, bare = [], []
    with TemporaryDirectory(dir=sys.prefix) as where, claim(Path(where) / "data", Disk()) as mine:
        book = GameWriter(mine, new_game(mine.data, stamp.wall_ms))
        book.append(event, stamp)
        line = book.path.read_bytes()
        file = os.open(Path(where) / "bare", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        for _ in range(EVENTS):
            began = time.perf_counter()
            book.append(event, stamp)
            between = time.perf_counter()
            os.write(file, line)
            os.fdatasync(file)
            ours.append(between - began)
            bare.append(time.perf_counter() - between)
        os.close(file)
        book.close()
    return ours, bare


def idle() -> float:
    """Return how often a second the whole process is woken at an idle table."""
    with TemporaryDirectory(dir=sys.prefix) as folder:
        words = [sys.executable, "-m", "companion", "run", "--headless", "--simulate"]
        process = subprocess.Popen([*words, "--data", folder], stdout=subprocess.DEVNULL)
        time.sleep(3.0)
        before = _switches(process.pid)
        time.sleep(IDLE_SECONDS)
        after = _switches(process.pid)
        process.terminate()
        process.wait()
    return (after - before) / IDLE_SECONDS


def _switches(pid: int) -> int:
    """Return the voluntary context switches of all threads of a process so far."""
    lines = [
        line
        for task in Path(f"/proc/{pid}/task").iterdir()
        for line in (task / "status").read_text(encoding="ascii").splitlines()
    ]
    return sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches"))


def figures() -> list[Figure]:
    """Measure everything."""
    with TemporaryDirectory(dir=sys.prefix) as disk:
        wet = measured(Path(disk), 0)
    with TemporaryDirectory(dir=IN_MEMORY) as memory, TemporaryDirectory(dir=IN_MEMORY) as more:
        dry, long = measured(Path(memory), 0), measured(Path(more), LONG)
    grown, wakes = p95(long["button"]) / p95(dry["button"]), idle()
    return [
        against("button to picture", wet["button"], wet["bare"], "a bare loop", MOST),
        *(
            against(f"{name} to picture, no flush", dry[name], dry["bare"], "a bare loop",
                    None)
            for name in ("button", "key")
        ),
        against("undo", wet["undo"], wet["button"], "a press", MOST_UNDO),
        Figure(f"a press after {LONG:,} entries", f"p95 {1000 * p95(long['button']):.2f} ms",
               f"{grown:.2f} × in a new game", f"≤ {MOST_GROWN} ×", grown <= MOST_GROWN),
        against("an event kept", *kept(), "a bare append and fdatasync", MOST_KEPT, tail=False),
        Figure("wake-ups a second, idle", f"{wakes:.1f}", "", f"≤ {MOST_WAKES}",
               wakes <= MOST_WAKES),
    ]  # fmt: skip


if __name__ == "__main__":
    print(json.dumps(play(Path(sys.argv[1]), int(sys.argv[2]))))
