"""Choosing one of several things to correct: controls, keys and places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from math import sqrt

from companion.core.commands import DIAL, OK, UNDO, Command, key, tap, turning
from companion.core.messages import Message, Next
from companion.core.model import Model
from companion.pages.controls import FIX_KEY
from companion.rules.editions import Seat
from companion.ui.layout import rows, square
from companion.ui.pieces import emblem, is_whole
from companion.ui.scene import Box, Rect
from companion.ui.style import Piece, Shape, Ui

EMPTY = "\N{EN DASH}"
"""Nothing lies there."""


def choosing(choose: Message, back: Message, away: Message | None = None) -> Iterator[Command]:
    """Yield what can be done there.

    Args:
        choose: What OK means.
        back: What Undo means.
        away: What the table's own key for it means; None: to go on.
    """
    yield tap("Confirm", choose, OK, DIAL)
    yield tap("Back", back, UNDO)
    yield key(FIX_KEY, Next() if away is None else away)
    yield turning("Choose")


def grid(ui: Ui, area: Rect, words: Sequence[str], least: int = 0) -> tuple[Rect, ...]:
    """Return places in rows, as near to a good key as they come.

    Args:
        ui: What it is drawn with.
        area: Where they stand.
        words: What stands on each; nothing on pictures. Words beside pictures are as wide as two
            or three of them, and wider still where their row is not full.
        least: How wide a picture is at least, in pixels, so that what stands below it has room.
    """
    gap = ui.px(8, 4)
    wanted = 1.5 if ui.shape is not Shape.TALL else 1.2

    def quality(way: tuple[int, tuple[int, ...]]) -> float:
        beside, parts = way
        lines = len(_lines(parts, beside))
        wide, high = area.w / beside - gap, area.h / lines - gap
        full = sum(parts) / (beside * lines)
        spot = Rect(0, 0, round(max(parts) * (wide + gap) - gap) - 2 * gap, round(high) - 2 * gap)
        torn = 1 if all(is_whole(ui, spot, each) for each in words) else _TORN
        return min(wide / wanted, high) * sqrt(full) * torn

    most_beside = (area.w + gap) // (least + gap)
    beside, parts = max(
        (
            (beside, parts)
            for parts in _widths(words)
            for beside in range(max(parts), max(*parts, min(sum(parts), most_beside)) + 1)
        ),
        key=quality,
    )
    lines = _lines(parts, beside)
    most = round(area.w / beside / wanted * 1.3)
    high = min(area.h, len(lines) * (most + gap))
    area = Rect(area.x, area.y + (area.h - high) // 2, area.w, high)
    unit, is_words, places = (area.w + gap) / beside, iter(words), list[Rect]()
    for row, line in zip(rows(area, len(lines), gap), lines, strict=True):
        told = [part if next(is_words) else 0 for part in line]
        more = min(1.0, (beside - sum(line)) / max(1, sum(told)))
        wide = (part + more * own for part, own in zip(line, told, strict=True))
        ends = [0, *(round(unit * end) for end in accumulate(wide))]
        places += (
            Rect(row.x + left, row.y, right - left - gap, row.h) for left, right in pairwise(ends)
        )
    return tuple(places)


def _widths(words: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """Yield how wide each may be, where a picture is one."""
    for wide in (1,) if all(words) else (2, 3):
        yield tuple(wide if each else 1 for each in words)


_TORN = 0.4
"""So much less good are places where some words are not whole."""


def _lines(parts: Sequence[int], beside: int) -> list[tuple[int, ...]]:
    """Return these widths in rows, each as full as it can be."""
    lines: list[tuple[int, ...]] = [()]
    for part in parts:
        if sum(lines[-1]) + part > beside:
            lines.append(())
        lines[-1] = (*lines[-1], part)
    return lines


def player_sign(ui: Ui, rect: Rect, model: Model, seat: Seat) -> Iterator[Piece]:
    """Yield the emblem of a player on a disc of their colour."""
    button = model.session.buttons[seat]
    side = min(rect.w, rect.h)
    disc = square(rect, side)
    yield Box(disc, ui.theme.buttons[button], radius=side // 2)
    yield emblem(disc.inset(max(2, side // 6)), button)
