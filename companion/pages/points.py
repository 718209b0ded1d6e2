"""Points in columns, and why somebody has so many: what several pages show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from companion import narration
from companion.core.model import Model
from companion.rules.editions import Seat
from companion.rules.events import DisasterStruck, EpochEnded, EpochTallied, Event, LotWon
from companion.rules.model import Game
from companion.rules.partial import PartialGame, TallyEpoch, known_suns
from companion.rules.records.timeline import Step, Timeline
from companion.rules.scoring.reasons import Because, ScoreReason, reasons
from companion.rules.scoring.scoring import Category, EpochScore, Sheet
from companion.rules.tiles import DISASTERS, Tiles
from companion.ui.layout import (
    PageAreas,
    cut_left,
    cut_top,
    left_part,
    middle,
    square,
    stacked,
    without_left,
)
from companion.ui.pieces import SUN_WON, emblem, least_height, paragraph, signed, tile
from companion.ui.plots import CATEGORY_TILES
from companion.ui.scene import Box, Picture, Rect, Weight
from companion.ui.score_table import ColumnHead, ScoreRow
from companion.ui.speech import short_name
from companion.ui.style import NUMBER, QUIET, STRONG, Piece, Shape, Size, Ui, unscaled
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

    def reasons(self, seat: Seat) -> tuple[ScoreReason, ...]:
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
    for step in timeline.steps:
        yield from _ended(before, known, step)
        before, known = step.game, step.partial_game


def last_epoch(timeline: Timeline) -> Ended | None:
    """Return the epoch that the last action ended, if it did."""
    if not timeline.steps:
        return None
    *earlier, last = timeline.steps
    before, known = (
        (earlier[-1].game, earlier[-1].partial_game) if earlier else (timeline.start, None)
    )
    return next(_ended(before, known, last), None)


def _ended(before: Game, known: PartialGame | None, step: Step) -> Iterator[Ended]:
    for event in step.events:
        if isinstance(event, EpochEnded):
            yield Ended(event, sheets(before, step.events, step.game, event))
        elif isinstance(event, EpochTallied) and known and isinstance(step.action, TallyEpoch):
            yield Ended(event, counted_sheets(known, step.action))


def counted_sheets(partial_game: PartialGame, tally: TallyEpoch) -> tuple[Sheet | None, ...]:
    """Return what was scored of a tally."""
    suns = known_suns(partial_game, tally)
    return tuple(
        None if tiles is None else Sheet(tiles, own or (), hand.score or 0)
        for tiles, own, hand in zip(tally.tiles, suns, partial_game.hands, strict=True)
    )


def sheets(
    before: Game, events: Sequence[Event], after: Game, ended: EpochEnded
) -> tuple[Sheet, ...]:
    """Return what was scored: what each seat had, with what the same action still brought."""
    return tuple(
        Sheet(_tiles(player.tiles, events, seat), (*suns.suns, *suns.spent), points.before)
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


def heads(model: Model) -> tuple[ColumnHead, ...]:
    """Return whose columns there are."""
    return tuple(map(ColumnHead, model.game.setup.players, model.session.buttons))


def category_line(ui: Ui, category: Category, scores: Sequence[EpochScore | None]) -> ScoreRow:
    """Return what everybody got in a category; None where it is not known."""
    return ScoreRow(
        label=ui.say(narration.CATEGORIES[category]),
        points=tuple(None if score is None else score.points(category) for score in scores),
        kinds=CATEGORY_TILES[category],
        has_sun=category is Category.SUNS,
    )


class Explained(msgspec.Struct, frozen=True):
    """What is explained."""

    name: str
    button: int
    net: int | None
    """The sum of all categories; None where it is not known."""
    reasons: tuple[ScoreReason, ...]
    epoch: str = ""
    """Of which epoch, if that must be said."""
    tokens: str = ""
    """Which fame tokens the player takes and gives back, if that may be shown."""


def explanation(ui: Ui, where: PageAreas, why: Explained) -> Iterator[Piece]:
    """Yield whose points are explained, and a row for each category."""
    yield from _whose(ui, where.title, why)
    gap = ui.px(6, 2)
    number = max(1, len(why.reasons))
    body, _ = cut_top(where.body, min(where.body.h, number * (ui.px(92, 130) + gap)))
    lines = stacked(body, _heights(ui, body, gap, why.reasons), gap)
    for place, (row, reason) in enumerate(zip(lines, why.reasons, strict=True)):
        ground = ui.theme.track if place % 2 else ui.theme.panel
        yield Box(row, ground, radius=ui.px(12, 9))
        yield from _reason(ui, row, reason)


def _heights(ui: Ui, body: Rect, gap: int, given: Sequence[ScoreReason]) -> tuple[float, ...]:
    """Return how high the rows of reasons are: all alike, unless one of them needs more."""
    wide, words = _parts(ui, body)[2].w, ui.canvas.words
    needed = [least_height(ui, narration.reason(each, words), wide) for each in given]
    room = body.h - gap * (len(needed) - 1)
    if max(needed, default=0) * len(needed) <= room:
        return (1,) * len(needed)
    spare = max(0, room - sum(needed)) / len(needed)
    return tuple(each + spare for each in needed)


def _whose(ui: Ui, rect: Rect, why: Explained) -> Iterator[Piece]:
    """Yield a title in the colour of the player, with the sum."""
    is_said = bool(why.tokens) and ui.shape is not Shape.TALL
    net = "?" if why.net is None else signed(why.net)
    stelae = ui.canvas.words.state(ui.say("Scoring tokens"), why.tokens)
    tokens = f"   {stelae}" if is_said else ""
    epoch = f"  {why.epoch}" if why.epoch else ""
    text = f"{short_name(ui, why.name)}{epoch}  {net}{tokens}"
    high = rect.h * 7 // 10
    width = ui.width(text, Size.PROMPT, Weight.EXTRA) + high + ui.px(48, 30)
    aside = rect.x + rect.w - corner(ui, 0).x
    band = middle(rect, min(rect.w - 2 * aside, width), high)
    yield Box(band, ui.theme.buttons[why.button], radius=high // 2)
    own, rest = cut_left(without_left(band, high // 3), high // 2, ui.px(10))
    yield emblem(own, why.button)
    words = left_part(rest, rest.w - high // 4)
    if unscaled(ui).width(text, Size.SMALL, Weight.EXTRA) <= words.w:
        yield ui.line(words, text, Size.PROMPT, ON_BUTTON, STRONG)
    else:
        yield from paragraph(ui, words, text, Size.PROMPT, STRONG, colour=ON_BUTTON)


def _parts(ui: Ui, row: Rect) -> tuple[Rect, Rect, Rect]:
    """Return where the sign, the points and the words of a reason stand."""
    most = ui.px(52, 30 if ui.shape is Shape.TALL else 38)
    pad = ui.px(12, 6)
    inner = row.inset(pad, 0)
    side = min(row.h - ui.px(4), most)
    wide = ui.px(110, 56 if ui.shape is Shape.TALL else 70)
    points, words = cut_left(without_left(inner, most), wide, pad)
    return square(left_part(inner, side), side), points, words


def _reason(ui: Ui, row: Rect, reason: ScoreReason) -> Iterator[Piece]:
    theme = ui.theme
    spot, points, area = _parts(ui, row)
    yield sign(spot, reason.category)
    colour = theme.ink if reason.points > 0 else theme.bad if reason.points < 0 else theme.zero
    px = max(20, min(ui.em(Size.SCORE), round(row.h * 0.86)))
    yield ui.text(points, signed(reason.points), px, colour, NUMBER)
    yield from _words(ui, area, reason)


def _words(ui: Ui, area: Rect, reason: ScoreReason) -> Iterator[Piece]:
    """Yield the category and the reason; where there is little room, the reason alone."""
    category = ui.say(narration.CATEGORIES[reason.category])
    if reason.because is Because.NONE:
        yield ui.line(area, category, Size.LABEL)
        return
    why = narration.reason(reason, ui.canvas.words)
    line = ui.line_height(Size.LABEL)
    upper = Rect(area.x, area.y + ui.px(2), area.w, line)
    lower = Rect(area.x, upper.y + line, area.w, area.h - line - ui.px(4))
    if area.h < 3 * line or least_height(ui, why, lower.w) > lower.h:
        yield from paragraph(ui, area, why, Size.SMALL)
        return
    yield ui.line(upper, category, Size.LABEL)
    yield from paragraph(ui, lower, why, Size.SMALL, QUIET)


def sign(spot: Rect, category: Category, opacity: float = 1.0) -> Picture:
    """Return what stands for a category."""
    kinds = CATEGORY_TILES[category]
    return tile(spot, kinds[0], opacity) if kinds else Picture(spot, SUN_WON, opacity)
