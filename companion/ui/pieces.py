"""The small things on every page: tiles, suns, emblems, names, control signs, the focus ring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from math import ceil
from types import MappingProxyType

import msgspec

from companion.core.commands import PLAYER_CONTROLS, Control
from companion.i18n.languages import has_spaces
from companion.rules.editions import Sun
from companion.rules.tiles import Tile
from companion.ui.layout import middle, rows, square
from companion.ui.scene import Align, Box, Colour, Item, Picture, Rect, Sky, Text, Weight
from companion.ui.style import (
    NUMBER,
    PLAIN,
    SMALLER,
    SMALLEST_PX,
    Piece,
    Size,
    TextStyle,
    Ui,
    at_scale,
    cached,
    unscaled,
)
from companion.ui.theme import ON_BUTTON, SUN_NUMBER


class Sign(msgspec.Struct, frozen=True):
    """What is pressed: a control of the panel or, where there is a keyboard, a key."""

    control: Control | None = None
    """None for what only fingers and the mouse can do."""
    key: str = ""
    """What is written on the key; empty where no key does it or there is no keyboard."""


Keycaps = Mapping[object, str]
"""For each message what is written on the key that means it."""

NO_KEYCAPS: Keycaps = MappingProxyType({})

KEYCAPS = {
    "return": "Enter",
    "escape": "Esc",
    "space": "Space",
    "home": "Home",
    "tab": "Tab",
    "backspace": "Bksp",
    "delete": "Del",
    "end": "End",
    "page up": "PgUp",
    "page down": "PgDn",
    "left": "\N{LEFTWARDS ARROW}",
    "right": "\N{RIGHTWARDS ARROW}",
    "up": "\N{UPWARDS ARROW}",
    "down": "\N{DOWNWARDS ARROW}",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
}

_SYMBOLS = {Control.DIAL: "ui_dial", Control.UNDO: "ui_undo"}


def badge_width(ui: Ui, height: int, key: str = "") -> int:
    """Return how wide a badge of this height is."""
    wide = round(height * (1.44 if ui.is_full else 1.25))
    if len(key) <= 1:
        return height if key else wide
    text = ui.canvas.type.width(key, _key_px(ui, height, key), Weight.BOLD)
    return max(wide, round(text + height * 0.6))


def _letters_px(height: int) -> int:
    return round(height * 0.56)


def _key_px(ui: Ui, height: int, key: str) -> int:
    """Return the em of what is written on a key: a word is read, one letter is looked for."""
    px = _letters_px(height)
    return px if len(key) <= 1 else max(px, min(height, ui.least_px))


def is_named(ui: Ui, sign: Sign) -> bool:
    """Whether people need to see this: fingers press no buttons."""
    return bool(sign.key) or (sign.control is not None and ui.canvas.panel)


def badge(ui: Ui, rect: Rect, sign: Sign, opacity: float = 1.0) -> Iterator[Item]:
    """Yield the sign of a control: an emblem, RA, OK, the dial, an arrow, or a key."""
    if sign.key:
        rim = max(2, rect.h // 14)
        yield Box(rect, ui.theme.ink, border=ui.theme.ink_third, border_px=rim,
                  radius=rect.h // 5, opacity=opacity)  # fmt: skip
        px = _key_px(ui, rect.h, sign.key)
        yield Text(rect, sign.key, px, ui.theme.panel, Weight.BOLD, Align.CENTRE, opacity)
    if sign.key or not sign.control:
        return
    fill, ink = ui.theme.gold, ui.theme.on_gold
    if sign.control in PLAYER_CONTROLS:
        fill, ink = ui.theme.buttons[PLAYER_CONTROLS.index(sign.control)], ON_BUTTON
    elif sign.control is Control.RA:
        fill, ink = ui.theme.ra, ui.theme.on_ra
    rim = max(2, rect.h // 18)
    yield Box(rect, fill, border=ui.theme.ink, border_px=rim, radius=rect.h // 2, opacity=opacity)
    if sign.control in PLAYER_CONTROLS:
        button = PLAYER_CONTROLS.index(sign.control)
        yield Picture(square(rect, round(rect.h * 0.56)), f"emblem_{button}", opacity, ink)
    elif sign.control in _SYMBOLS:
        yield Picture(square(rect, round(rect.h * 0.62)), _SYMBOLS[sign.control], opacity, ink)
    else:
        text = sign.control.upper()
        yield Text(rect, text, _letters_px(rect.h), ink, Weight.EXTRA, Align.CENTRE, opacity)


def is_bare_undo(sign: Sign) -> bool:
    """Whether the sign of Undo is one letter, which says nothing without a word or an arrow."""
    return sign.control is Control.UNDO and len(sign.key) == 1


def undo_arrow(ui: Ui, rect: Rect, opacity: float = 1.0) -> Picture:
    """Return the arrow that says Undo beside a key where its word has no room."""
    side = round(min(rect.w, rect.h) * 0.72)
    return Picture(square(rect, side), _SYMBOLS[Control.UNDO], opacity, ui.theme.ink)


def hold_mark(ui: Ui, rect: Rect) -> Box:
    """Return the mark under a badge that must be held: a bar, as if it filled up meanwhile."""
    high = min(8, max(5, rect.h // 6))
    bar = Rect(rect.x + rect.w // 8, rect.y + rect.h - high // 2, rect.w * 3 // 4, high)
    return Box(bar, ui.theme.ink, border=ui.theme.panel, border_px=1, radius=high // 2)


TILE_PICTURES = MappingProxyType(
    {
        Tile.RA: "tile_ra",
        Tile.GOD: "tile_god",
        Tile.PHARAOH: "tile_pharaoh",
        Tile.NILE: "tile_nile",
        Tile.FLOOD: "tile_flood",
        Tile.GOLD: "tile_gold",
        Tile.ART: "tile_art",
        Tile.AGRICULTURE: "tile_agri",
        Tile.RELIGION: "tile_relig",
        Tile.ASTRONOMY: "tile_astro",
        Tile.WRITING: "tile_write",
        Tile.FORTRESS: "tile_fortress",
        Tile.OBELISK: "tile_obelisk",
        Tile.PALACE: "tile_palace",
        Tile.PYRAMID: "tile_pyramid",
        Tile.SPHINX: "tile_sphinx",
        Tile.STATUES: "tile_statue",
        Tile.STEP_PYRAMID: "tile_step",
        Tile.TEMPLE: "tile_temple",
        Tile.FUNERAL: "tile_funeral",
        Tile.DROUGHT: "tile_drought",
        Tile.UNREST: "tile_unrest",
        Tile.EARTHQUAKE: "tile_quake",
    }
)

_SUN_NUMBER = 0.52
"""Height of the em of a sun's number, as a share of the disc."""

