"""Points in columns, and why somebody has so many: what several pages show."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from companion import narration
from companion.core.commands import PLAYER_CONTROLS, Command, tap
from companion.core.messages import GoTo, Message
from companion.core.model import Model, Secrecy
from companion.core.page import Page
from companion.i18n import Words
from companion.pages.page_view import dock, frame, heading
from companion.rules.editions import Seat
from companion.rules.events import DisasterStruck, EpochEnded, EpochTallied, Event, LotWon
from companion.rules.model import Auction, Game
from companion.rules.partial import PartialGame, TallyEpoch, known_suns
from companion.rules.records.timeline import Step, Timeline
from companion.rules.scoring.reasons import Because, ScoreReason, reasons
from companion.rules.scoring.scoring import Category, EpochScore, Sheet, score
from companion.rules.tiles import DISASTERS, Tiles
from companion.ui.kit import Kit, Widget
from companion.ui.layout import (
    PageAreas,
    cut_left,
    cut_top,
    left_part,
    middle,
    square,
    without_left,
)
from companion.ui.pieces import SUN_WON, emblem, least_height, paragraph, signed, tile
from companion.ui.plots import CATEGORY_TILES
from companion.ui.scene import Box, Picture, Rect, Target, Weight
from companion.ui.score_table import ScoreRow
from companion.ui.speech import short_name
from companion.ui.style import CENTRED, NUMBER, QUIET, STRONG, Piece, Shape, Size, Ui, unscaled
from companion.ui.theme import ON_BUTTON
from companion.ui.widgets import NameTag, corner


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

    def left_out(self, names: Sequence[str], words: Words) -> str:
        """Return of whom nothing is known, if it is anybody: hence points of others are not."""
        unknown = [name for name, sheet in zip(names, self.sheets, strict=True) if sheet is None]
        return words.state(words.say("Unknown"), words.list(unknown)) if unknown else ""

    def why(self, seat: Seat, names: Sequence[str], button: int, words: Words) -> Explained:
        """Return what explains the points of one of these players."""
        score, left_out = self.scores[seat], self.left_out(names, words)
        if score is None:
            return Explained(names[seat], button, None, left_out=left_out)
        return Explained(names[seat], button, score.net, self.reasons(seat))


def epochs(timeline: Timeline) -> Iterator[Ended]:
    """Yield every epoch that was scored, in their order."""
    before, known = timeline.start, None
    for step in timeline.steps:
        yield from _ended(before, known, step)
        before, known = step.game, step.partial_game


def last_epoch(timeline: Timeline | None) -> Ended | None:
    """Return the epoch that the last action ended, if it did."""
    if timeline is None or not timeline.steps:
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


def heads(model: Model) -> tuple[NameTag, ...]:
    """Return whose columns there are."""
    return tuple(map(NameTag, model.game.setup.players, model.session.buttons))


def category_line(ui: Ui, category: Category, scores: Sequence[EpochScore | None]) -> ScoreRow:
    """Return what everybody got in a category; None where it is not known."""
    return ScoreRow(
        label=ui.say(narration.CATEGORIES[category]),
        points=tuple(None if score is None else score.points(category) for score in scores),
        kinds=CATEGORY_TILES[category],
        has_sun=category is Category.SUNS,
    )


def projected_sheets(game: Game) -> tuple[Sheet, ...]:
    """Return what would be scored of each seat."""
    return tuple(
        Sheet(player.tiles, (*player.suns, *player.spent), player.score) for player in game.players
    )


def projected(game: Game) -> tuple[EpochScore, ...]:
    """Return what every seat would score in this epoch as the table lies now (section 1.9)."""
    options = game.setup.options
    return score(projected_sheets(game), game.epoch, options.two_player_no_penalty)


def lot_points(model: Model) -> tuple[str, ...]:
    """Return in whole points what the tiles of the auction that runs are likely to bring each seat.

    Nothing where the table has not asked for it, where points are secret, or where no tile lies.
    """
    timeline, agreement = model.session.timeline, model.session.agreement
    if timeline is None or timeline.partial_game is not None:
        return ()
    is_wanted = agreement.shows_worth and agreement.secrecy is Secrecy.OPEN
    game = timeline.game
    if not is_wanted or not isinstance(game.stage, Auction) or not any(game.track):
        return ()
    from companion.opponent.worth import worth_to_each  # noqa: PLC0415 - few tables want it

    return tuple(signed(round(tenths / 10)) for tenths in worth_to_each(game))


class Explained(msgspec.Struct, frozen=True):
    """What is explained."""

    name: str
    button: int
    net: int | None
    """The sum of all categories; None where it is not known."""
    reasons: tuple[ScoreReason, ...] = ()
    left_out: str = ""
    """Who was not counted, where points are not known because of that."""
    epoch: str = ""
    """Of which epoch, if that must be said."""
    tokens: str = ""
    """Which fame tokens the player takes and gives back, if that may be shown."""


class PointsPage(Page, frozen=True, kw_only=True):
    """Everybody's points; a player's button asks why theirs are so many, and again leads back."""

    steady: ClassVar[Message | None] = None
    """What stands at the end of the dock, also where somebody's reasons are shown."""

    reasons_for: Seat | None = None
    """Whose reasons are shown."""

    @abstractmethod
    def points(self, ui: Ui, model: Model) -> Iterable[Piece]:
        """Yield everybody's points."""

    @abstractmethod
    def why(self, model: Model, seat: Seat, words: Words) -> Explained | None:
        """Return what explains a player's points; None where there is nothing to explain."""

    def asking(self, buttons: Sequence[int]) -> Iterator[Command]:
        """Yield for the button of each seat that it asks why."""
        for seat, button in enumerate(buttons):
            shown = None if self.reasons_for == seat else Seat(seat)
            yield tap("Why?", GoTo(replace(self, reasons_for=shown)), PLAYER_CONTROLS[button])

    def explained(self, model: Model, words: Words) -> Explained | None:
        """Return what is explained; None where everybody's points are shown."""
        return None if self.reasons_for is None else self.why(model, self.reasons_for, words)

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        why, back = self.explained(model, ui.canvas.words), self.parent()
        if why is None or back is None:
            yield from self.points(ui, model)
            return
        where = frame(ui, model)
        yield from heading(ui, where, "", model)
        yield from explanation(ui, where, why)
        yield Target(where.body, GoTo(back))
        yield from dock(ui, where.dock, model, steady=self.steady)

    def said_aloud(self, model: Model, words: Words) -> Iterable[str] | None:
        why = self.explained(model, words)
        return None if why is None else explained_aloud(why, words)

    def parent(self) -> Page | None:
        return None if self.reasons_for is None else replace(self, reasons_for=None)


