"""From tags in zones to tiles, suns and the Ra figure, as far as the box knows the tags."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.core.zones import DISCARD, FIGURE, LANE, RA_TRACK, SUN, Inventories, came, went
from companion.pages.hardware.zone_inference import ZonesSeen
from companion.rules import components
from companion.rules.actions import Action, Draw
from companion.rules.editions import Sun
from companion.rules.events import AuctionBegan, EpochEnded
from companion.rules.model import Game
from companion.rules.records.timeline import Timeline
from companion.rules.tiles import BY_ID, Tile, bundle, count

Tags = Mapping[str, str]
"""What each tag of the box is on."""


def is_still(known: Inventories, tags: Tags) -> bool:
    """Whether nobody is swapping suns: none lies in the centre meanwhile, or two."""
    lying = known.lying.get(SUN)
    if lying is None:
        return True
    suns = _suns(lying, tags)
    return len(suns) == 1 or (not suns and bool(lying))


def observe(known: Inventories, timeline: Timeline, tags: Tags) -> ZonesSeen:
    """Return what the zones that are read can reveal."""
    lane = known.lying.get(LANE)
    lying = (lane or frozenset()) - known.leftover
    tiles = [tile for tile in _tiles(lying, tags) if tile is not Tile.RA]
    suns = _suns(known.lying.get(SUN, frozenset()), tags)
    new = _new(known, timeline)
    return ZonesSeen(
        lane=None if lane is None else tuple(tiles),
        unknown=sum(uid not in tags for uid in lying),
        came=frozenset(_tiles(new & lying, tags)) - {Tile.RA},
        went=frozenset(_tiles(went(known, LANE), tags)),
        emptied=frozenset(_slots(timeline, went(known, LANE))),
        ra=max(0, _tiles(new, tags).count(Tile.RA) - _entered_ra(known, timeline.game)),
        sun=suns[0] if len(suns) == 1 else None,
        has_figure_left=_has_figure_left(known, timeline, tags),
        is_figure_home=_has_figure(known.lying.get(FIGURE, frozenset()), tags),
        discarded=bundle(_tiles(came(known, DISCARD), tags)),
    )


def tag_of(action: Action, known: Inventories, timeline: Timeline, tags: Tags) -> str:
    """Return the tag of a tile that was drawn; empty for every other action."""
    if not isinstance(action, Draw):
        return ""
    fitting = (uid for uid in _new(known, timeline) if tags.get(uid) == action.tile.value)
    return min(fitting, default="")


def _has_figure_left(known: Inventories, timeline: Timeline, tags: Tags) -> bool:
    """Whether the figure was taken, and for no auction that was entered."""
    later = (event for moment in timeline.moments[known.actions :] for event in moment.events)
    if any(isinstance(event, AuctionBegan | EpochEnded) for event in later):
        return False
    return _has_figure(went(known, FIGURE), tags)


def _has_figure(uids: frozenset[str], tags: Tags) -> bool:
    return any(tags.get(uid) == components.RA_FIGURE for uid in uids)


def _slots(timeline: Timeline, uids: frozenset[str]) -> Iterator[int]:
    """Yield the slots of the auction track into which these tags were drawn."""
    before = timeline.start.lane
    for moment in timeline.moments:
        lane = moment.game.lane
        if moment.tag in uids:
            yield from (slot for slot, tile in enumerate(lane) if tile and not before[slot])
        before = lane


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
    return [BY_ID[tags[uid]] for uid in uids if tags.get(uid) in BY_ID]


def _suns(uids: frozenset[str], tags: Tags) -> list[Sun]:
    things = (tags.get(uid, "") for uid in uids)
    return [
        Sun(int(thing.removeprefix(components.SUN)))
        for thing in things
        if thing.startswith(components.SUN)
    ]
