"""What can be done at the table: keys for fingers, or what each control does.

At a turn there is a key for each kind of tile; a table that enters less has one for each sun.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from companion.core.commands import Bindings
from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.messages import Message, OpenGroup, Play
from companion.core.mnemonics import GROUP_TILES, TileGroup
from companion.core.model import Model
from companion.pages.table import choices, last_entries, shown_table
from companion.rules.actions import DRAWS, INVOKE
from companion.rules.editions import Sun
from companion.rules.legal import can_draw
from companion.rules.model import Discarding, Phase
from companion.rules.tiles import FAMILIES, Family, Tile, Tiles, count
from companion.ui.chips import chip_rows, chips
from companion.ui.layout import (
    Bands,
    columns,
    cut_foot,
    cut_left,
    in_rows,
    left_part,
    middle,
    rows,
    shares,
    square,
)
from companion.ui.pieces import (
    SUN_WON,
    Keycaps,
    Sign,
    badge,
    badge_width,
    key_ground,
    shining,
    sun,
    tile,
)
from companion.ui.scene import Box, Item, Rect, Target, Weight
from companion.ui.style import (
    CENTRED,
    NUMBER,
    SMALLEST_PX,
    Piece,
    Shape,
    Size,
    Style,
    kept,
    unscaled,
)
from companion.ui.widgets import Action, action_key

if TYPE_CHECKING:
    from companion.pages.table.shown_table import ShownTable

_COMMON = (Tile.RA, Tile.GOD, Tile.GOLD, Tile.PHARAOH, Tile.NILE, Tile.FLOOD)

_CIVILISATIONS = FAMILIES[Family.CIVILISATION]

_MONUMENTS = FAMILIES[Family.MONUMENT]

_DISASTERS = FAMILIES[Family.DISASTER]

_WIDE = ((*_COMMON, *_CIVILISATIONS), (*_MONUMENTS, *_DISASTERS))

_HIGH = (_COMMON, _CIVILISATIONS, _MONUMENTS, _DISASTERS)
"""The kinds row by row in one order, on a screen wider than high and on another."""


class EntryWay(msgspec.Struct, frozen=True):
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
    ways: tuple[EntryWay, ...]
    """What to press next for a kind, where there is something."""
    focus: Tile | None
    """What the dial points at."""
    actions: tuple[Action, Action]
    """One for the end of the first row, and one for the end of the second."""


def ways(offered: Bindings, caps: Keycaps) -> tuple[EntryWay, ...]:
    """Return for each kind what to press next to enter it."""
    if caps:
        return tuple(
            EntryWay(kind, Sign(None, caps[Play(draw)]))
            for kind, draw in DRAWS.items()
            if Play(draw) in caps
        )
    found: list[EntryWay] = []
    for control, offer in offered.taps.items():
        if offer.tile is not None:
            found.append(EntryWay(offer.tile, Sign(control)))
        elif isinstance(offer.message, OpenGroup):
            found += [EntryWay(kind, Sign(control)) for kind in GROUP_TILES[offer.message.group]]
    return tuple(found)


def pad(look: Style, rect: Rect, shown: Pad) -> Iterator[Piece]:
    """Yield the keys."""
    gap = look.px(4)
    tall = look.shape is Shape.TALL
    lines = _HIGH if tall else _WIDE
    most = max(len(line) for line in lines) + (0 if tall else 1.3)
    wide = int((rect.w + gap) / most) - gap
    reached = {way.kind: way.sign for way in shown.ways}
    actions = shown.actions[::-1] if tall else shown.actions  # where the longer words have room
    for place, (row, line) in enumerate(zip(rows(rect, len(lines), gap), lines, strict=True)):
        for column, kind in enumerate(line):
            key = look.sided(Rect(row.x + column * (wide + gap), row.y, wide, row.h), rect)
            yield _key(look, key, _shown(shown, kind, reached.get(kind)))
        if place < len(actions):
            used = len(line) * (wide + gap)
            rest = look.sided(Rect(row.x + used, row.y, row.w - used, row.h), rect)
            yield action_key(look, rest, actions[place])


_ASIDE = (*_COMMON, *_CIVILISATIONS, None, *_MONUMENTS, *_DISASTERS)
"""The kinds row by row where three keys stand side by side; None: no key."""


def _aside(look: Style, rect: Rect, shown: Pad) -> Iterator[Piece]:
    """Yield the keys of tiles, three side by side."""
    reached = {way.kind: way.sign for way in shown.ways}
    for kind, spot in zip(_ASIDE, in_rows(rect, len(_ASIDE), 3, look.px(4)), strict=True):
        if kind is not None:
            yield _key(look, spot, _shown(shown, kind, reached.get(kind)))


def _foot(look: Style, rect: Rect, actions: tuple[Action, Action], model: Model) -> Iterator[Piece]:
    """Yield the last entries, and the keys for what is no tile."""
    gap = look.px(4)
    last, undo, call = (look.sided(spot, rect) for spot in shares(rect, (11, 3, 4), gap))
    yield from last_entries.last_entries(look, last, model)
    yield action_key(look, undo, actions[1])
    yield action_key(look, call, actions[0])


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
def _key(look: Style, rect: Rect, shown: _Key) -> Iterator[Piece]:
    """Yield one key: the tile, how many are left in the bag, and how else it is entered."""
    theme = look.theme
    opacity = 1.0 if shown.is_lit else look.faint(0.3)
    yield key_ground(look, rect, is_lit=shown.is_lit, is_marked=shown.is_marked)
    pad_px = look.either(6, 3)
    text = look.width("25", Size.SMALL, Weight.EXTRA)
    if rect.h > rect.w or rect.w - text < rect.h * 2 // 3:  # the picture is what is looked for
        look = unscaled(look)
        text = look.width("25", Size.SMALL, Weight.EXTRA)
    if rect.h > rect.w:  # the number stands below the picture
        high = min(rect.h * 4 // 10, look.line_height(Size.SMALL))
        low, top = cut_foot(rect.inset(pad_px // 2, 1), high)
        side = min(top.h - pad_px // 2, top.w)
        yield tile(square(top, side), shown.kind, opacity)
        upper, lower = cut_left(low, text)
    else:
        side = min(rect.h - 2 * pad_px, rect.w - text - pad_px - look.either(4, 0))
        yield tile(square(Rect(rect.x + pad_px, rect.y, side, rect.h), side), shown.kind, opacity)
        right = Rect(rect.x + pad_px + side, rect.y + 1, rect.w - side - pad_px, rect.h - 2)
        upper, lower = rows(right, 2, 0)
    ink = theme.ink if shown.left else theme.zero
    yield look.line(upper, str(shown.left), Size.SMALL, ink, NUMBER.faded(max(opacity, 0.6)))
    if shown.sign is not None:
        yield from _way(look, lower, shown.sign, opacity)
    yield Target(rect, Play(DRAWS[shown.kind]))


def _way(look: Style, rect: Rect, sign: Sign, opacity: float) -> Iterator[Piece]:
    """Yield the small sign of what to press next."""
    if sign.key:
        px = min(rect.h - 1, look.em(Size.SMALL))
        wide = max(rect.h, look.width_at(sign.key, px, Weight.BOLD) + look.px(8))
        cap = middle(rect, min(rect.w, wide), rect.h)
        yield Box(cap, look.theme.ink, radius=rect.h // 5, opacity=opacity)
        yield look.text(cap, sign.key, px, look.theme.panel, CENTRED.faded(opacity))
    elif sign.control in PLAYER_CONTROLS:
        button = PLAYER_CONTROLS.index(sign.control)
        side = min(rect.h, look.either(22, 17))
        yield from shining(look, square(rect, side), button, opacity)
    else:
        high = min(rect.h - 2, look.either(24, 19))
        spot = middle(rect, min(rect.w, badge_width(look, high)), high)
        yield from badge(look, spot, sign, opacity)


class SunKey(msgspec.Struct, frozen=True):
    """One sun that can be the answer."""

    sun: Sun
    button: int | None
    """Whose it is; None if nobody has told."""
    message: Message
    key: str = ""
    """What is written on the key of a keyboard that does the same."""


class Strip(msgspec.Struct, frozen=True):
    """What the keys show."""

    question: str
    suns: tuple[SunKey, ...]
    actions: tuple[Action, Action, Action]
    """Nobody, pass, undo."""


@kept
def strip(look: Style, rect: Rect, shown: Strip) -> Iterator[Piece]:
    """Yield the question, a key for every sun, and three more."""
    where = _places(look, rect, len(shown.suns))
    caption, places, ends = (
        look.sided(where[0], rect),
        *(tuple(look.sided(spot, rect) for spot in spots) for spots in where[1:]),
    )
    yield from _caption(look, caption, shown.question)
    for key, spot in zip(shown.suns, places, strict=False):
        yield from _sun_key(look, spot, key)
    for action, spot in zip(shown.actions, ends, strict=True):
        yield action_key(look, spot, action)


_ONE_ROW = 6
"""This many suns stand in one row of higher keys."""


def _places(look: Style, rect: Rect, suns: int) -> tuple[Rect, tuple[Rect, ...], tuple[Rect, ...]]:
    """Return where the question stands, the suns, and the three wide keys."""
    gap = look.px(4)
    if look.shape is Shape.TALL:
        top, *middle, end = rows(rect, 4, gap)
        return (
            top,
            tuple(key for row in middle for key in columns(row, 8, gap)),
            shares(end, (5, 4, 3), gap),
        )
    wide = look.either(276, 212)
    caption = left_part(rect, look.either(206, 128))
    keys = Rect(caption.x + caption.w + gap, rect.y, rect.w - wide - caption.w - 2 * gap, rect.h)
    lines = 1 if suns <= _ONE_ROW else 2
    number = max(4, suns) if lines == 1 else (suns + 1) // 2
    places = tuple(key for row in rows(keys, lines, gap) for key in columns(row, number, gap))
    upper, lower = rows(Rect(rect.x + rect.w - wide, rect.y, wide, rect.h), 2, gap)
    return caption, places, (upper, *shares(lower, (11, 4), gap))


def _caption(look: Style, rect: Rect, question: str) -> Iterator[Piece]:
    lines = look.wrapped(question, rect.w, Size.SMALL)[: max(1, rect.h // look.em(Size.SMALL))]
    high = min(round(look.em(Size.SMALL) * 1.25), rect.h // len(lines))
    top = rect.y + (rect.h - high * len(lines)) // 2
    for place, line in enumerate(lines):
        spot = Rect(rect.x, top + place * high, rect.w, high)
        yield look.line(spot, line, Size.SMALL, look.theme.gold)


def _sun_key(look: Style, rect: Rect, shown: SunKey) -> Iterator[Piece]:
    colour = look.theme.line if shown.button is None else look.theme.buttons[shown.button]
    yield Box(rect, look.theme.panel, border=colour, border_px=max(2, look.px(2.5)),
              radius=look.either(12, 9))  # fmt: skip
    pad = look.either(8, 3)
    sign = max(look.either(24, 17), look.width(shown.key, Size.SMALL))
    if sign + SMALLEST_PX * 2 + 2 * pad > rect.w:
        look = unscaled(look)
        sign = max(look.either(24, 17), look.width(shown.key, Size.SMALL))
    most = rect.h - look.either(8, 6)
    is_tight = rect.w < most + sign + 3 * pad and not shown.key
    over = sign * 4 // 10 if is_tight else 0
    side = min(most, rect.w - sign - 2 * pad + over)
    left = rect.x + (rect.w - side - sign - pad // 2 + over) // 2
    disc = square(Rect(left, rect.y, side, rect.h), side)
    if shown.key:
        yield from _beside_key(look, disc, shown.sun)
    else:
        yield from sun(look, disc, shown.sun, SUN_WON)
    mark = Rect(left + side + pad // 2 - over, rect.y + over, sign, rect.h)
    if shown.key:
        yield look.line(mark, shown.key, Size.SMALL, look.theme.gold, CENTRED)
    elif shown.button is not None:
        yield from shining(look, square(mark, sign), shown.button)
    yield Target(rect, shown.message)


_DISC = 0.75
"""How much of a sun's width its number may fill before it lies on the rays."""

