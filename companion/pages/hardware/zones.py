"""Entries from antennas: what lies where becomes an entry like any other.

An entry is made only if exactly one legal story explains everything seen and nothing can be half
done. Otherwise the screen asks, or waits for what happens next. Entries by hand always win.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion import narration
from companion.core import zones
from companion.core.effects import Dispatch, Update, saying
from companion.core.messages import Healed, Trouble
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.zones import DISCARD, LANE, PATIENCE_SECONDS, Inventories
from companion.pages import table
from companion.pages.hardware.hardware_test import HardwareTest
from companion.pages.hardware.pin_wizard import PinWizard
from companion.pages.hardware.tag_teaching import TagTeaching
from companion.pages.hardware.zone_inference import Story, ZoneReport, told
from companion.pages.hardware.zone_observation import is_still, observe, tag_of
from companion.pages.status_bar import edge_px
from companion.rules.events import Event
from companion.rules.model import Disaster, Game, Phase
from companion.rules.play import play
from companion.rules.records.timeline import Timeline
from companion.ui.layout import bands, columns, rows
from companion.ui.pieces import key_ground, paragraph
from companion.ui.scene import Box, Rect, Target
from companion.ui.speech import short_setup, weightiest
from companion.ui.style import CENTRED, Piece, Size, Style


class ZoneSeen(msgspec.Struct, frozen=True):
    """These tags lie in a place now, and no others."""

    zone: str
    uids: tuple[str, ...]
    at: float
    """When, in seconds of the monotonic clock."""


class ZoneLost(msgspec.Struct, frozen=True):
    """A place cannot be read now."""

    zone: str
    code: str
    """What the reader calls the fault; empty: its cable was pulled, which is reported anyway."""


class LookAtZones(msgspec.Struct, frozen=True):
    """The places have been still for long enough to tell what happened."""


class ChooseStory(msgspec.Struct, frozen=True):
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
    known = zones.said(model.hardware.zones, zone, message.uids, message.at)
    healed = (Dispatch(Healed(_frozen(zone))),) if zone in model.hardware.zones.frozen else ()
    return model.with_hardware(zones=known), healed


def zone_lost(model: Model, message: ZoneLost) -> Update:
    """Freeze a place."""
    said = (Dispatch(Trouble(_frozen(message.zone, message.code))),) if message.code else ()
    return model.with_hardware(zones=zones.failed(model.hardware.zones, message.zone)), said


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
    return model.screen.acted_at + zones.CAME_SECONDS if is_news else None


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


_MOST_ABREAST = 2


def doubt(look: Style, model: Model) -> Iterator[Piece]:
    """Yield the question over both tracks; any entry by hand is an answer, too."""
    stories, timeline = doubts(model), model.session.timeline
    if not stories or timeline is None:
        return
    where = bands(look, edge_px(look, model))
    room = Rect(where.lane.x, where.track.y, where.lane.w, where.prompt.y - where.track.y)
    yield Box(room, look.theme.panel_active, border=look.theme.gold, border_px=max(2, look.px(2)),
              radius=look.either(14, 10))  # fmt: skip
    high = look.line_height(Size.LABEL) + look.px(4)
    title = Rect(room.x, room.y, room.w, high)
    sentence = look.say("What happened? Tap it, or enter it by hand")
    yield look.line(title, sentence, Size.LABEL, style=CENTRED)
    gap = look.px(4)
    inner = Rect(room.x + gap, room.y + high, room.w - 2 * gap, room.h - high - gap)
    for spot, story in zip(_spots(inner, len(stories), gap), stories, strict=False):
        yield key_ground(look, spot, is_lit=True)
        room_for_words = Rect(spot.x + gap, spot.y, spot.w - 2 * gap, spot.h)
        yield from paragraph(look, room_for_words, _told(look, timeline, story), Size.LABEL)
        yield Target(spot, ChooseStory(story, timeline.seq))


def _spots(rect: Rect, number: int, gap: int) -> Iterator[Rect]:
    """Yield a place for each of so many keys, row by row."""
    abreast = min(number, _MOST_ABREAST)
    for row in rows(rect, -(-number // abreast), gap):
        yield from columns(row, abreast, gap)


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
