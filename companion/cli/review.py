"""``ra-companion review``: looks back at a finished game."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import msgspec

from companion import narration
from companion.cli.terminal import load
from companion.cli.terminal.options import JSON, SpokenOptions
from companion.cli.terminal.output import refuse, report, say, write
from companion.cli.terminal.parser import STATUSES_OF_GAMES
from companion.cli.terminal.progress import progress
from companion.cli.terminal.table import aligned
from companion.i18n import Words, mark
from companion.journal.disk import write_file
from companion.opponent.review import NotReviewableError, Review, Swing
from companion.opponent.reviewing import review
from companion.options import Argument, Option
from companion.pages.archive import findings
from companion.rules.events import EpochEnded
from companion.rules.records.timeline import Timeline
from companion.rules.thawing import IS_COMPILED
from companion.storage import FileRefused, Status
from companion.storage.files import opened, played
from companion.ui.widgets import decimal

ABOUT = """\
Look back at a finished game: how the chances to win went, where the game turned, what choices cost.

Every choice is tried out some hundred times against the others, with new bags, while everybody
plays on by rule of thumb. What is too close to call is not said. This takes seconds, or minutes
where the rules are not compiled.
"""

EXAMPLES = f"""\
Examples:
  ra-companion review evening.jsonl
  ra-companion review evening.jsonl --json
  ra-companion review evening.jsonl --picture evening.png    to share
  ra-companion export last | ra-companion review -

{STATUSES_OF_GAMES}"""

MOST_CHOICES = 10
"""How many of the costliest choices are listed."""


class Options(SpokenOptions, frozen=True, kw_only=True):
    """Which record, and how the look back is printed."""

    record: Annotated[str, Argument("a record (- for standard input)", "RECORD")]
    json: Annotated[bool, JSON] = False
    picture: Annotated[
        Path | None, Option("write a picture to share, as PNG, and print nothing", "FILE")
    ] = None


def run(options: Options) -> Status:
    """Look back at a record, print what is found, and return the exit status.

    Raises:
        OSError: Nobody reads what is printed, or there is no room for it.
    """
    game = None
    try:
        with opened(options.record) as stream:
            for step in played(stream):
                game = step.timeline
    except FileRefused as refused:
        refuse(options.record, refused)
        return refused.status
    if game is None:  # a record has a header, or it was refused
        return Status.UNREADABLE
    try:
        with progress() as advance:
            found = review(game, advance=advance)
    except NotReviewableError as why:
        report([f"{options.record}: {why.because.value}"])
        return Status.IMPOSSIBLE
    if options.picture is not None:
        pictures = load("companion.exports.pictures")
        buttons = tuple(range(len(found.players)))
        shown = pictures.look_back(found, game, buttons, options.words.language)
        write_file(options.picture, pictures.png(shown))
    elif options.json:
        write([msgspec.json.encode(facts(found)) + b"\n"])
    else:
        say(account(found, game, options.words))
    return Status.DONE


def facts(found: Review) -> dict[str, object]:
    """Return a look back as ``review --json`` prints it."""
    sums = [
        {
            "name": name,
            "initial": each.initial,
            "final": each.final,
            "luck": each.luck,
            "skill": each.skill,
            "bag": each.bag,
            "others": each.others,
        }
        for name, each in zip(found.players, found.sums, strict=True)
    ]
    built: dict[str, object] = msgspec.to_builtins(found)
    return {
        "engine": "compiled" if IS_COMPILED else "python",
        **built,
        "sums": sums,
        "swings": [
            {"since": found.moments[swing.since].seq, "seq": found.moments[swing.at].seq}
            for swing in found.swings
        ],
    }


def account(found: Review, game: Timeline, words: Words) -> Iterator[str]:
    """Yield what people read, line by line."""
    yield words.say("Chance of winning, in per cent")
    yield ""
    yield from aligned(list(_chances(found, game, words)))
    yield ""
    yield words.say("Turning points")
    yield ""
    for swing in found.swings:
        yield from _swing(found, game, swing, words)
    yield ""
    yield words.say("From the first tile to the end")
    yield ""
    yield from aligned(list(_sums(found, words)))
    costly = found.costly()[:MOST_CHOICES]
    if costly:
        yield ""
        yield words.say("What might have been better")
        yield ""
    for moment in costly:
        if moment.decision is not None:
            better = findings.better(moment.decision, found.players, words)
            yield f"{moment.seq:>{_NUMBER}}  {better}"
    yield ""
    yield words.say("What the lots were worth, in points")
    yield ""
    yield from _lots(found, words)


_NUMBER = 5
"""Columns for the number of an entry."""


def _chances(found: Review, game: Timeline, words: Words) -> Iterator[list[str]]:
    """Yield the chances at the beginning, after every epoch, and so at the end."""
    yield ["", *found.players]
    yield [words.say("At the start"), *_per_cent(found.initial)]
    for at, moment in enumerate(found.moments):
        for event in game.moments[at].events:
            if isinstance(event, EpochEnded):
                epoch = narration.epoch_name(event.epoch, game.start.setup, words)
                yield [words.say("after: {epoch}", epoch=epoch), *_per_cent(moment.chances)]


def _per_cent(chances: tuple[int, ...]) -> list[str]:
    return [str(findings.percent(chance)) for chance in chances]


def _swing(found: Review, game: Timeline, swing: Swing, words: Words) -> Iterator[str]:
    """Yield what happened, and what it changed."""
    moment, before = found.moments[swing.at], found.before(swing.since)
    events = game.moments[swing.at].events
    lines = [narration.account(event, game.start.setup, words) for event in events]
    yield f"{moment.seq:>{_NUMBER}}  {'. '.join(lines)}"
    changes = [
        f"{name} {findings.percent(then)} → {findings.percent(now)}"
        for name, then, now in zip(found.players, before, moment.chances, strict=True)
        if findings.percent(then) != findings.percent(now)
    ]
    yield f"{'':>{_NUMBER}}  {', '.join(changes)}"


def _sums(found: Review, words: Words) -> Iterator[list[str]]:
    yield ["", *map(words.say, _HEAD)]
    for name, each in zip(found.players, found.sums, strict=True):
        numbers = (each.initial, each.luck, each.skill, each.final)
        yield [name, *(f"{decimal(number / 100, words)}" for number in numbers)]


_HEAD = (mark("At the start"), mark("Luck"), mark("Own choices"), mark("At the end"))


def _lots(found: Review, words: Words) -> Iterator[str]:
    rows = [["", "", *found.players]]
    rows += [
        [
            str(lot.seq),
            words.say("{name} with {sun}", name=found.players[lot.winner], sun=lot.paid),
            *(decimal(bidder.worth / 10, words) for bidder in lot.bidders),
        ]
        for lot in found.lots
    ]
    lines = aligned(rows, left=(1,))
    yield lines[0]
    for lot, line in zip(found.lots, lines[1:], strict=True):
        yield line
        for sentence in findings.lot_told(lot, found.players, words):
            yield f"{'':>{_NUMBER}}  {sentence}"
