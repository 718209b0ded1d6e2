"""Who plays which seat: the table takes one over, and hands it back."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.core.commands import DIAL, OK, RA, UNDO, Command, Prompt, stepped, tap, turning
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
from companion.ui.kit import Kit, Widget
from companion.ui.pieces import emblem
from companion.ui.style import PLAIN, TOUCH_PX, Size
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

    def widget(self, kit: Kit, model: Model) -> Widget:
        seats = [self._seat(kit, model, seat) for seat in model.game.setup.seats]
        gap, high = kit.px(12, 6), max(TOUCH_PX, kit.px(84, 56))
        return kit.middle(kit.column(*seats, gap=gap), high=len(seats) * (high + gap) - gap)

    def _seat(self, kit: Kit, model: Model, seat: Seat) -> Widget:
        """Return a name on its colour, and who plays for it."""
        button, radius = model.session.buttons[seat], kit.px(14, 10)
        colour = kit.theme.buttons[button]
        sign = Widget(lambda area: (emblem(area.inset(area.h // 4), button),))
        name = kit.line(model.game.setup.players[seat], Size.SCORE, PLAIN, ON_BUTTON)
        head = kit.box(kit.row(sign.fixed(kit.px(84, 56)), name), fill=colour, radius=radius)
        said = who_plays(machine_strength(model, seat), kit.ui.canvas.words)
        value = kit.pad(kit.text(said, Size.SCORE), kit.px(6))
        line = kit.box(
            kit.row(head.share(2), value.share(3)),
            fill=kit.theme.panel_active if seat == self.row else kit.theme.panel,
            border=colour,
            px=max(2, kit.px(3)),
            radius=radius,
        )
        return kit.pressed(line, _following(model, seat), is_pointed=seat == self.row)

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
