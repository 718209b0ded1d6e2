"""From tags in places to tiles, suns and the Ra figure, as far as the box says what they are on."""

from collections.abc import Mapping

from companion.core import box
from companion.core.inventories import (
    DISCARD,
    FIGURE,
    LANE,
    RA_TRACK,
    SUN,
    Inventories,
    came,
    went,
)
from companion.core.stories import Seen
from companion.rules.actions import Action, Draw
from companion.rules.editions import Sun
from companion.rules.model import Game
from companion.rules.tiles import Tile, bundle, count
from companion.rules.timeline import Timeline

Tags = Mapping[str, str]
"""What each tag of the box is on."""

_TILES = {tile.value: tile for tile in Tile}


def is_still(known: Inventories, tags: Tags) -> bool:
    """Whether nobody is swapping suns: none lies in the centre meanwhile, or two."""
    lying = known.lying.get(SUN)
    if lying is None:
        return True
    suns = _suns(lying, tags)
    return len(suns) == 1 or (not suns and bool(lying))


def sight(known: Inventories, timeline: Timeline, tags: Tags) -> Seen:
    """Return what can be told from the places that are read."""
    lane = known.lying.get(LANE)
    lying = (lane or frozenset()) - known.leftover
    tiles = [tile for tile in _tiles(lying, tags) if tile is not Tile.RA]
    suns = _suns(known.lying.get(SUN, frozenset()), tags)
    new = _new(known, timeline)
    return Seen(
        lane=None if lane is None else tuple(tiles),
        unknown=sum(uid not in tags for uid in lying),
        came=frozenset(_tiles(new & lying, tags)) - {Tile.RA},
        went=frozenset(_tiles(went(known, LANE), tags)),
        ra=max(0, _tiles(new, tags).count(Tile.RA) - _entered_ra(known, timeline.game)),
        sun=suns[0] if len(suns) == 1 else None,
        has_figure_left=any(tags.get(uid) == box.RA_FIGURE for uid in went(known, FIGURE)),
        discarded=bundle(_tiles(came(known, DISCARD), tags)),
    )


def tag_of(action: Action, known: Inventories, timeline: Timeline, tags: Tags) -> str:
    """Return the tag of a tile that was drawn; empty for every other action."""
    if not isinstance(action, Draw):
        return ""
    fitting = (uid for uid in _new(known, timeline) if tags.get(uid) == action.tile.value)
    return min(fitting, default="")


def _new(known: Inventories, timeline: Timeline) -> frozenset[str]:
    """Return the tags that came to the tracks and were never drawn in this game."""
    drawn = {moment.tag for moment in timeline.moments}
    return came(known, LANE, RA_TRACK) - drawn


def _entered_ra(known: Inventories, game: Game) -> int:
    """Return how many Ra tiles were entered since table and screen agreed, by hand or pad."""
    if known.bag is None:
        return game.ra_count
    return max(0, count(known.bag, Tile.RA) - count(game.bag, Tile.RA))


def _tiles(uids: frozenset[str], tags: Tags) -> list[Tile]:
    return [_TILES[tags[uid]] for uid in uids if tags.get(uid) in _TILES]


def _suns(uids: frozenset[str], tags: Tags) -> list[Sun]:
    things = (tags.get(uid, "") for uid in uids)
    return [Sun(int(thing.removeprefix(box.SUN))) for thing in things if thing.startswith(box.SUN)]
