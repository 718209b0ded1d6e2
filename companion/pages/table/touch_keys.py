"""What can be done at the table: at a turn a key for each kind of tile, else chips of controls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from companion import narration
from companion.core.commands import GROUP_TILES, PLAYER_CONTROLS, Bindings, Control, TileGroup
from companion.core.messages import Open, OpenGroup, Play, Route, TurnDial
from companion.core.model import Model
from companion.pages.status_bar import edge_px
from companion.pages.table import history_view, settled
from companion.pages.table.situation import DialCommand, Pick, PickCommand, PickGod, ShownTable
from companion.rules.actions import DRAWS, INVOKE, Draw, EndGods, Pass, Unsold
from companion.rules.events import GodUsed
from companion.rules.legal import can_draw
from companion.rules.model import Discarding, Game, Phase
from companion.rules.records.timeline import Step
from companion.rules.tiles import FAMILIES, Family, Tile, count
from companion.ui.chips import chip_rows, chips
from companion.ui.layout import (
    Bands,
    bands,
    columns,
    cut_foot,
    cut_left,
    cut_right,
    in_rows,
    left_part,
    middle,
    rows,
    shares,
    square,
    with_keys_aside,
)
from companion.ui.pieces import Keycaps, Sign, badge, badge_width, key_ground, shining, tile
from companion.ui.scene import Box, Picture, Rect, Target, Weight
from companion.ui.style import CENTRED, NUMBER, Piece, Shape, Size, Ui, cached, unscaled
from companion.ui.widgets import Action, action_key


def has_pad(ui: Ui, game: Game, pick: Pick | None) -> bool:
    """Whether there is a key for every kind of tile."""
    drawing = game.stage is Phase.TURN and not isinstance(pick, PickGod)
    return ui.canvas.touch and drawing and not ui.is_big


def places(ui: Ui, model: Model, pick: Pick | None) -> Bands:
    """Return the bands of the table; on a large screen the keys of tiles stand beside them."""
    where = bands(ui, edge_px(ui, model))
    return with_keys_aside(ui, where) if has_pad(ui, model.game, pick) else where


_COMMON = (Tile.RA, Tile.GOD, Tile.GOLD, Tile.PHARAOH, Tile.NILE, Tile.FLOOD)

_CIVILISATIONS = FAMILIES[Family.CIVILISATION]

_MONUMENTS = FAMILIES[Family.MONUMENT]

_DISASTERS = FAMILIES[Family.DISASTER]

_WIDE = ((*_COMMON, *_CIVILISATIONS), (*_MONUMENTS, *_DISASTERS))

_HIGH = (_COMMON, _CIVILISATIONS, _MONUMENTS, _DISASTERS)
"""The kinds row by row in one order, on a screen wider than high and on another."""


class _Key(msgspec.Struct, frozen=True):
    kind: Tile
    left: int
    """How many are left in the bag."""
    is_awake: bool
    """Whether a touch enters a tile: the auction track has room, and no lot was just won."""
    is_marked: bool
    """Whether the buttons reach it now, or the dial points at it."""
    sign: Sign | None
    """What to press next for it, where there is something."""


def _keys(ui: Ui, shown: ShownTable, *, is_awake: bool) -> Mapping[Tile, _Key]:
    game, signs = shown.game, ways(ui, shown.offered, shown.caps)
    is_awake = is_awake and can_draw(game)
    group = () if shown.group is TileGroup.ALL else GROUP_TILES[shown.group]
    marked = (*group, shown.pointed)
    return {
        kind: _Key(kind, count(game.bag, kind), is_awake, kind in marked, signs.get(kind))
        for kind in DRAWS
    }


def ways(ui: Ui, offered: Bindings, caps: Keycaps) -> Mapping[Tile, Sign]:
    """Return for each kind what to press next to enter it; nothing for fingers."""
    if caps:
        entered = {kind: Play(draw) for kind, draw in DRAWS.items()}
        return {kind: Sign(None, caps[play]) for kind, play in entered.items() if play in caps}
    found: dict[Tile, Sign] = {}
    if not ui.canvas.panel:
        return found
    for control, offer in offered.taps.items():
        if offer.tile is not None:
            found[offer.tile] = Sign(control)
        elif isinstance(offer.message, OpenGroup):
            found |= dict.fromkeys(GROUP_TILES[offer.message.group], Sign(control))
    return found


def _docked(
    ui: Ui, rect: Rect, keys: Mapping[Tile, _Key], actions: Sequence[Action]
) -> Iterator[Piece]:
    """Yield the keys in rows, and at the end of the first two what else can be done."""
    gap = ui.px(4)
    tall = ui.shape is Shape.TALL
    lines = _HIGH if tall else _WIDE
    most = max(len(line) for line in lines) + (0 if tall else 1.3)
    wide = int((rect.w + gap) / most) - gap
    actions = actions[::-1] if tall else actions  # where the longer words have room
    for place, (row, line) in enumerate(zip(rows(rect, len(lines), gap), lines, strict=True)):
        for column, kind in enumerate(line):
            key = ui.sided(Rect(row.x + column * (wide + gap), row.y, wide, row.h), rect)
            yield _key(ui, key, keys[kind])
        if place < len(actions):
            used = len(line) * (wide + gap)
            rest = ui.sided(Rect(row.x + used, row.y, row.w - used, row.h), rect)
            yield action_key(ui, rest, actions[place])


_ASIDE = (*_COMMON, *_CIVILISATIONS, None, *_MONUMENTS, *_DISASTERS)
"""The kinds row by row where three keys stand side by side; None: no key."""


def _aside(ui: Ui, rect: Rect, keys: Mapping[Tile, _Key]) -> Iterator[Piece]:
    for kind, spot in zip(_ASIDE, in_rows(rect, len(_ASIDE), 3, ui.px(4)), strict=True):
        if kind is not None:
            yield _key(ui, spot, keys[kind])


def _foot(
    ui: Ui, rect: Rect, actions: tuple[Action, Action], caps: Keycaps, model: Model
) -> Iterator[Piece]:
    gap, history = ui.px(4), Open(Route.HISTORY)
    last, undo, call = (ui.sided(spot, rect) for spot in shares(rect, (10, 3, 5), gap))
    number = _SHOWN
    if cap := caps.get(history):  # fingers correct an entry by touching it
        number -= 1
        last, spot = shares(last, (number, 1.2), gap)
        yield action_key(ui, spot, Action(Sign(None, cap), ui.say("History"), history))
    yield from last_entries(ui, last, model, number)
    yield action_key(ui, undo, actions[1])
    yield action_key(ui, call, actions[0])


@cached
def _key(ui: Ui, rect: Rect, shown: _Key) -> Iterator[Piece]:
    theme, is_lit = ui.theme, shown.is_awake and shown.left > 0
    opacity = 1.0 if is_lit else ui.faint(0.3)
    yield key_ground(ui, rect, is_lit=is_lit, is_marked=shown.is_marked)
    pad_px = ui.px(6, 3)
    text = ui.width("25", Size.SMALL, Weight.EXTRA)
    if rect.h > rect.w or rect.w - text < rect.h * 2 // 3:  # the picture is what is looked for
        ui = unscaled(ui)
        text = ui.width("25", Size.SMALL, Weight.EXTRA)
    if rect.h > rect.w * _SQUARE:  # the number stands below the picture
        high = min(rect.h * 4 // 10, ui.line_height(Size.SMALL))
        low, top = cut_foot(rect.inset(pad_px // 2, 1), high)
        side = min(top.h - pad_px // 2, top.w)
        yield tile(square(top, side), shown.kind, opacity)
        letter = (shown.sign.key if shown.sign else "") or _WIDEST_LETTER
        gap = min(ui.px(4), low.w - text - ui.width(letter, Size.SMALL))
        upper, lower = cut_left(low, text, max(0, gap))
    else:
        side = min(rect.h - 2 * pad_px, rect.w - text - pad_px - ui.px(4, 0))
        yield tile(square(Rect(rect.x + pad_px, rect.y, side, rect.h), side), shown.kind, opacity)
        right = Rect(rect.x + pad_px + side, rect.y + 1, rect.w - side - pad_px, rect.h - 2)
        upper, lower = rows(right, 2, 0)
    ink = theme.ink if shown.left else theme.zero
    yield ui.line(upper, str(shown.left), Size.SMALL, ink, NUMBER.faded(max(opacity, 0.6)))
    if shown.sign is not None:
        yield from _way(ui, lower, shown.sign, opacity)
    yield Target(rect, Play(DRAWS[shown.kind]))


_WIDEST_LETTER = "W"

_SQUARE = 0.9
"""From so high in proportion on a key is as good as square: keys of one pad look alike."""


def _way(ui: Ui, rect: Rect, sign: Sign, opacity: float) -> Iterator[Piece]:
    if sign.key:
        most = min(rect.h - 1, ui.em(Size.SMALL))
        px = ui.canvas.type.fitting_px(sign.key, rect.w, most, most * 3 // 4, Weight.BOLD)
        wide = max(rect.h, ui.width_at(sign.key, px, Weight.BOLD) + ui.px(8))
        cap = middle(rect, min(rect.w, wide), rect.h)
        yield Box(cap, ui.theme.ink, radius=rect.h // 5, opacity=opacity)
        yield ui.text(cap, sign.key, px, ui.theme.panel, CENTRED.faded(opacity))
    elif sign.control in PLAYER_CONTROLS:
        button = PLAYER_CONTROLS.index(sign.control)
        side = min(rect.h, ui.px(22, 17))
        yield from shining(ui, square(rect, side), button, opacity)
    else:
        high = min(rect.h - 2, ui.px(24, 19))
        spot = middle(rect, min(rect.w, badge_width(ui, high)), high)
        yield from badge(ui, spot, sign, opacity)


def dock(ui: Ui, where: Bands, shown: ShownTable, model: Model) -> Iterator[Piece]:
    """Yield what can be done: keys for fingers, or what each control does."""
    stage, rect = shown.game.stage, where.dock
    if has_pad(ui, shown.game, shown.pick):
        is_awake = not settled.is_touched_twice(model)
        keys = _keys(ui, shown, is_awake=is_awake)
        actions = _calling(ui, shown, is_awake=is_awake), shown.key(ui, Control.UNDO)
        if where.keys.w:
            yield from _aside(ui, where.keys, keys)
            yield from _foot(ui, rect, actions, shown.caps, model)
        else:
            yield from _docked(ui, rect, keys, actions)
    else:
        choosing, rest = chips(ui, shown.offered, shown.caps)
        if not (shown.caps or ui.canvas.panel):  # a finger touches the thing itself
            rest = tuple(chip for chip in rest if chip.messages != (TurnDial(1),))
        if stage is Phase.GODS or isinstance(shown.pick, PickGod):
            choosing = tuple(chip for chip in choosing if not chip.tiles)
        if isinstance(stage, Discarding):
            choosing = tuple(chip for chip in rest if not chip.is_hold)
            rest = tuple(chip for chip in rest if chip.is_hold)
        yield chip_rows(ui, rect, (choosing, rest))


def _calling(ui: Ui, shown: ShownTable, *, is_awake: bool) -> Action:
    """Return the key that invokes Ra."""
    offers = shown.offered.taps.get(Control.RA), shown.offered.holds.get(Control.RA)
    calls = any(offer is not None and offer.message == Play(INVOKE) for offer in offers)
    sign = Sign(Control.RA if calls else None, shown.caps.get(Play(INVOKE), ""))
    is_marked = shown.pick == PickCommand(DialCommand.CALL_RA)
    is_hold = calls and can_draw(shown.game)
    return Action(sign, ui.say("Invoke Ra"), Play(INVOKE), is_awake, is_hold, is_marked)


_SHOWN = 3


def last_entries(ui: Ui, rect: Rect, model: Model, shown: int = _SHOWN) -> Iterator[Piece]:
    """Yield a key for each of the last entries that can be corrected, the latest at the right."""
    timeline = model.session.timeline
    number = 0 if timeline is None else len(timeline.steps)
    places = range(max(1, number - shown + 1), number + 1)
    spots = columns(rect, shown, ui.px(4))
    for at, spot in zip(reversed(places), reversed(spots), strict=False):
        found, fix = history_view.step(model, at), history_view.correcting_at(model, at)
        if found is not None and fix is not None:
            yield key_ground(ui, spot)
            yield from _entry(ui, spot.inset(ui.px(8), ui.px(4)), model, found)
            yield Target(spot, fix)


def _entry(ui: Ui, rect: Rect, model: Model, found: Step) -> Iterator[Piece]:
    """Yield who did it, pictures or a word of it, a tile's name if it fits, and a pencil.

    A God tile stands with what it took, and with a tick where no more are used.
    """
    gap, side = ui.px(6), rect.h
    seat = getattr(found.events[0], "seat", None) if found.events else None
    if seat is not None:
        spot, rect = cut_left(rect, side * 2 // 3, gap)
        yield from shining(ui, spot, model.session.buttons[seat])
    taken = next((each.tile for each in found.events if isinstance(each, GodUsed)), None)
    if taken is not None or isinstance(found.action, EndGods):
        first, second = columns(left_part(rect, min(rect.w, 2 * side + gap)), 2, gap)
        side = min(side, first.w)
        yield tile(square(first, side), Tile.GOD)
        if taken is None:
            yield Picture(square(second, side // 2), "ui_check", tint=ui.theme.ink_second)
        else:
            yield tile(square(second, side), taken)
        return
    pencil, rest = cut_right(rect, side // 2, gap)
    yield Picture(square(pencil, side // 2), "ui_pencil", tint=ui.theme.ink_third)
    action, said = found.action, ""
    if isinstance(action, Draw | _WITHOUT_PICTURE):
        said = narration.action_text(action, ui.canvas.words)
    if not isinstance(action, _WITHOUT_PICTURE):
        spot, rest = cut_left(rest, side, gap)
        yield from history_view.entry_sign(ui, square(spot, side), found, 1.0)
        said = said if ui.width(said, Size.SMALL) <= rest.w else ""
    if said:
        yield ui.line(rest, said, Size.SMALL, ui.theme.ink_second)


_WITHOUT_PICTURE = Pass | Unsold
