"""What everybody's tiles would score if the epoch ended now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from companion.core.commands import OK, RA, UNDO, Command, Prompt, tap
from companion.core.effects import Update
from companion.core.messages import GoTo, Leave, Next
from companion.core.model import Model, Secrecy
from companion.core.page import Page
from companion.i18n import Words, mark
from companion.pages import registry
from companion.pages.page_view import PlainPage, asked, dock, frame, heading, note
from companion.pages.points import (
    Explained,
    PointsPage,
    category_line,
    heads,
    projected,
    projected_sheets,
)
from companion.pages.table.tracks import UNKNOWN
from companion.rules.editions import Seat
from companion.rules.model import Phase
from companion.rules.scoring.reasons import reasons
from companion.rules.scoring.scoring import EpochScore, categories
from companion.ui.kit import NOTHING, Kit, Widget
from companion.ui.layout import cut_foot
from companion.ui.scene import Rect
from companion.ui.score_table import ScoreRow, ScoreTable, score_table
from companion.ui.style import CENTRED, NUMBER, Piece, Size, Ui


class ProjectedScore(PointsPage, frozen=True):
    """What everybody's tiles would score if the epoch ended now."""

    is_beside_the_game: ClassVar[bool] = True

    asks: ClassVar[str] = mark("If the epoch ended now")

    def commands(self, model: Model) -> Iterator[Command]:
        yield from self.asking(model.session.buttons)
        yield tap("Back", Next(), OK, RA, UNDO)

    def points(self, ui: Ui, model: Model) -> Iterable[Piece]:
        where = frame(ui, model)
        yield from heading(ui, where, asked(ui, model), model)
        yield from _points(ui, where.body, model, projected(model.game))
        yield from dock(ui, where.dock, model)

    def why(self, model: Model, seat: Seat, words: Words) -> Explained:
        game, scores = model.game, projected(model.game)
        given = reasons(projected_sheets(game), scores, game.epoch)[seat]
        name, button = game.setup.players[seat], model.session.buttons[seat]
        return Explained(name, button, scores[seat].net, given)

    def next_page(self, model: Model) -> Update:
        return registry.back_to_menu(model)

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
    yield score_table(ui, body, ScoreTable(heads(model), lines, total))
    yield from note(ui, below, ui.say("If the epoch ended now"))


class EndEarly(PlainPage, frozen=True):
    """The game is left before its end."""

    is_shown: bool = False
    """Whether the points are shown as they stand."""

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done: once hidden points have been shown, nobody plays on."""
        if self.is_shown and _are_hidden(model):
            yield tap("Leave; game is saved", Leave(), RA, OK, UNDO, keys="space escape")
            return
        yield tap("Leave; game is saved", Leave(), RA)
        if self.is_shown:
            yield tap("Leave; game is saved", Leave(), OK)
        else:
            yield tap("Show the points", GoTo(EndEarly(is_shown=True)), OK)
        yield tap("Back", Next(), UNDO)

    def prompt(self, model: Model) -> Prompt:
        if self.is_shown:
            return Prompt("Current points; the game is not over")
        return Prompt("End the game here? You can resume it later.")

    def widget(self, kit: Kit, model: Model) -> Widget:
        if self.is_shown:
            return _standings(kit, model)
        said = kit.say(_FOR_GOOD if _are_hidden(model) else _AT_ANY_TIME)
        return kit.middle(kit.large(said, kit.ui.em(Size.TITLE), CENTRED), kit.px(1040, 700))

    def validated(self, model: Model) -> Page | None:
        return None if model.session.timeline is None or model.game.stage is Phase.OVER else self


_AT_ANY_TIME = mark("Nothing is lost. Anyone who wants to see the current points can do so now.")

_FOR_GOOD = mark(
    "Nothing is lost. Once the points are shown, the game is put away; you can resume it later."
)


def _are_hidden(model: Model) -> bool:
    """Whether points lie face down until the end (R-INF-2)."""
    return model.session.agreement.secrecy is not Secrecy.OPEN


def _standings(kit: Kit, model: Model) -> Widget:
    """Return everybody's points as they stand, the most first; who ties stands by seats."""
    partial_game, tags = model.partial_game, heads(model)
    hands = model.game.players if partial_game is None else partial_game.hands
    now = [score.after for score in projected(model.game)] if partial_game is None else []
    found = [
        (hands[seat].score, now[seat] if now else None, tags[seat])
        for seat in model.game.setup.seats
    ]
    known = [counted if projection is None else projection for counted, projection, _ in found]
    order = sorted(range(len(found)), key=lambda seat: (known[seat] is None, -(known[seat] or 0)))

    def across(*cells: Widget) -> Widget:
        parts = (4, 3, 3) if kit.is_tall else (5, 2, 3)
        return kit.row(*(cell.share(part) for cell, part in zip(cells, parts, strict=True)))

    def number(points: int | None) -> Widget:
        text = UNKNOWN if points is None else str(points)
        return kit.line(text, Size.SCORE, NUMBER, kit.theme.ink_third if points is None else None)

    words = (kit.say("counted so far"), kit.say("incl. this epoch"))
    head = (3 if kit.is_tall else 2) * kit.ui.line_height(Size.SMALL)
    lines = [across(NOTHING, *(kit.text(text, Size.SMALL) for text in words)).fixed(head)]
    for counted, projection, tag in (found[seat] for seat in order):
        name = kit.signed_name(tag, kit.ui.em(Size.SCORE))
        name = kit.box(name, fill=kit.theme.buttons[tag.button])
        line = across(name, number(counted), number(projection))
        lines.append(
            kit.box(line, fill=kit.theme.panel, border=kit.theme.line, px=max(1, kit.px(2)))
        )
    gap, wide = kit.px(12, 6), kit.px(1100, 760)
    high = head + len(found) * (kit.px(110, 84) + gap)
    return kit.middle(kit.column(*lines, gap=gap), wide, high)
