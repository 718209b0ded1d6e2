"""How the race went, from the first tile to the end, and a QR code for a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from companion.core.bindings import Binding, Bindings
from companion.core.clock import MINUTE_MS
from companion.core.controls import Control
from companion.core.messages import GoTo, Message, ReadTable, Rematch
from companion.core.model import Model
from companion.i18n import mark
from companion.pages import playing_time, review, scoring, table
from companion.pages.bindings import controls
from companion.pages.page_view import frame, heading, keycaps, what_can_be_done
from companion.pages.status_bar import edge_px
from companion.rules.editions import Seat
from companion.rules.model import Phase
from companion.rules.records.timeline import Timeline
from companion.statistics.game import Race, race
from companion.ui.charts import code
from companion.ui.chips import chip_rows, chips
from companion.ui.layout import (
    cut_foot,
    cut_left,
    cut_right,
    middle,
    rows,
    shares,
    square,
    without_left,
)
from companion.ui.pieces import emblem, paragraph, sky
from companion.ui.scene import Align, Box, Disc, Item, Rect, Thing, Weight, keyed
from companion.ui.score_table import ColumnHead
from companion.ui.speech import short_setup
from companion.ui.style import CENTRED, NUMBER, Piece, Shape, Size, Style, TextStyle, unscaled
from companion.ui.theme import ON_BUTTON

RACE, LINK, TIME = 2, 3, 4
"""Leaves of the final page, counted from the last player revealed; 1 is the breakdown."""


def has_race(timeline: Timeline) -> bool:
    """Whether there is a race to look at: the game is over and everything was told."""
    is_told = all(moment.ledger is None for moment in timeline.moments)
    return is_told and timeline.game.stage is Phase.OVER and bool(timeline.moments)


def link_of(model: Model) -> str:
    """Return what the game on the table is taken home with; empty while that is not known."""
    keepsake, timeline = model.session.souvenir, model.session.timeline
    is_same = keepsake is not None and timeline is not None and keepsake.seq == timeline.seq
    return keepsake.link if keepsake is not None and is_same else ""


def leaf(model: Model, page: scoring.Finale) -> scoring.Finale:
    """Return this leaf of the final page, or the breakdown where there is no such leaf."""
    extra = page.revealed - len(model.game.players)
    there = {
        RACE: bool(model.session.timeline and has_race(model.session.timeline)),
        LINK: bool(link_of(model)),
        TIME: model.preferences.has_clock and bool(model.session.clock.played),
    }
    if extra <= 1 or there.get(extra, False):
        return page
    return scoring.Finale(len(model.game.players) + 1)


def of_the_end(model: Model) -> dict[Control, Binding]:
    """Return what leads to the leaves that are there."""
    everybody = len(model.game.players)
    offers = {
        Control.P1: (scoring.Finale(everybody + RACE), mark("The race")),
        Control.P2: (scoring.Finale(everybody + LINK), mark("QR code")),
        Control.P3: (scoring.Finale(everybody + TIME), mark("Time")),
    }
    return {
        control: Binding(GoTo(page), label)
        for control, (page, label) in offers.items()
        if leaf(model, page) == page
    }


def on_leaf(model: Model) -> Bindings:
    """Return what controls do on those leaves."""
    back = Binding(GoTo(scoring.Finale(len(model.game.players))), "Back")
    taps = {Control.RA: Binding(Rematch(), "Rematch"), Control.OK: back, Control.UNDO: back}
    page = model.page
    if isinstance(page, scoring.Finale) and page.revealed - len(model.game.players) == RACE:
        taps[Control.P1] = Binding(review.OpenReview(), "Review")
    return Bindings(taps)


def keys_of_leaf(model: Model) -> Mapping[str, Message]:
    """Return what each key does on a leaf of the final score."""
    taps = on_leaf(model).taps
    back = dict.fromkeys(("return", "backspace", "escape"), taps[Control.UNDO].message)
    more = {"1": taps[Control.P1].message} if Control.P1 in taps else {}
    return {**back, **more, "r": taps[Control.RA].message, "f2": ReadTable()}


_KEYS = 3
"""How many stand one below the other beside the QR code."""


def _race(look: Style, model: Model) -> Iterator[Piece]:
    """Yield how everybody's points came about, action by action."""
    where = frame(look, model)
    yield from heading(look, where, look.say("The race"), model)
    run = None if model.session.timeline is None else race(model.session.timeline)
    if run is not None:
        yield from score_race(look, where.body, run, scoring.heads(model))
    yield from what_can_be_done(look, where.dock, model)


