"""The fix panel: the table as the screen has it, then one thing on it, and how it really is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace

from companion.core.commands import DIAL, OK, UNDO, Command, Prompt, bindings_of, key, tap
from companion.core.controls import named_tiles
from companion.core.effects import Dispatch, Update, do
from companion.core.messages import Enter, GoTo, Message, Open, OpenFixPanel, Route
from companion.core.model import Model
from companion.core.page import Page, Room
from companion.pages.corrections import fix_strip, fix_table
from companion.pages.corrections.choosing import choosing
from companion.pages.corrections.ways import Cell, cells_of, start
from companion.pages.page_view import asked, keycaps
from companion.pages.reference.rules_card import FIXING, Card
from companion.pages.status_bar import edge_px
from companion.pages.table import playing
from companion.pages.table.table import Table
from companion.rules.corrections.fixing import Fix
from companion.rules.events import FixedPart
from companion.ui.pieces import sky
from companion.ui.style import Piece, Ui, unscaled, without_large_print


class FixPanel(Page, frozen=True):
    """The fix panel is open over the table, until people say that everything lies right."""

    has_track: ClassVar[bool] = True

    cell: int = 0
    """Which thing is pointed at, as a place in ``cells``."""
    way: int | None = None
    """Which way it can lie is pointed at, once the thing is chosen."""
    is_tapped: bool = False
    """Whether it was opened by a touch on the thing itself, so that back leads there again."""

    @property
    def _back(self) -> Page:
        if self.way is None or self.is_tapped:
            return Table()
        return FixPanel(self.cell)

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done; over the table, up and down lead there.

        A tile's letter lays it on the space that is pointed at, else on the first that is empty;
        of a player's tiles there is one more of it. A digit opens a space.
        """
        cells, seats = _cells(model), len(model.game.players)
        for name, message in _lettered(model, cells, self.cell).items():
            yield key(name, message)
        yield from choosing(do(FixPanel.choose), GoTo(self._back), GoTo(Table()))
        if self.way is None:
            yield tap("Change", do(FixPanel.choose), OK, DIAL)
            yield tap("Done", GoTo(Table()), UNDO, keys="escape")
            for place, cell in enumerate(cells):
                if cell.space is not None:
                    yield key(str(cell.space + 1), GoTo(FixPanel(place, start(cell.ways))))
            for name, step in (("up", -1), ("down", 1)):
                beside = fix_table.beside(cells, self.cell, seats, step)
                yield key(name, GoTo(FixPanel(beside)))

    def choose(self, model: Model) -> Update:
        """Choose the thing that is pointed at, or how it lies."""
        ways = _cells(model)[self.cell].ways
        if self.way is None:
            return replace(model, page=FixPanel(self.cell, start(ways))), ()
        return model, (Dispatch(fix_strip.chosen(ways[self.way])),)

    def next_page(self, model: Model) -> Update | None:
        """Look at everything again: this thing lies as it was chosen already."""
        return None if self.way is None else (replace(model, page=FixPanel(self.cell)), ())

    def update(self, model: Model, message: Message) -> Update | None:
        """Correct one thing, and stay for the next."""
        if not isinstance(message, Enter) or not isinstance(message.entry, Fix):
            return None
        fixed, effects = playing.enter_exactly(model, message.entry)
        if fixed.session.timeline is model.session.timeline or not fixed.page.is_table:
            return fixed, effects
        was = _cells(model)[self.cell]
        same = (
            at
            for at, cell in enumerate(_cells(fixed))
            if (cell.part, cell.seat, cell.space, cell.sun)
            == (was.part, was.seat, was.space, was.sun)
        )
        return replace(fixed, page=FixPanel(next(same, 0))), effects

    def help(self, model: Model) -> Card | None:
        return FIXING

    def prompt(self, model: Model) -> Prompt:
        return Prompt("What is actually on the table?")

    def turn(self, model: Model, steps: int) -> Update:
        """Move along the things, or the ways one of them can lie."""
        cells = _cells(model)
        if self.way is None:
            return replace(model, page=FixPanel((self.cell + steps) % len(cells))), ()
        way = (self.way + steps) % len(cells[self.cell].ways)
        return replace(model, page=replace(self, way=way)), ()

    def validated(self, model: Model) -> Page | None:
        if model.session.timeline is None:
            return None
        cells = _cells(model)
        cell = self.cell % len(cells)
        way = None if self.way is None else self.way % len(cells[cell].ways)
        return replace(self, cell=cell, way=way)

    def view(self, ui: Ui, model: Model) -> Iterator[Piece]:
        """Yield the table as the screen has it, and below it every way the thing could be."""
        ui = unscaled(without_large_print(ui))
        cells, edge = _cells(model), edge_px(ui, model)
        shown = fix_strip.StripSubject(cells[self.cell], self.way)
        plan = fix_strip.planned(ui, shown)
        where = fix_table.areas(ui, edge, plan.high, len(model.game.players))
        yield sky(ui, where.title.y + where.title.h)
        caps = keycaps(ui, model)
        taps = bindings_of(self.commands(model)).taps
        yield from fix_table.titled(ui, where.title, asked(ui, model), taps, caps)
        yield from fix_table.draw_table(ui, where, model, cells, (self.cell, self.way is not None))
        yield from fix_strip.strip(ui, where.strip, model, (self.cell, shown), plan)


def open_fix_panel(model: Model, message: OpenFixPanel) -> Update:
    """Open the fix panel at what was touched, with the dial at how it lies now."""
    for place, cell in enumerate(_cells(model)):
        if cell.part is message.part and message.whose in (cell.space, cell.seat):
            page = FixPanel(place, start(cell.ways), is_tapped=True)
            return model, (Dispatch(GoTo(page)),)
    return model, (Dispatch(Open(Route.FIX)),)


def _lettered(model: Model, cells: Sequence[Cell], pointed: int) -> Mapping[str, Message]:
    """Return what the letters of tiles do while this thing is pointed at."""
    spaces = [place for place, cell in enumerate(cells) if cell.space is not None]
    if cells[pointed].part is not FixedPart.TILES and pointed not in spaces:
        pointed = next((place for place in spaces if cells[place].now.tile is None), pointed)
    more = {way.tile: way for way in cells[pointed].ways if (way.number or 1) > 0}
    return {
        key: fix_strip.chosen(more[tile])
        for key, tile in named_tiles(model.preferences.tile_keys).items()
        if tile in more
    }


def _cells(model: Model) -> tuple[Cell, ...]:
    """Return everything that can be corrected now."""
    return () if model.session.timeline is None else cells_of(model.session.timeline)


ROOM = Room(messages={OpenFixPanel: open_fix_panel})
