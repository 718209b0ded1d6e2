"""An auction on the screen: who leads, what would lead, and how the lot was won."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.core.bindings import Binding
from companion.core.controls import BUTTONS, PLAYER_CONTROLS, Control
from companion.core.messages import BringBack, CallPass, Message, RestPass, TakeSun
from companion.core.model import Model
from companion.pages.table import auction
from companion.pages.table.choices import PickDeed, PickSun
from companion.pages.table.shown_table import ShownTable
from companion.rules.auction import leader
from companion.rules.editions import Seat, Sun, Suns
from companion.rules.events import DisasterStruck, LotWon, NobodyBid
from companion.rules.tiles import Tile, tiles
from companion.ui.layout import columns, left_part, middle, shares, square, stacked, without_left
from companion.ui.pieces import (
    SUN_DOWN,
    SUN_UP,
    SUN_WON,
    Sign,
    emblem,
    focus_ring,
    paragraph,
    sun,
    tile,
)
from companion.ui.scene import Box, Colour, Disc, Item, Rect, Target, Thing, keyed, loud
from companion.ui.speech import short_name
from companion.ui.style import CENTRED, PLAIN, SMALLEST_PX, TOUCH_PX, Piece, Shape, Size, Style
from companion.ui.theme import ON_BUTTON
from companion.ui.widgets import Action, action_key

BEADS = 24
"""Of so many points a ring consists that shrinks while time runs."""

_WIDER = {2: 1.3, 3: 1.5, 4: 1.5, 5: 2.0}
"""How much wider than another the column of the leader is, by number of players."""


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
    wider = _WIDER[len(columns)]
    parts = tuple(wider if each.bid is not None else 1.0 for each in columns)
    gap = look.either(12, 6)
    is_high = look.shape is Shape.TALL
    places = stacked(rect, parts, gap) if is_high else shares(rect, parts, gap)
    for place, each in zip(places, columns, strict=True):
        yield from _player(look, place, each, is_high=is_high)


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


def _player(look: Style, rect: Rect, shown: Column, *, is_high: bool) -> Iterator[Piece]:
    theme = look.theme
    colour = theme.buttons[shown.button]
    fade = theme.veil if shown.note else 1.0
    radius = look.either(14, 10)
    ground = theme.panel if shown.bid is None else theme.panel_active
    rim = max(2, look.px(4 if shown.bid is not None else 2))
    yield Box(rect, ground, border=colour, border_px=rim, radius=radius)
    if is_high:
        head, body = shares(rect, (1.0, 1.6), 0)
    else:
        head, body = stacked(rect, (1.0, 3.2 if shown.bid is None else 2.8), 0)
    yield Box(head, colour, radius=radius, opacity=max(fade, 0.6))
    yield from _head(look, head, shown)
    inner = body.inset(look.either(10, 4))
    if shown.note:
        words = inner if not shown.suns else stacked(inner, (1.0, 2.0), 0)[0]
        yield from paragraph(look, words, shown.note, Size.NAME, CENTRED, colour=theme.ink_second)
        inner = stacked(inner, (1.0, 2.0), 0)[1]
    if shown.bid is not None:
        yield from _leading(look, inner, shown)
    elif shown.suns:
        yield from _sun_keys(look, inner, shown, theme.veil if shown.note else 1.0)


def _head(look: Style, rect: Rect, shown: Column) -> Iterator[Piece]:
    side = round(min(rect.h * 0.5, rect.w * 0.14))
    pad = look.either(12, 4)
    spot = Rect(rect.x + pad, rect.y, side, rect.h)
    yield emblem(spot, shown.button)
    right = rect.x + rect.w - pad
    if shown.has_statue:
        mark = round(min(rect.h * 0.7, rect.w * 0.18))
        right -= mark + look.px(4)
        yield tile(square(Rect(right + look.px(4), rect.y, mark, rect.h), mark), Tile.RA)
    left = spot.x + side + pad
    room = Rect(left, rect.y, right - left, rect.h)
    said = shown.name
    if shown.bid is not None:
        leads = look.say("{name} leads", name=look.short(shown.name, room.w * 0.6, Size.NAME))
        wide = look.canvas.type.width(leads, SMALLEST_PX, PLAIN.weight)
        said = leads if wide <= room.w else shown.name
    px = look.em_between(Size.NAME, round(rect.h * 0.62), Size.TITLE)
    yield look.text(room, said, px, ON_BUTTON)


def _leading(look: Style, rect: Rect, shown: Column) -> Iterator[Piece]:
    """Yield the sun that leads on its player's colour, the ring, and what else they have."""
    bid = shown.bid
    if bid is None:
        return
    higher = shown.suns
    wide = shares(rect, (1.6, 1.0), 0) if higher or shown.other else (rect,)
    side = min(wide[0].w, wide[0].h)
    disc = square(wide[0], side)
    yield Disc(disc, look.theme.buttons[shown.button])
    if shown.is_timed:
        yield from beads(disc, ON_BUTTON)
    inner = disc.inset(max(4, side // 12))
    yield from keyed(Thing.SUN, bid, sun(look, inner, bid, SUN_WON))
    if len(wide) > 1:
        faint = [*shown.other, *higher]
        cells = stacked(wide[1], (1.0,) * len(faint), look.px(4))
        for each, cell in zip(faint, cells, strict=True):
            small = square(cell, min(cell.w, cell.h))
            opacity = 1.0 if each in higher else look.faint(0.35)
            yield from keyed(Thing.SUN, each, sun(look, small, each, SUN_UP, opacity))
            if each == shown.focus:
                yield focus_ring(look, small, small.w // 2)
            if each in higher:
                yield Target(_for_fingers(small), TakeSun(each))


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


def _sun_keys(look: Style, rect: Rect, shown: Column, fade: float) -> Iterator[Piece]:
    """Yield every sun with which a player would lead, as large as there is room."""
    gap = look.either(8, 4)
    number = len(shown.suns)
    lines = 2 if number > 2 and rect.h > rect.w * 0.9 else 1  # noqa: PLR2004 - two rows of two
    most = -(-number // lines)
    rows = stacked(rect, (1.0,) * lines, gap)
    cells = [cell for row in rows for cell in columns(row, most, gap)]
    side = min(cells[0].w, cells[0].h)
    for each, cell in zip(shown.suns, cells, strict=False):
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
    whole = Rect(rect.x, rect.y + rect.h - high, rect.w, high)
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
    ok = shown.offered.taps[Control.OK]
    marked = isinstance(shown.pick, PickDeed)
    words = look.say(ok.label)
    if isinstance(ok.message, TakeSun):
        words = f"{words} {ok.message.sun}"
    yield action_key(
        look,
        settling,
        Action(shown.sign(Control.OK, ok), words, ok.message, ok.is_lit, is_marked=marked),
    )
    yield from _passing(look, passing, shown, now)
    back = shown.offered.taps[Control.UNDO]
    yield action_key(look, undo, _key(look, shown, Control.UNDO, back))
    if dial is not None:
        for place in redo:
            yield action_key(look, place, _key(look, shown, Control.DIAL, dial))


def _key(look: Style, shown: ShownTable, control: Control, offer: Binding) -> Action:
    return Action(shown.sign(control, offer), look.say(offer.label), offer.message, offer.is_lit)


def _passing(look: Style, rect: Rect, shown: ShownTable, now: auction.Heard) -> Iterator[Piece]:
    """Yield a key for each player who can say that they pass."""
    able = [seat for seat in now.game.setup.seats if now.may_pass(seat)]
    if not able:
        return
    yield Box(rect, look.theme.panel, border=look.theme.line, radius=look.either(12, 9))
    words = look.say("passes")
    text = min(look.width(words, Size.LABEL) + look.px(16), rect.w // 3)
    keys = left_part(rect, rect.w - text)
    for seat, cell in zip(able, columns(keys, max(len(able), BUTTONS - 1), 0), strict=False):
        chip = cell.inset(look.either(8, 5))
        colour = look.theme.buttons[shown.buttons[seat]]
        yield Box(chip, colour, radius=chip.h // 2)
        yield emblem(middle(chip, chip.w, chip.h * 6 // 10), shown.buttons[seat])
        yield Target(cell, CallPass(seat))
    yield look.line(without_left(rect, rect.w - text), words, Size.LABEL, look.theme.ink, CENTRED)


def shown_result(model: Model, shown: ShownTable) -> bool:
    """Whether the lot that was just won is what the table shows."""
    past = auction.just_settled(model)
    return past is not None and not past.is_seen and shown.pick is None and shown.is_live


def result(look: Style, sky: Rect, lane: Rect, shown: ShownTable, model: Model) -> Iterator[Piece]:
    """Yield who won with which sun above, and below what they won."""
    yield from winner(look, sky, shown, model)
    won = next((each for each in _events(shown) if isinstance(each, LotWon)), None)
    if won is not None:
        yield from _won(look, lane, shown, won)


def winner(look: Style, sky: Rect, shown: ShownTable, model: Model) -> Iterator[Piece]:
    """Yield who won with which sun, or that nobody did."""
    past = auction.just_settled(model)
    lead = None if past is None else leader(past.calls)
    won = next((each for each in _events(shown) if isinstance(each, LotWon)), None)
    theme = look.theme
    banner = sky.inset(look.either(10, 4))
    if past is None or lead is None or lead.sun is None or won is None:
        yield Box(banner, theme.panel, border=theme.gold, radius=banner.h // 2)
        words = look.say("Nobody wins the lot")
        yield loud(look.text(banner, words, _banner_px(banner), theme.ink, CENTRED))
        return
    colour = theme.buttons[shown.buttons[lead.seat]]
    name = short_name(look, shown.game.setup.players[lead.seat])
    wide = min(banner.w, round(banner.h * 9))
    banner = middle(banner, wide, banner.h)
    yield Box(banner, colour, radius=banner.h // 2)
    side = round(banner.h * 0.5)
    yield emblem(Rect(banner.x + banner.h // 3, banner.y, side, banner.h), shown.buttons[lead.seat])
    disc = Rect(banner.x + banner.w - banner.h, banner.y, banner.h, banner.h)
    room = Rect(
        banner.x + banner.h // 2 + side, banner.y, banner.w - 2 * banner.h - side // 2, banner.h
    )
    words = look.say("{name} wins with", name=name)
    yield loud(look.text(room, words, _banner_px(banner), ON_BUTTON, CENTRED))
    yield Disc(disc, theme.panel)
    yield from sun(look, disc.inset(max(2, banner.h // 16)), lead.sun, SUN_WON)


def _won(look: Style, lane: Rect, shown: ShownTable, won: LotWon) -> Iterator[Piece]:
    """Yield what was won."""
    theme, colour = look.theme, look.theme.buttons[shown.buttons[won.seat]]
    yield Box(lane, theme.lane, border=colour, border_px=max(2, look.px(3)),
              radius=look.either(16, 12))  # fmt: skip
    lot = tiles(won.lot)
    if not lot:
        words = look.say("No tiles: only the sun")
        yield look.line(lane, words, Size.NAME, theme.ink_second, CENTRED)
        return
    inner = lane.inset(look.either(10, 6))
    cells = columns(inner, len(lot), look.either(10, 4))
    side = min(cells[0].w, cells[0].h)
    for kind, cell in zip(lot, cells, strict=True):
        yield tile(square(cell, side), kind)


def _banner_px(rect: Rect) -> int:
    return max(SMALLEST_PX, round(rect.h * 0.68))


def _events(shown: ShownTable) -> tuple[object, ...]:
    return shown.moments[-1].events if shown.moments else ()


def for_hands(look: Style, rect: Rect, shown: ShownTable, model: Model) -> Iterator[Piece]:
    """Yield what hands do now, as pictures: suns to exchange, and tiles that go."""
    past = auction.just_settled(model)
    if past is None:
        return
    events, whole = _events(shown), rect
    if auction.settled(model) is not None:
        yield Target(whole, RestPass())  # where suns were a moment ago: it says who won
    late = next(auction.overbids(model, past), None)
    won = next((each for each in events if isinstance(each, LotWon)), None)
    gap = look.either(12, 6)
    if won is None:
        unsold = next((each for each in events if isinstance(each, NobodyBid)), None)
        gone = unsold is not None and bool(unsold.removed)
        words = look.say("The tiles leave the game") if gone else look.say("Everything stays")
        yield look.line(rect, words, Size.TITLE, look.theme.ink_second, CENTRED)
    else:
        struck = [each for each in events if isinstance(each, DisasterStruck)]
        if late is not None:
            high = max(TOUCH_PX, look.either(52, 44)) + look.px(4)
            rect = Rect(rect.x, rect.y + high, rect.w, rect.h - high)
        places = _stack(look, rect, 2 + len(struck), gap)
        take = look.say("Take {sun}, face down", sun=won.sun)
        give = look.say("{sun} into the centre", sun=won.paid)
        yield from _exchange(look, places[0], won.sun, SUN_DOWN, take)
        yield from _exchange(look, places[1], won.paid, SUN_WON, give)
        for each, place in zip(struck, places[2:], strict=True):
            yield from _loss(look, place, each)
    if late is not None and late.sun is not None and auction.settled(model) is not None:
        button = PLAYER_CONTROLS[shown.buttons[late.seat]] if auction.is_guarded(model) else None
        cap = shown.caps.get(TakeSun(late.sun), "")
        yield from _reopening(look, whole, late.sun, Sign(button, cap))


def _stack(look: Style, rect: Rect, number: int, gap: int) -> tuple[Rect, ...]:
    parts = (1.0,) * number
    is_high = look.shape is Shape.TALL and rect.h // number >= look.px(_LEAST_CARD)
    return stacked(rect, parts, gap) if is_high else shares(rect, parts, gap)


_LEAST_CARD = 70
"""How high a card is at least where they lie one below the other, in units."""


def _exchange(look: Style, rect: Rect, disc: Sun, face: str, words: str) -> Iterator[Piece]:
    yield from _card(look, rect, words)
    picture = stacked(rect.inset(look.either(10, 5)), (2.6, 1.0), 0)[0]
    from_, to = columns(picture, 2, look.either(20, 10))
    side = min(from_.w, from_.h)
    yield from sun(look, square(from_, side * 8 // 10), disc, SUN_UP, look.faint(0.35))
    yield look.text(picture, "\N{RIGHTWARDS ARROW}", max(SMALLEST_PX, side // 3),
                    look.theme.gold, CENTRED)  # fmt: skip
    yield from sun(look, square(to, side), disc, face)


def _loss(look: Style, rect: Rect, struck: DisasterStruck) -> Iterator[Piece]:
    yield from _card(look, rect, look.say("Into the box"))
    picture = stacked(rect.inset(look.either(10, 5)), (2.6, 1.0), 0)[0]
    lost = (struck.disaster, *tiles(struck.lost))
    cells = columns(picture, len(lost), look.px(4))
    side = min(cells[0].w, cells[0].h)
    for kind, cell in zip(lost, cells, strict=True):
        yield tile(square(cell, side), kind)


def _card(look: Style, rect: Rect, words: str) -> Iterator[Piece]:
    yield Box(rect, look.theme.panel, border=look.theme.line, radius=look.either(14, 10))
    under = stacked(rect.inset(look.either(10, 5)), (2.6, 1.0), 0)[1]
    yield from paragraph(look, under, words, Size.NAME, CENTRED)


def _reopening(look: Style, rect: Rect, disc: Sun, sign: Sign) -> Iterator[Piece]:
    """Yield the key of the lowest sun that would open the auction again, for a few seconds.

    Its player's button is the sign only as long as it means suns, and no tiles.
    """
    message: Message = TakeSun(disc)
    label = look.say("{sun} reopens it", sun=disc)
    high = max(TOUCH_PX, look.either(52, 44))
    wide = min(rect.w, look.width(label, Size.LABEL) + 3 * high)
    key = Rect(rect.x + rect.w - wide, rect.y, wide, high)
    yield action_key(look, left_part(key, key.w - high), Action(sign, label, message))
    ring = square(Rect(key.x + key.w - high, key.y, high, high), high - look.px(8))
    yield Disc(ring, look.theme.panel)
    yield from beads(ring, look.theme.ink)
