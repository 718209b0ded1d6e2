"""What everybody's tiles would score if the epoch ended now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from companion.core.commands import OK, RA, UNDO, Command, player_control, tap
from companion.core.effects import Update
from companion.core.messages import GoTo, Next
from companion.core.model import Model
from companion.core.page import Page
from companion.core.session import Secrecy
from companion.i18n import mark
from companion.pages import navigation, points
from companion.pages.page_view import asked, dock, frame, heading, note
from companion.pages.points import Explained, category_line, explanation
from companion.pages.table.worth import projected, projected_sheets
from companion.rules.editions import Seat
from companion.rules.model import Phase
from companion.rules.scoring.reasons import reasons
from companion.rules.scoring.scoring import EpochScore, categories
from companion.ui.layout import cut_foot
from companion.ui.scene import Rect
from companion.ui.score_table import ScoreRow, ScoreTable, score_table
from companion.ui.style import Piece, Ui


class ProjectedScore(Page, frozen=True):
    """What everybody's tiles would score if the epoch ended now."""

    is_beside_the_game: ClassVar[bool] = True

    reasons_for: Seat | None = None
    """Whose reasons are shown."""

    asks: ClassVar[str] = mark("If the epoch ended now")

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done: everybody's button says why they have so many points."""
        for seat in model.game.setup.seats:
            why = ProjectedScore(None if self.reasons_for == seat else seat)
            yield tap("Why?", GoTo(why), player_control(model, seat))
        yield tap("Back", Next(), OK, RA, UNDO)

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        """Yield what everybody's tiles would score now, without hidden totals."""
        where = frame(ui, model)
        scores = projected(model.game)
        if self.reasons_for is None:
            yield from heading(ui, where, asked(ui, model), model)
            yield from _points(ui, where.body, model, scores)
        else:
            yield from heading(ui, where, "", model)
            seat = self.reasons_for
            given = reasons(projected_sheets(model.game), scores, model.game.epoch)[seat]
            name, button = model.game.setup.players[seat], model.session.buttons[seat]
            why = Explained(name, button, scores[seat].net, given)
            yield from explanation(ui, where, why)
        yield from dock(ui, where.dock, model)

    def next_page(self, model: Model) -> Update:
        return navigation.back_to_menu(model)

    def parent(self) -> Page | None:
        return None if self.reasons_for is None else ProjectedScore()

    def validated(self, model: Model) -> Page | None:
        if not can_look_at_worth(model):
            return None
        return self if self.reasons_for in (None, *model.game.setup.seats) else None


def can_look_at_worth(model: Model) -> bool:
    """Whether the worth of tiles may be shown: all are known, and points are not sealed."""
    timeline = model.session.timeline
    if timeline is None or timeline.partial_game is not None:
        return False
    is_playing = timeline.game.stage is not Phase.OVER
    return is_playing and model.session.agreement.secrecy is not Secrecy.SEALED


def _points(ui: Ui, rect: Rect, model: Model, scores: tuple[EpochScore, ...]) -> Iterator[Piece]:
    every = categories(model.game.epoch)
    lines = tuple(category_line(ui, category, scores) for category in every)
    total = ScoreRow(ui.say("This epoch"), tuple(score.net for score in scores))
    if model.session.agreement.secrecy is Secrecy.OPEN:
        lines = (*lines, total)
        total = ScoreRow(ui.say("Total"), tuple(score.after for score in scores), is_plain=True)
    below, body = cut_foot(rect, ui.px(40, 28))
    yield score_table(ui, body, ScoreTable(points.heads(model), lines, total))
    yield from note(ui, below, ui.say("If the epoch ended now"))
