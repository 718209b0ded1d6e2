"""Plots of many games, points, suns, wins by seat and lengths; and the race of a single one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import msgspec
from msgspec.structs import replace

from companion import narration
from companion.core.messages import Message
from companion.i18n import mark
from companion.rules.model import Phase
from companion.rules.records.timeline import Timeline
from companion.rules.scoring.scoring import Category
from companion.rules.tiles import Tile
from companion.statistics import Length, SeatWins, SunValue, lengths, median
from companion.statistics.game import Race
from companion.ui import layout
from companion.ui.pieces import NUMERALS, SUN_UP, SUN_WON, emblem, paragraph, sky, tile
from companion.ui.scene import (
    Align,
    Animated,
    Box,
    Colour,
    Disc,
    Item,
    Picture,
    Rect,
    Scene,
    Weight,
    keyed,
)
from companion.ui.style import (
    CENTRED,
    NUMBER,
    RIGHT_NUMBER,
    Piece,
    Shape,
    Size,
    TextStyle,
    Ui,
    assembled,
    unscaled,
)
from companion.ui.theme import SUN_NUMBER, between
from companion.ui.widgets import NameTag, decimal, in_a_row, name_tag

CATEGORY_TILES = {
    Category.GODS: (Tile.GOD,),
    Category.GOLD: (Tile.GOLD,),
    Category.PHARAOHS: (Tile.PHARAOH,),
    Category.RIVER: (Tile.NILE,),
    Category.CIVILISATIONS: (Tile.ART,),
    Category.MONUMENTS_DIVERSITY: (Tile.PYRAMID, Tile.SPHINX),
    Category.MONUMENTS_QUANTITY: (Tile.PYRAMID, Tile.PYRAMID),
    Category.SUNS: (),
}


def category_bars(ui: Ui, rect: Rect, points: Mapping[Category, float]) -> Iterator[Piece]:
    """Yield a bar for each category: what it brought on average, to the left what it cost."""
    gap = ui.px(8, 4)
    most = ui.px(76, 60)
    high = min(rect.h, len(points) * (most + gap))
    lines = layout.rows(Rect(rect.x, rect.y, rect.w, high), max(1, len(points)), gap)
    ui = _with_room(ui, rect.w * 38 // 100, tuple(points))
    wide = rect.w * (26 if ui.shape is Shape.TALL else 38) // 100
    numbers = ui.width("-00,0", Size.NAME, Weight.EXTRA) + 2 * ui.px(6)
    field = layout.without_left(rect, wide + numbers)
    lowest, highest = min(0.0, *points.values()), max(0.1, *points.values())
    zero = field.x + round(field.w * -lowest / (highest - lowest))
    for place, (row, category) in enumerate(zip(lines, points, strict=False)):
        ground = ui.theme.track if place % 2 else ui.theme.panel
        yield Box(row, ground, radius=ui.px(12, 9))
        yield from _label(ui, layout.left_part(row, wide), category)
        value = points[category]
        text = decimal(value, ui.canvas.words)
        ink = ui.theme.ink if value > 0 else ui.theme.bad if value < 0 else ui.theme.zero
        spot = Rect(row.x + wide, row.y, numbers - ui.px(6), row.h)
        yield ui.line(spot, text, Size.NAME, ink, RIGHT_NUMBER)
        end = field.x + round(field.w * (value - lowest) / (highest - lowest))
        colour = ui.theme.gold if value > 0 else ui.theme.bad
        inner = max(4, row.h * 56 // 100)
        left, length = min(zero, end), max(2, abs(end - zero))
        bar = Rect(left, row.y + (row.h - inner) // 2, min(length, field.x + field.w - left), inner)
        if text.strip("0.,"):
            yield from keyed(Animated.STRIPE, zero, (_bar(ui, bar, colour),))
    yield Box(Rect(zero - 1, rect.y, 2, high), ui.theme.ink_third)


def _with_room(ui: Ui, wide: int, categories: Sequence[Category]) -> Ui:
    """Return the same with letters of their usual size, unless all labels fit in one line."""
    room = wide - ui.px(120, 75)
    labels = (ui.say(narration.CATEGORIES[each]) for each in categories)
    return ui if all(ui.width(each, Size.LABEL) <= room for each in labels) else unscaled(ui)


def _label(ui: Ui, rect: Rect, category: Category) -> Iterator[Piece]:
    pad, side = ui.px(10, 5), min(rect.h - ui.px(6), ui.px(48, 32))
    kinds = CATEGORY_TILES[category]
    for place, kind in enumerate(kinds):
        spot = Rect(rect.x + pad + place * side // 2, rect.y + (rect.h - side) // 2, side, side)
        yield tile(spot, kind)
    if not kinds:
        yield Picture(layout.square(Rect(rect.x + pad, rect.y, side, rect.h), side), SUN_WON)
    if ui.shape is not Shape.TALL:  # all names begin where they do beside two pictures
        area = layout.without_left(rect, 2 * pad + ui.px(48, 32) * 3 // 2)
        name = ui.say(narration.CATEGORIES[category])
        yield from paragraph(ui, area, name, Size.LABEL)


def _short_numbers(ui: Ui, values: Iterable[float], room: int) -> list[str]:
    """Return numbers with a decimal, or rounded where one of them is too wide."""
    texts = [decimal(value, ui.canvas.words) for value in values]
    if any(ui.width(text, Size.SMALL, Weight.EXTRA) > room for text in texts):
        return [f"{value:.0f}".replace("-", "\N{MINUS SIGN}") for value in values]
    return texts


SIZE = (1280, 720)
"""Of a picture for other people, in pixels."""


def body(ui: Ui) -> Rect:
    """Return where the plot of a poster stands."""
    width, height = ui.canvas.size
    top = _title(ui).h + ui.px(16)
    return Rect(ui.px(32), top, width - 2 * ui.px(32), height - top - ui.px(24))


def poster(ui: Ui, title: str, plot: Iterable[Piece]) -> Scene[Message]:
    """Return the picture with its title on the sky."""
    area = _title(ui)
    part = assembled((sky(ui, area.h), ui.line(area, title, Size.TITLE, style=NUMBER), *plot))
    return Scene(ui.canvas.size, part.items)


def _title(ui: Ui) -> Rect:
    return Rect(ui.px(32), 0, ui.canvas.size[0] - 2 * ui.px(32), ui.px(92))


FAMILIES: Sequence[tuple[str, Tile | None, tuple[Category, ...]]] = (
    (mark("Gods"), Tile.GOD, (Category.GODS,)),
    (mark("Gold"), Tile.GOLD, (Category.GOLD,)),
    (mark("Pharaohs"), Tile.PHARAOH, (Category.PHARAOHS,)),
    (mark("Nile"), Tile.NILE, (Category.RIVER,)),
    (mark("Civilizations"), Tile.ART, (Category.CIVILISATIONS,)),
    (mark("Monuments"), Tile.PYRAMID, (Category.MONUMENTS_DIVERSITY, Category.MONUMENTS_QUANTITY)),
    (mark("Suns"), None, (Category.SUNS,)),
)
"""Groups of categories: their name, their tile, and the categories they add up."""

TURNS = (mark("1st"), mark("2nd"), mark("3rd"), mark("4th"), mark("5th"))
"""Seats in turn order."""


def by_family(points: Mapping[Category, float]) -> tuple[float, ...]:
    """Return what each of the `FAMILIES` brought."""
    return tuple(sum(points.get(each, 0.0) for each in parts) for _, _, parts in FAMILIES)


def category_columns(ui: Ui, rect: Rect, points: Mapping[Category, float]) -> Iterator[Piece]:
    """Yield a bar for each family of tiles, with what it brought on average in a game."""
    ui, values = unscaled(ui), by_family(points)
    wide = rect.w // len(values)
    side = min(wide - ui.px(4), ui.px(44, 30), rect.h // 4)

    def sign(spot: Rect, place: int) -> Iterator[Piece]:
        _, kind, _ = FAMILIES[place]
        disc = layout.square(spot, side)
        yield Picture(disc, SUN_WON) if kind is None else tile(disc, kind)

    texts = _short_numbers(ui, values, wide)
    yield from _columns(ui, rect, values, texts, sign, sign_px=side)


def sun_columns(
    ui: Ui, rect: Rect, suns: Sequence[SunValue], *, tells_all: bool = False
) -> Iterator[Piece]:
    """Yield a bar for each sun: how many points it bought on average.

    Where there is room for all, the number stands there, too, and below how often it won.
    """
    ui = ui if tells_all and ui.is_full else unscaled(ui)
    suns = [each for each in suns if each.lots or tells_all]
    wide, line = rect.w // max(1, len(suns)), ui.line_height(Size.SMALL) if tells_all else 0
    needed = ui.width_at("16", ui.least_px, Weight.EXTRA) + ui.px(6)
    is_staggered = wide < needed and not tells_all
    side = needed if is_staggered else min(wide, ui.px(64, 46) if tells_all else ui.px(44, 34))

    def sign(spot: Rect, place: int) -> Iterator[Piece]:
        down = side if is_staggered and place % 2 else 0
        disc = layout.square(Rect(spot.x, spot.y + down, spot.w, side), side)
        px = max(ui.least_px, side // 2)
        yield Picture(disc, SUN_UP)
        yield ui.text(disc, str(suns[place].sun), px, SUN_NUMBER, NUMBER)
        if tells_all:
            times = f"×{suns[place].auctions}"
            low = Rect(spot.x, disc.y + side, spot.w, line)
            yield ui.line(low, times, Size.SMALL, ui.theme.ink_second, NUMBER)

    values = [each.points_each for each in suns]
    texts = _short_numbers(ui, values, wide) if tells_all else ()
    high = side * (1 + is_staggered) + line
    yield from _columns(ui, rect, values, texts, sign, sign_px=high)


def _bar(ui: Ui, rect: Rect, ink: Colour) -> Box:
    radius = min(rect.w // 5, rect.h // 2)
    return Box(rect, ink, bottom=between(ink, (0, 0, 0), ui.theme.shade / 2), radius=radius)


def _columns(  # noqa: PLR0913 - bars, and what stands over and under them
    ui: Ui,
    rect: Rect,
    values: Sequence[float],
    texts: Sequence[str],
    sign: Callable[[Rect, int], Iterator[Piece]],
    *,
    sign_px: int,
) -> Iterator[Piece]:
    """Yield bars on one line, the best in gold, with these numbers at their ends, if any.

    The signs, so high, stand under all of them.
    """
    theme, gap, px = ui.theme, ui.px(4), ui.em(Size.SMALL)
    line = round(px * _LINE) if texts else gap
    highest, lowest = max(0.1, *values), min(0.0, *values)
    foot = rect.y + rect.h - sign_px - gap
    top = rect.y + line
    high = foot - top - (line if lowest < 0 else 0)
    zero = top + round(high * highest / (highest - lowest))
    columns = layout.columns(rect, len(values), 0)
    for place, (area, value) in enumerate(zip(columns, values, strict=True)):
        wide = max(4, min(area.w * 3 // 5, ui.px(54, 36)))
        left = area.x + (area.w - wide) // 2
        length = round(high * abs(value) / (highest - lowest))
        ink = theme.gold if value == max(values) else theme.good if value >= 0 else theme.bad
        bar = Rect(left, zero if value < 0 else zero - length, wide, length)
        if length:
            yield from keyed(Animated.COLUMN, zero, (_bar(ui, bar, ink),))
        if texts:
            y = bar.y + bar.h if value < 0 else bar.y - line
            colour = theme.ink if value else theme.zero
            text = ui.text(Rect(area.x, y, area.w, line), texts[place], px, colour, NUMBER)
            yield from keyed(Animated.COLUMN, zero, (text,))
        yield from sign(Rect(area.x, foot + gap, area.w, sign_px), place)
    yield Box(Rect(rect.x, zero, rect.w, max(1, ui.px(2))), theme.line)


_LINE = 1.2
"""How high the line of a number is, in ems."""


class SeatsPlot(msgspec.Struct, frozen=True):
    """How much each seat won, so that seats can be compared."""

    values: tuple[int, ...]
    """How many games or, of very many, percent of those in which somebody sat there."""
    is_share: bool

    def text(self, value: int) -> str:
        """Return what is written of a value."""
        return f"{value}%" if self.is_share else str(value)


def won(seats: Sequence[SeatWins]) -> SeatsPlot:
    """Return what the seats won: as games while they are few, later as shares."""
    if max(each.wins for each in seats) < _MANY:
        return SeatsPlot(tuple(each.wins for each in seats), is_share=False)
    return SeatsPlot(tuple(round(100 * each.wins / each.games) for each in seats), is_share=True)


_MANY = 100
"""From this many wins on, their number says less than their share."""


def seat_columns(
    ui: Ui, rect: Rect, seats: Sequence[SeatWins], *, tells_all: bool = False
) -> Iterator[Piece]:
    """Yield a bar for each seat: how often somebody won there.

    Where there is room for all, it also says how many games were played in each seat.
    """
    ui, shown = unscaled(ui), won(seats)
    line = ui.line_height(Size.SMALL)

    def sign(spot: Rect, place: int) -> Iterator[Piece]:
        seat, (above, below) = seats[place], layout.cut_top(spot, line)
        yield ui.line(above, ui.say(TURNS[seat.seat - 1]), Size.SMALL, style=CENTRED)
        if tells_all:
            times = f"{seat.wins}/{seat.games}"
            yield ui.line(below, times, Size.SMALL, ui.theme.ink_second, CENTRED)

    texts = [shown.text(each) for each in shown.values]
    yield from _columns(ui, rect, shown.values, texts, sign, sign_px=line * (1 + tells_all))


def length_columns(ui: Ui, rect: Rect, spread: Mapping[int, int]) -> Iterator[Piece]:
    """Yield a bar for each length: how many games took about so many minutes."""
    ui, found, usual = unscaled(ui), _fitting_lengths(ui, rect, spread), median(spread) or 0
    near = min(found, key=lambda each: abs(each.minutes - usual))

    def sign(spot: Rect, place: int) -> Iterator[Piece]:
        each, px = found[place], ui.least_px
        ink, style = (ui.theme.ink, NUMBER) if each is near else (ui.theme.ink_second, CENTRED)
        yield ui.text(spot, _about(each, found), px, ink, style)

    games = [each.games for each in found]
    line = ui.line_height(Size.SMALL)
    yield from _columns(ui, rect, games, [*map(str, games)], sign, sign_px=line)


def _fitting_lengths(ui: Ui, rect: Rect, spread: Mapping[int, int]) -> tuple[Length, ...]:
    """Return the lengths of games as finely as their labels have room side by side."""
    measures, px = ui.canvas.type, unscaled(ui).least_px
    found: tuple[Length, ...] = ()
    for most in range(_MOST_LENGTHS, 1, -1):
        found = lengths(spread, most)
        texts = [text for each in found for text in (_about(each, found), str(each.games))]
        widest = max(measures.width(text, px, Weight.EXTRA) for text in texts)
        if (widest + ui.px(8)) * len(found) <= rect.w:
            break
    return found


_MOST_LENGTHS = 12


def _about(each: Length, found: Sequence[Length]) -> str:
    """Return the minutes, and whether games that were shorter or longer still are among them."""
    if not each.is_rest:
        return str(each.minutes)
    return f"{each.minutes}+" if each is found[-1] else f"\N{EN DASH}{each.minutes}"


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
    ui: Ui, rect: Rect, ranked: list[tuple[NameTag, int]], ends: list[int]
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
    wide = rect.x + rect.w - left
    said = tuple(replace(head, points=str(points)) for head, points in ranked)
    tags, px = in_a_row(ui, said, wide, ui.em(Size.LABEL))
    for tag, top in zip(tags, tops, strict=True):
        yield from name_tag(ui, Rect(left, top, wide, high), tag, px)


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


_SIGNS = 3
"""How often a line says whose it is: not everybody can tell it by its colour."""


def _signs(ui: Ui, field: Rect, heights: list[int], button: int, share: float) -> Iterator[Piece]:
    """Yield the player's emblem on their line, this far along each third of it."""
    side, steps = ui.px(30, 20), max(1, len(heights) - 1)
    for third in range(_SIGNS):
        place = round(steps * (third + share) / _SIGNS)
        x, y = field.x + field.w * place // steps, heights[place]
        disc = Rect(x - side // 2, y - side // 2, side, side)
        yield Disc(disc, ui.theme.buttons[button], border=ui.theme.ground, border_px=1)
        yield emblem(disc.inset(side // 6), button)


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


def score_race(
    ui: Ui, rect: Rect, race: Race, heads: tuple[NameTag, ...], margins: Sequence[float] = ()
) -> Iterator[Piece]:
    """Yield everybody's points after every action; behind the finish, who came in where.

    Points may be wrong by the margins after each action; without margins they are known.
    """
    wide = ui.px(236, 112 if ui.shape is Shape.TALL else 172)
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
    signs: list[Piece] = []
    for rank, seat in enumerate(order):  # side by side where they are equal
        aside = (len(order) // 2 - rank) * apart
        colour = ui.theme.buttons[heads[seat].button]
        heights = [_height(field, points, (low, high)) + aside for points in race.lines[seat]]
        yield from _steps(ui, field, heights, colour)
        signs += _signs(ui, field, heights, heads[seat].button, (rank + 1) / (len(order) + 1))
    yield from signs
    tags = Rect(field.x + field.w, rect.y, wide, rect.h)
    ends = [_height(field, race.lines[seat][-1], (low, high)) for seat in order]
    yield from _finish(ui, tags, [(heads[seat], race.lines[seat][-1]) for seat in order], ends)


_MOST_LINES = 6


_RIGHT = TextStyle(Weight.MEDIUM, Align.RIGHT)


_SCALES = (5, 10, 20, 25, 50, 100)
