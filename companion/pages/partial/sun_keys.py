"""Keys for fingers at the partially recorded table: one for each sun, and three wide ones."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.core.messages import Message
from companion.rules.editions import Sun
from companion.ui.layout import columns, left_part, rows, shares, square
from companion.ui.pieces import SUN_WON, shining, sun
from companion.ui.scene import Box, Item, Rect, Target
from companion.ui.style import (
    CENTRED,
    NUMBER,
    SMALLEST_PX,
    Piece,
    Shape,
    Size,
    Ui,
    cached,
    unscaled,
)
from companion.ui.widgets import Action, action_key


class SunKey(msgspec.Struct, frozen=True):
    """One sun that can be the answer."""

    sun: Sun
    button: int | None
    """Whose it is; None if nobody has told."""
    message: Message
    key: str = ""
    """What is written on the key of a keyboard that does the same."""


class Strip(msgspec.Struct, frozen=True):
    """A question, its suns, and what else can be said."""

    question: str
    suns: tuple[SunKey, ...]
    actions: tuple[Action, Action, Action]
    """Nobody, pass, undo."""


@cached
def strip(ui: Ui, rect: Rect, shown: Strip) -> Iterator[Piece]:
    """Yield the question, a key for every sun, and three more."""
    where = _places(ui, rect, len(shown.suns))
    caption, places, ends = (
        ui.sided(where[0], rect),
        *(tuple(ui.sided(spot, rect) for spot in spots) for spots in where[1:]),
    )
    yield from _caption(ui, caption, shown.question)
    for key, spot in zip(shown.suns, places, strict=False):
        yield from _sun_key(ui, spot, key)
    for action, spot in zip(shown.actions, ends, strict=True):
        yield action_key(ui, spot, action)


_ONE_ROW = 6
"""This many suns stand in one row of higher keys."""


def _places(ui: Ui, rect: Rect, suns: int) -> tuple[Rect, tuple[Rect, ...], tuple[Rect, ...]]:
    """Return where the question stands, the suns, and the three wide keys."""
    gap = ui.px(4)
    if ui.shape is Shape.TALL:
        top, *middle, end = rows(rect, 4, gap)
        return (
            top,
            tuple(key for row in middle for key in columns(row, 8, gap)),
            shares(end, (5, 4, 3), gap),
        )
    wide = ui.px(276, 212)
    caption = left_part(rect, ui.px(206, 128))
    keys = Rect(caption.x + caption.w + gap, rect.y, rect.w - wide - caption.w - 2 * gap, rect.h)
    lines = 1 if suns <= _ONE_ROW else 2
    number = max(4, suns) if lines == 1 else (suns + 1) // 2
    places = tuple(key for row in rows(keys, lines, gap) for key in columns(row, number, gap))
    upper, lower = rows(Rect(rect.x + rect.w - wide, rect.y, wide, rect.h), 2, gap)
    return caption, places, (upper, *shares(lower, (11, 5), gap))


def _caption(ui: Ui, rect: Rect, question: str) -> Iterator[Piece]:
    lines = ui.wrapped(question, rect.w, Size.SMALL)[: max(1, rect.h // ui.em(Size.SMALL))]
    high = min(round(ui.em(Size.SMALL) * 1.25), rect.h // len(lines))
    top = rect.y + (rect.h - high * len(lines)) // 2
    for place, line in enumerate(lines):
        spot = Rect(rect.x, top + place * high, rect.w, high)
        yield ui.line(spot, line, Size.SMALL, ui.theme.gold)


def _sun_key(ui: Ui, rect: Rect, shown: SunKey) -> Iterator[Piece]:
    colour = ui.theme.line if shown.button is None else ui.theme.buttons[shown.button]
    yield Box(rect, ui.theme.panel, border=colour, border_px=max(2, ui.px(2.5)),
              radius=ui.px(12, 9))  # fmt: skip
    pad = ui.px(8, 3)
    sign = max(ui.px(24, 17), ui.width(shown.key, Size.SMALL))
    if sign + SMALLEST_PX * 2 + 2 * pad > rect.w:
        ui = unscaled(ui)
        sign = max(ui.px(24, 17), ui.width(shown.key, Size.SMALL))
    most = rect.h - ui.px(8, 6)
    is_tight = rect.w < most + sign + 3 * pad and not shown.key
    over = sign * 4 // 10 if is_tight else 0
    side = min(most, rect.w - sign - 2 * pad + over)
    left = rect.x + (rect.w - side - sign - pad // 2 + over) // 2
    disc = square(Rect(left, rect.y, side, rect.h), side)
    if shown.key:
        yield from _beside_key(ui, disc, shown.sun)
    else:
        yield from sun(ui, disc, shown.sun, SUN_WON)
    mark = Rect(left + side + pad // 2 - over, rect.y + over, sign, rect.h)
    if shown.key:
        yield ui.line(mark, shown.key, Size.SMALL, ui.theme.gold, CENTRED)
    elif shown.button is not None:
        yield from shining(ui, square(mark, sign), shown.button)
    yield Target(rect, shown.message)


_DISC = 0.75
"""How much of a sun's width its number may fill before it lies on the rays."""

_WIDEST = "16"
"""The widest number on a sun, so that suns of one size look alike."""


def _beside_key(ui: Ui, disc: Rect, number: Sun) -> Iterator[Item]:
    """Yield a sun, or its number alone on gold where the disc is too small for two digits."""
    widest = ui.canvas.type.width(_WIDEST, SMALLEST_PX, NUMBER.weight)
    if widest <= disc.w * _DISC:
        yield from sun(ui, disc, number, SUN_WON)
        return
    yield Box(disc, ui.theme.gold, radius=disc.w // 4)
    yield ui.text(disc, str(number), SMALLEST_PX, ui.theme.on_gold, NUMBER)
