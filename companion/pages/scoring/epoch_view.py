"""An epoch has ended: its points, category by category, and on demand why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from companion import narration
from companion.core.messages import Next
from companion.core.model import Model
from companion.core.session import Secrecy
from companion.i18n import mark
from companion.pages.page_view import frame, heading, what_can_be_done
from companion.pages.scoring import reveal
from companion.pages.scoring.breakdown_view import Why, explanation
from companion.pages.scoring.epoch import EpochScores
from companion.rules.editions import Seat
from companion.rules.events import DisasterStruck, EpochEnded, EpochTallied, Event, LotWon
from companion.rules.model import Game
from companion.rules.partial.ledger import Ledger, TallyEpoch
from companion.rules.partial.tallying import suns_told
from companion.rules.records.timeline import Moment, Timeline
from companion.rules.scoring.reasons import Reason, reasons
from companion.rules.scoring.scoring import Category, EpochScore, Sheet, categories
from companion.rules.scoring.tokens import VALUES, Exchange, Tokens, exchanges
from companion.rules.tiles import DISASTERS, Tiles
from companion.ui.charts import CATEGORY_TILES
from companion.ui.layout import columns, left_part, square, without_left
from companion.ui.pieces import paragraph, signed
from companion.ui.scene import Picture, Rect, Target
from companion.ui.score_table import Head, Line, ScoreTable, label_width, score_table, table_height
from companion.ui.speech import short_setup
from companion.ui.style import CENTRED, Piece, Shape, Size, Style


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
    if found is not None:
        setup = short_setup(look, model.game.setup)
        if page.reasons_for is None:
            yield from heading(
                look, where, narration.account(found.event, setup, look.canvas.words)
            )
            if page.hidden:
                yield from _revealed(look, where.body, model, found, page)
            else:
                yield from _points(look, where.body, model, found)
        else:
            yield from heading(look, where, "")
            yield from explanation(look, where, _why(look, model, found, page.reasons_for))
    yield from what_can_be_done(look, where.dock, model)


def _why(look: Style, model: Model, ended: Ended, seat: Seat) -> Why:
    score, done = ended.scores[seat], last_exchange(model)
    return Why(
        name=model.game.setup.players[seat],
        button=model.session.buttons[seat],
        net=None if score is None else score.net,
        reasons=ended.reasons(seat),
        tokens="" if done is None else moved(look, done, seat),
    )


def heads(model: Model) -> tuple[Head, ...]:
    """Return whose columns there are."""
    names = model.game.setup.players
    return tuple(
        Head(name, button) for name, button in zip(names, model.session.buttons, strict=True)
    )


def _points(look: Style, rect: Rect, model: Model, ended: Ended) -> Iterator[Piece]:
    is_open = model.session.agreement.secrecy is Secrecy.OPEN
    is_sealed = model.session.agreement.secrecy is Secrecy.SEALED
    lines = tuple(category_line(look, category, ended) for category in categories(ended.epoch))
    if is_sealed:
        lines = ()
    net = tuple(None if score is None or is_sealed else score.net for score in ended.scores)
    total = Line(look.say("This epoch"), net)
    if is_open:
        lines = (*lines, total)
        totals = tuple(None if score is None else score.after for score in ended.scores)
        total = Line(look.say("Total"), totals, is_plain=True)
    lock = 0 if is_open else look.either(34, 44 if look.shape is Shape.TALL else 28)
    done = last_exchange(model) if _has_room(look, lines) else None
    row_px = max(_TWO_LINES_PX, look.either(46, 92 if look.shape is Shape.TALL else 48))
    high = 0 if done is None else row_px
    gap = look.either(6, 4) if high else 0
    body = Rect(rect.x, rect.y, rect.w, rect.h - lock - high - gap)
    shown = ScoreTable(heads(model), lines, total)
    yield score_table(look, body, shown)
    if done is not None:
        low = table_height(look, body, shown) + gap
        row = Rect(rect.x, rect.y + low, rect.w, high)
        yield from stelae(look, row, shown.heads, done, label_width(look, body, shown))
    if not is_open:
        text = (
            mark("Points sealed until the end") if is_sealed else mark("Total hidden until the end")
        )
        spot = Rect(rect.x, rect.y + rect.h - lock, rect.w, lock)
        yield from _lock(look, spot, look.say(text))


def _revealed(
    look: Style, rect: Rect, model: Model, ended: Ended, page: EpochScores
) -> Iterator[Piece]:
    """Yield the categories that are revealed already, and who got least in the latest."""
    every = categories(ended.epoch)
    nobody = (None,) * len(ended.scores)
    lines = [category_line(look, category, ended) for category in every]
    seen = len(every) - page.hidden
    lines = [*lines[:seen], *(replace(line, points=nobody) for line in lines[seen:])]
    latest = reveal.latest(page)
    gains = () if latest is None else _points_of(latest, ended)
    foot = rising(look, model, gains, rect.w)[:2]
    high = look.line_height(Size.LABEL) * 2
    body = Rect(rect.x, rect.y, rect.w, rect.h - high)
    yield score_table(
        look, body, ScoreTable(heads(model), tuple(lines), Line(look.say("This epoch"), nobody))
    )
    for place, text in enumerate(foot):
        each = look.line_height(Size.LABEL)
        row = Rect(rect.x, body.y + body.h + place * each, rect.w, each)
        yield look.line(row, text, Size.LABEL, look.theme.ink, CENTRED)
    yield Target(rect, Next())


def rising(look: Style, model: Model, gains: Sequence[int | None], room: int) -> tuple[str, ...]:
    """Return in lines who got least, and who more and more; none where there are no gains."""
    names = short_setup(look, model.game.setup).players
    told = look.canvas.words.list(
        f"{names[seat]} {signed(gain)}" for seat, gain in reveal.rising(gains)
    )
    return look.wrapped(told, room, Size.LABEL)


_TWO_LINES_PX = 46
"""So much room have two lines of the smallest letters: four tokens beside each other."""

_MOST_LINES = 6
"""With more lines a compact screen has no room for tokens; each stand with the player's reasons."""


