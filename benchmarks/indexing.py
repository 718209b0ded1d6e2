"""What it costs to index games that were played whole, as a ratio to the yardstick.

Every game is read, proved line by line, played again and counted: by the compiled rules, as they
are installed, and by the readable ones, as in a checkout; each in a process of its own, which is
told what it measures on its command line. Yards and games take turns. Seconds are the processor's,
those of several processes as if the cores shared them evenly; how much sooner several are done is
measured by the clock on the wall, too, and says little while others use the computer.
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

import msgspec

from benchmarks.figures import Figure, spread
from benchmarks.yardstick import yards_per_second
from companion.core.session import Agreement, Guest
from companion.exports.kept_game import describe_many
from companion.journal import game_lines
from companion.journal.index import indexing
from companion.journal.lines import Event, GameId, Stamp, after, beginning, write_line
from companion.rules.editions import Seat, setup
from companion.rules.records.timeline import begin
from companion.selfplay import random_game
from release.kernels import CannotCompile, for_this_python, loaded

GAMES = 1000


TURNS = 5


YARDS_BEFORE = 8_770
"""A game in version 1.0.0, measured the same way on the same games."""


SOONER = 10
"""The aim: so many times as soon as version 1.0.0, which knew one process, by all cores."""


MOST = YARDS_BEFORE / 4
"""Yards by the readable rules; more, and it has become slower again."""


_COMPILED = "companion.rules.packed.compiled"


_NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")


_BEGUN_MS = 1_767_384_930_000


def _kept(data: Path, games: int) -> None:
    """Write so many whole games of two to five people, a step every ten seconds."""
    folder = data / "games"
    folder.mkdir(parents=True)
    for seed in range(games):
        game = GameId(f"{seed + 1:06d}-20260102T201530")
        raw = b""
        head = beginning(game)
        for place, event in enumerate(_events(seed)):
            stamp = Stamp(_BEGUN_MS + place * 10_000, place * 10_000, "boot", "button")
            line = write_line(event, stamp, head)
            raw += line
            head = after(head, line)
        (folder / f"{game}.jsonl").write_bytes(raw)


def _events(seed: int) -> list[Event]:
    names = _NAMES[: 2 + seed % 4]
    table = setup(names)
    guests = tuple(Guest(Seat(seat), name) for seat, name in enumerate(names))
    header = game_lines.header(begin(table), guests, Agreement(options=table.options))
    return [header, *map(game_lines.line, random_game(table, Random(seed)))]


class _Measured(msgspec.Struct):
    """What one process found, once for every turn."""

    yards: list[float]
    """Of a game, in one process."""
    shared: list[float]
    """Of a game by as many processes as there are cores, for each core."""
    sooner: list[float]
    """So many times as soon as one process they are done."""


def figures(games: int = GAMES, turns: int = TURNS) -> list[Figure]:
    """Measure in turns and return the figures."""
    with TemporaryDirectory() as folder:
        data = Path(folder)
        _kept(data, games)
        written = _of("by the readable rules", _in_a_process(data, games, turns), MOST)
        try:
            kernel = for_this_python(data)
        except CannotCompile as why:
            return [*written, Figure("games indexed by compiled rules", str(why), is_met=False)]
        measured = _in_a_process(data, games, turns, kernel)
    compiled = _of("by compiled rules", measured, YARDS_BEFORE / SOONER * 2)
    sooner = [YARDS_BEFORE / each for each in measured.shared]
    aim = Figure(
        f"the same by {_cores()} processes that share the work evenly, against version 1.0.0",
        f"{spread(sooner, 1)} times as soon",
        f"{SOONER} times",
        median(sooner) >= SOONER,
    )
    return [*compiled, aim, *written]


def _of(rules: str, measured: _Measured, most: float) -> list[Figure]:
    quicker = [YARDS_BEFORE / each for each in measured.yards]
    return [
        Figure(
            f"a game indexed {rules}, in one process",
            f"{spread(measured.yards, 0)} yards",
            f"{most:.0f}",
            median(measured.yards) <= most,
        ),
        Figure("the same, against version 1.0.0", f"{spread(quicker, 1)} times as fast"),
        Figure(
            f"the same by {_cores()} processes instead of one, by the clock on the wall",
            f"{spread(measured.sooner, 1)} times as soon",
        ),
    ]


def _in_a_process(data: Path, games: int, turns: int, kernel: Path | None = None) -> _Measured:
    words = [str(data), str(games), str(turns), *([] if kernel is None else [str(kernel)])]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.indexing", *words], stdout=subprocess.PIPE, check=True
    )
    return msgspec.json.decode(done.stdout, type=_Measured)


def _measured(data: Path, games: int, turns: int) -> _Measured:
    found = _Measured([], [], [])
    _rebuilt(data, games, 1)  # what it takes is loaded
    for _ in range(turns):
        speed = yards_per_second()
        alone, alone_on_the_wall = _seconds(data, games, 1)
        together, together_on_the_wall = _seconds(data, games, _cores())
        yards = (speed + yards_per_second()) / 2 / games
        found.yards.append(alone * yards)
        found.shared.append(together * yards / _cores())
        found.sooner.append(alone_on_the_wall / together_on_the_wall)
    return found


def _seconds(data: Path, games: int, workers: int) -> tuple[float, float]:
    """Return the processor's seconds of all processes, and those on the wall."""
    before, began = sum(os.times()[:4]), time.perf_counter()
    _rebuilt(data, games, workers)
    return sum(os.times()[:4]) - before, time.perf_counter() - began


def _cores() -> int:
    return len(os.sched_getaffinity(0))


def _rebuilt(data: Path, games: int, workers: int) -> None:
    done = indexing.rebuild(data, describe_many, indexing.Effort(workers))
    assert done.indexed == games  # noqa: S101 - else it measures nothing


def _print_what_was_measured(data: str, games: str, turns: str, kernel: str = "") -> None:
    if kernel:
        sys.modules[_COMPILED] = loaded(Path(kernel))
    found = _measured(Path(data), int(games), int(turns))
    from companion.rules import packed  # noqa: PLC0415 - the kernel stands in for it before

    assert packed.IS_COMPILED is bool(kernel)  # noqa: S101 - else it measures something else
    sys.stdout.buffer.write(msgspec.json.encode(found))


if __name__ == "__main__":
    if sys.argv[1:]:
        _print_what_was_measured(*sys.argv[1:])
    else:
        for figure in figures():
            print(f"{figure.what}: {figure.found}")
