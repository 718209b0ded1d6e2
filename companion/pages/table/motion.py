"""What moves on the table: a tile to its place, the boat, a lot to its winner, suns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.core.model import Model
from companion.pages.motion import things, way_between
from companion.pages.table import auction, bidding
from companion.pages.table.tracks import Headline, banner
from companion.rules.editions import RaDisplay, Seat, ra_display
from companion.rules.model import Auction, AuctionCause, AuctionTrack, Game, Player
from companion.ui.animation import Appear, GoAway, Move, RenderedPage, Slide, frame_start
from companion.ui.layout import Bands, panel_places, stacked
from companion.ui.scene import Animated, Picture, Rays, Rect, Sky
from companion.ui.style import Shape, Ui, assembled

TILE_SECONDS = 0.18
"""How long a tile takes to its place."""

BOAT_SECONDS = 0.35

HEADLINE_SECONDS = 0.35
"""How long what the sky says takes to its place."""

LOT_SECONDS = 0.45
"""How long a lot takes to its winner, and the suns to change places."""

STAGGER_SECONDS = 0.04
"""How much later than the tile before it each tile of a lot sets out."""


def table_moves(ui: Ui, where: Bands, before: RenderedPage, after: RenderedPage) -> Iterator[Move]:
    """Yield what moves if the table has changed."""
    if (
        before.model.session.timeline is None
        or after.model.session.timeline is before.model.session.timeline
    ):
        return
    old, new = before.model.game, after.model.game
    if old.setup is not new.setup:
        return
    now = frame_start(after.model.now)
    if old.track != new.track:
        partner = _partner(ui, where, old, new)
        if any(old.track[place] is None for place in _taken(new.track)):
            yield from _came(old.track, _laid(after), partner, now)
        if any(new.track[place] is None for place in _taken(old.track)):
            yield from _went(_laid(before), new.track, partner, now)
    if old.centre != new.centre:
        yield from _suns_change_places(before, after, now)
    if old.ra_count != new.ra_count:
        yield from _ra_comes(before, after, now)
    yield from _headline_comes(ui, where, before, after)


def _partner(ui: Ui, where: Bands, before: Game, after: Game) -> Rect | None:
    """Return the panel to which a lot goes, or from which it comes back."""
    changed = _changed(before.players, after.players)
    if len(changed) != 1:
        return None
    return panel_places(ui, where.panels, len(after.players))[changed[0]]


def _changed(before: Sequence[Player], after: Sequence[Player]) -> tuple[Seat, ...]:
    """Return who has won or given back suns, or else tiles: from there or to there a lot goes."""
    pairs = tuple(enumerate(zip(before, after, strict=True)))
    suns = [
        Seat(seat) for seat, (was, now) in pairs if (was.suns, was.spent) != (now.suns, now.spent)
    ]
    return tuple(suns or (Seat(seat) for seat, (was, now) in pairs if was.tiles != now.tiles))


PartValue = dict[int, Picture]
"""The tiles on the auction track, by their places."""


def _laid(seen: RenderedPage) -> PartValue:
    tiles = things(seen, Animated.TILE).items()
    return {place: tile for place, (tile,) in tiles if isinstance(tile, Picture)}


def _taken(track: AuctionTrack) -> list[int]:
    return [place for place, kind in enumerate(track) if kind is not None]


def _came(
    before: AuctionTrack, laid: PartValue, partner: Rect | None, now: float
) -> Iterator[Move]:
    """Yield the tiles that are new: from above, or a whole lot from who gives it back."""
    new = [tile for place, tile in laid.items() if before[place] is None]
    for turn, tile in enumerate(new):
        if partner is None or len(new) == 1:
            yield Slide((tile,), (0, -tile.rect.h // 4), now, TILE_SECONDS)
        else:
            begins = now + turn * STAGGER_SECONDS
            yield Slide((tile,), way_between(tile.rect, partner), begins, LOT_SECONDS)


def _went(laid: PartValue, after: AuctionTrack, partner: Rect | None, now: float) -> Iterator[Move]:
    """Yield the tiles that are gone: to who has taken them, or away upwards."""
    for turn, tile in enumerate(tile for place, tile in laid.items() if after[place] is None):
        if partner is None:
            yield GoAway(tile, (0, -tile.rect.h // 2), now, TILE_SECONDS)
        else:
            begins = now + turn * STAGGER_SECONDS
            yield GoAway(tile, way_between(tile.rect, partner), begins, LOT_SECONDS)


def _suns_change_places(before: RenderedPage, after: RenderedPage, now: float) -> Iterator[Move]:
    old = things(before, Animated.SUN)
    for number, sun in things(after, Animated.SUN).items():
        way = way_between(sun[0].rect, old[number][0].rect) if number in old else (0, 0)
        if way != (0, 0):
            yield Slide(sun, way, now, LOT_SECONDS)


def _ra_comes(before: RenderedPage, after: RenderedPage, now: float) -> Iterator[Move]:
    """Yield the boat on its way, or the Ra tile that is laid down."""
    game = after.model.game
    if ra_display(game.setup.edition) is RaDisplay.BOAT:
        old, new = things(before, Animated.BOAT), things(after, Animated.BOAT)
        if old and new:
            yield Slide(new[0], way_between(new[0][0].rect, old[0][0].rect), now, BOAT_SECONDS)
    elif game.ra_count > before.model.game.ra_count:
        laid = things(after, Animated.RA_TILE).get(game.ra_count)
        if laid is not None:
            yield Slide(laid, (0, -laid[0].rect.h // 2), now, TILE_SECONDS)


def _headline_comes(
    ui: Ui, where: Bands, before: RenderedPage, after: RenderedPage
) -> Iterator[Move]:
    """Yield the sunrise as Ra is called, or what else the sky says on its way from its edge."""
    now, old = frame_start(after.model.now), things(before, Animated.HEADLINE)
    for number, said in things(after, Animated.HEADLINE).items():
        if number in old:
            continue
        if number:
            yield from sunrise(ui, where, after.model, now)
        else:
            ground = said[0].rect
            yield Slide(said, (0, -ground.y - ground.h), now, HEADLINE_SECONDS)


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
    above, call, reason, _ = stacked(sky, _SHARES[ui.shape], ui.px(2))
    disc = round(above.h * _BEHIND)
    eye = Rect((sky.w - disc) // 2, top + ui.px(4), disc, disc)
    is_calm = model.preferences.reduce_motion
    yield from _skies(ui, sky, eye, now, 1 if is_calm else _TURNS)
    way, coming = ((0, 0), 0.0) if is_calm else ((0, bottom - eye.y - disc), RISE_SECONDS)
    yield Appear((Picture(eye, "ra_eye"),), now, SUNRISE_SECONDS, way, coming)
    said = assembled(
        (
            *banner(ui, call, bidding.called(ui, heard, model.session.buttons)),
            *banner(ui, reason, Headline(why(ui, heard.auction, heard.game))),
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
