"""The sky with the Ra track: how far the epoch has come, and what is left in the bag."""

from collections.abc import Iterator, Mapping

import msgspec

from companion.core.messages import Message
from companion.core.offers import Offer
from companion.view.layout import middle, square
from companion.view.look import NUMBER, STRONG, TOUCH_PX, Look, Piece, Size, kept
from companion.view.pieces import menu_sign
from companion.view.scene import Box, Item, Picture, Rect, Sky, Target, Weight
from companion.view.stations import UNKNOWN, Sunway, arc, straight


def sky(look: Look, horizon: int) -> Sky:
    """Return the background of every page, with its horizon at this height."""
    theme = look.theme
    width, height = look.canvas.size
    return Sky(
        rect=Rect(0, 0, width, height),
        bands=theme.sky,
        hills=theme.hills,
        stars=theme.is_dark,
        ground=theme.ground,
        horizon=horizon,
    )


class Beside(msgspec.Struct, frozen=True):
    """What is shown beside the Ra track."""

    epoch_name: str
    bag: int | None
    """Tiles left in the bag; None if nobody can tell."""
    menu: Message | None
    """What the menu key means; None if there is none."""
    history: Message | None
    """What a touch on the epoch means."""


def beside_it(epoch_name: str, bag: int | None, holds: Mapping[str, Offer]) -> Beside:
    """Return what is beside the track where buttons that are held do this."""
    menu, history = holds.get("dial"), holds.get("undo")
    return Beside(
        epoch_name, bag, menu.message if menu else None, history.message if history else None
    )


def track(look: Look, rect: Rect, shown: Sunway, beside: Beside) -> Iterator[Piece]:
    """Yield the Ra track with the epoch, the bag and the menu key."""
    if look.is_full and not look.is_big:
        yield arc(look, rect, shown)
        yield _corner(look, rect, beside.bag, beside.menu)
        yield _epoch_line(look, rect, shown, beside)
    else:
        yield from _flat(look, rect, shown, beside)


@kept
def _corner(look: Look, rect: Rect, bag: int | None, menu: Message | None) -> Iterator[Piece]:
    side = max(TOUCH_PX, look.px(48))
    key = Rect(look.px(16), rect.y + look.px(10), side, side)
    yield from _menu(look, look.sided(key, rect), menu)
    if bag is None:
        return
    said = str(bag)
    sign, gap, wide = look.px(32), look.px(8), look.width(said, Size.COUNT, STRONG.weight)
    over = sign + gap + wide
    group = look.sided(Rect(rect.w - look.px(16) - over, key.y, over, side), rect)
    yield Picture(
        square(Rect(group.x, key.y, sign, side), sign), "ui_bag", tint=look.theme.ink_second
    )
    count = Rect(group.x + sign + gap, key.y, wide, side)
    yield look.line(count, said, Size.COUNT, style=STRONG)


def _menu(look: Look, key: Rect, menu: Message | None) -> Iterator[Piece]:
    if menu is None:
        return
    yield _chip(look, key)
    yield from menu_sign(look, key)
    yield Target(key, menu)


def _chip(look: Look, rect: Rect) -> Box:
    theme = look.theme
    return Box(rect, theme.panel, border=theme.line, border_px=max(1, look.px(2)),
               radius=look.either(12, 10))  # fmt: skip


@kept
def _epoch_line(look: Look, rect: Rect, shown: Sunway, beside: Beside) -> Iterator[Piece]:
    """Yield "Second epoch | Ra 6/10" under the arc."""
    theme = look.theme
    size, weight = Size.TITLE, Weight.EXTRA
    px = min(look.em(size), look.px(32))
    ra = look.say("Ra {count}/{limit}", count=_count(shown), limit=shown.limit)
    measures = look.canvas.type
    gap = look.px(18)
    widths = [-int(-measures.width(text, px, weight) // 1) for text in (beside.epoch_name, ra)]
    high = look.px(40)
    top = rect.y + rect.h - look.px(20) - high
    total = sum(widths) + 2 * gap
    left = (rect.w - total) // 2
    first = Rect(left, top, widths[0], high)
    second = Rect(left + widths[0] + 2 * gap, top, widths[1], high)
    rule = Rect(
        left + widths[0] + gap - 1, top + look.px(7), max(2, look.px(2)), high - look.px(14)
    )
    yield look.text(first, beside.epoch_name, px, theme.ink, STRONG)
    yield Box(rule, theme.line)
    yield look.text(second, ra, px, theme.gold, STRONG)
    if beside.history is not None:
        touched = middle(Rect(left, top, total, high), total, max(TOUCH_PX, look.px(52)))
        yield Target(touched, beside.history)


def _flat(look: Look, rect: Rect, shown: Sunway, beside: Beside) -> Iterator[Piece]:
    pad, high = look.px(6), rect.h - look.px(10)
    top = rect.y + (rect.h - high) // 2
    left = look.px(8)
    if beside.menu is not None:
        key = Rect(left, top, max(TOUCH_PX, look.px(46)), high)
        yield from _menu(look, look.sided(key, rect), beside.menu)
        left += key.w + pad
    epoch = Rect(left, top, max(TOUCH_PX, look.px(62)), high)
    yield _epoch_chip(look, look.sided(epoch, rect), shown, beside.history)
    wide = look.px(86) if beside.bag is not None else 0
    bag = Rect(rect.w - look.px(8) - wide, top, wide, high)
    if beside.bag is not None:
        yield _bag_chip(look, look.sided(bag, rect), beside.bag)
    way = Rect(epoch.x + epoch.w + pad, rect.y, bag.x - epoch.x - epoch.w - 2 * pad, rect.h)
    yield straight(look, look.sided(way, rect), shown)


def _count(shown: Sunway) -> int | str:
    return UNKNOWN if shown.count is None else shown.count


@kept
def _epoch_chip(look: Look, rect: Rect, shown: Sunway, history: Message | None) -> Iterator[Piece]:
    """Yield "II" above "6/10"."""
    yield _chip(look, rect)
    upper = Rect(rect.x, rect.y, rect.w, rect.h * 11 // 20)
    lower = Rect(rect.x, rect.y + rect.h * 10 // 20, rect.w, rect.h * 9 // 20)
    yield look.text(upper, shown.numeral, look.em(Size.NAME), look.theme.ink, NUMBER)
    count = f"{_count(shown)}/{shown.limit}"
    yield look.text(lower, count, look.em(Size.SMALL), look.theme.gold, NUMBER)
    if history is not None:
        yield Target(rect, history)


@kept
def _bag_chip(look: Look, rect: Rect, bag: int) -> Iterator[Item]:
    yield _chip(look, rect)
    side = look.px(26)
    sign = Rect(rect.x + look.px(8), rect.y, side, rect.h)
    yield Picture(square(sign, side), "ui_bag", tint=look.theme.ink_second)
    count = Rect(sign.x + side, rect.y, rect.w - side - look.px(10), rect.h)
    yield look.line(count, str(bag), Size.NAME, style=NUMBER)
