"""Draws the simulated panel, the bag and the reader below the table, for the mouse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, pi, sin
from types import MappingProxyType
from typing import NamedTuple

from companion.app.simulation.panel import HIDE_KEY, Cable, Desk, Detent, Finger, Holding, TakeTile
from companion.core.commands import PLAYER_CONTROLS, Control
from companion.rules.tiles import KINDS, Tile
from companion.ui.layout import columns, rows, square
from companion.ui.pieces import EARLIER, LATER, tile
from companion.ui.scene import Box, Colour, Disc, Item, Picture, Rect, Scene, Target, Text
from companion.ui.style import CENTRED, NUMBER, TextStyle, Ui
from companion.ui.theme import BUTTON_COLOURS, NIGHT, ON_BUTTON, between

_GROUND, _GROUND_BELOW = (27, 20, 17), (12, 9, 8)

_NARROW = 1.1
"""In a window narrower than this many plates they stand one below the other."""

_LARGEST = 1.25
"""In pixels; more would only be larger than a real panel."""


def desk_height(width: int) -> int:
    """Return how high the desk is in a window of this width, in pixels."""
    unit, is_stacked = _measure(width)
    return round(unit * HIGH) * (2 if is_stacked else 1)


def desk(ui: Ui, shown: Desk, rect: Rect) -> Scene[Holding]:
    """Return the desk in this part of a window, and what a click means where.

    Args:
        ui: In which words and letters.
        shown: How the simulated hardware stands.
        rect: As wide as the window, and as high as ``desk_height`` says.
    """
    pieces = tuple(_pieces(ui, shown, rect))
    items = tuple(each for each in pieces if not isinstance(each, Target))
    targets = tuple(each for each in pieces if isinstance(each, Target))
    return Scene((rect.x + rect.w, rect.y + rect.h), items, targets)


Piece = Item | Target[Holding]
"""What a part of the desk yields: something to draw, or a place to press."""


def _pieces(ui: Ui, shown: Desk, rect: Rect) -> Iterator[Piece]:
    unit, is_stacked = _measure(rect.w)
    wide, high = round(WIDE * unit), round(HIGH * unit)
    left = rect.x + (rect.w - (1 if is_stacked else 2) * wide) // 2
    below, beside = (high, 0) if is_stacked else (0, wide)
    yield Box(rect, _GROUND, bottom=_GROUND_BELOW)
    yield from drawn_panel(Plate(ui, Rect(left, rect.y, wide, high), unit), shown)
    bag = Rect(left + beside, rect.y + below, wide, high)
    yield from drawn_bag(Plate(ui, bag, unit), shown)


def _measure(width: int) -> tuple[float, bool]:
    """Return pixels of one unit, and whether the bag lies below the panel instead of beside it."""
    is_stacked = width < WIDE * _NARROW
    return min(_LARGEST, width / (WIDE if is_stacked else 2 * WIDE)), is_stacked


_FELT, _FELT_BELOW = (24, 46, 44), (14, 27, 27)

_EDGE: Colour = (62, 96, 88)

_WELL: Colour = (10, 20, 20)

_INK, _QUIET = NIGHT.ink, NIGHT.ink_second

_COLUMNS = 12

_GONE = 0.22
"""The opacity of a kind when none of its tiles is left."""

_LETTERS = 17
"""Height of the em of what is written, in units."""


class Plate(NamedTuple):
    """One half of the desk."""

    ui: Ui
    """The language it is written in."""
    rect: Rect
    """Where it is, in pixels."""
    unit: float
    """Pixels of one unit."""

    def px(self, units: float) -> int:
        """Return a length in pixels."""
        return round(units * self.unit)

    def at(self, x: float, y: float, w: float, h: float) -> Rect:
        """Return a part of the plate, given in units."""
        return Rect(self.rect.x + self.px(x), self.rect.y + self.px(y), self.px(w), self.px(h))

    def text(self, rect: Rect, text: str, units: float, colour: Colour, style: TextStyle) -> Text:
        """Return a text of this size, smaller if it must be."""
        measures, weight = self.ui.canvas.type, style.weight
        largest, least = self.px(units), max(1, self.px(_SMALLEST))
        px = measures.fitting_px(text, rect.w, largest, min(largest, least), weight)
        shown = measures.shorten(text, rect.w, px, weight)
        return Text(rect, shown, px, colour, weight, style.align)

    def round(self, x: float, y: float, across: float) -> Rect:
        """Return the square around something round, given its middle and diameter in units."""
        half = across / 2
        return self.at(x - half, y - half, across, across)


def drawn_bag(plate: Plate, shown: Desk) -> Iterator[Piece]:
    """Yield the bag with all that belongs to it."""
    felt = plate.at(4, 8, WIDE - 12, HIGH - 16)
    yield Box(felt, _FELT, bottom=_FELT_BELOW, border=_EDGE, border_px=max(1, plate.px(2)),
              radius=plate.px(20))  # fmt: skip
    yield from _cloth(plate, plate.at(16, 18, 162, 76), shown)
    yield from _reader(plate, plate.at(184, 18, 328, 76), shown.on_reader)
    yield from _cable(plate, plate.at(518, 18, 98, 76), is_plugged=shown.is_plugged)
    yield from _kinds(plate, plate.at(16, 100, 600, 86), shown)


def _cloth(plate: Plate, rect: Rect, shown: Desk) -> Iterator[Piece]:
    """Yield the bag itself: pressed, whichever tile comes is drawn."""
    left = sum(map(len, shown.bag.values()))
    yield _key(plate, rect, NIGHT.gold if left else _EDGE)
    side = rect.h - plate.px(12)
    yield Picture(Rect(rect.x + plate.px(8), rect.y + plate.px(6), side, side), "ui_bag")
    room = Rect(rect.x + side + plate.px(14), rect.y + plate.px(8),
                rect.w - side - plate.px(20), rect.h - plate.px(14))  # fmt: skip
    number, words = rows(room, 2, 0)
    yield plate.text(number, str(left), 34, NIGHT.gold, NUMBER)
    text = plate.ui.say("Draw")
    yield plate.text(words, text, _LETTERS, _INK, CENTRED)
    if left:
        yield Target(rect, TakeTile())


def _reader(plate: Plate, rect: Rect, laid: Tile | None) -> Iterator[Piece]:
    """Yield the reader, with the tile that was laid on it last."""
    yield _key(plate, rect, _EDGE)
    above = Rect(rect.x, rect.y + plate.px(5), rect.w, rect.h - plate.px(30))
    if laid is not None:
        yield tile(shrunk(above, 1.0), laid)
    else:
        yield Box(shrunk(above, 1.0), border=_EDGE, border_px=max(1, plate.px(1.5)),
                  radius=plate.px(6), opacity=0.7)  # fmt: skip
    yield _label(plate, rect, "Reader", _INK)


def _cable(plate: Plate, rect: Rect, *, is_plugged: bool) -> Iterator[Piece]:
    """Yield the plug of the reader, in its socket or beside it."""
    yield _key(plate, rect, _EDGE)
    colour = NIGHT.good if is_plugged else NIGHT.bad
    line = rect.y + plate.px(26)
    thick = max(2, plate.px(5))
    gap = 0 if is_plugged else plate.px(16)
    middle = rect.x + rect.w // 2
    plug, socket = plate.px(22), plate.px(24)
    yield Box(Rect(rect.x + plate.px(8), line - thick // 2, middle - rect.x - plug - plate.px(8)
                   - gap // 2, thick), colour, radius=thick // 2)  # fmt: skip
    yield Box(Rect(middle - plug - gap // 2, line - plug // 2, plug, plug), colour,
              radius=plate.px(5))  # fmt: skip
    for side in (-1, 1):
        pin = Rect(
            middle - gap // 2, line + side * plate.px(6) - 1, plate.px(7), max(2, plate.px(3))
        )
        yield Box(pin, colour)
    yield Box(Rect(middle + gap // 2 + (plate.px(6) if gap else 0), line - socket // 2,
                   plate.px(16), socket), _QUIET, radius=plate.px(5))  # fmt: skip
    text = "Plugged in" if is_plugged else "Unplugged"
    yield _label(plate, rect, text, colour)
    yield Target(rect, Cable())


def _kinds(plate: Plate, rect: Rect, shown: Desk) -> Iterator[Piece]:
    """Yield the kinds of tiles, each with how many are left."""
    lines = (KINDS[:_COLUMNS], KINDS[_COLUMNS:])
    for row, kinds in zip(rows(rect, len(lines), plate.px(4)), lines, strict=True):
        for cell, kind in zip(columns(row, _COLUMNS, plate.px(4)), kinds, strict=False):
            yield from _kind(plate, cell, kind, len(shown.bag.get(kind, ())))


def _kind(plate: Plate, cell: Rect, kind: Tile, left: int) -> Iterator[Piece]:
    side = min(cell.h - plate.px(2), cell.w - plate.px(18))
    yield Box(cell, _WELL, radius=plate.px(6), opacity=0.7)
    spot = Rect(cell.x + plate.px(1), cell.y + (cell.h - side) // 2, side, side)
    yield tile(spot, kind, 1.0 if left else _GONE)
    beside = Rect(spot.x + side, cell.y, cell.x + cell.w - spot.x - side, cell.h)
    if left:
        yield plate.text(beside, str(left), 15, _QUIET, CENTRED)
        yield Target(cell, TakeTile(kind))


def _key(plate: Plate, rect: Rect, border: Colour) -> Box:
    """Return the ground of something to press."""
    return Box(rect, _WELL, border=border, border_px=max(1, plate.px(2)), radius=plate.px(10))


def _label(plate: Plate, rect: Rect, text: str, colour: Colour) -> Text:
    """Return what is written at the bottom of something to press."""
    px = plate.px
    line = Rect(rect.x + px(4), rect.y + rect.h - px(25), rect.w - px(8), px(20))
    return plate.text(line, text, _LETTERS - 2, colour, CENTRED)


DETENTS_ROUND = 24
"""How many detents the dial has in one turn."""

_BUTTONS: Mapping[Control, tuple[float, float, float]] = MappingProxyType(
    {
        **{control: (68 + 86 * place, 62, 72) for place, control in enumerate(PLAYER_CONTROLS)},
        Control.UNDO: (68, 151, 58),
        Control.OK: (412, 151, 58),
        Control.RA: (546, 102, 128),
    }
)
"""The middle of each button from the corner of the panel, and its diameter, in units."""

_DIAL = (240, 149, 72)

_BESIDE_DIAL = 62
"""How far to either side of the dial's middle a click turns it, in units."""

