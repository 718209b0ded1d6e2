"""How quick and how quiet the table is: from a button to the picture, at the start, and idle.

Every time stands beside a bare reference measured in turns in the same run; counts and memory are
absolute. Headless, with a table of five players.
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from benchmarks.bare import WINDOW, BareLoop
from benchmarks.figures import Figure
from companion.app.demo import demo_game
from companion.app.keeping import Keeper
from companion.app.loop import Loop
from companion.app.showing import Showing
from companion.app.wakeup import Wakeup
from companion.core.messages import BringBack, Dealt, Message, Play, TakeBack
from companion.core.model import Guest, Model
from companion.journal.disk import Disk
from companion.paths import asset
from companion.rules.editions import setup
from companion.screen import Mode, Opening, Window
from companion.view.canvas import Canvas
from companion.view.scene import Scene
from companion.view.type import type_from
from companion.words import Words
from hardware.events import Control
from hardware.simulated import SimulatedPanel

SIZE = (1280, 720)
NAMES = ("Anna", "Marek", "Yuki", "Zsófi", "Olena")
TURNS = 8
PRESSES = 120
IDLE_SECONDS = 10.0
LONG_GAME = 400
MANY_ACTIONS = 190
PATIENCE_SECONDS = 60.0


def _no_flush(_: int) -> None:
    """Pretend that the disk has it."""


class Watched(Showing):
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
        now = time.monotonic
        self.keeper = Keeper(folder, self.wakeup.wake, now, allow_memory=True, disk=disk)
        stack.callback(self.keeper.close)
        measures = type_from(asset("fonts", "advances.json").read_bytes())
        self.window = stack.enter_context(
            Window(Opening(Mode.HEADLESS, SIZE), asset(), measures, now)
        )
        self.panel = stack.enter_context(SimulatedPanel(self.wakeup.wake))
        self.screen = Watched(self.window, Canvas(size=SIZE, type=measures))
        self.loop = Loop(
            Model(now=now()),
            screen=self.screen,
            keeper=self.keeper,
            wakeup=self.wakeup,
            now=now,
            dice=Random(7),
            confirmed=lambda _: None,
            sound=lambda _: None,
        )
        self.loop.attach((self.panel,))
        self.begin()

    def begin(self) -> None:
        """Begin a game of five."""
        guests = tuple(Guest(button, name) for button, name in enumerate(NAMES))
        self.loop.post(Dealt(setup(NAMES), guests, self.loop.model.agreement), "benchmark")
        self.finish()

    @property
    def seq(self) -> int:
        """How many entries are on the disk."""
        timeline = self.loop.model.timeline
        return 0 if timeline is None else timeline.seq

    def finish(self) -> None:
        """Turn until the disk owes nothing."""
        self.loop.turn()
        while self.loop.is_busy:
            self.wakeup.sleep(0.5)
            self.loop.turn()

    def draw_and_take_back(self) -> tuple[float, float]:
        """Draw a pharaoh and take it back, and return how long each took."""
        return self.tap(Control.P1), self.tap(Control.UNDO)

    def tap(self, control: Control) -> float:
        """Tap a button that can also be held, and return the seconds until its tap is shown.

        A tap is one when the button is let go, so the time runs from that edge.
        """
        self.panel.press(control)
        self.finish()
        time.sleep(0.03)
        self.finish()
        before = self.seq
        began = time.perf_counter()
        self.panel.release(control)
        while self.seq == before:
            self.wakeup.sleep(0.5)
            self.loop.turn()
        taken = self.screen.shown_at - began
        time.sleep(0.03)
        self.finish()
        return taken


@contextmanager
def table(disk: Disk | None = None) -> Iterator[Table]:
    """Open a table in a folder of its own on the disk where the program is installed."""
    with TemporaryDirectory(dir=sys.prefix) as folder, ExitStack() as stack:
        yield Table(stack, Path(folder), disk or Disk())


def p95(seconds: list[float]) -> float:
    """Return what 95 of a hundred measurements do not exceed."""
    return quantiles(seconds, n=20)[-1]


def press_to_picture(disk: Disk, flush: Callable[[int], None]) -> tuple[float, float, float]:
    """Return the p95 of a press, of taking back, and of the bare loop, in seconds."""
    presses: list[float] = []
    undos: list[float] = []
    bare: list[float] = []
    with table(disk) as ours, TemporaryDirectory(dir=sys.prefix) as folder:
        reference = BareLoop(Path(folder), SIZE, flush)
        for _ in range(PRESSES):
            drawn, undone = ours.draw_and_take_back()
            presses.append(drawn)
            undos.append(undone)
            began = time.perf_counter()
            reference.press()
            bare.append(time.perf_counter() - began)
            time.sleep(0.01)
        reference.close()
    return p95(presses), p95(undos), p95(bare)


def flushes_of_an_event() -> float:
    """Return how often the disk is flushed for one event."""
    with table() as ours:
        before, flushed = ours.seq, ours.keeper.flushes
        for _ in range(TURNS):
            ours.draw_and_take_back()
        return (ours.keeper.flushes - flushed) / (ours.seq - before)


def undo_in_a_long_game() -> tuple[float, float]:
    """Return the p95 of a press and of taking back in a game of many entries, in seconds.

    It is the demonstration game up to its third epoch, in which people change their minds often.
    """
    with table() as ours:
        setup, actions = demo_game()
        guests = tuple(Guest(button, name) for button, name in enumerate(setup.players))
        ours.loop.post(Dealt(setup, guests, ours.loop.model.agreement), "benchmark")
        ours.finish()
        for action in actions[:MANY_ACTIONS]:
            ours.loop.post(Play(action), "benchmark")
            ours.finish()
        while ours.seq < LONG_GAME:
            ours.loop.post(TakeBack(), "benchmark")
            ours.loop.post(BringBack(), "benchmark")
            ours.finish()
        pairs = [ours.draw_and_take_back() for _ in range(TURNS * 4)]
    return p95([drawn for drawn, _ in pairs]), p95([undone for _, undone in pairs])


def start_to_picture() -> tuple[float, float]:
    """Return the median seconds of a whole run that shows one picture, and of a bare one."""
    ours: list[float] = []
    bare: list[float] = []
    font = str(asset("fonts", "mplus1p-700.ttf"))
    with TemporaryDirectory(dir=sys.prefix) as folder:
        script = Path(folder) / "nothing.txt"
        script.write_text("", encoding="utf-8")
        command = [sys.executable, "-m", "companion", "run", "--headless", "--simulate"]
        command += ["--data", folder, "--script", str(script)]
        _ready(command, Path(folder))  # once, so that everything is compiled
        for _ in range(TURNS):
            ours.append(_ready(command, Path(folder)))
            bare.append(_run([sys.executable, "-c", WINDOW.format(font=font)]))
    return median(ours), median(bare)


def _ready(command: list[str], folder: Path) -> float:
    """Return the seconds until the program tells the service manager that its picture stands."""
    address = folder / "notify"
    environment = {**os.environ, "NOTIFY_SOCKET": str(address)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.bind(str(address))
        channel.settimeout(PATIENCE_SECONDS)
        began = time.perf_counter()
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        channel.recv(100)
        taken = time.perf_counter() - began
        process.wait()
    address.unlink()
    return taken


def _run(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - began


def idle() -> float:
    """Return how often a second the whole process is woken at an idle table."""
    with TemporaryDirectory(dir=sys.prefix) as folder:
        command = [sys.executable, "-m", "companion", "run", "--headless", "--simulate"]
        process = subprocess.Popen(
            [*command, "--data", folder, "--start", str(asset("demo", "game.jsonl"))],
            stdout=subprocess.DEVNULL,
        )
        time.sleep(3.0)
        before = _switches(process.pid)
        time.sleep(IDLE_SECONDS)
        after = _switches(process.pid)
        process.terminate()
        process.wait()
    return (after - before) / IDLE_SECONDS


def _switches(pid: int) -> int:
    """Return the voluntary context switches of all threads of a process so far."""
    total = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        for line in (task / "status").read_text(encoding="ascii").splitlines():
            if line.startswith("voluntary_ctxt_switches"):
                total += int(line.split()[1])
    return total


def peak_megabytes(size: str) -> float:
    """Return the peak memory of a process that plays the demonstration at this size."""
    with TemporaryDirectory(dir=sys.prefix) as folder:
        command = [sys.executable, "-m", "companion", "run", "--headless", "--simulate"]
        command += ["--size", size, "--demo", folder]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
    return usage.ru_maxrss / 1024


def figures() -> list[Figure]:
    """Measure everything and return the figures."""
    press, undo, bare = press_to_picture(Disk(), os.fdatasync)
    dry, _, dry_bare = press_to_picture(Disk(fdatasync=_no_flush, fsync=_no_flush), _no_flush)
    start, bare_start = start_to_picture()
    long_press, long_undo = undo_in_a_long_game()
    return [
        Figure(
            "button to picture, p95", f"{press / bare:.2f} × a bare loop ({_ms(bare)})", "2.5 ×"
        ),
        Figure(
            "the same without the flush",
            f"{dry / dry_bare:.2f} × a bare loop without it ({_ms(dry_bare)})",
            "4 ×",
        ),
        Figure(
            "start to first picture",
            f"{start / bare_start:.2f} × bare ({_ms(bare_start)})",
            "2.5 ×",
        ),
        Figure("taking back, p95", f"{undo / press:.2f} × a press", "2 ×"),
        Figure(
            f"taking back after {LONG_GAME} entries, p95",
            f"{long_undo / long_press:.2f} × a press there",
            "2 ×",
        ),
        Figure("wake-ups a second, idle", f"{idle():.1f}", "12"),
        Figure("flushes for an event", f"{flushes_of_an_event():.2f}", "1"),
        Figure("peak memory, 1280×720", f"{peak_megabytes('1280x720'):.0f} MB", "90 MB"),
        Figure("peak memory, 1920×1080", f"{peak_megabytes('1920x1080'):.0f} MB", "130 MB"),
    ]


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms"


if __name__ == "__main__":
    for figure in figures():
        print(figure)
