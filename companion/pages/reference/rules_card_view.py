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
from companion.ui.style import Piece, Size, Ui, cached
from companion.ui.widgets import Spoken, card_key, corner, fits, paragraphs


def laid(ui: Ui, model: Model) -> Iterator[Piece]:
    """Yield the card of the moment; nothing where nothing is decided."""
    found = model.page.help(model)
    if found is not None:
        typed = found.by_keys if ui.canvas.letters else ()
        sentences = spoken(ui, (*found.lines, *typed))
        largest = Size.COUNT if model.page.has_track else Size.TITLE
        yield _laid(ui, _place(ui, model, sentences), sentences, found.tiles, largest)


def _place(ui: Ui, model: Model, sentences: tuple[Spoken, ...]) -> Rect:
    """Return where the card lies: where nothing is pressed, and over as little as it can."""
    top, own = edge_px(ui, model), model.page.card_space(ui, model)
    if not model.page.has_track:
        if own is not None:
            return own
        where = frame(ui, model)
        return around(ui, where.body, where.dock.y - where.body.y)
    at_table = bands(ui, top)
    narrow = at_table.panels if own is None else own
    low = narrow.y + narrow.h
    if fits(ui, _text_room(ui, narrow, has_tiles=True), sentences, Size.SMALL):
        return narrow
    top = at_table.auction_track.y
    return Rect(narrow.x, top, narrow.w, low - top)


def around(ui: Ui, body: Rect, high: int) -> Rect:
    """Return the place of a card over what a page is about; a chosen one shines as far."""
    wide = ui.px(14, 6)
    up = wide // 2
    return Rect(body.x - wide, body.y - up, body.w + 2 * wide, high + up)


def _text_room(ui: Ui, rect: Rect, *, has_tiles: bool) -> Rect:
    area = rect.inset(ui.px(18, 8))
    return without_left(area, _tile_px(ui) + ui.px(18, 10)) if has_tiles else area


def _tile_px(ui: Ui) -> int:
    return ui.px(72, 54)


@cached
def _laid(
    ui: Ui,
    rect: Rect,
    sentences: tuple[Spoken, ...],
    tiles: tuple[Tile, ...],
    largest: Size,
) -> Iterator[Piece]:
    yield overlay(ui, rect)
    yield from pictures(ui, rect.inset(ui.px(18, 8)), tiles)
    yield paragraphs(ui, _text_room(ui, rect, has_tiles=bool(tiles)), sentences, largest)
    yield Target(rect, ShowCard())


def pictures(ui: Ui, rect: Rect, tiles: tuple[Tile, ...]) -> Iterator[Piece]:
    """Yield tiles one below the other at the left of a rectangle."""
    if not tiles:
        return
    gap = ui.px(10, 5)
    side = min(_tile_px(ui), (rect.h - gap * (len(tiles) - 1)) // len(tiles))
    top = rect.y + (rect.h - len(tiles) * (side + gap) + gap) // 2
    left = rect.x + (_tile_px(ui) - side) // 2
    for place, kind in enumerate(tiles):
        yield tile(Rect(left, top + place * (side + gap), side, side), kind)


def beside_pictures(ui: Ui, rect: Rect) -> Rect:
    """Return what the pictures leave of a rectangle."""
    return without_left(rect, _tile_px(ui) + ui.px(24, 12))


def spoken(ui: Ui, lines: tuple[GuideLine, ...]) -> tuple[Spoken, ...]:
    """Return sentences in the language of the table."""
    return tuple(Spoken(said(ui, line.sentence, line.facts), line.is_choice) for line in lines)


def over_the_page(ui: Ui, model: Model) -> Iterator[Piece]:
    """Yield the card, if it lies there, and the key for it in the corner.

    At the table, the key stands beside the question.
    """
    if not model.page.has_track and can_ask(model):
        yield _corner(ui, edge_px(ui, model))
    if model.screen.is_card_shown:
        yield from laid(ui, model)


@cached
def _corner(ui: Ui, top: int) -> Iterator[Piece]:
    yield from card_key(ui, corner(ui, top))
