"""When the box has no such tile any more: what contradicts it, and the entry that was likely wrong.

The table is right, so nothing is blocked: the calm line that says it offers to correct the entry
that was likely wrong, and whoever says the same tile again has it laid as it lies on the table.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion import narration
from companion.core.drafts import TileConflict
from companion.core.effects import Cue, Sound, Update
from companion.core.messages import Enter, GoTo, LeaveTileConflict, Message
from companion.core.model import Model
from companion.pages import table
from companion.pages.corrections.fix_entry import Cure, FixEntry, Remedy, remedies
from companion.pages.status_bar import edge_px, fitted
from companion.rules.actions import DRAWS
from companion.rules.corrections.conservation import Clash, Contradiction
from companion.rules.corrections.fixing import Fix, confusions
from companion.rules.corrections.suspects import Case, Refused, Suspect, suspects
from companion.rules.editions import Seat
from companion.rules.legal import left_with_suns
from companion.rules.model import Auction, Game, Reason
from companion.rules.records.timeline import Moment, Timeline
from companion.rules.tiles import Tile
from companion.ui.layout import bands, columns, middle, rows, stacked
from companion.ui.pieces import key_ground, paragraph
from companion.ui.scene import Box, Rect, Target
from companion.ui.speech import said
from companion.ui.style import CENTRED, Piece, Shape, Size, Style


def drawn(model: Model, tile: Tile) -> Update:
    """Say that the box has no such tile any more; said twice, it is laid as it lies."""
    timeline, said_before = model.session.timeline, standing(model)
    if timeline is None:
        return model, ()
    if said_before is not None and said_before.tile is tile:
        return table.playing.enter_exactly(model, Enter(as_it_lies(timeline.game, tile)))
    return noticed(model, timeline, tile)


def noticed(model: Model, timeline: Timeline, tile: Tile) -> Update:
    """Say that there is no such tile any more, and which entry was likely wrong."""
    case = Case(
        timeline.start,
        timeline.moments,
        Refused(DRAWS[tile]),
        counted=_since_counted(timeline.moments),
        habits=confusions(model.preferences.tile_keys),
    )
    clash = Contradiction(
        Clash.TOO_MANY_TILES, {"tile": tile, "copies": tile.copies, "number": tile.copies + 1}
    )
    slip = TileConflict(clash, tile, suspects(case)[:3], timeline.seq)
    return model.with_drafts(slip=slip).with_screen(said=None), (Sound(Cue.REFUSED),)


def _since_counted(moments: tuple[Moment, ...]) -> int:
    """Return after how many actions people last said what everybody has: a fix of tiles."""
    counted = 0
    for number, moment in enumerate(moments, start=1):
        hands = moment.action.hands if isinstance(moment.action, Fix) else ()
        if sum(hand.tiles is not None for hand in hands) == len(moment.game.players):
            counted = number
    return counted


def standing(model: Model) -> TileConflict | None:
    """Return the contradiction that is said now; with the next entry it is over."""
    slip, timeline = model.drafts.slip, model.session.timeline
    if slip is None or timeline is None or not isinstance(model.page, table.Table):
        return None
    return slip if slip.seq == timeline.seq else None


def correction(model: Model, suspect: Suspect) -> FixEntry:
    """Return the page that corrects an entry, pointing at what it most likely was."""
    page = FixEntry(suspect.seq)
    found = () if model.session.timeline is None else remedies(model.session.timeline, page)
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


def leave(model: Model, _: LeaveTileConflict) -> Update:
    """Say no more about it."""
    return model.with_drafts(slip=None), ()


_MOST_LINES = 3

_MOST_ABREAST = 3
"""Keys beside each other on a screen that stands upright."""


def slip(look: Style, model: Model) -> Iterator[Piece]:
    """Yield the line over the two tracks, with a key for every way to go on; nothing is blocked."""
    shown = standing(model)
    if shown is None:
        return
    where = bands(look, edge_px(look, model))
    room = Rect(where.lane.x, where.track.y, where.lane.w, where.prompt.y - where.track.y)
    yield Box(room, look.theme.panel_active, border=look.theme.gold, border_px=max(2, look.px(3)),
              radius=look.either(14, 10))  # fmt: skip
    shares = (1, 2) if look.shape is Shape.TALL else (1, 1)
    words, keys = stacked(room.inset(look.px(6)), shares, look.px(4))
    sentence = _sentence(look, shown)
    lines = fitted(look, sentence, words.w, Size.LABEL, _MOST_LINES)
    high = min(words.h // len(lines), look.line_height(Size.LABEL))
    for row, line in zip(
        rows(middle(words, words.w, high * len(lines)), len(lines), 0), lines, strict=True
    ):
        yield look.line(row, line, Size.LABEL, look.theme.gold, CENTRED)
    offers = tuple(_keys(look, model, shown))
    for spot, (label, message) in zip(_spots(look, keys, len(offers)), offers, strict=False):
        yield key_ground(look, spot)
        room = middle(spot, spot.w - 2 * look.px(2), spot.h - 2 * look.px(4))
        yield from paragraph(look, room, label, Size.LABEL, CENTRED)
        yield Target(spot, message)


def _spots(look: Style, rect: Rect, number: int) -> Iterator[Rect]:
    """Yield a place for each key: all abreast, or in rows where the screen is narrow."""
    gap = look.px(4)
    abreast = min(number, _MOST_ABREAST) if look.shape is Shape.TALL else number
    for row in rows(rect, -(-number // abreast), gap):
        yield from columns(row, abreast, gap)


def _sentence(look: Style, shown: TileConflict) -> str:
    clash = said(look, shown.clash.clash.value, shown.clash.facts)
    clash = clash[:1].upper() + clash[1:]
    question = look.say("One of these may be wrong:") if shown.suspects else ""
    return look.canvas.words.end(clash, question)


def _keys(look: Style, model: Model, shown: TileConflict) -> Iterator[tuple[str, Message]]:
    words = look.canvas.words
    for suspect in shown.suspects:
        label = words.tell(
            "{number} draw ago it was {tile}",
            "{number} draws ago it was {tile}",
            suspect.draws_ago + 1,
            tile=narration.tile_name(suspect.likely, words),
        )
        yield label, GoTo(correction(model, suspect))
    yield look.say("It is there"), Enter(as_it_lies(model.game, shown.tile))
    yield look.say("Leave"), LeaveTileConflict()
