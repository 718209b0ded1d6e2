"""How a lot was won: who has it with which sun, what it was, and what hands do now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from companion.core.controls import PLAYER_CONTROLS
from companion.core.messages import SettleAuction, StepSun, TakeSun
from companion.core.model import Model
from companion.pages.controls import controls, prompt
from companion.pages.table import auction, auction_view
from companion.pages.table.shown_table import ShownTable
from companion.rules.auction import Call
from companion.rules.editions import Sun
from companion.rules.events import DisasterStruck, LotWon, NobodyBid
from companion.rules.tiles import Tile, tiles
from companion.ui.layout import (
    Bands,
    columns,
    cut_left,
    cut_top,
    middle,
    rows,
    shares,
    square,
    stacked,
)
from companion.ui.pieces import (
    SUN_DOWN,
    SUN_UP,
    SUN_WON,
    Sign,
    badge_width,
    emblem,
    is_named,
    sky,
    sun,
    tile,
)
from companion.ui.prompt_bar import Question, prompt_bar
from companion.ui.scene import Box, Disc, Rect, Target, loud
from companion.ui.speech import question, short_name
from companion.ui.style import CENTRED, SMALLEST_PX, TOUCH_PX, Piece, Shape, Size, Ui
from companion.ui.theme import ON_BUTTON
from companion.ui.widgets import Action, action_key, as_large_as_fits


def shown_result(model: Model, shown: ShownTable) -> bool:
    """Whether the lot that was just won is what the table shows."""
    return auction.has_result(model) and shown.pick is None


def result(ui: Ui, above: Rect, track: Rect, shown: ShownTable) -> Iterator[Piece]:
    """Yield who won with which sun above, and below what they won."""
    yield from winner(ui, above, shown)
    won = _lot_won(shown)
    if won is not None:
        yield from _won(ui, track, shown, won)


def last_of_epoch(ui: Ui, where: Bands, model: Model) -> Iterator[Piece]:
    """Yield the same of a lot that ended the epoch, without the keys of a turn.

    Args:
        ui: What it is drawn with.
        where: The bands of the table.
        model: The last sun of the epoch has just won a lot.
    """
    timeline = model.session.timeline
    shown = ShownTable(
        game=model.game,
        buttons=model.session.buttons,
        steps=timeline.steps if timeline else (),
        offered=controls(model),
    )
    yield sky(ui, where.ra_track.y + where.ra_track.h)
    yield from result(ui, where.ra_track, where.auction_track, shown)
    yield prompt_bar(ui, where.prompt, Question(question(ui, prompt(model))))
    yield from for_hands(ui, where.panels, shown, model)


def winner(ui: Ui, above: Rect, shown: ShownTable) -> Iterator[Piece]:
    """Yield who won with which sun, or that nobody did."""
    won = _lot_won(shown)
    theme = ui.theme
    banner = above.inset(ui.px(10, 4))
    if won is None:
        yield Box(banner, theme.panel, border=theme.gold, radius=banner.h // 2)
        words = ui.say("Nobody won the auction")
        yield loud(ui.text(banner, words, _banner_px(banner), theme.ink, CENTRED))
        return
    colour = theme.buttons[shown.buttons[won.seat]]
    name = short_name(ui, shown.game.setup.players[won.seat])
    words = ui.say("{name} wins with", name=name)
    letters = ui.width_at(words, _banner_px(banner), CENTRED.weight)
    wide = min(banner.w, round(letters + banner.h * 2.8))
    banner = middle(banner, wide, banner.h)
    yield Box(banner, colour, radius=banner.h // 2)
    side = round(banner.h * 0.5)
    yield emblem(Rect(banner.x + banner.h // 3, banner.y, side, banner.h), shown.buttons[won.seat])
    disc = Rect(banner.x + banner.w - banner.h, banner.y, banner.h, banner.h)
    area = Rect(
        banner.x + banner.h // 2 + side, banner.y, banner.w - 2 * banner.h - side // 2, banner.h
    )
    yield loud(ui.text(area, words, _banner_px(banner), ON_BUTTON, CENTRED))
    yield Disc(disc, theme.panel)
    yield from sun(ui, disc.inset(max(2, banner.h // 16)), won.paid, SUN_WON)


def _won(ui: Ui, track: Rect, shown: ShownTable, won: LotWon) -> Iterator[Piece]:
    """Yield what was won."""
    theme, colour = ui.theme, ui.theme.buttons[shown.buttons[won.seat]]
    yield Box(track, theme.track, border=colour, border_px=max(2, ui.px(3)),
              radius=ui.px(16, 12))  # fmt: skip
    lot = tiles(won.lot)
    if not lot:
        words = ui.say("No tiles: only the sun")
        yield ui.line(track, words, Size.NAME, theme.ink_second, CENTRED)
        return
    inner = track.inset(ui.px(10, 6))
    near = middle(inner, min(inner.w, len(lot) * round(inner.h * 1.3)), inner.h)
    cells = auction_view.cells_of(ui, near, len(lot))
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
    ui: Ui, rect: Rect, shown: ShownTable, model: Model, *, takes: bool = False
) -> Iterator[Piece]:
    """Yield what hands do now, as pictures: suns to exchange, and tiles that go.

    ``takes``: also the tiles that were won, where they are shown nowhere else.
    """
    is_open = auction.reopenable(model) is not None
    if is_open:
        yield Target(rect, SettleAuction())  # where suns were a moment ago: it says who won
    won = _lot_won(shown)
    struck = [each for each in _events(shown) if isinstance(each, DisasterStruck)]
    has_room = ui.shape is not Shape.COMPACT or not struck  # else four cards with words
    taken = tiles(won.lot) if won is not None and takes and has_room else ()
    number = 1 if won is None else 2 + len(struck) + bool(taken)
    high = max(TOUCH_PX, ui.px(52, 44)) + ui.px(4)
    most = (rect.h - _least_height(ui, rect, number)) // high
    late = _late_bids(ui, rect.w, shown, model, max(1, most))
    upper, rect = cut_top(rect, high * len(late))
    if won is None:
        yield from _unsold(ui, rect, shown)
    else:
        places = [*_stack(ui, rect, number, ui.px(12, 6))]
        if taken:
            yield from _gone_or_won(ui, places.pop(0), ui.say("Take the tiles"), taken)
        take = ui.say("Take {sun}, face down", sun=won.sun)
        give = ui.say("{sun} into the centre", sun=won.paid)
        yield from _exchange(ui, places[0], won.sun, SUN_DOWN, take)
        yield from _exchange(ui, places[1], won.paid, SUN_WON, give)
        for each, place in zip(struck, places[2:], strict=True):
            into_box = (*(each.disaster,) * each.number, *tiles(each.lost))
            yield from _gone_or_won(ui, place, ui.say("Into the box"), into_box)
    if is_open:
        for row, keys in zip(rows(upper, len(late), 0), late, strict=True):
            yield from _reopening(ui, row._replace(h=high - ui.px(4)), shown, keys)


def _unsold(ui: Ui, rect: Rect, shown: ShownTable) -> Iterator[Piece]:
    """Yield what becomes of tiles that nobody has won."""
    unsold = next((each for each in _events(shown) if isinstance(each, NobodyBid)), None)
    gone = unsold is not None and bool(unsold.removed)
    words = ui.say("The tiles leave the game") if gone else ui.say("Everything stays")
    yield ui.line(rect, words, Size.TITLE, ui.theme.ink_second, CENTRED)


def _least_height(ui: Ui, rect: Rect, number: int) -> int:
    """Return how high so many cards are at least, in pixels."""
    lines = -(-number // 2) if ui.shape is Shape.TALL else 1
    return ui.px(_LEAST_CARD) * (number if _is_narrow(ui, rect, number) else lines)


def _is_narrow(ui: Ui, rect: Rect, number: int) -> bool:
    """Whether cards lie one below the other since words have no room side by side."""
    return ui.shape is not Shape.TALL and rect.w // number < ui.px(_NARROWEST_CARD)


def _stack(ui: Ui, rect: Rect, number: int, gap: int) -> tuple[Rect, ...]:
    if ui.shape is not Shape.TALL:
        beside = rows if _is_narrow(ui, rect, number) else columns
        return beside(rect, number, gap)
    if rect.h // number >= ui.px(_LEAST_CARD):
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


def _exchange(ui: Ui, rect: Rect, disc: Sun, face: str, words: str) -> Iterator[Piece]:
    picture, under = _parts(ui, rect, words)
    yield from _card(ui, rect, under, words)
    from_, between, to = shares(picture, (1, 0.4, 1), 0)
    side = min(from_.w, from_.h)
    yield from sun(ui, square(from_, side * 8 // 10), disc, SUN_UP, ui.faint(0.35))
    arrow = max(SMALLEST_PX, min(side * 2 // 3, between.w))
    yield ui.text(picture, "\N{RIGHTWARDS ARROW}", arrow, ui.theme.gold, CENTRED)
    yield from sun(ui, square(to, side), disc, face)


def _gone_or_won(ui: Ui, rect: Rect, words: str, kinds: tuple[Tile, ...]) -> Iterator[Piece]:
    """Yield tiles in as many rows as make them largest, and where they go."""
    picture, under = _parts(ui, rect, words)
    yield from _card(ui, rect, under, words)
    cells = auction_view.cells_of(ui, picture, len(kinds))
    side = min(cells[0].w, cells[0].h)
    for kind, cell in zip(kinds, cells, strict=True):
        yield tile(square(cell, side), kind)


def _parts(ui: Ui, rect: Rect, words: str) -> tuple[Rect, ...]:
    """Return where a card has its picture, and its words below: in two lines on a narrow card.

    On a card that is low and wide they stand beside it.
    """
    inner = rect.inset(ui.px(10, 5))
    if rect.w > _WIDE * rect.h and rect.h < ui.px(_FLAT):
        return shares(rect.inset(ui.px(12, 6), ui.px(2)), (1.0, 2.4), ui.px(12, 6))
    is_narrow = ui.canvas.type.width(words, ui.least_px, CENTRED.weight) > inner.w
    return stacked(inner, (1.5 if is_narrow or rect.h < ui.px(_FLAT) else 2.6, 1.0), 0)


def _card(ui: Ui, rect: Rect, under: Rect, words: str) -> Iterator[Piece]:
    yield Box(rect, ui.theme.panel, border=ui.theme.line, radius=ui.px(14, 10))
    largest = max(ui.em(Size.NAME), round(min(ui.canvas.size) / _CAPTION))
    yield from as_large_as_fits(ui, under, words, largest, CENTRED, least=ui.least_px)


_FLAT = 90
"""A card lower than so many units leaves its words a larger part, as a narrow one does."""

_WIDE = 4
"""So many times as wide as it is high, a card has its words beside its picture."""

_CAPTION = 21
"""Such a part of the screen's height what hands do is told, where it has room."""


