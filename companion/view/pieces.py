"""The small things that every page is made of: tiles, suns, emblems, the focus ring."""

from collections.abc import Iterable, Iterator
from math import ceil
from types import MappingProxyType

from companion.rules.editions import Sun
from companion.rules.tiles import Tile
from companion.view.layout import middle, rows, square
from companion.view.look import NUMBER, PLAIN, SMALLEST_PX, Look, Size, Style, unscaled
from companion.view.scene import Box, Colour, Item, Picture, Rect, Text, Weight
from companion.view.theme import ON_BUTTON, SUN_NUMBER

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
"""The drawing of each kind."""

_SUN_NUMBER = 0.52
"""Height of the em of a sun's number, as a share of the disc."""

EARLIER = "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}"
LATER = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"
"""What leads to the value before, and to the next."""

SUN_UP, SUN_DOWN, SUN_WON = "sun_up", "sun_down", "sun_win"


def tile(rect: Rect, kind: Tile, opacity: float = 1.0) -> Picture:
    """Return the drawing of a tile."""
    return Picture(rect, TILE_PICTURES[kind], opacity)


def sun(
    look: Look, rect: Rect, number: Sun, name: str = SUN_UP, opacity: float = 1.0
) -> Iterator[Item]:
    """Yield a disc with its number."""
    side = min(rect.w, rect.h)
    disc = square(rect, side)
    colour = look.theme.used_sun if name == SUN_DOWN else SUN_NUMBER
    yield Picture(disc, name, opacity)
    yield look.text(
        disc,
        str(number),
        max(SMALLEST_PX, round(side * _SUN_NUMBER)),
        colour,
        NUMBER.faded(opacity if opacity == 1.0 else min(1.0, opacity * 1.6)),
    )


def emblem(rect: Rect, button: int, colour: Colour = ON_BUTTON, opacity: float = 1.0) -> Picture:
    """Return the emblem of a player button, centred in the rectangle."""
    return Picture(square(rect, min(rect.w, rect.h)), f"emblem_{button}", opacity, colour)


def shining(look: Look, rect: Rect, button: int, opacity: float = 1.0) -> Iterator[Item]:
    """Yield an emblem in its own colour, outlined where the ground is bright."""
    side = min(rect.w, rect.h)
    if not look.theme.is_dark:
        yield emblem(rect, button, look.theme.ink, opacity)
        side -= max(2, 2 * round(side * 0.11))
    yield emblem(square(rect, side), button, look.theme.buttons[button], opacity)


def focus_ring(look: Look, rect: Rect, radius: int) -> Box:
    """Return the one ring that says what the dial points at."""
    px = max(3, look.px(4))
    return Box(
        rect,
        border=look.theme.focus,
        border_px=px,
        radius=radius,
        glow=look.theme.focus,
        glow_px=look.px(6),
    )


def menu_sign(look: Look, rect: Rect) -> Iterator[Item]:
    """Yield three lines, one below the other."""
    side = round(min(rect.w, rect.h) * 0.42)
    lines = rows(square(rect, side), 5, 0)
    for line in lines[::2]:
        yield Box(line, look.theme.ink_second, radius=line.h // 2)


def key_ground(look: Look, rect: Rect, *, is_lit: bool = True, is_marked: bool = False) -> Box:
    """Return the ground of something that fingers press."""
    theme = look.theme
    return Box(
        rect,
        theme.panel_active if is_marked else theme.panel,
        border=theme.gold if is_marked else theme.line,
        border_px=max(1, look.px(2 if is_marked else 1.5)),
        radius=look.either(12, 9),
        opacity=1.0 if is_lit else look.faint(0.45),
    )


def signed(points: int) -> str:
    """Return points as they are added, with a true minus."""
    return f"{points:+}".replace("-", "\N{MINUS SIGN}") if points else "0"


def paragraph(  # noqa: PLR0913 - a text in a box, with all that a single line has
    look: Look,
    rect: Rect,
    text: str,
    size: Size,
    style: Style = PLAIN,
    *,
    colour: Colour | None = None,
) -> Iterator[Text]:
    """Yield a text in one line if it fits, else in as many as the rectangle has room for.

    Letters that were made larger are as usual again rather than that a word is broken in two.
    """
    quiet = look.theme.ink_second if style.weight is Weight.MEDIUM else look.theme.ink
    ink = quiet if colour is None else colour
    if look.width(text, size, style.weight) <= rect.w:
        yield look.line(rect, text, size, ink, style)
        return
    most, lines = _broken(look, rect, text, style.weight)
    if len(lines) > most or _is_torn(look, text, lines):
        look = unscaled(look)
        most, lines = _broken(look, rect, text, style.weight)
    shown = (*lines[: most - 1], " ".join(lines[most - 1 :])) if len(lines) > most else lines
    room = middle(rect, rect.w, min(rect.h, look.line_height(Size.SMALL) * len(shown)))
    for row, line in zip(rows(room, len(shown), 0), shown, strict=True):
        yield look.line(row, line, size if most == 1 else Size.SMALL, ink, style)


def _broken(look: Look, rect: Rect, text: str, weight: Weight) -> tuple[int, tuple[str, ...]]:
    """Return how many lines the rectangle has room for, and those that the text needs."""
    most = max(1, int(rect.h // (look.em(Size.SMALL) * _TIGHT)))
    return most, look.wrapped(text, rect.w, Size.SMALL, weight)


def _is_torn(look: Look, text: str, lines: Iterable[str]) -> bool:
    """Return whether a word is broken in its middle, which Japanese does everywhere."""
    words = look.canvas.type.shown(text).split()
    return look.canvas.words.language != "ja" and " ".join(lines).split() != words


def least_height(look: Look, text: str, width: int, weight: Weight = PLAIN.weight) -> int:
    """Return how high a paragraph of this width must be at least, in pixels."""
    look = unscaled(look)
    lines = look.wrapped(text, width, Size.SMALL, weight)
    return ceil(len(lines) * look.em(Size.SMALL) * _TIGHT)


_TIGHT = 0.94
"""How close lines may stand if they must, in ems."""
