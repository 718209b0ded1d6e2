"""The rows on which one player's tiles and suns are counted by touch."""

from collections.abc import Collection, Iterator, Sequence

from companion.core import counting
from companion.core.counting import AddOne, Counting, LaySun, Place, Points, SetNumber
from companion.core.messages import Message
from companion.rules.editions import suns_in_play
from companion.rules.tiles import Tile
from companion.view.layout import columns, left_part, square, without_left
from companion.view.look import CENTRED, NUMBER, TOUCH_PX, Look, Piece, Size
from companion.view.pieces import SUN_DOWN, SUN_UP, SUN_WON, focus_ring, shining, signed, sun, tile
from companion.view.scene import Box, Rect, Target

_MOST_NUMBERS = 11
"""So many numbers stand in a row, the last of them for one more."""

_FEW_NUMBERS = 4
"""So many stand beside gods and gold, of which the box has few."""

_STEPS = (-10, -1, 0, 1, 10)
"""By how much points are put right by touch."""

_FREE = 0.45
"""How much is seen of a tile or a sun that nobody has."""

Wrong = Collection[object]
"""The kinds and suns of which there are more than there can be."""


def strip(look: Look, row: Rect, page: Counting, kind: Tile, wrong: Wrong) -> Iterator[Piece]:
    """Yield a kind and its numbers: a touch says how many there are."""
    side = max(TOUCH_PX, min(row.h, row.w // (_MOST_NUMBERS + 1)))
    number = min(_MOST_NUMBERS, (row.w - side) // TOUCH_PX)
    parts = left_part(row, side), columns(without_left(row, side), number, 0)
    yield from _numbers(look, parts, page, kind, wrong)
    yield from _ring(look, row, page, kind)


def pair(
    look: Look, row: Rect, page: Counting, kinds: Sequence[Tile], wrong: Wrong
) -> Iterator[Piece]:
    """Yield kinds of which people have few, in one row."""
    for half, kind in zip(columns(row, len(kinds), look.px(4)), kinds, strict=True):
        side = max(TOUCH_PX, min(row.h, half.w // (_FEW_NUMBERS + 1)))
        parts = left_part(half, side), columns(without_left(half, side), _FEW_NUMBERS, 0)
        yield from _numbers(look, parts, page, kind, wrong)
        yield from _ring(look, half, page, kind)


def _numbers(
    look: Look, parts: tuple[Rect, Sequence[Rect]], page: Counting, kind: Tile, wrong: Wrong
) -> Iterator[Piece]:
    """Yield the picture of a kind and a key for every number, the last for one more."""
    sign, cells = parts
    yield tile(square(sign, min(sign.w, sign.h) - look.px(6)), kind)
    now, last = counting.number(page, kind), len(cells) - 1
    for place, cell in enumerate(cells):
        is_last = place == last
        is_now = place == now or (is_last and now > last)
        text = ("+" if now < last else str(now)) if is_last else str(place)
        wanted = max(now + 1, last) if is_last else place
        is_wrong = is_now and kind in wrong
        yield from _key(look, cell, text, is_now=is_now and now > 0, is_wrong=is_wrong)
        yield Target(cell, SetNumber(kind, wanted))


def _key(
    look: Look, cell: Rect, text: str, *, is_now: bool, is_wrong: bool = False
) -> Iterator[Piece]:
    """Yield a number to touch, in gold if it is what was counted, in red if it cannot be."""
    theme = look.theme
    room = cell.inset(max(1, look.px(2)))
    ground = theme.gold if is_now else theme.panel
    border = theme.bad if is_wrong else theme.line
    px = max(1, look.px(4 if is_wrong else 1.5))
    yield Box(room, ground, border=border, border_px=px, radius=look.either(10, 7))
    yield look.line(room, text, Size.NAME, theme.on_gold if is_now else theme.ink_second, CENTRED)


def _ring(look: Look, rect: Rect, page: Counting, what: Place) -> Iterator[Piece]:
    if counting.pointed(page) == what and isinstance(counting.pointed(page), type(what)):
        yield focus_ring(look, rect, look.either(12, 9))


def singles(
    look: Look, cells: Sequence[Rect], page: Counting, kinds: Sequence[Tile], wrong: Wrong
) -> Iterator[Piece]:
    """Yield kinds of which people mostly have one: every touch is one more."""
    theme = look.theme
    for cell, kind in zip(cells, kinds, strict=False):
        now = counting.number(page, kind)
        room = cell.inset(max(1, look.px(2)))
        border = theme.bad if kind in wrong else theme.gold if now else theme.line
        px = max(1, look.px(4 if kind in wrong else 2))
        ground = theme.panel_active if now else theme.panel
        yield Box(room, ground, border=border, border_px=px, radius=look.either(10, 7))
        side = min(room.w, room.h) - look.px(8)
        yield tile(square(room, side), kind, 1.0 if now else look.faint(_FREE))
        if now:
            high = max(22, room.h * 5 // 12)
            spot = Rect(room.x + room.w - high, room.y + room.h - high, high, high)
            yield Box(spot, theme.gold, radius=high // 3)
            yield look.text(spot, str(now), max(20, high * 4 // 5), theme.on_gold, NUMBER)
        yield Target(cell, AddOne(kind))
        yield from _ring(look, cell, page, kind)


def points_before(look: Look, row: Rect, page: Counting) -> Iterator[Piece]:
    """Yield the points before the epoch, with what makes them more or less."""
    now = counting.number(page, Points.BEFORE)
    for steps, cell in zip(_STEPS, columns(row, len(_STEPS), 0), strict=True):
        text = signed(steps) if steps else str(now)
        yield from _key(look, cell, text, is_now=not steps)
        yield Target(cell, SetNumber(Points.BEFORE, max(0, now + steps)))
        if not steps:
            yield from _ring(look, cell, page, Points.BEFORE)


def suns(
    look: Look, cells: Sequence[Rect], page: Counting, buttons: Sequence[int], wrong: Wrong
) -> Iterator[Piece]:
    """Yield all suns in play: a touch lays one before the player whose page is open."""
    in_play = suns_in_play(len(page.counts))
    for number, cell in zip(in_play, cells, strict=False):
        whose = counting.owner(page, number)
        is_own = whose == page.seat
        room = cell.inset(max(1, look.px(2)))
        if number in wrong:
            yield Box(room, border=look.theme.bad, border_px=look.px(4), radius=look.either(10, 7))
        if whose is None or is_own:
            picture = SUN_WON if is_own else SUN_UP
            yield from sun(look, room, number, picture, 1.0 if is_own else look.faint(_FREE))
        else:
            yield from sun(look, room, number, SUN_DOWN)
            side = min(room.w, room.h) // 4
            spot = Rect(room.x + room.w - side, room.y + room.h - side, side, side)
            yield Box(spot, look.theme.panel, radius=side // 2)
            yield from shining(look, spot, buttons[whose])
        yield Target(cell, LaySun(number))
        yield from _ring(look, cell, page, number)


def step_key(look: Look, cell: Rect, text: str, message: Message) -> Iterator[Piece]:
    """Yield a key that makes what is pointed at one more or one less."""
    yield from _key(look, cell, text, is_now=False)
    yield Target(cell, message)
