"""Pages that are lists: lines that do something when pushed, or hold a value between two arrows."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Self

import msgspec
from msgspec.structs import replace

from companion.core.commands import DIAL, OK, RA, UNDO, Command, Entry, choice, tap, turning
from companion.core.effects import Update
from companion.core.messages import Message
from companion.core.model import Model
from companion.core.session import Secrecy
from companion.i18n import Words, mark
from companion.i18n.languages import own_name
from companion.opponent.strength import Strength
from companion.pages.controls import is_scanning
from companion.pages.page_view import PlainPage
from companion.rules.actions import Level
from companion.rules.editions import Edition, NoPenalty
from companion.ui.kit import Kit, Widget
from companion.ui.layout import (
    columns,
    cut_left,
    cut_right,
    middle,
    rows,
    shares,
    stacked,
    without_left,
)
from companion.ui.pieces import EARLIER, LATER, focus_ring, least_height, panel, paragraph
from companion.ui.scene import Rect, Target
from companion.ui.style import (
    CENTRED,
    QUIET,
    SMALLEST_PX,
    TOUCH_PX,
    Piece,
    Shape,
    Size,
    Ui,
    unscaled,
)


class ListPage(PlainPage, frozen=True, kw_only=True):
    """A page that is a list. Its last line leads away, unless the page says otherwise."""

    row: int = 0
    """The line that the dial points at; where lines have gone, it is counted from the first."""

    @abstractmethod
    def entries(self, model: Model) -> tuple[Entry, ...]:
        """Return the lines."""

    def pointed_at(self, model: Model) -> Entry:
        """Return the line that the dial points at."""
        lines = self.entries(model)
        return lines[self.row % len(lines)]

    def ringed(self, model: Model) -> int | None:
        """Return the line with the dial's ring; None with one button, which has its own."""
        return None if is_scanning(model) else self.row % len(self.entries(model))

    def pointing_at(self, model: Model, message: Message) -> Self:
        """Return the page pointing at the line that means this; if there is none, as it is."""
        meant = [line.message for line in self.entries(model)]
        return replace(self, row=meant.index(message)) if message in meant else self

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done with the line that the dial points at."""
        for entry in self.entries(model):
            yield choice(entry.message, entry.label)
        line, last = self.pointed_at(model), self.entries(model)[-1]
        yield tap(line.label, line.message, OK, DIAL)
        yield tap(last.label, last.message, UNDO, RA, keys="escape")
        yield turning("Choose")

    def turn(self, model: Model, steps: int) -> Update:
        """Point at another line."""
        row = (self.row + steps) % len(self.entries(model))
        return replace(model, page=replace(self, row=row)), ()

    def validated(self, model: Model) -> ListPage:
        """Return the page pointing at a line that exists."""
        return replace(self, row=self.row % len(self.entries(model)))

    def widget(self, kit: Kit, model: Model) -> Widget:
        """Return the lines, one of which the dial points at."""
        return Widget(lambda area: _drawn(kit, area, model, self))


def _drawn(kit: Kit, area: Rect, model: Model, page: ListPage) -> Iterator[Piece]:
    lines, ringed = page.entries(model), page.ringed(model)
    labels = [_label(kit.ui, model, entry) for entry in lines]
    spots = zip(_places(kit.ui, area, labels), lines, labels, strict=True)
    for place, (spot, entry, label) in enumerate(spots):
        is_chosen = place == ringed
        words = kit.pad(kit.text(label, Size.NAME), kit.px(8), _EDGE)
        line = kit.panel(words, active=is_chosen)
        yield from kit.pressed(line, entry.message, is_pointed=is_chosen).draw(spot)


_EDGE = 3
"""How far words keep from the upper and lower edge of their line, in pixels."""


def _places(ui: Ui, body: Rect, labels: Sequence[str]) -> tuple[Rect, ...]:
    """Return a row for each entry: one below the other, in columns if they are many."""
    number = len(labels)
    gap, high = ui.px(10, 5), ui.px(64, 50)
    most = max(1, (body.h + gap) // (TOUCH_PX + gap))
    beside = -(-number // most)
    lines = -(-number // beside)
    gap = max(0, min(gap, (body.h - lines * TOUCH_PX) // max(1, lines - 1)))
    if ui.shape is Shape.TALL and beside > 1:
        high = ui.px(72)
    wide = body.w if ui.shape is Shape.TALL else min(body.w, beside * ui.px(720, 520))
    area = middle(body, wide, min(body.h, lines * (high + gap) - gap))
    halves = columns(area, beside, gap)
    parts = _heights(ui, halves[0], [labels[row::lines] for row in range(lines)], gap)
    shared = [rows(half, lines, gap) if not parts else stacked(half, parts, gap) for half in halves]
    if parts and sum(parts) + gap * (lines - 1) > area.h:  # each column has heights of its own
        own = [labels[first : first + lines] for first in range(0, number, lines)]
        parted = [_heights(ui, halves[0], [(each,) for each in column], gap) for column in own]
        shared = [
            stacked(half, high or (1,) * len(column), gap)
            for half, high, column in zip(halves, parted, own, strict=False)
        ]
    return tuple(row for half in shared for row in half)[:number]


def _heights(ui: Ui, column: Rect, labels: Sequence[Sequence[str]], gap: int) -> tuple[int, ...]:
    """Return the shares of rows that are not all equal, as some have long words; empty if equal.

    Args:
        ui: What it is drawn with.
        column: The first of equal columns.
        labels: What stands beside each other in each row.
        gap: Between two rows, in pixels.
    """
    wide = column.w - 2 * ui.px(8)
    words = [max(least_height(ui, label, wide) for label in row) for row in labels]
    space = column.h - gap * (len(labels) - 1)
    tight = tuple(max(TOUCH_PX, high + 2 * _EDGE) for high in words)
    airy = tuple(max(TOUCH_PX, high + ui.px(24, 16)) for high in words)  # for the ring
    needed = airy if sum(airy) <= space else tight
    return () if max(needed) <= space // len(labels) else needed


def _label(ui: Ui, model: Model, entry: Entry) -> str:
    """Return what an entry is called and how it is now; the language by its own name."""
    said = ui.say(entry.label)
    if entry.value:
        return ui.canvas.words.state(said, ui.say(entry.value))
    if entry.label != "Language":
        return said
    return ui.canvas.words.state(said, own_name(model.preferences.language))


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

LEVELS = {Level.FULL: mark("every tile"), Level.LIGHT: mark("Ra tiles and auctions")}


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


def choice_row(ui: Ui, rect: Rect, shown: Choice, *, is_chosen: bool) -> Iterator[Piece]:
    """Yield a row with a key for the value before and one for the next."""
    yield panel(ui, rect, is_active=is_chosen)
    inner = without_left(rect, ui.px(20, 10))
    if ui.shape is Shape.TALL or rect.w < ui.px(_NARROW):
        if inner.h < 2 * ui.line_height(Size.LABEL):
            ui = unscaled(ui)
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
    yield from paragraph(ui, words.inset(0, ui.px(4)), shown.value, Size.LABEL, CENTRED)
    keys = ((earlier, EARLIER), (later, LATER))
    for (spot, sign), message in zip(keys, shown.messages, strict=False):
        px = min(ui.em(arrow), max(SMALLEST_PX, spot.h))
        yield ui.text(spot, sign, px, ui.theme.gold, CENTRED)
        touched = spot if spot.h >= TOUCH_PX else Rect(spot.x, rect.y, spot.w, rect.h)
        yield Target(touched, message)
    if is_chosen:
        yield focus_ring(ui, rect, ui.px(14, 10))


STRENGTHS: Mapping[Strength, str] = {
    Strength.QUICK: mark("quick"),
    Strength.STEADY: mark("steady"),
    Strength.STRONG: mark("strong"),
}
"""How strong a computer player is, in English words."""


WHO_PLAYS: tuple[Strength | None, ...] = (None, *STRENGTHS)
"""Who can play a seat: a person, or a computer of some strength."""


def who_plays(strength: Strength | None, words: Words) -> str:
    """Return who plays a seat, in words."""
    if strength is None:
        return words.say("a person")
    return words.list((words.say("computer"), words.say(STRENGTHS[strength])))


STACKED = 72
"""How high such a row is at least, in units, where there is room."""


_NARROW = 500
"""A row that is less wide, in units, has its value below its title."""
