"""An epoch has been scored: its points by category, and what to do before the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
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
from companion.pages.page_view import PlainPage, back_corner, dock, frame, heading
from companion.pages.points import Ended, Explained, explanation, heads, last_epoch
from companion.pages.reference import rules_card
from companion.pages.reference.rules_card import Card
from companion.pages.scoring import pyramids, reveal
from companion.pages.status_bar import edge_px
from companion.pages.table import auction_result, table
from companion.pages.table import peek as table_peek
from companion.pages.table.playing import route_after
from companion.rules.editions import Edition, RaDisplay, Seat, ra_display
from companion.rules.events import Cause, EpochEnded, Fixed, FixedPart, LotWon
from companion.rules.model import Phase
from companion.rules.records.timeline import Timeline
from companion.rules.scoring.scoring import Category
from companion.rules.scoring.tokens import VALUES, Exchange, Tokens, exchanges
from companion.rules.tiles import DISASTERS, KEPT, KINDS, Tile
from companion.ui.animation import Move, RenderedPage
from companion.ui.layout import (
    Bands,
    bands,
    columns,
    cut_foot,
    cut_left,
    cut_right,
    cut_top,
    left_part,
    rows,
    shares,
    side_by_side,
    square,
    stacked,
)
from companion.ui.layout import PageAreas as Areas
from companion.ui.pieces import SUN_DOWN, boat, emblem, paragraph, signed, sky, sun, tile
from companion.ui.scene import Align, Box, Item, Picture, Rect, Weight
from companion.ui.score_table import ColumnHead, ScoreRow, ScoreTable, score_table
from companion.ui.speech import short_name, short_setup
from companion.ui.style import (
    CENTRED,
    NUMBER,
    PLAIN,
    SMALLEST_PX,
    Piece,
    Shape,
    Size,
    TextStyle,
    Ui,
)
from companion.ui.theme import ON_BUTTON, SUN_NUMBER
from companion.ui.widgets import as_large_as_fits, corner

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
        """Return the first course; where points are sealed or unknown there is none to wait for.

        Args:
            model: An epoch has ended.
            ended: When that was, in seconds of the monotonic clock.
        """
        timeline = model.session.timeline
        found = None if timeline is None else last_epoch(timeline)
        is_known = found is not None and any(score is not None for score in found.scores)
        if not is_known or model.session.agreement.secrecy is Secrecy.SEALED:
            return cls(since=ended)
        return cls(hidden=max(0, len(reveal.counted(model)) - 1), since=ended)

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done: OK and Ra go on; while courses are laid, Undo takes one back."""
        every = reveal.counted(model)
        if self.hidden:
            yield tap("Next", Next(), OK)
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

    def laid(self, model: Model) -> tuple[Category, ...]:
        """Return the categories that everybody sees."""
        every = reveal.counted(model)
        return every[: len(every) - self.hidden]

    def lay(self, model: Model, courses: int) -> Update:
        """Lay so many courses for everybody; a press while stones move only ends that."""
        is_first = self.hidden == len(reveal.counted(model)) - 1
        if is_first and model.now < self.since + DEAF_SECONDS:
            return model, ()
        if model.now < self.since + COURSE_SECONDS:
            return replace(model, page=replace(self, since=-inf)), ()
        laid = replace(self, hidden=max(0, self.hidden - courses), since=model.now)
        return replace(model, page=laid), (Sound(Cue.REVEAL),)

    def take_back(self, model: Model) -> Update:
        """Take the last course back."""
        most = len(reveal.counted(model)) - 1
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
        most = max(0, len(reveal.counted(model)) - 1)
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
        where = bands(ui, edge_px(ui, model))
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
    """Between two epochs: what to do on the table (R-EPE-3, R-SCO-4)."""

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
        return hands_now(ui, area, model)

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
    yield from dock(ui, where.dock, model, steady=Next())


def _account(ui: Ui, model: Model, ended: Ended) -> str:
    setup = short_setup(ui, model.game.setup)
    return narration.event_text(ended.event, setup, ui.canvas.words)


