"""One player: name and emblem, suns, tiles, and how far their collections have come.

For people who sit far away it is name and suns, as large as there is room.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import lru_cache
from math import hypot

import msgspec
from msgspec.structs import replace

from companion.core.messages import TakeSun
from companion.pages.page_view import Name, Touch, header, lit_header, touches
from companion.pages.table.holdings import Holdings, lay_out, sun_cells, tiles_held
from companion.rules.editions import Seat, Sun, Suns
from companion.rules.events import AuctionBegan, BidMade, Passed
from companion.rules.model import Auction, Game
from companion.rules.records.timeline import Step
from companion.rules.tiles import Tile, Tiles, count
from companion.ui.layout import left_part, middle, rows, square, without_left
from companion.ui.pieces import SUN_DOWN, SUN_UP, SUN_WON, focus_ring, sun, tile
from companion.ui.scene import Animated, Box, Disc, Item, Rect, Target, keyed
from companion.ui.style import CENTRED, NUMBER, TOUCH_PX, Part, Piece, Size, Ui, cached, unscaled


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


def standings(game: Game, steps: Sequence[Step]) -> tuple[Standing, ...]:
    """Return where every seat stands, given the actions that led to this table."""
    seats = game.setup.seats
    auction = game.stage
    if not isinstance(auction, Auction):
        return tuple(Standing.ACTIVE if seat == game.active else Standing.RESTING for seat in seats)
    said = _answers(steps)
    return tuple(_standing(game, auction, seat, said) for seat in seats)


def _answers(steps: Sequence[Step]) -> Mapping[Seat, Sun | None]:
    """Return what was bid by whom in the auction that runs; None for a pass."""
    said: dict[Seat, Sun | None] = {}
    for step in reversed(steps):
        for event in reversed(step.events):
            match event:
                case BidMade(seat, sun):
                    said.setdefault(seat, sun)
                case Passed(seat):
                    said.setdefault(seat, None)
                case AuctionBegan():
                    return said
                case _:
                    pass
    return said


def _standing(
    game: Game, auction: Auction, seat: Seat, said: Mapping[Seat, Sun | None]
) -> Standing:
    if seat == game.active:
        return Standing.ACTIVE
    if seat == auction.best_bidder:
        return Standing.LEADING
    if not game.players[seat].suns or _turn(game, auction, seat) > _turn(
        game, auction, game.active
    ):
        return Standing.RESTING
    if seat not in said:
        return Standing.PASSED if auction.best_bidder is None else Standing.OUT
    return Standing.PASSED if said[seat] is None else Standing.OUTBID


def _turn(game: Game, auction: Auction, seat: Seat) -> int:
    """Return how many seats are asked before this one (R-AUC-1)."""
    return (seat - auction.ra_player - 1) % len(game.players)


class PlayerPanel(msgspec.Struct, frozen=True):
    """What is shown of one player: everything but points, which lie face down."""

    name: str
    button: int
    suns: Suns
    spent: Suns
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
    touch: Touch = Touch()
    """What a touch anywhere else on the panel means."""
    stem: int = 0
    """How far above the panel the question is, in pixels, where the two are joined."""


def ribbon_text(ui: Ui, standing: Standing) -> str:
    """Return what is written across the suns of somebody who is out; nothing for others."""
    match standing:
        case Standing.PASSED:
            return ui.say("passed")
        case Standing.OUTBID:
            return ui.say("outbid")
        case Standing.OUT:
            return ui.say("no bid")
        case Standing.RESTING | Standing.ACTIVE | Standing.LEADING:
            return ""


def head_px(ui: Ui, rect: Rect) -> int:
    """Return how high the name of a player stands on a panel, by its height and its width."""
    high = max(rect.h * _HEAD, min(rect.h * _MOST_HEAD, rect.w * _WIDE_HEAD))
    return min(round(high), ui.px(50, 44))


_HEAD, _MOST_HEAD, _WIDE_HEAD = 0.175, 0.21, 0.09
"""The height of a name, in parts of a panel's height, and of its width where that is more."""


