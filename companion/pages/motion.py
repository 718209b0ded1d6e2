"""What moves when the table has changed: from the picture before to the picture after.

Only what lies on a table moves, as it would under people's hands: a tile comes to its place, the
boat goes on, a lot goes to who won it, suns change places. Points appear row by row, and the bars
at the end rise. All of it also runs backwards, when something is taken back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.pages import scoring, table
from companion.pages.page_view import frame
from companion.pages.status_bar import edge_px
from companion.rules.editions import RaDisplay, Seat, ra_display
from companion.rules.model import Game, Lane, Player
from companion.ui.animation import Grow, Leave, Move, Pulse, Seen, Slide, frame_start, going_on
from companion.ui.layout import Bands, bands, panel_places
from companion.ui.scene import Align, Box, Item, Picture, Rect, Text
from companion.ui.style import Style

TILE_SECONDS = 0.18
"""How long a tile takes to its place."""

BOAT_SECONDS = 0.35

LOT_SECONDS = 0.45
"""How long a lot takes to its winner, and the suns to change places."""

STAGGER_SECONDS = 0.04
"""How much later than the tile before it each tile of a lot sets out."""

ROW_SECONDS = 0.4
"""How much later than the row before it a row of points appears."""

BAR_SECONDS = 0.9

PULSE_SECONDS = 20.0
"""How long it is shown who is waited for; then the picture stands still."""

Way = tuple[int, int]
"""So many pixels to the right, and so many down."""


def moves(look: Style, before: Seen, after: Seen) -> tuple[Move, ...]:
    """Return what moves from now on, between one picture at rest and the next.

    What was moving already goes on to where it still belongs, unless something new moves or
    another page is open: then it is at its end at once.
    """
    if after.model.preferences.reduce_motion:
        return ()
    now = after.model.now
    kinds = type(before.model.page), type(after.model.page)
    fresh = tuple(_between(look, before, after))
    has_another = bool(fresh) or kinds[0] is not kinds[1]
    old = () if has_another else going_on(before.moves, after.page.items, now)
    if after.model.acted_at == before.model.acted_at:
        return fresh or old
    waited_for = _pulse(look, after) if kinds[1] is table.Table else ()
    return (*fresh, *(move for move in old if not isinstance(move, Pulse)), *waited_for)


def _at_table(look: Style, before: Seen, after: Seen) -> Iterator[Move]:
    """Yield what moves on the table itself, if the table has changed."""
    if before.model.timeline is None or after.model.timeline is before.model.timeline:
        return
    old, new = before.model.game, after.model.game
    if old.setup is not new.setup:
        return
    now = frame_start(after.model.now)
    where = bands(look, edge_px(look, after.model))
    if old.lane != new.lane:
        partner = _partner(look, where, old, new)
        if any(old.lane[place] is None for place in _taken(new.lane)):
            yield from _came(old.lane, _laid(after, where.lane), partner, now)
        if any(new.lane[place] is None for place in _taken(old.lane)):
            yield from _went(_laid(before, where.lane), new.lane, partner, now)
    if old.centre != new.centre:
        yield from _suns_change_places(_suns(before, where), _suns(after, where), now)
    if old.ra_count != new.ra_count:
        yield from _ra_comes(before, after, where.track, now)


def _partner(look: Style, where: Bands, before: Game, after: Game) -> Rect | None:
    """Return the panel to which a lot goes, or from which it comes back."""
    changed = _changed(before.players, after.players)
    if len(changed) != 1:
        return None
    return panel_places(look, where.panels, len(after.players))[changed[0]]


def _changed(before: Sequence[Player], after: Sequence[Player]) -> tuple[Seat, ...]:
    """Return who has won or given back suns, or else tiles: from there or to there a lot goes."""
    pairs = tuple(enumerate(zip(before, after, strict=True)))
    suns = [Seat(seat) for seat, (was, now) in pairs if (was.up, was.down) != (now.up, now.down)]
    return tuple(suns or (Seat(seat) for seat, (was, now) in pairs if was.tiles != now.tiles))


Laid = dict[int, Picture]
"""The tiles on the auction track, by their places."""


def _laid(seen: Seen, lane: Rect) -> Laid:
    """Return the tiles on the auction track, none if something else lies there as well."""
    low = lane.y + lane.h
    shown = [
        item
        for item in seen.page.items
        if type(item) is Picture and lane.y <= item.rect[1] < low and item.name[:5] == "tile_"
    ]
    taken = _taken(seen.model.game.lane)
    return dict(zip(taken, shown, strict=True)) if len(taken) == len(shown) else {}


def _taken(lane: Lane) -> list[int]:
    """Return the places on which tiles lie."""
    return [place for place, kind in enumerate(lane) if kind is not None]


def _came(before: Lane, laid: Laid, partner: Rect | None, now: float) -> Iterator[Move]:
    """Yield the tiles that are new: from above, or a whole lot from who gives it back."""
    new = [tile for place, tile in laid.items() if before[place] is None]
    for turn, tile in enumerate(new):
        if partner is None or len(new) == 1:
            yield Slide((tile,), (0, -tile.rect.h // 4), now, TILE_SECONDS)
        else:
            begins = now + turn * STAGGER_SECONDS
            yield Slide((tile,), _way(tile.rect, partner), begins, LOT_SECONDS)


def _went(laid: Laid, after: Lane, partner: Rect | None, now: float) -> Iterator[Move]:
    """Yield the tiles that are gone: to who has taken them, or away upwards."""
    for turn, tile in enumerate(tile for place, tile in laid.items() if after[place] is None):
        if partner is None:
            yield Leave(tile, (0, -tile.rect.h // 2), now, TILE_SECONDS)
        else:
            begins = now + turn * STAGGER_SECONDS
            yield Leave(tile, _way(tile.rect, partner), begins, LOT_SECONDS)


def _way(start: Rect, end: Rect) -> Way:
    """Return how far it is from the middle of one place to the middle of another."""
    return (
        end.x + end.w // 2 - start.x - start.w // 2,
        end.y + end.h // 2 - start.y - start.h // 2,
    )


Suns = dict[str, tuple[Item, ...]]
"""Every sun with its number, by its number: no number is there twice (R-SET-5)."""


def _suns_change_places(before: Suns, after: Suns, now: float) -> Iterator[Move]:
    """Yield the suns that lie elsewhere than before."""
    for number, sun in after.items():
        way = _way(sun[0].rect, before[number][0].rect) if number in before else (0, 0)
        if way != (0, 0):
            yield Slide(sun, way, now, LOT_SECONDS)


def _suns(seen: Seen, where: Bands) -> Suns:
    """Return the suns in the centre and before the players; keys that show suns are none."""
    return {
        number.text: (disc, number)
        for disc, number in pairwise(seen.page.items)
        if type(disc) is Picture
        and type(number) is Text
        and disc.name[:4] == "sun_"
        and number.rect == disc.rect
        and any(band.contains(*disc.rect[:2]) for band in (where.lane, where.panels))
    }


def _ra_comes(before: Seen, after: Seen, track: Rect, now: float) -> Iterator[Move]:
    """Yield the boat on its way, or the Ra tile that is laid down."""
    game = after.model.game
    if game.ra_count == before.model.game.ra_count:
        return
    if ra_display(game.setup.edition) is RaDisplay.BOAT:
        old, new = _boat(before.page.items), _boat(after.page.items)
        if old and new:
            yield Slide(new, _way(new[0].rect, old[0].rect), now, BOAT_SECONDS)
    elif game.ra_count > before.model.game.ra_count:
        low = track.y + track.h
        laid = [
            item
            for item in after.page.items
            if isinstance(item, Picture) and item.name == "tile_ra" and item.rect.y < low
        ]
        if laid:
            yield Slide((laid[-1],), (0, -laid[-1].rect.h // 2), now, TILE_SECONDS)


def _boat(items: Sequence[Item]) -> tuple[Item, ...]:
    """Return the boat, and the sun in it if that is drawn apart."""
    for place, item in enumerate(items):
        if isinstance(item, Picture) and item.name == "boat":
            beside = items[place + 1 : place + 2]
            has_sun = any(
                each.name.startswith("sun_") for each in beside if isinstance(each, Picture)
            )
            return (item, *beside) if has_sun else (item,)
    return ()


def _pulse(look: Style, after: Seen) -> tuple[Move, ...]:
    """Return the emblem of who is asked, as large and small by turns."""
    place = bands(look, edge_px(look, after.model)).prompt
    for item in after.page.items:
        if type(item) is Picture and place.contains(*item.rect[:2]) and item.name[:7] == "emblem_":
            return (Pulse((item,), frame_start(after.model.now), PULSE_SECONDS),)
    return ()


def _rows_appear(look: Style, _: Seen, after: Seen) -> Iterator[Move]:
    """Yield the points of an epoch, row by row, and last their sum."""
    now = frame_start(after.model.now)
    body = frame(look, after.model).body
    items = [item for item in after.page.items if body.contains(*item.rect[:2])]
    rows = [item.rect for item in items if isinstance(item, Box) and item.rect.w == body.w]
    points = [item for item in items if isinstance(item, Text) and item.align is Align.CENTRE]
    for turn, row in enumerate(rows):
        yield _appears(tuple(item for item in points if row.contains(*item.rect[:2])), turn, now)
    below = max((row.y + row.h for row in rows), default=body.y + body.h)
    total = tuple(
        item for item in items if item.rect.y >= below and (isinstance(item, Box) or item in points)
    )
    yield _appears(total, len(rows), now)


def _appears(items: tuple[Item, ...], turn: int, now: float) -> Move:
    high = items[0].rect.h if items else 0
    return Slide(items, (0, high // 4), now + (turn + 1) * ROW_SECONDS, TILE_SECONDS)


def _bars_rise(look: Style, before: Seen, after: Seen) -> Iterator[Move]:
    """Yield the bars of those who have just been revealed."""
    now = frame_start(after.model.now)
    hidden = {
        (item.rect.x, item.rect.w): item.rect.h
        for item in before.page.items
        if isinstance(item, Box) and item.bottom is None
    }
    for bar in after.page.items:
        if isinstance(bar, Box) and bar.bottom is not None and bar.fill in look.theme.buttons:
            start = hidden.get((bar.rect.x, bar.rect.w))
            if start is not None:
                yield Grow((bar, *_standing_on(bar, after.page.items)), start, now, BAR_SECONDS)


def _standing_on(bar: Box, items: Sequence[Item]) -> Iterator[Item]:
    """Yield what goes up and down with a bar: what is no wider and not below it."""
    left, low, right = bar.rect.x, bar.rect.y + bar.rect.h, bar.rect.x + bar.rect.w
    for item in items:
        is_above = left <= item.rect.x and item.rect.x + item.rect.w <= right and item.rect.y < low
        if is_above and item is not bar:
            yield item


def _between(look: Style, before: Seen, after: Seen) -> Iterator[Move]:
    """Yield what moves between these pages; between most nothing does."""
    match before.model.page, after.model.page:
        case table.Table(), table.Table():
            yield from _at_table(look, before, after)
        case table.Table(), scoring.EpochScores():
            yield from _rows_appear(look, before, after)
        case scoring.Finale(), scoring.Finale():
            yield from _bars_rise(look, before, after)
        case _:
            return