_WIDEST = "16"
"""The widest number on a sun, so that suns of one size look alike."""


def _beside_key(look: Style, disc: Rect, number: Sun) -> Iterator[Item]:
    """Yield a sun, or its number alone on gold where the disc is too small for two digits."""
    widest = look.canvas.type.width(_WIDEST, SMALLEST_PX, NUMBER.weight)
    if widest <= disc.w * _DISC:
        yield from sun(look, disc, number, SUN_WON)
        return
    yield Box(disc, look.theme.gold, radius=disc.w // 4)
    yield look.text(disc, str(number), SMALLEST_PX, look.theme.on_gold, NUMBER)


def dock(look: Style, where: Bands, shown: ShownTable, model: Model) -> Iterator[Piece]:
    """Yield what can be done: keys for fingers, or what each control does."""
    stage, rect = shown.game.stage, where.dock
    if where.keys.w:
        yield from _aside(look, where.keys, _pad(look, shown))
        yield from _foot(look, rect, _pad(look, shown).actions, model)
    elif shown_table.has_pad(look, shown.game, shown.pick):
        yield from pad(look, rect, _pad(look, shown))
    else:
        choosing, rest = chips(look, shown.offered, shown.caps)
        if stage is Phase.GODS or isinstance(shown.pick, choices.PickGod):
            choosing = tuple(chip for chip in choosing if not chip.tiles)
        if isinstance(stage, Discarding):
            choosing = tuple(chip for chip in rest if not chip.is_hold)
            rest = tuple(chip for chip in rest if chip.is_hold)
        yield chip_rows(look, rect, (choosing, rest))


def _pad(look: Style, shown: ShownTable) -> Pad:
    game = shown.game
    room = can_draw(game)
    offers = shown.offered.taps.get(Control.RA), shown.offered.holds.get(Control.RA)
    calls = any(offer is not None and offer.message == Play(INVOKE) for offer in offers)
    sign = Sign(Control.RA if calls else None, shown.caps.get(Play(INVOKE), ""))
    return Pad(
        bag=game.bag,
        has_room=room,
        group=shown.group,
        ways=ways(shown.offered, shown.caps),
        focus=shown.pointed,
        actions=(
            Action(
                sign,
                look.say("Invoke Ra"),
                Play(INVOKE),
                is_hold=room and calls,
                is_marked=shown.pick == choices.PickDeed(choices.Deed.CALL_RA),
            ),
            shown.key(look, Control.UNDO),
        ),
    )