def body_room(ui: Ui, rect: Rect, head: int) -> Rect:
    """Return where everything stands on a panel below a name of this height."""
    pad = ui.px(8, 4)
    low = ui.px(4)
    return Rect(rect.x + pad, rect.y + head + low // 2, rect.w - 2 * pad, rect.h - head - low)


@cached
def panel(ui: Ui, rect: Rect, shown: PlayerPanel) -> Iterator[Piece]:
    """Yield the panel of a player: its name apart, as that changes with every turn."""
    head = head_px(ui, rect)
    found = lay_out(ui, body_room(ui, rect, head), len(shown.suns) + len(shown.spent))
    body = _panel_body(ui, rect, found, quiet(shown))
    yield from named(ui, rect, shown, head, body)


def quiet(shown: PlayerPanel) -> PlayerPanel:
    """Return the same without what changes with every turn."""
    resting = Standing.RESTING if shown.standing is Standing.ACTIVE else shown.standing
    return replace(shown, standing=resting, stem=0, has_statue=False, share=0.0, touch=Touch())


def named(ui: Ui, rect: Rect, shown: PlayerPanel, high: int, body: Part) -> Iterator[Piece]:
    """Yield what is below a name of this height, and the name."""
    yield from touches(ui, rect, high, shown.touch)
    yield body
    touch = shown.touch
    hides, key = touch.peek is not None, touch.peek_key
    name = Name(shown.name, shown.button, shown.has_statue, hides, key, shown.share)
    row = Rect(rect.x, rect.y, rect.w, high)
    if shown.standing is Standing.ACTIVE:
        yield lit_header(ui, row, name, shown.stem)
    else:
        yield header(ui, row, name)


@cached
def _panel_body(ui: Ui, rect: Rect, found: Holdings, shown: PlayerPanel) -> Iterator[Piece]:
    theme = ui.theme
    text = ribbon_text(ui, shown.standing)
    yield from ground(ui, rect, found.rule)
    yield from tiles_held(ui, found, shown.tiles, theme.veil if text else 1.0)
    owned = (*shown.suns, *shown.spent)
    for place, (cell, spot) in enumerate(sun_cells(ui, found, len(owned))):
        disc, up = owned[place], place < len(shown.suns)
        yield from one_sun(ui, spot, shown, disc, (up, bool(text)))
        if up and shown.playable is not None and disc in shown.playable:
            yield Target(middle(cell, cell.w, max(cell.h, TOUCH_PX)), TakeSun(disc))
    if text:
        yield from ribbon(ui, found.suns, text)


def ground(ui: Ui, rect: Rect, rule: Rect | None) -> Iterator[Item]:
    """Yield the ground of a panel, and the line between suns and tiles."""
    theme, rim = ui.theme, max(1, ui.px(2))
    yield Box(rect, theme.panel, border=theme.line, border_px=rim, radius=ui.px(14, 10))
    if rule is not None:
        thin = max(1, ui.px(1.5))
        line = Rect(rule.x, rule.y, max(thin, rule.w), max(thin, rule.h))
        yield Box(line, theme.line, opacity=0.8)


def one_sun(
    ui: Ui, spot: Rect, shown: PlayerPanel, disc: Sun, state: tuple[bool, bool]
) -> Iterator[Item]:
    """Yield a sun of a player, whether it lies face up and they are out of the auction."""
    theme = ui.theme
    is_up, is_out = state
    if is_up and disc == shown.bid:
        yield Disc(spot.inset(-ui.px(2)), theme.ra, border=theme.ink, border_px=max(2, ui.px(3)))
        won = sun(ui, spot.inset(ui.px(2)), disc, SUN_WON)
        yield from keyed(Animated.SUN, disc, won)
        return
    dim = is_up and shown.playable is not None and disc not in shown.playable
    opacity = theme.veil if is_out else ui.faint(0.4) if dim else 1.0
    own = sun(ui, spot, disc, SUN_UP if is_up else SUN_DOWN, opacity)
    yield from keyed(Animated.SUN, disc, own)
    if disc == shown.focus:
        yield focus_ring(ui, spot, spot.w // 2)


def ribbon(ui: Ui, rect: Rect, text: str) -> Iterator[Item]:
    """Yield a band across the suns of somebody who is out of the auction."""
    theme = ui.theme
    high = min(rect.h, ui.px(40, 30))
    band = middle(rect, rect.w - ui.px(20, 12), high)
    yield Box(
        band, theme.panel, border=theme.ink_second, border_px=max(1, ui.px(2)), radius=high // 2
    )
    inner = middle(band, band.w - high * 2 // 3, high)
    if ui.width(text, Size.SMALL) > inner.w:
        ui, inner = unscaled(ui), middle(band, band.w - ui.px(8), high)
    yield ui.line(inner, text, Size.LABEL, theme.ink, CENTRED)


_COUNTED = (Tile.GOD, Tile.PHARAOH, Tile.NILE)
"""What is counted from afar where there is room: all else is on the table itself."""

_FAR_HEAD = 0.18
"""How high a name stands for people far away, as a share of a panel's height."""

_NONE_COUNTED = 0.3

_GIVE = 0.75
"""So much smaller suns may be for the sake of the counts, but no more."""


@cached
def far_panel(ui: Ui, rect: Rect, shown: PlayerPanel) -> Iterator[Piece]:
    """Yield the panel of a player: the name, the suns and, where it is wide, three numbers."""
    suns, tallies = far_parts(ui, rect, len(shown.suns) + len(shown.spent))
    body = _far_body(ui, rect, (suns, tallies), quiet(shown))
    yield from named(ui, rect, shown, far_head_px(ui, rect), body)


def far_head_px(ui: Ui, rect: Rect) -> int:
    """Return how high the name stands on a panel."""
    return min(round(rect.h * _FAR_HEAD), ui.px(72, 50))


@lru_cache(maxsize=64)
def far_parts(
    ui: Ui, rect: Rect, suns: int, *, is_counted: bool = True
) -> tuple[Rect, Rect | None]:
    """Return where the suns lie, and where what is counted stands; None if there is no room."""
    top, pad = far_head_px(ui, rect), ui.px(4)
    area = Rect(rect.x + pad, rect.y + top + pad, rect.w - 2 * pad, rect.h - top - 2 * pad)
    wide = ui.px(130, 84)
    less = left_part(area, area.w - wide)
    if not is_counted or _side(suns, less.w, less.h) < _GIVE * _side(suns, area.w, area.h):
        return area, None
    return less, without_left(area, area.w - wide)


def places(rect: Rect, suns: int) -> tuple[Rect, ...]:
    """Return where this many suns lie, as they are read, as large as the rectangle has room for.

    They lie to and fro between two edges.
    """
    side = _side(suns, rect.w, rect.h)
    is_down = _to_and_fro(suns, rect.h, rect.w) >= _to_and_fro(suns, rect.w, rect.h)
    along, across = (rect.h, rect.w) if is_down else (rect.w, rect.h)
    step = min((along - side) / max(1, suns - 1), side * _APART)
    aside = min(across - side, side)
    first = (along - side - step * (suns - 1)) / 2
    other = (across - side - aside) / 2
    spots = ((round(first + step * at), round(other + aside * (at % 2))) for at in range(suns))
    if is_down:
        return tuple(Rect(rect.x + y, rect.y + x, side, side) for x, y in spots)
    found = [Rect(rect.x + x, rect.y + y, side, side) for x, y in spots]
    has_rows = aside > side // 2  # then they are read one after the other
    return tuple(sorted(found, key=lambda spot: (spot.y, spot.x)) if has_rows else found)


_APART = 1.15
"""How far suns stand apart at most, in widths."""


def _side(suns: int, wide: int, high: int) -> int:
    return max(_to_and_fro(suns, wide, high), _to_and_fro(suns, high, wide))


@lru_cache(maxsize=256)
def _to_and_fro(suns: int, along: int, across: int) -> int:
    """Return how large discs can be that lie alternately at both edges, and never on each other."""
    if suns <= 1:
        return min(along, across)
    side = min(along, across)
    while side > 1:
        step, aside = (along - side) / (suns - 1), min(across - side, side)
        if hypot(step, aside) >= side and (suns == 2 or 2 * step >= side):  # noqa: PLR2004
            return side
        side -= 1
    return side


@cached
def _far_body(
    ui: Ui, rect: Rect, parts: tuple[Rect, Rect | None], shown: PlayerPanel
) -> Iterator[Piece]:
    theme = ui.theme
    text = ribbon_text(ui, shown.standing)
    yield from ground(ui, rect, None)
    suns, tallies = parts
    owned = (*shown.suns, *shown.spent)
    for at, (spot, disc) in enumerate(zip(places(suns, len(owned)), owned, strict=True)):
        up = at < len(shown.suns)
        yield from one_sun(ui, spot, shown, disc, (up, bool(text)))
        if up and shown.playable is not None and disc in shown.playable:
            yield Target(spot, TakeSun(disc))
    if tallies is not None:
        yield from far_counts(ui, tallies, shown.tiles, theme.veil if text else 1.0)
    if text:
        yield from ribbon(ui, suns, text)


def far_counts(ui: Ui, rect: Rect, held: Tiles, fade: float) -> Iterator[Item]:
    """Yield an icon for each kind, and its number beside it, as large as there is room."""
    for kind, row in zip(_COUNTED, rows(rect, len(_COUNTED), ui.px(4)), strict=True):
        copies = count(held, kind)
        side = min(row.h, row.w // 2) * 8 // 10
        yield tile(
            square(left_part(row, row.w // 2), side),
            kind,
            fade * (1.0 if copies else ui.faint(_NONE_COUNTED)),
        )
        area = without_left(row, row.w // 2)
        colour = ui.theme.ink if copies else ui.theme.zero
        px = max(20, min(round(row.h * 0.9), row.w * 6 // 10))
        yield ui.text(area, str(copies), px, colour, NUMBER.faded(fade))
