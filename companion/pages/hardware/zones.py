"""Entries from antennas: what lies where becomes an entry like any other.

An entry is made only if exactly one legal story explains everything seen and nothing can be half
done. Otherwise the screen asks, or waits for what happens next. Entries by hand always win.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from companion import narration
from companion.core.effects import Dispatch, Update, saying
from companion.core.hardware import (
    CAME_SECONDS,
    DISCARD,
    FIGURE,
    LANE,
    PATIENCE_SECONDS,
    RA_TRACK,
    SUN,
    Inventories,
    came,
    went,
    with_zone_frozen,
    with_zone_read,
)
from companion.core.messages import Healed, MachineMessage, Message, Trouble
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.pages import table
from companion.pages.hardware.hardware_test import HardwareTest
from companion.pages.hardware.pin_wizard import PinWizard
from companion.pages.hardware.tag_teaching import TagTeaching
from companion.pages.hardware.zone_inference import Story, ZoneReport, ZonesSeen, told
from companion.pages.status_bar import edge_px
from companion.rules import components
from companion.rules.actions import Action, Draw
from companion.rules.editions import Sun
from companion.rules.events import AuctionBegan, EpochEnded, Event
from companion.rules.model import Disaster, Game, Phase
from companion.rules.play import play
from companion.rules.records.timeline import Timeline
from companion.rules.tiles import BY_ID, Tile, bundle, count
from companion.ui.layout import bands, cut_foot, cut_top, in_rows
from companion.ui.pieces import key_ground, overlay, paragraph
from companion.ui.scene import Rect, Target
from companion.ui.speech import short_setup, weightiest
from companion.ui.style import CENTRED, Piece, Size, Style


class ZoneSeen(MachineMessage, frozen=True):
    """These tags lie in a place now, and no others."""

    zone: str
    uids: tuple[str, ...]
    at: float
    """When, in seconds of the monotonic clock."""


class ZoneLost(MachineMessage, frozen=True):
    """A place cannot be read now."""

    zone: str
    code: str
    """What the reader calls the fault; empty: its cable was pulled, which is reported anyway."""


class LookAtZones(MachineMessage, frozen=True):
    """The places have been still for long enough to tell what happened."""


class ChooseStory(Message, frozen=True):
    """This story is true, if nothing has been entered since it was told."""

    story: Story
    seq: int
    """How many entries there were."""


ZoneMessage = ZoneSeen | ZoneLost | LookAtZones | ChooseStory


class Doubt(msgspec.Struct, frozen=True):
    """Several things may have happened; the screen asks which, and nobody has to answer there."""

    stories: tuple[Story, ...]
    seq: int
    """How many entries there were: with the next one the question is over."""


MOST_CANDIDATES = 4
"""The most stories on offer: with more, entering by hand is quicker than reading them."""

SOURCE = "reader"
"""Where entries come from that the antennas tell."""


def zone_seen(model: Model, message: ZoneSeen) -> Update:
    """Take note of what lies in a place; look at all of them when they are still."""
    zone = message.zone
    known = with_zone_read(model.hardware.zones, zone, message.uids, message.at)
    healed = (Dispatch(Healed(_frozen(zone))),) if zone in model.hardware.zones.frozen else ()
    return model.with_hardware(zones=known), healed


def zone_lost(model: Model, message: ZoneLost) -> Update:
    """Freeze a place."""
    said = (Dispatch(Trouble(_frozen(message.zone, message.code))),) if message.code else ()
    return model.with_hardware(zones=with_zone_frozen(model.hardware.zones, message.zone)), said


def _frozen(zone: str, code: str = "") -> Notice:
    return Notice(Notes.ZONE_FROZEN, {"zone": zone, "code": code})


def deadline(model: Model) -> float | None:
    """Return when to look at the places (monotonic seconds); None: nothing has changed.

    What was entered by hand may explain what nothing explained before; what was taken back is not
    entered again by a tile that still lies there.
    """
    known, timeline = model.hardware.zones, model.session.timeline
    if isinstance(model.page, PinWizard | HardwareTest | TagTeaching):
        return None
    if known.due is not None:
        return known.due
    if timeline is None or timeline.undone or known.lying == known.agreed:
        return None
    is_news = timeline.seq != known.looked
    return model.screen.acted_at + CAME_SECONDS if is_news else None


def begin_to_look(model: Model) -> Update:
    """Look next; should the disk fail, not again before something moves."""
    looked = model.session.timeline.seq if model.session.timeline else 0
    known = replace(model.hardware.zones, due=None, looked=looked)
    return model.with_hardware(zones=known), (Dispatch(LookAtZones(), SOURCE),)


def look(model: Model, _: LookAtZones) -> Update:
    """Enter what must have happened; ask if that is not certain."""
    timeline = model.session.timeline
    if timeline is None or timeline.ledger is not None or timeline.game.stage is Phase.OVER:
        known = replace(model.hardware.zones, agreed=model.hardware.zones.lying, due=None, bag=None)
        return model.with_hardware(zones=known), ()
    known = _without_leftovers(model.hardware.zones, timeline.game.epoch)
    model = model.with_hardware(zones=replace(known, due=None, looked=timeline.seq, is_late=False))
    if not is_still(known, model.hardware.tags):
        return model, ()
    found = told(timeline.game, observe(known, timeline, model.hardware.tags))
    if found.agrees:
        return _agreed(model, timeline), ()
    if len(found.stories) == 1 and not found.is_under_way:
        return happened(model, ChooseStory(found.stories[0], timeline.seq))
    return _in_doubt(model, timeline, found, is_late=known.is_late), ()


def _without_leftovers(known: Inventories, epoch: int) -> Inventories:
    """Return what is known, apart from the tiles of an epoch that is over until they are gone."""
    lane = known.lying.get(LANE, frozenset())
    leftover = known.leftover if epoch == known.epoch else known.agreed.get(LANE, frozenset())
    return replace(known, leftover=leftover & lane, epoch=epoch)


def _agreed(model: Model, timeline: Timeline) -> Model:
    """Return the model that knows how all that is seen came to be."""
    known, game = model.hardware.zones, timeline.game
    agreed = {**known.lying}
    if isinstance(game.stage, Disaster) and DISCARD in known.agreed:
        agreed[DISCARD] = known.agreed[DISCARD]  # tiles are still being given up
    actions = len(timeline.moments)
    known = replace(known, agreed=agreed, bag=game.bag, actions=actions)
    return model.with_hardware(zones=known).with_drafts(doubt=None)


def _in_doubt(model: Model, timeline: Timeline, found: ZoneReport, *, is_late: bool) -> Model:
    """Return the model that asks, or waits for the rest of it, or says that nothing explains it."""
    can_ask = 0 < len(found.stories) <= MOST_CANDIDATES
    if can_ask and (is_late or not found.is_under_way):
        return model.with_drafts(doubt=Doubt(found.stories, timeline.seq))
    if not is_late:
        later = replace(model.hardware.zones, due=model.now + PATIENCE_SECONDS, is_late=True)
        return model.with_hardware(zones=later)
    if found.is_under_way or found.stories or not isinstance(model.page, table.Table):
        return model
    return saying(model, Notice(Notes.ZONES_UNCLEAR))


def happened(model: Model, message: ChooseStory) -> Update:
    """Enter the first action of a story; the rest is inferred again."""
    timeline = model.session.timeline
    if timeline is None or timeline.seq != message.seq or not message.story:
        return model, ()
    first = message.story[0]
    tag = tag_of(first, model.hardware.zones, timeline, model.hardware.tags)
    played, effects = table.play(model.with_drafts(doubt=None), first, tag)
    again = (Dispatch(LookAtZones(), SOURCE),) if played.session.timeline is not timeline else ()
    return played, (*effects, *again)


def doubts(model: Model) -> tuple[Story, ...]:
    """Return the stories among which the screen asks now; none if it does not ask."""
    doubt, timeline = model.drafts.doubt, model.session.timeline
    if doubt is None or timeline is None or not isinstance(model.page, table.Table):
        return ()
    return doubt.stories if timeline.seq == doubt.seq else ()


def update(model: Model, message: ZoneMessage) -> Update:
    """Return what becomes of the model."""
    match message:
        case ZoneSeen():
            return zone_seen(model, message)
        case ZoneLost():
            return zone_lost(model, message)
        case LookAtZones():
            return look(model, message)
        case ChooseStory():
            return happened(model, message)


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


_MOST_ABREAST = 2


def doubt(look: Style, model: Model) -> Iterator[Piece]:
    """Yield the question over both tracks; any entry by hand is an answer, too."""
    stories, timeline = doubts(model), model.session.timeline
    if not stories or timeline is None:
        return
    where = bands(look, edge_px(look, model))
    room = Rect(where.lane.x, where.track.y, where.lane.w, where.prompt.y - where.track.y)
    yield overlay(look, room)
    gap = look.px(4)
    title, rest = cut_top(room, look.line_height(Size.LABEL) + gap)
    sentence = look.say("What happened? Tap it, or enter it by hand")
    yield look.line(title, sentence, Size.LABEL, style=CENTRED)
    _, inner = cut_foot(rest.inset(gap, 0), gap)
    spots = in_rows(inner, len(stories), min(len(stories), _MOST_ABREAST), gap)
    for spot, story in zip(spots, stories, strict=True):
        yield key_ground(look, spot)
        words = _told(look, timeline, story)
        yield from paragraph(look, spot.inset(gap, 0), words, Size.LABEL)
        yield Target(spot, ChooseStory(story, timeline.seq))


def _told(look: Style, timeline: Timeline, story: Story) -> str:
    """Return what a story tells, in the words of the account."""
    setup = short_setup(look, timeline.game.setup)
    told = (
        narration.account(each, setup, look.canvas.words) for each in _events(timeline.game, story)
    )
    return "; ".join(told)


def _events(game: Game, story: Story) -> Iterator[Event]:
    """Yield what says most of each action."""
    for action in story:
        game, events = play(game, action)
        event = weightiest(events)
        if event is not None:
            yield event
