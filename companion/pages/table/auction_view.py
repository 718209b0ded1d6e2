"""An auction on the screen: who leads, and what would lead."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.core.controls import BUTTONS, Control
from companion.core.messages import BringBack, CallPass, TakeSun
from companion.core.model import Model
from companion.pages.table import auction
from companion.pages.table.choices import PickDeed, PickSun
from companion.pages.table.shown_table import ShownTable
from companion.rules.editions import Seat, Sun, Suns
from companion.rules.tiles import Tile
from companion.ui.layout import (
    columns,
    cut_foot,
    cut_right,
    left_part,
    middle,
    shares,
    square,
    stacked,
    without_left,
)
from companion.ui.pieces import (
    SUN_UP,
    SUN_WON,
    emblem,
    focus_ring,
    paragraph,
    shining,
    sun,
    tile,
)
from companion.ui.scene import Box, Colour, Disc, Item, Rect, Target, Thing, keyed
from companion.ui.style import (
    CENTRED,
    PLAIN,
    SMALLEST_PX,
    TOUCH_PX,
    Piece,
    Shape,
    Size,
    Style,
    unscaled,
)
from companion.ui.theme import ON_BUTTON
from companion.ui.widgets import action_key

BEADS = 24
"""Of so many points a ring consists that shrinks while time runs."""

_WIDER = {2: 1.3, 3: 1.5, 4: 1.5, 5: 2.0}
"""How much wider than another the column of the leader is, by number of players."""


_HIGHER = 1.3
"""How much higher than another the row of the leader is on a high screen."""


class Column(msgspec.Struct, frozen=True):
    """What is shown of one player at an auction."""

    name: str
    button: int
    suns: Suns
    """With which they would lead."""
    bid: Sun | None
    """With which they lead."""
    other: Suns
    """What the leader has and did not bid."""
    note: str
    """Why nobody asks them, if so."""
    has_statue: bool
    focus: Sun | None
    is_timed: bool
    """Whether the auction settles itself."""


def room_for_columns(look: Style, panels: Rect, dock: Rect) -> Rect:
    """Return the panels' place and what the keys of an auction leave free below."""
    free = max(0, dock.h - _keys_px(look))
    return Rect(panels.x, panels.y, panels.w, panels.h + free)


def _keys_px(look: Style) -> int:
    """Return how high the keys of an auction are: on a high screen two rows of them."""
    return look.px(60) * 2 + look.px(6) if look.shape is Shape.TALL else look.either(72, 60)


def columns_of(look: Style, rect: Rect, shown: ShownTable, model: Model) -> Iterator[Piece]:
    """Yield a column, or on a high screen a row, for every player."""
    now = auction.heard(model)
    if now is None:
        return
    columns = [_column(look, shown, model, now, seat) for seat in now.game.setup.seats]
    is_high = look.shape is Shape.TALL
    wider = _HIGHER if is_high else _WIDER[len(columns)]
    parts = tuple(wider if each.bid is not None else 1.0 for each in columns)
    gap = look.either(12, 6)
    places = stacked(rect, parts, gap) if is_high else shares(rect, parts, gap)
    parted = [
        _parted(look, place, each, is_high=is_high)
        for place, each in zip(places, columns, strict=True)
    ]
    side = min(_side(look, keys, each) for (_, keys), each in zip(parted, columns, strict=True))
    for place, parts_of_it, each in zip(places, parted, columns, strict=True):
        yield from _player(look, (place, *parts_of_it), each, side)


def _column(look: Style, shown: ShownTable, model: Model, now: auction.Heard, seat: Seat) -> Column:
    lead, up = now.leader, now.game.players[seat].up
    bid = lead.sun if lead is not None and lead.seat == seat else None
    suns = now.higher(seat)
    note = ""
    if bid is None and seat in now.passed:
        note = look.say("passed")
    elif bid is None and not suns:
        note = look.say("no higher sun") if up else look.say("no sun left")
    pick = shown.pick
    return Column(
        name=now.game.setup.players[seat],
        button=shown.buttons[seat],
        suns=suns,
        bid=bid,
        other=tuple(each for each in up if bid is not None and each < bid),
        note=note,
        has_statue=seat == now.auction.ra_player,
        focus=pick.sun if isinstance(pick, PickSun) and pick.seat == seat else None,
        is_timed=bid is not None and auction.due(model) is not None,
    )


