"""Both tracks: the sky with the Ra track, and the auction track with the sun in the centre."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, pi, sin

import msgspec
from msgspec.structs import replace

from companion import narration
from companion.core.messages import Message, Open, PushDial, Route
from companion.rules.actions import TRACK_SPACES
from companion.rules.editions import RaDisplay, Sun, ra_display
from companion.rules.model import AuctionTrack, Game
from companion.rules.partial import PartialGame
from companion.rules.tiles import Tile, size
from companion.ui.layout import (
    columns,
    cut_foot,
    left_part,
    middle,
    rows,
    shares,
    square,
    stacked,
    without_left,
)
from companion.ui.pieces import (
    NUMERALS,
    SUN_WON,
    Keycaps,
    Sign,
    badge,
    badge_width,
    boat,
    emblem,
    focus_ring,
    menu_sign,
    sky,
    sun,
    tile,
)
from companion.ui.scene import Animated, Box, Colour, Disc, Item, Picture, Rect, Target, keyed, loud
from companion.ui.style import (
    CENTRED,
    NUMBER,
    PLAIN,
    SMALLEST_PX,
    STRONG,
    TOUCH_PX,
    Piece,
    Shape,
    Size,
    Ui,
    cached,
    unscaled,
)
from companion.ui.theme import ON_BUTTON, between
from companion.ui.widgets import as_large_as_fits, can_fit

UNKNOWN = "?"
"""What nobody has told."""

_BOAT = 100 / 62
"""Width of the boat for its height."""


class Sunway(msgspec.Struct, frozen=True):
    """How far an epoch has come."""

    entered: int | None
    """Ra tiles that have come; None if nobody has told."""
    limit: int
    """Ra tiles that end it."""
    display: RaDisplay
    epoch: int | None

    @property
    def count(self) -> int | None:
        """How many it shows: by mistake more may be entered than it takes."""
        return None if self.entered is None else min(self.entered, self.limit)

    @property
    def numeral(self) -> str:
        """What the epoch is called for short."""
        return UNKNOWN if self.epoch is None else NUMERALS[self.epoch - 1]


def _places(shown: Sunway) -> int:
    """Return how many stations there are: the boat also has one where it starts."""
    return shown.limit + (1 if shown.display is RaDisplay.BOAT else 0)


@cached
def arc(ui: Ui, rect: Rect, shown: Sunway, below: int = 0) -> Iterator[Item]:
    """Yield the track as the sun's way across the sky, with this many pixels free below it."""
    number = _places(shown)
    first, last = ui.px(_EPOCH_WIDE + 40), rect.w - ui.px(150)
    if ui.left_handed:
        first, last = rect.w - last, rect.w - first
    high = rect.y + ui.px(32 if below else 43)
    low = max(high, rect.y + rect.h - below - ui.px(38))
    share = [place / (number - 1) for place in range(number)] if number > 1 else [1.0]
    points = [(round(first + (last - first) * s), round(low - (low - high) * sin(pi * s)))
              for s in share]  # fmt: skip
    if shown.display is RaDisplay.BOAT:
        yield from _dots(ui, shown, points, (first, last, low, high))
    yield from _stations(ui, shown, points, ui.px(40 if below else 46), ui.px(96))


