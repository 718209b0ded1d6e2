"""The rules card over the table."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.messages import (
    ShowCard,
)
from companion.core.model import Model
from companion.pages.controls import can_ask
from companion.pages.page_view import frame
from companion.pages.reference.guide import GuideLine
from companion.pages.status_bar import edge_px
from companion.rules.tiles import Tile
from companion.ui.layout import bands, without_left
from companion.ui.pieces import overlay, tile
from companion.ui.scene import Rect, Target
from companion.ui.speech import said
from companion.ui.style import Piece, Size, Style, kept
from companion.ui.widgets import Spoken, card_key, corner, fits, paragraphs


def laid(look: Style, model: Model) -> Iterator[Piece]:
    """Yield the card of the moment; nothing where nothing is decided."""
    found = model.page.help(model)
    if found is not None:
        typed = found.by_keys if look.canvas.letters else ()
        sentences = spoken(look, (*found.lines, *typed))
        largest = Size.COUNT if model.page.has_track else Size.TITLE
        yield _laid(look, _place(look, model, sentences), sentences, found.tiles, largest)


def _place(look: Style, model: Model, sentences: tuple[Spoken, ...]) -> Rect:
    """Return where the card lies: where nothing is pressed, and over as little as it can."""
    top, own = edge_px(look, model), model.page.card_space(look, model)
    if not model.page.has_track:
        if own is not None:
            return own
        where = frame(look, model)
        return around(look, where.body, where.dock.y - where.body.y)
    at_table = bands(look, top)
    narrow = at_table.panels if own is None else own
    low = narrow.y + narrow.h
    if fits(look, _text_room(look, narrow, has_tiles=True), sentences, Size.SMALL):
        return narrow
    top = at_table.auction_track.y
    return Rect(narrow.x, top, narrow.w, low - top)


def around(look: Style, body: Rect, high: int) -> Rect:
    """Return the place of a card over what a page is about; a chosen one shines as far."""
    wide = look.either(14, 6)
    up = wide // 2
    return Rect(body.x - wide, body.y - up, body.w + 2 * wide, high + up)


def _text_room(look: Style, rect: Rect, *, has_tiles: bool) -> Rect:
    room = rect.inset(look.either(18, 8))
    return without_left(room, _tile_px(look) + look.either(18, 10)) if has_tiles else room


def _tile_px(look: Style) -> int:
    return look.either(72, 54)


@kept
def _laid(
    look: Style,
    rect: Rect,
    sentences: tuple[Spoken, ...],
    tiles: tuple[Tile, ...],
    largest: Size,
) -> Iterator[Piece]:
    yield overlay(look, rect)
    yield from pictures(look, rect.inset(look.either(18, 8)), tiles)
    yield paragraphs(look, _text_room(look, rect, has_tiles=bool(tiles)), sentences, largest)
    yield Target(rect, ShowCard())


def pictures(look: Style, rect: Rect, tiles: tuple[Tile, ...]) -> Iterator[Piece]:
    """Yield tiles one below the other at the left of a rectangle."""
    if not tiles:
        return
    gap = look.either(10, 5)
    side = min(_tile_px(look), (rect.h - gap * (len(tiles) - 1)) // len(tiles))
    top = rect.y + (rect.h - len(tiles) * (side + gap) + gap) // 2
    left = rect.x + (_tile_px(look) - side) // 2
    for place, kind in enumerate(tiles):
        yield tile(Rect(left, top + place * (side + gap), side, side), kind)


def beside_pictures(look: Style, rect: Rect) -> Rect:
    """Return what the pictures leave of a rectangle."""
    return without_left(rect, _tile_px(look) + look.either(24, 12))


def spoken(look: Style, lines: tuple[GuideLine, ...]) -> tuple[Spoken, ...]:
    """Return sentences in the language of the table."""
    return tuple(Spoken(said(look, line.sentence, line.facts), line.is_choice) for line in lines)


def over_the_page(look: Style, model: Model) -> Iterator[Piece]:
    """Yield the card, if it lies there, and the key for it in the corner.

    At the table, the key stands beside the question.
    """
    if not model.page.has_track and can_ask(model):
        yield _corner(look, edge_px(look, model))
    if model.screen.is_card_shown:
        yield from laid(look, model)


@kept
def _corner(look: Style, top: int) -> Iterator[Piece]:
    yield from card_key(look, corner(look, top))
