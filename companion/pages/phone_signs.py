"""Phones on other pages: the code to scan, and who has one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.core.messages import Open, Route
from companion.core.model import Model
from companion.i18n import mark
from companion.ui.layout import cut_foot, cut_left, rows, shares, square, stacked
from companion.ui.pieces import code, paragraph
from companion.ui.scene import Picture, Rect, Target
from companion.ui.style import Piece, Shape, Size, Ui

PHONE = "ui_phone"


STRIP_PX = 196
"""How high the code is below the seats, at the least: a camera reads it from across the table."""


def _side(ui: Ui) -> int:
    """Return how high the code is: larger where a screen is larger, whose points are smaller."""
    return max(STRIP_PX, ui.px(158, 98))


class Strip(NamedTuple):
    """The parts of the strip below the seats."""

    code: Rect
    asked: Rect
    address: Rect
    hint: Rect
    key: Rect
    """For a key of the page."""


def strip_height(ui: Ui) -> int:
    """Return how high the strip below the seats is, in pixels."""
    own = _side(ui)
    return own + ui.px(_KEY + 28) if ui.shape is Shape.TALL else own


_KEY = 64
"""How high a key of the page is where it lies below the rest."""


def strip(ui: Ui, area: Rect) -> Strip:
    """Return what lies where in the strip: the hint is the longest, and has all the width."""
    if ui.shape is Shape.TALL:
        key, upper = cut_foot(area, ui.px(_KEY - 4), ui.px(4))
        spot, words = cut_left(upper, STRIP_PX - ui.px(12), ui.px(16))
        asked, address, hint = stacked(words, (3, 2, 4), 0)
        return Strip(spot, asked, address, hint, key)
    spot, words = cut_left(area, area.h, ui.px(16))
    two, hint = stacked(words, (2, 1), 0)
    short, key = shares(two, (5, 4), ui.px(8))
    asked, address = rows(short, 2, 0)
    return Strip(spot, asked, address, hint, key)


def seat_strip(ui: Ui, where: Strip, model: Model, hint: str) -> Iterator[Piece]:
    """Yield the code and the short address below the seats, and what is said there."""
    yield code(ui, where.code, model.phones.link)
    yield from paragraph(ui, where.asked, ui.say(POINT), Size.NAME)
    yield ui.line(where.address, model.phones.address, Size.NAME, ui.theme.gold)
    yield from paragraph(ui, where.hint, hint, Size.LABEL, colour=ui.theme.ink_second)


class Footed(NamedTuple):
    """What is left of a page and of the keys below it, where the code comes between or beside."""

    above: Rect
    keys: Rect
    code: Rect
    asked: Rect
    address: Rect


def footed(ui: Ui, above: Rect, keys: Rect) -> Footed:
    """Return what lies where when the code stands beside the keys, or above them where it is tall.

    Args:
        ui: The canvas and its theme.
        above: What the page is about.
        keys: The keys below it, as wide.
    """
    side, gap = _side(ui), ui.px(14, 8)
    if ui.shape is Shape.TALL:
        low, above = cut_foot(above, side, gap)
        spot, words = cut_left(low, side, gap)
        return Footed(above, keys, spot, *stacked(words, (3, 1), 0))
    side = max(side, keys.h + 2 * ui.line_height(Size.NAME))
    low, above = cut_foot(above._replace(h=keys.y + keys.h - above.y), side, gap)
    spot, rest = cut_left(low, side, gap)
    keys, words = cut_foot(rest, keys.h, ui.px(4))
    return Footed(above, keys, spot, *shares(words, (3, 2), gap))


def beside_keys(ui: Ui, where: Footed, model: Model) -> Iterator[Piece]:
    """Yield the code and the short address at the foot of a page, and what they are for."""
    yield code(ui, where.code, model.phones.link)
    yield from paragraph(ui, where.asked, ui.say(POINT), Size.NAME)
    yield ui.line(where.address, model.phones.address, Size.NAME, ui.theme.gold)


def alone(ui: Ui, area: Rect, model: Model) -> Iterator[Piece]:
    """Yield the code where there is no room for words, with a small phone if it fits."""
    side = ui.px(40, 28)
    spot = square(area, min(area.w, area.h))
    yield code(ui, spot, model.phones.link)
    if spot.x - area.x >= side:
        sign = Rect(spot.x - side, spot.y, side, spot.h)
        yield Picture(square(sign, side), PHONE, tint=ui.theme.ink)
    yield Target(spot, Open(Route.PHONES))


POINT = mark("Phones: point your camera here")


STATES = {True: mark("Phones: on"), False: mark("Phones: off")}
"""Whether phones are served here, for the staff."""
