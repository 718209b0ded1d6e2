"""Tables of text: columns that stand below each other, and the points of an epoch or a game."""

from collections.abc import Sequence
from unicodedata import combining, east_asian_width

from companion.i18n import Words
from companion.narration import CATEGORIES, tie_break
from companion.rules.editions import Suns
from companion.rules.scoring.reasons import tie_breaks
from companion.rules.scoring.scoring import EpochScore, Ranking, categories

GAP = "  "

_LONGEST_HEADING = 16


def aligned(rows: Sequence[Sequence[str]], left: Sequence[int] = (0,)) -> list[str]:
    """Return rows of texts as lines in which the columns stand below each other.

    Args:
        rows: The texts; all rows have the same number of them.
        left: The columns that are aligned to the left; numbers are aligned to the right.
    """
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        GAP.join(
            text + _blank(text, room) if column in left else _blank(text, room) + text
            for column, (text, room) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def width(text: str) -> int:
    """Return how many columns of a terminal a text takes; East Asian letters take two."""
    return sum(
        0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text
    )


def _blank(text: str, room: int) -> str:
    return " " * (room - width(text))


def counted(number: int, noun: str) -> str:
    """Return a number of things in English: ``1 game``, ``2 games``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def signed(points: int) -> str:
    """Return points that are added to others; nothing has no sign."""
    return f"{points:+}" if points else "0"


def points_table(
    names: Sequence[str], scores: Sequence[EpochScore], epoch: int, words: Words
) -> list[str]:
    """Return a line for every category, and a column for every player."""
    rows = [["", *map(_short, names)]]
    for category in categories(epoch):
        row = [signed(points.points(category)) for points in scores]
        rows.append([words.say(CATEGORIES[category]), *row])
    rows.append([words.say("This epoch"), *(signed(points.net) for points in scores)])
    floors = [points.after - points.before - points.net for points in scores]
    if any(floors):
        rows.append([words.say("Not below 0"), *map(signed, floors)])
    rows += [
        [words.say("Before"), *(str(points.before) for points in scores)],
        [words.say("After"), *(str(points.after) for points in scores)],
    ]
    return aligned(rows)


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_HEADING else name[: _LONGEST_HEADING - 1] + "…"


def ranking_lines(
    ranking: Ranking, names: Sequence[str], totals: Sequence[int], words: Words
) -> list[str]:
    """Return a line for every place, the winner first."""
    return [
        words.say("{place}. {name}: {points}", place=place, name=names[seat], points=totals[seat])
        for place, seat in enumerate(ranking.seats, start=1)
    ]


def ending_lines(
    ranking: Ranking,
    names: Sequence[str],
    totals: Sequence[int],
    suns: Sequence[Suns],
    words: Words,
) -> list[str]:
    """Return the same, and how ties were broken."""
    ties = [tie_break(tied, names, words) for tied in tie_breaks(ranking, totals, suns)]
    return [*ranking_lines(ranking, names, totals, words), *ties]
