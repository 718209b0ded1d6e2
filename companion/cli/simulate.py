"""Many random games in a row, timed: the proof that play is quick, and a supply of records."""

import time
from pathlib import Path

import msgspec

from companion.cli.output import say, write
from companion.i18n import mark
from companion.i18n.catalogues import words
from companion.rules import packed
from companion.rules.editions import setup
from companion.rules.model import new_game
from companion.rules.packed.positions import packed as position
from companion.rules.packed.positions import readable_action
from companion.rules.records import record

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
    engine: str
    """Which rules played: ``compiled`` or ``packed``, the same in Python."""


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
    told = words(language)
    say([told.say(sentence, **facts), told.say(packed.FORM)])
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
    start, dice = packed.at(position(new_game(table))), packed.Dice(seed)
    engine = "compiled" if packed.IS_COMPILED else "packed"
    actions, seconds = 0, 0.0
    if records is None:
        before = time.process_time()
        for _ in range(games):
            actions += start.copy().playout(dice)
        seconds = time.process_time() - before
        return Figures(games, actions, seconds, games / (seconds or _SHORTEST), engine)
    records.mkdir(parents=True, exist_ok=True)
    for number in range(1, games + 1):
        said: list[int] = []
        before = time.process_time()
        actions += start.copy().playout(dice, said)
        seconds += time.process_time() - before
        lines = record.write(table, [readable_action(action) for action in said])
        (records / record_name(number, games)).write_bytes(lines)
    return Figures(games, actions, seconds, games / (seconds or _SHORTEST), engine)


def record_name(number: int, games: int) -> str:
    """Return the name of a game's file, such that the names sort in the order of the games."""
    return f"game-{number:0{len(str(games))}}.jsonl"
