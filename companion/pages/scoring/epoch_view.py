"""An epoch has ended: its points, category by category, and on demand why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from companion import narration
from companion.core.model import Model
from companion.core.session import Secrecy
from companion.pages.page_view import frame, heading, what_can_be_done
from companion.pages.scoring import pyramids, reveal
from companion.pages.scoring.epoch import EpochScores
from companion.rules.editions import Seat
from companion.rules.events import (
    DisasterStruck,
    EpochEnded,
    EpochTallied,
    Event,
    Fixed,
    LotWon,
    Matter,
)
from companion.rules.model import Game, Phase
from companion.rules.partial.ledger import Ledger, TallyEpoch
from companion.rules.partial.tallying import suns_told
from companion.rules.records.timeline import Moment, Timeline
from companion.rules.scoring.reasons import Because, Reason, reasons
from companion.rules.scoring.scoring import Category, EpochScore, Sheet
from companion.rules.scoring.tokens import VALUES, Exchange, Tokens, exchanges
from companion.rules.tiles import DISASTERS, Tiles
from companion.ui.charts import CATEGORY_TILES
from companion.ui.layout import Sheet as Areas
from companion.ui.layout import (
    cut_foot,
    cut_left,
    cut_top,
    left_part,
    middle,
    rows,
    side_by_side,
    square,
    without_left,
)
from companion.ui.pieces import emblem, paragraph, signed, sky
from companion.ui.scene import Box, Picture, Rect, Weight
from companion.ui.score_table import ColumnHead, ScoreRow, ScoreTable, score_table
from companion.ui.speech import short_name, short_setup
from companion.ui.style import (
    NUMBER,
    QUIET,
    STRONG,
    Piece,
    Shape,
    Size,
    Style,
    unscaled,
)
from companion.ui.theme import ON_BUTTON
from companion.ui.widgets import corner


class Ended(msgspec.Struct, frozen=True):
    """An epoch that was scored, as far as everything was known."""

    event: EpochEnded | EpochTallied
    sheets: tuple[Sheet | None, ...]
    """What was scored of each seat; None where nobody counted."""

    @property
    def epoch(self) -> int:
        """Which epoch it was."""
        return self.event.epoch

    @property
    def scores(self) -> tuple[EpochScore | None, ...]:
        """The points of each seat; None where what is not known would decide."""
        return self.event.scores

    def reasons(self, seat: Seat) -> tuple[Reason, ...]:
        """Return why a player got these points; nothing where they are not known."""
        known = {
            of: (sheet, score)
            for of, (sheet, score) in enumerate(zip(self.sheets, self.scores, strict=True))
            if sheet is not None and score is not None
        }
        if seat not in known:
            return ()
        sheets, scores = zip(*known.values(), strict=True)
        return reasons(sheets, scores, self.epoch)[tuple(known).index(seat)]


def epochs(timeline: Timeline) -> Iterator[Ended]:
    """Yield every epoch that was scored, in their order."""
    before, known = timeline.start, None
    for moment in timeline.moments:
        yield from _ended(before, known, moment)
        before, known = moment.game, moment.ledger


def last_epoch(timeline: Timeline) -> Ended | None:
    """Return the epoch that the last action ended, if it did."""
    if not timeline.moments:
        return None
    *earlier, last = timeline.moments
    before, known = (earlier[-1].game, earlier[-1].ledger) if earlier else (timeline.start, None)
    return next(_ended(before, known, last), None)


def _ended(before: Game, known: Ledger | None, moment: Moment) -> Iterator[Ended]:
    for event in moment.events:
        if isinstance(event, EpochEnded):
            yield Ended(event, sheets(before, moment.events, moment.game, event))
        elif isinstance(event, EpochTallied) and known and isinstance(moment.action, TallyEpoch):
            yield Ended(event, counted_sheets(known, moment.action))


def counted_sheets(ledger: Ledger, tally: TallyEpoch) -> tuple[Sheet | None, ...]:
    """Return what was scored of a tally."""
    suns = suns_told(ledger, tally)
    return tuple(
        None if tiles is None else Sheet(tiles, own or (), hand.score or 0)
        for tiles, own, hand in zip(tally.tiles, suns, ledger.hands, strict=True)
    )


def sheets(
    before: Game, events: Sequence[Event], after: Game, ended: EpochEnded
) -> tuple[Sheet, ...]:
    """Return what was scored: what each seat had, with what the same action still brought."""
    return tuple(
        Sheet(_tiles(player.tiles, events, seat), (*suns.up, *suns.down), points.before)
        for seat, (player, suns, points) in enumerate(
            zip(before.players, after.players, ended.scores, strict=True)
        )
    )


def _tiles(held: Tiles, events: Sequence[Event], seat: int) -> Tiles:
    for event in events:
        if isinstance(event, LotWon) and event.seat == seat:
            held += event.lot & ~DISASTERS
        elif isinstance(event, DisasterStruck) and event.seat == seat:
            held -= event.lost
    return held


def scoring(look: Style, model: Model, page: EpochScores) -> Iterator[Piece]:
    """Yield the points of the epoch that has just ended, but no totals while they are hidden."""
    where = frame(look, model)
    found = None if model.session.timeline is None else last_epoch(model.session.timeline)
    if found is not None and page.reasons_for is not None:
        yield from heading(look, where, "", model)
        yield from explanation(look, where, _why(model, found, page.reasons_for))
    elif found is not None and model.session.agreement.secrecy is Secrecy.SEALED:
        yield from heading(look, where, _account(look, model, found), model)
        yield from _sealed(look, where.body, model)
    elif found is not None:
        yield from _pyramids(look, where, model, found, page)
    yield from what_can_be_done(look, where.dock, model)


def _account(look: Style, model: Model, ended: Ended) -> str:
    setup = short_setup(look, model.game.setup)
    return narration.account(ended.event, setup, look.canvas.words)


def _pyramids(
    look: Style, where: Areas, model: Model, ended: Ended, page: EpochScores
) -> Iterator[Piece]:
    """Yield the pyramids as far as they are laid; the picture is that of their stones at rest."""
    every = reveal.courses(model)
    laid = every[: len(every) - page.hidden]
    is_open = model.session.agreement.secrecy is Secrecy.OPEN and not page.hidden
    is_hidden = not is_open and model.game.stage is not Phase.OVER and not page.hidden
    horizon = where.dock.y - look.px(8)
    if page.hidden and laid:
        yield sky(look, horizon)
        yield from pyramids.title(look, where.title.inset(look.px(4)), every, laid[-1])
    else:
        yield from heading(look, where, _account(look, model, ended), model, horizon)
    spot, field = cut_foot(where.body, _lock_px(look) if is_hidden else 0)
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
    yield from pyramids.pyramids(look, field, every, stacks, ends)
    if is_hidden:
        yield from _lock(look, spot, look.say("Total hidden until the end"))


def _why(model: Model, ended: Ended, seat: Seat) -> Explained:
    score, done = ended.scores[seat], last_exchange(model)
    return Explained(
        name=model.game.setup.players[seat],
        button=model.session.buttons[seat],
        net=None if score is None else score.net,
        reasons=ended.reasons(seat),
        tokens="" if done is None else moved(done, seat),
    )


def heads(model: Model) -> tuple[ColumnHead, ...]:
    """Return whose columns there are."""
    return tuple(map(ColumnHead, model.game.setup.players, model.session.buttons))


def _sealed(look: Style, rect: Rect, model: Model) -> Iterator[Piece]:
    """Yield that nobody's points are told."""
    nobody = ScoreRow(look.say("This epoch"), (None,) * len(model.game.players))
    spot, body = cut_foot(rect, _lock_px(look))
    yield score_table(look, body, ScoreTable(heads(model), (), nobody))
    yield from _lock(look, spot, look.say("Points sealed until the end"))