_LARGE_SUN_NUMBER = 0.6
"""The same for people who sit far away, and on a small disc whose number would be hard to read."""

EARLIER = "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}"

LATER = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
"""What leads to the value before, and to the next."""

NUMERALS = ("I", "II", "III")
"""What the three epochs are called for short, in all languages."""


SUN_UP, SUN_DOWN, SUN_WON = "sun_up", "sun_down", "sun_win"


def tile(rect: Rect, kind: Tile, opacity: float = 1.0) -> Picture:
    """Return the drawing of a tile."""
    return Picture(rect, TILE_PICTURES[kind], opacity)


def sun(
    ui: Ui, rect: Rect, number: Sun, name: str = SUN_UP, opacity: float = 1.0
) -> Iterator[Item]:
    """Yield a disc with its number."""
    side = min(rect.w, rect.h)
    disc = square(rect, side)
    colour = ui.theme.used_sun if name == SUN_DOWN else SUN_NUMBER
    usual, large = round(side * _SUN_NUMBER), round(side * _LARGE_SUN_NUMBER)
    yield Picture(disc, name, opacity)
    yield ui.text(
        disc,
        str(number),
        max(SMALLEST_PX, large if ui.is_big else max(usual, min(ui.least_px, large))),
        colour,
        NUMBER.faded(opacity if opacity == 1.0 else min(1.0, opacity * 1.6)),
    )


def emblem(rect: Rect, button: int, colour: Colour = ON_BUTTON, opacity: float = 1.0) -> Picture:
    """Return the emblem of a player button, centred in the rectangle."""
    return Picture(square(rect, min(rect.w, rect.h)), f"emblem_{button}", opacity, colour)


