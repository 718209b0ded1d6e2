"""Whole games, read from records and written into them."""

from collections.abc import Iterator
from typing import BinaryIO, Protocol, runtime_checkable

import msgspec

from companion.rules import model
from companion.rules.actions import Action
from companion.rules.editions import Setup
from companion.rules.library.game import Game, Result
from companion.rules.partial import PartialGame
from companion.rules.records import record as lines
from companion.rules.records.entries import Correct, Entry
from companion.rules.records.reading import played
from companion.rules.records.timeline import Timeline


@runtime_checkable
class Path(Protocol):
    """What says where a file lies, such as ``pathlib.Path``."""

    def __fspath__(self) -> str:
        """Return it as text."""
        ...


class NotAllKnown(ValueError):
    """People did not enter everything of this game, so the table is not known."""


class Record(msgspec.Struct, frozen=True):
    """A game as it was recorded. Its ``str()`` is the text of the file."""

    setup: Setup
    """Who plays, and what they agreed on."""
    entries: tuple[Entry, ...]
    """Every line after the first, what was taken back or corrected included."""
    timeline: Timeline
    """The game as it stands. Internal; may change with any version."""

    def __str__(self) -> str:
        return lines.write(self.setup, self.entries).decode()

    @property
    def players(self) -> tuple[str, ...]:
        """The names, clockwise; a seat is a position in it."""
        return self.setup.players

    @property
    def actions(self) -> tuple[Action, ...]:
        """What players and the bag did, as it stands: corrected, and without what was undone."""
        return tuple(step.action for step in self.timeline.steps if isinstance(step.action, Action))

    def games(self) -> Iterator[Game]:
        """Yield every position, the table before the first tile first.

        One after each of ``actions``, and one after each time when people put the table right by
        hand.

        Raises:
            NotAllKnown: From here on not everything was entered.
        """
        game = Game(self.timeline.start, self.timeline.start)
        yield game
        for step in self.timeline.steps:
            if step.partial_game is not None:
                raise NotAllKnown(f"line {step.seq + 1}: from here on not everything was entered")
            if isinstance(step.action, Action):
                game = Game(step.game, game.start, (*game.actions, step.action))
                yield game
            elif not isinstance(step.action, Correct) and step.events:
                game = Game(step.game, step.game)
                yield game

    @property
    def last(self) -> Game:
        """The position at the end of the record.

        Raises:
            NotAllKnown: Not everything was entered.
        """
        *_, last = self.games()
        return last

    def result(self) -> Result:
        """Return who has won, and what broke a tie (R-END-1 … R-END-3).

        Raises:
            NotAllKnown: Not everything was entered.
            ValueError: The game is not over.
        """
        return self.last.result()

    def scores(self) -> tuple[int, ...]:
        """Return everybody's points at the end of the record, seat by seat.

        Raises:
            NotAllKnown: Not everything was entered, and so somebody's points are not known.
        """
        partial_game = self.timeline.partial_game
        points = _points(self.timeline.game) if partial_game is None else _known(partial_game)
        if points is None:
            raise NotAllKnown("somebody's points are not known: not everything was entered")
        return points


def _points(game: model.Game) -> tuple[int, ...]:
    return tuple(player.score for player in game.players)


def _known(partial_game: PartialGame) -> tuple[int, ...] | None:
    known = tuple(hand.score for hand in partial_game.hands if hand.score is not None)
    return known if len(known) == len(partial_game.hands) else None


def read_record(file: str | Path | BinaryIO) -> Record:
    """Return the game of a record.

    Args:
        file: Where it lies, or a file that is open for reading bytes and stays open.

    Raises:
        BadRecord: It is no record, or the rules refuse a line; ``str()`` says which, and why.
        OSError: It cannot be read.
        TypeError: The file is open for text.
    """
    if isinstance(file, str | Path):
        with open(file, "rb") as stream:  # noqa: PTH123 - the rules know no paths
            return _read(stream)
    return _read(file)


def _read(stream: BinaryIO) -> Record:
    if not isinstance(stream.read(0), bytes):
        raise TypeError('a record is read from bytes: open the file with "rb"')
    steps = list(played(stream))
    [setup] = [step.entry for step in steps[:1] if isinstance(step.entry, Setup)]
    entries = tuple(step.entry for step in steps[1:] if not isinstance(step.entry, Setup))
    return Record(setup, entries, steps[-1].timeline)


def write_record(file: str | Path | BinaryIO, game: Game | Record) -> None:
    """Write a game with all that was played in it, or a record as it was read.

    Args:
        file: Where to write it, or a file that is open for writing bytes and stays open.
        game: What is written.

    Raises:
        ValueError: The game began in the middle: a record has all of it.
        OSError: It cannot be written.
    """
    text = _text(game)
    if isinstance(file, str | Path):
        with open(file, "wb") as stream:  # noqa: PTH123 - the rules know no paths
            stream.write(text)
    else:
        file.write(text)


def _text(game: Game | Record) -> bytes:
    if isinstance(game, Record):
        return lines.write(game.setup, game.entries)
    setup = game.table.setup
    if game.start != model.new_game(setup):
        raise ValueError("a record has the whole game, and this one was set up in the middle")
    return lines.write(setup, game.actions)
