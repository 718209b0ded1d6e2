"""How the menu looks: its groups side by side, each line with a picture and its value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from companion.core.bindings import Entry
from companion.core.model import Model
from companion.i18n import AUTONYMS
from companion.pages.page_view import asked, frame, heading, way_back, what_can_be_done
from companion.ui.layout import columns, left_part, square, stacked, without_left
from companion.ui.pieces import focus_ring
from companion.ui.scene import Align, Box, Picture, Rect, Target, Weight
from companion.ui.style import (
    PLAIN,
    SMALLEST_PX,
    STRONG,
    TOUCH_PX,
    Piece,
    Shape,
    Style,
    TextStyle,
)
from companion.ui.widgets import as_large_as_fits

if TYPE_CHECKING:
    from companion.pages.menu.menu import Group, Menu


def shown(look: Style, model: Model, page: Menu) -> Iterator[Piece]:
    """Yield the whole page."""
    where = frame(look, model)
    yield from heading(look, where, asked(look, model))
    yield from way_back(look, model)
    groups = page.groups(model)
    chosen = page.pointed_at(model)
    for panel, titles, lines in _laid(look, where.body, groups):
        yield Box(panel, look.theme.panel, border=look.theme.line,
                  border_px=max(1, look.px(1.5)), radius=look.either(16, 10))  # fmt: skip
        for spot, title in titles:
            px = min(_title_px(look), spot.h * 8 // 10)
            yield from as_large_as_fits(
                look, spot, look.say(title), px, STRONG, colour=look.theme.gold
            )
        for spot, entry in lines:
            yield from _line(look, spot, model, entry, is_chosen=entry == chosen)
    yield from what_can_be_done(look, where.dock, model)


def _title_px(look: Style) -> int:
    return round((look.canvas.size[1] if look.shape is not Shape.TALL else look.px(480)) / 14)


Column = tuple[Rect, list[tuple[Rect, str]], list[tuple[Rect, Entry]]]
"""A panel, the titles in it, and its lines."""


def _laid(look: Style, body: Rect, groups: Sequence[Group]) -> Iterator[Column]:
    """Yield the panels: one for each group if it has room, else all lines one after the other."""
    *titled, last = groups
    gap, leave = _gap(look), look.either(70, 48)
    most = max(len(group.entries) for group in titled)
    rest = body.h - _head(look) - 2 * _pad(look)
    if look.shape is not Shape.TALL and most * TOUCH_PX <= rest - leave - gap:
        upper, lower = stacked(body, (body.h - leave - gap, leave), gap)
        yield from _side_by_side(look, upper, titled, most)
        yield lower, [], [(lower, entry) for entry in last.entries]
        return
    most = max(most, len(titled[-1].entries) + len(last.entries))
    if look.shape is not Shape.TALL and most * TOUCH_PX <= rest:
        yield from _side_by_side(look, body, titled, most, last.entries)
        return
    yield from _flowing(look, body, groups)


def _pad(look: Style) -> int:
    return look.either(14, 4)


def _gap(look: Style) -> int:
    return look.either(18, 6)


def _head(look: Style) -> int:
    """Return how high the title of a group is."""
    return look.either(62, 36)


def _side_by_side(
    look: Style, body: Rect, groups: Sequence[Group], most: int, more: Sequence[Entry] = ()
) -> Iterator[Column]:
    """Yield a panel for each group; the last has also these lines, at its bottom."""
    head = _head(look)
    for panel, group in zip(columns(body, len(groups), _gap(look)), groups, strict=True):
        inner = panel.inset(_pad(look))
        high = min(look.either(78, 56), (inner.h - head) // most)
        title = Rect(inner.x + look.px(8), inner.y, inner.w - look.px(16), head)
        lines = [
            (Rect(inner.x, inner.y + head + place * high, inner.w, high), entry)
            for place, entry in enumerate(group.entries)
        ]
        if group is groups[-1]:
            foot = inner.y + inner.h - high * len(more)
            lines += [
                (Rect(inner.x, foot + place * high, inner.w, high), entry)
                for place, entry in enumerate(more)
            ]
        yield panel, [(title, group.title)], lines


def _flowing(look: Style, body: Rect, groups: Sequence[Group]) -> Iterator[Column]:
    """Yield the groups in columns, one going on in the next where it has no room."""
    cells: list[str | Entry] = []
    for group in groups:
        cells += [group.title] if group.title else []
        cells += group.entries
    beside = 2 if look.shape is Shape.TALL else 3
    least = -(-len(cells) // beside)
    beside = max(beside, -(-len(cells) // max(1, body.h // TOUCH_PX)))
    least = -(-len(cells) // beside) + (1 if beside * (body.h // TOUCH_PX) > len(cells) else 0)
    least = min(least, max(1, (body.h - 2 * _pad(look)) // TOUCH_PX))
    start = 0
    for panel in columns(body, beside, _gap(look)):
        part = cells[start : start + least]
        if part and isinstance(part[-1], str) and start + least < len(cells):
            part = part[:-1]  # no title at the foot of a column
        start += len(part)
        titles: list[tuple[Rect, str]] = []
        lines: list[tuple[Rect, Entry]] = []
        inner = panel.inset(_pad(look))
        high = min(look.either(78, 56), inner.h // least)
        for place, cell in enumerate(part):
            spot = Rect(inner.x, inner.y + place * high, inner.w, high)
            if isinstance(cell, str):
                titles.append((spot, cell))
            else:
                lines.append((spot, cell))
        yield panel, titles, lines


def _line(
    look: Style, rect: Rect, model: Model, entry: Entry, *, is_chosen: bool
) -> Iterator[Piece]:
    """Yield a line: its picture, what it does, and how it is now."""
    theme, radius = look.theme, look.either(12, 8)
    if is_chosen:
        yield Box(rect, theme.panel_active, radius=radius)
        yield focus_ring(look, rect, radius)
    pad = look.either(14, 6)
    side = min(rect.h * 6 // 10, look.either(38, 26))
    icon = square(Rect(rect.x + pad, rect.y, side, rect.h), side)
    colour = theme.bad if entry.icon == "ui_leave" else theme.gold
    yield Picture(icon, entry.icon, tint=theme.ink if is_chosen else colour)
    room = without_left(rect, 2 * pad + side)
    room = left_part(room, room.w - pad)
    label, value = _halves(look, model, entry.label)
    px = look.either(33, 22)
    measures, small = look.canvas.type, look.either(27, 20)
    used = round(measures.width(value, small, Weight.MEDIUM)) + pad if value else 0
    first = left_part(room, max(1, room.w - used))
    if value and measures.width(label, SMALLEST_PX, Weight.BOLD) <= room.w - used:
        style = TextStyle(Weight.MEDIUM, Align.RIGHT)
        yield look.text(room, value, small, theme.ink_second, style)
        yield look.text(first, label, px, theme.ink, PLAIN)
    else:
        whole = look.canvas.words.state(label, value) if value else label
        yield from as_large_as_fits(look, room, whole, px, PLAIN)
    yield Target(rect, entry.message)


def _halves(look: Style, model: Model, label: str) -> tuple[str, str]:
    """Return what a line is about, and how that is now; empty if there is nothing to say."""
    said = look.say(label)
    if label == "Language":
        language = model.preferences.language
        return said, AUTONYMS.get(language, language)
    what, colon, value = said.partition(look.canvas.words.state("", "").strip())
    return (what.strip(), value.strip()) if colon and ": " in label else (said, "")
