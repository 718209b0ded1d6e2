"""Time from the start of the process to the first picture, beside a bare pygame window.

The picture stands when the program tells the service manager so.
"""

import os
import socket
import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks import games
from benchmarks.bare import WINDOW
from benchmarks.measure import Figure, against
from companion.paths import asset

TURNS = 15

MOST, MOST_GROWTH = 2.0, 1.1

MANY_GAMES = 10_000

PATIENCE_SECONDS = 60.0

_COMMAND = str(Path(sysconfig.get_path("scripts"), "ra-companion"))
"""What people start, as it was installed."""


def started(data: Path) -> float:
    """Return the seconds until the first picture of a program that then exits."""
    with TemporaryDirectory() as folder:
        address = Path(folder, "notify")
        words = [_COMMAND, "run", "--headless", "--simulate", "--data", str(data)]
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
            channel.bind(str(address))
            channel.settimeout(PATIENCE_SECONDS)
            began = time.perf_counter()
            process = subprocess.Popen(
                [*words, "--script", os.devnull], env=_environment(str(address)),
                stdout=subprocess.DEVNULL,
            )  # fmt: skip
            channel.recv(100)
            taken = time.perf_counter() - began
            process.wait()
    return taken


def bare() -> float:
    """Return the seconds of a process that opens a window and a font, and shows a word."""
    font = str(asset("fonts", "mplus1p-700.ttf"))
    command = [sys.executable, "-c", WINDOW.format(font=font)]
    began = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=_environment())
    return time.perf_counter() - began


def _environment(notify: str = "") -> dict[str, str]:
    kept = {**os.environ, "NOTIFY_SOCKET": notify}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)
    return kept


def figures() -> list[Figure]:
    """Start in turns: ours, a bare window, and ours with many games kept."""
    ours, theirs, with_games = [], [], []
    with TemporaryDirectory(dir=sys.prefix) as folder:
        new, full = Path(folder, "new"), Path(folder, "full")
        games.left(full, MANY_GAMES)
        started(new)  # once, so that everything is compiled
        for _ in range(TURNS):
            ours.append(started(new))
            theirs.append(bare())
            with_games.append(started(full))
    growth = median(with_games) / median(ours)
    return [
        against("start to first picture", ours, theirs, "a bare window", MOST, tail=False),
        Figure(
            f"the same with {MANY_GAMES:,} games kept",
            f"{1000 * median(with_games):.0f} ms",
            f"{growth:.2f} × with none",
            f"≤ {MOST_GROWTH} ×",
            growth <= MOST_GROWTH,
        ),
    ]
