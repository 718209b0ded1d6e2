"""A tile is drawn of which the box holds no more: the entries of that tile, newest first.

The table is right, so nothing is blocked: each entry can be corrected, every tile can be entered,
and the same tile entered again lies as it does on the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from companion.core.bindings import Prompt
from companion.core.commands import DIAL, OK, UNDO, Command, key, tap, turning
from companion.core.effects import Cue, Dispatch, Sound, Update
from companion.core.messages import Enter, GoTo, Message, Next, Play, PushDial
from companion.core.mnemonics import named_tiles
from companion.core.model import Model
from companion.core.page import Page
from companion.pages import table
from companion.pages.corrections.fix_entry import FixEntry
from companion.pages.page_view import PlainPage
from companion.rules.actions import DRAWS
from companion.rules.corrections.fixing import Fix
from companion.rules.events import Event
from companion.rules.legal import left_with_suns
from companion.rules.model import Auction, Game, Reason
from companion.rules.records.timeline import Timeline
from companion.rules.refusal import Fact
from companion.rules.tiles import Tile
from companion.ui.layout import cut_left, rows
from companion.ui.pieces import focus_ring, panel, paragraph
from companion.ui.scene import Rect, Target
from companion.ui.speech import account
from companion.ui.style import NUMBER, TOUCH_PX, Piece, Size, Style


class TileConflict(PlainPage, frozen=True):
    """All tiles of a kind are entered, and one more of them was drawn."""

    tile: Tile
    row: int = 0
    """Which line is pointed at."""

    def commands(self, model: Model) -> Iterable[Command]:
        """Return what can be done; tiles are entered as at the table."""
        yield tap("Choose", PushDial(), OK, DIAL)
        yield tap("Back", Next(), UNDO)
        yield turning("Choose")
        for letter, tile in named_tiles(model.preferences.tile_keys).items():
            yield key(letter, Play(DRAWS[tile]))

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        facts: dict[str, Fact] = {"copies": self.tile.copies, "tile": self.tile}
        return Prompt("All {copies} tiles of {tile} are out: which entry was wrong?", facts)

    def turn(self, model: Model, steps: int) -> Update:
        """Point at another line."""
        row = (self.row + steps) % len(_lines(model, self.tile))
        return replace(model, page=replace(self, row=row)), ()

    def push(self, model: Model) -> Update:
        """Correct the entry that is pointed at, or say that the tile really lies there."""
        return model, (Dispatch(_lines(model, self.tile)[self.row].message),)

    def opened(self, model: Model) -> Page | None:
        """Return the page as it can be open now; None if it has no place any more."""
        if not table.playing.is_missing(model, self.tile):
            return None
        return replace(self, row=self.row % len(_lines(model, self.tile)))

    def body(self, look: Style, model: Model, room: Rect) -> Iterator[Piece]:
        """Yield as many lines as there is room for, around the one that is pointed at."""
        lines, gap = _lines(model, self.tile), look.either(8, 4)
        high = max(TOUCH_PX, look.either(64, 46))
        most = min(len(lines), max(1, (room.h + gap) // (high + gap)))
        first = min(max(0, self.row - most // 2), len(lines) - most)
        area = Rect(room.x, room.y, room.w, most * (high + gap) - gap)
        for place, spot in enumerate(rows(area, most, gap), start=first):
            yield panel(look, spot, is_active=place == self.row)
            yield from _line(look, model, spot.inset(look.px(8), 0), lines[place])
            yield Target(spot, lines[place].message)
            if place == self.row:
                yield focus_ring(look, spot, look.either(14, 10))


class _Line(msgspec.Struct, frozen=True):
    """An entry that can be corrected, or, without one, that the tile really lies there."""

    message: Message
    number: int = 0
    """Which entry it is, counted as everywhere that people see."""
    event: Event | None = None


def _lines(model: Model, tile: Tile) -> Sequence[_Line]:
    timeline = model.session.timeline
    entries = () if timeline is None else tuple(_entries(timeline, tile))
    return (*entries, _Line(Enter(as_it_lies(model.game, tile))))


def _entries(timeline: Timeline, tile: Tile) -> Iterator[_Line]:
    """Yield the entries of a kind of tile, newest first."""
    for number, moment in reversed(tuple(enumerate(timeline.moments, start=1))):
        if moment.action == DRAWS[tile]:
            yield _Line(GoTo(FixEntry(moment.seq)), number, moment.events[0])


def _line(look: Style, model: Model, rect: Rect, line: _Line) -> Iterator[Piece]:
    if line.event is None:
        yield from paragraph(look, rect, look.say("It really lies there"), Size.LABEL)
        return
    number, words = cut_left(rect, look.either(90, 60))
    yield look.line(number, str(line.number), Size.NAME, look.theme.ink_second, NUMBER)
    said = account(look, line.event, model.game.setup)[0]
    yield from paragraph(look, words, said, Size.LABEL)


def drawn(model: Model, tile: Tile) -> Update:
    """Ask which entry of a tile was wrong; entered once more, it lies as it does on the table."""
    if _is_asked(model, tile):
        return table.playing.enter_exactly(model, as_it_lies(model.game, tile))
    return asked(model, tile)


def asked(model: Model, tile: Tile) -> Update:
    """Ask which entry of a tile was wrong."""
    page = model.page if _is_asked(model, tile) else TileConflict(tile)
    return replace(model.with_screen(said=None), page=page), (Sound(Cue.REFUSED),)


def _is_asked(model: Model, tile: Tile) -> bool:
    return isinstance(model.page, TileConflict) and model.page.tile is tile


def as_it_lies(game: Game, tile: Tile) -> Fix:
    """Return the fix that lays one more tile on its track, as the player in turn has done."""
    if tile is Tile.RA:
        auction = Auction(game.active, Reason.RA_DRAWN)
        return Fix(ra_count=game.ra_count + 1, stage=auction)
    slot = game.lane.index(None)
    lane = (*game.lane[:slot], tile, *game.lane[slot + 1 :])
    return Fix(lane=lane, active=left_with_suns(game.players, game.active))
