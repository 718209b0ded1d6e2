"""What it costs to index complete games, relative to the yardstick.

Every game is read, proved line by line, played again and counted: by the compiled rules, as they
are installed, and by the readable ones, as in a checkout; each in a process of its own. Yards and
games take turns. Seconds are the processor's, those of several processes as if the cores shared
them evenly; how much sooner several are done is measured by the clock on the wall, too, and says
little while others use the computer.
"""

import os
import time
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks import compiled
from benchmarks.figures import Figure, spread
from benchmarks.yardstick import yards_per_second
from companion.core.session import Agreement, Guest
from companion.exports.kept_game import describe_many
from companion.journal import game_lines
from companion.journal.index import indexing
from companion.journal.lines import Event, GameId, Stamp, after, beginning, write_line
from companion.rules import packed
from companion.rules.editions import Seat, setup
from companion.rules.records.timeline import begin
from tests.random_games import random_game

GAMES = 1000


TURNS = 5


YARDS_BEFORE = 8_770
"""A game in version 1.0.0, measured the same way on the same games."""


SOONER = 10
"""The aim: this many times as soon as version 1.0.0, which knew one process, by all cores."""


MOST, MOST_COMPILED = YARDS_BEFORE / 4, YARDS_BEFORE / 5
"""Yards by the readable rules, and by compiled ones; more, and it has become slower again."""


_NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")


_BEGUN_MS = 1_767_384_930_000


def _kept(data: Path, games: int) -> None:
    """Write this many whole games of two to five people, a step every ten seconds."""
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


def figures() -> list[Figure]:
    """Measure in turns and return the figures."""
    with TemporaryDirectory() as folder:
        _kept(Path(folder), GAMES)
        return [
            *compiled.measured("indexing", folder, str(GAMES)),
            *compiled.in_a_child(None, "indexing", folder, str(GAMES)),
        ]


def measured(folder: str, games: str) -> list[Figure]:
    """Index so many games by the rules that this process has; return the figures."""
    data, number = Path(folder), int(games)
    yards: list[float] = []
    shared: list[float] = []
    sooner: list[float] = []
    _rebuilt(data, number, 1)  # what it takes is loaded
    for _ in range(TURNS):
        speed = yards_per_second()
        alone, alone_on_the_wall = _seconds(data, number, 1)
        together, together_on_the_wall = _seconds(data, number, _cores())
        of_a_second = (speed + yards_per_second()) / 2 / number
        yards.append(alone * of_a_second)
        shared.append(YARDS_BEFORE / (together * of_a_second / _cores()))
        sooner.append(alone_on_the_wall / together_on_the_wall)
    quicker = [YARDS_BEFORE / each for each in yards]
    rules, most = ("compiled", MOST_COMPILED) if packed.IS_COMPILED else ("the readable", MOST)
    return [
        Figure(
            f"a game indexed by {rules} rules, in one process",
            f"{spread(yards, 0)} yards",
            f"{most:.0f}",
            median(yards) <= most,
        ),
        Figure("the same, against version 1.0.0", f"{spread(quicker, 1)} times as fast"),
        Figure(
            f"the same by {_cores()} processes that share the work evenly",
            f"{spread(shared, 1)} times as fast",
            f"{SOONER} times" if packed.IS_COMPILED else "",
            median(shared) >= SOONER or not packed.IS_COMPILED,
        ),
        Figure(
            f"{_cores()} processes against one, by the clock on the wall",
            f"{spread(sooner, 1)} times as soon",
        ),
    ]


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
