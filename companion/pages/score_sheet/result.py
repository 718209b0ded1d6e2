"""What a count is worth so far, what in it is impossible, and how epochs follow one another.

People go back to correct an epoch; what they counted of the next ones waits meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from companion import narration
from companion.core.commands import DIAL, OK, RA, UNDO, Command, hold, tap
from companion.core.effects import KeepSheet, Update, do, refused
from companion.core.messages import GoTo, Message, Route, StaffMessage
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.i18n import Words, mark
from companion.pages import controls, registry
from companion.pages.page_view import dock, frame, heading
from companion.pages.points import Ended, Explained, PointsPage, category_line, counted_sheets
from companion.pages.score_sheet import tally
from companion.pages.score_sheet.counts import PlayerCount
from companion.pages.status_bar import edge_px
from companion.rules import checks
from companion.rules.editions import NoPenalty, Seat
from companion.rules.events import EpochTallied, GameDecided, PartialEvent
from companion.rules.model import LAST_EPOCH
from companion.rules.partial import Holding, PartialGame, objections, suns_each, tallied
from companion.rules.problems import Problem
from companion.rules.scoring.reasons import ScoreReason, reasons, tie_breaks
from companion.rules.scoring.scoring import Category, EpochScore, Ranking, Sheet, categories, score
from companion.rules.scoring.sheet import Row, Tally, TwoPlayers
from companion.rules.tiles import KEPT, KINDS, NO_TILES, bundle_of, count, counts
from companion.ui.layout import columns, cut_foot, rows
from companion.ui.scene import Rect, Target
from companion.ui.score_table import ScoreRow, ScoreTable, score_table
from companion.ui.speech import short_setup
from companion.ui.style import CENTRED, Piece, Size, Ui
from companion.ui.widgets import NameTag, corner

if TYPE_CHECKING:
    from companion.pages.score_sheet.tally import SheetTally


SAVE_KEY = "s"
"""What was counted is written into a file."""


class SheetResult(PointsPage, frozen=True):
    """The assistant's answer: the points of the epoch, and who has won."""

    counting: SheetTally

    is_sheet: ClassVar[bool] = True
    asks: ClassVar[str] = mark("Result")

    def commands(self, model: Model) -> Iterator[Command]:
        yield from self.asking(self.counting.buttons(model))
        if self.counting.goes_on:
            yield tap("Next epoch", do(SheetResult.go_on), OK, RA, keys="space")
        else:  # whoever is done presses twice, and what was counted would be out of sight
            yield hold("Leave", do(SheetResult.go_on), RA, keys="space")
        yield tap("Back", GoTo(self.counting), UNDO)
        if controls.is_allowed(model, SaveSheet()):
            is_whole = sheet_of(self.counting) is not None
            yield tap("Save", SaveSheet(), DIAL, keys=SAVE_KEY, lit=is_whole)
        yield tally.menu_hold()

    def go_on(self, model: Model) -> Update:
        """Count the next epoch, or leave; the sheet stays until it is discarded."""
        if self.counting.goes_on:
            return replace(model, page=next_epoch(self.counting)), ()
        return replace(model, page=registry.page(Route.WELCOME, model)), ()

    def update(self, model: Model, message: Message) -> Update | None:
        if not isinstance(message, SaveSheet):
            return None
        sheet = sheet_of(self.counting)
        if sheet is None:
            return refused(model, Notice(Notes.NO_WHOLE_SHEET))
        return model, (KeepSheet(sheet),)

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        yield from super().view(ui, model)
        yield from tally.menu_key(ui, corner(ui, edge_px(ui, model)))

    def points(self, ui: Ui, model: Model) -> Iterable[Piece]:
        where, count = frame(ui, model), self.counting
        after, happened, ended = _ended(count)
        decided = next((each for each in happened if isinstance(each, GameDecided)), None)
        setup, words = short_setup(ui, count.partial_game.setup), ui.canvas.words
        account = narration.event_text(decided or ended.event, setup, words)
        yield from heading(ui, where, account, model)
        ranked = None if decided is None else decided.ranking
        yield from _points(ui, where.body, ended, after, ranked)
        for seat, spot in enumerate(columns(where.body, len(count.counts), 0)):
            yield Target(spot, GoTo(replace(self, reasons_for=Seat(seat))))
        yield from dock(ui, where.dock, model)

    def said_aloud(self, model: Model, words: Words) -> Iterable[str]:
        return super().said_aloud(model, words) or self._account(words)

    def _account(self, words: Words) -> Iterator[str]:
        """Yield how it ended, and the points of everybody of whom they are known."""
        after, happened, ended = _ended(self.counting)
        decided = next((each for each in happened if isinstance(each, GameDecided)), ended.event)
        yield narration.event_text(decided, after.setup, words)
        for name, hand in zip(after.setup.players, after.hands, strict=True):
            if hand.score is not None:
                total = words.tell("{number} point", "{number} points", hand.score)
                yield words.state(name, total)

    def why(self, model: Model, seat: Seat, words: Words) -> Explained:
        names, buttons = self.counting.partial_game.setup.players, self.counting.buttons(model)
        return _ended(self.counting)[2].why(seat, names, buttons[seat], words)


