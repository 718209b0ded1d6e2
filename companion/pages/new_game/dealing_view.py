"""Everybody's suns on the screen, in the order of the seats, and who begins."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import TYPE_CHECKING

from companion.core.controls import BUTTONS, Control
from companion.core.messages import Begin, DealByHand, Join, LayOutSun, SetGroup
from companion.core.model import Model, called
from companion.pages.controls import controls
from companion.pages.motion import things, way_between
from companion.pages.page_view import asked, frame, heading, keycaps
from companion.rules.editions import CENTRE_SUN, Sun, suns_in_play
from companion.ui.animation import Move, RenderedPage, Slide, frame_start
from companion.ui.layout import (
    PageAreas,
    cut_foot,
    cut_left,
    cut_right,
    cut_top,
    left_part,
    middle,
    rows,
    shares,
    side_by_side,
    square,
    stacked,
    without_left,
)
from companion.ui.pieces import (
    Sign,
    badge,
    badge_width,
    emblem,
    focus_ring,
    is_named,
    key_ground,
    least_height,
    least_width,
    paragraph,
    shining,
    sun,
)
from companion.ui.scene import Animated, Box, Rect, Target, Weight, keyed
from companion.ui.style import (
    CENTRED,
    PLAIN,
    QUIET,
    STRONG,
    TOUCH_PX,
    Piece,
    Shape,
    Size,
    Ui,
    without_large_print,
)
from companion.ui.theme import ON_BUTTON
from companion.ui.widgets import dashed

if TYPE_CHECKING:
    from companion.pages.new_game.dealing import Dealing

DEAL_SECONDS = 0.09
"""How much later than the sun before it each sun sets out to its card."""

SUN_SECONDS = 0.45
"""How long a sun takes to its card."""


def suns_are_dealt(ui: Ui, after: RenderedPage) -> Iterator[Move]:
    """Yield the suns on their way from the middle to their cards, one after the other."""
    wide, high = ui.canvas.size
    centre, start = Rect(wide // 2, high // 2, 0, 0), frame_start(after.model.now)
    for place, dealt in enumerate(things(after, Animated.SUN).values()):
        begins = start + place * DEAL_SECONDS
        yield Slide(dealt, way_between(dealt[0].rect, centre), begins, SUN_SECONDS)


def cards(ui: Ui, model: Model, page: Dealing) -> Iterator[Piece]:
    """Yield the page, back to front."""
    where = frame(ui, model)
    yield from heading(ui, where, asked(ui, model), model)
    above, foot = above_keys(ui, where, page)
    if page.is_by_hand:
        share = (70, 30) if ui.shape is Shape.TALL else (66, 34)
        above, shelf = stacked(above, share, ui.px(12, 6))
        yield from _all_cards(ui, model, page, above)
        yield from _shelf(ui, page, shelf)
    else:
        yield from _all_cards(ui, model, page, above)
    yield from _foot(ui, model, page, foot)


def above_keys(ui: Ui, where: PageAreas, page: Dealing) -> tuple[Rect, Rect]:
    """Return where the cards lie, and below them what is pressed."""
    whole, _ = cut_top(where.body, where.dock.y + where.dock.h - where.body.y)
    is_tall = ui.shape is Shape.TALL
    share = (77, 23) if is_tall else (78, 22) if page.is_by_hand else (80, 20)
    above, keys = stacked(whole, share, ui.px(16, 8))
    return above, keys


def _all_cards(ui: Ui, model: Model, page: Dealing, rect: Rect) -> Iterator[Piece]:
    """Yield a card for each guest, and the dashed one that adds a player."""
    seated = {guest.button for guest in page.guests}
    free = tuple(button for button in range(BUTTONS) if button not in seated)
    parts = [1.0] * len(page.guests)
    if free:
        parts.append(0.56)
    tall = ui.shape is Shape.TALL
    places = (stacked if tall else shares)(rect, tuple(parts), ui.px(14, 8))
    for place, spot in zip(range(len(page.guests)), places, strict=False):
        yield from _card(ui, model, page, spot, place)
    if free:
        yield from _adding(ui, places[-1], free)


def _card(ui: Ui, model: Model, page: Dealing, rect: Rect, place: int) -> Iterator[Piece]:
    """Yield a guest's card: the name on the colour, the suns below, and whether they begin."""
    guest, suns, radius = page.guests[place], page.suns[place], ui.px(14, 10)
    colour = ui.theme.buttons[guest.button]
    if page.is_by_hand:
        yield Target(rect, SetGroup(place))
    yield Box(rect, ui.theme.panel, border=colour, border_px=ui.px(4, 3), radius=radius)
    if ui.shape is Shape.TALL:
        head, body = cut_left(rect, rect.w * 32 // 100)
    else:
        head, body = cut_top(rect, min(ui.px(78, 50), rect.h // 3))
    yield Box(head, colour, radius=radius)
    side = min(head.h, ui.px(78, 46)) // 2
    name = called(guest, model)
    gap = ui.px(12, 6)
    room = head.w - side - 2 * gap - gap // 2
    wide = max(1, min(room, ui.width(name, Size.SCORE, Weight.EXTRA)))
    sign, words = side_by_side(head, (side, head.h), gap, wide)
    yield emblem(sign, guest.button)
    yield ui.line(words, name, Size.SCORE, ON_BUTTON, STRONG)
    key = keycaps(ui, model).get(SetGroup(place), "") if page.is_by_hand else ""
    beside = 0
    if key:
        high = ui.px(32, 24)
        wide, low = badge_width(ui, high, key), body.y + body.h - high - ui.px(6)
        aside = body.w - wide - ui.px(12) if ui.shape is Shape.TALL else 0
        spot = Rect(body.x + ui.px(6) + aside, low, wide, high)
        yield from badge(ui, spot, Sign(None, key))
        beside = ui.px(6) + wide
    yield from _suns(ui, page, body, place, beside)
    if not suns and page.is_by_hand:
        yield from dashed(ui, middle(body, body.w * 7 // 10, body.h * 6 // 10), colour)
    if page.at == place:
        yield focus_ring(ui, rect, radius)


def _suns(ui: Ui, page: Dealing, rect: Rect, place: int, key: int) -> Iterator[Piece]:
    """Yield the suns of a card and, beside a key so wide, whether the highest of them begins."""
    suns, area = page.suns[place], rect.inset(ui.px(8, 4))
    is_first = page.starter == place
    line = ui.line_height(Size.LABEL) + ui.px(6)
    if ui.shape is Shape.TALL:
        wide, high = round(area.w * 0.4), min(area.h, 2 * line)
        end, rest = cut_right(left_part(area, area.w - key), wide, ui.px(4))
        chip, cells = middle(end, wide, high), spread(rest, len(suns))
    else:
        begins = ui.say("Sun {sun} starts", sun=max(suns_in_play(len(page.guests))))
        pad = ui.px(4)
        line = max(line, least_height(ui, begins, area.w - key - 2 * pad) + 2 * pad)
        foot, above = cut_foot(area, line)
        chip, cells = without_left(foot, key), spread(above, len(suns))
    side = min((min(cell.w, cell.h) for cell in cells), default=0)
    most = ui.px(190, 120)
    for disc, cell in zip(suns, cells, strict=False):
        spot = square(cell, min(side, most))
        yield from keyed(Animated.SUN, disc, tuple(sun(ui, spot, disc)))
    if is_first and suns:
        words = ui.say("Sun {sun} starts", sun=max(suns))
        wide = min(chip.w, ui.width(words, Size.LABEL) + ui.px(36, 20))
        spot = middle(chip, wide, chip.h)
        colour = ui.theme.buttons[page.guests[place].button]
        yield Box(spot, ui.theme.panel_active, border=colour, border_px=max(1, ui.px(2)),
                  radius=min(spot.h // 2, ui.px(24)))  # fmt: skip
        yield from paragraph(ui, spot.inset(ui.px(4)), words, Size.LABEL, CENTRED)


def spread(rect: Rect, things: int) -> tuple[Rect, ...]:
    """Return a square cell for each thing, in as many rows as make them largest."""
    if not things:
        return ()
    best: tuple[int, int] = max(
        (min(rect.w // ceil(things / lines), rect.h // lines), -lines)
        for lines in range(1, things + 1)
    )
    side, lines = best[0], -best[1]
    across = ceil(things / lines)
    cells = []
    top = rect.y + (rect.h - side * lines) // 2
    for line in range(lines):
        here = min(across, things - line * across)
        left = rect.x + (rect.w - side * here) // 2
        cells += [Rect(left + side * each, top + side * line, side, side) for each in range(here)]
    return tuple(cells)


def _adding(ui: Ui, rect: Rect, free: tuple[int, ...]) -> Iterator[Piece]:
    """Yield the dashed card: whoever is on it joins, and the suns are dealt again."""
    theme = ui.theme
    yield Box(rect, theme.track, radius=ui.px(14, 10))
    yield from dashed(ui, rect, theme.buttons[free[0]] if theme.is_dark else theme.ink_second)
    tall = ui.shape is Shape.TALL
    parts = (*(2,) * len(free), 3 if tall else 2)
    *spots, words = (shares if tall else stacked)(rect.inset(ui.px(6)), parts, 0)
    for button, spot in zip(free, spots, strict=True):
        side = min(spot.w, spot.h, ui.px(90, 60)) * 7 // 10
        yield from shining(ui, square(spot, side), button)
        more = max(0, TOUCH_PX - min(spot.w, spot.h))
        yield Target(Rect(spot.x, spot.y, max(spot.w, TOUCH_PX), spot.h + more), Join(button))
    yield from paragraph(
        ui, words, ui.say("Add a player"), Size.LABEL, CENTRED, colour=theme.ink_second
    )


def _shelf(ui: Ui, page: Dealing, rect: Rect) -> Iterator[Piece]:
    """Yield all suns of the game to choose from; those that lie before somebody are pale."""
    numbers = suns_in_play(len(page.guests))[1:]
    laid: dict[Sun, int] = {each: place for place, group in enumerate(page.suns) for each in group}
    for number, cell in zip(numbers, spread(rect, len(numbers)), strict=True):
        side = min(cell.w, ui.px(120, 80))
        spot = square(cell, side - ui.px(4))
        is_free = number not in laid
        yield from sun(
            without_large_print(ui), spot, number, opacity=1.0 if is_free else ui.faint(0.35)
        )
        if not is_free:
            sign = side // 4
            mark = Rect(spot.x + spot.w - sign, spot.y + spot.h - sign, sign, sign)
            button = page.guests[laid[number]].button
            yield Box(mark, ui.theme.buttons[button], radius=sign // 2)
            yield emblem(square(mark, sign * 6 // 10), button)
        yield Target(cell, LayOutSun(number))


def _foot(ui: Ui, model: Model, page: Dealing, rect: Rect) -> Iterator[Piece]:
    """Yield what lies in the middle, who dealt, and the key that begins."""
    gap = ui.px(18, 8)
    if ui.shape is Shape.TALL:
        upper, lower = rows(rect, 2, ui.px(6))
        middle_sun, hand = shares(upper, (40, 60), gap)
        begin = lower
    else:
        middle_sun, hand, begin = shares(rect, (24, 44, 32), gap)
    told = ui.say("goes face up in the centre")
    side = min(middle_sun.h, ui.px(90, 60), middle_sun.w // 3)
    usual = middle_sun.w - side - gap // 2
    widths = range(usual, usual + hand.w // 5)
    more = least_width(ui, told, middle_sun.h, widths, QUIET.weight) - usual
    hand = without_left(hand, more)
    lying, words = cut_left(middle_sun._replace(w=middle_sun.w + more), side, gap // 2)
    yield from keyed(Animated.SUN, CENTRE_SUN, tuple(sun(ui, square(lying, side), CENTRE_SUN)))
    yield from paragraph(ui, words, told, Size.LABEL, QUIET)
    taps, caps = controls(model).taps, keycaps(ui, model)
    other = taps[Control.DIAL]
    yield key_ground(ui, hand)
    sign = Sign(Control.DIAL, caps.get(other.message, ""))
    yield from _labelled(ui, hand, ui.say(other.label), sign)
    yield Target(hand, DealByHand(not page.is_by_hand))
    theme, is_lit = ui.theme, page.is_complete
    opacity = 1.0 if is_lit else ui.faint(0.35)
    yield Box(begin, theme.gold if is_lit else theme.panel, radius=ui.px(18, 10),
              glow=theme.gold if is_lit else None, glow_px=ui.px(10, 6))  # fmt: skip
    sign = Sign(Control.OK, caps.get(Begin(), ""))
    ink = theme.on_gold if is_lit else theme.ink
    label = ui.say("Begin")
    wide = min(begin.w * 6 // 10, ui.width(label, Size.SUM, Weight.EXTRA))
    high = min(begin.h * 5 // 10, ui.px(46, 34))
    words = middle(begin, wide, begin.h)
    if is_named(ui, sign):
        spot, words = side_by_side(begin, (badge_width(ui, high, sign.key), high), gap, wide)
        yield from badge(ui, spot, sign, opacity)
    yield ui.line(words, label, Size.SUM, ink, STRONG.faded(opacity))
    yield Target(begin, Begin())


def _labelled(ui: Ui, rect: Rect, label: str, sign: Sign) -> Iterator[Piece]:
    """Yield the sign of a control and words beside it, in the middle of a key."""
    high = min(rect.h * 5 // 10, ui.px(46, 34))
    cap, gap = badge_width(ui, high, sign.key), ui.px(14, 6)
    if not is_named(ui, sign):
        cap, gap = 0, 0
    area = rect.w - cap - gap - 2 * ui.px(8)
    size = Size.SCORE if ui.width(label, Size.SCORE) <= area else Size.NAME
    wide = max(1, min(area, ui.width(label, size)))
    spot, words = side_by_side(rect, (cap, high), gap, wide)
    if cap:
        yield from badge(ui, spot, sign)
    yield from paragraph(ui, words, label, size, PLAIN)
