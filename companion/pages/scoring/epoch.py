"""An epoch has been scored: its points, category by category, and what hands do before the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from typing import ClassVar

from msgspec.structs import replace

from companion import narration
from companion.core.commands import OK, RA, UNDO, Command, player_control, tap
from companion.core.effects import Cue, Sound, Update, do
from companion.core.messages import GoTo, Next, Route, TakeBack
from companion.core.model import Model
from companion.core.page import Page
from companion.core.session import Secrecy
from companion.i18n import mark
from companion.pages.page_view import PlainPage, dock, frame, heading
from companion.pages.points import Ended, Explained, explanation, heads, last_epoch
from companion.pages.reference import rules_card
from companion.pages.reference.rules_card import Card
from companion.pages.scoring import hands_view, pyramids, reveal
from companion.pages.table import auction_result, shown_table, table
from companion.pages.table import peek as table_peek
from companion.pages.table.playing import route_after
from companion.rules.editions import Seat
from companion.rules.events import (
    Fixed,
    FixedPart,
    LotWon,
)
from companion.rules.model import Phase
from companion.rules.records.timeline import Timeline
from companion.rules.scoring.tokens import VALUES, Exchange, Tokens, exchanges
from companion.ui.animation import Move, RenderedPage
from companion.ui.layout import (
    Bands,
    cut_foot,
    side_by_side,
)
from companion.ui.layout import PageAreas as Areas
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

COURSE_SECONDS = 0.35
"""How long the stones of a course take to their place; a press meanwhile only ends that."""

DEAF_SECONDS = 0.5
"""How long presses are ignored after an epoch has ended, so that the last one skips nothing."""


class EpochScores(Page, frozen=True):
    """An epoch has just been scored: OK lays course after course, for everybody at once."""

    is_reveal: ClassVar[bool] = True
    asks: ClassVar[str] = mark("Take or return your points, then continue")

    reasons_for: Seat | None = None
    """Whose reasons are shown."""
    hidden: int = 0
    """How many courses are not laid yet."""
    since: float = -inf
    """When the last course was laid, in seconds of the monotonic clock."""

    @classmethod
    def from_route(cls, model: Model, *given: object) -> Page:
        """Return the points; given when the epoch ended (monotonic seconds), how they begin.

        A lot that was won with the last sun is taken first.
        """
        ended = next((each for each in given if isinstance(each, float)), None)
        if ended is None:
            return cls()
        return LastLot(ended) if _has_last_lot(model) else cls.begun(model, ended)

    @classmethod
    def begun(cls, model: Model, ended: float) -> EpochScores:
        """Return the first course; where points are sealed none is laid.

        Args:
            model: An epoch has ended.
            ended: When that was, in seconds of the monotonic clock.
        """
        is_sealed = model.session.agreement.secrecy is Secrecy.SEALED
        hidden = 0 if is_sealed else max(0, len(reveal.courses(model)) - 1)
        return cls(hidden=hidden, since=ended)

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done: OK and Ra go on; while courses are laid, Undo takes one back."""
        every = reveal.courses(model)
        if self.hidden:
            following = narration.CATEGORIES[every[len(every) - self.hidden]]
            yield tap(following, Next(), OK)
            yield tap("Show all", do(EpochScores.lay, self.hidden), RA)
        else:
            yield tap("Next", Next(), OK, RA)
        if 0 < self.hidden < len(every) - 1:
            yield tap("One step back", do(EpochScores.take_back), UNDO)
        else:
            yield tap("Undo", TakeBack(), UNDO)
        if not self.hidden and model.session.agreement.secrecy is not Secrecy.SEALED:
            for seat in model.game.setup.seats:
                why = EpochScores(None if self.reasons_for == seat else seat)
                yield tap("Why?", GoTo(why), player_control(model, seat))
            yield table.fix()
        yield from table_peek.commands(model)

    def lay(self, model: Model, courses: int) -> Update:
        """Lay so many courses for everybody; a press while stones move only ends that."""
        is_first = self.hidden == len(reveal.courses(model)) - 1
        if is_first and model.now < self.since + DEAF_SECONDS:
            return model, ()
        if model.now < self.since + COURSE_SECONDS:
            return replace(model, page=replace(self, since=-inf)), ()
        laid = replace(self, hidden=max(0, self.hidden - courses), since=model.now)
        return replace(model, page=laid), (Sound(Cue.REVEAL),)

    def take_back(self, model: Model) -> Update:
        """Take the last course back."""
        most = len(reveal.courses(model)) - 1
        return replace(model, page=EpochScores(hidden=min(most, self.hidden + 1))), ()

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        return scoring(ui, model, self)

    def motion(self, ui: Ui, before: RenderedPage, after: RenderedPage) -> Iterable[Move]:
        """Return the stones of a new course, which come to their place."""
        return reveal.epoch_moves(before, after)

    @property
    def is_still(self) -> bool:
        """Whether somebody has pressed while stones moved: then they are at their place."""
        return self.since == -inf

    def validated(self, model: Model) -> Page | None:
        """Return the page if the last action ended an epoch; sealed, it shows nobody's reasons."""
        timeline = model.session.timeline
        if timeline is None or route_after(timeline) is not Route.EPOCH:
            return None
        if self.reasons_for not in (None, *model.game.setup.seats):
            return None
        is_sealed = model.session.agreement.secrecy is Secrecy.SEALED
        if is_sealed:
            return EpochScores()
        most = max(0, len(reveal.courses(model)) - 1)
        return EpochScores(self.reasons_for, min(self.hidden, most))

    def next_page(self, model: Model) -> Update | None:
        """Lay the next course; after all say what hands do, or at the end who came in where."""
        if self.hidden:
            return self.lay(model, 1)
        if model.now < self.since + DEAF_SECONDS:
            return model, ()
        if model.game.stage is Phase.OVER:
            return replace(model, page=reveal.places(model, is_hurried=False)), ()
        return replace(model, page=HandsNow()), ()

    def parent(self) -> Page | None:
        return None if self.reasons_for is None else replace(self, reasons_for=None)

    def help(self, model: Model) -> Card | None:
        return rules_card.of_epoch(model)


