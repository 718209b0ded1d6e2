"""The languages on the first page: each by its own name, and one touch away."""

from collections.abc import Iterator

from companion.core.messages import NextLanguage
from companion.core.model import Model
from companion.view.layout import columns, rows
from companion.view.look import CENTRED, TOUCH_PX, Look, Piece, Shape, Size
from companion.view.pieces import paragraph
from companion.view.scene import Box, Rect, Target
from companion.words import AUTONYMS, LANGUAGES


def tongues(look: Look, model: Model, sky: Rect, boat: Rect) -> Iterator[Piece]:
    """Yield the languages that are offered: in the sky beside the boat, or below it.

    Args:
        look: How pages look.
        model: What is shown.
        sky: Where they may stand.
        boat: What they stand beside.
    """
    now = model.preferences.language
    offered = model.house.languages or LANGUAGES
    if now not in offered or offered == (now,):
        return
    radius = look.either(14, 10)
    for place, (spot, language) in enumerate(zip(_places(look, sky, boat), offered, strict=False)):
        is_now = language == now
        ground = look.theme.panel_active if is_now else look.theme.panel
        rim = look.theme.gold if is_now else look.theme.line
        yield Box(spot, ground, border=rim, border_px=max(1, look.px(2)), radius=radius)
        words = Rect(spot.x + look.px(6), spot.y, spot.w - 2 * look.px(6), spot.h)
        yield from paragraph(look, words, AUTONYMS[language], Size.LABEL, CENTRED)
        if not is_now:
            yield Target(spot, NextLanguage(place - offered.index(now)))


def _places(look: Look, sky: Rect, boat: Rect) -> Iterator[Rect]:
    """Yield places, from top to bottom: first those on the left, then those on the right."""
    gap = look.either(10, 4)
    high = max(TOUCH_PX, look.px(48))
    if look.shape is Shape.TALL:
        low = Rect(sky.x, sky.y + sky.h - 2 * high - gap, sky.w, 2 * high + gap)
        for column in columns(low, 3, gap):
            yield from rows(column, 2, gap)
        return
    wide = min((sky.w - boat.w) // 2 - look.px(24), look.either(200, 170))
    tall = 3 * high + 2 * gap
    for left in (sky.x, sky.x + sky.w - wide):
        yield from rows(Rect(left, sky.y, wide, tall), 3, gap)
