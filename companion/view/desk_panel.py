"""The drawn panel: five player buttons, Ra, OK, Undo and the dial, lit as their lamps are."""

from collections.abc import Iterator, Mapping
from math import cos, pi, sin
from types import MappingProxyType

from companion.core.desk import HIDE_KEY, Desk, Detent, Finger
from companion.core.offers import PLAYER_CONTROLS
from companion.view.look import CENTRED, NUMBER
from companion.view.pieces import EARLIER, LATER
from companion.view.plate import HIGH, WIDE, Piece, Plate, shrunk
from companion.view.scene import Box, Colour, Disc, Picture, Rect, Target
from companion.view.theme import BUTTON_COLOURS, NIGHT, ON_BUTTON, between

DETENTS_ROUND = 24
"""How many detents the dial has in one turn."""

_BUTTONS: Mapping[str, tuple[float, float, float]] = MappingProxyType(
    {
        **{control: (68 + 86 * place, 62, 72) for place, control in enumerate(PLAYER_CONTROLS)},
        "undo": (68, 151, 58),
        "ok": (412, 151, 58),
        "ra": (546, 102, 128),
    }
)
"""The middle of each button from the corner of the panel, and its diameter, in units."""

_DIAL = (240, 149, 72)
_BESIDE_DIAL = 62
"""How far to either side of the dial's middle a click turns it, in units."""

_CAPS: Mapping[str, Colour] = MappingProxyType(
    {
        **dict(zip(PLAYER_CONTROLS, BUTTON_COLOURS, strict=True)),
        "undo": NIGHT.gold,
        "ok": NIGHT.gold,
        "ra": NIGHT.ra,
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
    hint = plate.look.say("{key} hides this desk", key=HIDE_KEY.upper())
    yield plate.text(plate.at(462, 172, 168, 18), hint, 14, _WOOD_EDGE, CENTRED)


def _button(
    plate: Plate,
    rect: Rect,
    control: str,
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
    elif control == "undo":
        yield Picture(shrunk(inner, 0.62), "ui_undo", tint=ink)
    else:
        yield plate.text(inner, control.upper(), 0.35 * across, ink, NUMBER)
    yield Target(rect, Finger(control))


def _ink(control: str, cap: Colour, lamp: float) -> Colour:
    """Return the colour of a sign on a cap: its own when lit, a shade of the cap when dark."""
    own = NIGHT.on_ra if control == "ra" else ON_BUTTON
    return between(between(cap, _WHITE, 0.28), own, lamp)


def _dial(plate: Plate, shown: Desk) -> Iterator[Piece]:
    """Yield the dial: its sides turn it, its middle is pushed."""
    rect = plate.round(*_DIAL)
    is_down = "dial" in shown.held
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
    yield Target(shrunk(rect, 0.9), Finger("dial"))
