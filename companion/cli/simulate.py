"""Many random games in a row, timed: the proof that play is quick, and a supply of records."""

import time
from functools import partial
from pathlib import Path
from random import Random

import msgspec

from companion.cli.loading import load
from companion.cli.options import STATUSES, Parser, Spoken, positive, speed
from companion.cli.output import say, write
from companion.cli.progress import Advance, in_silence, progress
from companion.i18n import mark
from companion.i18n.catalogues import words
from companion.rules.editions import SUN_GROUPS, setup
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


ABOUT = mark("""\
Play random games by the rules and measure how fast that is. The same seed plays the same games. An
action is one choice by a player; seconds are processor time.

With --table, simulated people play at a table with simulated hardware: they press, slip, undo and
draw tile by tile, and every game's journal is checked against the game on the table.

examples:
  ra-companion simulate --players 4 --games 5000 --seed 7
  ra-companion simulate --players 2 --games 10 --seed 1 --json --records games/
  ra-companion simulate --table --speed 3     to watch, as at a fair
""")

GAMES, GAMES_AT_A_TABLE = 100, 1
"""So many are played if nothing is said."""


class Options(Spoken, frozen=True, kw_only=True):
    """What is played, and where."""

    players: int = 4
    games: int | None = None
    seed: int = 1
    json: bool = False
    records: Path | None = None
    table: bool = False
    speed: float = 1.0
    headless: bool = False
    data: Path | None = None


def declare(parser: Parser) -> None:
    """Say what can stand on the command line."""
    parser.describe(ABOUT, STATUSES)
    add = parser.add
    add(
        "--players",
        type=int,
        choices=tuple(SUN_GROUPS),
        default=4,
        help=mark("number of players (default: 4)"),
    )
    add(
        "--games",
        type=partial(positive, parser.said),
        metavar="G",
        help=mark("number of games (default: 100; with --table: 1)"),
    )
    add("--seed", type=int, default=1, metavar="S", help=mark("random seed (default: 1)"))
    add("--json", action="store_true", help=mark("print one JSON object"))
    add(
        "--records",
        type=Path,
        metavar="DIR",
        help=mark("also save every game as a record in this folder"),
    )
    add(
        "--table",
        action="store_true",
        help=mark("let simulated people play through the whole program"),
    )
    add(
        "--speed",
        type=partial(speed, parser.said),
        default=1.0,
        metavar="N",
        help=mark(
            "with --table: 1 is human speed, 10 ten times as fast, 0 without a window or pauses"
        ),
    )
    add("--headless", action="store_true", help=mark("with --table: no window"))
    add(
        "--data",
        type=Path,
        metavar="DIR",
        help=mark("with --table: keep the games in this folder"),
    )
    parser.add_language()


def run(options: Options) -> int:
    """Play random games and print how fast that was, or let simulated people play at a table.

    Raises:
        OSError: Something cannot be written.
    """
    if options.table:
        table = load("companion.cli.virtual_table")
        wanted = table.Wanted(
            players=options.players,
            games=options.games or GAMES_AT_A_TABLE,
            seed=options.seed,
            speed=options.speed,
            records=options.records,
            as_json=options.json,
        )
        status: int = table.open_virtual_table(
            wanted, options.data, options.language, is_headless=options.headless
        )
        return status
    wanted_games = options.games or GAMES
    with progress(words(options.language)) as advance:
        figures = play_many(options.players, wanted_games, options.seed, options.records, advance)
    return show(figures, options.language, as_json=options.json)


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


def play_many(
    players: int,
    games: int,
    seed: int,
    records: Path | None = None,
    advance: Advance = in_silence,
) -> Figures:
    """Play random games and return how many actions they had and how long they took.

    Args:
        players: How many, 2 to 5.
        games: How many, at least 1.
        seed: The same one gives the same games, in the same order.
        records: A folder into which every game is written; it is made if it does not exist.
        advance: Is told after every game how many there are.

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
        advance(number, games)
    return Figures(games, actions, seconds, games / (seconds or _SHORTEST))


def record_name(number: int, games: int) -> str:
    """Return the name of a game's file, such that the names sort in the order of the games."""
    return f"game-{number:0{len(str(games))}}.jsonl"
