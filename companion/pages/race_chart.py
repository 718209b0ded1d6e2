"""The race: everybody's points, from the first tile to the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from companion.pages.table.ra_track import NUMERALS
from companion.rules.model import Phase
from companion.rules.records.timeline import Timeline
from companion.statistics.game import Race
from companion.ui.layout import cut_left, cut_right, square
from companion.ui.pieces import emblem
from companion.ui.scene import Align, Box, Disc, Item, Rect, Weight
from companion.ui.score_table import ColumnHead
from companion.ui.style import NUMBER, RIGHT_NUMBER, Piece, Shape, Size, TextStyle, Ui, unscaled
from companion.ui.theme import ON_BUTTON


def has_race(timeline: Timeline) -> bool:
    """Whether there is a race to look at: the game is over and everything was told."""
    is_told = all(step.partial_game is None for step in timeline.steps)
    return is_told and timeline.game.stage is Phase.OVER and bool(timeline.steps)


def _epochs(ui: Ui, field: Rect, race: Race, steps: int) -> Iterator[Item]:
    """Yield where each epoch ended, with its number over it."""
    thin, line = max(2, ui.px(2)), ui.line_height(Size.SMALL)
    before = 0
    for epoch, end in enumerate(race.ends[: len(NUMERALS)]):
        left, right = (field.x + field.w * place // steps for place in (before, end))
        yield Box(Rect(right - thin, field.y, thin, field.h), ui.theme.ink_third)
        if right - left >= ui.px(24):
            spot = Rect(left, field.y - line - ui.px(8), right - left, line)
            yield ui.line(spot, NUMERALS[epoch], Size.SMALL, ui.theme.ink_second, NUMBER)
        before = end


def _finish(
    ui: Ui, rect: Rect, ranked: list[tuple[ColumnHead, int]], ends: list[int]
) -> Iterator[Piece]:
    """Yield a tag for everybody beside the end of their line, moved apart where they are close."""
    ui = unscaled(ui)  # beside large letters there would be no room for a name
    high = min(ui.px(58, 40), rect.h // max(1, len(ranked)) - ui.px(4))
    gap = ui.px(5)
    tops = [end - high // 2 for end in ends]
    floor = rect.y + rect.h
    for place, top in enumerate(tops):  # the lowest points first: from the bottom upwards
        tops[place] = min(top, floor - high)
        floor = tops[place] - gap
    ceiling = rect.y
    for place in reversed(range(len(tops))):
        tops[place] = max(tops[place], ceiling)
        ceiling = tops[place] + high + gap
    left = rect.x + ui.px(18, 12)
    for (head, points), top in zip(ranked, tops, strict=True):
        yield from _tag(ui, Rect(left, top, rect.x + rect.w - left, high), head, points)


def _grid(ui: Ui, field: Rect, scale: tuple[int, int], axis: int) -> Iterator[Item]:
    low, high = scale
    each = next((step for step in _SCALES if (high - low) / step <= _MOST_LINES), _SCALES[-1])
    thin = max(1, ui.px(1))
    first = -(-low // each) * each
    for points in range(first, high + 1, each):
        y = _height(field, points, scale)
        yield Box(Rect(field.x, y, field.w, thin), ui.theme.line)
        spot = Rect(field.x - axis, y - ui.em(Size.SMALL), axis - ui.px(8),
                    2 * ui.em(Size.SMALL))  # fmt: skip
        yield ui.line(spot, str(points).replace("-", "\N{MINUS SIGN}"), Size.SMALL,
                        ui.theme.ink_second, _RIGHT)  # fmt: skip


def _height(field: Rect, points: float, scale: tuple[int, int]) -> int:
    low, high = scale
    return field.y + round(field.h * (high - points) / (high - low))


def _steps(ui: Ui, field: Rect, heights: list[int], colour: tuple[int, int, int]) -> Iterator[Item]:
    """Yield a line in its own colour, outlined where the ground is bright."""
    thick = ui.px(6, 4)
    if not ui.theme.is_dark:
        edge = 2 * max(1, ui.px(1))
        yield from _stairs(field, heights, ui.theme.ink, thick + edge)
    yield from _stairs(field, heights, colour, thick)
    side = 3 * thick
    end = Rect(field.x + field.w - side // 2, heights[-1] - side // 2, side, side)
    yield Disc(end, colour, border=ui.theme.ground, border_px=max(1, ui.px(2)))


def _stairs(
    field: Rect, heights: list[int], colour: tuple[int, int, int], thick: int
) -> Iterator[Item]:
    half, steps = thick // 2, len(heights) - 1
    place, before = 0, heights[0]
    for y, same in groupby(heights):
        left = field.x + field.w * place // max(1, steps)
        place += len(tuple(same))
        right = field.x + field.w * min(place, steps) // max(1, steps)
        top, bottom = min(before, y), max(before, y)
        if top != bottom:
            yield Box(Rect(left - half, top - half, thick, bottom - top + thick), colour,
                      radius=half)  # fmt: skip
        yield Box(Rect(left - half, y - half, right - left + thick, thick), colour, radius=half)
        before = y


def _band(
    field: Rect,
    line: Sequence[int],
    margins: Sequence[float],
    scale: tuple[int, int],
    colour: tuple[int, int, int],
) -> Iterator[Item]:
    """Yield where a line may lie instead."""
    steps = max(1, len(line) - 1)
    for place, (points, margin) in enumerate(zip(line[:-1], margins, strict=False)):
        left, right = (field.x + field.w * each // steps for each in (place, place + 1))
        high, low = min(scale[1], points + margin), max(scale[0], points - margin)
        top, bottom = (_height(field, each, scale) for each in (high, low))
        if bottom > top:
            yield Box(Rect(left, top, right - left, bottom - top), colour, opacity=0.25)


def _tag(ui: Ui, rect: Rect, head: ColumnHead, points: int) -> Iterator[Item]:
    yield Box(rect, ui.theme.buttons[head.button], radius=ui.px(12, 9))
    side, pad = round(rect.h * 0.5), ui.px(7)
    sign, rest = cut_left(rect.inset(pad, 0), side, pad)
    yield emblem(square(sign, side), head.button)
    number, name = cut_right(rest, ui.width("000", Size.NAME, Weight.EXTRA), pad)
    yield ui.line(number, str(points), Size.NAME, ON_BUTTON, RIGHT_NUMBER)
    if name.w >= ui.em(Size.SMALL) * 2:
        yield ui.line(name, head.name, Size.LABEL, ON_BUTTON)


def score_race(
    ui: Ui, rect: Rect, race: Race, heads: tuple[ColumnHead, ...], margins: Sequence[float] = ()
) -> Iterator[Piece]:
    """Yield everybody's points after every action; behind the finish, who came in where.

    Args:
        ui: What it is drawn with.
        rect: Where.
        race: The points.
        heads: Whose they are.
        margins: By how much they may be wrong, after every action; none: they are known.
    """
    wide = ui.px(210, 112 if ui.shape is Shape.TALL else 172)
    axis = ui.width("000", Size.SMALL) + ui.px(8)
    line = ui.line_height(Size.SMALL)
    top = line + ui.px(10)
    field = Rect(rect.x + axis, rect.y + top, rect.w - axis - wide, rect.h - top - ui.px(10))
    low = min(0, *(min(points) for points in race.lines))
    high = max(10, *(max(points) for points in race.lines))
    steps = max(1, len(race.lines[0]) - 1)
    yield from _grid(ui, field, (low, high), axis)
    yield from _epochs(ui, field, race, steps)
    places = race.places or (0,) * len(race.lines)
    order = sorted(
        range(len(race.lines)), key=lambda seat: (race.lines[seat][-1], -(places[seat] or 0))
    )  # the last first
    apart = ui.px(4, 3)
    for seat, points in enumerate(race.lines):
        yield from _band(field, points, margins, (low, high), ui.theme.buttons[heads[seat].button])
    for rank, seat in enumerate(order):  # side by side where they are equal
        aside = (len(order) // 2 - rank) * apart
        colour = ui.theme.buttons[heads[seat].button]
        heights = [_height(field, points, (low, high)) + aside for points in race.lines[seat]]
        yield from _steps(ui, field, heights, colour)
    tags = Rect(field.x + field.w, rect.y, wide, rect.h)
    ends = [_height(field, race.lines[seat][-1], (low, high)) for seat in order]
    yield from _finish(ui, tags, [(heads[seat], race.lines[seat][-1]) for seat in order], ends)


_MOST_LINES = 6


_RIGHT = TextStyle(Weight.MEDIUM, Align.RIGHT)


_SCALES = (5, 10, 20, 25, 50, 100)
