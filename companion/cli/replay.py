"""``ra-companion replay``: replays a record, as states for programs or as sentences for people."""

import os
from collections.abc import Iterator, Sequence
from typing import Annotated, BinaryIO

from msgspec.json import encode

from companion import narration
from companion.cli.terminal.options import SpokenOptions
from companion.cli.terminal.output import refuse, say, write
from companion.cli.terminal.parser import STATUSES_OF_GAMES
from companion.cli.terminal.table import ending_lines, points_table
from companion.i18n import Words
from companion.options import Argument, Option
from companion.rules.editions import Setup
from companion.rules.events import EpochBegan, EpochEnded, Event, GameDecided, GameEnded
from companion.rules.model import Game, Phase
from companion.rules.records.entries import Redo, Undo
from companion.rules.records.positions import known_state, state
from companion.rules.records.reading import Played
from companion.rules.records.timeline import Step, Timeline
from companion.storage import FileRefused, Status
from companion.storage.files import STANDARD_INPUT, opened, played

_INDENT = "  "

_NUMBER = 5
"""Columns for the number of an entry."""


ABOUT = """\
Replay game records by the rules, and tell what happened.

A record is a text file with one line of JSON for the game and one for every event. An event that
the rules refuse ends its file: the states before it are printed, and FILE:LINE: reason goes to
standard error. Other files are still replayed.
"""

EXAMPLES = f"""\
Examples:
  ra-companion replay evening.jsonl            an account in sentences
  ra-companion replay evening.jsonl --json     the whole table after every event
  tail -n +1 a.jsonl | ra-companion replay -   from standard input

{STATUSES_OF_GAMES}"""


class Options(SpokenOptions, frozen=True, kw_only=True):
    """Which records, and in which form they are told."""

    files: Annotated[tuple[str, ...], Argument("a record (- for standard input)", "FILE")]
    json: Annotated[bool, Option("print states as JSON, one per line")] = False


def run(options: Options) -> Status:
    """Play records again, print what they say, and return what that means for the exit status.

    A record that is refused does not stop the others.

    Raises:
        OSError: Nobody reads what is printed, or there is no room for it.
    """
    worst = Status.DONE
    for file in options.files:
        named = file if len(options.files) > 1 else None
        try:
            with opened(file) as stream:
                if options.json:
                    write(state_lines(stream, named), at_once=file == STANDARD_INPUT)
                else:
                    say([] if named is None else [f"{named}:"])
                    say(in_words(stream, options.words))
        except FileRefused as refused:
            refuse(file, refused)
            worst = max(worst, refused.status)
    return worst


def state_lines(stream: BinaryIO, file: str | None = None) -> Iterator[bytes]:
    """Yield the state after the header and after every event, as ``replay --json`` prints them.

    Args:
        stream: The record.
        file: Its name, if the states must tell whose they are.

    Raises:
        FileRefused: The record cannot be played on; the states before it have been yielded.
    """
    named = None if file is None else os.fsencode(file).decode(errors="replace")
    for step in played(stream):
        timeline = step.timeline
        if timeline.partial_game is None:
            known = state(timeline.game, timeline.seq, timeline.last_events)
        else:
            known = known_state(timeline.partial_game, timeline.seq)
        yield encode(known | ({} if named is None else {"file": named})) + b"\n"


def in_words(stream: BinaryIO, words: Words) -> Iterator[str]:
    """Yield what happened, line by line, with the number of each entry and who decides next.

    Raises:
        FileRefused: The record cannot be played on; the lines before it have been yielded.
    """
    for step in played(stream):
        first, *more = _sentences(step, words)
        yield f"{step.timeline.seq:>{_NUMBER}}{_INDENT}{first}"
        yield from (" " * _NUMBER + _INDENT + line if line else "" for line in more)


def _sentences(step: Played, words: Words) -> Iterator[str]:
    timeline = step.timeline
    game, names = timeline.game, timeline.game.setup.players
    next_ = "" if game.stage is Phase.OVER else f"→ {names[game.active]}"
    match step.entry:
        case Setup():
            yield words.state(words.say("Players"), words.list(names))
            yield narration.event_text(EpochBegan(game.epoch, game.active), game.setup, words)
        case Undo(number):
            yield words.say("Undone: {what}", what=next_).rstrip()
            yield from _what(timeline.undone[-number:], game, words)
        case Redo(number):
            yield words.say("Redone: {what}", what=next_).rstrip()
            yield from _what(timeline.steps[-number:], game, words)
        case _:
            *before, last = [
                narration.event_text(event, game.setup, words) for event in timeline.events
            ]
            yield from (*before, f"{last} {next_}".rstrip())
            for event in timeline.last_events:
                yield from _scored(event, timeline, words)


def _what(steps: Sequence[Step], game: Game, words: Words) -> Iterator[str]:
    """Yield what each of these actions was, in short."""
    for step in steps:
        yield _INDENT + narration.event_text(step.events[0], game.setup, words)


def _scored(event: Event, timeline: Timeline, words: Words) -> Iterator[str]:
    """Yield the tables that belong to the end of an epoch and of the game."""
    names, result = timeline.start.setup.players, timeline.result
    match event:
        case EpochEnded(epoch, _, scores):
            yield ""
            yield from points_table(names, scores, epoch, words)
            yield ""
        case GameEnded() | GameDecided() if result is not None and result.ranking is not None:
            totals = [points or 0 for points in result.points]
            yield from ending_lines(result.ranking, names, totals, result.suns, words)
        case _:
            return