def _ended(count: SheetTally) -> tuple[PartialGame, tuple[PartialEvent, ...], Ended]:
    """Return the table after what was counted, what happened, and how the epoch was scored."""
    told = tally.tally_of(count)
    after, happened = tallied(count.partial_game, told)
    event = next(each for each in happened if isinstance(each, EpochTallied))
    return after, happened, Ended(event, counted_sheets(count.partial_game, told))


class SaveSheet(StaffMessage, frozen=True):
    """What was counted is to be kept as a score sheet."""


_TWO = 2


def contradictions(page: SheetTally, *, is_done: bool = False) -> tuple[Problem, ...]:
    """Return everything that cannot be; until all is counted, suns may still be laid out."""
    each, said = suns_each(page.partial_game.setup), tally.tally_of(page)
    suns = list(said.suns)
    if page.epoch == LAST_EPOCH:  # suns score, so nobody's are left open
        for seat in tally.unknown_suns(page):
            suns[seat] = () if page.counts[seat].is_told else None
    if not is_done and len(suns[page.seat] or ()) < each:
        suns[page.seat] = None
    now = objections(page.partial_game, replace(said, suns=tuple(suns)))
    return (*now, *_beyond_the_box(page))


def _beyond_the_box(page: SheetTally) -> Iterator[Problem]:
    """Yield the kinds of which the epochs together have more than the box.

    What is put away after an epoch does not come back (R-EPE-3 b).
    """
    put_away = [
        sum(count.tiles & ~KEPT for count in earlier.counts if not count.is_skipped)
        for earlier in page.earlier
    ]
    now = [NO_TILES if count.is_skipped else count.tiles for count in page.counts]
    names = (*("I:", "II:")[: len(put_away)], *page.partial_game.setup.players)
    if put_away:
        yield from checks.in_box(names, [counts(tiles) for tiles in (*put_away, *now)])


def score_now(page: SheetTally) -> Mapping[Seat, EpochScore]:
    """Return the points of everybody counted so far, compared with one another."""
    return {seat: points for seat, points, _ in _scored(page)}


def reasons_now(page: SheetTally) -> tuple[ScoreReason, ...]:
    """Return why the player whose page is open has these points so far; nothing if left out."""
    return next((why for seat, _, why in _scored(page) if seat == page.seat), ())


def _scored(page: SheetTally) -> Iterator[tuple[Seat, EpochScore, tuple[ScoreReason, ...]]]:
    """Yield points and reasons of who was counted; more tiles than the box has bring nothing."""
    seats = [
        Seat(seat)
        for seat, told in enumerate(page.counts)
        if (told.is_told or seat == page.seat) and not told.is_skipped
    ]
    if not seats:
        return
    have_suns = all(page.counts[seat].suns for seat in seats)
    sheets = tuple(_sheet(page, seat, have_suns=have_suns) for seat in seats)
    options = page.partial_game.setup.options
    spared = options.two_player_no_penalty if len(page.counts) == _TWO else NoPenalty.OFF
    scores = score(sheets, page.epoch, spared)
    is_alone = len(seats) == 1  # then there is nobody yet to be compared with
    unsaid = {Category.PHARAOHS: is_alone, Category.SUNS: is_alone or not have_suns}
    for seat, points, why in zip(seats, scores, reasons(sheets, scores, page.epoch), strict=True):
        yield seat, points, tuple(each for each in why if not unsaid.get(each.category))


def _sheet(page: SheetTally, seat: Seat, *, have_suns: bool) -> Sheet:
    told = page.counts[seat]
    held = {kind: min(count(told.tiles, kind), kind.copies) for kind in KINDS}
    before = page.partial_game.hands[seat].score or 0
    return Sheet(bundle_of(held), told.suns if have_suns else (), before)


def sheet_of(page: SheetTally) -> Tally | None:
    """Return what was counted as a score sheet; None if somebody was left out."""
    if any(told.is_skipped for told in page.counts):
        return None
    rows = tuple(_line(page, seat) for seat in page.partial_game.setup.seats)
    options = page.partial_game.setup.options
    agreed = TwoPlayers(options.two_player_split, options.two_player_no_penalty)
    return Tally(page.epoch, rows, agreed)


def _line(page: SheetTally, seat: Seat) -> Row:
    told = page.counts[seat]
    return Row(
        name=page.partial_game.name(seat),
        before=page.partial_game.hands[seat].score,
        suns=told.suns if tally.asks_suns(page) else None,
        tiles={kind.value: number for kind, number in counts(told.tiles).items()},
    )


