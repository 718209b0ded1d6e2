"""The scoring of an epoch as a table for people, with the reason of every number."""

from collections.abc import Sequence
from unicodedata import combining, east_asian_width

from companion.explaining import CATEGORIES, reason, tie_break
from companion.rules.reasons import reasons, tie_breaks
from companion.rules.scoring import EpochScore, Ranking, categories
from companion.rules.sheet import Scored
from companion.words import Words

_LONGEST_HEADING = 16
_GAP = "  "


def account_of_sheet(sheet: Scored, words: Words) -> list[str]:
    """Return the lines of a scored sheet: the table, the reasons, and who has won."""
    lines = points_table(sheet.names, sheet.scores, sheet.tally.epoch, words)
    lines += ["", *_reasons(sheet, words)]
    if sheet.ranking is not None:
        totals = [points.after for points in sheet.scores]
        lines += ["", *ranking_lines(sheet.ranking, sheet.names, totals, words)]
        suns = [own.suns for own in sheet.sheets]
        lines += [
            tie_break(tied, sheet.names, words) for tied in tie_breaks(sheet.ranking, totals, suns)
        ]
    return lines


def points_table(
    names: Sequence[str], scores: Sequence[EpochScore], epoch: int, words: Words
) -> list[str]:
    """Return a line for every category, and a column for every player."""
    rows = [["", *(_short(name) for name in names)]]
    for category in categories(epoch):
        row = [signed(points.points(category)) for points in scores]
        rows.append([words.say(CATEGORIES[category]), *row])
    rows += [
        [words.say("Sum"), *(signed(points.net) for points in scores)],
        [words.say("Before"), *(str(points.before) for points in scores)],
        [words.say("After"), *(str(points.after) for points in scores)],
    ]
    return aligned(rows)


def ranking_lines(
    ranking: Ranking, names: Sequence[str], totals: Sequence[int], words: Words
) -> list[str]:
    """Return a line for every place, the winner first."""
    return [
        words.say("{place}. {name}: {points}", place=place, name=names[seat], points=totals[seat])
        for place, seat in enumerate(ranking.seats, start=1)
    ]


def _reasons(sheet: Scored, words: Words) -> list[str]:
    """Return each player's name, and below it a line for every category."""
    explained = reasons(sheet.sheets, sheet.scores, sheet.tally.epoch)
    rows = [
        [words.say(CATEGORIES[given.category]), signed(given.points), reason(given, words)]
        for of_player in explained
        for given in of_player
    ]
    lines = iter(aligned(rows, left=(0, 2)))
    return [
        line
        for name, of_player in zip(sheet.names, explained, strict=True)
        for line in (name, *(_GAP + next(lines) for _ in of_player))
    ]


def aligned(rows: Sequence[Sequence[str]], left: Sequence[int] = (0,)) -> list[str]:
    """Return rows of texts as lines in which the columns stand below each other.

    Args:
        rows: The texts; all rows have the same number of them.
        left: The columns that are aligned to the left; numbers are aligned to the right.
    """
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        _GAP.join(
            text + _blank(text, room) if column in left else _blank(text, room) + text
            for column, (text, room) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def signed(points: int) -> str:
    """Return points that are added to others; nothing has no sign."""
    return f"{points:+}" if points else "0"


def width(text: str) -> int:
    """Return how many columns of a terminal a text takes; East Asian letters take two."""
    return sum(
        0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text
    )


def _blank(text: str, room: int) -> str:
    return " " * (room - width(text))


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_HEADING else name[: _LONGEST_HEADING - 1] + "…"
