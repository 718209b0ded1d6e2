"""What moves when the table has changed: from the picture before to the picture after.

Only what lies on a table moves, as it would under people's hands: a tile comes to its place, the
boat goes on, a lot goes to who won it, suns change places. Points appear row by row, and the bars
at the end rise. All of it also runs backwards, when something is taken back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.pages import scoring, table
from companion.pages.page_view import frame
from companion.pages.status_bar import edge_px
from companion.rules.editions import RaDisplay, Seat, ra_display
from companion.rules.model import Game, Lane, Player
from companion.ui.animation import Grow, Leave, Move, Pulse, Seen, Slide, frame_start, going_on
from companion.ui.layout import Bands, bands, panel_places
from companion.ui.scene import Align, Box, Item, Picture, Rect, Text, Thing
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
    if after.model.screen.acted_at == before.model.screen.acted_at:
        return fresh or old
    waited_for = _pulse(after) if kinds[1] is table.Table else ()
    return (*fresh, *(move for move in old if not isinstance(move, Pulse)), *waited_for)


def _at_table(look: Style, before: Seen, after: Seen) -> Iterator[Move]:
    """Yield what moves on the table itself, if the table has changed."""
    if (
        before.model.session.timeline is None
        or after.model.session.timeline is before.model.session.timeline
    ):
        return
    old, new = before.model.game, after.model.game
    if old.setup is not new.setup:
        return
    now = frame_start(after.model.now)
    where = bands(look, edge_px(look, after.model))
    if old.lane != new.lane:
        partner = _partner(look, where, old, new)
        if any(old.lane[place] is None for place in _taken(new.lane)):
            yield from _came(old.lane, _laid(after), partner, now)
        if any(new.lane[place] is None for place in _taken(old.lane)):
            yield from _went(_laid(before), new.lane, partner, now)
    if old.centre != new.centre:
        yield from _suns_change_places(before, after, now)
    if old.ra_count != new.ra_count:
        yield from _ra_comes(before, after, now)


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


def _things(seen: Seen, thing: Thing) -> dict[int, tuple[Item, ...]]:
    """Return everything of this kind by its number, each with all that belongs to it."""
    found: dict[int, tuple[Item, ...]] = {}
    for item in seen.page.items:
        if item.key is not None and item.key[0] is thing:
            found[item.key[1]] = (*found.get(item.key[1], ()), item)
    return found


Laid = dict[int, Picture]
"""The tiles on the auction track, by their places."""


def _laid(seen: Seen) -> Laid:
    """Return the tiles on the auction track."""
    tiles = _things(seen, Thing.TILE).items()
    return {place: tile for place, (tile,) in tiles if isinstance(tile, Picture)}


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


def _suns_change_places(before: Seen, after: Seen, now: float) -> Iterator[Move]:
    """Yield the suns that lie elsewhere than before."""
    old = _things(before, Thing.SUN)
    for number, sun in _things(after, Thing.SUN).items():
        way = _way(sun[0].rect, old[number][0].rect) if number in old else (0, 0)
        if way != (0, 0):
            yield Slide(sun, way, now, LOT_SECONDS)


def _ra_comes(before: Seen, after: Seen, now: float) -> Iterator[Move]:
    """Yield the boat on its way, or the Ra tile that is laid down."""
    game = after.model.game
    if ra_display(game.setup.edition) is RaDisplay.BOAT:
        old, new = _things(before, Thing.BOAT), _things(after, Thing.BOAT)
        if old and new:
            yield Slide(new[0], _way(new[0][0].rect, old[0][0].rect), now, BOAT_SECONDS)
    elif game.ra_count > before.model.game.ra_count:
        laid = _things(after, Thing.RA_TILE).get(game.ra_count)
        if laid is not None:
            yield Slide(laid, (0, -laid[0].rect.h // 2), now, TILE_SECONDS)


def _pulse(after: Seen) -> tuple[Move, ...]:
    """Return the emblem of who is asked, as large and small by turns."""
    asked = _things(after, Thing.ASKED).values()
    since = frame_start(after.model.now)
    return tuple(
        Pulse((sign,), since, PULSE_SECONDS) for (sign,) in asked if isinstance(sign, Picture)
    )


def _rows_appear(look: Style, after: Seen) -> Iterator[Move]:
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


def _bars_rise(before: Seen, after: Seen) -> Iterator[Move]:
    """Yield the bars of those who have just been revealed, with what stands on them."""
    now, old = frame_start(after.model.now), _things(before, Thing.BAR)
    for seat, bar in _things(after, Thing.BAR).items():
        if seat in old and _is_risen(bar[0]) and not _is_risen(old[seat][0]):
            yield Grow(bar, old[seat][0].rect.h, now, BAR_SECONDS)


def _is_risen(bar: Item) -> bool:
    return isinstance(bar, Box) and bar.bottom is not None


def _between(look: Style, before: Seen, after: Seen) -> Iterator[Move]:
    """Yield what moves between these pages; between most nothing does."""
    match before.model.page, after.model.page:
        case table.Table(), table.Table():
            yield from _at_table(look, before, after)
        case table.Table(), scoring.EpochScores():
            yield from _rows_appear(look, after)
        case scoring.Finale(), scoring.Finale():
            yield from _bars_rise(before, after)
        case _:
            return
