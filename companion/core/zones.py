"""From what lies where to entries: told by the antennas, entered like everything else.

An entry is made only if one legal story explains all that is seen and nothing may be half done.
Else the screen asks, or waits for the next thing that happens. Whoever enters by hand is right.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.core import inventories
from companion.core.antennas import Doubt, Happened, LookAtZones, ZoneLost, ZoneSeen
from companion.core.effects import Again, Effect
from companion.core.inventories import DISCARD, LANE, PATIENCE_SECONDS, Inventories
from companion.core.messages import Healed, Trouble
from companion.core.model import AtTable, Model
from companion.core.notices import Notes, Notice
from companion.core.playing import play, saying
from companion.core.sighting import is_still, sight, tag_of
from companion.core.stories import Story, Told, told
from companion.core.teaching import Teaching
from companion.core.trying import Trying
from companion.core.wizard import Wizard
from companion.rules.model import Disaster, Phase
from companion.rules.timeline import Timeline

Update = tuple[Model, tuple[Effect, ...]]

MOST_CANDIDATES = 4
"""More than these are not offered: who was there enters it sooner than reads them."""

SOURCE = "reader"
"""Where entries come from that the antennas tell."""


def zone_seen(model: Model, message: ZoneSeen) -> Update:
    """Take note of what lies in a place; look at all of them when they are still."""
    zone = message.zone
    known = inventories.said(model.zones, zone, message.uids, message.at)
    healed = (Again(Healed(_frozen(zone))),) if zone in model.zones.frozen else ()
    return replace(model, zones=known), healed


def zone_lost(model: Model, message: ZoneLost) -> Update:
    """Freeze a place."""
    said = (Again(Trouble(_frozen(message.zone, message.code))),) if message.code else ()
    return replace(model, zones=inventories.failed(model.zones, message.zone)), said


def _frozen(zone: str, code: str = "") -> Notice:
    return Notice(Notes.ZONE_FROZEN, {"zone": zone, "code": code})


def deadline(model: Model) -> float | None:
    """Return when to look at the places (monotonic seconds); None: nothing has changed.

    What was entered by hand may explain what nothing explained before; what was taken back is not
    entered again by a tile that still lies there.
    """
    known, timeline = model.zones, model.timeline
    if isinstance(model.page, Wizard | Trying | Teaching):
        return None
    if known.due is not None:
        return known.due
    if timeline is None or timeline.undone or known.lying == known.agreed:
        return None
    is_news = timeline.seq != known.looked
    return model.acted_at + inventories.CAME_SECONDS if is_news else None


def begin_to_look(model: Model) -> Update:
    """Look next; should the disk fail, not again before something moves."""
    looked = model.timeline.seq if model.timeline else 0
    known = replace(model.zones, due=None, looked=looked)
    return replace(model, zones=known), (Again(LookAtZones(), SOURCE),)


def look(model: Model, _: LookAtZones) -> Update:
    """Enter what must have happened; ask if that is not certain."""
    timeline = model.timeline
    if timeline is None or timeline.ledger is not None or timeline.game.stage is Phase.OVER:
        known = replace(model.zones, agreed=model.zones.lying, due=None, bag=None)
        return replace(model, zones=known), ()
    known = _without_leftovers(model.zones, timeline.game.epoch)
    model = replace(model, zones=replace(known, due=None, looked=timeline.seq, is_late=False))
    if not is_still(known, model.tags):
        return model, ()
    found = told(timeline.game, sight(known, timeline, model.tags))
    if found.agrees:
        return _agreed(model, timeline), ()
    if len(found.stories) == 1 and not found.is_under_way:
        return happened(model, Happened(found.stories[0], timeline.seq))
    return _in_doubt(model, timeline, found, is_late=known.is_late), ()


def _without_leftovers(known: Inventories, epoch: int) -> Inventories:
    """Return what is known, apart from the tiles of an epoch that is over until they are gone."""
    lane = known.lying.get(LANE, frozenset())
    leftover = known.leftover if epoch == known.epoch else known.agreed.get(LANE, frozenset())
    return replace(known, leftover=leftover & lane, epoch=epoch)


def _agreed(model: Model, timeline: Timeline) -> Model:
    """Return the model that knows how all that is seen came to be."""
    known, game = model.zones, timeline.game
    agreed = {**known.lying}
    if isinstance(game.stage, Disaster) and DISCARD in known.agreed:
        agreed[DISCARD] = known.agreed[DISCARD]  # who gives up tiles is not done yet
    actions = len(timeline.moments)
    known = replace(known, agreed=agreed, bag=game.bag, actions=actions)
    return replace(model, zones=known, doubt=None)


def _in_doubt(model: Model, timeline: Timeline, found: Told, *, is_late: bool) -> Model:
    """Return the model that asks, or waits for the rest of it, or says that nothing explains it."""
    can_ask = 0 < len(found.stories) <= MOST_CANDIDATES
    if can_ask and (is_late or not found.is_under_way):
        return replace(model, doubt=Doubt(found.stories, timeline.seq))
    if not is_late:
        later = replace(model.zones, due=model.now + PATIENCE_SECONDS, is_late=True)
        return replace(model, zones=later)
    if found.is_under_way or found.stories or not isinstance(model.page, AtTable):
        return model
    return saying(model, Notice(Notes.ZONES_UNCLEAR))


def happened(model: Model, message: Happened) -> Update:
    """Enter the first action of a story; what is left of it is told anew."""
    timeline = model.timeline
    if timeline is None or timeline.seq != message.seq or not message.story:
        return model, ()
    first = message.story[0]
    tag = tag_of(first, model.zones, timeline, model.tags)
    played, effects = play(replace(model, doubt=None), first, tag)
    again = (Again(LookAtZones(), SOURCE),) if played.timeline is not timeline else ()
    return played, (*effects, *again)


def doubts(model: Model) -> tuple[Story, ...]:
    """Return the stories among which the screen asks now; none if it does not ask."""
    doubt, timeline = model.doubt, model.timeline
    if doubt is None or timeline is None or not isinstance(model.page, AtTable):
        return ()
    return doubt.stories if timeline.seq == doubt.seq else ()


UPDATES: Mapping[type, Callable[[Model, Any], Update]] = {
    ZoneSeen: zone_seen,
    ZoneLost: zone_lost,
    LookAtZones: look,
    Happened: happened,
}
"""What each message of the antennas does."""
