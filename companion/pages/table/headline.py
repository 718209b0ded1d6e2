"""The loudest moments: Ra is called, or one more Ra ends the epoch.

The headline stands in the sky in place of the way of Ra, whose number stays beside it. Nobody waits
for it, and nothing is pressed on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

import msgspec

from companion.core.model import Model
from companion.i18n import mark
from companion.pages.table import auction
from companion.pages.table.shown_table import ShownTable
from companion.rules.model import Phase, Reason
from companion.ui.layout import stacked
from companion.ui.pieces import emblem
from companion.ui.scene import Box, Colour, Item, Rect, Thing, keyed, loud
from companion.ui.speech import short_name
from companion.ui.style import CENTRED, PLAIN, SMALLEST_PX, Style
from companion.ui.theme import ON_BUTTON

_LETTERS = 0.85
"""How high letters are, as a share of the headline."""


_LEAST = 0.4
"""The same at the least, and where there are two lines."""


class Headline(msgspec.Struct, frozen=True):
    """What the sky says."""

    text: str
    button: int | None = None
    """Whose button it is coloured in; None: nobody's."""


def headline(look: Style, model: Model, shown: ShownTable) -> Headline | None:
    """Return who called Ra until somebody calls a sun, or that the next Ra ends the epoch."""
    game = shown.game
    now = auction.heard(model)
    if now is not None:
        if now.every:
            return None
        return called(look, now, shown.buttons)
    if game.stage is Phase.OVER or not shown.is_live:
        return None
    return next_ends(look, game.ra_count, game.ra_limit)


def called(look: Style, now: auction.Heard, buttons: Sequence[int]) -> Headline:
    """Return who called Ra, or drew it."""
    caller = now.auction.ra_player
    name = short_name(look, now.game.setup.players[caller])
    calls, draws = mark("{name} calls Ra!"), mark("{name} draws Ra!")
    said = look.say(draws if now.auction.reason is Reason.RA_DRAWN else calls, name=name)
    return Headline(said, buttons[caller])


def next_ends(look: Style, count: int | None, limit: int) -> Headline | None:
    """Return the sentence that the next Ra ends the epoch; None if it does not (R-EPE-1)."""
    return Headline(look.say("The next Ra ends the epoch")) if count == limit - 1 else None


def width_of(look: Style, high: int, said: Headline) -> int:
    """Return how wide a headline would be that is so high, in pixels."""
    high -= 2 * look.either(4, 3)
    letters = look.canvas.type.width(said.text, round(high * _LETTERS), PLAIN.weight)
    return ceil(letters) + (0 if said.button is None else high) + high


def banner(look: Style, rect: Rect, said: Headline) -> Iterator[Item]:
    """Yield the headline, as wide as it needs."""
    theme, rect = look.theme, rect.inset(look.either(4, 3))
    px = max(SMALLEST_PX, round(rect.h * _LETTERS))
    side = 0 if said.button is None else min(rect.h, rect.w // 5)
    letters = look.width_at(said.text, px, PLAIN.weight)
    wide = min(rect.w, letters + side + rect.h)
    place = Rect(rect.x + (rect.w - wide) // 2, rect.y, wide, rect.h)
    room = Rect(place.x + side + rect.h // 6, place.y, wide - side - rect.h // 3, place.h)
    if said.button is None:
        ink, rim = theme.ink, max(2, look.px(3))
        ground = Box(place, theme.panel, border=theme.ra, border_px=rim, radius=rect.h // 2)
        sign: tuple[Item, ...] = ()
    else:
        ink, ground = ON_BUTTON, Box(place, theme.buttons[said.button], radius=rect.h // 2)
        at = Rect(place.x + side // 3, place.y, side * 6 // 10, place.h)
        sign = (emblem(at, said.button),)
    lines = _lines(look, room, said.text, px, ink)
    yield from keyed(Thing.HEADLINE, said.button is not None, (ground, *sign, *lines))


def _lines(look: Style, room: Rect, text: str, px: int, ink: Colour) -> Iterator[Item]:
    """Yield the sentence in one line, or where that would be too small in two."""
    measures, language = look.canvas.type, look.canvas.words.language
    least = max(SMALLEST_PX, round(room.h * _LEAST))
    if measures.width(text, least, PLAIN.weight) <= room.w:
        yield loud(look.text(room, text, px, ink, CENTRED))
        return
    lines = measures.even(text, room.w, least, PLAIN.weight, language)
    while least > SMALLEST_PX and len(lines) * least > room.h:
        least -= 1
        lines = measures.even(text, room.w, least, PLAIN.weight, language)
    for line, place in zip(lines, stacked(room, (1.0,) * len(lines), 0), strict=True):
        yield loud(look.text(place, line, least, ink, CENTRED))
