"""Whole games in a data folder, as the table would have saved them."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

from companion.core.model import Agreement, Guest, Model, names_apart
from companion.journal import game_lines
from companion.journal.book import GameWriter
from companion.journal.claim import FolderLock, claim
from companion.journal.games_dir import new_game
from companion.journal.lines import GameId, Stamp
from companion.pages.new_game.welcome import Welcome
from companion.rules.actions import Action
from companion.rules.editions import Options, setup
from companion.rules.records.timeline import Timeline, begin, enter
from tests.journal.disks import HASTY
from tests.random_games import random_game

BEGUN_MS = 1_767_384_930_000
"""2026-01-02 20:15:30 UTC."""

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Émile")

BOOT = "boot"


def actions(players: int, seed: int) -> Sequence[Action]:
    """The actions of a whole random game."""
    return random_game(setup(NAMES[:players]), Random(seed))  # noqa: S311 - dice


def timeline(players: int, seed: int, less: int = 0, names: Sequence[str] = NAMES) -> Timeline:
    """A random game, without this many of its last actions."""
    played = begin(setup(tuple(names[:players])))
    said = actions(players, seed)
    for action in said[: len(said) - less]:
        played = enter(played, action)
    return played


def keep(  # noqa: PLR0913 - a game has many sides
    ours: FolderLock,
    *,
    players: int = 3,
    seed: int = 7,
    names: Sequence[str] = NAMES,
    less: int = 0,
    begun_ms: int = BEGUN_MS,
    step_ms: int = 10_000,
    options: Options = Options(),  # noqa: B008 - a frozen value
) -> GameId:
    """Keep a random game, one action every this many milliseconds, and return its id."""
    called = [Guest(seat, name or f"Colour {seat}") for seat, name in enumerate(names[:players])]
    table = setup(names_apart(called, Model(page=Welcome())), options)
    guests = tuple(Guest(seat, name) for seat, name in enumerate(names[:players]))
    book = GameWriter(ours, new_game(ours.data, begun_ms))
    said = random_game(table, Random(seed))  # noqa: S311 - dice
    lines = [
        game_lines.header(begin(table), guests, Agreement(options=table.options)),
        *map(game_lines.line, said[: len(said) - less]),
    ]
    for place, line in enumerate(lines):
        at = place * step_ms
        book.append(line, Stamp(begun_ms + at, at, BOOT, "key"))
    book.close()
    return book.game


def claimed(folder: Path) -> FolderLock:
    """The data folder in the hands of a test, on a disk that flushes nothing."""
    return claim(folder, HASTY)
