"""One player: name and emblem, suns, tiles, and how far their collections have come."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import msgspec
from msgspec.structs import replace

from companion.core.messages import Message, TakeSun
from companion.pages.page_view import Name, Touch, header, lit_header, touches
from companion.pages.table.holdings import Holdings, lay_out, sun_cells, tiles_held
from companion.rules.editions import Sun, Suns
from companion.rules.tiles import Tiles
from companion.ui.layout import middle
from companion.ui.pieces import SUN_DOWN, SUN_UP, SUN_WON, focus_ring, sun
from companion.ui.scene import Box, Disc, Item, Rect, Target, Thing, keyed
from companion.ui.style import (
    CENTRED,
    TOUCH_PX,
    Part,
    Piece,
    Size,
    Style,
    kept,
    unscaled,
)


class Standing(Enum):
    """What a player has to do with what is going on."""

    RESTING = "resting"
    ACTIVE = "active"
    LEADING = "leading"
    """The highest bid is theirs."""
    PASSED = "passed"
    OUTBID = "outbid"
    OUT = "out"
    """Out of this auction; nobody knows any more whether they passed or were outbid."""


class PlayerPanel(msgspec.Struct, frozen=True):
    """What is shown of one player: everything but points, which lie face down."""

    name: str
    button: int
    up: Suns
    down: Suns
    tiles: Tiles
    standing: Standing = Standing.RESTING
    playable: Suns | None = None
    """Which suns can be chosen now; None while nobody chooses suns."""
    bid: Sun | None = None
    focus: Sun | None = None
    """The sun that its player has stepped to."""
    has_statue: bool = False
    """Whether they hold the Ra statue and bid last."""
    share: float = 0.0
    """Their part of the time that players took alone, 0 to 1; 0 too where no time is seen."""
    god: Message | None = None
    """What a touch on their god tiles means."""
    touch: Touch = Touch()
    """What a touch anywhere else on the panel means."""
    stem: int = 0
    """How far above the panel the question is, in pixels, where the two are joined."""


def ribbon_text(look: Style, standing: Standing) -> str:
    """Return what is written across the suns of somebody who is out; nothing for others."""
    match standing:
        case Standing.PASSED:
            return look.say("Passed")
        case Standing.OUTBID:
            return look.say("Outbid")
        case Standing.OUT:
            return look.say("Out")
        case Standing.RESTING | Standing.ACTIVE | Standing.LEADING:
            return ""


def head_px(look: Style, rect: Rect) -> int:
    """Return how high the name of a player stands on a panel, by its height and its width."""
    high = max(rect.h * _HEAD, min(rect.h * _MOST_HEAD, rect.w * _WIDE_HEAD))
    return min(round(high), look.either(60, 44))


_HEAD, _MOST_HEAD, _WIDE_HEAD = 0.175, 0.21, 0.09
"""The height of a name, in parts of a panel's height, and of its width where that is more."""


