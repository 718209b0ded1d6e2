"""A player of whom not everything is told: the suns as far as they are known, and the tiles."""

from collections.abc import Iterator

import msgspec

from companion.core.messages import TakeSun
from companion.rules.editions import Sun, Suns
from companion.rules.tiles import Tiles
from companion.view.holdings import collections, counted
from companion.view.layout import columns, middle, rows, square, stacked
from companion.view.look import CENTRED, TOUCH_PX, Look, Piece, Size, kept
from companion.view.nameplate import Name, Touch, header, lit_header, touches
from companion.view.pieces import SUN_DOWN, SUN_UP, focus_ring, paragraph, sun
from companion.view.scene import Box, Disc, Item, Rect, Target
from companion.view.stations import UNKNOWN


class LightPanel(msgspec.Struct, frozen=True):
    """What is known of one player, but for points, which lie face down."""

    up: Suns | None
    down: Suns | None
    each: int
    """How many suns everybody has."""
    tiles: Tiles | None
    """None if they are not known."""
    focus: Sun | None = None
    """The sun that is pointed at."""
    is_playable: bool = False
    """Whether these suns can be told to have won."""


def light_panel(  # noqa: PLR0913 - what lies there, whose it is, and whether they are asked
    look: Look,
    rect: Rect,
    name: Name,
    shown: LightPanel,
    touch: Touch,
    *,
    is_asked: bool,
    stem: int = 0,
) -> Iterator[Piece]:
    """Yield the panel of a player: its name apart, as that changes with every turn."""
    head = min(round(rect.h * 0.2), look.either(52, 40))
    yield from touches(look, rect, head, touch)
    yield _body(look, rect, head, shown)
    row = Rect(rect.x, rect.y, rect.w, head)
    yield lit_header(look, row, name, stem) if is_asked else header(look, row, name)


@kept
def _body(look: Look, rect: Rect, head: int, shown: LightPanel) -> Iterator[Piece]:
    theme = look.theme
    rim = max(1, look.px(2))
    yield Box(rect, theme.panel, border=theme.line, border_px=rim, radius=look.either(14, 10))
    room = Rect(rect.x, rect.y + head, rect.w, rect.h - head).inset(look.either(8, 4))
    suns, tiles = stacked(room, (9, 11), look.px(4))
    yield from _suns(look, suns, shown)
    yield Box(Rect(tiles.x, tiles.y, tiles.w, max(1, look.px(1.5))), theme.line, opacity=0.8)
    if shown.tiles is None:
        yield from paragraph(
            look, tiles, look.say("Tiles not known"), Size.SMALL, CENTRED, colour=theme.ink_third
        )
        return
    upper, lower = rows(tiles.inset(look.px(3)), 2, look.px(4))
    yield from counted(look, upper, upper.h // 2, shown.tiles, 1.0)
    yield from collections(look, lower, lower.h * 3 // 4, shown.tiles, 1.0)


def _suns(look: Look, rect: Rect, shown: LightPanel) -> Iterator[Piece]:
    """Yield a place for every sun of the player, with a question mark where it is not known."""
    up, down = shown.up or (), shown.down or ()
    known = [(number, True) for number in up] + [(number, False) for number in down]
    is_whole = shown.up is not None and shown.down is not None
    missing = 0 if is_whole else max(1, shown.each - len(known))
    places = len(known) + missing
    side = min(rect.h, rect.w // max(3, places))
    step = min(rect.w // max(1, places), side + look.either(18, 10))
    line = middle(rect, step * places, rect.h)
    for place, cell in enumerate(columns(line, max(1, places), 0)):
        if place >= places:
            break
        spot = square(cell, side)
        if place >= len(known):
            yield from _unknown(look, spot)
            continue
        number, is_up = known[place]
        yield from sun(look, spot, number, SUN_UP if is_up else SUN_DOWN)
        if number == shown.focus:
            yield focus_ring(look, spot, side // 2)
        if is_up and shown.is_playable:
            yield Target(middle(cell, cell.w, max(cell.h, TOUCH_PX)), TakeSun(number))


def _unknown(look: Look, spot: Rect) -> Iterator[Item]:
    inner = spot.inset(max(2, spot.w // 10))
    rim = max(2, look.px(2))
    yield Disc(inner, look.theme.station, border=look.theme.line, border_px=rim)
    yield look.line(inner, UNKNOWN, Size.NAME, look.theme.ink_third, CENTRED)
