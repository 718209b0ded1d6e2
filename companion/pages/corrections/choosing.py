"""Choosing one of several things to correct: controls, keys and places."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from companion.core.commands import DIAL, OK, UNDO, Command, key, tap, turning
from companion.core.messages import Message, Next
from companion.core.model import Model
from companion.pages.controls import FIX_KEY
from companion.rules.editions import Seat
from companion.ui.layout import columns, rows, square
from companion.ui.pieces import emblem
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


def grid(ui: Ui, area: Rect, number: int) -> tuple[Rect, ...]:
    """Return this many places in rows, as near to a good key as they come.

    Those of the last row, which are words in most cases, are wider where it is not full.
    """
    gap = ui.px(8, 4)
    wanted = 1.5 if ui.shape is not Shape.TALL else 1.2

    def quality(beside: int) -> float:
        lines = -(-number // beside)
        wide, high = area.w / beside - gap, area.h / lines - gap
        full = number / (beside * lines)
        return min(wide / wanted, high) * sqrt(full)

    beside = max(range(1, number + 1), key=quality)
    lines = -(-number // beside)
    most = round(area.w / beside / wanted * 1.3)
    high = min(area.h, lines * (most + gap))
    area = Rect(area.x, area.y + (area.h - high) // 2, area.w, high)
    *full, last = rows(area, lines, gap)
    left = number - beside * len(full)
    last = last._replace(w=min(last.w, 2 * left * last.w // beside))
    places = [spot for row in full for spot in columns(row, beside, gap)]
    return (*places, *columns(last, left, gap))


def player_sign(ui: Ui, rect: Rect, model: Model, seat: Seat) -> Iterator[Piece]:
    """Yield the emblem of a player on a disc of their colour."""
    button = model.session.buttons[seat]
    side = min(rect.w, rect.h)
    disc = square(rect, side)
    yield Box(disc, ui.theme.buttons[button], radius=side // 2)
    yield emblem(disc.inset(max(2, side // 6)), button)
