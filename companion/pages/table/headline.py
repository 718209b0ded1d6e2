"""The loudest moments: Ra is invoked, or one more Ra ends the epoch.

The headline stands in the sky in place of the way of Ra, whose number stays beside it. As Ra is
invoked, sky, auction track and question are for a moment one sunrise that says who did it and why,
large enough to be read from across the table. Nobody waits for either, and nothing is pressed on
them: what is pressed meanwhile means what it means without them, and ends the sunrise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING

import msgspec

from companion.core.model import Model
from companion.i18n import mark
from companion.pages.table import auction
from companion.rules.model import Auction, AuctionCause, Game, Phase
from companion.ui.animation import Appear
from companion.ui.layout import Bands, middle, stacked
from companion.ui.pieces import emblem
from companion.ui.scene import (
    Animated,
    Box,
    Colour,
    Item,
    Picture,
    Rays,
    Rect,
    Sky,
    Text,
    keyed,
    loud,
)
from companion.ui.speech import short_name
from companion.ui.style import CENTRED, PLAIN, SMALLEST_PX, Piece, Shape, Ui, assembled
from companion.ui.theme import ON_BUTTON
from companion.ui.widgets import as_large_as_fits

if TYPE_CHECKING:
    from companion.pages.table.shown_table import ShownTable

_LETTERS = 0.85
"""How high letters are, as a share of the headline."""


_LEAST = 0.4
"""The same at the least, and where there are two lines."""


class Headline(msgspec.Struct, frozen=True):
    """What the sky says."""

    text: str
    button: int | None = None
    """Whose button it is coloured in; None: nobody's."""


def headline(ui: Ui, model: Model, shown: ShownTable) -> Headline | None:
    """Return who invoked Ra until somebody calls a sun, or that the next Ra ends the epoch."""
    game = shown.game
    now = auction.auction_now(model)
    if now is not None:
        if now.every:
            return None
        return called(ui, now, shown.buttons)
    if game.stage is Phase.OVER:
        return None
    return next_ends(ui, game.ra_count, game.ra_limit)


def called(ui: Ui, now: auction.AuctionNow, buttons: Sequence[int]) -> Headline:
    """Return who invoked Ra, or drew it."""
    caller = now.auction.ra_player
    name = short_name(ui, now.game.setup.players[caller])
    calls, draws = mark("{name} invokes Ra!"), mark("{name} draws Ra!")
    said = ui.say(draws if now.auction.cause is AuctionCause.RA_DRAWN else calls, name=name)
    return Headline(said, buttons[caller])


def next_ends(ui: Ui, count: int | None, limit: int) -> Headline | None:
    """Return the sentence that the next Ra ends the epoch; None if it does not (R-EPE-1)."""
    return Headline(ui.say("The next Ra ends the epoch")) if count == limit - 1 else None


def width_of(ui: Ui, high: int, said: Headline) -> int:
    """Return how wide a headline would be that is so high, in pixels."""
    high -= 2 * ui.px(4, 3)
    letters = ui.canvas.type.width(said.text, round(high * _LETTERS), PLAIN.weight)
    return ceil(letters) + (0 if said.button is None else high) + high


