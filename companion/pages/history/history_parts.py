"""The parts of the history's list, and how large they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from companion.core.controls import Control
from companion.core.messages import Message
from companion.core.model import Model
from companion.pages.history.entries import EntryLine
from companion.ui.scene import Rect
from companion.ui.style import SMALLEST_PX, TOUCH_PX, Shape, Style


class Act(msgspec.Struct, frozen=True):
    """What can be done with the chosen sentence."""

    label: str
    """English words, which are also what is translated."""
    icon: str
    message: Message
    is_main: bool = False
    """Whether it is what is looked back for: it is golden."""
    control: Control | None = None
    """What does it at once, if any."""


class Looking(NamedTuple):
    """What is looked at, and what is being done with it."""

    at: int
    """After how many actions."""
    ways: tuple[Act, ...] = ()
    focus: int | None = None
    """Which of the ways is pointed at; None: the list is walked through."""
    question: str = ""
    """What is asked before going on from there, in the language of the table."""


Going = Callable[[int], Message]
"""What leads to the table after this many actions."""


class Sizes(NamedTuple):
    """How large the parts of the list are, in pixels."""

    row: int
    words: int
    head: int
    epoch: int
    card: int
    slots: int
    """How many rows there are beside the chosen sentence."""
    chosen: int
    number: int
    """Of the em of the numbers of entries."""
    turn: int
    """How wide the sign and number of a turn are."""


class Shown(NamedTuple):
    """What all parts of the list are drawn from."""

    look: Style
    model: Model
    looked: Looking
    going: Going
    found: Sequence[EntryLine]
    sizes: Sizes


def measured(look: Style, room: Rect, looked: Looking) -> Sizes:
    """Return how large the parts are in this rectangle."""
    high = look.canvas.size[1] if look.shape is not Shape.TALL else look.canvas.size[0] * 5 // 4
    row, head = max(TOUCH_PX, round(high / 13.5)), max(look.px(36), round(high / 13))
    if look.shape is Shape.TALL and look.text_scale > 1:
        row = max(row, 3 * SMALLEST_PX + look.px(4))  # long sentences take three lines
    picture = look.either(250, 178)
    if look.shape is Shape.TALL:
        picture = look.px(356 if looked.ways else 270)
    slots = max(0, (room.h - head - picture) // row)
    return Sizes(
        row=row,
        words=max(SMALLEST_PX, round(high / 21 * min(look.text_scale, 1.2))),
        head=head,
        epoch=max(SMALLEST_PX, round(high / 17)),
        card=room.h - head - slots * row,
        slots=slots,
        chosen=round(high / 14),
        number=max(SMALLEST_PX, round(high / 28)),
        turn=look.either(96, 70),
    )