def _parted(look: Style, rect: Rect, shown: Column, *, is_high: bool) -> tuple[Rect, Rect]:
    """Return where the name of a player stands, and where the suns lie."""
    if is_high:
        head, body = shares(rect, (1.0, 1.6), 0)
    else:
        head, body = stacked(rect, (1.0, 3.2 if shown.bid is None else 2.8), 0)
    return head, body.inset(look.either(10, 4))


def _player(
    look: Style, where: tuple[Rect, Rect, Rect], shown: Column, side: int
) -> Iterator[Piece]:
    theme, (rect, head, inner) = look.theme, where
    colour = theme.buttons[shown.button]
    fade = theme.veil if shown.note else 1.0
    radius = look.either(14, 10)
    ground = theme.panel if shown.bid is None else theme.panel_active
    rim = max(2, look.px(4 if shown.bid is not None else 2))
    yield Box(rect, ground, border=colour, border_px=rim, radius=radius)
    yield Box(head, colour, radius=radius, opacity=max(fade, 0.6))
    yield from _head(look, head, shown)
    if shown.note:
        words, inner = stacked(inner, _NOTED, 0) if shown.suns else (inner, inner)
        yield from paragraph(look, words, shown.note, Size.NAME, CENTRED, colour=theme.ink_second)
    if shown.bid is not None:
        yield from _leading(look, inner, shown, side)
    elif shown.suns:
        yield from _sun_keys(look, inner, shown, side)
    if shown.has_statue:
        yield tile(_statue(look, rect, head, shown), Tile.RA)


_NOTED = (1.0, 2.0)
"""How a column is shared by why nobody asks its player, and the suns."""


def _head(look: Style, rect: Rect, shown: Column) -> Iterator[Piece]:
    spot, room = _on_head(look, rect, shown)
    yield emblem(spot, shown.button)
    said = shown.name
    if shown.bid is not None:
        leads = look.say("{name} leads", name=look.short(shown.name, room.w * 0.6, Size.NAME))
        wide = look.canvas.type.width(leads, SMALLEST_PX, PLAIN.weight)
        said = leads if wide <= room.w else shown.name
    yield look.text(room, said, _head_px(look, rect), ON_BUTTON)


def _head_px(look: Style, rect: Rect) -> int:
    return look.em_between(Size.NAME, round(rect.h * 0.62), Size.TITLE)


def _on_head(look: Style, rect: Rect, shown: Column) -> tuple[Rect, Rect]:
    """Return where the emblem is, and the name."""
    side = round(min(rect.h * 0.5, rect.w * 0.14))
    pad = look.either(12, 4)
    spot = Rect(rect.x + pad, rect.y, side, rect.h)
    left = spot.x + side + pad
    room = Rect(left, rect.y, rect.x + rect.w - pad - left, rect.h)
    if _is_beside(look, rect, room, shown):
        return spot, left_part(room, room.w - _mark(rect) - look.px(4))
    return spot, room


def _mark(head: Rect) -> int:
    """Return how large the Ra tile of who called is beside their name."""
    return round(min(head.h * 0.7, head.w * 0.18))


def _is_beside(look: Style, head: Rect, room: Rect, shown: Column) -> bool:
    """Whether the Ra tile lies beside the name: there it is as large as other names then."""
    name = look.width_at(shown.name, _head_px(look, head), PLAIN.weight)
    return shown.has_statue and name <= room.w - _mark(head) - look.px(4)


