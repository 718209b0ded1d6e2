"""Thousands of saved games as lists show them, replayed by the packed rules, which are faster.

Of each game it says what ``kept_game`` says. A game that is more than actions, undo and redo, or
that the packed rules refuse, is left to the readable ones. A table never loads this.
"""

from collections.abc import Sequence
from functools import lru_cache

from companion.exports import kept_game
from companion.journal import game_reader
from companion.journal.game_reader import NOT_UNDERSTOOD
from companion.journal.index.rows import GameRow
from companion.journal.lines import Line
from companion.rules import packed
from companion.rules.editions import Options, Seat, Setup, Sun, Suns
from companion.rules.events import Cause
from companion.rules.model import new_game
from companion.rules.packed import kernel, positions
from companion.rules.records.shapes import Redo, Undo
from companion.statistics.game import Buy, FinishedGame

_MOST_ENDS = 16
"""The packed rules replay a game from the start wherever something was taken back."""


def describe(lines: Sequence[Line]) -> GameRow:
    """Return what the history shows of a game, given the lines of its journal.

    Raises:
        ValueError: Its header is not understood here.
    """
    found = described(lines) if packed.IS_COMPILED else None
    return kept_game.describe(lines) if found is None else found


def described(lines: Sequence[Line]) -> GameRow | None:
    """Return the same by the packed rules; None if the game is not for them."""
    try:
        setup, table = game_reader.head(lines[0])
        ends, told = _ends(lines)
        first, position = _start(setup.suns, setup.ra_limit, setup.options)
        for actions in ends[:-1]:
            packed.outcome_of(packed.at(position), actions)
        told_by_seat = _told(setup, first, packed.at(position), ends[-1])
    except (*NOT_UNDERSTOOD, ValueError, LookupError):
        return None
    return kept_game.row_of(setup, table.guests, kept_game.minutes_of(told), told_by_seat)


@lru_cache(maxsize=64)
def _start(
    suns: tuple[Suns, ...], ra_limit: int, options: Options
) -> tuple[Seat, positions.Position]:
    """Return who begins, and the position before: the same whoever plays.

    Raises:
        ValueError: The packed rules have no room for it.
    """
    anybody = ("",) * len(suns)
    game = new_game(Setup(players=anybody, suns=suns, ra_limit=ra_limit, options=options))
    return game.active, positions.packed(game)


def _told(
    setup: Setup, first: Seat, table: packed.Table, actions: list[int]
) -> FinishedGame | None:
    lots, by_ra, scored = packed.outcome_of(table, actions)
    if table.phase != kernel.OVER:
        return None
    places = table.ranking()
    return FinishedGame(
        setup.edition,
        tuple(table.scores()),
        tuple([places.index(seat) + 1 for seat in setup.seats]),
        tuple(map(tuple, scored)),
        tuple([Buy(Seat(seat), Sun(sun), tiles, points) for seat, sun, tiles, points in lots]),
        tuple([Cause.RA_TRACK if is_by_ra else Cause.SUNS for is_by_ra in by_ra]),
        first,
    )


def _ends(lines: Sequence[Line]) -> tuple[list[list[int]], Sequence[Line]]:
    """Return all that was played, and the lines that tell it.

    Each list goes from the beginning to where something new was taken back, the last one to the
    end: what was taken back must have been allowed, too.

    Raises:
        ValueError, LookupError: The game is not for the packed rules.
    """
    meant = [_meant(bytes(line.said)) for line in lines[1:]]
    actions = [each for each in meant if isinstance(each, int)]
    if len(actions) == len(meant):
        return [actions], lines
    ends: list[list[int]] = []
    standing: list[int] = []
    undone: list[int] = []
    is_new = False
    for each in meant:
        if isinstance(each, int):
            standing.append(each)
            undone.clear()
            is_new = True
        elif each is not None:
            ends += [standing.copy()] if is_new else []
            is_new = False
            for _ in range(each.events):
                if isinstance(each, Undo):
                    undone.append(standing.pop())
                else:
                    standing.append(undone.pop())
    if len(ends) > _MOST_ENDS:
        raise ValueError("going back so often is quicker by the readable rules")
    told = [line for line, each in zip(lines[1:], meant, strict=True) if each is not None]
    return [*ends, standing], [lines[0], *told]


@lru_cache(maxsize=1024)
def _meant(event: bytes) -> int | Undo | Redo | None:
    """Return the packed action that an event says, or what was taken back; None if it is neither.

    Raises:
        ValueError, LookupError: The packed rules have no word for it.
    """
    said = game_reader.said_in(event)
    if said.action is not None:
        return positions.packed_action(said.action)
    if isinstance(said.entry, (Undo, Redo)) and said.entry.events > 0:
        return said.entry
    if said.entry is not None or not said.is_understood:
        raise ValueError("this is for the readable rules")
    return None