def _points(
    ui: Ui, area: Rect, ended: Ended, after: PartialGame, ranked: Ranking | None
) -> Iterator[Piece]:
    names = after.setup.players
    heads = tuple(NameTag(name, button) for button, name in enumerate(names))
    alone = _alone(ended)
    lines = [
        category_line(ui, category, ended.scores if category in _COMPARED else alone)
        for category in categories(ended.epoch)
    ]
    parts = [
        (None, None) if score is None else (score.after - score.before - score.net, score.net)
        for score in ended.scores
    ]
    floors, net = zip(*parts, strict=True)
    before = tuple(None if sheet is None else sheet.before for sheet in ended.sheets)
    lines.append(ScoreRow(ui.say("This epoch"), net))
    lines.append(ScoreRow(ui.say("Points before"), before, is_plain=True))
    if any(floors):
        lines.append(ScoreRow(ui.say("Not below 0"), floors))
    totals = tuple(hand.score for hand in after.hands)
    total = ScoreRow(ui.say("Total"), totals, is_plain=True)
    called = short_setup(ui, after.setup).players
    left_out = ended.left_out(called, ui.canvas.words)
    foot = tuple(
        line for text in (left_out, *_ties(ui, after, ranked)) if text
        for line in ui.wrapped(text, area.w, Size.SMALL)
    )  # fmt: skip
    below, body = cut_foot(area, ui.line_height(Size.SMALL) * len(foot))
    first = None if ranked is None else ranked.seats[0]
    yield score_table(ui, body, ScoreTable(heads, tuple(lines), total, first))
    for row, text in zip(rows(below, len(foot), 0) if foot else (), foot, strict=True):
        yield ui.line(row, text, Size.SMALL, ui.theme.ink, CENTRED)


_COMPARED = Category.PHARAOHS, Category.SUNS
"""What hangs on what others have (section 1.9)."""


def _alone(ended: Ended) -> tuple[EpochScore | None, ...]:
    """Return the points of each seat that was counted, whatever others have."""
    known = [sheet for sheet in ended.sheets if sheet is not None]
    points = iter(score(known, ended.epoch) if known else ())
    return tuple(None if sheet is None else next(points) for sheet in ended.sheets)


def _ties(ui: Ui, after: PartialGame, ranked: Ranking | None) -> Iterator[str]:
    """Yield in words what decided between equal points (R-END-2)."""
    if ranked is None:
        return
    names = short_setup(ui, after.setup).players
    totals = [hand.score or 0 for hand in after.hands]
    suns = [hand.all_suns or () for hand in after.hands]
    for tied in tie_breaks(ranked, totals, suns):
        yield narration.tie_break(tied, names, ui.canvas.words)


def next_epoch(page: SheetTally) -> SheetTally:
    """Return the page for the next epoch of a whole game, with what is kept filled in.

    What was counted of it before people went back is there again; what they then put right of
    the tiles that are kept is right there, too, but for kinds that somebody counted anew.

    Raises:
        IllegalAction: What was counted cannot be.
    """
    after, _ = tallied(page.partial_game, tally.tally_of(page))
    counts = tuple(PlayerCount(hand.tiles & KEPT) for hand in after.hands)
    earlier = (*page.earlier, replace(page, later=None))
    fresh = tally.SheetTally(
        after, counts, page.is_assistant, is_whole=page.is_whole, earlier=earlier
    )
    return fresh if page.later is None else carried(page.later, fresh)


def epoch_before(page: SheetTally) -> SheetTally:
    """Return the page of the epoch before, which keeps what was counted since."""
    return replace(page.earlier[-1], later=page)


def first_epoch(page: SheetTally) -> SheetTally:
    """Return the page of the first epoch that was counted."""
    while page.earlier:
        page = epoch_before(page)
    return page


def is_whole_sheet(page: SheetTally) -> bool:
    """Whether everything was counted, and can be."""
    is_told = all(told.is_told for told in page.counts)
    return is_told and not page.goes_on and not contradictions(page, is_done=True)


def carried(counted: SheetTally, fresh: SheetTally) -> SheetTally:
    """Return a page for the same players, with what was counted on another one."""
    number = min(len(counted.counts), len(fresh.counts))
    told = map(_carried, counted.counts, counted.partial_game.hands, fresh.counts[:number])
    return replace(fresh, counts=(*told, *fresh.counts[number:]), later=counted.later)


def _carried(counted: PlayerCount, before: Holding, now: PlayerCount) -> PlayerCount:
    """Return what was counted of a player; kinds that nobody changed are what is known now."""
    tiles, known = counted.tiles, before.tiles & KEPT
    for kind in KINDS:
        had = count(tiles, kind)
        if had == count(known, kind) and kind not in counted.said:
            tiles += (count(now.tiles, kind) - had) * kind.one
    return replace(counted, tiles=tiles)