def category_line(look: Style, category: Category, scores: Sequence[EpochScore | None]) -> ScoreRow:
    """Return what everybody got in a category; None where it is not known."""
    return ScoreRow(
        label=look.say(narration.CATEGORIES[category]),
        points=tuple(None if score is None else score.points(category) for score in scores),
        kinds=CATEGORY_TILES[category],
        has_sun=category is Category.SUNS,
    )


def _lock_px(look: Style) -> int:
    """Return how high the line is that says that something is hidden, in pixels."""
    return look.either(34, 44 if look.shape is Shape.TALL else 28)


def _lock(look: Style, rect: Rect, text: str) -> Iterator[Piece]:
    side = look.either(26, 20)
    gap = look.either(18, 10)
    width = min(look.width(text, Size.LABEL), rect.w - side - gap)
    sign, words = side_by_side(rect, (side, side), gap, width)
    yield Picture(sign, "ui_lock", tint=look.theme.ink_second)
    yield from paragraph(look, words, text, Size.LABEL, colour=look.theme.ink_second)


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
    events = (event for moment in timeline.moments for event in moment.events)
    return any(isinstance(event, Fixed) and event.matter is Matter.SCORE for event in events)


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


class Explained(msgspec.Struct, frozen=True):
    """What is explained."""

    name: str
    button: int
    net: int | None
    """The sum of all categories; None where it is not known."""
    reasons: tuple[Reason, ...]
    epoch: str = ""
    """Of which epoch, if that must be said."""
    tokens: str = ""
    """Which fame tokens the player takes and gives back, if that may be shown."""