def explanation(ui: Ui, where: PageAreas, why: Explained) -> Iterator[Piece]:
    """Yield whose points are explained, and a row for each category."""
    yield from _whose(ui, where.title, why)
    kit, gap = Kit(ui), ui.px(6, 2)
    said = tuple(_said(reason, ui.canvas.words) for reason in why.reasons)
    rows = []
    for place, reason in enumerate(why.reasons):
        ground = kit.theme.track if place % 2 else kit.theme.panel
        rows.append(kit.box(_reason(kit, reason, said), fill=ground))
    if why.left_out:
        yield from paragraph(ui, where.body, why.left_out, Size.NAME, CENTRED)
    if rows:
        lines = kit.lines(*rows, gap=gap)
        yield from kit.top(lines, len(rows) * (kit.px(92, 130) + gap)).draw(where.body)


def explained_aloud(why: Explained, words: Words) -> Iterator[str]:
    """Yield the same as sentences."""
    net = "" if why.net is None else str(why.net)
    yield words.list(filter(None, (why.name, why.epoch, net)))
    if why.left_out:
        yield why.left_out
    for reason in why.reasons:
        told = f"{words.say(narration.CATEGORIES[reason.category])} {reason.points}"
        is_told = reason.because is not Because.NONE
        yield words.state(told, narration.reason(reason, words)) if is_told else told


def _whose(ui: Ui, rect: Rect, why: Explained) -> Iterator[Piece]:
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


def _said(reason: ScoreReason, words: Words) -> str:
    """Return why something scored; where there is nothing to say of it, what was scored."""
    if reason.because is Because.NONE:
        return words.say(narration.CATEGORIES[reason.category])
    return narration.reason(reason, words)


def _reason(kit: Kit, reason: ScoreReason, every: Sequence[str]) -> Widget:
    theme, points, pad = kit.theme, reason.points, kit.px(12, 6)
    side = kit.px(52, 30 if kit.is_tall else 38)
    spot = Widget(lambda area: sign(square(area, min(area.h - kit.px(4), side)), reason.category))
    colour = theme.ink if points > 0 else theme.bad if points < 0 else theme.zero
    number = kit.line(signed(points), Size.SCORE, NUMBER, colour)
    number = number.fixed(kit.px(110, 70))
    said = _said(reason, kit.ui.canvas.words)
    words = Widget(
        lambda area: _words(kit.ui, area, reason, every),
        needs=lambda wide: least_height(kit.ui, said, wide),
    )
    return kit.pad(kit.row(spot.fixed(side), kit.row(number, words, gap=pad)), pad, 0)


def _words(ui: Ui, area: Rect, reason: ScoreReason, every: Sequence[str]) -> Iterator[Piece]:
    """Yield the category and the reason; where there is little room, the reason alone.

    Alone it is as large as all reasons that are said here fit in one line.
    """
    why, line = _said(reason, ui.canvas.words), ui.line_height(Size.LABEL)
    lines = len(ui.wrapped(why, area.w, Size.SMALL, QUIET.weight))
    high = line + lines * ui.line_height(Size.SMALL)
    is_alone = ui.shape is not Shape.TALL or area.h < max(3 * line, high + ui.px(6, 4))
    most, least = min(ui.em(Size.SCORE), area.h * 8 // 10), ui.em(Size.SMALL)
    fitting = (
        ui.canvas.type.fitting_px(each, area.w, max(most, least), least, Weight.BOLD)
        for each in every
    )
    px = min(fitting)
    if reason.because is Because.NONE or (is_alone and px > least):
        yield ui.text(area, why, px, ui.theme.ink)
    elif is_alone:
        yield from paragraph(ui, area, why, Size.SMALL)
    else:
        upper, lower = cut_top(middle(area, area.w, high), line)
        yield ui.line(upper, ui.say(narration.CATEGORIES[reason.category]), Size.LABEL)
        yield from paragraph(ui, lower, why, Size.SMALL, QUIET)


def sign(spot: Rect, category: Category, opacity: float = 1.0) -> Iterator[Picture]:
    """Yield what stands for a category: a tile, two that differ or are alike, or a sun."""
    kinds = CATEGORY_TILES[category]
    side = min(spot.h, round(spot.w / sign_width(category)))
    left, top = spot.x, spot.y + (spot.h - side) // 2
    if not kinds:
        yield Picture(Rect(left, top, side, side), SUN_WON, opacity)
    for place, kind in enumerate(kinds):
        yield tile(Rect(left + place * side // 2, top, side, side), kind, opacity)


def sign_width(category: Category) -> float:
    """Return how wide the sign of a category is, in its heights: two tiles overlap by half."""
    return (1 + max(1, len(CATEGORY_TILES[category]))) / 2