def shining(ui: Ui, rect: Rect, button: int, opacity: float = 1.0) -> Iterator[Item]:
    """Yield an emblem in its own colour, outlined where the ground is bright."""
    side = min(rect.w, rect.h)
    if not ui.theme.is_dark:
        yield emblem(rect, button, ui.theme.ink, opacity)
        side -= max(2, 2 * round(side * 0.11))
    yield emblem(square(rect, side), button, ui.theme.buttons[button], opacity)


def focus_ring(ui: Ui, rect: Rect, radius: int) -> Box:
    """Return the one ring that says what the dial points at."""
    px = max(3, ui.px(4))
    return Box(
        rect,
        border=ui.theme.focus,
        border_px=px,
        radius=radius,
        glow=ui.theme.focus,
        glow_px=ui.px(6),
    )


def menu_sign(ui: Ui, rect: Rect) -> Iterator[Item]:
    """Yield three lines, one below the other."""
    side = round(min(rect.w, rect.h) * 0.42)
    lines = rows(square(rect, side), 5, 0)
    for line in lines[::2]:
        yield Box(line, ui.theme.ink_second, radius=line.h // 2)


def key_ground(ui: Ui, rect: Rect, *, is_lit: bool = True, is_marked: bool = False) -> Box:
    """Return the ground of something that fingers press."""
    theme = ui.theme
    return Box(
        rect,
        theme.panel_active if is_marked else theme.panel,
        border=theme.gold if is_marked else theme.line,
        border_px=max(3, ui.px(4)) if is_marked else max(1, ui.px(1.5)),
        radius=ui.px(12, 9),
        opacity=1.0 if is_lit else ui.faint(0.45),
    )


def panel(ui: Ui, rect: Rect, *, is_active: bool = False, radius: int | None = None) -> Box:
    """Return the ground of something that is read; active: it is pointed at, or concerns now."""
    return Box(
        rect,
        ui.theme.panel_active if is_active else ui.theme.panel,
        border=ui.theme.line,
        border_px=max(1, ui.px(1.5)),
        radius=ui.px(14, 10) if radius is None else radius,
    )


def overlay(ui: Ui, rect: Rect) -> Box:
    """Return the ground of what lies over the page for a while."""
    theme = ui.theme
    rim, radius = max(2, ui.px(2)), ui.px(14, 10)
    return Box(rect, theme.panel_active, border=theme.gold, border_px=rim, radius=radius)


def signed(points: int) -> str:
    """Return points as they are added, with a true minus."""
    return f"{points:+}".replace("-", "\N{MINUS SIGN}") if points else "0"


def paragraph(  # noqa: PLR0913 - a text in a box, with all that a single line has
    ui: Ui,
    rect: Rect,
    text: str,
    size: Size,
    style: TextStyle = PLAIN,
    *,
    colour: Colour | None = None,
) -> Iterator[Text]:
    """Yield a text in one line if it fits, else in as many as the rectangle has room for.

    Letters that were made larger are as usual again rather than that a word is broken in two.
    """
    quiet = ui.theme.ink_second if style.weight is Weight.MEDIUM else ui.theme.ink
    ink = quiet if colour is None else colour
    if ui.width(text, size, style.weight) <= rect.w:
        yield ui.line(rect, text, size, ink, style)
        return
    ui = whole(ui, rect, (text,), style.weight)
    most, lines = _broken(ui, rect, text, style.weight)
    shown = (*lines[: most - 1], " ".join(lines[most - 1 :])) if len(lines) > most else lines
    language = ui.canvas.words.language
    if shown == lines and (style.align is Align.CENTRE or not has_spaces(language)):
        shown = ui.canvas.type.even(text, rect.w, ui.em(Size.SMALL), style.weight, language, most)
    area = middle(rect, rect.w, min(rect.h, ui.line_height(Size.SMALL) * len(shown)))
    for row, line in zip(rows(area, len(shown), 0), shown, strict=True):
        yield ui.line(row, line, size if most == 1 else Size.SMALL, ink, style)


def whole(ui: Ui, rect: Rect, texts: Sequence[str], weight: Weight = PLAIN.weight) -> Ui:
    """Return the same with letters so large that each of these paragraphs stands there whole."""
    for scale in SMALLER:
        if all(is_whole(ui, rect, each, weight) for each in texts):
            break
        ui = at_scale(ui, scale)
    return ui


def is_whole(ui: Ui, rect: Rect, text: str, weight: Weight = PLAIN.weight) -> bool:
    """Whether a paragraph in letters of this size stands there whole, and no word is broken."""
    most, lines = _broken(ui, rect, text, weight)
    if rect.w < ui.em(Size.SMALL) or len(lines) > most:
        return False
    words = ui.canvas.type.shown(text).split()
    return not has_spaces(ui.canvas.words.language) or " ".join(lines).split() == words


def _broken(ui: Ui, rect: Rect, text: str, weight: Weight) -> tuple[int, tuple[str, ...]]:
    """Return how many lines the rectangle has room for, and those that the text needs."""
    most = max(1, int(rect.h // (ui.em(Size.SMALL) * _TIGHT)))
    return most, ui.wrapped(text, rect.w, Size.SMALL, weight)


def least_height(ui: Ui, text: str, width: int, weight: Weight = PLAIN.weight) -> int:
    """Return how high a paragraph of this width must be at least, in pixels."""
    ui = unscaled(ui)
    lines = ui.wrapped(text, width, Size.SMALL, weight)
    return ceil(len(lines) * ui.em(Size.SMALL) * _TIGHT)


def least_width(
    ui: Ui, text: str, high: int, widths: Iterable[int], weight: Weight = PLAIN.weight
) -> int:
    """Return the first of these widths at which a paragraph is whole and no higher, or the last."""
    ui, width = unscaled(ui), 0
    for width in widths:
        if is_whole(ui, Rect(0, 0, width, high), text, weight):
            break
    return width


_TIGHT = 0.94
"""How close lines may stand if they must, in ems."""


def sky(ui: Ui, horizon: int, *, is_red: bool = False, is_day: bool = False) -> Sky:
    """Return the background of a page, with its horizon at this height.

    Above the Ra track it is a day from dawn at the left to night at the right, through which the
    boat sails; it is red while the next Ra ends the epoch.
    """
    theme = ui.theme
    width, height = ui.canvas.size
    return Sky(
        rect=Rect(0, 0, width, height),
        bands=theme.red_sky if is_red else theme.sky,
        hills=theme.hills,
        stars=theme.is_dark,
        ground=theme.ground,
        horizon=horizon,
        day=theme.day if is_day and not is_red else (),
    )


def boat(ui: Ui, rect: Rect) -> Iterator[Item]:
    """Yield the boat with the sun in it."""
    yield Picture(rect, "boat", tint=ui.theme.hull)
    if ui.theme.hull is not None:
        side = round(rect.h * 0.82)
        disc = Rect(rect.x + (rect.w - side) // 2, rect.y - round(rect.h * 0.02), side, side)
        yield Picture(disc, SUN_UP)


QUIET_SQUARES = 4
"""This many squares around the code stay white (ISO/IEC 18004)."""

_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)


@cached
def code(_: Ui, rect: Rect, link: str) -> Iterator[Piece]:
    """Yield the code as large as whole pixels allow, in the middle of the rectangle."""
    rows = squares(link)
    number = len(rows) + 2 * QUIET_SQUARES
    dot = max(1, min(rect.w, rect.h) // number)
    ground = square(rect, dot * number)
    yield Box(ground, _WHITE)
    for line, row in enumerate(rows):
        left = ground.x + QUIET_SQUARES * dot
        for is_dark, run in groupby(row):
            wide = dot * len(tuple(run))
            if is_dark:
                yield Box(Rect(left, ground.y + (line + QUIET_SQUARES) * dot, wide, dot), _BLACK)
            left += wide


@lru_cache(maxsize=4)
def squares(link: str) -> tuple[tuple[bool, ...], ...]:
    """Return the rows of a code with the least redundancy, True where it is dark."""
    import segno  # noqa: PLC0415 - only the end of a game needs it

    made = segno.make_qr(link, error="l", boost_error=False)
    return tuple(tuple(bool(dot) for dot in row) for row in made.matrix)