def banner(ui: Ui, rect: Rect, said: Headline) -> Iterator[Item]:
    """Yield the headline, as wide as it needs."""
    theme, rect = ui.theme, rect.inset(ui.px(4, 3))
    px = max(SMALLEST_PX, round(rect.h * _LETTERS))
    side = 0 if said.button is None else min(rect.h, rect.w // 5)
    letters = ui.width_at(said.text, px, PLAIN.weight)
    wide = min(rect.w, letters + side + rect.h)
    place = Rect(rect.x + (rect.w - wide) // 2, rect.y, wide, rect.h)
    area = Rect(place.x + side + rect.h // 6, place.y, wide - side - rect.h // 3, place.h)
    if said.button is None:
        ink, rim = theme.ink, max(2, ui.px(3))
        ground = Box(place, theme.panel, border=theme.ra, border_px=rim, radius=rect.h // 2)
        sign: tuple[Item, ...] = ()
    else:
        ink, ground = ON_BUTTON, Box(place, theme.buttons[said.button], radius=rect.h // 2)
        at = Rect(place.x + side // 3, place.y, side * 6 // 10, place.h)
        sign = (emblem(at, said.button),)
    lines = _lines(ui, area, said.text, px, ink)
    yield from keyed(Animated.HEADLINE, said.button is not None, (ground, *sign, *lines))


def _lines(ui: Ui, area: Rect, text: str, px: int, ink: Colour) -> Iterator[Item]:
    """Yield the sentence in one line, or where that would be too small in two."""
    measures, language = ui.canvas.type, ui.canvas.words.language
    least = max(SMALLEST_PX, round(area.h * _LEAST))
    if measures.width(text, least, PLAIN.weight) <= area.w:
        yield loud(ui.text(area, text, px, ink, CENTRED))
        return
    lines = measures.even(text, area.w, least, PLAIN.weight, language)
    while least > SMALLEST_PX and len(lines) * least > area.h:
        least -= 1
        lines = measures.even(text, area.w, least, PLAIN.weight, language)
    for line, place in zip(lines, stacked(area, (1.0,) * len(lines), 0), strict=True):
        yield loud(ui.text(place, line, least, ink, CENTRED))


RISE_SECONDS = 0.5
"""How long Ra's eye takes to rise."""

SUNRISE_SECONDS = 2.0
"""How long all of it is there: time to read two short lines."""

_TURNS = 3
"""In how many steps the rays turn while the eye rises; each is drawn once."""

_TURN = 0.06
"""How far in one step, as a share of the way from one ray to the next."""


def why(ui: Ui, now: Auction, game: Game) -> str:
    """Return why there is an auction, or how many Ra tiles have come if one of them began it."""
    number = sum(tile is not None for tile in game.track)
    if now.cause is AuctionCause.RA_DRAWN:
        return ui.say("Ra {count}/{limit}", count=game.ra_count, limit=game.ra_limit)
    if now.cause is AuctionCause.TRACK_FULL:
        return ui.say("The auction track is full")
    if not number:
        return ui.say("No tiles: only the sun")
    tell = ui.canvas.words.tell
    return tell(
        "Ra invoked: one sun for {number} tile", "Ra invoked: one sun for {number} tiles", number
    )


def sunrise(ui: Ui, where: Bands, model: Model, now: float) -> Iterator[Appear]:
    """Yield what appears over the table as Ra is called, back to front, from this time on.

    With reduced motion it stands there at once, and is gone as soon.
    """
    heard = auction.auction_now(model)
    if heard is None:
        return
    top, bottom = where.ra_track.y, where.panels.y - ui.px(2)
    sky = Rect(0, top, where.ra_track.w, bottom - top)
    above, call, reason, _ = (
        middle(row, where.auction_track.w, row.h)
        for row in stacked(sky, _SHARES[ui.shape], ui.px(2))
    )
    disc = round(above.h * _BEHIND)
    eye = Rect((sky.w - disc) // 2, top + ui.px(4), disc, disc)
    is_calm = model.preferences.reduce_motion
    yield from _skies(ui, sky, eye, now, 1 if is_calm else _TURNS)
    way, coming = ((0, 0), 0.0) if is_calm else ((0, bottom - eye.y - disc), RISE_SECONDS)
    yield Appear((Picture(eye, "ra_eye"),), now, SUNRISE_SECONDS, way, coming)
    said = assembled(
        (
            *_pill(ui, call, called(ui, heard, model.session.buttons)),
            *_pill(ui, reason, Headline(why(ui, heard.auction, heard.game))),
        )
    )
    yield Appear(said.items, now, SUNRISE_SECONDS)


_SHARES = {
    Shape.FULL: (1.0, 0.8, 0.5, 0.03),
    Shape.COMPACT: (0.9, 0.8, 0.55, 0.03),
    Shape.TALL: (1.1, 0.8, 0.65, 0.03),
}
"""How the height is shared by Ra's eye, who calls, why, and what is free below."""

_BEHIND = 1.2
"""How high the eye is, as a share of its room: its foot lies behind who calls."""


def _skies(ui: Ui, rect: Rect, eye: Rect, now: float, turns: int) -> Iterator[Appear]:
    """Yield the sky with its rays, a little further each time; the last one stays."""
    theme = ui.theme
    colour = theme.gold if theme.is_dark else theme.panel
    x, y = eye.x + eye.w // 2 - rect.x, eye.y + eye.h // 2 - rect.y
    starts = [now + RISE_SECONDS * turn / turns for turn in range(turns)]
    for turn, (begins, ends) in enumerate(pairwise((*starts, now + SUNRISE_SECONDS))):
        rays = Rays(x, y, colour, turn * _TURN)
        sky = Sky(rect, theme.red_sky, theme.hills, False, theme.ground, rect.h, rays)  # noqa: FBT003
        yield Appear((sky,), begins, ends - begins)


def _pill(ui: Ui, rect: Rect, said: Headline) -> Iterator[Piece]:
    """Yield a sentence on a ground of its own: a sky has no colour on which everything is read."""
    theme, pad = ui.theme, rect.h // 3
    largest = max(ui.loud_px, round(rect.h * _PILL_LETTERS))
    side = 0 if said.button is None else round(min(rect.h * 0.55, rect.w * 0.1))
    aside = side + pad // 2 if side else 0
    letters = ui.width_at(said.text, largest, CENTRED.weight)
    ground = middle(rect, min(rect.w, letters + aside + 2 * pad), rect.h)
    if said.button is None:
        ink = theme.ink
        yield Box(ground, theme.panel, radius=rect.h // 2)
    else:
        ink, rim = ON_BUTTON, max(2, ui.px(4))
        yield Box(ground, theme.buttons[said.button], border=theme.ink, border_px=rim,
                  radius=rect.h // 2)  # fmt: skip
        yield emblem(Rect(ground.x + pad, ground.y, side, ground.h), said.button)
    area = Rect(ground.x + pad + aside, ground.y, ground.w - 2 * pad - aside, ground.h)
    area = middle(area, area.w, round(area.h * _PILL_LINES))
    for each in as_large_as_fits(ui, area, said.text, largest, CENTRED, colour=ink):
        yield loud(each) if isinstance(each, Text) else each


_PILL_LETTERS = 0.8
"""How high letters are at most, as a share of their ground."""

_PILL_LINES = 0.84
"""How high two lines of them are at most, as a share of it."""
