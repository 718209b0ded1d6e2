"""Why a player got the points of an epoch, category by category."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion import narration
from companion.rules.scoring.reasons import Because, Reason
from companion.ui.charts import CATEGORY_TILES
from companion.ui.layout import Sheet, middle, rows, square, without_left
from companion.ui.pieces import SUN_WON, emblem, paragraph, signed, tile
from companion.ui.scene import Box, Picture, Rect, Weight
from companion.ui.speech import short_name
from companion.ui.style import NUMBER, QUIET, STRONG, Piece, Shape, Size, Style, unscaled
from companion.ui.theme import ON_BUTTON
from companion.ui.widgets import corner


class Explained(msgspec.Struct, frozen=True):
    """What is explained."""

    name: str
    button: int
    net: int | None
    """The sum of all categories; None where it is not known."""
    reasons: tuple[Reason, ...]
    epoch: str = ""
    """Of which epoch, if that must be said."""
    tokens: str = ""
    """Which fame tokens the player takes and gives back, if that may be shown."""


def explanation(look: Style, where: Sheet, why: Explained) -> Iterator[Piece]:
    """Yield whose points are explained, and a row for each category."""
    yield from _whose(look, where.title, why)
    gap = look.either(6, 2)
    number = max(1, len(why.reasons))
    high = min(where.body.h, number * (look.either(92, 130) + gap))
    body = Rect(where.body.x, where.body.y, where.body.w, high)
    for place, (row, reason) in enumerate(zip(rows(body, number, gap), why.reasons, strict=False)):
        ground = look.theme.lane if place % 2 else look.theme.panel
        yield Box(row, ground, radius=look.either(12, 9))
        yield from _reason(look, row, reason)


def _whose(look: Style, rect: Rect, why: Explained) -> Iterator[Piece]:
    """Yield a title in the colour of the player, with the sum."""
    is_said = bool(why.tokens) and look.shape is not Shape.TALL
    net = "?" if why.net is None else signed(why.net)
    stelae = look.canvas.words.state(look.say("Scoring tokens"), why.tokens)
    tokens = f"   {stelae}" if is_said else ""
    epoch = f"  {why.epoch}" if why.epoch else ""
    text = f"{short_name(look, why.name)}{epoch}  {net}{tokens}"
    high = rect.h * 7 // 10
    width = look.width(text, Size.PROMPT, Weight.EXTRA) + high + look.either(48, 30)
    aside = rect.x + rect.w - corner(look, 0).x
    band = middle(rect, min(rect.w - 2 * aside, width), high)
    yield Box(band, look.theme.buttons[why.button], radius=high // 2)
    side = high // 2
    yield emblem(Rect(band.x + high // 3, band.y, side, high), why.button)
    left = band.x + high // 3 + side + look.px(10)
    words = Rect(left, band.y, band.x + band.w - left - high // 4, high)
    if unscaled(look).width(text, Size.SMALL, Weight.EXTRA) <= words.w:
        yield look.line(words, text, Size.PROMPT, ON_BUTTON, STRONG)
    else:
        yield from paragraph(look, words, text, Size.PROMPT, STRONG, colour=ON_BUTTON)


def _reason(look: Style, row: Rect, reason: Reason) -> Iterator[Piece]:
    theme = look.theme
    most = look.either(52, 30 if look.shape is Shape.TALL else 38)
    side = min(row.h - look.px(4), most)
    pad = look.either(12, 6)
    sign = square(Rect(row.x + pad, row.y, side, row.h), side)
    kinds = CATEGORY_TILES[reason.category]
    yield tile(sign, kinds[0]) if kinds else Picture(sign, SUN_WON)
    wide = look.either(110, 56 if look.shape is Shape.TALL else 70)
    points = Rect(row.x + pad + most, row.y, wide, row.h)
    colour = theme.ink if reason.points > 0 else theme.bad if reason.points < 0 else theme.zero
    px = max(20, min(look.em(Size.SCORE), round(row.h * 0.86)))
    yield look.text(points, signed(reason.points), px, colour, NUMBER)
    rest = without_left(row, points.x + points.w - row.x + pad)
    yield from _words(look, Rect(rest.x, rest.y, rest.w - pad, rest.h), reason)


def _words(look: Style, room: Rect, reason: Reason) -> Iterator[Piece]:
    """Yield the category and the reason; where there is little room, the reason alone."""
    category = look.say(narration.CATEGORIES[reason.category])
    if reason.because is Because.NONE:
        yield look.line(room, category, Size.LABEL)
        return
    why = narration.reason(reason, look.canvas.words)
    line = look.line_height(Size.LABEL)
    if room.h < 3 * line:
        yield from paragraph(look, room, why, Size.SMALL)
        return
    upper = Rect(room.x, room.y + look.px(2), room.w, line)
    lower = Rect(room.x, upper.y + line, room.w, room.h - line - look.px(4))
    yield look.line(upper, category, Size.LABEL)
    yield from paragraph(look, lower, why, Size.SMALL, QUIET)
