"""What moves when the table has changed: from the picture before to the picture after.

Only what lies on a table moves, as it would in people's hands: a tile comes to its place, the boat
goes on, a lot goes to its winner, suns change places. The bars of an epoch grow category by
category, those at the end rise, and those of a plot grow as it comes. What lies on the table also
runs backwards, when something is taken back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from companion.core.page import Page
from companion.pages import new_game, scoring, table
from companion.pages.status_bar import edge_px
from companion.rules.editions import RaDisplay, Seat, ra_display
from companion.rules.model import Game, Lane, Player
from companion.ui.animation import (
    Appear,
    Count,
    Drain,
    GoAway,
    Grow,
    Morph,
    Move,
    Pulse,
    Seen,
    Slide,
    frame_start,
    going_on,
)
from companion.ui.layout import Bands, bands, panel_places
from companion.ui.scene import Box, Item, Picture, Rect, Text, Thing
from companion.ui.style import Style

TILE_SECONDS = 0.18
"""How long a tile takes to its place."""

BOAT_SECONDS = 0.35

HEADLINE_SECONDS = 0.35
"""How long what the sky says takes to its place."""

CARRY_SECONDS, ROUND_SECONDS, ROUNDS = 1.2, 2.0, 3
"""How long what hands do takes in its picture, how long until it begins again, and how often."""

LOT_SECONDS = 0.45
"""How long a lot takes to its winner, and the suns to change places."""

PLOT_SECONDS = 0.4
"""How long all bars of a plot take to their height."""

DEAL_SECONDS = 0.09
"""How much later than the sun before it each sun sets out to its card."""

STAGGER_SECONDS = 0.04
"""How much later than the tile before it each tile of a lot sets out."""

PULSE_SECONDS = 20.0
"""How long the emblem of the player who is asked moves; then the picture is at rest."""

Way = tuple[int, int]
"""Pixels to the right, and down."""


def moves(look: Style, before: Seen, after: Seen) -> tuple[Move, ...]:
    """Return what moves from now on, between one picture at rest and the next.

    What was moving already goes on to where it still belongs, unless something new moves or
    another page is open: then it is at its end at once.
    """
    timed = tuple(_ring(after))
    moving = _things_move(look, before, after)
    if after.model.preferences.reduce_motion:
        moving = tuple(move for move in moving if isinstance(move, Appear))
    return (*sorted(moving, key=lambda move: isinstance(move, Appear)), *timed)


def _ring(after: Seen) -> Iterator[Drain]:
    """Yield the ring that shrinks until an auction settles itself, or cannot be opened again."""
    span = table.auction.running(after.model)
    if span is None:
        return
    points = tuple(
        item for _, items in sorted(_things(after, Thing.BEAD).items()) for item in items
    )
    if points:
        since, seconds = span
        is_calm = after.model.preferences.reduce_motion
        yield Drain(points, since, seconds, ceil(seconds) if is_calm else len(points))


def _things_move(look: Style, before: Seen, after: Seen) -> tuple[Move, ...]:
    """Return what moves on the table and among points."""
    before = before._replace(moves=tuple(m for m in before.moves if not isinstance(m, Drain)))
    now = after.model.now
    kinds = type(before.model.page), type(after.model.page)
    plots = _plots_grow(before, after)
    fresh = (*_between(look, before, after), *_hands_carry(before, after), *plots)
    has_another = bool(fresh) or kinds[0] is not kinds[1] or _stands_still(after.model.page)
    old = () if has_another else going_on(before.moves, after.page.items, now)
    if after.model.screen.acted_at == before.model.screen.acted_at:
        return fresh or old
    waited_for = _pulse(after) if kinds[1] is table.Table else ()
    return (*fresh, *(move for move in old if not isinstance(move, Pulse | Appear)), *waited_for)


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
    yield from _headline_comes(look, where, before, after)


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
            yield GoAway(tile, (0, -tile.rect.h // 2), now, TILE_SECONDS)
        else:
            begins = now + turn * STAGGER_SECONDS
            yield GoAway(tile, _way(tile.rect, partner), begins, LOT_SECONDS)


def _hands_carry(before: Seen, after: Seen) -> Iterator[Move]:
    """Yield what hands do for a seat that the table plays, a few times over; then it rests."""
    laid, was = _things(after, Thing.HANDS), _things(before, Thing.HANDS)
    if not laid.get(0) or not laid.get(1) or laid == was:
        return
    now, items = frame_start(after.model.now), laid[0]
    way = _way(items[0].rect, laid[1][0].rect)
    for turn in range(ROUNDS):
        begins = now + turn * ROUND_SECONDS
        yield Slide(items, way, begins, CARRY_SECONDS)
        yield Slide(items, (0, 0), begins + CARRY_SECONDS, ROUND_SECONDS - CARRY_SECONDS)


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


def _suns_are_dealt(look: Style, after: Seen) -> Iterator[Move]:
    """Yield the suns on their way from the middle to their cards, one after the other."""
    wide, high = look.canvas.size
    centre, start = Rect(wide // 2, high // 2, 0, 0), frame_start(after.model.now)
    for place, sun in enumerate(_things(after, Thing.SUN).values()):
        way = _way(sun[0].rect, centre)
        yield Slide(sun, way, start + place * DEAL_SECONDS, LOT_SECONDS)


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


def _headline_comes(look: Style, where: Bands, before: Seen, after: Seen) -> Iterator[Move]:
    """Yield the sunrise as Ra is called, or what else the sky says on its way from its edge."""
    now, old = frame_start(after.model.now), _things(before, Thing.HEADLINE)
    for number, said in _things(after, Thing.HEADLINE).items():
        if number in old:
            continue
        if number:
            yield from table.sunrise(look, where, after.model, now)
        else:
            ground = said[0].rect
            yield Slide(said, (0, -ground.y - ground.h), now, HEADLINE_SECONDS)


def _pulse(after: Seen) -> tuple[Move, ...]:
    """Return the pulsing emblem of the player who is asked."""
    asked = _things(after, Thing.ASKED).values()
    since = frame_start(after.model.now)
    return tuple(
        Pulse((sign,), since, PULSE_SECONDS) for (sign,) in asked if isinstance(sign, Picture)
    )


def _stacks_grow(before: Seen, after: Seen) -> Iterator[Move]:
    """Yield the bars of an epoch on their way to the next category, and their sums with them."""
    now = frame_start(after.model.now)
    seconds = scoring.STEP_SECONDS - _REST_SECONDS
    old, new = _things(before, Thing.SEGMENT), _things(after, Thing.SEGMENT)
    for number, items in new.items():
        box = items[0]
        if number in old:
            starts = tuple(item.rect for item in old[number])
            if len(starts) == len(items):
                yield Morph(items, starts, now, seconds)
            else:
                yield Morph((box,), (old[number][0].rect,), now, seconds)
        else:
            rect = box.rect
            hangs = number % len(scoring.COLOURS) == len(scoring.COLOURS) - 1
            foot = Rect(rect.x, rect.y if hangs else rect.y + rect.h, rect.w, 0)
            yield Morph((box,), (foot,), now, seconds)
            yield Slide(items[1:], (0, 0), now + seconds, _HAIR)
    sums = _things(before, Thing.SUM)
    for seat, (text,) in _things(after, Thing.SUM).items():
        if not isinstance(text, Text) or text.text == "?":
            continue
        known = sums.get(seat)
        was = known[0] if known else text
        first = _number(was.text) if known and isinstance(was, Text) else 0
        yield Count((text,), was.rect, first, _number(text.text), now, seconds)
    said = _things(before, Thing.REASON)
    for number, chip in _things(after, Thing.REASON).items():
        if number in said and len(said[number]) == len(chip):
            yield Morph(chip, tuple(item.rect for item in said[number]), now, seconds)
        else:
            yield Slide(chip, (0, 0), now + seconds, _HAIR)


_REST_SECONDS = 0.1
"""A short pause before the next category."""

_HAIR = 0.001
"""What appears at once, but not before its time."""


def _number(text: str) -> int:
    return int(text.replace("\N{MINUS SIGN}", "-"))


def _bars_rise(before: Seen, after: Seen) -> Iterator[Move]:
    """Yield the bars that rise now; the crown comes from above when they have stopped."""
    now, old = frame_start(after.model.now), _things(before, Thing.BAR)
    for seat, bar in _things(after, Thing.BAR).items():
        if seat in old and _is_risen(bar[0]) and not _is_risen(old[seat][0]):
            yield Grow(bar, old[seat][0].rect.h, now, scoring.BAR_SECONDS)
    crown = _things(after, Thing.CROWN).get(0)
    if crown is not None and Thing.CROWN not in {key for key, _ in _keys(before)}:
        yield Slide(crown, (0, -crown[0].rect.h), now, scoring.CROWN_SECONDS)


def _plots_grow(before: Seen, after: Seen) -> Iterator[Move]:
    """Yield the bars of plots on their way from their lines, if other ones were there before."""
    bars = tuple(_plotted(after))
    starts = tuple(_on_its_line(bar) for bar in bars)
    if bars and [bar.rect for bar in bars] != [bar.rect for bar in _plotted(before)]:
        yield Morph(bars, starts, frame_start(after.model.now), PLOT_SECONDS)


def _plotted(seen: Seen) -> Iterator[Item]:
    kinds = Thing.COLUMN, Thing.STRIPE
    return (item for item in seen.page.items if item.key is not None and item.key[0] in kinds)


def _on_its_line(bar: Item) -> Rect:
    """Return where something of a plot is as long as its bar has no length."""
    rect, (thing, line) = bar.rect, bar.key or (Thing.STRIPE, bar.rect.x)
    if thing is Thing.STRIPE:
        return Rect(line, rect.y, 0, rect.h)
    if isinstance(bar, Box):
        return Rect(rect.x, line, rect.w, 0)
    return Rect(rect.x, line - rect.h if rect.y < line else line, rect.w, rect.h)


def _keys(seen: Seen) -> Iterator[tuple[Thing, int]]:
    return (item.key for item in seen.page.items if item.key is not None)


def _is_risen(bar: Item) -> bool:
    return isinstance(bar, Box) and bar.bottom is not None


def _between(look: Style, before: Seen, after: Seen) -> Iterator[Move]:
    """Yield what moves between these pages; between most nothing does."""
    match before.model.page, after.model.page:
        case table.Table(), table.Table():
            yield from _at_table(look, before, after)
        case new_game.Dealing(suns=suns), new_game.Dealing(suns=now) if suns == now:
            return
        case _, new_game.Dealing(at=None):
            yield from _suns_are_dealt(look, after)
        case _, scoring.EpochScores(hidden=hidden) if hidden:
            is_news = before.model.page is not after.model.page
            yield from _stacks_grow(before, after) if is_news else ()
        case scoring.Finale(), scoring.Finale(since=float()):
            yield from _bars_rise(before, after)
        case scoring.EpochScores(), scoring.Finale(since=float()):
            yield from _bars_rise_first(after)
        case _:
            return


def _bars_rise_first(after: Seen) -> Iterator[Move]:
    """Yield the bar that rises as the page comes: from the height of those that do not."""
    bars = _things(after, Thing.BAR).values()
    least = min(bar[0].rect.h for bar in bars)
    now = frame_start(after.model.now)
    for bar in bars:
        if _is_risen(bar[0]):
            yield Grow(bar, least, now, scoring.BAR_SECONDS)


def _stands_still(page: Page) -> bool:
    """Whether points are shown here and nothing moves: also what moved a moment ago."""
    match page:
        case scoring.EpochScores(hidden=0) | scoring.Finale(since=None):
            return True
        case _:
            return False
