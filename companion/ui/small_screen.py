"""Small screens: pages are drawn as for a larger one, and everything on them is made smaller."""

from __future__ import annotations

from msgspec.structs import replace

from companion.ui.pieces import paragraph
from companion.ui.scene import Box, Disc, Item, Message, Picture, Polygon, Rect, Scene, Sky, Text
from companion.ui.style import CENTRED, Shape, Size, Ui
from companion.ui.text_metrics import Type

SMALLEST = (480, 320)
"""Width and height, or the other way round, of the smallest screen on which pages can be read."""


def drawn_size(screen: tuple[int, int]) -> tuple[int, int]:
    """Return the size in pixels at which pages are drawn for a screen of this size.

    It has the same proportions and is never smaller than what the pages are designed for.
    """
    shape = Shape.COMPACT if screen[0] >= screen[1] else Shape.TALL
    wide, high = shape.value
    factor = max(1.0, wide / screen[0], high / screen[1])
    return round(screen[0] * factor), round(screen[1] * factor)


def is_too_small(screen: tuple[int, int]) -> bool:
    """Whether nobody could read or touch the pages on a screen of this size, in pixels."""
    return max(screen) < max(SMALLEST) or min(screen) < min(SMALLEST)


def too_small(ui: Ui) -> Scene[Message]:
    """Return the picture that says which screen is needed, for one of the style's own size."""
    width, height = ui.canvas.size
    words = ui.say(
        "This screen has {width} × {height} pixels. At least {least} are needed.",
        width=width,
        height=height,
        least="{} × {}".format(*SMALLEST),
    )
    whole = Rect(0, 0, width, height)
    ground = Box(whole, ui.theme.panel)
    return Scene(
        (width, height), (ground, *paragraph(ui, whole.inset(8), words, Size.NAME, CENTRED))
    )


def scaled(scene: Scene[Message], size: tuple[int, int], measures: Type) -> Scene[Message]:
    """Return a picture with the same items on a screen of this size, in pixels; no targets."""
    factor = size[0] / scene.size[0]
    return Scene(size, tuple(_scaled(item, factor, measures) for item in scene.items))


def _scaled(item: Item, factor: float, measures: Type) -> Item:
    def px(length: float) -> int:
        return round(length * factor)

    rect = _place(item.rect, factor)
    match item:
        case Box():
            return replace(
                item,
                rect=rect,
                border_px=max(1, px(item.border_px)),
                radius=px(item.radius),
                glow_px=px(item.glow_px),
            )
        case Disc():
            spot = Rect(rect.x, rect.y, px(item.rect.w), px(item.rect.h))
            return replace(item, rect=spot, border_px=max(1, px(item.border_px)))
        case Polygon():
            return replace(item, rect=rect, border_px=max(1, px(item.border_px)))
        case Picture():
            spot = Rect(rect.x, rect.y, max(1, px(item.rect.w)), max(1, px(item.rect.h)))
            return replace(item, rect=spot)
        case Text():
            high = max(1, px(item.px))
            fitting = measures.fitting_px(item.text, rect.w, high, 1, item.weight)
            return replace(item, rect=rect, px=fitting)
        case Sky():
            rays = item.rays
            if rays is not None:
                rays = replace(rays, x=px(rays.x), y=px(rays.y))
            return replace(item, rect=rect, horizon=px(item.horizon), rays=rays)


def _place(rect: Rect, factor: float) -> Rect:
    """Return the rectangle made smaller; neighbours still meet."""
    left, top = round(rect.x * factor), round(rect.y * factor)
    right, foot = round((rect.x + rect.w) * factor), round((rect.y + rect.h) * factor)
    return Rect(left, top, right - left, foot - top)
