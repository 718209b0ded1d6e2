"""Who plays which seat: the table takes one over, and hands it back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from companion.core.commands import DIAL, OK, RA, UNDO, Command, Prompt, tap, turning
from companion.core.controls import stepped
from companion.core.effects import Update
from companion.core.messages import Next
from companion.core.model import Model, is_partial, machine_strength
from companion.core.notices import Notes
from companion.core.page import Page
from companion.opponent.strength import Strength
from companion.pages.list_page import WHO_PLAYS, who_plays
from companion.pages.page_view import PlainPage
from companion.pages.table.seat import HandOver
from companion.rules.editions import Seat
from companion.rules.model import Phase
from companion.ui.layout import cut_left, middle, rows
from companion.ui.pieces import emblem, focus_ring, paragraph
from companion.ui.scene import Box, Rect, Target
from companion.ui.style import CENTRED, TOUCH_PX, Piece, Size, Ui
from companion.ui.theme import ON_BUTTON


class Seats(PlainPage, frozen=True):
    """A line for each seat: who plays it."""

    row: int = 0

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done: somebody else plays the seat that the dial points at."""
        yield tap("Change", _following(model, self.row), OK, DIAL, lit=not is_partial(model))
        yield tap("Back", Next(), UNDO, RA)
        yield turning("Choose")

    def prompt(self, model: Model) -> Prompt:
        if is_partial(model):
            return Prompt(Notes.TABLE_PLAYS_FULL.value)
        return Prompt("People and computer players")

    def body(self, ui: Ui, model: Model, area: Rect) -> Iterable[Piece]:
        names, gap = model.game.setup.players, ui.px(12, 6)
        high = max(TOUCH_PX, ui.px(84, 56))
        inner = middle(area, area.w, min(area.h, len(names) * (high + gap) - gap))
        radius = ui.px(14, 10)
        for seat, (name, row) in enumerate(zip(names, rows(inner, len(names), gap), strict=True)):
            colour = ui.theme.buttons[model.session.buttons[seat]]
            chosen = seat == self.row
            ground = ui.theme.panel_active if chosen else ui.theme.panel
            yield Box(row, ground, border=colour, border_px=max(2, ui.px(3)), radius=radius)
            head, value = cut_left(row, row.w * 2 // 5)
            yield Box(head, colour, radius=radius)
            sign, words = cut_left(head, head.h)
            yield emblem(sign.inset(head.h // 4), model.session.buttons[seat])
            yield ui.line(words, name, Size.SCORE, ON_BUTTON)
            said = who_plays(machine_strength(model, Seat(seat)), ui.canvas.words)
            yield from paragraph(ui, value.inset(ui.px(6)), said, Size.SCORE, CENTRED)
            yield Target(Rect(row.x, row.y, row.w, max(TOUCH_PX, row.h)), _following(model, seat))
            if chosen:
                yield focus_ring(ui, row, radius)

    def turn(self, model: Model, steps: int) -> Update:
        row = (self.row + steps) % len(model.game.setup.players)
        return replace(model, page=Seats(row)), ()

    def validated(self, model: Model) -> Page | None:
        if model.session.timeline is None or model.game.stage is Phase.OVER:
            return None
        return replace(self, row=self.row % len(model.game.setup.players))


def _following(model: Model, seat: int) -> HandOver:
    """Return what lets the next of those who can play a seat do so."""
    now = machine_strength(model, Seat(seat))
    known = now if now in WHO_PLAYS else Strength.QUICK
    return HandOver(Seat(seat), stepped(WHO_PLAYS, known))
