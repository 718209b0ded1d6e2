"""The keys for fingers at a turn: one for each of the 23 kinds of tiles, and two more."""

from collections.abc import Iterator

import msgspec

from companion.core.messages import OpenGroup, Play
from companion.core.offers import PLAYER_CONTROLS, Controls
from companion.core.picks import GROUP_TILES, TileGroup
from companion.rules.actions import DRAWS
from companion.rules.tiles import FAMILIES, Family, Tile, Tiles, count
from companion.view.actions import Action, action_key
from companion.view.badges import Keycaps, Sign, badge, badge_width
from companion.view.layout import middle, rows, square
from companion.view.look import CENTRED, NUMBER, Look, Piece, Shape, Size, kept
from companion.view.pieces import key_ground, shining, tile
from companion.view.scene import Rect, Target, Weight

_COMMON = (Tile.RA, Tile.GOD, Tile.GOLD, Tile.PHARAOH, Tile.NILE, Tile.FLOOD)
_CIVILISATIONS = FAMILIES[Family.CIVILISATION]
_MONUMENTS = FAMILIES[Family.MONUMENT]
_DISASTERS = FAMILIES[Family.DISASTER]

_WIDE = ((*_COMMON, *_CIVILISATIONS), (*_MONUMENTS, *_DISASTERS))
_HIGH = (_CIVILISATIONS, _COMMON, _MONUMENTS, _DISASTERS)
"""The kinds row by row, on a screen wider than high and on another."""


class Way(msgspec.Struct, frozen=True):
    """How a kind of tile is entered without touching its key."""

    kind: Tile
    sign: Sign


class Pad(msgspec.Struct, frozen=True):
    """What the keys show."""

    bag: Tiles
    has_room: bool
    """Whether the auction track has room for a tile."""
    group: TileGroup
    """Which group of kinds the buttons reach now."""
    ways: tuple[Way, ...]
    """What to press next for a kind, where there is something."""
    focus: Tile | None
    """What the dial points at."""
    actions: tuple[Action, Action]
    """One for the end of the first row, and one for the end of the second."""


def ways(offered: Controls, caps: Keycaps) -> tuple[Way, ...]:
    """Return for each kind what to press next to enter it."""
    if caps:
        return tuple(
            Way(kind, Sign("", caps[Play(draw)]))
            for kind, draw in DRAWS.items()
            if Play(draw) in caps
        )
    found: list[Way] = []
    for control, offer in offered.taps.items():
        if offer.tile is not None:
            found.append(Way(offer.tile, Sign(control)))
        elif isinstance(offer.message, OpenGroup):
            found += [Way(kind, Sign(control)) for kind in GROUP_TILES[offer.message.group]]
    return tuple(found)


def pad(look: Look, rect: Rect, shown: Pad) -> Iterator[Piece]:
    """Yield the keys."""
    gap = look.px(4)
    tall = look.shape is Shape.TALL
    lines = _HIGH if tall else _WIDE
    most = max(len(line) for line in lines) + (0 if tall else 1.3)
    wide = int((rect.w + gap) / most) - gap
    reached = {way.kind: way.sign for way in shown.ways}
    for place, (row, line) in enumerate(zip(rows(rect, len(lines), gap), lines, strict=True)):
        for column, kind in enumerate(line):
            key = look.sided(Rect(row.x + column * (wide + gap), row.y, wide, row.h), rect)
            yield _key(look, key, _shown(shown, kind, reached.get(kind)))
        if place < len(shown.actions):
            used = len(line) * (wide + gap)
            rest = look.sided(Rect(row.x + used, row.y, row.w - used, row.h), rect)
            yield action_key(look, rest, shown.actions[place])


class _Key(msgspec.Struct, frozen=True):
    """What one key shows."""

    kind: Tile
    left: int
    """How many are left in the bag."""
    is_lit: bool
    is_marked: bool
    sign: Sign | None


def _shown(shown: Pad, kind: Tile, sign: Sign | None) -> _Key:
    left = count(shown.bag, kind)
    grouped = shown.group is not TileGroup.ALL and kind in GROUP_TILES[shown.group]
    return _Key(kind, left, shown.has_room and left > 0, grouped or kind is shown.focus, sign)


@kept
def _key(look: Look, rect: Rect, shown: _Key) -> Iterator[Piece]:
    """Yield one key: the tile, how many are left in the bag, and how else it is entered."""
    theme = look.theme
    opacity = 1.0 if shown.is_lit else look.faint(0.3)
    yield key_ground(look, rect, is_lit=shown.is_lit, is_marked=shown.is_marked)
    pad_px = look.either(6, 3)
    text = look.width("25", Size.SMALL, Weight.EXTRA)
    side = min(rect.h - 2 * pad_px, rect.w - text - pad_px - look.either(4, 0))
    yield tile(square(Rect(rect.x + pad_px, rect.y, side, rect.h), side), shown.kind, opacity)
    right = Rect(rect.x + pad_px + side, rect.y + 1, rect.w - side - pad_px, rect.h - 2)
    upper, lower = rows(right, 2, 0)
    ink = theme.ink if shown.left else theme.zero
    yield look.line(upper, str(shown.left), Size.SMALL, ink, NUMBER.faded(max(opacity, 0.6)))
    if shown.sign is not None:
        yield from _way(look, lower, shown.sign, opacity)
    yield Target(rect, Play(DRAWS[shown.kind]))


def _way(look: Look, rect: Rect, sign: Sign, opacity: float) -> Iterator[Piece]:
    """Yield the small sign of what to press next."""
    if sign.key:
        yield look.line(rect, sign.key, Size.SMALL, look.theme.gold, CENTRED.faded(opacity))
    elif sign.control in PLAYER_CONTROLS:
        button = PLAYER_CONTROLS.index(sign.control)
        side = min(rect.h, look.either(22, 17))
        yield from shining(look, square(rect, side), button, opacity)
    else:
        high = min(rect.h - 2, look.either(24, 19))
        spot = middle(rect, min(rect.w, badge_width(look, high)), high)
        yield from badge(look, spot, sign, opacity)
