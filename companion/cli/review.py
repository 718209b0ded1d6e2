"""``ra-companion review``: looks back at a finished game."""

from collections.abc import Iterator
from math import ceil
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
from companion.i18n import Words
from companion.journal.disk import write_file
from companion.narration import bundle_names
from companion.opponent.review import WHOLE, NotReviewableError, Point, Review
from companion.opponent.reviewing import review
from companion.options import Argument, Option
from companion.pages.archive import look_back
from companion.rules.events import EpochEnded
from companion.rules.records.timeline import Timeline
from companion.rules.thawing import IS_COMPILED
from companion.rules.tiles import bundle
from companion.storage import FileRefused, Status
from companion.storage.files import opened, played

ABOUT = """\
Look back at a finished game: what the lots were worth, where the game turned, what choices cost.
Best buy and priciest are the lots that gained and lost their winner most points, with the suns
that were paid and won.

Every choice is weighed by a tree search that plays on a thousand times, with new bags, and what
seems to be a mistake again until that is beyond doubt. This takes seconds, or minutes where the
rules are not compiled; then draws that everybody makes are not looked at.
"""

EXAMPLES = f"""\
Examples:
  ra-companion review evening.jsonl
  ra-companion review evening.jsonl --json
  ra-companion review evening.jsonl --picture evening.png    to share
  ra-companion export last | ra-companion review -

{STATUSES_OF_GAMES}"""


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
        say(in_words(found, game, options.words))
    return Status.DONE


def facts(found: Review) -> dict[str, object]:
    """Return a look back as ``review --json`` prints it."""
    built: dict[str, object] = msgspec.to_builtins(found)
    del built["entries"]
    moments = [each.number for each in found.moments()]
    return {"engine": "compiled" if IS_COMPILED else "python", **built, "moments": moments}


def in_words(found: Review, game: Timeline, words: Words) -> Iterator[str]:
    """Yield what people read, line by line: the same as on the screen."""
    yield words.say(look_back.LOTS)
    yield ""
    yield from _lots(found, game, words)
    yield ""
    yield words.say(look_back.MOMENTS)
    yield ""
    for line, figures in look_back.moments_told(found, game, words):
        yield f"{line} {', '.join(figures)}".rstrip()
    yield ""
    if choices := look_back.choices_told(found, game, words):
        yield words.say(look_back.CHOICES)
        yield ""
        yield from choices
        yield ""
    yield words.say(look_back.CHANCES)
    yield ""
    yield from aligned(list(_chances(found, game, words)))


def _chances(found: Review, game: Timeline, words: Words) -> Iterator[list[str]]:
    """Yield the chances at the beginning and after every epoch, and how far they may be wrong."""
    yield ["", *found.players, ""]
    for point in found.points:
        if point.number == 0:
            yield [words.say("At the start"), *_per_cent(point)]
            continue
        for event in game.steps[point.number - 1].events:
            if isinstance(event, EpochEnded):
                epoch = narration.epoch_name(event.epoch, game.start.setup, words)
                yield [words.say("after: {epoch}", epoch=epoch), *_per_cent(point)]


def _per_cent(point: Point) -> list[str]:
    margin = f"\N{PLUS-MINUS SIGN}{ceil(100 * point.margin / WHOLE)}" if point.margin else ""
    return [*map(str, look_back.percents(point.chances)), margin]


def _lots(found: Review, game: Timeline, words: Words) -> Iterator[str]:
    """Yield every lot: what it was worth to everybody, and below it its tiles."""
    rows = [["", "", *found.players]]
    rows += [
        [
            str(lot.number),
            look_back.lot_head(lot, game, words),
            *(look_back.points(worth) for worth in lot.worth),
        ]
        for lot in found.lots
    ]
    lines = aligned(rows, left=(1,))
    yield lines[0]
    for lot, line in zip(found.lots, lines[1:], strict=True):
        yield line
        tiles = bundle_names(bundle(lot.tiles), words)
        remark = look_back.lot_remark(lot, found, words)
        if below := ": ".join(each for each in (remark, tiles) if each):
            yield f"{'':>{_NUMBER}}  {below}"


_NUMBER = 5
"""Columns for the number of an entry."""
