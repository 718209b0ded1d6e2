"""The auction track where kinds are not told: the sun in the centre, and the number of tiles."""

from collections.abc import Iterator

import msgspec

from companion.core.messages import Message
from companion.rules.actions import LANE_SLOTS
from companion.rules.editions import Sun
from companion.view.layout import columns, left_part, middle, rows, square, stacked, without_left
from companion.view.look import CENTRED, Look, Piece, Shape, Size, kept
from companion.view.pieces import SUN_WON, least_height, paragraph, sun
from companion.view.scene import Box, Disc, Rect, Target
from companion.view.stations import UNKNOWN


class LightLane(msgspec.Struct, frozen=True):
    """What is known of the auction track."""

    centre: Sun | None
    tiles: int | None
    """How many tiles lie there; None if nobody tells draws."""
    told: str = ""
    """What has just happened."""
    is_hot: bool = False
    """Whether it is being fought for."""
    centre_message: Message | None = None
    """What a touch on the sun means."""
    tiles_message: Message | None = None
    """What a touch beside it means."""


@kept
def light_lane(look: Look, rect: Rect, shown: LightLane) -> Iterator[Piece]:
    """Yield the sun in the centre and, beside it, places that are taken and places that are not."""
    theme = look.theme
    border, px = (theme.gold, 3) if shown.is_hot else (theme.line, 2)
    radius = look.either(16, 12)
    yield Box(rect, theme.lane, border=border, border_px=max(2, look.px(px)), radius=radius)
    inner = rect.inset(look.either(10, 5))
    centre = left_part(inner, look.px(92) if look.shape is Shape.TALL else look.either(148, 80))
    yield from _centre(look, centre, shown)
    room = without_left(inner, centre.w + look.either(14, 6))
    if shown.tiles is None:
        untold = look.say("How many tiles lie here is not told")
        said = (shown.told, untold) if shown.told else (untold,)
        lines = stacked(room, tuple(least_height(look, text, room.w) for text in said), 0)
        if shown.told:
            yield from paragraph(look, lines[0], shown.told, Size.LABEL)
        yield from paragraph(look, lines[-1], untold, Size.LABEL, colour=theme.ink_third)
    else:
        yield from _places(look, room, shown.tiles, shown.told)
    if shown.tiles_message is not None:
        yield Target(room, shown.tiles_message)


def _centre(look: Look, rect: Rect, shown: LightLane) -> Iterator[Piece]:
    side = min(rect.w, rect.h, look.either(104, 76))
    spot = square(rect, side)
    if shown.centre is None:
        rim = max(2, look.px(2.5))
        yield Disc(spot, look.theme.station, border=look.theme.line, border_px=rim)
        yield look.line(spot, UNKNOWN, Size.SCORE, look.theme.ink_third, CENTRED)
    else:
        yield from sun(look, spot, shown.centre, SUN_WON)
    if shown.centre_message is not None:
        yield Target(rect, shown.centre_message)


def _places(look: Look, room: Rect, tiles: int, told: str) -> Iterator[Piece]:
    """Yield eight small places, so many of them taken, and what happened under them."""
    upper, lower = rows(room, 2, look.px(4)) if told else (room, room)
    gap = look.either(10, 5)
    side = min(upper.h, (upper.w - gap * (LANE_SLOTS - 1)) // LANE_SLOTS, look.either(72, 44))
    line = left_part(middle(upper, upper.w, side), LANE_SLOTS * side + (LANE_SLOTS - 1) * gap)
    for place, spot in enumerate(columns(line, LANE_SLOTS, gap)):
        taken = place < tiles
        fill, border = (
            (look.theme.wood, look.theme.ink_third) if taken else (look.theme.slot, look.theme.line)
        )
        radius = look.either(12, 8)
        yield Box(spot, fill, border=border, border_px=max(1, look.px(2)), radius=radius)
    if told:
        yield from paragraph(look, lower, told, Size.LABEL)