_CAPS: Mapping[Control, Colour] = MappingProxyType(
    {
        **dict(zip(PLAYER_CONTROLS, BUTTON_COLOURS, strict=True)),
        Control.UNDO: NIGHT.gold,
        Control.OK: NIGHT.gold,
        Control.RA: NIGHT.ra,
    }
)

_WOOD, _WOOD_BELOW, _WOOD_EDGE = (86, 58, 36), (48, 31, 19), (150, 110, 68)

_RIM, _RIM_BELOW = (150, 140, 124), (48, 44, 40)

_STEEL, _STEEL_BELOW = (196, 188, 172), (92, 86, 78)

_SHADE: Colour = (14, 10, 8)

_UNLIT = 0.2
"""How much of a cap's colour is seen when its lamp is dark."""

_WHITE: Colour = (255, 255, 255)

_SHINE = 0.22
"""How much whiter than its colour a cap is that is fully lit."""


def drawn_panel(plate: Plate, shown: Desk) -> Iterator[Piece]:
    """Yield the panel."""
    board = plate.at(8, 8, WIDE - 12, HIGH - 16)
    edge = max(1, plate.px(2))
    yield Box(board, _WOOD, bottom=_WOOD_BELOW, border=_WOOD_EDGE, border_px=edge,
              radius=plate.px(20))  # fmt: skip
    for control, place in _BUTTONS.items():
        lamp = shown.lamps.get(control, 0.0)
        yield from _button(plate, plate.round(*place), control, lamp, control in shown.held)
    yield from _dial(plate, shown)
    hint = f"{HIDE_KEY.upper()} hides this desk"
    yield plate.text(plate.at(462, 172, 168, 18), hint, 14, _WOOD_EDGE, CENTRED)


