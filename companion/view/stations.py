"""The Ra track itself: as an arc or a row of places, with the boat or with tiles laid down."""

from collections.abc import Iterator
from math import pi, sin

import msgspec

from companion.rules.editions import RaDisplay
from companion.rules.tiles import Tile
from companion.view.layout import square
from companion.view.look import CENTRED, NUMBER, Look, Size, kept
from companion.view.pieces import SUN_UP, tile
from companion.view.scene import Box, Disc, Item, Picture, Rect
from companion.view.theme import between

NUMERALS = ("I", "II", "III")
"""What the three epochs are called for short, in all languages."""

UNKNOWN = "?"
"""What nobody has told."""

_BOAT = 100 / 62
"""Width of the boat for its height."""


class Sunway(msgspec.Struct, frozen=True):
    """How far an epoch has come."""

    count: int | None
    """Ra tiles that have come; None if nobody has told."""
    limit: int
    """Ra tiles that end it."""
    display: RaDisplay
    epoch: int | None

    @property
    def numeral(self) -> str:
        """What the epoch is called for short."""
        return UNKNOWN if self.epoch is None else NUMERALS[self.epoch - 1]


def _places(shown: Sunway) -> int:
    """Return how many stations there are: the boat also has one where it starts."""
    return shown.limit + (1 if shown.display is RaDisplay.BOAT else 0)


@kept
def arc(look: Look, rect: Rect, shown: Sunway) -> Iterator[Item]:
    """Yield the track as the sun's way across the sky."""
    number = _places(shown)
    first, last = look.px(70), rect.w - look.px(66)
    low, high = rect.y + rect.h - look.px(38), rect.y + look.px(43)
    share = [place / (number - 1) for place in range(number)] if number > 1 else [1.0]
    points = [(round(first + (last - first) * s), round(low - (low - high) * sin(pi * s)))
              for s in share]  # fmt: skip
    if shown.display is RaDisplay.BOAT:
        yield from _dots(look, shown, points, (first, last, low, high))
    yield from _stations(look, shown, points, look.px(46))


def _dots(
    look: Look,
    shown: Sunway,
    points: list[tuple[int, int]],
    course: tuple[int, int, int, int],
) -> Iterator[Item]:
    """Yield the boat's way as dots: golden where it has been."""
    first, last, low, high = course
    side = max(3, look.px(6))
    number = max(2, (last - first) // max(1, look.px(19)))
    here = points[shown.count or 0][0]
    for dot in range(1, number):
        s = dot / number
        x, y = first + (last - first) * s, low - (low - high) * sin(pi * s)
        gone = x < here
        size = side if gone else max(2, look.px(4))
        rect = Rect(round(x) - size // 2, round(y) - size // 2, size, size)
        yield Disc(rect, look.theme.gold if gone else look.theme.line)


@kept
def straight(look: Look, rect: Rect, shown: Sunway) -> Iterator[Item]:
    """Yield the track as a straight row, where there is little height."""
    number = _places(shown)
    step = rect.w / number
    side = min(look.px(40), round(step - look.px(4)))
    middle = rect.y + rect.h // 2
    points = [(round(rect.x + step * (place + 0.5)), middle) for place in range(number)]
    thick = max(2, look.px(4))
    here = points[min(shown.count or 0, number - 1)][0]
    if shown.display is RaDisplay.BOAT:
        left, right = points[0][0], points[-1][0]
        yield Box(Rect(left, middle - thick // 2, right - left, thick), look.theme.line)
        yield Box(Rect(left, middle - thick // 2, here - left, thick), look.theme.gold)
    yield from _stations(look, shown, points, side)


def _stations(
    look: Look, shown: Sunway, points: list[tuple[int, int]], side: int
) -> Iterator[Item]:
    """Yield every place of the track: tiles that have come, the boat, what is left, the end."""
    if shown.count is None:
        yield from _untold(look, shown, points, side)
        return
    sails = shown.display is RaDisplay.BOAT
    for place, (x, y) in enumerate(points, start=0 if sails else 1):
        spot = Rect(x - side // 2, y - side // 2, side, side)
        filled = place < shown.count if sails else place <= shown.count
        if filled and place:
            yield tile(spot, Tile.RA)
        elif place == shown.limit:
            yield from _end(look, spot, shown)
        elif place and not (sails and place == shown.count):
            yield from _empty(look, spot, shown.limit - place)
        elif not (sails and place == shown.count):
            dot = square(spot, max(4, side // 3))
            yield Disc(dot, look.theme.gold)
    if sails:
        x, y = points[shown.count]
        step = points[1][0] - points[0][0]
        wide = min(round(side * (1.62 if look.is_full else 1.35) * _BOAT), step + look.px(3))
        high = round(wide / _BOAT)
        yield from boat(look, Rect(x - wide // 2, y - round(high * 0.56), wide, high))


def boat(look: Look, rect: Rect) -> Iterator[Item]:
    """Yield the boat with the sun in it."""
    yield Picture(rect, "boat", tint=look.theme.hull)
    if look.theme.hull is not None:
        side = round(rect.h * 0.82)
        disc = Rect(rect.x + (rect.w - side) // 2, rect.y - round(rect.h * 0.02), side, side)
        yield Picture(disc, SUN_UP)


def _empty(look: Look, spot: Rect, left: int) -> Iterator[Item]:
    """Yield a place that waits, with how many Ra tiles are left after it."""
    theme = look.theme
    yield Disc(spot, theme.station, border=theme.line, border_px=max(2, look.px(2.5)))
    px = look.em(Size.SMALL)
    if spot.w >= 1.6 * px:
        yield look.text(spot, str(left), px, theme.ink_third, CENTRED)


def _untold(look: Look, shown: Sunway, points: list[tuple[int, int]], side: int) -> Iterator[Item]:
    """Yield the places of a track of which nobody has told how far it has come."""
    for x, y in points[-shown.limit :]:
        spot = Rect(x - side // 2, y - side // 2, side, side)
        rim = max(2, look.px(2.5))
        yield Disc(spot, look.theme.station, border=look.theme.line, border_px=rim)
        yield look.text(spot, UNKNOWN, look.em(Size.SMALL), look.theme.ink_third, CENTRED)


def _end(look: Look, spot: Rect, shown: Sunway) -> Iterator[Item]:
    """Yield the last place: a Ra tile there ends the epoch. It glows when the next one does."""
    theme = look.theme
    px = max(2, round(spot.w / 12))
    if shown.count == shown.limit - 1:
        yield Box(spot, radius=spot.w // 2, glow=theme.ra, glow_px=look.px(12))
    ground = between(theme.station, theme.ra, 0.2)
    yield Disc(spot, ground, border=theme.ra, border_px=px)
    inner = spot.inset(2 * px)
    yield Disc(inner, ground, border=theme.ra, border_px=px)
    if look.is_full:
        yield look.text(inner, shown.numeral, max(20, round(spot.w * 0.4)), theme.bad, NUMBER)