def _statue(look: Style, rect: Rect, head: Rect, shown: Column) -> Rect:
    """Return where the Ra tile of who called is: beside the name, or in the corner below it.

    On a high screen nothing is below the name: there it lies below the emblem.
    """
    spot, room = _on_head(look, head, shown)
    right = head.x + head.w
    aside = right - room.x - room.w
    side = _mark(head)
    if aside > side:
        return square(Rect(right - aside + look.px(4), head.y, side, head.h), side)
    side = min(round(head.w * 0.22), look.either(44, 26))
    if look.shape is Shape.TALL:
        side = min(side, (head.h - spot.w) // 2 - look.px(2))
        return Rect(spot.x, head.y + head.h - side - look.px(2), side, side)
    return Rect(right - side - look.px(3), rect.y + rect.h - side - look.px(3), side, side)


def _leading(look: Style, rect: Rect, shown: Column, side: int) -> Iterator[Piece]:
    """Yield the sun that leads on its player's colour, the ring, and what else they have."""
    bid = shown.bid
    if bid is None:
        return
    higher = shown.suns
    disc = _disc(rect, shown)
    yield Disc(disc, look.theme.buttons[shown.button])
    if shown.is_timed:
        yield from beads(disc, ON_BUTTON)
    yield from keyed(Thing.SUN, bid, sun(look, _inner(disc), bid, SUN_WON))
    faint = [*shown.other, *higher]
    if faint:
        cells = cells_of(look, shares(rect, _LEADING, 0)[1], len(faint))
        for each, cell in zip(faint, cells, strict=True):
            small = square(cell, min(cell.w, cell.h, side))
            opacity = 1.0 if each in higher else look.faint(0.35)
            yield from keyed(Thing.SUN, each, sun(look, small, each, SUN_UP, opacity))
            if each == shown.focus:
                yield focus_ring(look, small, small.w // 2)
            if each in higher:
                yield Target(_for_fingers(small), TakeSun(each))


_LEADING = (1.6, 1.0)
"""How a column is shared by the sun that leads, and what else its player has."""


def _disc(rect: Rect, shown: Column) -> Rect:
    """Return where the ground of the sun that leads is."""
    room = shares(rect, _LEADING, 0)[0] if shown.suns or shown.other else rect
    return square(room, min(room.w, room.h))


def _inner(disc: Rect) -> Rect:
    """Return where on its ground the sun that leads is."""
    return disc.inset(max(4, disc.w // 12))


def _for_fingers(rect: Rect) -> Rect:
    return middle(rect, max(rect.w, TOUCH_PX), max(rect.h, TOUCH_PX))


def beads(rect: Rect, colour: Colour) -> Iterator[Item]:
    """Yield a ring of points at the edge of a disc; they go out one by one."""
    side = max(3, rect.w // 22)
    reach = rect.w / 2 - side
    for bead, (right, down) in enumerate(_ROUND):
        x = rect.x + rect.w / 2 + right * reach - side / 2
        y = rect.y + rect.h / 2 + down * reach - side / 2
        point = Disc(Rect(round(x), round(y), side, side), colour)
        yield from keyed(Thing.BEAD, bead, (point,))


def _round() -> tuple[tuple[float, float], ...]:
    from math import cos, pi, sin  # noqa: PLC0415 - once

    turns = (2 * pi * bead / BEADS for bead in range(BEADS))
    return tuple((sin(turn), -cos(turn)) for turn in turns)


_ROUND = _round()
"""Where the points of a ring lie, clockwise from the top."""


def _side(look: Style, rect: Rect, shown: Column) -> int:
    """Return how large this player's suns can be, in pixels; those that lead are the largest."""
    if shown.bid is not None:
        return _inner(_disc(rect, shown)).w
    if not shown.suns:
        return min(rect.w, rect.h)
    room = stacked(rect, _NOTED, 0)[1] if shown.note else rect
    cell = cells_of(look, room, len(shown.suns))[0]
    return min(cell.w, cell.h)


def cells_of(look: Style, rect: Rect, number: int) -> list[Rect]:
    """Return the places of so many suns: in so many rows that they are largest."""
    tables = (_in_rows(look, rect, number, lines) for lines in range(1, number + 1))
    return max(tables, key=lambda cells: min(cells[0].w, cells[0].h))


def _in_rows(look: Style, rect: Rect, number: int, lines: int) -> list[Rect]:
    """Return this many places in this many rows, the last row in the middle."""
    gap, most = look.either(8, 4), -(-number // lines)
    cells = [
        cell for row in stacked(rect, (1.0,) * lines, gap) for cell in columns(row, most, gap)
    ][:number]
    full = (number - 1) // most * most
    aside = (cells[0].w + gap) * (full + most - number) // 2
    return cells[:full] + [Rect(cell.x + aside, *cell[1:]) for cell in cells[full:]]


def _sun_keys(look: Style, rect: Rect, shown: Column, side: int) -> Iterator[Piece]:
    """Yield every sun with which a player would lead; all players' have one size."""
    fade = look.theme.veil if shown.note else 1.0
    for each, cell in zip(shown.suns, cells_of(look, rect, len(shown.suns)), strict=False):
        disc = square(cell, side)
        yield from keyed(Thing.SUN, each, sun(look, disc, each, SUN_UP, fade))
        if each == shown.focus:
            yield focus_ring(look, disc, side // 2)
        yield Target(_for_fingers(cell), TakeSun(each))


def dock_of(look: Style, rect: Rect, shown: ShownTable, model: Model) -> Iterator[Piece]:
    """Yield what settles the auction, who may pass, and what takes the last call back."""
    now = auction.heard(model)
    if now is None:
        return
    high = min(rect.h, _keys_px(look))
    gap = look.either(12, 6)
    whole, _ = cut_foot(rect, high)
    dial = shown.offered.taps.get(Control.DIAL)
    can_redo = dial is not None and isinstance(dial.message, BringBack)
    ends = (1.4, 1.6) if can_redo else (1.4,)
    if look.shape is Shape.TALL:
        upper, lower = stacked(whole, (1.0, 1.0), gap)
        settling, *rest = shares(upper, (4.0 - 1.2 * can_redo, *ends), gap)
        passing = lower
    else:
        settling, passing, *rest = shares(whole, (3.4, 5.4 - 1.6 * can_redo, *ends), gap)
    settling, passing, undo, *redo = (look.sided(each, rect) for each in (settling, passing, *rest))
    ok = shown.key(look, Control.OK)
    words = f"{ok.label} {ok.message.sun}" if isinstance(ok.message, TakeSun) else ok.label
    is_pointed = isinstance(shown.pick, PickDeed)
    yield action_key(look, settling, replace(ok, label=words, is_marked=is_pointed, is_main=True))
    yield from _passing(look, passing, shown, now)
    yield action_key(look, undo, shown.key(look, Control.UNDO))
    for place in redo:
        yield action_key(look, place, shown.key(look, Control.DIAL))


def _pass_key(look: Style, key: Rect, button: int, cap: str) -> Iterator[Piece]:
    """Yield a player's emblem and what is written on the key: whole, at worst without emblem."""
    high, room = key.h * 6 // 10, key.inset(look.px(3))
    if not cap:
        yield from shining(look, middle(key, key.w, high), button)
        return
    least = look.px(14)
    small = look if look.width(cap, Size.LABEL) + least <= room.w else unscaled(look)
    wide = small.width(cap, Size.LABEL)
    written, sign = cut_right(room, wide)
    if sign.w < least:
        yield small.line(room, cap, Size.LABEL, look.theme.ink, CENTRED)
        return
    yield from shining(look, middle(sign, sign.w, high), button)
    yield small.line(written, cap, Size.LABEL, look.theme.ink, CENTRED)


def _passing(look: Style, rect: Rect, shown: ShownTable, now: auction.Heard) -> Iterator[Piece]:
    """Yield a key for each player who can say that they pass."""
    able = [seat for seat in now.game.setup.seats if now.may_pass(seat)]
    if not able:
        return
    words = look.say("passes")
    text = min(look.width(words, Size.LABEL) + look.px(16), rect.w // 3)
    wide = (rect.w - text) // max(len(able), BUTTONS - 1)
    rect = look.sided(left_part(rect, len(able) * wide + text), rect)
    yield Box(rect, look.theme.panel, border=look.theme.line, radius=look.either(12, 9))
    keys = left_part(rect, rect.w - text)
    for seat, cell in zip(able, columns(keys, len(able), 0), strict=True):
        key = cell.inset(look.either(8, 5))
        colour = look.theme.buttons[shown.buttons[seat]]
        rim = max(2, look.px(2))  # a key: what is filled and round is a button of the panel
        yield Box(key, look.theme.panel, border=colour, border_px=rim, radius=look.either(10, 7))
        cap = shown.caps.get(CallPass(seat), "")
        yield from _pass_key(look, key, shown.buttons[seat], cap)
        yield Target(cell, CallPass(seat))
    yield look.line(without_left(rect, rect.w - text), words, Size.LABEL, look.theme.ink, CENTRED)
