"""What must have happened for things to lie where they do: the shortest legal stories.

Pure, and only about the rules: from the table as entered and from what is seen now, it finds the
actions in between. An antenna says what lies somewhere, never what was done; so nothing that has a
second explanation is taken for true.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from companion.rules.actions import DRAWS, END_GODS, INVOKE, PASS, UNSOLD, Action, Discard, Won
from companion.rules.editions import Sun
from companion.rules.legal import (
    can_draw,
    discards,
    god_targets,
    has_god,
    is_fresh,
    must_bid,
    open_bids,
    suns_at_auction,
)
from companion.rules.model import Auction, Disaster, Game, Lane, Phase, Reason
from companion.rules.play import play
from companion.rules.tiles import NO_TILES, Tile, Tiles, bundle, holds

MOST_CHAPTERS = 4
"""The most actions that may have gone unseen: all pass, gods end, Ra is called, somebody wins."""

MOST_PAGES = 2000
"""The most ways that are followed; beyond that, people say what happened."""

Story = tuple[Action, ...]


class ZonesSeen(NamedTuple):
    """What the zones that are read can reveal."""

    lane: tuple[Tile, ...] | None = None
    """The known tiles on the auction track; None: it is not read."""
    unknown: int = 0
    """How many tiles with unknown tags lie there too."""
    came: frozenset[Tile] = frozenset()
    """Kinds of tiles that have come there and were not entered by their tag."""
    went: frozenset[Tile] = frozenset()
    """Kinds of tiles that have left it."""
    emptied: frozenset[int] = frozenset()
    """The slots whose own tiles, known by their tags, left: of equal tiles these were taken."""
    ra: int = 0
    """Ra tiles that have come to the Ra track and are not entered."""
    sun: Sun | None = None
    """The sun in the centre; None: it is not read, or not one sun lies there."""
    has_figure_left: bool = False
    """Whether the Ra figure was taken from its place."""
    is_figure_home: bool = False
    """Whether it lies there: then nobody is bidding for a lot that was called."""
    discarded: Tiles = NO_TILES
    """What has come to the discarded tiles."""


class ZoneReport(NamedTuple):
    """What the places tell."""

    stories: tuple[Story, ...]
    """Every story of the fewest actions that explains all that is seen; ``()``: nothing to tell."""
    is_under_way: bool = False
    """Whether what is seen may also be the middle of something else."""

    @property
    def agrees(self) -> bool:
        """Whether the table as entered is the table as seen."""
        return self.stories == ((),)


class _Page(NamedTuple):
    """A story so far."""

    story: Story
    before: Game
    game: Game
    ra: int
    """Ra tiles that it still has to explain."""
    is_called: bool
    """Whether it explains where the Ra figure is."""


def told(game: Game, seen: ZonesSeen) -> ZoneReport:
    """Return what must have happened at this table for things to lie as they are seen."""
    is_called = not seen.has_figure_left or isinstance(game.stage, Auction)
    pages = [_Page((), game, game, seen.ra, is_called)]
    if _explains(pages[0], seen):
        return ZoneReport(((),))
    read = list(pages)
    for _ in range(MOST_CHAPTERS):
        pages = [after for page in pages for after in _after(page, game, seen)]
        if len(pages) > MOST_PAGES:
            break
        read += pages
        found = tuple(page.story for page in pages if _explains(page, seen))
        if found:
            read += [after for page in pages for after in _after(page, game, seen)]
            return ZoneReport(found, any(_is_under_way(page, seen) for page in read))
    return ZoneReport((), any(_is_under_way(page, seen) for page in read))


def _after(page: _Page, start: Game, seen: ZonesSeen) -> Iterator[_Page]:
    """Yield the story with each action that could come next, as far as what is seen allows it."""
    game = page.game
    if game.centre not in (start.centre, seen.sun):
        return
    for action in _actions(game, seen, page.ra):
        after, _ = play(game, action)
        drew_ra = action == DRAWS[Tile.RA]
        is_called = page.is_called or drew_ra or action == INVOKE
        yield _Page((*page.story, action), game, after, page.ra - drew_ra, is_called)


def _actions(game: Game, seen: ZonesSeen, ra: int) -> Iterator[Action]:
    """Yield every legal action that left a sign, and those that leave none."""
    match game.stage:
        case Auction() as auction if is_fresh(game, auction):
            yield from (Won(sun) for sun in suns_at_auction(game))
            if auction.reason is not Reason.INVOKED:
                yield UNSOLD
        case Auction() as begun:
            yield from open_bids(game.players[game.active].up, begun.best_bid)
            if not must_bid(game, begun):
                yield PASS
        case Disaster() as disaster:
            yield from _losses(game, disaster, seen)
        case Phase.TURN | Phase.GODS:
            yield from _of_a_turn(game, seen, ra)
        case Phase.OVER:
            return


def _of_a_turn(game: Game, seen: ZonesSeen, ra: int) -> Iterator[Action]:
    targets = god_targets(game.lane) if has_god(game.players[game.active]) else ()
    likely = sorted(targets, key=lambda god: (god.slot in seen.emptied, -god.slot))
    kinds = {game.lane[god.slot]: god for god in likely}
    yield from (god for tile, god in kinds.items() if tile in seen.went)
    if game.stage is Phase.GODS:
        yield END_GODS
        return
    yield INVOKE
    if can_draw(game):
        kinds_drawn = seen.came | ({Tile.RA} if ra else set())
        yield from (DRAWS[tile] for tile in sorted(kinds_drawn) if game.bag & tile.mask)


def _losses(game: Game, disaster: Disaster, seen: ZonesSeen) -> Iterator[Discard]:
    """Yield what may have been given up, if that much lies among the discarded tiles."""
    for discard in discards(game, disaster):
        if holds(seen.discarded, bundle(discard.tiles)):
            yield discard


def _explains(page: _Page, seen: ZonesSeen) -> bool:
    """Whether all that is seen is as after this story."""
    game = page.game
    if page.ra or not page.is_called or seen.sun not in (None, game.centre):
        return False
    if isinstance(game.stage, Disaster) and any(_losses(game, game.stage, seen)):
        return False
    lanes = [game.lane]
    if game.epoch != page.before.epoch or game.stage is Phase.OVER:
        lanes.append(page.before.lane)  # nobody clears the board before the points are told
    return any(_lies(lane, seen) for lane in lanes)


def _lies(lane: Lane, seen: ZonesSeen) -> bool:
    """Whether these tiles are those that are seen on the auction track."""
    if seen.lane is None:
        return True
    left = Counter(tile for tile in lane if tile is not None)
    left.subtract(seen.lane)
    return min(left.values(), default=0) >= 0 and left.total() == seen.unknown


def _is_under_way(page: _Page, seen: ZonesSeen) -> bool:
    """Whether a lot may be half taken: the track or the sun as before, the other as after."""
    before, after = page.before, page.game
    if page.ra or seen.lane is None or before.centre == after.centre:
        return False
    if seen.is_figure_home and INVOKE in page.story:
        return False
    lot = bundle(tile for tile in before.lane if tile is not None)
    if not lot or holds(seen.discarded, lot):
        return False
    if seen.sun == before.centre:
        return _lies(after.lane, seen)
    return seen.sun == after.centre and _lies(before.lane, seen)