class _LateBid(NamedTuple):
    """The key of a sun that would open the auction again, and how wide its parts are in pixels."""

    whose: Call
    name: str
    name_px: int
    emblem_px: int
    """Of their button, which bids it, where the key has no room for it; 0: none."""
    key: Action
    key_px: int


def _late_bids(
    ui: Ui, wide: int, shown: ShownTable, model: Model, most: int
) -> Sequence[Sequence[_LateBid]]:
    """Return the keys of suns that would open the auction again, in so many rows at the most.

    Each says what it is where all have room in one row, else only the first, the lowest. Those left
    over have no room.
    """
    past = auction.last_result(model)
    calls = () if past is None else tuple(auction.late_bids(model, past))
    told = partial(ui.say, "Late bid: {sun}")
    each_says = [_late_bid(ui, wide, shown, call, told(sun=call.sun)) for call in calls]
    pad = ui.px(14, 8)
    if sum(each.name_px + each.key_px + pad for each in each_says) <= wide + pad:
        return [each_says] if each_says else []
    found, used = list[list[_LateBid]](), wide
    for call, whole in zip(calls, each_says, strict=True):
        late = whole if not found else _late_bid(ui, wide, shown, call, str(call.sun))
        if used + pad + late.name_px + late.key_px > wide:
            if len(found) == most:
                break
            found.append([])
            used = -pad
        used += pad + late.name_px + late.key_px
        found[-1].append(late)
    return found


