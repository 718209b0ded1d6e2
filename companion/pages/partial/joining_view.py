"""Shows a question about a game that began without the screen."""

from __future__ import annotations

from collections.abc import Iterator

from companion import narration
from companion.core.controls import PLAYER_CONTROLS
from companion.core.model import Model
from companion.pages import corrections, table
from companion.pages.page_view import asked, frame, heading, what_can_be_done
from companion.pages.partial.joining import Answer, Joining
from companion.pages.partial.partial_table import ledger_of
from companion.pages.partial.questions import TYPED, Ask, SunPlace, Way, asked_sun, ways
from companion.rules.tiles import Tile, bundle, counts
from companion.ui.layout import columns, cut_left, left_part, middle, rows, square, stacked
from companion.ui.pieces import (
    SUN_WON,
    emblem,
    focus_ring,
    hold_mark,
    key_ground,
    least_height,
    paragraph,
    sun,
    tile,
)
from companion.ui.scene import Box, Rect, Target
from companion.ui.style import CENTRED, NUMBER, STRONG, Piece, Shape, Size, Style
from companion.ui.widgets import as_large_as_fits


def joining(look: Style, model: Model, page: Joining) -> Iterator[Piece]:
    """Yield the question, what has been answered so far, and every possible answer."""
    ledger, where = ledger_of(model), frame(look, model)
    yield from heading(look, where, asked(look, model), model)
    found = ways(ledger, page)
    room = where.body
    if page.ask in TYPED:
        said, room = stacked(room, (1, 4), look.px(6))
        yield from _said(look, said, page)
    elif page.ask is Ask.SUNS:
        said, room = _beside(look, room)
        number = asked_sun(ledger, page)
        if number is not None:
            yield from sun(look, said, number, SUN_WON)
    if page.ask is Ask.SUNS:
        places = _suns(look, room, found)
    else:
        places = corrections.grid(look, room, len(found))
    for place, (spot, way) in enumerate(zip(places, found, strict=True)):
        yield key_ground(look, spot)
        yield from _way(look, model, spot.inset(look.px(4)), way, page)
        yield Target(spot, Answer(way))
        if place == page.row:
            yield focus_ring(look, spot, look.either(12, 9))
    shown_above = PLAYER_CONTROLS if page.ask in (Ask.SUNS, Ask.TURN) else ()
    yield from what_can_be_done(look, where.dock, model, shown_above)


def _beside(look: Style, room: Rect) -> tuple[Rect, Rect]:
    """Return where the sun is that is asked for, and where the answers are."""
    if look.shape is Shape.TALL:
        said, told = stacked(room, (1, 4), look.px(8))
        return said, told
    sign, told = cut_left(room, look.either(260, 150), look.px(8))
    return middle(sign, sign.w, min(room.h, look.either(220, 130))), told


def _suns(look: Style, room: Rect, found: tuple[Way, ...]) -> tuple[Rect, ...]:
    """Return places in two columns: face up at the left, face down at the right; the centre last.

    Who has all suns already is not asked any more, so both columns are as long.
    """
    pairs, gap = len(found) // 2, look.either(8, 5)
    lines = rows(room, max(1, pairs + len(found) % 2), gap)
    high = min(lines[0].h, look.either(140, 96))
    lines = tuple(middle(line, line.w, high) for line in lines)
    places = (spot for line in lines[:pairs] for spot in columns(line, 2, gap))
    return (*places, *lines[pairs:])[: len(found)]


