"""A saved game as lists show it: who played, how it ended, how long it took, what it counts for.

Its look back is stored with the index: computed once, and no loss if deleted.
"""

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.core.clock import minutes
from companion.core.session import Guest
from companion.journal import game_lines
from companion.journal.index import index
from companion.journal.index.rows import GameRow, GameTally, IndexTrouble, Sitter
from companion.journal.lines import GameId, Line
from companion.opponent.review import Review
from companion.rules.editions import Setup
from companion.rules.names import visible
from companion.rules.records.timeline import Timeline
from companion.statistics import game
from companion.statistics.game import FinishedGame


def describe(lines: Sequence[Line]) -> GameRow:
    """Return what the history shows of a game, given the lines of its journal.

    Raises:
        ValueError: Its header is not understood here.
    """
    kept = game_lines.read(lines)
    if kept is None:
        raise ValueError("the game's header is not understood by this version")
    setup, told = kept.timeline.start.setup, game.told(kept.timeline)
    return row_of(setup, kept.guests, minutes_of(kept.lines), told)


def describe_many(lines: Sequence[Line]) -> GameRow:
    """Return the same of one game of many: sooner, once what that takes is loaded.

    Raises:
        ValueError: Its header is not understood here.
    """
    from companion.exports import kept_games  # noqa: PLC0415 - a table never loads it

    return kept_games.describe(lines)


def row_of(
    setup: Setup, guests: Sequence[Guest], length: int, told: FinishedGame | None
) -> GameRow:
    """Return what the history shows of a game.

    Args:
        setup: How it began.
        guests: Who played, by seat.
        length: How many minutes it was played.
        told: What it tells of everybody; None while it runs.
    """
    unknown = (None,) * len(setup.players)
    points, places = (unknown, unknown) if told is None else (told.points, told.places)
    counts = {} if told is None else game.counts(told, _given(guests, setup.players), length)
    return GameRow(
        tuple(map(Sitter, setup.players, points, places)),
        setup.edition.value,
        told is not None,
        minutes=length,
        tallies=tuple([GameTally(who, numbers) for who, numbers in counts.items()]),
    )


def no_index(trouble: IndexTrouble) -> str:
    """Return why the index cannot be used now, as a sentence."""
    return f"The index of the games is unavailable ({trouble.detail})"


def minutes_of(lines: Sequence[Line]) -> int:
    """Return how many minutes a game was played, by the lines of its journal that tell it."""
    return minutes([(line.boot, line.boot_ms, line.wall_ms) for line in lines])


def _given(guests: Sequence[Guest], players: Sequence[str]) -> tuple[str, ...]:
    """Return the names that people gave themselves, by seat; empty for the others.

    A seat that the table plays has a name, and is nobody.
    """
    names = tuple(visible(guest.name) if guest.is_person else "" for guest in guests)
    return names if len(names) == len(players) else ("",) * len(players)


def kept_review(data: Path, game: GameId, timeline: Timeline) -> Review | None:
    """Return the look back that was kept, if it is about exactly these entries."""
    written = index.review(data, game)
    if written is None:
        return None
    try:
        found = msgspec.msgpack.decode(written, type=Review)
    except msgspec.DecodeError:
        return None
    if [moment.seq for moment in found.moments] != [moment.seq for moment in timeline.moments]:
        return None
    return replace(found, players=timeline.start.setup.players)


def keep_review(data: Path, game: GameId, found: Review) -> None:
    """Keep a look back, without names: a forgotten name must be nowhere."""
    nameless = replace(found, players=())
    index.keep_review(data, game, msgspec.msgpack.encode(nameless))
