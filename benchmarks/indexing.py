"""How long lists of many games take: the index made anew, the list, and the statistics.

Seconds are the processor's, on games of two to five people that were played to their end.
"""

import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure, milliseconds
from companion.core.session import Agreement, Guest
from companion.exports.kept_game import describe
from companion.journal import game_lines, index
from companion.journal.index import Index, Wanted
from companion.journal.lines import Event, GameId, Stamp, after, beginning, write_line
from companion.rules.editions import Seat, setup
from companion.rules.records.timeline import begin
from tests.random_games import random_game

GAMES = 2000


TURNS = 5


MOST_ANEW, MOST_LIST, MOST_STATISTICS = 15.0, 0.1, 0.2
"""Seconds."""


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
    """Measure and return the figures."""
    with TemporaryDirectory() as folder:
        data = Path(folder)
        _kept(data, GAMES)
        anew = [_seconds(lambda: _anew(data))]
        lists = [_seconds(lambda: index.ask(data, describe, _list)) for _ in range(TURNS)]
        sums = [_seconds(lambda: index.ask(data, describe, _statistics)) for _ in range(TURNS)]
    return [
        Figure(
            f"the index of {GAMES} games made anew",
            f"{anew[0]:.1f} s",
            f"{MOST_ANEW:.0f} s",
            max(anew) <= MOST_ANEW,
        ),
        Figure(
            f"the first page of the list of {GAMES} games",
            milliseconds(lists, 0),
            f"{MOST_LIST * 1000:.0f} ms",
            min(lists) <= MOST_LIST,
        ),
        Figure(
            f"the statistics of {GAMES} games",
            milliseconds(sums, 0),
            f"{MOST_STATISTICS * 1000:.0f} ms",
            min(sums) <= MOST_STATISTICS,
        ),
    ]


def _anew(data: Path) -> None:
    index.remove(data)
    assert index.ask(data, describe, Index.names)  # noqa: S101 - else it measures nothing


def _list(known: Index) -> object:
    return known.games(Wanted(limit=7)), known.names(), known.months()


def _statistics(known: Index) -> object:
    return known.totals(""), known.players()


def _seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began
