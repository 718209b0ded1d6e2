"""Pages that are lists: the dial points at a line, and a push does what the line says."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.core.commands import DIAL, OK, RA, UNDO, Command, Entry, tap, turning
from companion.core.effects import Update
from companion.core.model import Model
from companion.i18n.languages import own_name
from companion.pages.page_view import PlainPage
from companion.ui.kit import Kit, Widget
from companion.ui.layout import columns, middle, rows, stacked
from companion.ui.pieces import least_height
from companion.ui.scene import Rect
from companion.ui.style import TOUCH_PX, Piece, Shape, Size, Ui


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

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done with the line that the dial points at."""
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
        return Widget(lambda area: _drawn(kit, area, self.entries(model), self.row, model))


def _drawn(kit: Kit, area: Rect, lines: Sequence[Entry], row: int, model: Model) -> Iterator[Piece]:
    labels = [_label(kit.ui, model, entry) for entry in lines]
    spots = zip(_places(kit.ui, area, labels), lines, labels, strict=True)
    for place, (spot, entry, label) in enumerate(spots):
        is_chosen = place == row % len(lines)
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
