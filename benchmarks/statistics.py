"""What statistics over a hundred thousand saved games cost, as a ratio to ten games.

The games are files of the smallest size, and what the index keeps of each is what it keeps of a
real one: so the folder and the index are as large as after a hundred thousand evenings, and making
them takes half a minute and not half a day.
"""

import os
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure, spread
from companion.journal.index import index, indexing
from companion.journal.index.rows import EVERYBODY, Counts, GameRow, GameTally, Sitter, Wanted
from companion.journal.lines import GameId, Line, Stamp, after, beginning, write_line
from companion.rules.editions import setup
from companion.rules.records.timeline import begin, enter
from companion.statistics.game import counted, places, results
from tests.random_games import random_game

FEW, MANY = 10, 100_000


TURNS = 15


MOST = 2
"""How many times as long it may take: the time does not grow, apart from measuring errors."""


_NAMES = tuple(
    f"{name} {number}" for number in range(8) for name in ("Anna", "Ben", "Cleo", "Dora")
)


_BEGUN_MS = 1_600_000_000_000


_HOUR_MS = 3_600_000


_SETTLED_NS = 10**9


@cache
def _patterns() -> tuple[GameRow, ...]:
    """Return what is kept of some real games of four."""
    return tuple(_pattern(seed) for seed in range(32))


def _pattern(seed: int) -> GameRow:
    dice = Random(seed)
    names = tuple(dice.sample(_NAMES, 4))
    table = setup(names)
    played = begin(table)
    for action in random_game(table, dice):
        played = enter(played, action)
    sitters = tuple(map(Sitter, names, results(played), places(played)))
    tallies = tuple(GameTally(who, counts) for who, counts in counted(played, names, 60).items())
    return GameRow(sitters, "c25", is_over=True, minutes=60, tallies=tallies)


def _described(lines: Sequence[Line]) -> GameRow:
    patterns = _patterns()
    number = lines[0].event["number"]
    assert isinstance(number, int)  # noqa: S101 - we wrote it
    return patterns[number % len(patterns)]


def _kept(data: Path, games: int) -> None:
    """Make a folder of this many games, and their index."""
    folder = data / "games"
    folder.mkdir(parents=True)
    for number in range(games):
        game = GameId(f"{number + 1:06d}-20260102T201530")
        head = beginning(game)
        stamp = Stamp(_BEGUN_MS + number * _HOUR_MS, 0, "", "key")
        first = write_line({"number": number}, stamp, head)
        last = write_line({"end": True}, stamp, after(head, first))
        (folder / f"{game}.jsonl").write_bytes(first + last)
    os.utime(folder, ns=(_SETTLED_NS, _SETTLED_NS))
    assert indexing.refresh(data, _described).indexed == games  # noqa: S101 - else it measures nothing


def _opened(data: Path) -> object:
    return indexing.refresh(data, _described)


def _totals(data: Path) -> Counts:
    return index.totals(data, EVERYBODY).counts


def _player(data: Path) -> Counts:
    return index.totals(data, _NAMES[0]).counts


def _newest(data: Path) -> object:
    return index.games(data, Wanted(limit=7))


def _of_player(data: Path) -> object:
    return index.games(data, Wanted(player=_NAMES[0], limit=7))


def _of_month(data: Path) -> object:
    return index.games(data, Wanted(since_ms=_BEGUN_MS, until_ms=_BEGUN_MS + 7 * _HOUR_MS))


_QUESTIONS: dict[str, Callable[[Path], object]] = {
    "open the index: is anything new?": _opened,
    "statistics of the table": _totals,
    "statistics of a player": _player,
    "the newest games": _newest,
    "the newest games of a player": _of_player,
    "the games of a day long ago": _of_month,
}


def figures(games: int = MANY, turns: int = TURNS) -> list[Figure]:
    """Measure in turns and return the figures."""
    with TemporaryDirectory() as folder:
        few, many = Path(folder, "few"), Path(folder, "many")
        _kept(few, FEW)
        _kept(many, games)
        size = (many / index.NAME).stat().st_size
        found = [
            Figure(f"the index of {games} games", f"{size / games:.0f} bytes a game"),
        ]
        for what, ask in _QUESTIONS.items():
            ratios = [_seconds(ask, many) / _seconds(ask, few) for _ in range(turns)]
            asked = f"{what}: {games} games instead of {FEW}"
            said = f"{spread(ratios, 1)} times as long"
            found.append(Figure(asked, said, f"at most {MOST}", median(ratios) <= MOST))
        return found


def _seconds(ask: Callable[[Path], object], data: Path) -> float:
    before = time.perf_counter()
    ask(data)
    return time.perf_counter() - before


if __name__ == "__main__":
    for figure in figures():
        print(f"{figure.what}: {figure.found}")
