"""The signs of the controls as they are on the panel, or the keys of a keyboard instead."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

import msgspec

from companion.core.keys import keys
from companion.core.messages import Message
from companion.core.model import Model
from companion.core.offers import PLAYER_CONTROLS
from companion.view.layout import square
from companion.view.look import Look
from companion.view.scene import Align, Box, Colour, Item, Picture, Rect, Text, Weight
from companion.view.theme import ON_BUTTON


class Sign(msgspec.Struct, frozen=True):
    """What is pressed: a control of the panel or, where there is a keyboard, a key."""

    control: str = ""
    """Empty for what only fingers and the mouse can do."""
    key: str = ""
    """What is written on the key; empty where no key does it or there is no keyboard."""


Keycaps = Mapping[Message, str]
"""For each message what is written on the key that means it."""

NO_KEYCAPS: Keycaps = MappingProxyType({})

_KEYCAPS = {
    "return": "Enter",
    "escape": "Esc",
    "space": "Space",
    "tab": "Tab",
    "backspace": "Bksp",
    "end": "End",
    "left": "\N{LEFTWARDS ARROW}",
    "right": "\N{RIGHTWARDS ARROW}",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
}
_SYMBOLS = {"dial": "ui_dial", "undo": "ui_undo"}


def keycaps(look: Look, model: Model) -> Keycaps:
    """Return what is written on the keys that mean something now, none without a keyboard."""
    if not look.canvas.letters:
        return NO_KEYCAPS
    found: dict[Message, str] = {}
    for name, message in keys(model).items():
        cap = name.upper() if len(name) == 1 else _KEYCAPS.get(name, "")
        if cap and (message not in found or len(cap) < len(found[message])):
            found[message] = cap
    return found


def badge_width(look: Look, height: int, key: str = "") -> int:
    """Return how wide a badge of this height is."""
    wide = round(height * (1.44 if look.is_full else 1.25))
    if len(key) <= 1:
        return height if key else wide
    text = look.canvas.type.width(key, _letters_px(height), Weight.BOLD)
    return max(wide, round(text + height * 0.6))


def _letters_px(height: int) -> int:
    return round(height * 0.56)


def badge(look: Look, rect: Rect, sign: Sign, opacity: float = 1.0) -> Iterator[Item]:
    """Yield the sign of a control: an emblem, RA, OK, the dial, an arrow, or a key."""
    if sign.key:
        yield from _keycap(look, rect, sign.key, opacity)
    if sign.key or not sign.control:
        return
    fill, ink = badge_colours(look, sign.control)
    rim = max(2, rect.h // 18)
    yield Box(rect, fill, border=look.theme.ink, border_px=rim, radius=rect.h // 2, opacity=opacity)
    if sign.control in PLAYER_CONTROLS:
        button = PLAYER_CONTROLS.index(sign.control)
        yield Picture(square(rect, round(rect.h * 0.56)), f"emblem_{button}", opacity, ink)
    elif sign.control in _SYMBOLS:
        yield Picture(square(rect, round(rect.h * 0.62)), _SYMBOLS[sign.control], opacity, ink)
    else:
        text = sign.control.upper()
        yield Text(rect, text, _letters_px(rect.h), ink, Weight.EXTRA, Align.CENTRE, opacity)


def _keycap(look: Look, rect: Rect, key: str, opacity: float) -> Iterator[Item]:
    theme = look.theme
    rim = max(2, rect.h // 14)
    yield Box(rect, theme.ink, border=theme.ink_third, border_px=rim, radius=rect.h // 5,
              opacity=opacity)  # fmt: skip
    yield Text(rect, key, _letters_px(rect.h), theme.panel, Weight.BOLD, Align.CENTRE, opacity)


def hold_mark(look: Look, rect: Rect) -> Box:
    """Return the mark under a badge that must be held: a bar, as if it filled up meanwhile."""
    high = max(3, rect.h // 9)
    bar = Rect(rect.x + rect.w // 8, rect.y + rect.h + max(1, high // 3), rect.w * 3 // 4, high)
    return Box(bar, look.theme.ink, radius=high // 2)


def badge_colours(look: Look, control: str) -> tuple[Colour, Colour]:
    """Return the colour of a control's badge, and of what is written on it."""
    if control in PLAYER_CONTROLS:
        return look.theme.buttons[PLAYER_CONTROLS.index(control)], ON_BUTTON
    if control == "ra":
        return look.theme.ra, look.theme.on_ra
    return look.theme.gold, look.theme.on_gold