class LastLot(Page, frozen=True):
    """The last sun of an epoch has won its lot: what hands do with it before points are laid."""

    has_track: ClassVar[bool] = True
    is_reveal: ClassVar[bool] = True
    asks: ClassVar[str] = mark("The epoch is over: all suns are spent")

    ended: float = -inf
    """When the epoch ended, in seconds of the monotonic clock."""

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done: only OK and Ra go on."""
        yield tap("Next", Next(), OK, RA)
        yield tap("Undo", TakeBack(), UNDO)
        yield from table_peek.commands(model)
        yield table.fix()

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        """Yield the same as after every other lot; below it what can be done."""
        where = shown_table.places(ui, model, None)
        yield from auction_result.last_of_epoch(ui, where, model)
        yield from dock(ui, where.dock, model)

    def notice_area(self, ui: Ui, model: Model, where: Bands) -> Rect | None:
        return where.prompt

    def validated(self, model: Model) -> Page | None:
        """Return the page if the last action won the last lot of an epoch."""
        return self if _has_last_lot(model) else None

    def next_page(self, model: Model) -> Update | None:
        """Lay the first course."""
        return replace(model, page=EpochScores.begun(model, self.ended)), ()

    def help(self, model: Model) -> Card | None:
        return rules_card.of_epoch(model)


def _has_last_lot(model: Model) -> bool:
    """Whether the last action won a lot and so ended an epoch."""
    timeline = model.session.timeline
    if timeline is None or route_after(timeline) is not Route.EPOCH:
        return False
    return any(isinstance(event, LotWon) for event in timeline.events)


class HandsNow(PlainPage, frozen=True):
    """Between two epochs: what people now do with their hands (R-EPE-3, R-SCO-4)."""

    is_reveal: ClassVar[bool] = True

    asks: ClassVar[str] = mark("Before the next epoch")

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done: only OK and Ra go on; Undo leads back to the bars."""
        yield tap("Next epoch", Next(), OK, RA)
        if model.session.agreement.secrecy is Secrecy.SEALED:
            yield tap("Undo", TakeBack(), UNDO)
        else:
            yield tap("Back", GoTo(EpochScores()), UNDO)
        yield from table_peek.commands(model)
        yield table.fix()

    def body(self, ui: Ui, model: Model, area: Rect) -> Iterable[Piece]:
        """Yield what everybody does."""
        return hands_view.hands_now(ui, area, model)

    def validated(self, model: Model) -> Page | None:
        """Return the card if the last action ended an epoch that another one follows."""
        is_there = reveal.counted(model) and model.game.stage is not Phase.OVER
        return self if is_there else None

    def help(self, model: Model) -> Card | None:
        return rules_card.of_epoch(model)


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
