"""Many random games in a row, timed: the proof that play is quick, and a supply of records."""

import time
from pathlib import Path
from random import Random

import msgspec

from companion.cli.output import say, write
from companion.i18n import mark
from companion.i18n.catalogues import words
from companion.rules.editions import setup
from companion.rules.records import record
from companion.selfplay import random_game

_SHORTEST = 1e-9
"""Seconds that the processor's clock can tell apart."""

NAMES = ("Anna", "Ben", "Clara", "David", "Eva")
"""Who plays, clockwise."""


class Figures(msgspec.Struct, frozen=True):
    """What was played, and how long it took."""

    games: int
    """Whole games."""
    actions: int
    """Choices of players; a tile that is drawn is not a second one."""
    seconds: float
    """Spent by the processor on playing alone."""
    games_per_second: float
    """Of the processor's seconds."""


def show(figures: Figures, language: str, *, as_json: bool) -> int:
    """Print how long the games took, and return the exit status.

    Raises:
        OSError: It cannot be written.
    """
    if as_json:
        write([msgspec.json.encode(figures) + b"\n"])
        return 0
    sentence = mark("{games} games, {actions} actions, {seconds} seconds: {rate} games per second")
    facts = {
        "games": figures.games,
        "actions": figures.actions,
        "seconds": f"{figures.seconds:.2f}",
        "rate": f"{figures.games_per_second:.0f}",
    }
    say([words(language).say(sentence, **facts)])
    return 0


def play_many(players: int, games: int, seed: int, records: Path | None = None) -> Figures:
    """Play random games and return how many actions they had and how long they took.

    Args:
        players: How many, 2 to 5.
        games: How many, at least 1.
        seed: The same one gives the same games, in the same order.
        records: A folder into which every game is written; it is made if it does not exist.

    Raises:
        OSError: A record cannot be written.
    """
    table = setup(NAMES[:players])
    dice = Random(seed)  # noqa: S311 - dice, not secrets
    actions, seconds = 0, 0.0
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    for number in range(1, games + 1):
        before = time.process_time()
        game = random_game(table, dice)
        seconds += time.process_time() - before
        actions += len(game)
        if records is not None:
            (records / record_name(number, games)).write_bytes(record.write(table, game))
    return Figures(games, actions, seconds, games / (seconds or _SHORTEST))


def record_name(number: int, games: int) -> str:
    """Return the name of a game's file, such that the names sort in the order of the games."""
    return f"game-{number:0{len(str(games))}}.jsonl"
