"""A small picture of a table: the Ra track, the auction track, and who had which sun."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.rules.actions import TRACK_SPACES
from companion.rules.editions import Seat, Sun, Suns
from companion.rules.model import AuctionTrack, Game
from companion.rules.partial.game import PartialGame
from companion.rules.tiles import Tile
from companion.ui.layout import (
    columns,
    cut_left,
    cut_top,
    rows,
    shares,
    square,
    stacked,
)
from companion.ui.pieces import SUN_DOWN, emblem, sun, tile
from companion.ui.scene import Box, Disc, Rect
from companion.ui.style import NUMBER, SMALLEST_PX, Piece, Ui, cached


class SmallTable(msgspec.Struct, frozen=True):
    """What is known of a table."""

    buttons: tuple[int, ...]
    hands: tuple[tuple[Suns, Suns], ...]
    """For each seat its suns face up and face down."""
    centre: Sun | None
    track: AuctionTrack | None
    """None where nobody told what lay there."""
    ra_count: int | None
    ra_limit: int
    active: Seat | None


def small(game: Game, partial_game: PartialGame | None, buttons: tuple[int, ...]) -> SmallTable:
    """Return what is known of a table: everything, or what a partial game knows."""
    if partial_game is None:
        hands = tuple((player.suns, player.spent) for player in game.players)
        return SmallTable(
            buttons, hands, game.centre, game.track, game.ra_count, game.ra_limit, game.active
        )
    hands = tuple((hand.suns or (), hand.spent or ()) for hand in partial_game.hands)
    limit = partial_game.setup.ra_limit
    return SmallTable(
        buttons, hands, partial_game.centre, None, partial_game.ra_count, limit, partial_game.active
    )


@cached
def small_table(ui: Ui, rect: Rect, shown: SmallTable) -> Iterator[Piece]:
    """Yield the picture."""
    yield Box(rect, ui.theme.track, border=ui.theme.line, border_px=max(1, ui.px(1.5)),
              radius=ui.px(12, 9))  # fmt: skip
    gap = ui.px(6, 4)
    inner = rect.inset(ui.px(10, 5))
    if rect.h < ui.px(_LEAST_WITH_TRACK):
        track, hands = stacked(inner, (8, 13), gap)
        count, track = cut_left(track, track.w * 14 // 100, gap)
        yield from _count(ui, count, shown)
    else:
        ra_track, track, hands = stacked(inner, (3, 8, 13), gap)
        yield from _ra_track(ui, ra_track, shown)
    yield from _track(ui, track, shown)
    for place, spot in enumerate(columns(hands, len(shown.hands), gap)):
        yield from _hand(ui, spot, shown, Seat(place))


_LEAST_WITH_TRACK = 150
"""Where a picture is so high, in units, it has the Ra track, else only the number of its tiles."""


def _count(ui: Ui, rect: Rect, shown: SmallTable) -> Iterator[Piece]:
    if shown.ra_count is None:
        return
    side = min(rect.h, rect.w // 2)
    sign, area = cut_left(rect, side)
    yield tile(square(sign, side), Tile.RA)
    yield ui.text(area, str(shown.ra_count), SMALLEST_PX, ui.theme.gold, NUMBER)


def _ra_track(ui: Ui, rect: Rect, shown: SmallTable) -> Iterator[Piece]:
    if shown.ra_count is None:
        return
    for place, spot in enumerate(columns(rect, shown.ra_limit, 0)):
        side = min(spot.w, spot.h)
        if place < shown.ra_count:
            yield tile(square(spot, side), Tile.RA)
        else:
            yield Disc(square(spot, side // 2), border=ui.theme.line, border_px=max(1, ui.px(2)))


def _track(ui: Ui, rect: Rect, shown: SmallTable) -> Iterator[Piece]:
    yield Box(rect, ui.theme.panel, border=ui.theme.gold, border_px=max(1, ui.px(1.5)),
              radius=ui.px(8))  # fmt: skip
    places = shares(rect.inset(ui.px(4)), (1,) * (TRACK_SPACES + 1), ui.px(3))
    side = min(places[0].w, places[0].h)
    if shown.centre is not None:
        yield from sun(ui, square(places[0], side), shown.centre)
    for spot, kind in zip(places[1:], shown.track or (), strict=False):
        if kind is not None:
            yield tile(square(spot, side), kind)


def _hand(ui: Ui, rect: Rect, shown: SmallTable, seat: Seat) -> Iterator[Piece]:
    colour = ui.theme.buttons[shown.buttons[seat]]
    head, below = cut_top(rect, max(ui.px(14), rect.h * 30 // 100))
    rim, radius = max(1, ui.px(3 if seat == shown.active else 1.5)), ui.px(7)
    yield Box(rect, ui.theme.panel, border=colour, border_px=rim, radius=radius)
    yield Box(head, colour, radius=radius)
    yield emblem(square(head, head.h * 8 // 10), shown.buttons[seat])
    up, down = shown.hands[seat]
    suns = [*((each, False) for each in up), *((each, True) for each in down)]
    if not suns:
        return
    area = below.inset(ui.px(2))
    is_narrow = area.w // len(suns) < _LEAST_SUN and area.h >= 2 * SMALLEST_PX
    half = -(-len(suns) // 2)
    lines = (suns[:half], suns[half:]) if is_narrow else (suns,)
    for line, row in zip(lines, rows(area, len(lines), 0), strict=True):
        for (number, is_down), cell in zip(line, columns(row, len(line), 0), strict=True):
            side = min(cell.w, cell.h)
            if side < _LEAST_SUN:
                ink = ui.theme.used_sun if is_down else ui.theme.gold
                style = NUMBER.faded(0.6 if is_down else 1.0)
                yield ui.text(cell, str(number), SMALLEST_PX, ink, style)
            else:
                lies = (SUN_DOWN, 0.6) if is_down else ()
                yield from sun(ui, square(cell, side), number, *lies)


_LEAST_SUN = 30
"""The smallest disc in pixels; where it would be smaller, its number stands alone."""
