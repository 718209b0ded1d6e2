"""What everybody's tiles would score if the epoch ended now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

import msgspec

from companion.core.commands import OK, RA, UNDO, Command, Prompt, tap
from companion.core.effects import Update
from companion.core.messages import GoTo, Leave, Next
from companion.core.model import Model, Secrecy
from companion.core.page import Page
from companion.i18n import Words, mark
from companion.pages import registry
from companion.pages.page_view import asked, dock, frame, heading, note
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
from companion.ui.layout import cut_foot, cut_top, middle, rows, shares
from companion.ui.pieces import least_height, paragraph
from companion.ui.scene import Box, Rect
from companion.ui.score_table import ScoreRow, ScoreTable, score_table
from companion.ui.style import CENTRED, NUMBER, Piece, Shape, Size, Ui
from companion.ui.widgets import NameTag, as_large_as_fits, name_tag


class ProjectedScore(PointsPage, frozen=True):
    """What everybody's tiles would score if the epoch ended now."""

    is_beside_the_game: ClassVar[bool] = True

    asks: ClassVar[str] = mark("If the epoch ended now")

    def commands(self, model: Model) -> Iterator[Command]:
        yield from self.asking(model)
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


class EndEarly(Page, frozen=True):
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

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        where = frame(ui, model)
        yield from heading(ui, where, asked(ui, model), model)
        if self.is_shown:
            yield from _left_with(ui, model, where.body)
        else:
            said = ui.say(_FOR_GOOD if _are_hidden(model) else _AT_ANY_TIME)
            area = middle(where.body, min(where.body.w, ui.px(1040, 700)), where.body.h)
            yield from as_large_as_fits(ui, area, said, ui.em(Size.TITLE), CENTRED)
        yield from dock(ui, where.dock, model)

    def validated(self, model: Model) -> Page | None:
        return None if model.session.timeline is None or model.game.stage is Phase.OVER else self


_AT_ANY_TIME = mark("Nothing is lost. Anyone who wants to see the current points can do so now.")

_FOR_GOOD = mark(
    "Nothing is lost. Once the points are shown, the game is put away; you can resume it later."
)


def _are_hidden(model: Model) -> bool:
    """Whether points lie face down until the end (R-INF-2)."""
    return model.session.agreement.secrecy is not Secrecy.OPEN


class LeftWith(msgspec.Struct, frozen=True):
    """What one player has when a game is left."""

    seat: Seat
    counted: int | None
    """Points after the last epoch that was counted; None if nobody told them."""
    now: int | None
    """Points if the current epoch were scored now; None where not all tiles are known."""

    @property
    def points(self) -> int | None:
        """The most that is known."""
        return self.counted if self.now is None else self.now


def standings(model: Model) -> tuple[LeftWith, ...]:
    """Return everybody's points as they stand, the most first; who ties stands by seats."""
    partial_game, game = model.partial_game, model.game
    hands = game.players if partial_game is None else partial_game.hands
    now = projected(game) if partial_game is None else ()
    found = (
        LeftWith(seat, hands[seat].score, now[seat].after if now else None)
        for seat in game.setup.seats
    )
    return tuple(sorted(found, key=lambda each: (each.points is None, -(each.points or 0))))


def _left_with(ui: Ui, model: Model, body: Rect) -> Iterator[Piece]:
    found = standings(model)
    gap, high = ui.px(12, 6), ui.px(110, 84)
    wide = body.w if ui.shape is Shape.TALL else min(body.w, ui.px(1100, 760))
    words = ui.say("counted so far"), ui.say("incl. this epoch")
    widths = [cell.w for cell in _cells(ui, Rect(0, 0, wide, 0))[1:]]
    least = max(least_height(ui, text, w) for text, w in zip(words, widths, strict=True))
    head = max(least, (3 if ui.shape is Shape.TALL else 2) * ui.line_height(Size.SMALL))
    area = middle(body, wide, min(body.h, head + len(found) * (high + gap)))
    titles, below = cut_top(area, head)
    _, counted, now = _cells(ui, titles)
    yield from paragraph(ui, counted, words[0], Size.SMALL, CENTRED)
    yield from paragraph(ui, now, words[1], Size.SMALL, CENTRED)
    for line, standing in zip(rows(below, len(found), gap), found, strict=True):
        yield from _row(ui, model, line, standing)


def _cells(ui: Ui, row: Rect) -> tuple[Rect, ...]:
    return shares(row, (4, 3, 3) if ui.shape is Shape.TALL else (5, 2, 3), 0)


def _row(ui: Ui, model: Model, row: Rect, standing: LeftWith) -> Iterator[Piece]:
    theme, button = ui.theme, model.session.buttons[standing.seat]
    who, counted, now = _cells(ui, row)
    radius = ui.px(14, 10)
    yield Box(row, theme.panel, border=theme.line, border_px=max(1, ui.px(2)), radius=radius)
    px = ui.em_between(Size.NAME, row.h * 4 // 10, Size.TITLE)
    yield from name_tag(ui, who, NameTag(model.game.setup.players[standing.seat], button), px)
    for spot, points in ((counted, standing.counted), (now, standing.now)):
        text, colour = (UNKNOWN, theme.ink_third) if points is None else (str(points), theme.ink)
        px = ui.em_between(Size.SCORE, row.h * 6 // 10, Size.SUM)
        yield ui.text(spot, text, px, colour, NUMBER)
