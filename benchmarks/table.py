"""How fast the table responds, from a button to the picture, and what it costs when idle.

Every time stands beside a bare reference measured in turns in the same run; counts and memory are
absolute. Headless, with a table of five players.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.bare import BareLoop
from benchmarks.figures import Figure, milliseconds, p95
from benchmarks.open_table import SIZE, table
from companion.app.scripts.hands import demo_game
from companion.core.messages import BringBack, TakeBack
from companion.core.mnemonics import TILE_KEYS
from companion.journal.disk import Disk
from companion.paths import asset
from companion.rules.tiles import Tile

TURNS = 8
"""Tiles drawn and taken back to count flushes."""

PRESSES = 120

IDLE_SECONDS = 10.0

LONG_GAMES = (100, 400, 1000, 10_000)
"""Entries before the presses that are measured."""

LONG_PRESSES = 32

MANY_ACTIONS = 190
"""Actions that are played; the entries beyond them take the last one back and bring it back."""

MOST_UNDO = 2

MOST_MEGABYTES = {"1280x720": 90, "1920x1080": 130}
"""The aim for each size of the screen."""


def _no_flush(_: int) -> None:
    """Skip the flush."""


class Presses(NamedTuple):
    """What presses, undoing and the bare loop took, alternating, in seconds."""

    drawn: list[float]
    undone: list[float]
    bare: list[float]
    parts: list[tuple[float, float, float]]
    """The parts of each draw: until the disk is asked, until it answers, until the picture."""


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


def key_to_picture() -> tuple[list[float], list[float]]:
    """Measure keys, alternating with the bare loop; no flush.

    Undo is a key, too: after a button every label would show keys again.
    """
    typed, bare = [], []
    still = Disk(fdatasync=_no_flush, fsync=_no_flush)
    with table(still) as ours, TemporaryDirectory(dir=sys.prefix) as folder:
        reference = BareLoop(Path(folder), SIZE, _no_flush)
        for _ in range(PRESSES):
            ours.go_on()
            typed.append(ours.type(TILE_KEYS[Tile.PHARAOH]))
            ours.type("z")
            began = time.perf_counter()
            reference.press()
            bare.append(time.perf_counter() - began)
            time.sleep(0.01)
        reference.close()
    return typed, bare


def flushes_of_an_event() -> float:
    """Return how often the disk is flushed for one event."""
    with table() as ours:
        before, flushed = ours.seq, ours.keeper.flushes
        for _ in range(TURNS):
            ours.draw_and_take_back()
        return (ours.keeper.flushes - flushed) / (ours.seq - before)


def in_a_long_game(entries: int) -> Presses:
    """Return what presses and taking back take in a game of this many entries, in seconds.

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
        _against("a key, without the flush", *key_to_picture(), "a bare loop without it", 4),
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
    what: str, ours: list[float], theirs: list[float], reference: str, most: float
) -> Figure:
    """Return our p95 relative to the reference's, and the spread of both."""
    ratio = p95(ours) / p95(theirs)
    said = f"{ratio:.2f} × {reference}: {milliseconds(ours)} against {milliseconds(theirs)}"
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
    """Return what a press costs as a game grows, relative to the shortest game."""
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
