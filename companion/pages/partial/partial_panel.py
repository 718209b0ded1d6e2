"""One player of a partially recorded table: name, suns as far as they are known, and tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from companion.core.messages import TakeSun
from companion.pages.page_view import Name, Touch, header, lit_header, touches
from companion.pages.table import player_panel
from companion.pages.table.holdings import lay_out, sun_cells, tiles_held
from companion.pages.table.player_panel import (
    body_room,
    far_counts,
    far_head_px,
    far_parts,
    ground,
    head_px,
)
from companion.pages.table.ra_track import UNKNOWN
from companion.rules.editions import Sun, Suns
from companion.rules.tiles import Tiles
from companion.ui.layout import middle, stacked
from companion.ui.pieces import SUN_DOWN, SUN_UP, focus_ring, least_height, paragraph, sun
from companion.ui.scene import Disc, Item, Rect, Target
from companion.ui.style import CENTRED, TOUCH_PX, Piece, Size, Ui, cached


class PartialPanel(msgspec.Struct, frozen=True):
    """What is known of one player, but for points, which lie face down."""

    suns: Suns | None
    spent: Suns | None
    each: int
    """How many suns everybody has."""
    tiles: Tiles | None
    """None if they are not known."""
    focus: Sun | None = None
    """The sun that is pointed at."""
    is_playable: bool = False
    """Whether these suns can be entered as having won."""

    @property
    def places(self) -> int:
        """How many suns the player has; at least one more than known if not all are."""
        known = len(self.suns or ()) + len(self.spent or ())
        is_whole = self.suns is not None and self.spent is not None
        return known if is_whole else max(self.each, known + 1)


def partial_panel(  # noqa: PLR0913 - what lies there, whose it is, and whether they are asked
    ui: Ui,
    rect: Rect,
    name: Name,
    shown: PartialPanel,
    touch: Touch,
    *,
    is_asked: bool,
    stem: int = 0,
) -> Iterator[Piece]:
    """Yield the panel of a player: its name apart, as that changes with every turn."""
    head = far_head_px(ui, rect) if ui.is_big else head_px(ui, rect)
    yield from touches(ui, rect, head, touch)
    yield _body(ui, rect, head, shown)
    row = Rect(rect.x, rect.y, rect.w, head)
    yield lit_header(ui, row, name, stem) if is_asked else header(ui, row, name)


@cached
def _body(ui: Ui, rect: Rect, head: int, shown: PartialPanel) -> Iterator[Piece]:
    """Yield suns and tiles; suns alone, and so much larger, where there are no tiles to be seen."""
    number = shown.places
    if ui.is_big:
        spots, tallies = far_parts(ui, rect, number, is_counted=bool(shown.tiles))
        yield from ground(ui, rect, None)
        yield from _suns(ui, _alone(spots, number), shown)
        if tallies is not None and shown.tiles:
            yield from far_counts(ui, tallies, shown.tiles, 1.0)
        return
    area = body_room(ui, rect, head)
    if shown.tiles:
        found = lay_out(ui, area, number)
        yield from ground(ui, rect, found.rule)
        yield from tiles_held(ui, found, shown.tiles, 1.0)
        yield from _suns(ui, sun_cells(ui, found, number), shown)
        return
    text = ui.say("Tiles unknown") if shown.tiles is None else ui.say("No tiles")
    high = least_height(ui, text, area.w)
    suns, said = stacked(area, (area.h - high, high), 0)
    yield from ground(ui, rect, None)
    yield from _suns(ui, _alone(suns, number), shown)
    yield from paragraph(ui, said, text, Size.SMALL, CENTRED, colour=ui.theme.ink_third)


def _alone(rect: Rect, number: int) -> tuple[tuple[Rect, Rect], ...]:
    """Return this many places of suns, as large as there is room, with what is touched for each."""
    return tuple((spot, spot) for spot in player_panel.places(rect, number))


def _suns(ui: Ui, cells: Sequence[tuple[Rect, Rect]], shown: PartialPanel) -> Iterator[Piece]:
    """Yield a place for every sun of the player, with a question mark where it is not known."""
    suns, spent = shown.suns or (), shown.spent or ()
    known = [*((number, True) for number in suns), *((number, False) for number in spent)]
    for place, (cell, spot) in enumerate(cells):
        if place >= len(known):
            yield from _unknown(ui, spot)
            continue
        number, is_up = known[place]
        yield from sun(ui, spot, number, SUN_UP if is_up else SUN_DOWN)
        if number == shown.focus:
            yield focus_ring(ui, spot, spot.w // 2)
        if is_up and shown.is_playable:
            yield Target(middle(cell, cell.w, max(cell.h, TOUCH_PX)), TakeSun(number))


def _unknown(ui: Ui, spot: Rect) -> Iterator[Item]:
    inner = spot.inset(max(2, spot.w // 10))
    rim = max(2, ui.px(2))
    yield Disc(inner, ui.theme.station, border=ui.theme.line, border_px=rim)
    px = max(ui.em(Size.NAME), spot.w // 2)
    yield ui.text(inner, UNKNOWN, px, ui.theme.ink_third, CENTRED)