def explanation(look: Style, where: Areas, why: Explained) -> Iterator[Piece]:
    """Yield whose points are explained, and a row for each category."""
    yield from _whose(look, where.title, why)
    gap = look.either(6, 2)
    number = max(1, len(why.reasons))
    body, _ = cut_top(where.body, min(where.body.h, number * (look.either(92, 130) + gap)))
    for place, (row, reason) in enumerate(zip(rows(body, number, gap), why.reasons, strict=False)):
        ground = look.theme.lane if place % 2 else look.theme.panel
        yield Box(row, ground, radius=look.either(12, 9))
        yield from _reason(look, row, reason)


def _whose(look: Style, rect: Rect, why: Explained) -> Iterator[Piece]:
    """Yield a title in the colour of the player, with the sum."""
    is_said = bool(why.tokens) and look.shape is not Shape.TALL
    net = "?" if why.net is None else signed(why.net)
    stelae = look.canvas.words.state(look.say("Scoring tokens"), why.tokens)
    tokens = f"   {stelae}" if is_said else ""
    epoch = f"  {why.epoch}" if why.epoch else ""
    text = f"{short_name(look, why.name)}{epoch}  {net}{tokens}"
    high = rect.h * 7 // 10
    width = look.width(text, Size.PROMPT, Weight.EXTRA) + high + look.either(48, 30)
    aside = rect.x + rect.w - corner(look, 0).x
    band = middle(rect, min(rect.w - 2 * aside, width), high)
    yield Box(band, look.theme.buttons[why.button], radius=high // 2)
    own, rest = cut_left(without_left(band, high // 3), high // 2, look.px(10))
    yield emblem(own, why.button)
    words = left_part(rest, rest.w - high // 4)
    if unscaled(look).width(text, Size.SMALL, Weight.EXTRA) <= words.w:
        yield look.line(words, text, Size.PROMPT, ON_BUTTON, STRONG)
    else:
        yield from paragraph(look, words, text, Size.PROMPT, STRONG, colour=ON_BUTTON)


def _reason(look: Style, row: Rect, reason: Reason) -> Iterator[Piece]:
    theme = look.theme
    most = look.either(52, 30 if look.shape is Shape.TALL else 38)
    pad = look.either(12, 6)
    inner = row.inset(pad, 0)
    side = min(row.h - look.px(4), most)
    yield pyramids.sign(square(left_part(inner, side), side), reason.category)
    wide = look.either(110, 56 if look.shape is Shape.TALL else 70)
    points, room = cut_left(without_left(inner, most), wide, pad)
    colour = theme.ink if reason.points > 0 else theme.bad if reason.points < 0 else theme.zero
    px = max(20, min(look.em(Size.SCORE), round(row.h * 0.86)))
    yield look.text(points, signed(reason.points), px, colour, NUMBER)
    yield from _words(look, room, reason)


def _words(look: Style, room: Rect, reason: Reason) -> Iterator[Piece]:
    """Yield the category and the reason; where there is little room, the reason alone."""
    category = look.say(narration.CATEGORIES[reason.category])
    if reason.because is Because.NONE:
        yield look.line(room, category, Size.LABEL)
        return
    why = narration.reason(reason, look.canvas.words)
    line = look.line_height(Size.LABEL)
    if room.h < 3 * line:
        yield from paragraph(look, room, why, Size.SMALL)
        return
    upper = Rect(room.x, room.y + look.px(2), room.w, line)
    lower = Rect(room.x, upper.y + line, room.w, room.h - line - look.px(4))
    yield look.line(upper, category, Size.LABEL)
    yield from paragraph(look, lower, why, Size.SMALL, QUIET)
