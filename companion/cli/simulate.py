"""``ra-companion simulate``: plays many games, random or between machines, and times them."""

import time
from pathlib import Path
from typing import Annotated

import msgspec

from companion.cli.terminal.options import JSON, count
from companion.cli.terminal.output import say, write
from companion.cli.terminal.progress import Advance, in_silence, progress
from companion.cli.terminal.table import aligned
from companion.opponent.strength import Strength
from companion.opponent.tournament import StrengthResult, tournament
from companion.options import Common, Option
from companion.rules.editions import SUN_GROUPS, setup
from companion.rules.engine import OVER, Dice, Table
from companion.rules.model import new_game
from companion.rules.records import record
from companion.rules.thawing import FORM, IS_COMPILED, action_of, thawed

_SHORTEST = 1e-9
"""Seconds that the processor's clock can tell apart."""

_AT_ONCE = 1000
"""Games that are timed together if none is written: a look at the clock takes as long as a game."""

NAMES = ("Anna", "Ben", "Clara", "David", "Eva")
"""Who plays, clockwise."""


class GameFigures(msgspec.Struct, frozen=True):
    """What was played, and how long it took."""

    games: int
    """Whole games."""
    actions: int
    """Choices of players; a tile that is drawn is not a second one."""
    seconds: float
    """Spent by the processor on playing alone."""
    games_per_second: float
    """Processor time in seconds."""
    engine: str
    """What played: ``compiled``, or ``python``, the same uncompiled."""


ABOUT = """\
Play random games by the rules and measure how fast that is.

The same seed plays the same games. An action is one choice by a player; seconds are processor time.

With names instead of a number, such as strong,quick,quick, machines play a tournament: every deal
is played once from every seat. Strengths, weakest first: random, quick, steady, strong.
"""

EXAMPLES = """\
Examples:
  ra-companion simulate --players 4 --games 5000 --seed 7
  ra-companion simulate --players 2 --games 10 --seed 1 --json --records games/
  ra-companion simulate --players strong,quick,quick --games 30
"""


def line_up(text: str) -> int | tuple[Strength, ...]:
    """Return how many play at random, or which machines play.

    Raises:
        ValueError: It is neither.
    """
    if text.isdecimal() and int(text) in SUN_GROUPS:
        return int(text)
    known = {strength.value: strength for strength in Strength}
    named = text.split(",")
    if len(named) in SUN_GROUPS and all(name in known for name in named):
        return tuple(known[name] for name in named)
    names = ", ".join(known)
    raise ValueError(f"write a number from 2 to 5, or 2 to 5 of {names}, with commas between them")


class Options(Common, frozen=True, kw_only=True):
    """What is played, and where."""

    players: Annotated[
        int | tuple[Strength, ...],
        Option("number of players, or who plays: strong,quick,quick", "N", read=line_up),
    ] = 4
    games: Annotated[int, Option("number of games", "N", read=count)] = 100
    seed: Annotated[int, Option("seed of the dice", "N")] = 1
    json: Annotated[bool, JSON] = False
    records: Annotated[
        Path | None, Option("also save every game as a record in this folder", "DIR")
    ] = None


def run(options: Options) -> int:
    """Play games and print how fast that was, or who won.

    Raises:
        OSError: Something cannot be written.
    """
    if not isinstance(options.players, int):
        return compete(options, options.players)
    with progress() as advance:
        figures = play_many(options.players, options.games, options.seed, options.records, advance)
    return show(options, figures)


def compete(options: Options, line_up: tuple[Strength, ...]) -> int:
    """Let machines play a tournament, print who won, and return the exit status.

    Raises:
        OSError: A record, or the result, cannot be written.
    """
    table, games = setup(NAMES[: len(line_up)]), options.games
    if options.records is not None:
        options.records.mkdir(parents=True, exist_ok=True)
    with progress() as advance:

        def done(number: int, played: list[int]) -> None:
            if options.records is not None:
                lines = record.write(table, [action_of(action) for action in played])
                (options.records / record_name(number, games)).write_bytes(lines)
            advance(number, games)

        found = tournament(thawed(new_game(table)), line_up, games, options.seed, done)
    if options.json:
        write([msgspec.json.encode(found) + b"\n"])
    else:
        say(aligned([_HEAD, *map(_row, found.results)]))
        say([FORM])
    return 0


_HEAD = ("Strength", "Seats", "Wins", "%", "95 %", "ms a decision")


def _row(result: StrengthResult) -> list[str]:
    return [
        result.strength,
        str(result.seats),
        str(result.wins),
        f"{100 * result.share:.0f}",
        f"{100 * result.low:.0f}–{100 * result.high:.0f}",  # noqa: RUF001 - from and to
        f"{result.ms_per_decision:.1f}",
    ]


def show(options: Options, figures: GameFigures) -> int:
    """Print how long the games took, and return the exit status.

    Raises:
        OSError: It cannot be written.
    """
    if options.json:
        write([msgspec.json.encode(figures) + b"\n"])
        return 0
    rate = f"{figures.games_per_second:.0f} games per second"
    say(
        [f"{figures.games} games, {figures.actions} actions, {figures.seconds:.2f} s: {rate}", FORM]
    )
    return 0


def play_many(
    players: int, games: int, seed: int, records: Path | None = None, advance: Advance = in_silence
) -> GameFigures:
    """Play random games and return how many actions they had and how long they took.

    Args:
        players: How many, 2 to 5.
        games: How many, at least 1.
        seed: The same one gives the same games, in the same order.
        records: A folder into which every game is written; it is made if it does not exist.
        advance: Is told again and again how many there are.

    Raises:
        OSError: A record cannot be written.
    """
    table = setup(NAMES[:players])
    start, dice = thawed(new_game(table)), Dice(seed)
    engine = "compiled" if IS_COMPILED else "python"
    actions, seconds = 0, 0.0
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    at_once = 1 if records is not None else _AT_ONCE
    for number in range(0, games, at_once):
        played = min(at_once, games - number)
        if records is not None:
            before = time.process_time()
            entered = _random_game(start.copy(), dice)
            seconds += time.process_time() - before
            actions += len(entered)
            lines = record.write(table, [action_of(action) for action in entered])
            (records / record_name(number + 1, games)).write_bytes(lines)
        else:
            before = time.process_time()
            for _ in range(played):
                actions += start.copy().play_to_the_end(dice)
            seconds += time.process_time() - before
        advance(number + played, games)
    return GameFigures(games, actions, seconds, games / (seconds or _SHORTEST), engine)


def _random_game(table: Table, dice: Dice) -> list[int]:
    """Play a random game to its end and return the engine's numbers of all actions."""
    entered = []
    while table.phase != OVER:
        entered.append(table.play_random(dice))
    return entered


def record_name(number: int, games: int) -> str:
    """Return the name of a game's file, such that the names sort in the order of the games."""
    return f"game-{number:0{len(str(games))}}.jsonl"
