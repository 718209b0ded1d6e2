"""How the menu looks: its groups side by side, each line with a picture and its value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from companion.core.bindings import Entry
from companion.core.model import Model
from companion.i18n.languages import own_name
from companion.ui.layout import columns, cut_left, cut_top, left_part, shares, square, stacked
from companion.ui.pieces import focus_ring
from companion.ui.pieces import panel as ground
from companion.ui.scene import Align, Box, Picture, Rect, Target, Weight
from companion.ui.style import (
    PLAIN,
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


def shown(look: Style, room: Rect, model: Model, page: Menu) -> Iterator[Piece]:
    """Yield the groups in this rectangle."""
    groups = page.groups(model)
    chosen = page.pointed_at(model)
    for panel, titles, lines, px in _laid(look, room, model, groups):
        yield ground(look, panel, radius=look.either(16, 10))
        for spot, title in titles:
            said, high = look.say(title), min(_title_px(look), _head(look) * 8 // 10)
            yield from as_large_as_fits(look, spot, said, high, STRONG, colour=look.theme.gold)
        for spot, entry in lines:
            yield from _line(look, spot, model, entry, px, is_chosen=entry == chosen)


def _title_px(look: Style) -> int:
    return round((look.canvas.size[1] if look.shape is not Shape.TALL else look.px(480)) / 14)


class MenuColumn(NamedTuple):
    """A panel, the titles in it, and its lines."""

    panel: Rect
    titles: list[tuple[Rect, str]]
    lines: list[tuple[Rect, Entry]]
    px: int
    """The height of the em of its lines."""


def _laid(look: Style, body: Rect, model: Model, groups: Sequence[Group]) -> Iterator[MenuColumn]:
    """Yield the panels: one for each group if it has room, else all lines one after the other."""
    *titled, last = groups
    gap, leave = _gap(look), look.either(70, 48)
    if look.shape is not Shape.TALL:
        upper, lower = stacked(body, (body.h - leave - gap, leave), gap)
        beside = _side_by_side(look, upper, model, titled)
        if beside:
            yield from beside
            spots = columns(lower, len(last.entries), gap)
            yield MenuColumn(lower, [], list(zip(spots, last.entries, strict=True)), beside[0].px)
            return
        beside = _side_by_side(look, body, model, titled, last.entries)
        if beside:
            yield from beside
            return
    yield from _flowing(look, body, model, groups)


def _pad(look: Style) -> int:
    return look.either(14, 4)


def _gap(look: Style) -> int:
    return look.either(18, 6)


def _head(look: Style) -> int:
    """Return how high the title of a group is."""
    return look.either(62, 36)


def _side_by_side(
    look: Style, body: Rect, model: Model, groups: Sequence[Group], more: Sequence[Entry] = ()
) -> list[MenuColumn]:
    """Return a panel for each group, the last with these lines at its foot; none without room."""
    head, found = _head(look), list[MenuColumn]()
    most = max(len(group.entries) for group in groups)
    wide = body.w - _gap(look) * (len(groups) - 1)
    px, widths = _evenly(look, wide, model, [group.entries for group in groups])
    for panel, group in zip(shares(body, widths, _gap(look)), groups, strict=True):
        top, room = cut_top(panel.inset(_pad(look)), head)
        entries = (*group.entries, *(more if group is groups[-1] else ()))
        least = [_least(look, room.w, model, entry) for entry in entries]
        if sum(least) > room.h:
            return []
        high = max(TOUCH_PX, min(look.either(78, 56), room.h // max(most, len(entries))))
        wanted = [max(high, each) for each in least]
        parts = wanted if sum(wanted) <= room.h else least
        more_each = min((room.h - sum(parts)) // len(parts), look.px(10))
        parts = [part + more_each for part in parts]
        tops = [room.y + sum(parts[:place]) for place in range(len(parts))]
        foot = room.h - sum(parts)
        lines = [
            (Rect(room.x, top + (foot if place >= len(group.entries) else 0), room.w, part), entry)
            for place, (top, part, entry) in enumerate(zip(tops, parts, entries, strict=True))
        ]
        titles = [(_above_lines(look, top), group.title)]
        found.append(MenuColumn(panel, titles, lines, px))
    return found


def _evenly(
    look: Style, wide: int, model: Model, groups: Sequence[Sequence[Entry]]
) -> tuple[int, tuple[float, ...]]:
    """Return how high letters are that leave every line whole, and how wide each group is then.

    Where even the smallest have no room in one line, long lines are broken in two.
    """
    needs: tuple[float, ...] = ()
    for px in range(max(_largest(look), look.least_px), look.least_px - 1, -1):
        needs = tuple(max(_need(look, model, entry, px) for entry in group) for group in groups)
        if sum(needs) <= wide:
            return px, needs
    return look.least_px, needs


def _largest(look: Style) -> int:
    return look.either(33, 22)


def _icon(look: Style) -> int:
    """Return how wide the picture of a line is."""
    return look.either(32, 26)


def _small(look: Style, px: int) -> int:
    """Return how high a value is beside a line of this height."""
    return max(look.least_px, px * 9 // 11)


def _need(look: Style, model: Model, entry: Entry, px: int) -> float:
    """Return how wide a panel is in which this line is whole, in pixels."""
    label, value = _halves(look, model, entry.label)
    width, pad = look.canvas.type.width, look.either(14, 6)
    used = width(value, _small(look, px), Weight.MEDIUM) + pad if value else 0
    return 2 * _pad(look) + 3 * pad + _icon(look) + width(label, px, Weight.BOLD) + used + 2


def _flowing(
    look: Style, body: Rect, model: Model, groups: Sequence[Group]
) -> Iterator[MenuColumn]:
    """Yield the groups in columns, one going on in the next where it has no room."""
    beside = 2 if look.shape is Shape.TALL else 3
    panels = columns(body, beside, _gap(look))
    rooms = [panel.inset(_pad(look)) for panel in panels]
    cells = [(cell, _least(look, rooms[0].w, model, cell)) for cell in _cells(groups)]
    for panel, room, part in zip(panels, rooms, _flowed(cells, beside, rooms[0].h), strict=True):
        column = MenuColumn(panel, [], [], _largest(look))
        parts = tuple(least for _, least in part)
        high = min(room.h, sum(parts) * 5 // 4)
        spots = stacked(Rect(room.x, room.y, room.w, high), parts, 0)
        for spot, (cell, _) in zip(spots, part, strict=True):
            if isinstance(cell, str):
                column.titles.append((_above_lines(look, spot), cell))
            else:
                column.lines.append((spot, cell))
        yield column


_Cells = Sequence[tuple[str | Entry, int]]
"""Titles and lines, and how high each must be, in pixels."""


def _flowed(cells: _Cells, number: int, high: int) -> list[_Cells]:
    """Return them in this many columns: whole groups if they can be, and as equally high."""
    total = sum(least for _, least in cells)
    limits = range(high, total // number - 1, -1)
    flowing = [found for limit in limits if (found := _cut(cells, number, limit))]
    return max(reversed(flowing), key=_titled, default=_cut(cells, number, total))


def _titled(found: list[_Cells]) -> int:
    """Return how many columns begin with a title."""
    return sum(bool(column) and isinstance(column[0][0], str) for column in found)


def _cut(cells: _Cells, number: int, limit: int) -> list[_Cells]:
    """Return them in columns of this height at most, in pixels; none if that does not do."""
    found = list[_Cells]()
    for _ in range(number):
        heights = accumulate(least for _, least in cells)
        taken = sum(height <= limit for height in heights)
        if 0 < taken < len(cells) and isinstance(cells[taken - 1][0], str):
            taken -= 1
        found.append(cells[:taken])
        cells = cells[taken:]
    return [] if cells else found


def _above_lines(look: Style, spot: Rect) -> Rect:
    """Return where a title stands: its first letter above the signs of the lines."""
    return spot.inset(look.px(8), 0)


def _cells(groups: Sequence[Group]) -> Iterator[str | Entry]:
    """Yield titles and lines, one below the other."""
    for group in groups:
        if group.title:
            yield group.title
        yield from group.entries


def _least(look: Style, wide: int, model: Model, cell: str | Entry) -> int:
    """Return how high a title or a line must be at least, in pixels."""
    if isinstance(cell, str):
        return _head(look)
    label, value = _halves(look, model, cell.label)
    whole = look.canvas.words.state(label, value) if value else label
    measures, language = look.canvas.type, look.canvas.words.language
    room = wide - 3 * look.either(14, 6) - _icon(look)
    beside = measures.width(f"{label} {value}", look.least_px, Weight.BOLD)
    lines = measures.wrap(whole, room, look.least_px, Weight.BOLD, language)
    return TOUCH_PX if beside <= room else max(TOUCH_PX, len(lines) * (look.least_px + 1) + 4)


def _line(  # noqa: PLR0913 - where, what it says, how large, and whether it is pointed at
    look: Style, rect: Rect, model: Model, entry: Entry, px: int, *, is_chosen: bool
) -> Iterator[Piece]:
    """Yield a line: its picture, what it does, and how it is now."""
    theme, radius = look.theme, look.either(12, 8)
    if is_chosen:
        yield Box(rect, theme.panel_active, radius=radius)
        yield focus_ring(look, rect, radius)
    pad = look.either(14, 6)
    side = _icon(look)
    icon, room = cut_left(rect.inset(pad, 0), side, pad)
    colour = theme.bad if entry.icon == "ui_leave" else theme.gold
    yield Picture(square(icon, side), entry.icon, tint=theme.ink if is_chosen else colour)
    label, value = _halves(look, model, entry.label)
    measures, small = look.canvas.type, _small(look, px)
    used = round(measures.width(value, small, Weight.MEDIUM)) + pad if value else 0
    first = left_part(room, max(1, room.w - used))
    if value and measures.width(label, look.least_px, Weight.BOLD) <= room.w - used:
        style = TextStyle(Weight.MEDIUM, Align.RIGHT)
        yield look.text(room, value, small, theme.ink_second, style)
        yield look.text(first, label, px, theme.ink, PLAIN)
    else:
        whole = look.canvas.words.state(label, value) if value else label
        room = room.inset(0, 2)  # so that letters stay off the ring of what is pointed at
        yield from as_large_as_fits(look, room, whole, px, PLAIN, least=look.least_px)
    yield Target(rect, entry.message)


def _halves(look: Style, model: Model, label: str) -> tuple[str, str]:
    """Return what a line is about and its present value; empty if there is none."""
    said = look.say(label)
    if label == "Language":
        language = model.preferences.language
        return said, own_name(language)
    what, colon, value = said.partition(look.canvas.words.state("", "").strip())
    return (what.strip(), value.strip()) if colon and ": " in label else (said, "")
