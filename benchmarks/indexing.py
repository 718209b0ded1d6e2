"""What it costs to index games that were played whole, as a ratio to the yardstick.

Every game is read, proved line by line, played again and counted. Yards and games are measured
in turns; seconds are those of the processor, in one process. How much sooner several processes are
done is measured by the clock on the wall, and told apart.
"""

import os
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure, spread
from benchmarks.yardstick import yards_per_second
from companion.core.session import Agreement, Guest
from companion.exports.kept_game import describe
from companion.journal import game_lines
from companion.journal.index import indexing
from companion.journal.lines import Event, GameId, Stamp, after, beginning, write_line
from companion.rules.editions import Seat, setup
from companion.rules.records.timeline import begin
from companion.selfplay import random_game

GAMES = 1000


TURNS = 5


YARDS_BEFORE = 8_770
"""A game in version 1.0.0, measured the same way on the same games."""


MOST = YARDS_BEFORE / 4
"""Yards; more, and it has become slower again."""


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


def figures(games: int = GAMES, turns: int = TURNS) -> list[Figure]:
    """Measure in turns and return the figures."""
    with TemporaryDirectory() as folder:
        data = Path(folder)
        _kept(data, games)
        yards: list[float] = []
        for _ in range(turns):
            speed = yards_per_second()
            before = time.process_time()
            _rebuilt(data, games, workers=1)
            yards.append((time.process_time() - before) / games * speed)
        cores = len(os.sched_getaffinity(0))
        sooner = [_seconds(data, games, 1) / _seconds(data, games, cores) for _ in range(turns)]
    sizes = sorted(yards)
    is_met = sizes[len(sizes) // 2] <= MOST
    quicker = [YARDS_BEFORE / each for each in yards]
    return [
        Figure(
            "a game indexed, in one process", f"{spread(yards, 0)} yards", f"{MOST:.0f}", is_met
        ),
        Figure("the same, against version 1.0.0", f"{spread(quicker, 1)} times as fast"),
        Figure(f"{games} games by {cores} processes", f"{spread(sooner, 1)} times as soon"),
    ]


def _seconds(data: Path, games: int, workers: int) -> float:
    before = time.perf_counter()
    _rebuilt(data, games, workers)
    return time.perf_counter() - before


def _rebuilt(data: Path, games: int, workers: int) -> None:
    done = indexing.rebuild(data, describe, indexing.Effort(workers))
    assert done.indexed == games  # noqa: S101 - else it measures nothing


if __name__ == "__main__":
    for figure in figures():
        print(f"{figure.what}: {figure.found}")
