"""A tile is drawn that the box cannot hold any more: which earlier entry was probably wrong.

The table is right, so nothing is blocked: a calm line offers to correct the entry that was probably
wrong, and entering the same tile again lays it as it lies on the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from companion import narration
from companion.core.bindings import Binding
from companion.core.controls import Control
from companion.core.drafts import TileConflict
from companion.core.effects import Cue, Sound, Update
from companion.core.messages import Enter, GoTo, LeaveTileConflict, Message
from companion.core.model import Model
from companion.i18n import mark
from companion.pages import table
from companion.pages.corrections.fix_entry import Cure, FixEntry, Remedy, remedies
from companion.pages.page_view import keycaps
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
from companion.ui.layout import (
    bands,
    columns,
    cut_left,
    cut_right,
    middle,
    rows,
    square,
    stacked,
)
from companion.ui.pieces import Sign, badge, badge_width, key_ground, paragraph, tile
from companion.ui.scene import Box, Rect, Target
from companion.ui.speech import said
from companion.ui.style import CENTRED, Piece, Shape, Size, Style, unscaled
from companion.ui.widgets import Action, action_key


def drawn(model: Model, tile: Tile) -> Update:
    """Say that the box has no such tile any more; entered again, it becomes a correction."""
    timeline, said_before = model.session.timeline, standing(model)
    if timeline is None:
        return model, ()
    if said_before is not None and said_before.tile is tile:
        return table.playing.enter_exactly(model, as_it_lies(timeline.game, tile))
    return noticed(model, timeline, tile)


def noticed(model: Model, timeline: Timeline, tile: Tile) -> Update:
    """Say that there is no such tile any more, and which entries were probably wrong."""
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
    found = remedies(model.session.timeline, page)
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

SUSPECT_KEYS = ("[", "]", ";")
"""At a turn no other keys are free; they correct what was likely wrong, the likeliest first."""


def suspect_keys(model: Model) -> dict[str, Message]:
    """Return what these keys do while a contradiction is said; nothing else is blocked by it."""
    shown = standing(model)
    found = () if shown is None else shown.suspects
    return {
        key: GoTo(correction(model, each)) for key, each in zip(SUSPECT_KEYS, found, strict=False)
    }


def ways_on(model: Model) -> dict[Control, Binding]:
    """Return what OK and Undo do while a contradiction is said: nothing if none is."""
    shown = standing(model)
    if shown is None:
        return {}
    there = Enter(as_it_lies(model.game, shown.tile))
    return {
        Control.OK: Binding(there, "It really lies there"),
        Control.UNDO: Binding(LeaveTileConflict(), "Back"),
    }


def slip(look: Style, model: Model) -> Iterator[Piece]:
    """Yield what contradicts it, and a key for every way to go on, over the players' panels.

    Both tracks and the keys of tiles stay as they are; nothing is blocked.
    """
    shown = standing(model)
    if shown is None:
        return
    look = unscaled(look)
    room = bands(look, edge_px(look, model)).panels
    yield Box(room, look.theme.panel_active, border=look.theme.gold, border_px=max(2, look.px(3)),
              radius=look.either(14, 10))  # fmt: skip
    gap = look.either(10, 5)
    inner = room.inset(look.either(14, 6))
    is_tall = look.shape is Shape.TALL
    words, likely, last = stacked(inner, (4, 12, 5) if is_tall else (5, 6, 6), gap)
    if not shown.suspects:
        words, last = stacked(inner, (1, 1), gap)
    lines = fitted(look, _sentence(look, shown), words.w, Size.LABEL, _MOST_LINES)
    high = min(words.h // len(lines), look.line_height(Size.LABEL))
    room = middle(words, words.w, high * len(lines))
    for row, line in zip(rows(room, len(lines), 0), lines, strict=True):
        yield look.line(row, line, Size.LABEL, look.theme.gold, CENTRED)
    caps = keycaps(look, model)
    if shown.suspects:
        divided = rows if is_tall else columns
        spots = divided(likely, len(shown.suspects), gap)
        for spot, suspect in zip(spots, shown.suspects, strict=True):
            message = GoTo(correction(model, suspect))
            yield from _suspect(look, spot, suspect, (message, caps.get(message, "")))
    for spot, (control, sentence) in zip(columns(last, 2, gap), _LAST.items(), strict=True):
        does = ways_on(model)[control].message
        label = look.say(sentence)
        yield action_key(look, spot, Action(Sign(control, caps.get(does, "")), label, does))


_LAST: Mapping[Control, str] = {
    Control.OK: mark("It really lies there"),
    Control.UNDO: mark("Enter the tile again"),
}


def _suspect(
    look: Style, spot: Rect, suspect: Suspect, does: tuple[Message, str]
) -> Iterator[Piece]:
    """Yield the key of an entry that was likely wrong: how long ago, and what it likely was."""
    words, (message, key) = look.canvas.words, does
    label = words.tell(
        "{number} draw ago it was {tile}",
        "{number} draws ago it was {tile}",
        suspect.draws_ago + 1,
        tile=narration.tile_name(suspect.likely, words),
    )
    yield key_ground(look, spot)
    inner = spot.inset(look.px(4))
    side = min(inner.h, inner.w // 4, look.either(64, 44))
    if key:
        high = look.either(34, 26)
        end, rest = cut_right(inner, badge_width(look, high, key), look.px(4))
        yield from badge(look, middle(end, end.w, high), Sign(None, key))
    else:
        sign, rest = cut_left(inner, side, look.px(4))
        yield tile(square(sign, side), suspect.likely)
    yield from paragraph(look, rest, label, Size.LABEL, CENTRED)
    yield Target(spot, message)


def _sentence(look: Style, shown: TileConflict) -> str:
    clash = said(look, shown.clash.clash.value, shown.clash.facts)
    clash = clash[:1].upper() + clash[1:]
    question = look.say("One of these may be wrong:") if shown.suspects else ""
    return look.canvas.words.end(clash, question)