def _has_room(look: Style, lines: tuple[Line, ...]) -> bool:
    return look.shape is not Shape.COMPACT or len(lines) <= _MOST_LINES


def category_line(look: Style, category: Category, ended: Ended) -> Line:
    """Return what everybody got in a category."""
    return Line(
        label=look.say(narration.CATEGORIES[category]),
        points=_points_of(category, ended),
        kinds=CATEGORY_TILES[category],
        has_sun=category is Category.SUNS,
    )


def _points_of(category: Category, ended: Ended) -> tuple[int | None, ...]:
    return tuple(None if score is None else score.points(category) for score in ended.scores)


def _lock(look: Style, rect: Rect, text: str) -> Iterator[Piece]:
    side = look.either(26, 20)
    gap = look.either(18, 10)
    width = min(look.width(text, Size.LABEL), rect.w - side - gap)
    left = rect.x + (rect.w - width - side - gap) // 2
    sign = Rect(left, rect.y, side, rect.h)
    yield Picture(square(sign, side), "ui_lock", tint=look.theme.ink_second)
    words = Rect(left + side + gap, rect.y, width, rect.h)
    yield from paragraph(look, words, text, Size.LABEL, colour=look.theme.ink_second)


STILL = "\N{EN DASH}"
"""No token moves."""


def last_exchange(model: Model) -> Exchange | None:
    """Return what moves after the epoch that was scored last, if it is known and may be shown."""
    if model.session.timeline is None or model.session.agreement.secrecy is Secrecy.SEALED:
        return None
    done = exchanges(model.session.timeline)
    return done[-1] if done else None


def moved(look: Style, done: Exchange, seat: int) -> str:
    """Return what one player takes, with a plus, and gives back, with a minus."""
    owed = done.owed[seat]
    paper = [look.say("{points} on paper", points=owed)] if owed else []
    return " ".join([*_signs(done.moves[seat]), *paper]) or STILL


def _signs(move: Tokens) -> Iterator[str]:
    """Yield a sign for each value, the largest first: all that is given back comes first."""
    changed = [(number, value) for value, number in zip(VALUES, move, strict=True) if number]
    for number, value in sorted(changed, key=lambda each: (each[0] > 0, -each[1])):
        times = f"{abs(number)}\N{MULTIPLICATION SIGN}" if abs(number) > 1 else ""
        sign = signed(number)[0]
        yield f"{sign}{times}{value}"


def stelae(
    look: Style, row: Rect, heads: Sequence[Head], done: Exchange, wide: int
) -> Iterator[Piece]:
    """Yield a row: what everybody takes and gives back.

    Args:
        look: How big things are.
        row: Where.
        heads: Whose columns there are.
        done: What moves.
        wide: How much of the left the label has.
    """
    label = left_part(row, wide).inset(look.either(8, 4))
    yield from paragraph(look, label, look.say("Scoring tokens"), Size.LABEL)
    cells = columns(without_left(row, wide), len(heads), look.either(6, 4))
    for seat, cell in enumerate(cells):
        text = moved(look, done, seat)
        yield from paragraph(look, cell, text, Size.LABEL, CENTRED, colour=look.theme.gold)
