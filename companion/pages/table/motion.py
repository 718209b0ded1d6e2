"""What moves on the table: a tile to its place, the boat, a lot to its winner, suns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.pages.motion import things, way_between
from companion.pages.table import headline
from companion.rules.editions import RaDisplay, Seat, ra_display
from companion.rules.model import AuctionTrack, Game, Player
from companion.ui.animation import GoAway, Move, RenderedPage, Slide, frame_start
from companion.ui.layout import Bands, panel_places
from companion.ui.scene import Animated, Picture, Rect
from companion.ui.style import Ui

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
    """Return the tiles on the auction track."""
    tiles = things(seen, Animated.TILE).items()
    return {place: tile for place, (tile,) in tiles if isinstance(tile, Picture)}


def _taken(track: AuctionTrack) -> list[int]:
    """Return the places on which tiles lie."""
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
    """Yield the suns that lie elsewhere than before."""
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
            yield from headline.sunrise(ui, where, after.model, now)
        else:
            ground = said[0].rect
            yield Slide(said, (0, -ground.y - ground.h), now, HEADLINE_SECONDS)
