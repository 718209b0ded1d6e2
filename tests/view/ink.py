"""Where the letters of a scene are, by the font's measures, and what is wrong with that."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.core.messages import Message
from companion.ui.scene import Align, Box, Rect, Scene, Text
from companion.ui.style import SMALLEST_PX, TOUCH_PX
from companion.ui.text_metrics import ELLIPSIS
from tests.view.gallery import TYPE

ABOVE, BELOW = 0.4, 0.45
"""How far letters reach from the middle of their line, in ems."""

SIGNS = {"RA", "OK", "\N{LEFTWARDS ARROW}\N{RIGHTWARDS ARROW}"}


SIGNS |= {
    "Enter",
    "Esc",
    "Space",
    "Tab",
    "Bksp",
    "End",
    "PgUp",
    "PgDn",
    *(f"F{number}" for number in range(1, 13)),
}
SIGNS |= {f"Shift F{number}" for number in range(5, 10)}
"""What is written on controls and keys, which also have a shape and a colour, and may be small."""


def width(text: Text) -> float:
    """Return how wide the letters are, in pixels."""
    return TYPE.width(text.text, text.px, text.weight)


def ink(text: Text) -> Rect:
    """Return the rectangle around the letters."""
    wide = round(width(text))
    room = text.rect.w - wide
    left = {Align.LEFT: 0, Align.CENTRE: room // 2, Align.RIGHT: room}[text.align]
    middle = text.rect.y + text.rect.h / 2
    top, low = round(middle - ABOVE * text.px), round(middle + BELOW * text.px)
    return Rect(text.rect.x + left, top, wide, low - top)


def overlap(one: Rect, other: Rect) -> int:
    """Return how many pixels two rectangles share, across or down, whichever is less."""
    across = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    down = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return max(0, min(across, down))


Seen = tuple[Text, Rect]
"""A text and the rectangle around its letters."""


class Looked(NamedTuple):
    """A scene, and its texts that can be seen."""

    scene: Scene[Message]
    texts: tuple[Seen, ...]
    cut: tuple[Seen, ...]
    """Those that are partly under a later box."""


def looked_at(scene: Scene[Message]) -> Looked:
    """Return a scene with the texts that no later box lies over the middle of."""
    found: list[tuple[Seen, bool]] = []
    for item in scene.items:
        if isinstance(item, Text):
            if item.text and item.opacity > 0:
                found.append(((item, ink(item)), False))
        elif isinstance(item, Box) and item.fill is not None and item.opacity == 1:
            found = list(_covered(found, item.rect))
    cut = tuple(seen for seen, is_cut in found if is_cut)
    return Looked(scene, tuple(seen for seen, _ in found), cut)


def _covered(found: list[tuple[Seen, bool]], box: Rect) -> Iterator[tuple[Seen, bool]]:
    left, top, right, low = box.x, box.y, box.x + box.w, box.y + box.h
    for each in found:
        (text, place), is_cut = each
        x, y, w, h = place
        if x > right or y > low or x + w < left or y + h < top:
            yield each  # as nearly all are: they lie elsewhere
        elif not box.contains(x + w / 2, y + h / 2):
            yield (text, place), is_cut or overlap(place, box) > 1


def cut(look: Looked) -> list[str]:
    """Return the texts that can be seen, but not all of them."""
    return [f"{text.text} at {place}" for text, place in look.cut]


def misplaced(look: Looked) -> list[str]:
    """Return the texts that are wider than their box or leave the screen."""
    return [
        f"{text.text} {place} in {text.rect}"
        for text, place in look.texts
        if place.w > text.rect.w + 1 or not is_inside(place, look.scene.size)
    ]


def overlapping(look: Looked) -> list[str]:
    """Return the pairs of texts that lie over each other, but for those that a box lies over."""
    whole = (seen for seen in look.texts if seen not in look.cut)
    texts = sorted(whole, key=lambda seen: seen[1].y)
    found = []
    for place, (one, first) in enumerate(texts):
        for other, second in texts[place + 1 :]:
            if second.y > first.y + first.h:
                break
            if overlap(first, second) > 1:
                found.append(f"{one.text} and {other.text} at {first} and {second}")
    return found


def small(look: Looked) -> list[str]:
    """Return the texts that are too small to be read."""
    return [
        f"{text.text} {text.px} px"
        for text, _ in look.texts
        if text.px < SMALLEST_PX and text.text not in SIGNS and len(text.text) > 1
    ]


def lonely(look: Looked) -> list[str]:
    """Return the texts that were cut to an ellipsis."""
    return [f"{place}" for text, place in look.texts if text.text == ELLIPSIS]


def shortened(look: Looked) -> list[str]:
    """Return the texts that had to be cut."""
    return [text.text for text, _ in look.texts if ELLIPSIS in text.text.rstrip(ELLIPSIS)]


def untouchable(look: Looked) -> list[str]:
    """Return the places to touch that are narrower than a finger or leave the screen."""
    size = look.scene.size
    return [
        f"{target.message} at {target.rect}"
        for target in look.scene.targets
        if min(target.rect.w, target.rect.h) < TOUCH_PX or not is_inside(target.rect, size)
    ]


def is_inside(rect: Rect, size: tuple[int, int]) -> bool:
    """Whether all of a rectangle is on the screen."""
    right, low = rect.x + rect.w, rect.y + rect.h
    return rect.x >= 0 and rect.y >= 0 and right <= size[0] and low <= size[1]