def _dots(
    ui: Ui, shown: Sunway, points: list[tuple[int, int]], course: tuple[int, int, int, int]
) -> Iterator[Item]:
    first, last, low, high = course
    side = max(3, ui.px(6))
    number = max(2, (last - first) // max(1, ui.px(19)))
    here = points[shown.count or 0][0]
    for dot in range(1, number):
        s = dot / number
        x, y = first + (last - first) * s, low - (low - high) * sin(pi * s)
        gone = x < here
        size = side if gone else max(2, ui.px(4))
        rect = Rect(round(x) - size // 2, round(y) - size // 2, size, size)
        yield Disc(rect, ui.theme.gold if gone else ui.theme.line)


@cached
def straight(ui: Ui, rect: Rect, shown: Sunway) -> Iterator[Item]:
    """Yield the track as a straight row, where there is little height."""
    number = _places(shown)
    step = rect.w / number
    side = min(ui.px(40), round(step - ui.px(4)))
    middle = rect.y + rect.h // 2
    points = [(round(rect.x + step * (place + 0.5)), middle) for place in range(number)]
    thick = max(2, ui.px(4))
    here = points[min(shown.count or 0, number - 1)][0]
    if shown.display is RaDisplay.BOAT:
        left, right = points[0][0], points[-1][0]
        yield Box(Rect(left, middle - thick // 2, right - left, thick), ui.theme.line)
        yield Box(Rect(left, middle - thick // 2, here - left, thick), ui.theme.gold)
    yield from _stations(ui, shown, points, side, round(step) + ui.px(3))


def _stations(
    ui: Ui, shown: Sunway, points: list[tuple[int, int]], side: int, widest: int
) -> Iterator[Item]:
    """Yield every place of the track: tiles that have come, the boat, what is left, the end.

    The boat is no wider than the last number says, in pixels.
    """
    if shown.count is None:
        yield from _untold(ui, shown, points, side)
        return
    sails = shown.display is RaDisplay.BOAT
    for place, (x, y) in enumerate(points, start=0 if sails else 1):
        spot = Rect(x - side // 2, y - side // 2, side, side)
        filled = place < shown.count if sails else place <= shown.count
        if filled and place:
            yield from keyed(Animated.RA_TILE, place, (tile(spot, Tile.RA),))
        elif place == shown.limit:
            yield from _end(ui, spot, shown)
        elif sails and place == shown.count:
            continue  # there is the boat
        elif place:
            yield from _empty(ui, spot, shown.limit - place)
        else:
            yield Disc(square(spot, max(4, side // 3)), ui.theme.gold)
    if sails:
        x, y = points[shown.count]
        wide = min(round(side * (1.62 if ui.is_full else 1.35) * _BOAT), widest)
        high = round(wide / _BOAT)
        at_sea = Rect(x - wide // 2, y - round(high * 0.56), wide, high)
        yield from keyed(Animated.BOAT, 0, boat(ui, at_sea))


def _empty(ui: Ui, spot: Rect, left: int) -> Iterator[Item]:
    theme = ui.theme
    yield Disc(spot, theme.station, border=theme.line, border_px=max(2, ui.px(2.5)))
    px = ui.em(Size.SMALL)
    if spot.w >= 1.6 * px:
        yield ui.text(spot, str(left), px, theme.ink_third, CENTRED)


def _untold(ui: Ui, shown: Sunway, points: list[tuple[int, int]], side: int) -> Iterator[Item]:
    for x, y in points[-shown.limit :]:
        spot = Rect(x - side // 2, y - side // 2, side, side)
        rim = max(2, ui.px(2.5))
        yield Disc(spot, ui.theme.station, border=ui.theme.line, border_px=rim)
        yield ui.text(spot, UNKNOWN, ui.em(Size.SMALL), ui.theme.ink_third, CENTRED)


def _end(ui: Ui, spot: Rect, shown: Sunway) -> Iterator[Item]:
    """Yield the last place: a Ra tile there ends the epoch. It glows when the next one does."""
    theme = ui.theme
    px = max(2, round(spot.w / 12))
    if shown.count == shown.limit - 1:
        yield Box(spot, radius=spot.w // 2, glow=theme.ra, glow_px=ui.px(12))
    ground = between(theme.station, theme.ra, 0.2)
    yield Disc(spot, ground, border=theme.ra, border_px=px)
    inner = spot.inset(2 * px)
    yield Disc(inner, ground, border=theme.ra, border_px=px)
    if ui.is_full:
        size = max(ui.least_px, round(spot.w * 0.4))
        yield ui.text(inner, shown.numeral, size, theme.bad, NUMBER)


class Beside(msgspec.Struct, frozen=True):
    """What is shown beside the Ra track."""

    epoch_name: str
    bag: int | None
    """Tiles left in the bag; None if nobody can tell."""
    menu_key: str
    """What is written on the key of a keyboard that opens the menu; empty if there is none."""
    played: str
    """How long people have played; empty if that is not seen."""


def sky_above(  # noqa: PLR0913, PLR0917 - all that the sky shows
    ui: Ui, rect: Rect, told: Game | PartialGame, caps: Keycaps, played: str, said: Headline | None
) -> Iterator[Piece]:
    """Yield the sky, and on it the Ra track of a table, as far as that is known."""
    yield sky(ui, rect.y + rect.h, is_red=said is not None, is_day=True)
    setup, name = told.setup, UNKNOWN
    if told.epoch is not None:
        name = narration.epoch_name(told.epoch, setup, ui.canvas.words)
    bag = size(told.bag) if isinstance(told, Game) else None
    sunway = Sunway(told.ra_count, setup.ra_limit, ra_display(setup.edition), told.epoch)
    beside = Beside(name, bag, caps.get(_MENU, ""), played)
    yield from ra_track(ui, rect, sunway, beside, said)


_MENU, _HISTORY = Open(Route.MENU), Open(Route.HISTORY)
"""What a touch on the menu key means, and on the epoch."""


def ra_track(
    ui: Ui, rect: Rect, shown: Sunway, beside: Beside, said: Headline | None = None
) -> Iterator[Piece]:
    """Yield the Ra track with the epoch, the bag and the menu key, or what is loud just now."""
    if ui.is_full and not ui.is_big:
        high = ui.px(_ROW if said is None or said.button is None else 86)
        yield arc(ui, rect, shown, 0 if said is None else high)
        yield _corner(ui, rect, beside if said is None else replace(beside, played=""))
        if said is None:
            yield _epoch_line(ui, rect, shown, beside)
        else:
            row, _ = cut_foot(rect, high)
            yield from _count_and_headline(ui, row, shown, said)
    else:
        yield from _flat(ui, rect, shown, beside, said)


_ROW = 72
"""How high what is below the arc is, in units: it does not reach what stands in the corners."""

_LETTERS = 0.85
"""How high the letters of a headline are, as a share of its ground."""


class Headline(msgspec.Struct, frozen=True):
    """What the sky says."""

    text: str
    button: int | None = None
    """Whose button it is coloured in; None: nobody's."""


def next_ends(ui: Ui, count: int | None, limit: int) -> Headline | None:
    """Return the sentence that the next Ra ends the epoch; None if it does not (R-EPE-1)."""
    return Headline(ui.say("The next Ra ends the epoch")) if count == limit - 1 else None


def width_of(ui: Ui, high: int, said: Headline) -> int:
    """Return how wide a headline would be that is so high, in pixels."""
    letters = ui.canvas.type.width(said.text, round(high * _LETTERS), PLAIN.weight)
    return ceil(letters) + (0 if said.button is None else high) + high


def banner(ui: Ui, rect: Rect, said: Headline) -> Iterator[Item]:
    """Yield the headline, as wide as it needs."""
    theme, px = ui.theme, max(SMALLEST_PX, round(rect.h * _LETTERS))
    side = 0 if said.button is None else min(rect.h, rect.w // 5)
    letters = ui.width_at(said.text, px, PLAIN.weight)
    wide = min(rect.w, letters + side + rect.h)
    place = Rect(rect.x + (rect.w - wide) // 2, rect.y, wide, rect.h)
    area = Rect(place.x + side + rect.h // 6, place.y, wide - side - rect.h // 3, place.h)
    if said.button is None:
        ink, rim = theme.ink, max(2, ui.px(3))
        ground = Box(place, theme.panel, border=theme.ra, border_px=rim, radius=rect.h // 2)
        sign: tuple[Item, ...] = ()
    else:
        ink, ground = ON_BUTTON, Box(place, theme.buttons[said.button], radius=rect.h // 2)
        at = Rect(place.x + side // 3, place.y, side * 6 // 10, place.h)
        sign = (emblem(at, said.button),)
    if not can_fit(ui, area, said.text):  # three lines reach the edges of their ground
        area = area.inset(0, -ui.px(4, 3))
    lines = map(loud, as_large_as_fits(ui, area, said.text, px, CENTRED, colour=ink))
    yield from keyed(Animated.HEADLINE, said.button is not None, (ground, *sign, *lines))


def _count_and_headline(ui: Ui, rect: Rect, shown: Sunway, said: Headline) -> Iterator[Piece]:
    """Yield "Ra 6/10" at the left, and what is loud in the middle, or beside it if it is long."""
    ra = _ra_count(ui, shown)
    px, pad = ui.loud_px, ui.px(24)
    wide = ui.width_at(ra, px, STRONG.weight)
    inset = ui.px(4, 3)
    centred = middle(rect, rect.w - 2 * (wide + 2 * pad), rect.h).inset(inset)
    is_short = width_of(ui, centred.h, said) <= centred.w
    row, _ = cut_foot(rect, rect.h if is_short else min(rect.h, ui.px(_ROW)))
    count = Rect(row.x + pad, row.y, wide, row.h)
    yield loud(ui.text(count, ra, px, _on_sky(ui), STRONG))
    aside = without_left(row, wide + 2 * pad).inset(inset)
    yield from banner(ui, centred if is_short else aside, said)


def _ra_count(ui: Ui, shown: Sunway) -> str:
    return ui.say("Ra {count}/{limit}", count=_count(shown), limit=shown.limit)


def _on_sky(ui: Ui) -> Colour:
    """Return the colour of what must be read on the sky: by day its gold is too near to it."""
    return ui.theme.gold if ui.theme.is_dark else ui.theme.ink


@cached
def _corner(ui: Ui, rect: Rect, beside: Beside) -> Iterator[Piece]:
    bag = beside.bag
    side = max(TOUCH_PX, ui.px(48))
    key = Rect(ui.px(16), rect.y + ui.px(10), side, side)
    yield from _menu(ui, ui.sided(key, rect), beside)
    if beside.played:
        time = Rect(rect.w - ui.px(16 + 104), key.y + side, ui.px(104), ui.px(40))
        yield from _time(ui, ui.sided(time, rect), beside.played)
    if bag is None:
        return
    said = str(bag)
    sign, gap, wide = ui.px(32), ui.px(8), ui.width(said, Size.COUNT, STRONG.weight)
    over = sign + gap + wide
    group = ui.sided(Rect(rect.w - ui.px(16) - over, key.y, over, side), rect)
    yield Picture(
        square(Rect(group.x, key.y, sign, side), sign), "ui_bag", tint=ui.theme.ink_second
    )
    count = Rect(group.x + sign + gap, key.y, wide, side)
    yield ui.line(count, said, Size.COUNT, style=STRONG)


def _menu(ui: Ui, key: Rect, beside: Beside) -> Iterator[Piece]:
    """Yield the menu key, and in its foot what is typed for it if that has room."""
    yield _chip(ui, key)
    foot, upper = cut_foot(key, max(key.h // 2, ui.least_px + ui.px(2)))
    written = ui.width_at(beside.menu_key, ui.least_px, STRONG.weight)
    if not beside.menu_key or written > foot.w - ui.px(4):
        yield from menu_sign(ui, key)
    else:
        yield from menu_sign(ui, middle(upper, upper.w, key.h * 3 // 4))
        yield from badge(ui, foot, Sign(None, beside.menu_key))
    yield Target(key, _MENU)


def _chip(ui: Ui, rect: Rect) -> Box:
    theme = ui.theme
    return Box(rect, theme.panel, border=theme.line, border_px=max(1, ui.px(2)),
               radius=ui.px(12, 10))  # fmt: skip


@cached
def _epoch_line(ui: Ui, rect: Rect, shown: Sunway, beside: Beside) -> Iterator[Piece]:
    """Yield "Second epoch" and below it "Ra 6/10", before the arc."""
    theme = ui.theme
    area = Rect(ui.px(76), rect.y + ui.px(8), ui.px(_EPOCH_WIDE - 76), rect.h - ui.px(16))
    upper, lower = stacked(area, (2, 3), 0)
    wider = Rect(upper.x, upper.y, upper.w + ui.px(_OVER), upper.h)
    upper, lower = ui.sided(wider, rect), ui.sided(lower, rect)
    px = min(ui.em(Size.TITLE), ui.px(28))
    yield ui.text(upper, beside.epoch_name, px, theme.ink, STRONG)
    count = _ra_count(ui, shown)
    yield loud(ui.text(lower, count, ui.loud_px, _on_sky(ui), STRONG))
    yield Target(ui.sided(area, rect), _HISTORY)


_EPOCH_WIDE = 340
"""How far the number of Ra tiles reaches, in units."""

_OVER = 60
"""How much further the name of the epoch reaches, above the beginning of the arc."""


def _flat(
    ui: Ui, rect: Rect, shown: Sunway, beside: Beside, said: Headline | None
) -> Iterator[Piece]:
    pad, high = ui.px(6), rect.h - ui.px(10)
    top = rect.y + (rect.h - high) // 2
    left = ui.px(8)
    key = Rect(left, top, max(TOUCH_PX, ui.px(46)), high)
    yield from _menu(ui, ui.sided(key, rect), beside)
    left += key.w + pad
    is_bare = said is not None  # what is loud needs the room
    wide = ceil(sum(_chip_parts(ui, shown, is_bare=is_bare))) + 2 * ui.px(5)
    if not ui.is_big and not is_bare:
        across = ceil(ui.width(NUMERALS[-1], Size.SMALL, NUMBER.weight)) + ui.px(10)
        numeral = Rect(left, top, across, high)  # of every epoch the same
        yield from _numeral_chip(ui, ui.sided(numeral, rect), shown)
        left += numeral.w + ui.px(2)
    if ui.is_big:
        wide = ui.px(136) if ui.shape is Shape.TALL else ui.px(230, 170)
    epoch = Rect(left, top, max(TOUCH_PX, wide), high)
    spot = ui.sided(epoch, rect)
    yield _epoch_chip(ui, spot, shown, is_bare=is_bare)
    wide = ui.px(128 if ui.is_big and beside.played else 86)
    if beside.bag is None and not beside.played:
        wide = 0
    bag = Rect(rect.w - ui.px(8) - wide, top, wide, high)
    if wide:
        yield _bag_chip(ui, ui.sided(bag, rect), beside.bag, beside.played)
    way = Rect(epoch.x + epoch.w + pad, rect.y, bag.x - epoch.x - epoch.w - 2 * pad, rect.h)
    if said is None:
        yield straight(ui, ui.sided(way, rect), shown)
    else:
        yield from banner(ui, ui.sided(way, rect).inset(ui.px(4, 3)), said)


def _count(shown: Sunway) -> int | str:
    return UNKNOWN if shown.count is None else shown.count


def _ra_word(ui: Ui, *, is_bare: bool) -> str:
    """Return what stands before the count; on a high screen the track needs the room."""
    return "" if is_bare or ui.shape is Shape.TALL else ui.say("Ra")


def _chip_parts(ui: Ui, shown: Sunway, *, is_bare: bool) -> tuple[float, float, float]:
    """Return how wide "Ra", the number and "/10" are, each with some room, in pixels."""
    width, pad = ui.canvas.type.width, ui.px(4)
    small = (unscaled(ui) if is_bare else ui).em(Size.SMALL)
    word = width(_ra_word(ui, is_bare=is_bare), small, NUMBER.weight)
    number = width("0" * len(str(_count(shown))), ui.loud_px, NUMBER.weight)
    aside = width(f"/{shown.limit}", small, NUMBER.weight)
    return word + pad if word else 0.0, number + pad, aside + pad


def _numeral_chip(ui: Ui, rect: Rect, shown: Sunway) -> Iterator[Piece]:
    """Yield "II" in a chip of its own: beside the count it would be read as a part of that."""
    yield _chip(ui, rect)
    yield ui.line(rect, shown.numeral, Size.SMALL, ui.theme.ink_second, NUMBER)


@cached
def _epoch_chip(ui: Ui, rect: Rect, shown: Sunway, *, is_bare: bool) -> Iterator[Piece]:
    """Yield "Ra 6/10", the number to be read from afar; in large print "II" before it."""
    yield _chip(ui, rect)
    if ui.is_big:
        numeral, number = left_part(rect, rect.w * 3 // 10), without_left(rect, rect.w * 3 // 10)
        count = f"{_count(shown)}/{shown.limit}"
        yield ui.text(numeral, shown.numeral, ui.em(Size.NAME), ui.theme.ink, NUMBER)
        px = rect.h * 9 // 10
        yield loud(ui.text(number.inset(ui.px(2)), count, px, ui.theme.gold, NUMBER))
    else:
        word, number, aside = shares(
            rect.inset(ui.px(5)), _chip_parts(ui, shown, is_bare=is_bare), 0
        )
        px = max(ui.least_px, ui.em(Size.SMALL))
        if word.w:
            yield ui.text(word, _ra_word(ui, is_bare=is_bare), px, ui.theme.gold, NUMBER)
        yield loud(ui.text(number, str(_count(shown)), ui.loud_px, ui.theme.gold, NUMBER))
        yield ui.text(aside, f"/{shown.limit}", px, ui.theme.gold, NUMBER)
    yield Target(rect, _HISTORY)


@cached
def _bag_chip(ui: Ui, rect: Rect, bag: int | None, played: str) -> Iterator[Item]:
    yield _chip(ui, rect)
    if played:
        ui = unscaled(ui)  # two lines of larger letters have no room here
        lines = rows(rect.inset(ui.px(4)), 1 if bag is None else 2, 0)
        yield from _time(ui, lines[-1], played)
        rect = lines[0]
    if bag is None:
        return
    side = ui.px(26)
    sign = Rect(rect.x + ui.px(8), rect.y, side, rect.h)
    yield Picture(square(sign, side), "ui_bag", tint=ui.theme.ink_second)
    count = Rect(sign.x + side, rect.y, rect.w - side - ui.px(10), rect.h)
    yield ui.line(count, str(bag), Size.NAME, style=NUMBER)


def _time(ui: Ui, rect: Rect, played: str) -> Iterator[Item]:
    side = min(rect.h, ui.px(26 if ui.is_full else 20))
    sign = Rect(rect.x + ui.px(4), rect.y, side, rect.h)
    yield Picture(square(sign, side), "ui_clock", tint=ui.theme.ink_second)
    area = without_left(rect, sign.x + side + ui.px(5) - rect.x)
    most, least = min(rect.h, ui.em(Size.SMALL)), min(rect.h, ui.least_px)
    px = ui.canvas.type.fitting_px(played, area.w, most, least, STRONG.weight)
    yield ui.text(area, played, px, ui.theme.ink_second, STRONG)


class Space(msgspec.Struct, frozen=True):
    """What one place of the track offers now."""

    message: Message
    """What a touch means."""
    sign: Sign | None = None
    """What else does the same."""
    is_able: bool | None = None
    """Whether a touch takes it; None while nobody takes tiles."""


class Track(msgspec.Struct, frozen=True):
    """The tiles on the auction track, and what can be done with them."""

    track: AuctionTrack
    centre: Sun
    spaces: tuple[Space, ...]
    ghost: Tile | None
    """A tile that the dial points at and that would come to the next free place."""
    focus: int | None
    """The place that the dial points at."""
    is_hot: bool
    """Whether it is being fought for."""
    centre_message: Message
    centre_label: str
    told: tuple[tuple[str, ...], ...]
    """What has just happened, sentence by sentence, in fewer and fewer words: the first that has
    room stands where no tile lies."""


@cached
def auction_track(ui: Ui, rect: Rect, shown: Track) -> Iterator[Piece]:
    """Yield the auction track."""
    yield track_ground(ui, rect, ui.theme.gold if shown.is_hot else None)
    centre, places = track_places(ui, rect)
    yield from _centre(ui, centre, shown)
    if shown.told and shown.ghost is None and not any(shown.track):
        yield from _told(ui, places, shown.told)
        return
    free = shown.track.index(None) if None in shown.track else TRACK_SPACES
    for place, (spot, kind) in enumerate(zip(places, shown.track, strict=True)):
        if kind is not None:
            yield from _tile(ui, spot, kind, shown, place)
        elif place == free and shown.ghost is not None:
            yield from _ghost(ui, spot, shown.ghost)
        else:
            yield from _free_space(ui, spot, place)
            yield Target(spot, shown.spaces[place].message)


def track_ground(ui: Ui, rect: Rect, colour: Colour | None) -> Box:
    """Return what tiles lie on, with a rim of this colour while they are somebody's concern."""
    border, px = (ui.theme.line, 2) if colour is None else (colour, 3)
    rim, radius = max(2, ui.px(px)), ui.px(16, 12)
    return Box(rect, ui.theme.track, border=border, border_px=rim, radius=radius)


def track_places(ui: Ui, rect: Rect) -> tuple[Rect, tuple[Rect, ...]]:
    """Return where the centre is and where the eight places are."""
    pad = ui.px(10, 5)
    inner = rect.inset(pad)
    if ui.shape is Shape.TALL:
        centre = left_part(inner, ui.px(92))
        grid = without_left(inner, ui.px(96))
        upper, lower = rows(grid, 2, pad)
        spots = (*columns(upper, TRACK_SPACES // 2, pad), *columns(lower, TRACK_SPACES // 2, pad))
    else:
        gap = ui.px(6, 4) if ui.is_big else ui.px(10, 6)
        sun_width = ui.px(126, 80) if ui.is_big else ui.px(148, 80)
        widest = TRACK_SPACES * round(inner.h * _WIDEST) + sun_width + pad
        inner = middle(inner, min(inner.w, widest), inner.h)
        centre = left_part(inner, sun_width)
        spots = columns(without_left(inner, centre.w + pad), TRACK_SPACES, gap)
    side = min(spots[0].w, spots[0].h)
    return centre, tuple(square(spot, side) for spot in spots)


_WIDEST = 1.3
"""How far the places stand apart at most, as a share of their height."""


def _centre(ui: Ui, rect: Rect, shown: Track) -> Iterator[Piece]:
    has_room = ui.width(shown.centre_label, Size.SMALL) <= rect.w
    label = ui.px(26) if shown.centre_label and has_room else 0
    under, disc = cut_foot(rect, label)
    side = min(disc.w, disc.h, ui.px(122, 80) if ui.is_big else ui.px(104, 76))
    yield from keyed(Animated.SUN, shown.centre, sun(ui, square(disc, side), shown.centre, SUN_WON))
    if label:
        yield ui.line(under, shown.centre_label, Size.SMALL, ui.theme.gold, CENTRED)
    yield Target(rect, shown.centre_message)


def _tile(ui: Ui, spot: Rect, kind: Tile, shown: Track, place: int) -> Iterator[Piece]:
    space = shown.spaces[place]
    laid = tile(spot, kind, ui.theme.veil if space.is_able is False else 1.0)
    yield from keyed(Animated.TILE, place, (laid,))
    if space.is_able and ui.canvas.touch:
        around, rim = spot.inset(-ui.px(6, 4)), max(2, ui.px(3))
        yield Box(around, border=ui.theme.gold, border_px=rim, radius=ui.px(20, 14))
    if shown.focus == place:
        yield focus_ring(ui, spot.inset(-ui.px(2)), ui.px(20, 14))
        yield from _dial(ui, spot)
    elif space.sign is not None and space.is_able:
        high = ui.px(34, 28)
        low = Rect(spot.x, spot.y + spot.h - high * 4 // 5, spot.w, high)
        yield from badge(ui, middle(low, badge_width(ui, high, space.sign.key), high), space.sign)
    yield Target(spot, space.message)


def _ghost(ui: Ui, spot: Rect, kind: Tile) -> Iterator[Piece]:
    yield Box(spot, ui.theme.slot, radius=ui.px(14, 10))
    yield tile(spot.inset(max(4, spot.w // 10)), kind)
    yield focus_ring(ui, spot, ui.px(14, 10))
    yield from _dial(ui, spot)
    yield Target(spot, PushDial())


def _told(ui: Ui, places: tuple[Rect, ...], told: tuple[tuple[str, ...], ...]) -> Iterator[Piece]:
    first, last = places[0], places[-1]
    area = Rect(first.x, first.y, last.x + last.w - first.x, last.y + last.h - first.y)
    sentences = _first_that_fits(ui, area, told)
    if sentences is None:
        ui = unscaled(ui)
        sentences = _first_that_fits(ui, area, told) or (told[-1][-1],)
    size = next((each for each in _TOLD if _fits(ui, area, sentences, each)), Size.LABEL)
    high = ui.line_height(size)
    lines = _wrapped(ui, area, sentences, size)[: max(1, area.h // high)]
    text = middle(area, area.w, high * len(lines))
    for row, line in zip(rows(text, len(lines), 0), lines, strict=True):
        yield ui.line(row, line, size, ui.theme.ink_second)


_TOLD = Size.SCORE, Size.NAME
"""How large it is said, if there is room: the largest first."""


def _first_that_fits(
    ui: Ui, area: Rect, told: tuple[tuple[str, ...], ...]
) -> tuple[str, ...] | None:
    return next((each for each in told if _fits(ui, area, each, Size.LABEL)), None)


def _fits(ui: Ui, area: Rect, sentences: tuple[str, ...], size: Size) -> bool:
    lines = _wrapped(ui, area, sentences, size)
    return len(lines) <= max(1, area.h // ui.line_height(size))


def _wrapped(ui: Ui, area: Rect, sentences: tuple[str, ...], size: Size) -> tuple[str, ...]:
    return tuple(line for each in sentences for line in ui.wrapped(each, area.w, size))


def _dial(ui: Ui, spot: Rect) -> Iterator[Piece]:
    side = ui.px(38, 28)
    corner = Rect(spot.x + spot.w - side * 2 // 3, spot.y + spot.h - side * 2 // 3, side, side)
    yield Disc(corner, ui.theme.focus)
    yield Picture(corner.inset(side // 7), "ui_dial", tint=ui.theme.on_focus)


def _free_space(ui: Ui, spot: Rect, place: int) -> Iterator[Piece]:
    theme = ui.theme
    px = max(2, ui.px(2))
    yield Box(spot, theme.slot, border=theme.line, border_px=px, radius=ui.px(14, 10), opacity=0.6)
    yield ui.line(spot, str(place + 1), Size.SCORE, theme.line, NUMBER)
