"""How quick and how quiet the table is: from a button to the picture, and idle.

Every time stands beside a bare reference measured in turns in the same run; counts and memory are
absolute. Headless, with a table of five players.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.bare import BareLoop
from benchmarks.figures import Figure, milliseconds, p95
from companion.app.controls import Key
from companion.app.display import Display
from companion.app.game_store import GameStore
from companion.app.loop import Loop, Machines
from companion.app.scripts.hands import demo_game
from companion.app.systemd import Pulse
from companion.app.wakeup import Clock, Wakeup
from companion.core.messages import BringBack, Dealt, Message, Next, Play, TakeBack
from companion.core.mnemonics import TILE_KEYS
from companion.core.model import Model
from companion.core.session import Guest
from companion.i18n import Words
from companion.journal.disk import Disk
from companion.pages.new_game import Welcome
from companion.pages.scoring import EpochScores, HandsNow
from companion.pages.scoring.epoch import DEAF_SECONDS
from companion.paths import asset
from companion.rules.actions import Action
from companion.rules.editions import Setup, setup
from companion.rules.legal import can_draw
from companion.rules.model import Phase
from companion.rules.tiles import Tile
from companion.screen.sdl import Mode, Opening
from companion.screen.window import Window
from companion.selfplay import random_game
from companion.ui.scene import Scene
from companion.ui.style import Canvas
from companion.ui.text_metrics import type_from
from hardware.events import Control
from hardware.simulated import SimulatedPanel

SIZE = (1280, 720)


NAMES = ("Anna", "Marek", "Yuki", "Zsófi", "Olena")


SEED = 7


TURNS = 8


PRESSES = 120


IDLE_SECONDS = 10.0


SECONDS_OF_PEACE = 5.0
"""Between a lot and the next tile: nothing moves any more, as people are slower than pictures."""


LONG_GAMES = (100, 400, 1000, 10_000)


LONG_PRESSES = 32


MANY_ACTIONS = 190


MOST_UNDO = 2


MOST_MEGABYTES = {"1280x720": 90, "1920x1080": 130}


PATIENCE_SECONDS = 60.0


def _no_flush(_: int) -> None:
    """Pretend that the disk has it."""


class Watched(Display):
    """The window, with the time at which its picture was last brought up to date."""

    shown_at = 0.0

    def show(self, model: Model, words: Words) -> Scene[Message]:
        """Draw what differs; of something that moves, that is its first frame."""
        at_rest = super().show(model, words)
        self.shown_at = time.perf_counter()
        return at_rest


class Table:
    """The whole program but its command line, at a table of five."""

    def __init__(self, stack: ExitStack, folder: Path, disk: Disk) -> None:
        self.wakeup = Wakeup()
        stack.callback(self.wakeup.close)
        self._clock = Clock(time.monotonic)
        now = self._clock.now
        self.keeper = GameStore(folder, self.wakeup.wake, allow_memory=True, disk=disk)
        stack.callback(self.keeper.close)
        measures = type_from(asset("fonts", "advances.json").read_bytes())
        self.window = stack.enter_context(
            Window(Opening(Mode.HEADLESS, SIZE), asset(), measures, now)
        )
        self.panel = stack.enter_context(SimulatedPanel(self.wakeup.wake, clock=now))
        self.screen = Watched(self.window, Canvas(size=SIZE, type=measures))
        self.machines = Machines()
        self.loop = Loop(
            Model(page=Welcome(), now=now()),
            screen=self.screen,
            keeper=self.keeper,
            wakeup=self.wakeup,
            now=now,
            dice=Random(SEED),
            machines=self.machines,
            pulse=Pulse(),
            confirmed=lambda _: None,
            sound=lambda _: None,
        )
        self.loop.attach((self.panel,))
        self._dice = Random(SEED)
        self.parts: list[tuple[float, float, float]] = []
        """Of each tap: until the disk is asked, until it has answered, until the picture."""
        self.begin_random()

    def begin(self, dealt: Setup, actions: Sequence[Action]) -> None:
        """Begin a game, in which these actions lie ahead."""
        guests = tuple(Guest(button, name) for button, name in enumerate(dealt.players))
        self.loop.post(Dealt(dealt, guests, self.loop.model.session.agreement), "benchmark")
        self.finish()
        self._ahead = iter(actions)

    def begin_random(self) -> None:
        """Begin a random game of five."""
        dealt = setup(NAMES)
        self.begin(dealt, random_game(dealt, self._dice))

    def go_on(self) -> None:
        """Play on to the next turn at which a pharaoh can be drawn; after a game comes another."""
        while True:
            action = next(self._ahead, None)
            if action is None:
                self.begin_random()
                continue
            self.loop.post(Play(action), "benchmark")
            self.finish()
            while isinstance(self.loop.model.page, EpochScores | HandsNow):
                self._clock.push(DEAF_SECONDS)
                self.loop.post(Next(), "benchmark")
                self.finish()
            if self.can_draw:
                self._clock.push(SECONDS_OF_PEACE)
                self.finish()
                return

    @property
    def seq(self) -> int:
        """How many entries are on the disk."""
        timeline = self.loop.model.session.timeline
        return 0 if timeline is None else timeline.seq

    @property
    def can_draw(self) -> bool:
        """Whether the player in turn may draw a pharaoh, from which only the next turn follows."""
        game = self.loop.model.game
        has_room = can_draw(game) and game.lane.count(None) > 1
        return game.stage is Phase.TURN and has_room and bool(game.bag & Tile.PHARAOH.mask)

    def finish(self) -> None:
        """Turn until the disk owes nothing."""
        self.loop.finish()

    def draw_and_take_back(self) -> tuple[float, float]:
        """Draw a pharaoh and take it back, and return how long each took."""
        return self.tap(Control.P1), self.tap(Control.UNDO)

    def tap(self, control: Control) -> float:
        """Tap a button that can also be held, and return the seconds until its tap is shown.

        A tap is one when the button is let go, so the time runs from that edge. At a table of five
        every button can be held.
        """
        self.panel.press(control)
        self.finish()
        time.sleep(0.03)
        self.finish()
        return self._until_shown(lambda: self.panel.release(control))

    def type(self, key: str) -> float:
        """Press a key, which answers when it goes down, and return the same."""
        return self._until_shown(lambda: self.loop.post(Key(key, key), "key"))

    def _until_shown(self, begin: Callable[[], None]) -> float:
        before = self.seq
        began = time.perf_counter()
        begin()
        self.wakeup.sleep(0.5)
        self.loop.turn()
        asked = answered = time.perf_counter()
        while self.seq == before:
            self.wakeup.sleep(0.5)
            answered = time.perf_counter()
            self.loop.turn()
        taken = self.screen.shown_at - began
        self.parts.append((asked - began, answered - asked, self.screen.shown_at - answered))
        time.sleep(0.03)
        self.finish()
        return taken


@contextmanager
def table(disk: Disk | None = None) -> Iterator[Table]:
    """Open a table in a folder of its own on the disk where the program is installed."""
    with TemporaryDirectory(dir=sys.prefix) as folder, ExitStack() as stack:
        yield Table(stack, Path(folder), disk or Disk())


class Presses(NamedTuple):
    """What presses, taking back, and the bare loop took in turns, in seconds."""

    drawn: list[float]
    undone: list[float]
    bare: list[float]
    parts: list[tuple[float, float, float]]
    """Of what was drawn: until the disk is asked, until it has answered, until the picture."""


def press_to_picture(disk: Disk, flush: Callable[[int], None]) -> Presses:
    """Measure presses, each beside its reference."""
    found = Presses([], [], [], [])
    with table(disk) as ours, TemporaryDirectory(dir=sys.prefix) as folder:
        reference = BareLoop(Path(folder), SIZE, flush)
        for _ in range(PRESSES):
            ours.go_on()  # nobody draws the same tile at the same table again and again
            drawn, undone = ours.draw_and_take_back()
            found.drawn.append(drawn)
            found.undone.append(undone)
            found.parts.append(ours.parts[-2])
            began = time.perf_counter()
            reference.press()
            found.bare.append(time.perf_counter() - began)
            time.sleep(0.01)
        reference.close()
    return found


def key_to_picture() -> list[float]:
    """Measure keys, of which no picture can be prepared while a finger is down; no flush.

    Undo is a key, too: after a button every label would show keys again.
    """
    found = []
    with table(Disk(fdatasync=_no_flush, fsync=_no_flush)) as ours:
        for _ in range(PRESSES):
            ours.go_on()
            found.append(ours.type(TILE_KEYS[Tile.PHARAOH]))
            ours.type("z")
    return found


def flushes_of_an_event() -> float:
    """Return how often the disk is flushed for one event."""
    with table() as ours:
        before, flushed = ours.seq, ours.keeper.flushes
        for _ in range(TURNS):
            ours.draw_and_take_back()
        return (ours.keeper.flushes - flushed) / (ours.seq - before)


def in_a_long_game(entries: int) -> Presses:
    """Return what presses and taking back take in a game of so many entries, in seconds.

    It is the demonstration game up to its third epoch, in which people change their minds often;
    without the flush, so that what grows is not hidden behind the disk.
    """
    with table(Disk(fdatasync=_no_flush, fsync=_no_flush)) as ours:
        ours.begin(*demo_game())
        while ours.seq < min(MANY_ACTIONS, entries):
            ours.go_on()
        while ours.seq < entries:
            ours.loop.post(TakeBack(), "benchmark")
            ours.loop.post(BringBack(), "benchmark")
            ours.finish()
        pairs = [ours.draw_and_take_back() for _ in range(LONG_PRESSES)]
    return Presses([drawn for drawn, _ in pairs], [undone for _, undone in pairs], [], [])


def idle() -> float:
    """Return how often a second the whole process is woken at an idle table."""
    with TemporaryDirectory(dir=sys.prefix) as folder:
        command = [sys.executable, "-m", "companion", "run", "--headless", "--simulate"]
        process = subprocess.Popen(
            [*command, "--data", folder, "--start", str(asset("demo", "game.jsonl"))],
            stdout=subprocess.DEVNULL,
        )
        time.sleep(3.0)
        before = switches(process.pid)
        time.sleep(IDLE_SECONDS)
        after = switches(process.pid)
        process.terminate()
        process.wait()
    return (after - before) / IDLE_SECONDS


def switches(pid: int) -> int:
    """Return the voluntary context switches of all threads of a process so far."""
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        for line in (task / "status").read_text(encoding="ascii").splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                total += int(line.split()[1])
    return total


def peak_megabytes(size: str) -> float:
    """Return the peak memory of a process that plays the demonstration at this size.

    A small process starts it: Linux counts what the starter holds as the first peak.
    """
    with TemporaryDirectory(dir=sys.prefix) as folder:
        command = [sys.executable, "-m", "companion", "run", "--headless", "--simulate"]
        command += ["--size", size, "--demo", folder]
        starter = [sys.executable, "-c", _PEAK, *command]
        ran = subprocess.run(starter, stdout=subprocess.PIPE, check=True, text=True)
    return int(ran.stdout) / 1024


_PEAK = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
print(os.wait4(process.pid, 0)[2].ru_maxrss)
"""


