"""Saved games for other programs: as a record, CSV, JSON or a picture."""

from collections.abc import Callable, Iterator, Mapping

import msgspec

from companion import narration
from companion.exports.bg_stats import BgPlay, utc
from companion.i18n import Words, mark
from companion.rules.records import record
from companion.rules.records.timeline import effective_entries
from companion.rules.scoring.scoring import categories
from companion.storage import spreadsheet

Write = Callable[[BgPlay, Words], bytes]
"""Says a game in one form."""


def as_record(play: BgPlay, _: Words) -> bytes:
    """Return the record of what stands at the end, without what was taken back."""
    return record.write(play.kept.timeline.start.setup, effective_entries(play.kept.timeline))


def as_everything(play: BgPlay, _: Words) -> bytes:
    """Return the record of all that was ever entered."""
    return record.write(play.kept.timeline.start.setup, play.kept.entries)


def as_csv(play: BgPlay, words: Words) -> bytes:
    """Return a line for every player: place, points, and every category of every epoch."""
    return spreadsheet.table(_lines(play, words))


_COLUMNS = (
    mark("Game"),
    mark("Ended (UTC)"),
    mark("Minutes"),
    mark("Player"),
    mark("Rank"),
    mark("Points"),
)

_OTHER_POINTS = (mark("Points at the start"), mark("Not below 0"), mark("Fixed by hand"))
"""With these the points of all categories add up to those at the end."""


def _lines(play: BgPlay, words: Words) -> Iterator[list[spreadsheet.Cell]]:
    scored = [
        (epoch, category)
        for epoch in range(1, len(play.epochs) + 1)
        for category in categories(epoch)
    ]
    titles = [f"{epoch}: {words.say(narration.CATEGORIES[each])}" for epoch, each in scored]
    yield [*map(words.say, _COLUMNS), *titles, *map(words.say, _OTHER_POINTS)]
    for seat, sat in enumerate(play.seats):
        own = [play.epochs[epoch - 1][seat] for epoch, _ in scored]
        points: list[spreadsheet.Cell] = [
            None if each is None else each.points(category)
            for each, (_, category) in zip(own, scored, strict=True)
        ]
        ended = utc(play.ended_ms)
        about = (play.game, ended, play.minutes, sat.name, sat.place, sat.points)
        yield [*about, *points, *_other_points(play, seat)]


def _other_points(play: BgPlay, seat: int) -> tuple[int | None, ...]:
    """Return the points at the start, those that losses left at 0, and those fixed by hand."""
    start = play.kept.timeline.start.players[seat].score
    points, scores = play.seats[seat].points, [epoch[seat] for epoch in play.epochs]
    known = [score for score in scores if score is not None]
    if points is None or len(known) < len(scores):
        return start, None, None
    floor = sum(score.after - score.before - score.net for score in known)
    return start, floor, points - start - floor - sum(score.net for score in known)


def as_json(play: BgPlay, _: Words) -> bytes:
    """Return one JSON object: the game, who played, the points of every epoch, and its record."""
    said = record.write(play.kept.timeline.start.setup, effective_entries(play.kept.timeline))
    facts = {
        "id": play.game,
        "begun": utc(play.begun_ms),
        "ended": utc(play.ended_ms),
        "minutes": play.minutes,
        "edition": play.edition,
        "is_over": play.is_over,
        "players": [
            {
                "name": sat.name,
                "points": sat.points,
                "place": sat.place,
                "began": sat.is_starter,
                "epochs": [
                    None if scores[seat] is None else msgspec.to_builtins(scores[seat])
                    for scores in play.epochs
                ],
            }
            for seat, sat in enumerate(play.seats)
        ],
        "record": [msgspec.Raw(line) for line in said.splitlines()],
    }
    return msgspec.json.encode(facts) + b"\n"


def as_png(play: BgPlay, words: Words) -> bytes:
    """Return the picture of the end: everybody's place and points, tiles and suns, and the day."""
    from companion.exports import pictures as posters  # noqa: PLC0415 - only pictures need the screen

    return posters.png(posters.final_table(play.kept, words.language, utc(play.ended_ms)[:10]))


FORMATS: Mapping[str, Write] = {"record": as_record, "csv": as_csv, "json": as_json, "png": as_png}
"""The formats, by their names on the command line."""

NEEDS_AN_END = ("csv", "png")
"""Formats that tell points, which lie face down while a game runs (R-INF-2)."""
