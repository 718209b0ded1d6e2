"""A player's name with emblem and colour, alight when they are asked."""

from collections.abc import Iterator

import msgspec

from companion.core.mending import Mending
from companion.core.messages import GoTo, Message
from companion.rules.tiles import Tile
from companion.view.layout import middle, square
from companion.view.look import TOUCH_PX, Look, Size, kept
from companion.view.pieces import emblem, tile
from companion.view.scene import Box, Item, Picture, Rect, Target
from companion.view.theme import ON_BUTTON

LOCK = "ui_lock"
"""Points that lie face down."""


def points_px(look: Look) -> int:
    """Return how wide the sign of hidden points is."""
    return look.either(34, 20)


class Touch(msgspec.Struct, frozen=True):
    """What a touch on a player's panel means."""

    fix: Message | None = None
    """Anywhere but on the name; None: nobody plays here."""
    mark: Message | None = None
    """On the name: that it is their turn; None: it opens the fix panel."""
    peek: Message | None = None
    """On the sign of their hidden points; None if they are not hidden."""


def touches(look: Look, rect: Rect, head: int, touch: Touch) -> Iterator[Target[Message]]:
    """Yield the places to touch on a panel whose name is so high, in pixels."""
    high = max(TOUCH_PX, head)
    if touch.fix is not None:
        yield Target(rect, touch.fix)
        on_name = GoTo(Mending()) if touch.mark is None else touch.mark
        yield Target(Rect(rect.x, rect.y, rect.w, high), on_name)
    if touch.peek is not None:
        wide = max(TOUCH_PX, points_px(look))
        yield Target(Rect(rect.x + rect.w - wide, rect.y, wide, high), touch.peek)


class Name(msgspec.Struct, frozen=True):
    """What stands on a player's colour."""

    name: str
    button: int
    has_statue: bool
    hides_points: bool = False
    """Whether their points lie face down and a finger on the sign for it shows them."""


@kept
def lit_header(look: Look, row: Rect, shown: Name, stem: int) -> Iterator[Item]:
    """Yield the name of the player who is asked: alight, and joined to the question above."""
    colour = look.theme.buttons[shown.button]
    light = look.either(9, 5)
    yield Box(row, colour, radius=look.either(14, 10), glow=colour, glow_px=light)
    if stem:
        joint = middle(row, min(row.w * 2 // 5, look.either(110, 70)), row.h)
        yield Box(Rect(joint.x, row.y - stem, joint.w, stem + row.h // 2), colour)
    yield from _named(look, row, shown)


@kept
def header(look: Look, row: Rect, shown: Name) -> Iterator[Item]:
    """Yield the name of a player who waits."""
    yield Box(row, look.theme.buttons[shown.button], radius=look.either(14, 10))
    yield from _named(look, row, shown)


def _named(look: Look, row: Rect, shown: Name) -> Iterator[Item]:
    """Yield emblem and name on the player's colour, and the Ra statue with whom it stands."""
    radius = look.either(14, 10)
    yield Box(Rect(row.x, row.y + row.h - radius, row.w, radius), look.theme.buttons[shown.button])
    side = round(row.h * 0.52)
    sign = Rect(row.x + look.either(12, 8), row.y, side, row.h)
    yield emblem(sign, shown.button)
    left = sign.x + side + look.either(12, 8)
    mark = round(row.h * 0.74)
    right = row.x + row.w - look.either(10, 6)
    if shown.has_statue:
        right -= mark + look.px(4)
        yield tile(square(Rect(right + look.px(4), row.y, mark, row.h), mark), Tile.RA)
    if shown.hides_points:
        wide = points_px(look)
        spot = Rect(right - wide, row.y, wide, row.h)
        side = round(row.h * 0.62)
        yield Picture(square(spot, min(side, wide)), LOCK, tint=ON_BUTTON)
        right -= wide
    yield look.line(Rect(left, row.y, right - left, row.h), shown.name, Size.NAME, ON_BUTTON)