def figures() -> list[Figure]:
    """Measure everything and return the figures."""
    wet = press_to_picture(Disk(), os.fdatasync)
    dry = press_to_picture(Disk(fdatasync=_no_flush, fsync=_no_flush), _no_flush)
    return [
        _against("button to picture", wet.drawn, wet.bare, "a bare loop", 2.5),
        _against("the same without the flush", dry.drawn, dry.bare, "a bare loop without it", 4),
        *_parts(dry.parts),
        _against("a key, without the flush", key_to_picture(), dry.bare, "a bare loop without it"),
        _against("taking back", wet.undone, wet.drawn, "a press", 2),
        *_growing(),
        _counted("wake-ups a second, idle", idle(), 12, digits=1),
        _counted("flushes for an event", flushes_of_an_event(), 1, digits=2),
        *(
            _counted(f"peak memory, {size} (MB)", peak_megabytes(size), most)
            for size, most in MOST_MEGABYTES.items()
        ),
    ]


def _against(
    what: str, ours: list[float], theirs: list[float], reference: str, most: float | None = None
) -> Figure:
    """Return our p95 in those of the reference, with how far both spread."""
    ratio = p95(ours) / p95(theirs)
    said = f"{ratio:.2f} × {reference}: {milliseconds(ours)} against {milliseconds(theirs)}"
    if most is None:
        return Figure(f"{what}, p95", said)
    return Figure(f"{what}, p95", said, f"{most} ×", ratio <= most)


def _parts(parts: list[tuple[float, float, float]]) -> list[Figure]:
    names = ("deciding", "the writer's thread, and back", "the new picture, built and painted")
    columns = zip(*parts, strict=True)
    return [
        Figure(f"of this: {name}", milliseconds(list(taken)))
        for name, taken in zip(names, columns, strict=True)
    ]


def _counted(what: str, found: float, most: float, digits: int = 0) -> Figure:
    return Figure(what, f"{found:.{digits}f}", f"at most {most}", round(found, digits) <= most)


def _growing() -> list[Figure]:
    """Return what a press costs the more entries a game has, in those of the shortest."""
    first: Presses | None = None
    found = []
    for entries in LONG_GAMES:
        here = in_a_long_game(entries)
        first = first or here
        press, undo = p95(here.drawn) / p95(first.drawn), p95(here.undone) / p95(here.drawn)
        found.append(
            Figure(
                f"after {entries} entries, without the flush, p95",
                f"a press {press:.2f} × as long as after {LONG_GAMES[0]},"
                f" taking back {undo:.2f} × a press",
                "taking back 2 ×",
                undo <= MOST_UNDO,
            )
        )
    return found


if __name__ == "__main__":
    for figure in figures():
        print(figure)