def _late_bid(ui: Ui, wide: int, shown: ShownTable, call: Call, label: str) -> _LateBid:
    """Return a key of one of those suns that says this."""
    pad, high = ui.px(14, 8), max(TOUCH_PX, ui.px(52, 44))
    message = TakeSun(call.sun or 0)
    button = PLAYER_CONTROLS[shown.buttons[call.seat]]
    offer = shown.offered.taps.get(button)
    is_by_button = offer is not None and offer.is_lit and offer.message == StepSun(call.seat)
    sign = Sign(button if is_by_button else None, shown.caps.get(message, ""))
    badge_px = badge_width(ui, high, sign.key) if is_named(ui, sign) else pad
    key_px = max(TOUCH_PX, ui.width(label, Size.LABEL) + badge_px + 2 * pad)
    is_on_key = ui.canvas.panel and not sign.key
    emblem_px = high * 4 // 10 if is_by_button and not is_on_key else 0
    name = short_name(ui, shown.game.setup.players[call.seat], Size.LABEL)
    name_px = min(wide - key_px, ui.width(name, Size.LABEL) + emblem_px + 2 * pad)
    return _LateBid(call, name, name_px, emblem_px, Action(sign, label, message), key_px)


def _reopening(ui: Ui, row: Rect, shown: ShownTable, keys: Sequence[_LateBid]) -> Iterator[Piece]:
    """Yield a row of keys of suns that would open the auction again, and whose they are."""
    pad = ui.px(14, 8)
    left = row.x + row.w + pad - sum(each.name_px + each.key_px + pad for each in keys)
    for each in keys:
        spot, button = Rect(left, row.y, each.name_px, row.h), shown.buttons[each.whose.seat]
        yield Box(spot, ui.theme.buttons[button], radius=ui.px(12, 9))
        side, area = cut_left(spot.inset(pad, 0), each.emblem_px)
        if each.emblem_px:
            yield emblem(square(side._replace(x=side.x - pad // 2), side.w), button)
        name = ui.short(each.name, area.w, Size.LABEL)
        yield ui.line(area, name, Size.LABEL, ON_BUTTON, CENTRED)
        yield action_key(ui, Rect(left + spot.w, row.y, each.key_px, row.h), each.key)
        yield Target(spot, each.key.message)
        left += each.name_px + each.key_px + pad
