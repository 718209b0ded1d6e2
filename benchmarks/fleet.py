"""What a fleet process costs the table: the same presses and the same idling with and without one.

Both are measured in turns in one run. In the place of the fleet process somebody reads every line;
whether there is a broker makes no difference to the table.
"""

import os
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp

from msgspec.structs import replace

from benchmarks.figures import Figure, milliseconds, p95
from benchmarks.open_table import table
from benchmarks.table import IDLE_SECONDS, PRESSES, switches
from companion.app.fleet.feed import Feed, opened
from companion.app.fleet.state import GameWatch
from companion.app.late import WithFleet
from companion.app.loop import Machines
from companion.journal.disk import Disk
from companion.settings import Settings

MOST_RATIO, MOST_WAKES = 1.05, 1.0

START_SECONDS = 4.0

_READER = """
import socket, sys
peer = socket.socket(socket.AF_UNIX)
peer.connect(sys.argv[1])
while peer.recv(65536):
    pass
"""


class Seen:
    """A table with its socket, to which somebody attaches and from which they go again."""

    def __init__(self, stack: ExitStack) -> None:
        self.table = stack.enter_context(table(Disk(fdatasync=_no_flush, fsync=_no_flush)))
        self._file = Path(mkdtemp(prefix="ra")) / "table.sock"
        played = GameWatch(lambda: "2026-01-02", lambda: "a-game")
        wanted = replace(Settings().fleet, enabled=True)
        listener = opened(self._file, stack)
        feed = Feed(listener, wanted, self.table.wakeup, time.monotonic, played)
        stack.callback(feed.close)
        self.table.machines.open(WithFleet(Machines(), feed))
        self.table.loop.tell(feed.see)
        self._peer: socket.socket | None = None

    def attach(self) -> None:
        """Attach, and read what the table says first."""
        self._peer = socket.socket(socket.AF_UNIX)
        self._peer.connect(str(self._file))
        self.table.finish()
        self.read()

    def read(self) -> None:
        """Read everything that the table has said."""
        if self._peer is not None:
            self._peer.settimeout(0.05)
            with suppress(TimeoutError):
                while self._peer.recv(65536):
                    pass

    def detach(self) -> None:
        """Go."""
        if self._peer is not None:
            self._peer.close()
            self._peer = None
            self.table.finish()


def _no_flush(_: int) -> None:
    """Skip the flush, so that it does not hide what the feed costs."""


def presses() -> tuple[list[float], list[float]]:
    """Return the seconds that presses took with and without a fleet process, alternating."""
    seen: list[float] = []
    alone: list[float] = []
    with ExitStack() as stack:
        ours = Seen(stack)
        stack.callback(ours.detach)
        for number in range(2 * PRESSES):
            if number % 2:
                ours.detach()
            else:
                ours.attach()
            ours.table.go_on()
            ours.read()
            (alone if number % 2 else seen).extend(ours.table.draw_and_take_back())
            ours.read()
    return seen, alone


def idle(*, is_seen: bool) -> float:
    """Return how often a second the table's process is woken while nobody does anything."""
    with TemporaryDirectory(dir=sys.prefix) as folder, ExitStack() as stack:
        runtime = Path(mkdtemp(prefix="ra"))
        settings = Path(folder) / "settings.toml"
        settings.write_text(f"[fleet]\nenabled = {'true' if is_seen else 'false'}\n")
        command = [sys.executable, "-m", "companion", "run", "--headless", "--simulate"]
        command += ["--data", f"{folder}/data", "--settings", str(settings)]
        process = subprocess.Popen(command, env={**os.environ, "RUNTIME_DIRECTORY": str(runtime)})
        stack.callback(process.wait)
        stack.callback(process.terminate)
        time.sleep(START_SECONDS)
        if is_seen:
            reader = subprocess.Popen([sys.executable, "-c", _READER, str(runtime / "table.sock")])
            stack.callback(reader.wait)
            stack.callback(reader.kill)
            time.sleep(1.0)
        before = switches(process.pid)
        time.sleep(IDLE_SECONDS)
        return (switches(process.pid) - before) / IDLE_SECONDS


def figures() -> list[Figure]:
    """Return everything that is measured."""
    seen, alone = presses()
    ratio = p95(seen) / p95(alone)
    more = idle(is_seen=True) - idle(is_seen=False)
    return [
        Figure(
            "button to picture with a fleet process, against without, p95",
            f"{ratio:.2f} ×: {milliseconds(seen)} against {milliseconds(alone)}",
            f"{MOST_RATIO} ×",
            ratio <= MOST_RATIO,
        ),
        Figure(
            f"wake-ups a second that it adds to an idle table, over {IDLE_SECONDS:g} s",
            f"{more:+.2f}",
            f"at most {MOST_WAKES:g}",
            more <= MOST_WAKES,
        ),
    ]
