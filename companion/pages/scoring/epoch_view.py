"""An epoch has ended: its points, category by category, and on demand why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion import narration
from companion.core.model import Model
from companion.core.session import Secrecy
from companion.pages.page_view import dock, frame, heading
from companion.pages.points import Ended, Explained, explanation, heads, last_epoch
from companion.pages.scoring import pyramids, reveal
from companion.rules.editions import Seat
from companion.rules.events import (
    Fixed,
    FixedPart,
)
from companion.rules.model import Phase
from companion.rules.records.timeline import Timeline
from companion.rules.scoring.tokens import VALUES, Exchange, Tokens, exchanges
from companion.ui.layout import PageAreas as Areas
from companion.ui.layout import (
    cut_foot,
    side_by_side,
)
from companion.ui.pieces import paragraph, signed, sky
from companion.ui.scene import Picture, Rect
from companion.ui.score_table import ScoreRow, ScoreTable, score_table
from companion.ui.speech import short_setup
from companion.ui.style import (
    Piece,
    Shape,
    Size,
    Ui,
)

if TYPE_CHECKING:
    from companion.pages.scoring.epoch import EpochScores


def scoring(ui: Ui, model: Model, page: EpochScores) -> Iterator[Piece]:
    """Yield the points of the epoch that has just ended, but no totals while they are hidden."""
    where = frame(ui, model)
    found = None if model.session.timeline is None else last_epoch(model.session.timeline)
    if found is not None and page.reasons_for is not None:
        yield from heading(ui, where, "", model)
        yield from explanation(ui, where, _why(model, found, page.reasons_for))
    elif found is not None and model.session.agreement.secrecy is Secrecy.SEALED:
        yield from heading(ui, where, _account(ui, model, found), model)
        yield from _sealed(ui, where.body, model)
    elif found is not None:
        yield from _pyramids(ui, where, model, found, page)
    yield from dock(ui, where.dock, model)


def _account(ui: Ui, model: Model, ended: Ended) -> str:
    setup = short_setup(ui, model.game.setup)
    return narration.event_text(ended.event, setup, ui.canvas.words)


def _pyramids(
    ui: Ui, where: Areas, model: Model, ended: Ended, page: EpochScores
) -> Iterator[Piece]:
    """Yield the pyramids as far as they are laid; the picture is that of their stones at rest."""
    every = reveal.courses(model)
    laid = every[: len(every) - page.hidden]
    is_open = model.session.agreement.secrecy is Secrecy.OPEN and not page.hidden
    is_hidden = not is_open and model.game.stage is not Phase.OVER and not page.hidden
    horizon = where.dock.y - ui.px(8)
    if page.hidden and len(laid) > 1:
        yield sky(ui, horizon)
        yield from pyramids.title(ui, where.title.inset(ui.px(4)), every, laid[-1])
    else:
        yield from heading(ui, where, _account(ui, model, ended), model, horizon)
    spot, field = cut_foot(where.body, _lock_px(ui) if is_hidden else 0)
    whys = [ended.reasons(Seat(seat)) for seat in model.game.setup.seats]
    stacks = tuple(
        pyramids.Stack(
            head,
            tuple(None if score is None else score.points(each) for each in laid),
            tuple(reason for reason in why if reason.category in laid),
            score.after if is_open and score is not None else None,
        )
        for head, score, why in zip(heads(model), ended.scores, whys, strict=True)
    )
    ends = [
        [None if score is None else score.points(each) for each in every] for score in ended.scores
    ]
    yield from pyramids.pyramids(ui, field, every, stacks, ends)
    if is_hidden:
        yield from _lock(ui, spot, ui.say("Total hidden until the end"))


def _why(model: Model, ended: Ended, seat: Seat) -> Explained:
    score, done = ended.scores[seat], last_exchange(model)
    return Explained(
        name=model.game.setup.players[seat],
        button=model.session.buttons[seat],
        net=None if score is None else score.net,
        reasons=ended.reasons(seat),
        tokens="" if done is None else moved(done, seat),
    )


def _sealed(ui: Ui, rect: Rect, model: Model) -> Iterator[Piece]:
    """Yield that nobody's points are told."""
    nobody = ScoreRow(ui.say("This epoch"), (None,) * len(model.game.players))
    spot, body = cut_foot(rect, _lock_px(ui))
    yield score_table(ui, body, ScoreTable(heads(model), (), nobody))
    yield from _lock(
        ui, spot, ui.canvas.words.state(ui.say("Points"), ui.say("sealed until the end"))
    )


def _lock_px(ui: Ui) -> int:
    """Return how high the line is that says that something is hidden, in pixels."""
    return ui.px(34, 44 if ui.shape is Shape.TALL else 28)


def _lock(ui: Ui, rect: Rect, text: str) -> Iterator[Piece]:
    side = ui.px(26, 20)
    gap = ui.px(18, 10)
    width = min(ui.width(text, Size.LABEL), rect.w - side - gap)
    sign, words = side_by_side(rect, (side, side), gap, width)
    yield Picture(sign, "ui_lock", tint=ui.theme.ink_second)
    yield from paragraph(ui, words, text, Size.LABEL, colour=ui.theme.ink_second)


STILL = "\N{EN DASH}"
"""No token moves."""


def last_exchange(model: Model) -> Exchange | None:
    """Return what moves after the epoch that was scored last, if it is known and may be shown.

    What everybody holds follows from what the epochs brought, which all have seen. Once points were
    told, it would tell a total that is hidden (R-INF-2).
    """
    timeline, secrecy = model.session.timeline, model.session.agreement.secrecy
    if timeline is None or secrecy is Secrecy.SEALED:
        return None
    if secrecy is not Secrecy.OPEN and _were_points_told(timeline):
        return None
    done = exchanges(timeline)
    return done[-1] if done else None


def _were_points_told(timeline: Timeline) -> bool:
    events = (event for step in timeline.steps for event in step.events)
    return any(isinstance(event, Fixed) and event.part is FixedPart.SCORE for event in events)


def moved(done: Exchange, seat: int) -> str:
    """Return what one player takes, with a plus, and gives back, with a minus."""
    return " ".join(_signs(done.moves[seat])) or STILL


def _signs(move: Tokens) -> Iterator[str]:
    """Yield a sign for each value, the largest first: all that is given back comes first."""
    changed = [(number, value) for value, number in zip(VALUES, move, strict=True) if number]
    for number, value in sorted(changed, key=lambda each: (each[0] > 0, -each[1])):
        times = f"{abs(number)}\N{MULTIPLICATION SIGN}" if abs(number) > 1 else ""
        sign = signed(number)[0]
        yield f"{sign}{times}{value}"