def _pyramids(
    ui: Ui, where: Areas, model: Model, ended: Ended, page: EpochScores
) -> Iterator[Piece]:
    """Yield the pyramids as far as they are laid; the picture is that of their stones at rest."""
    every, laid = reveal.counted(model), page.laid(model)
    is_open = model.session.agreement.secrecy is Secrecy.OPEN and not page.hidden
    is_hidden = not is_open and model.game.stage is not Phase.OVER and not page.hidden
    horizon, body = where.dock.y - ui.px(8), where.body
    if laid:
        yield sky(ui, horizon)
        area = where.title.inset(ui.px(4))
        if len(laid) in (1, len(every)):  # why they are counted
            told, area = stacked(area, (1, 1.4), 0)
            if ui.shape is Shape.TALL:
                told = where.title
                area, body = cut_top(body, told.h)
            aside = told.x + told.w - corner(ui, 0).x + ui.px(8)
            px = min(ui.em(Size.NAME), told.h * 8 // 10)
            account = _account(ui, model, ended)
            yield from as_large_as_fits(ui, told.inset(aside, 0), account, px, CENTRED)
        yield from pyramids.title(ui, area, every, laid[-1])
        yield from back_corner(ui, model)
    else:
        yield from heading(ui, where, _account(ui, model, ended), model, horizon)
    spot, field = cut_foot(body, _lock_px(ui) if is_hidden else 0)
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
    """Yield the words that nobody's points are shown."""
    nobody = ScoreRow(ui.say("This epoch"), (None,) * len(model.game.players))
    spot, body = cut_foot(rect, _lock_px(ui))
    yield score_table(ui, body, ScoreTable(heads(model), (), nobody))
    yield from _lock(
        ui, spot, ui.canvas.words.state(ui.say("Points"), ui.say("sealed until the end"))
    )


def _lock_px(ui: Ui) -> int:
    """Return the height of the line that says that something is hidden, in pixels."""
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


DISCARDED = tuple(kind for kind in KINDS if not (KEPT | DISASTERS | Tile.RA.mask) & kind.mask)
"""What everybody puts back into the box after an epoch (R-EPE-3)."""


def hands_now(ui: Ui, area: Rect, model: Model) -> Iterator[Piece]:
    """Yield what everybody does; below it everybody's points and tokens, and who begins."""
    gap = ui.px(14, 6)
    last, above = cut_foot(area, ui.share(14), gap)
    upper, lower = stacked(above, (1.25, 1) if ui.shape is Shape.TALL else (1, 1), gap)
    yield from _together(ui, upper, model, gap)
    yield from _everybody(ui, lower, model, gap)
    yield from _starter(ui, last, model)


def _together(ui: Ui, rect: Rect, model: Model, gap: int) -> Iterator[Piece]:
    """Yield the three pictures of what everybody does."""
    if ui.shape is Shape.TALL:
        first, rest = stacked(rect, (1, 1), gap)
        places = (first, *columns(rest, 2, gap))
    else:
        places = shares(rect, (1.6, 0.9, 1.2), gap)
    is_boat = ra_display(model.game.setup.edition) is RaDisplay.BOAT
    captions = (
        ui.say(discarding(model.session.timeline)),
        ui.say("Turn all suns face up"),
        ui.say(ra_tiles_away(model.game.setup.edition)),
    )
    for place, (card, caption) in enumerate(zip(places, captions, strict=True)):
        yield Box(card, ui.theme.panel, border=ui.theme.line, border_px=max(1, ui.px(2)),
                  radius=ui.px(16, 10))  # fmt: skip
        inner = card.inset(ui.px(12, 6))
        is_short = ui.is_full and ui.width(caption, Size.LABEL) <= inner.w
        high = ui.line_height(Size.LABEL) * (1 if place == 0 and is_short else 2)
        words, area = cut_foot(inner, high)
        if place == 0:
            yield from _discarded(ui, area)
        elif place == 1:
            yield from _turned(ui, area, model)
        elif is_boat:
            side = min(area.h, area.w // 2)
            yield from boat(ui, square(area, side))
        else:
            yield from _ra_tiles(area)
        yield from _caption(ui, words, caption)


def discarding(timeline: Timeline | None) -> str:
    """Return that tiles are discarded, with those of the auction track if they are (R-EPE-2)."""
    events = () if timeline is None else timeline.events
    causes = (event.cause for event in events if isinstance(event, EpochEnded))
    if Cause.RA_TRACK in causes:
        return mark("Discard these and the auction track, keep the rest")
    return mark("Discard these, keep the rest")


def ra_tiles_away(edition: Edition) -> str:
    """Return what is done with Ra tiles, and with the boat where there is one (R-EPE-3)."""
    if ra_display(edition) is RaDisplay.BOAT:
        return mark("Boat to the start, Ra tiles into the box")
    return mark("Ra tiles into the box")


def _caption(ui: Ui, area: Rect, text: str) -> Iterator[Item]:
    """Yield the words of a picture, as large as they fit in one line or two."""
    measures, language = ui.canvas.type, ui.canvas.words.language
    px = SMALLEST_PX
    lines: tuple[str, ...] = (text,)
    for px in range(ui.share(20), SMALLEST_PX - 1, -1):
        lines = measures.wrap(text, area.w, px, Weight.BOLD, language)
        if len(lines) * px * 1.1 <= area.h or px == SMALLEST_PX:
            break
    lines = measures.even(text, area.w, px, Weight.BOLD, language)
    for row, line in zip(rows(area, len(lines), 0), lines, strict=True):
        yield ui.text(row, line, px, ui.theme.ink, CENTRED)


def _discarded(ui: Ui, area: Rect) -> Iterator[Item]:
    """Yield the kinds that go to the box, in two rows."""
    half = (len(DISCARDED) + 1) // 2
    gap = ui.px(10, 5)
    side = min((area.h - gap) // 2, (area.w - gap * (half - 1)) // half)
    for row, kinds in zip(rows(area, 2, gap), (DISCARDED[:half], DISCARDED[half:]), strict=True):
        wide = len(kinds) * side + (len(kinds) - 1) * gap
        left = row.x + (row.w - wide) // 2
        for kind in kinds:
            yield tile(Rect(left, row.y + (row.h - side) // 2, side, side), kind)
            left += side + gap


def _turned(ui: Ui, area: Rect, model: Model) -> Iterator[Item]:
    """Yield a sun face down, and the same face up."""
    number = max((max(player.suns) for player in model.game.players if player.suns), default=None)
    if number is None:
        return
    left, between, right = shares(area, (1, 0.5, 1), ui.px(4))
    side = min(area.h, left.w)
    yield from sun(ui, square(left, side * 4 // 5), number, SUN_DOWN)
    yield ui.text(between, "\N{RIGHTWARDS ARROW}", ui.share(12), ui.theme.gold, NUMBER)
    yield from sun(ui, square(right, side), number)


def _ra_tiles(area: Rect) -> Iterator[Item]:
    side = min(area.h, area.w // 2)
    first = square(area, side)
    for step in (-1, 0, 1):
        yield tile(first._replace(x=first.x + step * (side // 2)), Tile.RA)


def _everybody(ui: Ui, rect: Rect, model: Model, gap: int) -> Iterator[Piece]:
    """Yield everybody's points of the epoch, and the tokens they take and give back."""
    timeline = model.session.timeline
    ended = None if timeline is None else last_epoch(timeline)
    is_sealed = model.session.agreement.secrecy is Secrecy.SEALED
    done = last_exchange(model)
    if done is not None and done.is_short:
        words, rect = cut_foot(rect, ui.line_height(Size.LABEL))
        yield ui.line(words, ui.say("Make change from the box"), Size.LABEL, style=CENTRED)
    cards = columns(rect, len(model.game.players), gap)
    for seat, (head, card) in enumerate(zip(heads(model), cards, strict=True)):
        score = None if ended is None or is_sealed else ended.scores[seat]
        colour = ui.theme.buttons[head.button]
        yield Box(card, ui.theme.panel, border=colour, border_px=ui.px(4, 2),
                  radius=ui.px(16, 10))  # fmt: skip
        top, below = _parts(ui, card)
        yield Box(top, colour, radius=ui.px(14, 9))
        yield from _named(ui, top, head, None if score is None else signed(score.net))
        if done is not None:
            yield from _tokens(ui, below.inset(ui.px(10, 3), ui.px(10, 4)), done, seat)


def _parts(ui: Ui, card: Rect) -> tuple[Rect, Rect]:
    is_narrow = card.w < ui.share(3)
    high = min(card.h // 2, ui.share(10.6) * (2 if is_narrow else 1))
    return cut_top(card, high)


_WIDEST = "+00"
"""As wide as the points of an epoch usually are: beside each other everybody has an emblem."""


def _named(ui: Ui, rect: Rect, head: ColumnHead, gained: str | None) -> Iterator[Piece]:
    """Yield a name with the points of the epoch: beside each other, or one below the other.

    The emblem gives way to the name: the colour says whose they are, too.
    """
    pad = ui.px(12, 5)
    said = "?" if gained is None else gained
    px, measures = ui.share(13.6), ui.canvas.type
    has_emblem = True
    if rect.w < ui.share(3):
        name, number = stacked(rect.inset(2), (1, 1), 0)
        side = min(number.h * 8 // 10, number.w // 4)
        spot, area, points = Rect(number.x + pad, number.y, side, number.h), name, number
    else:
        most = shares(rect, (2, 1.1), 0)[1].w
        wide = min(most, round(measures.width(said, px, Weight.EXTRA)) + 2 * pad)
        points, name = cut_right(rect, wide)
        side, inner = min(name.h // 2, name.w // 5), name.inset(pad, 0)
        spot, area = cut_left(inner, side, pad)
        has_emblem = measures.width(head.name, SMALLEST_PX, PLAIN.weight) <= area.w
        area = area if has_emblem else inner
    is_below = area is name
    if is_below:
        has_emblem = measures.width(_WIDEST, px, Weight.EXTRA) + spot.w + 2 * pad <= points.w
    if has_emblem:
        yield emblem(spot, head.button)
    yield ui.text(area, head.name, ui.share(16), ON_BUTTON, CENTRED if is_below else PLAIN)
    points = left_part(points, points.w - pad)
    is_right = has_emblem or not is_below
    style = TextStyle(Weight.EXTRA, Align.RIGHT if is_right else Align.CENTRE)
    yield ui.text(points, said, px, ON_BUTTON, style)


def _tokens(ui: Ui, area: Rect, done: Exchange, seat: int) -> Iterator[Piece]:
    """Yield the tokens that are given back, then those that are taken."""
    moves = [(number, value) for value, number in zip(VALUES, done.moves[seat], strict=True)]
    given = [(-number, value) for number, value in reversed(moves) if number < 0]
    taken = [(number, value) for number, value in reversed(moves) if number > 0]
    is_narrow = area.w < ui.share(3)
    given, taken = _laid_out(given, is_narrow=is_narrow), _laid_out(taken, is_narrow=is_narrow)
    line = ui.line_height(Size.SMALL)
    groups = [
        (tokens, sign, word, colour)
        for tokens, sign, word, colour in (
            (given, "\N{MINUS SIGN}", ui.say("gives"), ui.theme.bad),
            (taken, "+", ui.say("takes"), ui.theme.good),
        )
        if tokens
    ]
    if not groups:
        said, quiet = ui.say("takes nothing"), ui.theme.ink_second
        yield from paragraph(ui, area, said, Size.LABEL, CENTRED, colour=quiet)
        return
    wide = partial(ui.canvas.type.width, px=SMALLEST_PX, weight=Weight.BOLD)
    widths = tuple(
        max(wide(word), sum(wide(_told(*each)) + ui.px(12) for each in tokens))
        if is_narrow
        else float(len(tokens))
        for tokens, _, word, _ in groups
    )
    is_stacked = is_narrow and area.h // len(groups) >= 2 * line
    apart = ui.px(24, 8)
    parts = stacked(area, (1,) * len(groups), 2) if is_stacked else shares(area, widths, apart)
    if len(parts) > 1 and not is_stacked:  # what is given is not taken
        thin = max(1, ui.px(2))
        yield Box(Rect(parts[1].x - (apart + thin) // 2, area.y, thin, area.h), ui.theme.line)
    for part, (tokens, sign, word, colour) in zip(parts, groups, strict=True):
        words, picture = cut_foot(part, line)
        for (number, value), spot in zip(tokens, _spots(ui, picture, len(tokens)), strict=True):
            yield from _stele(ui, spot, number, value)
        fitting = (text for text in (f"{sign} {word}", word) if wide(text) <= part.w)
        yield ui.line(words, next(fitting, sign), Size.LABEL, colour, CENTRED)


def _spots(ui: Ui, area: Rect, number: int) -> Iterator[Rect]:
    """Yield where this many tokens lie: beside each other, or below each other in a narrow room."""
    gap = ui.px(6)
    is_row = area.w >= area.h or number == 1
    across, down = (number, 1) if is_row else (1, number)
    wide = min((area.w - gap * (across - 1)) // across, ui.share(6))
    high = min((area.h - gap * (down - 1)) // down, round(wide * 1.15), ui.share(7))
    left = area.x + (area.w - wide * across - gap * (across - 1)) // 2
    top = area.y + (area.h - high * down - gap * (down - 1)) // 2
    for place in range(number):
        step = place * (gap + (wide if is_row else high))
        yield Rect(left + step, top, wide, high) if is_row else Rect(left, top + step, wide, high)


_MOST_LAID_OUT = 3


def _laid_out(tokens: list[tuple[int, int]], *, is_narrow: bool) -> list[tuple[int, int]]:
    """Return each token by itself, where there is room for that."""
    if is_narrow or sum(number for number, _ in tokens) > _MOST_LAID_OUT:
        return tokens
    return [(1, value) for number, value in tokens for _ in range(number)]


def _stele(ui: Ui, rect: Rect, number: int, value: int) -> Iterator[Item]:
    """Yield a token with its value, or this many of them."""
    yield Box(rect, (232, 198, 150), border=SUN_NUMBER, border_px=max(1, ui.px(2)),
              radius=min(rect.w, rect.h) // 4)  # fmt: skip
    px = min(ui.share(13.5), rect.h)
    yield ui.text(rect.inset(2), _told(number, value), px, SUN_NUMBER, NUMBER)


def _told(number: int, value: int) -> str:
    """Return what stands on a token, or on one that stands for several."""
    return str(value) if number == 1 else f"{number}\N{MULTIPLICATION SIGN}{value}"


STARTS = mark("{name} starts, with sun")
"""Behind it the sun is shown."""


def _starter(ui: Ui, rect: Rect, model: Model) -> Iterator[Piece]:
    """Yield who begins the next epoch and by which sun, where that is known (R-EPE-5)."""
    timeline, game = model.session.timeline, model.game
    if timeline is None or timeline.partial_game is not None or not game.players[game.active].suns:
        return
    name = short_name(ui, game.setup.players[game.active])
    words = ui.say(STARTS, name=name)
    number = max(game.players[game.active].suns)
    px = ui.share(20)
    gap = ui.px(14, 8)
    wide = round(ui.canvas.type.width(words, px, Weight.BOLD)) + 1
    wide = min(wide, rect.w - 2 * rect.h - 2 * gap)
    left = rect.x + (rect.w - wide - 2 * rect.h - 2 * gap) // 2
    colour = ui.theme.buttons[model.session.buttons[game.active]]
    spot = square(Rect(left, rect.y, rect.h, rect.h), rect.h * 2 // 3)
    yield emblem(spot, model.session.buttons[game.active], colour)
    yield ui.text(Rect(left + rect.h + gap, rect.y, wide, rect.h), words, px, ui.theme.ink)
    disc = Rect(left + rect.h + 2 * gap + wide, rect.y, rect.h, rect.h)
    yield from sun(ui, disc, number)
