"""A saved game as lists show it: who played, how it ended, how long it took, what it counts for.

Its look back is stored with the index: computed once, and no loss if deleted.
"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.core.clock import minutes
from companion.core.model import Guest
from companion.journal import game_lines, index
from companion.journal.index import Description, Sitter
from companion.journal.lines import GameId, Line
from companion.opponent.review import Review
from companion.rules.names import visible
from companion.rules.records.timeline import Timeline
from companion.statistics import game


def describe(lines: Sequence[Line]) -> Description:
    """Return what the index holds of a game, given the lines of its journal.

    Raises:
        ValueError: Its header is not understood here.
    """
    kept = game_lines.read(lines)
    if kept is None:
        raise ValueError("the game's header is not understood by this version")
    setup, length = kept.timeline.start.setup, minutes_of(kept.lines)
    told = game.finished_game(kept.timeline)
    unknown = (None,) * len(setup.players)
    points, places = (unknown, unknown) if told is None else (told.points, told.places)
    names = _given(kept.guests, setup.players)
    return Description(
        tuple(map(Sitter, setup.players, points, places)),
        setup.edition.value,
        told is not None,
        length,
        {} if told is None else game.counts(told, names, length),
    )


def why(trouble: Exception) -> str:
    """Return what is wrong with the index, as the database or the system says it."""
    return getattr(trouble, "strerror", None) or str(trouble)


def no_index(trouble: Exception) -> str:
    """Return why the index cannot be used now, as a sentence for a terminal."""
    return f"The index of the games is unavailable ({why(trouble)})"


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
    try:
        written = index.ask(data, describe, lambda known: known.review(game))
        found = None if written is None else msgspec.msgpack.decode(written, type=Review)
    except (*index.TROUBLES, msgspec.DecodeError):
        return None
    if found is None or found.entries != tuple(step.seq for step in timeline.steps):
        return None
    return replace(found, players=timeline.start.setup.players)


def keep_review(data: Path, game: GameId, found: Review) -> None:
    """Keep a look back, without names: a forgotten name must be nowhere. At worst it is lost."""
    nameless = msgspec.msgpack.encode(replace(found, players=()))
    with suppress(*index.TROUBLES):
        index.ask(data, describe, lambda known: known.keep_review(game, nameless))
