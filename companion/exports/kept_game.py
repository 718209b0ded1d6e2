"""A saved game as lists show it: who played, how it ended, how long it took, what it counts for."""

from collections.abc import Sequence

from companion.core.clock import minutes
from companion.i18n import Words
from companion.journal import game_lines
from companion.journal.game_lines import Kept
from companion.journal.index.rows import GameRow, IndexTrouble, Sitter, Tally
from companion.journal.lines import Line
from companion.rules.names import visible
from companion.statistics.game import counted, is_over, places, results


def describe(lines: Sequence[Line]) -> GameRow:
    """Return what the history shows of a game, given the lines of its journal.

    Raises:
        ValueError: Its header is not understood here.
    """
    kept = game_lines.read(lines)
    if kept is None:
        raise ValueError("the game's header is not understood by this version")
    game = kept.timeline.game
    over = is_over(kept.timeline)
    points = results(kept.timeline) if over else (None,) * len(game.players)
    ranks = places(kept.timeline) if over else (None,) * len(game.players)
    sitters = tuple(map(Sitter, game.setup.players, points, ranks))
    length = minutes_of(kept)
    counts = counted(kept.timeline, _given(kept), length)
    tallies = tuple(Tally(who, numbers) for who, numbers in counts.items())
    return GameRow(sitters, game.setup.edition.value, over, minutes=length, tallies=tallies)


def no_index(trouble: IndexTrouble, words: Words) -> str:
    """Return why the index cannot be used now, as a sentence."""
    return words.say("The index of the games is unavailable ({why})", why=trouble.detail)


def minutes_of(kept: Kept) -> int:
    """Return how many minutes a game was played, by the lines of its journal."""
    return minutes([(line.boot, line.boot_ms, line.wall_ms) for line in kept.lines])


def _given(kept: Kept) -> tuple[str, ...]:
    """Return the names that people gave themselves, by seat; empty for the others.

    A seat that the table plays has a name, and is nobody.
    """
    players = kept.timeline.game.setup.players
    names = tuple(visible(guest.name) if guest.is_person else "" for guest in kept.guests)
    return names if len(names) == len(players) else ("",) * len(players)