def _button(
    plate: Plate,
    rect: Rect,
    control: Control,
    lamp: float,
    is_down: bool,  # noqa: FBT001 - as drawn
) -> Iterator[Piece]:
    colour, across = _CAPS[control], _BUTTONS[control][2]
    lit = between(colour, _WHITE, _SHINE * lamp)
    cap = between(_SHADE, lit, _UNLIT + (1 - _UNLIT) * lamp)
    light = plate.px(16 * lamp)
    yield Box(rect, _RIM, bottom=_RIM_BELOW, radius=rect.h // 2,
              glow=colour if light else None, glow_px=light)  # fmt: skip
    inner = shrunk(rect, 0.80 if is_down else 0.86)
    yield Box(inner, cap, bottom=between(cap, _SHADE, 0.35), border=_SHADE,
              border_px=max(1, plate.px(2)), radius=inner.h // 2)  # fmt: skip
    ink = _ink(control, cap, lamp)
    if control in PLAYER_CONTROLS:
        number = PLAYER_CONTROLS.index(control)
        yield Picture(shrunk(inner, 0.56), f"emblem_{number}", tint=ink)
    elif control == Control.UNDO:
        yield Picture(shrunk(inner, 0.62), "ui_undo", tint=ink)
    else:
        yield plate.text(inner, control.upper(), 0.35 * across, ink, NUMBER)
    yield Target(rect, Finger(control))


def _ink(control: Control, cap: Colour, lamp: float) -> Colour:
    """Return the colour of a sign on a cap: its own when lit, a shade of the cap when dark."""
    own = NIGHT.on_ra if control == Control.RA else ON_BUTTON
    return between(between(cap, _WHITE, 0.28), own, lamp)


def _dial(plate: Plate, shown: Desk) -> Iterator[Piece]:
    """Yield the dial: its sides turn it, its middle is pushed."""
    rect = plate.round(*_DIAL)
    is_down = Control.DIAL in shown.held
    yield Box(rect, _RIM_BELOW, bottom=_SHADE, radius=rect.h // 2, border=_SHADE,
              border_px=max(1, plate.px(2)))  # fmt: skip
    knob = shrunk(rect, 0.82 if is_down else 0.9)
    yield Box(knob, _STEEL, bottom=_STEEL_BELOW, radius=knob.h // 2)
    angle = 2 * pi * shown.detents / DETENTS_ROUND
    far, dot = knob.w * 0.34, max(4, plate.px(11))
    x = round(knob.x + knob.w / 2 + far * sin(angle) - dot / 2)
    y = round(knob.y + knob.h / 2 - far * cos(angle) - dot / 2)
    yield Disc(Rect(x, y, dot, dot), NIGHT.ra)
    middle_x, middle_y, across = _DIAL
    for sign, steps in ((EARLIER, -1), (LATER, 1)):
        arrow = plate.round(middle_x + steps * _BESIDE_DIAL, middle_y, 44)
        yield plate.text(arrow, sign, 46, _STEEL, NUMBER)
        near = middle_x + (0 if steps > 0 else -_BESIDE_DIAL - 24)
        side = plate.at(near, middle_y - across / 2, _BESIDE_DIAL + 24, across)
        yield Target(side, Detent(steps))
    yield Target(shrunk(rect, 0.9), Finger(Control.DIAL))


_SMALLEST = 11
"""The smallest text, in units: the desk is seen from close by, as any desktop is."""

WIDE, HIGH = 640, 204
"""Size of each of the two plates, in units."""


def shrunk(rect: Rect, share: float) -> Rect:
    """Return a square in the middle of this one that is only so large."""
    return square(rect, round(min(rect.w, rect.h) * share))