def _link(look: Style, model: Model) -> Iterator[Piece]:
    """Yield the QR code, as high or as wide as there is room."""
    width, height = look.canvas.size
    top, pad = edge_px(look, model), look.px(6)
    yield sky(look, top + look.px(40))
    page = Rect(0, top, width, height - top).inset(pad)
    text = look.say("For the BG Stats app: aim your phone's camera at the code.")
    if look.shape is Shape.TALL:
        where = frame(look, model)
        side = min(page.w, where.dock.y - page.y - look.px(120))
        spot = Rect(page.x, where.dock.y - side - pad, page.w, side)
        words, dock = Rect(page.x, page.y, page.w, spot.y - page.y), where.dock
    else:
        spot, rest = cut_left(page, min(page.h, page.w * 6 // 10), 2 * pad)
        low = min(rest.h // 2, _KEYS * (max(46, look.either(58, 46)) + look.px(6)))
        dock, above = cut_foot(rest, low, look.px(8))
        words = Rect(rest.x, rest.y + look.px(56), rest.w, above.h - look.px(56))
    yield from paragraph(look, words, text, Size.NAME, CENTRED)
    first, rest_of_them = chips(look, controls(model), keycaps(look, model))
    keys = (*first, *rest_of_them)
    lines = (keys,) if look.shape is Shape.TALL else tuple((key,) for key in keys)
    yield chip_rows(look, dock, lines)
    yield code(look, spot, link_of(model))


_MOST_LINES = 6

_RIGHT = TextStyle(Weight.MEDIUM, Align.RIGHT)

_SCALES = (5, 10, 20, 25, 50, 100)


def _epochs(look: Style, field: Rect, race: Race, steps: int) -> Iterator[Item]:
    """Yield where each epoch ended, with its number over it."""
    thin, line = max(2, look.px(2)), look.line_height(Size.SMALL)
    before = 0
    for epoch, end in enumerate(race.ends[: len(table.NUMERALS)]):
        left, right = (field.x + field.w * place // steps for place in (before, end))
        yield Box(Rect(right - thin, field.y, thin, field.h), look.theme.ink_third)
        if right - left >= look.px(24):
            spot = Rect(left, field.y - line - look.px(8), right - left, line)
            yield look.line(spot, table.NUMERALS[epoch], Size.SMALL, look.theme.ink_second, NUMBER)
        before = end


def _finish(
    look: Style, rect: Rect, ranked: list[tuple[ColumnHead, int]], ends: list[int]
) -> Iterator[Piece]:
    """Yield a tag for everybody beside the end of their line, moved apart where they are close."""
    look = unscaled(look)  # beside large letters there would be no room for a name
    high = min(look.either(58, 40), rect.h // max(1, len(ranked)) - look.px(4))
    gap = look.px(5)
    tops = [end - high // 2 for end in ends]
    floor = rect.y + rect.h
    for place, top in enumerate(tops):  # the lowest points first: from the bottom upwards
        tops[place] = min(top, floor - high)
        floor = tops[place] - gap
    ceiling = rect.y
    for place in reversed(range(len(tops))):
        tops[place] = max(tops[place], ceiling)
        ceiling = tops[place] + high + gap
    left = rect.x + look.either(18, 12)
    for (head, points), top in zip(ranked, tops, strict=True):
        yield from _tag(look, Rect(left, top, rect.x + rect.w - left, high), head, points)


def _grid(look: Style, field: Rect, scale: tuple[int, int], axis: int) -> Iterator[Item]:
    low, high = scale
    each = next((step for step in _SCALES if (high - low) / step <= _MOST_LINES), _SCALES[-1])
    thin = max(1, look.px(1))
    first = -(-low // each) * each
    for points in range(first, high + 1, each):
        y = _height(field, points, scale)
        yield Box(Rect(field.x, y, field.w, thin), look.theme.line)
        spot = Rect(field.x - axis, y - look.em(Size.SMALL), axis - look.px(8),
                    2 * look.em(Size.SMALL))  # fmt: skip
        yield look.line(spot, str(points).replace("-", "\N{MINUS SIGN}"), Size.SMALL,
                        look.theme.ink_second, _RIGHT)  # fmt: skip


def _height(field: Rect, points: int, scale: tuple[int, int]) -> int:
    low, high = scale
    return field.y + round(field.h * (high - points) / (high - low))


def _steps(
    look: Style, field: Rect, heights: list[int], colour: tuple[int, int, int]
) -> Iterator[Item]:
    thick = look.either(6, 4)
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
    side = 3 * thick
    end = Rect(field.x + field.w - side // 2, before - side // 2, side, side)
    yield Disc(end, colour, border=look.theme.ground, border_px=max(1, look.px(2)))


def _tag(look: Style, rect: Rect, head: ColumnHead, points: int) -> Iterator[Item]:
    yield Box(rect, look.theme.buttons[head.button], radius=look.either(12, 9))
    side, pad = round(rect.h * 0.5), look.px(7)
    sign, rest = cut_left(rect.inset(pad, 0), side, pad)
    yield emblem(square(sign, side), head.button)
    number, name = cut_right(rest, look.width("000", Size.NAME, Weight.EXTRA), pad)
    yield look.line(number, str(points), Size.NAME, ON_BUTTON, TextStyle(Weight.EXTRA, Align.RIGHT))
    if name.w >= look.em(Size.SMALL) * 2:
        yield look.line(name, head.name, Size.LABEL, ON_BUTTON)


def score_race(
    look: Style, rect: Rect, race: Race, heads: tuple[ColumnHead, ...]
) -> Iterator[Piece]:
    """Yield everybody's points after every action; behind the finish, who came in where."""
    wide = look.either(210, 112 if look.shape is Shape.TALL else 172)
    axis = look.width("000", Size.SMALL) + look.px(8)
    line = look.line_height(Size.SMALL)
    top = line + look.px(10)
    field = Rect(rect.x + axis, rect.y + top, rect.w - axis - wide, rect.h - top - look.px(10))
    low = min(0, *(min(points) for points in race.lines))
    high = max(10, *(max(points) for points in race.lines))
    steps = max(1, len(race.lines[0]) - 1)
    yield from _grid(look, field, (low, high), axis)
    yield from _epochs(look, field, race, steps)
    order = sorted(range(len(race.lines)), key=lambda seat: race.lines[seat][-1])
    apart = look.either(4, 3)
    for rank, seat in enumerate(order):  # side by side where they are equal
        aside = (len(order) // 2 - rank) * apart
        colour = look.theme.buttons[heads[seat].button]
        heights = [_height(field, points, (low, high)) + aside for points in race.lines[seat]]
        yield from _steps(look, field, heights, colour)
    tags = Rect(field.x + field.w, rect.y, wide, rect.h)
    ends = [_height(field, race.lines[seat][-1], (low, high)) for seat in order]
    yield from _finish(look, tags, [(heads[seat], race.lines[seat][-1]) for seat in order], ends)


def _time(look: Style, model: Model) -> Iterator[Piece]:
    """Yield how long everybody was asked, in the order of seats, and what was everybody's time."""
    where, clock = frame(look, model), model.session.clock
    played = playing_time.hours(round(clock.played / MINUTE_MS))
    yield from heading(look, where, look.say("Playing time: {time}", time=played), model)
    names, buttons = short_setup(look, model.game.setup).players, model.session.buttons
    bars = [
        TimeBar(name, button, share)
        for seat, (name, button, share) in enumerate(zip(names, buttons, clock.shares, strict=True))
        if not playing_time.is_machine(model, Seat(seat))
    ]
    alone = sum(bar.ms for bar in bars)
    together = TimeBar(look.say("Auctions, scoring, breaks"), None, clock.played - alone)
    yield from time_bars(look, where.body, (*bars, together))
    yield from what_can_be_done(look, where.dock, model)


class TimeBar(NamedTuple):
    """One bar of the plot of time."""

    name: str
    button: int | None
    """None: everybody's."""
    ms: int


def time_bars(look: Style, rect: Rect, bars: Sequence[TimeBar]) -> Iterator[Piece]:
    """Yield a bar for each, as long as its time; the last one is everybody's."""
    most = max(1, *(bar.ms for bar in bars))
    number = look.width("0:00", Size.NAME, Weight.EXTRA) + look.px(12)
    for bar, row in zip(bars, rows(rect, len(bars), look.either(10, 5)), strict=True):
        name, rest = shares(row, (1.0, 1.9), look.either(12, 6))
        colour = look.theme.ink_third if bar.button is None else look.theme.buttons[bar.button]
        if bar.button is None:
            yield from paragraph(look, name, bar.name, Size.LABEL, colour=look.theme.ink_second)
        else:
            high = min(name.h, look.either(64, 46))
            tag = middle(name, name.w, high)
            yield Box(tag, colour, radius=look.either(12, 9))
            sign = Rect(tag.x + look.px(8), tag.y, high // 2, high)
            yield emblem(sign, bar.button)
            room = without_left(tag, high // 2 + look.px(18))
            yield look.line(room, bar.name, Size.NAME, ON_BUTTON)
        long = max(look.px(4), (rest.w - number) * bar.ms // most)
        bare, end = cut_left(rest, long, look.px(8))
        drawn = Box(middle(bare, long, min(rest.h, look.either(48, 34))), colour, radius=look.px(6))
        spot = end._replace(w=number)
        minutes = playing_time.hours(round(bar.ms / MINUTE_MS))
        said = look.line(spot, minutes, Size.NAME, style=TextStyle(Weight.EXTRA))
        yield from keyed(Thing.STRIPE, rest.x, (drawn, said))


KEEPSAKES: Mapping[int, Callable[[Style, Model], Iterator[Piece]]] = {
    RACE: _race,
    LINK: _link,
    TIME: _time,
}
"""What the final page shows beyond the breakdown, by how far beyond the last player."""