def body_room(look: Style, rect: Rect, head: int) -> Rect:
    """Return where everything stands on a panel below a name of this height."""
    pad = look.either(8, 4)
    low = look.px(4)
    return Rect(rect.x + pad, rect.y + head + low // 2, rect.w - 2 * pad, rect.h - head - low)


@kept
def panel(look: Style, rect: Rect, shown: PlayerPanel) -> Iterator[Piece]:
    """Yield the panel of a player: its name apart, as that changes with every turn."""
    head = head_px(look, rect)
    found = lay_out(look, body_room(look, rect, head), len(shown.up) + len(shown.down))
    body = _panel_body(look, rect, found, quiet(shown))
    yield from named(look, rect, shown, head, (body, found.gods))


def quiet(shown: PlayerPanel) -> PlayerPanel:
    """Return the same without what changes with every turn."""
    resting = Standing.RESTING if shown.standing is Standing.ACTIVE else shown.standing
    return replace(
        shown, standing=resting, stem=0, has_statue=False, share=0.0, god=None, touch=Touch()
    )


def named(
    look: Style, rect: Rect, shown: PlayerPanel, high: int, body: tuple[Part, Rect | None]
) -> Iterator[Piece]:
    """Yield what is below a name of this height, with the place of the god tiles, and the name."""
    below, gods = body
    yield from touches(look, rect, high, shown.touch)
    yield below
    if shown.god is not None and gods is not None:
        spot = Rect(gods.x, gods.y, max(TOUCH_PX, gods.w), max(TOUCH_PX, gods.h))
        yield Target(spot, shown.god)
    hides_points = shown.touch.peek is not None
    name = Name(shown.name, shown.button, shown.has_statue, hides_points, shown.share)
    row = Rect(rect.x, rect.y, rect.w, high)
    if shown.standing is Standing.ACTIVE:
        yield lit_header(look, row, name, shown.stem)
    else:
        yield header(look, row, name)


@kept
def _panel_body(look: Style, rect: Rect, found: Holdings, shown: PlayerPanel) -> Iterator[Piece]:
    """Yield everything below the name."""
    theme = look.theme
    text = ribbon_text(look, shown.standing)
    yield from ground(look, rect, found.rule)
    yield from tiles_held(look, found, shown.tiles, theme.veil if text else 1.0)
    owned = (*shown.up, *shown.down)
    for place, (cell, spot) in enumerate(sun_cells(look, found, len(owned))):
        disc, up = owned[place], place < len(shown.up)
        yield from one_sun(look, spot, shown, disc, (up, bool(text)))
        if up and shown.playable is not None and disc in shown.playable:
            yield Target(middle(cell, cell.w, max(cell.h, TOUCH_PX)), TakeSun(disc))
    if text:
        yield from ribbon(look, found.suns, text)


def ground(look: Style, rect: Rect, rule: Rect | None) -> Iterator[Item]:
    """Yield the ground of a panel, and the line between suns and tiles."""
    theme, rim = look.theme, max(1, look.px(2))
    yield Box(rect, theme.panel, border=theme.line, border_px=rim, radius=look.either(14, 10))
    if rule is not None:
        thin = max(1, look.px(1.5))
        line = Rect(rule.x, rule.y, max(thin, rule.w), max(thin, rule.h))
        yield Box(line, theme.line, opacity=0.8)


def one_sun(
    look: Style, spot: Rect, shown: PlayerPanel, disc: Sun, state: tuple[bool, bool]
) -> Iterator[Item]:
    """Yield a sun of a player, whether it lies face up and they are out of the auction."""
    theme = look.theme
    is_up, is_out = state
    if is_up and disc == shown.bid:
        yield Disc(
            spot.inset(-look.px(2)), theme.ra, border=theme.ink, border_px=max(2, look.px(3))
        )
        won = sun(look, spot.inset(look.px(2)), disc, SUN_WON)
        yield from keyed(Thing.SUN, disc, won)
        return
    dim = is_up and shown.playable is not None and disc not in shown.playable
    opacity = theme.veil if is_out else look.faint(0.4) if dim else 1.0
    own = sun(look, spot, disc, SUN_UP if is_up else SUN_DOWN, opacity)
    yield from keyed(Thing.SUN, disc, own)
    if disc == shown.focus:
        yield focus_ring(look, spot, spot.w // 2)


def ribbon(look: Style, rect: Rect, text: str) -> Iterator[Item]:
    """Yield a band across the suns of somebody who is out of the auction."""
    theme = look.theme
    high = min(rect.h, look.either(40, 30))
    band = middle(rect, rect.w - look.either(20, 12), high)
    yield Box(
        band, theme.panel, border=theme.ink_second, border_px=max(1, look.px(2)), radius=high // 2
    )
    inner = middle(band, band.w - high * 2 // 3, high)
    if look.width(text, Size.SMALL) > inner.w:
        look, inner = unscaled(look), middle(band, band.w - look.px(8), high)
    yield look.line(inner, text, Size.LABEL, theme.ink, CENTRED)
