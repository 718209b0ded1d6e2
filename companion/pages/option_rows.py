"""Rows with a value between two arrows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from companion.core.messages import Message
from companion.core.session import Secrecy
from companion.i18n import mark
from companion.opponent.strength import Strength
from companion.rules.actions import Level
from companion.rules.editions import (
    Edition,
    NoPenalty,
)
from companion.ui.layout import (
    cut_left,
    cut_right,
    shares,
    without_left,
)
from companion.ui.pieces import EARLIER, LATER, focus_ring, least_height, panel, paragraph
from companion.ui.scene import Rect, Target
from companion.ui.style import CENTRED, QUIET, SMALLEST_PX, TOUCH_PX, Piece, Shape, Size, Ui

EDITIONS = {
    Edition.C25: mark("25th Century Games (2022)"),
    Edition.WINDRIDER_2016: mark("Windrider (2016)"),
    Edition.RGG_2009: mark("Rio Grande (2009)"),
    Edition.ALEA_1999: mark("Alea (1999)"),
}


SECRECIES = {
    Secrecy.OWN_PEEK: mark("hidden; each may look at their own"),
    Secrecy.SEALED: mark("sealed until the end"),
    Secrecy.EPOCH_GAINS: mark("epoch points open, totals hidden"),
    Secrecy.OPEN: mark("open"),
}

LEVELS = {
    Level.FULL: mark("every tile"),
    Level.LIGHT: mark("Ra tiles and auctions"),
}


PENALTIES = {
    NoPenalty.OFF: mark("as in the rulebook"),
    NoPenalty.FINAL_ONLY: mark("none at the end of the game"),
    NoPenalty.EVERY_EPOCH: mark("none in any epoch"),
}


class Choice(msgspec.Struct, frozen=True):
    """A row: what it is about, how it is now, and what leads to the values beside that."""

    title: str
    """In the language of the table, like the value."""
    value: str
    messages: tuple[Message, ...]
    """To the value before, and to the next; none if there is only this one."""


def choice(ui: Ui, rect: Rect, shown: Choice, *, is_chosen: bool) -> Iterator[Piece]:
    """Yield a row with a key for the value before and one for the next."""
    yield panel(ui, rect, is_active=is_chosen)
    inner = without_left(rect, ui.px(20, 10))
    if ui.shape is Shape.TALL or rect.w < ui.px(_NARROW):
        needed = least_height(ui, shown.title, inner.w, QUIET.weight)
        below = least_height(ui, shown.value, inner.w - 2 * max(TOUCH_PX, ui.px(44)))
        high = max(min(inner.h * 9 // 20, inner.h * 19 // 20 - below), needed)
        title = Rect(inner.x, inner.y + ui.px(4), inner.w, high)
        value = Rect(inner.x, title.y + high, inner.w, inner.h * 19 // 20 - high)
        arrow = Size.PROMPT
    else:
        title, value = shares(inner, (5, 6), ui.px(8))
        arrow = Size.TITLE
    yield from paragraph(ui, title, shown.title, Size.LABEL, QUIET)
    key = max(TOUCH_PX, ui.px(44))
    earlier, rest = cut_left(value, key)
    later, words = cut_right(rest, key)
    yield from paragraph(ui, words, shown.value, Size.LABEL, CENTRED)
    keys = ((earlier, EARLIER), (later, LATER))
    for (spot, sign), message in zip(keys, shown.messages, strict=False):
        px = min(ui.em(arrow), max(SMALLEST_PX, spot.h))
        yield ui.text(spot, sign, px, ui.theme.gold, CENTRED)
        touched = spot if spot.h >= TOUCH_PX else Rect(spot.x, rect.y, spot.w, rect.h)
        yield Target(touched, message)
    if is_chosen:
        yield focus_ring(ui, rect, ui.px(14, 10))


STRENGTHS: Mapping[Strength | None, str] = {
    None: mark("a person"),
    Strength.QUICK: mark("computer, quick"),
    Strength.STEADY: mark("computer, steady"),
    Strength.STRONG: mark("computer, strong"),
}
"""Who can play a seat, in English words."""


STACKED = 72
"""How high such a row is at least, in units, where there is room."""


_NARROW = 500
"""A row that is less wide, in units, has its value below its title."""
