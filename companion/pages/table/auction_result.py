"""How a lot was won: who has it with which sun, what it was, and what hands do now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.core.controls import PLAYER_CONTROLS
from companion.core.messages import Message, SettleAuction, TakeSun
from companion.core.model import Model
from companion.pages.table import auction, auction_view
from companion.rules.auction import leader
from companion.rules.editions import Sun
from companion.rules.events import DisasterStruck, LotWon, NobodyBid
from companion.rules.tiles import Tile, tiles
from companion.ui.layout import columns, cut_top, middle, rows, shares, square, stacked
from companion.ui.pieces import (
    SUN_DOWN,
    SUN_UP,
    SUN_WON,
    Sign,
    badge_width,
    emblem,
    sun,
    tile,
)
from companion.ui.scene import Box, Disc, Rect, Target, loud
from companion.ui.speech import short_name
from companion.ui.style import CENTRED, SMALLEST_PX, TOUCH_PX, Piece, Shape, Size, Style
from companion.ui.theme import ON_BUTTON
from companion.ui.widgets import Action, action_key, as_large_as_fits

if TYPE_CHECKING:
    from companion.pages.table.shown_table import ShownTable


def shown_result(model: Model, shown: ShownTable) -> bool:
    """Whether the lot that was just won is what the table shows."""
    return auction.has_result(model) and shown.pick is None and shown.is_live


def result(look: Style, sky: Rect, track: Rect, shown: ShownTable, model: Model) -> Iterator[Piece]:
    """Yield who won with which sun above, and below what they won."""
    yield from winner(look, sky, shown, model)
    won = _lot_won(shown)
    if won is not None:
        yield from _won(look, track, shown, won)


def winner(look: Style, sky: Rect, shown: ShownTable, model: Model) -> Iterator[Piece]:
    """Yield who won with which sun, or that nobody did."""
    past = auction.just_settled(model)
    lead = None if past is None else leader(past.calls)
    won = _lot_won(shown)
    theme = look.theme
    banner = sky.inset(look.either(10, 4))
    if past is None or lead is None or lead.sun is None or won is None:
        yield Box(banner, theme.panel, border=theme.gold, radius=banner.h // 2)
        words = look.say("Nobody won the auction")
        yield loud(look.text(banner, words, _banner_px(banner), theme.ink, CENTRED))
        return
    colour = theme.buttons[shown.buttons[lead.seat]]
    name = short_name(look, shown.game.setup.players[lead.seat])
    words = look.say("{name} wins with", name=name)
    letters = look.width_at(words, _banner_px(banner), CENTRED.weight)
    wide = min(banner.w, round(letters + banner.h * 2.8))
    banner = middle(banner, wide, banner.h)
    yield Box(banner, colour, radius=banner.h // 2)
    side = round(banner.h * 0.5)
    yield emblem(Rect(banner.x + banner.h // 3, banner.y, side, banner.h), shown.buttons[lead.seat])
    disc = Rect(banner.x + banner.w - banner.h, banner.y, banner.h, banner.h)
    room = Rect(
        banner.x + banner.h // 2 + side, banner.y, banner.w - 2 * banner.h - side // 2, banner.h
    )
    yield loud(look.text(room, words, _banner_px(banner), ON_BUTTON, CENTRED))
    yield Disc(disc, theme.panel)
    yield from sun(look, disc.inset(max(2, banner.h // 16)), lead.sun, SUN_WON)


def _won(look: Style, track: Rect, shown: ShownTable, won: LotWon) -> Iterator[Piece]:
    """Yield what was won."""
    theme, colour = look.theme, look.theme.buttons[shown.buttons[won.seat]]
    yield Box(track, theme.track, border=colour, border_px=max(2, look.px(3)),
              radius=look.either(16, 12))  # fmt: skip
    lot = tiles(won.lot)
    if not lot:
        words = look.say("No tiles: only the sun")
        yield look.line(track, words, Size.NAME, theme.ink_second, CENTRED)
        return
    inner = track.inset(look.either(10, 6))
    near = middle(inner, min(inner.w, len(lot) * round(inner.h * 1.3)), inner.h)
    cells = auction_view.cells_of(look, near, len(lot))
    side = min(cells[0].w, cells[0].h)
    for kind, cell in zip(lot, cells, strict=True):
        yield tile(square(cell, side), kind)


def _banner_px(rect: Rect) -> int:
    return max(SMALLEST_PX, round(rect.h * 0.68))


def _events(shown: ShownTable) -> tuple[object, ...]:
    return shown.steps[-1].events if shown.steps else ()


def _lot_won(shown: ShownTable) -> LotWon | None:
    return next((each for each in _events(shown) if isinstance(each, LotWon)), None)


def for_hands(
    look: Style, rect: Rect, shown: ShownTable, model: Model, *, takes: bool = False
) -> Iterator[Piece]:
    """Yield what hands do now, as pictures: suns to exchange, and tiles that go.

    ``takes``: also the tiles that were won, where they are shown nowhere else.
    """
    past = auction.just_settled(model)
    if past is None:
        return
    events, whole = _events(shown), rect
    if auction.settled(model) is not None:
        yield Target(whole, SettleAuction())  # where suns were a moment ago: it says who won
    late = next(auction.overbids(model, past), None)
    won = _lot_won(shown)
    gap = look.either(12, 6)
    if won is None:
        unsold = next((each for each in events if isinstance(each, NobodyBid)), None)
        gone = unsold is not None and bool(unsold.removed)
        words = look.say("The tiles leave the game") if gone else look.say("Everything stays")
        yield look.line(rect, words, Size.TITLE, look.theme.ink_second, CENTRED)
    else:
        struck = [each for each in events if isinstance(each, DisasterStruck)]
        if late is not None:
            high = max(TOUCH_PX, look.either(52, 44)) + look.px(4)
            _, rect = cut_top(rect, high)
        has_room = look.shape is not Shape.COMPACT  # four cards with words
        taken = (won.lot,) if takes and has_room and tiles(won.lot) else ()
        first, *places = _stack(look, rect, 2 + len(struck) + len(taken), gap)
        if taken:
            words = look.say("Take the tiles")
            yield from _gone_or_won(look, first, words, tiles(won.lot))
        else:
            places = [first, *places]
        take = look.say("Take {sun}, face down", sun=won.sun)
        give = look.say("{sun} into the centre", sun=won.paid)
        yield from _exchange(look, places[0], won.sun, SUN_DOWN, take)
        yield from _exchange(look, places[1], won.paid, SUN_WON, give)
        for each, place in zip(struck, places[2:], strict=True):
            yield from _loss(look, place, each)
    if late is not None and late.sun is not None and auction.settled(model) is not None:
        button = PLAYER_CONTROLS[shown.buttons[late.seat]] if auction.has_result(model) else None
        cap = shown.caps.get(TakeSun(late.sun), "")
        yield from _reopening(look, whole, late.sun, Sign(button, cap))


def _stack(look: Style, rect: Rect, number: int, gap: int) -> tuple[Rect, ...]:
    if look.shape is not Shape.TALL:
        is_narrow = rect.w // number < look.px(_NARROWEST_CARD)
        return rows(rect, number, gap) if is_narrow else columns(rect, number, gap)
    if rect.h // number >= look.px(_LEAST_CARD):
        return rows(rect, number, gap)
    lines = rows(rect, -(-number // 2), gap)
    pairs = [2] * (number // 2) + [1] * (number % 2)
    return tuple(
        place
        for line, beside in zip(lines, pairs, strict=True)
        for place in columns(line, beside, gap)
    )


_LEAST_CARD = 60
"""How high a card is at least where they lie one below the other, in units; else two lie beside
each other."""


_NARROWEST_CARD = 160
"""How wide a card is at least where they stand side by side, in units: words have room there."""


def _exchange(look: Style, rect: Rect, disc: Sun, face: str, words: str) -> Iterator[Piece]:
    picture, under = _parts(look, rect, words)
    yield from _card(look, rect, under, words)
    from_, to = columns(picture, 2, look.either(20, 10))
    side = min(from_.w, from_.h)
    yield from sun(look, square(from_, side * 8 // 10), disc, SUN_UP, look.faint(0.35))
    yield look.text(picture, "\N{RIGHTWARDS ARROW}", max(SMALLEST_PX, side * 2 // 3),
                    look.theme.gold, CENTRED)  # fmt: skip
    yield from sun(look, square(to, side), disc, face)


def _loss(look: Style, rect: Rect, struck: DisasterStruck) -> Iterator[Piece]:
    yield from _gone_or_won(
        look, rect, look.say("Into the box"), (struck.disaster, *tiles(struck.lost))
    )


def _gone_or_won(look: Style, rect: Rect, words: str, kinds: tuple[Tile, ...]) -> Iterator[Piece]:
    """Yield tiles in as many rows as make them largest, and where they go."""
    picture, under = _parts(look, rect, words)
    yield from _card(look, rect, under, words)
    cells = auction_view.cells_of(look, picture, len(kinds))
    side = min(cells[0].w, cells[0].h)
    for kind, cell in zip(kinds, cells, strict=True):
        yield tile(square(cell, side), kind)


def _parts(look: Style, rect: Rect, words: str) -> tuple[Rect, ...]:
    """Return where a card has its picture, and its words below: in two lines on a narrow card.

    On a card that is low and wide they stand beside it.
    """
    inner = rect.inset(look.either(10, 5))
    if rect.w > _WIDE * rect.h and rect.h < look.px(_FLAT):
        return shares(rect.inset(look.px(2)), (1.0, 2.4), look.either(12, 6))
    is_narrow = look.canvas.type.width(words, look.least_px, CENTRED.weight) > inner.w
    return stacked(inner, (1.5 if is_narrow or rect.h < look.px(_FLAT) else 2.6, 1.0), 0)


def _card(look: Style, rect: Rect, under: Rect, words: str) -> Iterator[Piece]:
    yield Box(rect, look.theme.panel, border=look.theme.line, radius=look.either(14, 10))
    largest = max(look.em(Size.NAME), round(min(look.canvas.size) / _CAPTION))
    yield from as_large_as_fits(look, under, words, largest, CENTRED, least=look.least_px)


_FLAT = 90
"""A card lower than so many units leaves its words a larger part, as a narrow one does."""

_WIDE = 4
"""So many times as wide as it is high, a card has its words beside its picture."""

_CAPTION = 21
"""Such a part of the screen's height what hands do is told, where it has room."""


def _reopening(look: Style, rect: Rect, disc: Sun, sign: Sign) -> Iterator[Piece]:
    """Yield the key of the lowest sun that would open the auction again."""
    message: Message = TakeSun(disc)
    label = look.say("Late bid: {sun}", sun=disc)
    high = max(TOUCH_PX, look.either(52, 44))
    wide = min(rect.w, look.width(label, Size.LABEL) + badge_width(look, high, sign.key) + high)
    key = Rect(rect.x + rect.w - wide, rect.y, wide, high)
    yield action_key(look, key, Action(sign, label, message))
