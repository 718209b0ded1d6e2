"""When the box has no such tile any more: what contradicts it, and the entry that was likely wrong.

The table is right, so nothing is blocked: the calm line that says it offers to correct the entry
that was likely wrong, and whoever says the same tile again has it laid as it lies on the table.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.core import playing
from companion.core.correcting import Correcting, Cure, Remedy, cures
from companion.core.effects import Cue, Effect, Sound
from companion.core.messages import Enter, LeaveSlip, Play
from companion.core.model import AtTable, Model, Slip
from companion.rules.actions import DRAWS, Draw
from companion.rules.clues import Refused
from companion.rules.confusing import confusions
from companion.rules.conservation import Clash, Contradiction
from companion.rules.editions import Seat
from companion.rules.fixing import Fix
from companion.rules.legal import can_draw, left_with_suns
from companion.rules.model import Auction, Game, Phase, Reason
from companion.rules.suspects import Case, Suspect, suspects
from companion.rules.tiles import Tile
from companion.rules.timeline import Moment, Timeline

Update = tuple[Model, tuple[Effect, ...]]


def play_action(model: Model, message: Play) -> Update:
    """Play an action; a tile that the box no longer holds is laid when it is said twice."""
    action, timeline = message.action, model.timeline
    if not isinstance(action, Draw) or timeline is None or timeline.ledger is not None:
        return playing.play_action(model, message)
    game, said_before = timeline.game, standing(model)
    if game.bag & action.tile.mask or not can_draw(game) or game.stage is not Phase.TURN:
        return playing.play_action(model, message)
    if said_before is not None and said_before.tile is action.tile:
        return playing.enter_exactly(model, Enter(as_it_lies(game, action.tile)))
    return noticed(model, timeline, action.tile)


def noticed(model: Model, timeline: Timeline, tile: Tile) -> Update:
    """Say that there is no such tile any more, and which entry was likely wrong."""
    case = Case(
        timeline.start,
        timeline.moments,
        Refused(DRAWS[tile]),
        counted=_since_counted(timeline.moments),
        habits=confusions(model.tile_keys),
    )
    clash = Contradiction(
        Clash.TOO_MANY_TILES, {"tile": tile, "copies": tile.copies, "number": tile.copies + 1}
    )
    slip = Slip(clash, tile, suspects(case)[:3], timeline.seq)
    return replace(model, slip=slip, said=None), (Sound(Cue.REFUSED),)


def _since_counted(moments: tuple[Moment, ...]) -> int:
    """Return after how many actions people last said what everybody has: a fix of tiles."""
    counted = 0
    for number, moment in enumerate(moments, start=1):
        hands = moment.action.hands if isinstance(moment.action, Fix) else ()
        if sum(hand.tiles is not None for hand in hands) == len(moment.game.players):
            counted = number
    return counted


def standing(model: Model) -> Slip | None:
    """Return the contradiction that is said now; with the next entry it is over."""
    slip, timeline = model.slip, model.timeline
    if slip is None or timeline is None or not isinstance(model.page, AtTable):
        return None
    return slip if slip.seq == timeline.seq else None


def correction(model: Model, suspect: Suspect) -> Correcting:
    """Return the page that corrects an entry, pointing at what it most likely was."""
    page = Correcting(suspect.seq)
    found = () if model.timeline is None else cures(model.timeline, page)
    likely = Cure(Remedy.INSTEAD, DRAWS[suspect.likely])
    return replace(page, way=found.index(likely) if likely in found else 0)


def as_it_lies(game: Game, tile: Tile) -> Fix:
    """Return the fix that lays one more tile on its track, as the player in turn has done."""
    if tile is Tile.RA:
        auction = Auction(game.active, Reason.RA_DRAWN)
        return Fix(ra_count=game.ra_count + 1, stage=auction)
    slot = game.lane.index(None)
    lane = (*game.lane[:slot], tile, *game.lane[slot + 1 :])
    after = left_with_suns(game.players, game.active)
    return Fix(lane=lane, active=Seat(after))


def leave(model: Model, _: LeaveSlip) -> Update:
    """Say no more about it."""
    return replace(model, slip=None), ()


UPDATES: Mapping[type, Callable[[Model, Any], Update]] = {LeaveSlip: leave}
