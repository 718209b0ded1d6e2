"""Shows what a seat that the table plays does, and what hands do for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from companion.core.controls import Control
from companion.core.messages import TakeBack
from companion.core.model import MachineMove, Model
from companion.narration import thing_name
from companion.pages.page_view import back_key, keycaps
from companion.pages.status_bar import edge_px
from companion.pages.table import seat as seats
from companion.rules.actions import TRACK_SPACES, Bid, Discard, EndGods, Invoke, Pass, UseGod
from companion.rules.components import RA_FIGURE
from companion.rules.editions import Sun, Suns
from companion.rules.model import Auction, AuctionTrack
from companion.rules.tiles import Tile
from companion.ui.layout import (
    columns,
    cut_foot,
    cut_right,
    left_part,
    middle,
    shares,
    side_by_side,
    square,
    stacked,
    without_left,
)
from companion.ui.pieces import (
    SUN_UP,
    Sign,
    badge,
    badge_width,
    emblem,
    key_ground,
    least_height,
    sky,
)
from companion.ui.pieces import sun as disc
from companion.ui.pieces import tile as tile_picture
from companion.ui.scene import Animated, Box, Disc, Item, Picture, Rect, Target, keyed
from companion.ui.speech import short_name
from companion.ui.style import (
    CENTRED,
    NUMBER,
    PLAIN,
    SMALLEST_PX,
    TOUCH_PX,
    Piece,
    Shape,
    Size,
    Ui,
    without_large_print,
)
from companion.ui.theme import ON_BUTTON
from companion.ui.widgets import as_large_as_fits, card_key

Drawing = Callable[[Rect], Iterator[Item]]
"""Fills a rectangle with a picture."""

BAG = "ui_bag"


def show_seat(ui: Ui, model: Model) -> Iterator[Piece]:
    """Yield who it is, what it does, what hands do, pictures of that, and one key: done."""
    now, known = seats.asked(model), seats.thought(model)
    if now is None:
        return
    width, height = ui.canvas.size
    top, margin, gap = edge_px(ui, model), ui.px(20, 8), ui.px(14, 7)
    whole = Rect(margin, top + gap, width - 2 * margin, height - top - 2 * gap)
    is_tall = ui.shape is Shape.TALL
    heads, does, told, cards, foot = stacked(
        whole, (1.2, 3.0, 1.6, 5.6, 1.6) if is_tall else (1.5, 2.7, 1.7, 5.0, 2.0), gap
    )
    yield sky(ui, cards.y + cards.h)
    yield from _heads(ui, heads, model, now.seat)
    name = short_name(ui, now.game.setup.players[now.seat], Size.DISPLAY)
    said = seats.sentences(model, ui.canvas.words, name)
    yield from _sentence(ui, does, said[0], ui.share(7), is_gold=True)
    yield from _sentence(ui, told, said[1], ui.share(12))
    yield Box(cards, ui.theme.panel, border=ui.theme.line, border_px=max(1, ui.px(2)),
              radius=ui.px(18, 12))  # fmt: skip
    yield from _cards(ui, cards.inset(gap), model, now, known)
    yield from _foot(ui, foot, model, is_ready=known is not None)


def _sentence(ui: Ui, rect: Rect, text: str, px: int, *, is_gold: bool = False) -> Iterator[Piece]:
    """Yield a sentence as large as it fits, in one line or two, in more only if it must be."""
    ink = ui.theme.gold if is_gold and ui.theme.is_dark else ui.theme.ink
    style = NUMBER if is_gold else CENTRED
    measures, language = ui.canvas.type, ui.canvas.words.language
    one = measures.fitting_px(text, rect.w, px, SMALLEST_PX, style.weight)
    most = min(px, round(rect.h / 2.2))
    is_small = one * _LEAST_GAIN < most
    lines = measures.wrap(text, rect.w, most, style.weight, language) if is_small else ()
    if len(lines) != 2:  # noqa: PLR2004 - two lines are larger letters, three are not
        if measures.width(text, one, style.weight) <= rect.w:
            yield ui.text(rect, text, min(px, rect.h), ink, style)
        else:
            yield from as_large_as_fits(ui, rect, text, most, style, colour=ink)
        return
    for row, line in zip(stacked(rect, (1, 1), 0), lines, strict=True):
        yield ui.text(row, line, most, ink, style)


_LEAST_GAIN = 1.25
"""How much larger letters must become for a sentence to be broken into two lines."""


def _heads(ui: Ui, rect: Rect, model: Model, active: int) -> Iterator[Piece]:
    """Yield the key that leads back, and everybody's name: the one that is asked is filled."""
    side = max(TOUCH_PX, rect.h)
    back = Rect(rect.x, rect.y, max(TOUCH_PX, min(side, rect.w // 6)), side)
    timeline = model.session.timeline
    yield from back_key(ui, back, TakeBack(), is_lit=bool(timeline and timeline.steps))
    gap = ui.px(12, 5)
    names = model.game.setup.players
    is_narrow = rect.w < len(names) * ui.share(4)
    parts = tuple(_WIDER if is_narrow and seat == active else 1.0 for seat in range(len(names)))
    places = shares(without_left(rect, back.w + gap), parts, gap)
    for seat, (name, place) in enumerate(zip(names, places, strict=True)):
        button, is_active = model.session.buttons[seat], seat == active
        colour = ui.theme.buttons[button]
        yield Box(place, colour if is_active else ui.theme.panel, border=colour,
                  border_px=max(2, ui.px(3)), radius=ui.px(12, 9),
                  glow=colour if is_active else None,
                  glow_px=ui.px(8) if is_active else 0)  # fmt: skip
        inner = place.inset(ui.px(10, 4))
        is_named = is_active or not is_narrow
        spot = (
            left_part(inner, min(inner.h, inner.w // 4)) if is_named else inner.inset(inner.w // 6)
        )
        ink = ON_BUTTON if is_active else ui.theme.ink
        yield emblem(spot, button, ON_BUTTON if is_active else colour)
        if not is_named:
            continue
        area = without_left(inner, spot.w + ui.px(8, 3))
        yield ui.text(area, name, min(round(area.h * 0.8), ui.share(16)), ink)


_WIDER = 2.6
"""How much wider the one name is where there is no room for all."""


def _foot(ui: Ui, rect: Rect, model: Model, *, is_ready: bool) -> Iterator[Piece]:
    """Yield the one key, a small one for whoever has something else to enter, and the rules."""
    gap = ui.px(14, 6)
    side = max(TOUCH_PX, ui.share(11))
    end, rest = cut_right(rect, side, gap)
    ask = middle(end, side, side)
    if ui.shape is Shape.TALL:
        done, other = shares(rest, (1.5, 1), gap)
    else:
        other, done, _ = (ui.sided(each, rect) for each in shares(rect, (1, 1.25, 1), gap))
        ask = ui.sided(ask, rect)
    yield from _done(ui, done, keycaps(ui, model).get(seats.HandsDone(), ""), is_ready=is_ready)
    low = middle(other, other.w, min(other.h, max(TOUCH_PX, ui.share(9))))
    yield key_ground(ui, low)
    words = low.inset(ui.px(10, 5))
    something = ui.say("Something else")
    yield from as_large_as_fits(ui, words, something, ui.share(24), CENTRED)
    yield Target(low, seats.HideInstruction())
    yield from card_key(ui, ask)


def _done(ui: Ui, rect: Rect, cap: str, *, is_ready: bool) -> Iterator[Piece]:
    """Yield the key that says that hands have done it."""
    theme, gap = ui.theme, ui.px(14, 6)
    radius, glow = ui.px(18, 12), ui.px(6)
    if is_ready:
        yield Box(rect, theme.gold, radius=radius, glow=theme.gold, glow_px=glow)
    else:
        yield key_ground(ui, rect, is_lit=False)
    label, px = ui.say("Done"), min(ui.share(13), rect.h)
    sign = Sign(Control.OK, cap)
    high = min(rect.h * 6 // 10, ui.share(14))
    wide = badge_width(ui, high, sign.key)
    letters = round(ui.canvas.type.width(label, px, PLAIN.weight)) + 2
    letters = min(letters, rect.w - wide - 3 * gap)
    spot, area = side_by_side(rect, (wide, high), gap, letters)
    opacity = 1.0 if is_ready else ui.faint(0.4)
    yield from badge(ui, spot, sign, opacity)
    ink = theme.on_gold if is_ready else theme.ink
    yield ui.text(area, label, px, ink, CENTRED.faded(opacity))
    yield Target(rect, seats.HandsDone())


Card = tuple[Drawing, str]
"""A picture, and what it says."""


def _cards(
    ui: Ui, rect: Rect, model: Model, now: seats.Asked, known: MachineMove | None
) -> Iterator[Piece]:
    """Yield the pictures of what hands do, from left to right in the order of doing it."""
    pictures = _pictures(ui, model, now, known)
    is_tall = ui.shape is Shape.TALL and len(pictures) > 1
    arrow = max(SMALLEST_PX, ui.share(14))
    parts: list[float] = []
    for number in range(len(pictures)):
        parts += [0.3, 1.0] if number else [1.0]
    places = stacked(rect, tuple(parts), 0) if is_tall else shares(rect, tuple(parts), 0)
    sign = "\N{DOWNWARDS ARROW}" if is_tall else "\N{RIGHTWARDS ARROW}"
    for place in places[1::2]:
        yield ui.text(place, sign, arrow, ui.theme.gold, NUMBER)
    laid: list[Item] = []
    px = ui.share(21)
    width = min(place.w for place in places[::2])
    needed = max(least_height(ui, caption, width) for _, caption in pictures) + ui.px(4)
    below = max(round(px * 1.3), min(needed, rect.h // 3))
    for place, (draw, caption) in zip(places[::2], pictures, strict=True):
        if is_tall:
            picture, words = shares(place, (1, 1), ui.px(8))
        else:
            words, picture = cut_foot(place, below)
        laid += draw(picture)
        ink = ui.theme.ink_second
        yield from as_large_as_fits(ui, words, caption, px, CENTRED, colour=ink)
    yield from (item for item in laid if item.key is None or item.key[1])
    yield from (item for item in laid if item.key is not None and not item.key[1])  # above all


def _pictures(
    ui: Ui, model: Model, now: seats.Asked, known: MachineMove | None
) -> tuple[Card, ...]:
    game, choice = now.game, None if known is None else known.choice
    button, name = model.session.buttons[now.seat], game.setup.players[now.seat]
    own = partial(_player, ui, button)
    up = game.players[now.seat].suns
    box = ui.say("Into the box")
    match choice:
        case None:
            return ((own, name),)
        case Bid(number):
            lying = partial(_suns, ui, up, number)
            return (lying, ui.say("its suns")), (
                partial(_suns, ui, up, number, is_after=True),
                ui.say("sun {sun} in front", sun=number),
            )
        case Pass() | EndGods():
            resting = partial(_suns, ui, up, None)
            is_bidding = isinstance(game.stage, Auction)
            return ((resting, ui.say("its suns")),) if is_bidding and up else ((own, name),)
        case Invoke():
            return (
                partial(_lying, Tile.RA),
                thing_name(RA_FIGURE, ui.canvas.words, game.setup.edition),
            ), (partial(_comes, ui, Tile.RA, button), name)
        case UseGod(space):
            taken = game.track[space] or Tile.GOD
            return (
                (partial(_still, Tile.GOD), box),
                (partial(_lying, taken), ui.say("Space {number}", number=space + 1)),
                (partial(_comes, ui, taken, button), name),
            )
        case Discard(tiles):
            return (partial(_player, ui, button, lying=True), name), (
                partial(_boxed, ui, tiles),
                box,
            )
        case _:
            space = next((at for at, tile in enumerate(game.track) if tile is None), 0)
            return (
                (partial(_bag, ui), ui.say("from the bag")),
                (
                    partial(_drawn, ui, game.track, space),
                    ui.say("Space {number}", number=space + 1),
                ),
            )


def _side(rect: Rect, share: float = 1.0) -> int:
    return max(1, round(min(rect.w, rect.h) * share))


def _player(ui: Ui, button: int, rect: Rect, *, lying: bool = False) -> Iterator[Item]:
    """Yield a player's emblem on a disc of their colour."""
    spot = square(rect, _side(rect, 0.7))
    items = (Disc(spot, ui.theme.buttons[button]), emblem(spot.inset(spot.w // 5), button))
    yield from keyed(Animated.HANDS, 1, items) if lying else items


def _still(kind: Tile, rect: Rect) -> Iterator[Item]:
    yield tile_picture(square(rect, _side(rect, 0.7)), kind)


def _lying(kind: Tile, rect: Rect) -> Iterator[Item]:
    """Yield a tile where it lies before hands take it."""
    spot = square(rect, _side(rect, 0.8))
    yield from keyed(Animated.HANDS, 1, (tile_picture(spot, kind, 0.4),))


def _comes(ui: Ui, kind: Tile, button: int, rect: Rect) -> Iterator[Item]:
    """Yield a tile that has come to a player."""
    side = _side(rect, 0.75)
    spot = square(rect, side)
    yield Box(spot.inset(-side // 8), ui.theme.buttons[button], radius=side // 6)
    yield from keyed(Animated.HANDS, 0, (tile_picture(spot, kind),))


def _boxed(ui: Ui, kinds: tuple[Tile, ...], rect: Rect) -> Iterator[Item]:
    """Yield tiles in the box."""
    cells = columns(middle(rect, round(rect.w * 0.9), rect.h), len(kinds), ui.px(6))
    side = _side(cells[0], 0.8)
    floor = Rect(rect.x, rect.y + (rect.h + side) // 2, rect.w, max(3, ui.px(6)))
    yield Box(floor, ui.theme.ink_third, radius=floor.h // 2)
    tiles = (
        tile_picture(square(cell, side), kind) for cell, kind in zip(cells, kinds, strict=True)
    )
    yield from keyed(Animated.HANDS, 0, tiles)


def _bag(ui: Ui, rect: Rect) -> Iterator[Item]:
    spot = square(rect, _side(rect, 0.9))
    yield from keyed(Animated.HANDS, 1, (Picture(spot, BAG, tint=ui.theme.ink_second),))


_BEFORE = 2
"""How many tiles of the track are shown before the space for the next."""


def _drawn(ui: Ui, track: AuctionTrack, space: int, rect: Rect) -> Iterator[Item]:
    """Yield the end of the auction track, and the tile that comes there, face down."""
    shown = range(max(0, min(space - _BEFORE, TRACK_SPACES - _BEFORE - 1)), space + 1)
    area = middle(rect, min(rect.w, rect.h * len(shown)), rect.h)
    cells = columns(area, len(shown), ui.px(12, 6))
    side = _side(cells[0], 0.85)
    for place, cell in zip(shown, cells, strict=True):
        spot, kind = square(cell, side), track[place]
        if kind is not None:
            yield tile_picture(spot, kind)
            continue
        rim = max(2, ui.px(3))
        yield Box(spot.inset(-rim), border=ui.theme.gold, border_px=rim, radius=side // 6)
        back = (
            Box(spot, ui.theme.panel_active, border=ui.theme.ink_second, border_px=rim,
                radius=side // 7),
            Picture(square(spot, side * 6 // 10), SUN_UP, 0.7),
        )  # fmt: skip
        yield from keyed(Animated.HANDS, 0, back)


def _suns(
    ui: Ui, up: Suns, bid: Sun | None, rect: Rect, *, is_after: bool = False
) -> Iterator[Item]:
    """Yield the suns of a seat in a row; the one that is bid lies in it, or is pushed forward."""
    ui = without_large_print(ui)  # the raised sun lies over its place: large numbers would meet
    cells = columns(middle(rect, min(rect.w, rect.h * len(up)), rect.h), len(up), ui.px(4))
    side = _side(cells[0], 0.62)
    for each, cell in zip(up, cells, strict=True):
        low = Rect(cell.x, cell.y + cell.h - side, cell.w, side)
        if each != bid:
            yield from disc(ui, square(low, side), each, SUN_UP, ui.faint(0.4 if bid else 1.0))
        elif is_after:
            faint = disc(ui, square(low, side), each, SUN_UP, ui.faint(0.15))
            yield from keyed(Animated.HANDS, 1, faint)
            big = round(side * 1.15)
            high = Rect(cell.x, cell.y, cell.w, min(cell.h, big))
            yield from keyed(Animated.HANDS, 0, disc(ui, square(high, big), each))
        else:
            yield from disc(ui, square(low, side), each)
