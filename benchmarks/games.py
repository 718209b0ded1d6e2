"""Data folders with games, for measurements."""

from collections.abc import Iterable
from pathlib import Path
from random import Random

from companion.core.model import Agreement, Guest
from companion.journal import game_lines
from companion.journal.lines import Event, GameId, Stamp, after, beginning, write_line
from companion.rules.editions import Seat, setup
from companion.rules.records.timeline import begin
from tests.random_games import random_game

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")

_BEGUN_MS = 1_767_384_930_000


def left(data: Path, number: int) -> None:
    """Write so many games that were begun and left: the smallest that can be verified."""
    _write(data, ([_header(0), game_lines.LEFT] for _ in range(number)))


def whole(data: Path, number: int) -> None:
    """Write so many whole games of two to five people."""
    _write(data, map(_events, range(number)))


def _write(data: Path, games: Iterable[list[Event]]) -> None:
    folder = data / "games"
    folder.mkdir(parents=True)
    for number, events in enumerate(games, start=1):
        game = GameId(f"{number:06d}-20260102T201530")
        raw, head = b"", beginning(game)
        for place, event in enumerate(events):
            stamp = Stamp(_BEGUN_MS + place * 10_000, place * 10_000, "boot", "button")
            line = write_line(event, stamp, head)
            raw, head = raw + line, after(head, line)
        (folder / f"{game}.jsonl").write_bytes(raw)


def _header(seed: int) -> Event:
    names = NAMES[: 2 + seed % 4]
    table = setup(names)
    guests = tuple(Guest(Seat(seat), name) for seat, name in enumerate(names))
    return game_lines.header(begin(table), guests, Agreement(options=table.options))


def _events(seed: int) -> list[Event]:
    actions = random_game(setup(NAMES[: 2 + seed % 4]), Random(seed))
    return [_header(seed), *map(game_lines.line, actions)]
