"""From tags to tiles: a tag is on one physical tile, which can be drawn once in a game."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.effects import Cue, Dispatch, Effect, RecordRejected, Sound, Update, saying
from companion.core.messages import Rejecting, TagSeen
from companion.core.model import Model, Rejected
from companion.core.notices import Notes, Notice
from companion.pages.table import disaster, playing, table
from companion.pages.table.situation import PickGod
from companion.rules.actions import DRAWS, GODS
from companion.rules.editions import Seat
from companion.rules.events import EpochEnded, GodUsed, LotWon, NobodyBid
from companion.rules.model import Discarding, Phase
from companion.rules.problems import Problem
from companion.rules.records.entries import Undo
from companion.rules.records.timeline import Step, Timeline
from companion.rules.tiles import ALL_TILES, BY_ID, KINDS, Tile, count
from hardware.tags import normal

Bag = Mapping[Tile, tuple[str, ...]]
"""The tags of the tiles that are left, by kind."""


def bag(model: Model) -> Bag:
    """Return the tags in the bag: as many of each kind as the rules say are left.

    A tile that was entered by hand has no tag in the journal; any of its kind stands for it.
    """
    timeline = model.session.timeline
    drawn = {normal(step.tag) for step in timeline.steps} if timeline else set()
    left = timeline.game.bag if timeline else ALL_TILES
    here: dict[str, list[str]] = {tile.value: [] for tile in KINDS}
    for uid, thing in model.hardware.tags.items():
        if thing in here and uid not in drawn:
            here[thing].append(uid)
    return {tile: tuple(here[tile.value][: count(left, tile)]) for tile in KINDS}


MOST = 200
"""Refused readings that are kept of a game, so that a faulty pad cannot fill the disk."""


def rejected(model: Model, uid: str, why: Problem | Notice) -> Rejecting | None:
    """Return the order to keep a refused reading; None if it is kept already, or too much."""
    after = len(model.session.timeline.steps) if model.session.timeline else 0
    reading = Rejected(uid, why, after)
    known = model.session.rejected
    return None if reading in known or len(known) >= MOST else Rejecting(reading)


def rejecting(model: Model, message: Rejecting) -> tuple[Model, tuple[Effect, ...]]:
    """Keep a refused reading; the table stays as it is."""
    if model.session.timeline is None:
        return model, ()
    kept = (*model.session.rejected, message.rejected)
    return model.with_session(rejected=kept), (RecordRejected(message.rejected),)


def rejected_at(model: Model, at: int) -> tuple[Rejected, ...]:
    """Return the readings that were refused when this many actions stood."""
    return tuple(each for each in model.session.rejected if each.after == at)


TOGETHER_SECONDS = 0.6
"""Two tags within this time were on the pad together: readers repeat each twice a second."""


def tag_seen(model: Model, message: TagSeen) -> Update:
    """Draw the tile that the tag is on; if that is impossible, keep the reading as refused.

    A tile that the box cannot hold any more is treated as if entered by hand: what lies on the pad
    was drawn, so an earlier entry was probably wrong.
    """
    after, effects = _seen(model, message)
    said = after.screen.notice
    if said is model.screen.notice or not isinstance(said, Problem | Notice):
        return after, effects
    order = rejected(model, message.uid, said)
    tile = BY_ID.get(model.hardware.tags.get(message.uid, ""))
    timeline = after.session.timeline
    if timeline and tile and isinstance(said, Problem) and playing.is_missing(after, tile):
        after, effects = playing.missing(after, tile)
    return after, effects if order is None else (*effects, Dispatch(order, "reader"))


def _seen(model: Model, message: TagSeen) -> Update:
    before, model = model.hardware.last_tag, model.with_hardware(last_tag=(message.uid, message.at))
    timeline = model.session.timeline
    if timeline is None:
        return model, ()
    last, at = before or (message.uid, 0.0)
    if last != message.uid and message.at - at < TOGETHER_SECONDS:
        return _two_tiles(model, timeline, last)
    thing = model.hardware.tags.get(message.uid)
    if thing is None:
        return _refused(model, Notice(Notes.UNKNOWN_TAG, {"uid": message.uid}))
    tile = BY_ID.get(thing)
    if tile is None:
        return _refused(model, Notice(Notes.NOT_A_TILE, {"uid": message.uid, "thing": thing}))
    if isinstance(model.game.stage, Discarding):
        is_same = before is not None and last == message.uid
        return (model, ()) if is_same else disaster.choose_loss(model, tile)
    for number, step in enumerate(timeline.steps, start=1):
        if normal(step.tag) == message.uid:
            return _drawn_before(model, timeline, number, tile)
    return playing.play(model, DRAWS[tile], message.uid)


def _refused(model: Model, notice: Notice) -> Update:
    return saying(model, notice), (Sound(Cue.REFUSED),)


def _two_tiles(model: Model, timeline: Timeline, other: str) -> Update:
    """Say that one tile must go back, and undo what the first of them did."""
    if not timeline.steps or normal(timeline.steps[-1].tag) != other:
        return _refused(model, Notice(Notes.TWO_TILES))
    before, effects = playing.enter_exactly(model, Undo(1))
    return saying(before, Notice(Notes.TWO_TILES)), effects


def _drawn_before(model: Model, timeline: Timeline, number: int, tile: Tile) -> Update:
    """Say where the tile went; if it still lies on the pad since it was drawn, say nothing.

    A player who uses a god may lay the tile that it takes on the pad.
    """
    where, seat = whereabouts(timeline.steps, number, tile)
    is_using = model.game.stage is Phase.GODS or isinstance(table.half_made(model), PickGod)
    if where is Notes.DRAWN_TO_TRACK and is_using:
        return playing.play(model, GODS[_space_of(timeline.steps, number)])
    if number == len(timeline.steps):
        return model, ()
    owner = {} if seat is None else {"name": timeline.start.setup.players[seat]}
    return _refused(model, Notice(where, {"tile": tile, "action": number, **owner}))


def whereabouts(steps: tuple[Step, ...], number: int, tile: Tile) -> tuple[Notes, Seat | None]:
    """Return where a tile went that was drawn in the action of this number, counted from 1.

    Only with a player does it have an owner, who is returned, too.

    A tile that its owner has lost since, to a disaster or to the end of an epoch, may still be
    said to be with its owner: tiles of one kind cannot be told apart by the rules.
    """
    if tile is Tile.RA:
        later = (event for each in steps[number - 1 :] for event in each.events)
        ended = any(isinstance(event, EpochEnded) for event in later)
        return (Notes.DRAWN_AND_OUT if ended else Notes.DRAWN_TO_RA_TRACK), None
    space = _space_of(steps, number)
    for each in steps[number:]:
        for event in each.events:
            if isinstance(event, LotWon | GodUsed) and each.game.track[space] is None:
                return Notes.DRAWN_TO_PLAYER, event.seat
            if isinstance(event, NobodyBid | EpochEnded) and each.game.track[space] is None:
                return Notes.DRAWN_AND_OUT, None
    return Notes.DRAWN_TO_TRACK, None


def _space_of(steps: tuple[Step, ...], number: int) -> int:
    """Return the space of the tile that was drawn in the action of this number."""
    track = steps[number - 1].game.track
    before = steps[number - 2].game.track if number > 1 else (None,) * len(track)
    changed = (space for space, tile in enumerate(track) if tile != before[space])
    return next(changed, 0)