def _said(look: Style, rect: Rect, page: Joining) -> Iterator[Piece]:
    """Yield what has been said so far: points, or tiles with their numbers."""
    yield Box(rect, look.theme.lane, border=look.theme.line, radius=look.either(12, 9))
    inner = rect.inset(look.px(6))
    if page.ask is Ask.POINTS:
        points = table.UNKNOWN if page.points is None else str(page.points)
        px = look.em_between(Size.SUM, inner.h * 8 // 10, Size.DISPLAY)
        yield look.text(inner, points, px, look.theme.ink, NUMBER)
        return
    held = counts(bundle(page.tiles))
    if not held:
        yield look.line(inner, look.say("none"), Size.LABEL, look.theme.ink_third, CENTRED)
        return
    cells = columns(inner, max(len(held), inner.w // (2 * inner.h)), look.px(4))
    for spot, (kind, number) in zip(cells, held.items(), strict=False):
        side = min(spot.h, spot.w // 2)
        sign, count = cut_left(spot, side, look.px(4))
        yield tile(square(sign, side), kind)
        px = max(look.least_px, side * 8 // 10)
        yield look.text(count, str(number), px, look.theme.ink, STRONG)


def _way(look: Style, model: Model, rect: Rect, way: Way, page: Joining) -> Iterator[Piece]:
    """Yield one answer."""
    match way:
        case Tile():
            yield tile(square(rect, min(rect.w, rect.h)), way)
        case SunPlace(seat, is_up):
            if seat is None:
                centre, px = look.say("in the centre"), look.em(Size.SCORE)
                yield from as_large_as_fits(look, rect, centre, px, CENTRED)
                return
            label = look.say("face up") if is_up else look.say("face down")
            yield from _player(look, model, rect, seat, label)
            if not is_up:
                yield hold_mark(look, left_part(rect, _sign_px(rect)))
        case int() if page.ask is Ask.TURN:
            yield from _player(look, model, rect, way, "")
        case int() if page.ask is Ask.EPOCH:
            upper, lower = stacked(rect, (3, 2), 0)
            px = max(look.em(Size.SCORE), min(upper.h, rect.w // 2))
            yield look.text(upper, table.NUMERALS[way - 1], px, look.theme.ink, NUMBER)
            name = narration.epoch_name(way, model.game.setup, look.canvas.words)
            yield from as_large_as_fits(look, lower, name, look.em(Size.TITLE), CENTRED)
        case int():
            said = str(way)
            px = max(look.em(Size.SCORE), min(rect.h * 6 // 10, rect.w // 3))
            yield look.text(rect, said, px, look.theme.ink, NUMBER)


def _sign_px(rect: Rect) -> int:
    """Return how large the sign of a player is on a key."""
    return min(rect.h * 8 // 10, rect.w // 4)


def _player(look: Style, model: Model, rect: Rect, seat: int, label: str) -> Iterator[Piece]:
    """Yield a player's sign and name, and how the sun lies before them."""
    button, name = model.session.buttons[seat], model.game.setup.players[seat]
    if not label and rect.w < 2 * rect.h:
        upper, lower = stacked(rect, (3, 2), 0)
        yield from _sign(look, square(upper, upper.h * 8 // 10), button)
        px = look.em_between(Size.LABEL, lower.h * 7 // 10, Size.DISPLAY)
        yield look.text(lower, name, px, look.theme.ink, CENTRED)
        return
    side = _sign_px(rect)
    sign, words = cut_left(rect, side, look.px(6))
    yield from _sign(look, square(sign, side), button)
    if not label:
        px = look.em_between(Size.LABEL, rect.h // 2, Size.DISPLAY)
        yield look.text(words, name, px, look.theme.ink)
        return
    needed = max(look.em(Size.SMALL), least_height(look, label, words.w))
    upper, lower = stacked(words, (look.em(Size.SMALL), needed), 0)
    px = look.em_between(Size.LABEL, upper.h * 8 // 10, Size.SCORE)
    yield look.text(upper, name, px, look.theme.ink)
    yield from paragraph(look, lower, label, Size.SMALL, colour=look.theme.ink_second)


def _sign(look: Style, disc: Rect, button: int) -> Iterator[Piece]:
    yield Box(disc, look.theme.buttons[button], radius=disc.w // 2)
    yield emblem(disc.inset(max(2, disc.w // 5)), button)
