"""Leaves of the result: its tables, how the race went, the time, and a QR code for a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from companion import narration
from companion.core.clock import MINUTE_MS
from companion.core.commands import OK, P1, P2, P3, P4, P5, RA, UNDO, Command, tap
from companion.core.messages import GoTo, Leave, OpenReview, Rematch
from companion.core.model import Model
from companion.i18n import mark
from companion.pages import points, status_bar
from companion.pages.controls import controls
from companion.pages.page_view import dock, frame, heading, keycaps, note
from companion.pages.scoring import finale
from companion.pages.status_bar import edge_px
from companion.rules.editions import STARTING_SCORE, Seat
from companion.rules.records.timeline import Result, Timeline
from companion.rules.scoring.scoring import EVERY_EPOCH, Category, EpochScore
from companion.rules.tiles import Tile
from companion.statistics.game import race
from companion.ui.chips import chip_rows, chips
from companion.ui.layout import cut_foot, cut_left, middle, rows, shares
from companion.ui.pieces import code, paragraph, sky
from companion.ui.plots import CATEGORY_TILES, has_race, score_race
from companion.ui.scene import Animated, Box, Rect, Weight, keyed
from companion.ui.score_table import ScoreRow, ScoreTable, score_table
from companion.ui.speech import short_setup
from companion.ui.style import CENTRED, Piece, Shape, Size, TextStyle, Ui
from companion.ui.widgets import NameTag, name_tag

RACE, LINK, TIME, BY_CATEGORY = 2, 3, 4, 5
"""Leaves of the final page, counted from the last player revealed; 1 is the breakdown."""


def link_of(model: Model) -> str:
    """Return what the game on the table is taken home with; empty while that is not known."""
    share_link, timeline = model.session.share_link, model.session.timeline
    is_same = share_link is not None and timeline is not None and share_link.seq == timeline.seq
    return share_link.link if share_link is not None and is_same else ""


def leaf(model: Model, page: finale.Finale) -> finale.Finale:
    """Return this leaf of the final page, or the breakdown where there is no such leaf."""
    extra = page.revealed - len(model.game.players)
    there = {
        RACE: bool(model.session.timeline and has_race(model.session.timeline)),
        LINK: bool(link_of(model)),
        TIME: model.preferences.has_clock and bool(model.session.clock.played),
        BY_CATEGORY: True,
    }
    if extra <= 1 or there.get(extra, False):
        return page
    return finale.Finale(len(model.game.players) + 1)


def of_the_end(model: Model) -> Iterator[Command]:
    """Yield what leads to the leaves that are there, to the look back, and away."""
    everybody = len(model.game.players)
    for leaf_of, label, control in (
        (RACE, mark("The race"), P1),
        (LINK, mark("QR code"), P3),
        (TIME, mark("Time"), P5),
    ):
        page = finale.Finale(everybody + leaf_of)
        if leaf(model, page) == page:
            yield tap(label, GoTo(page), control)
            if leaf_of == RACE:
                yield _REVIEW
    yield tap("Leave", Leave(), P4)


_REVIEW = tap("Review", OpenReview(), P2)
"""The look back, on the same key wherever it is offered after a game."""


def on_leaf(model: Model) -> Iterator[Command]:
    """Yield what can be done on those leaves."""
    everybody, page = len(model.game.players), model.page
    shown = page.revealed - everybody if isinstance(page, finale.Finale) else 0
    by_epoch = 1 if shown == BY_CATEGORY else 0  # that is where people came from
    yield tap("Rematch", Rematch(), RA)
    yield tap("Back", GoTo(finale.Finale(everybody + by_epoch)), OK, UNDO)
    if shown == RACE:
        yield _REVIEW


_KEYS = 3
"""How many stand one below the other beside the QR code."""


def _race(ui: Ui, model: Model) -> Iterator[Piece]:
    where = frame(ui, model)
    yield from heading(ui, where, ui.say("The race"), model)
    run = None if model.session.timeline is None else race(model.session.timeline)
    if run is not None:
        below, body = cut_foot(where.body, ui.px(40, 28))
        yield from score_race(ui, body, run, points.heads(model))
        yield from note(ui, below, ui.say("Points if the epoch had ended there"))
    yield from dock(ui, where.dock, model)


def _link(ui: Ui, model: Model) -> Iterator[Piece]:
    width, height = ui.canvas.size
    top, pad = edge_px(ui, model), ui.px(6)
    yield sky(ui, top + ui.px(40))
    page = Rect(0, top, width, height - top).inset(pad)
    text = ui.say("For the BG Stats app: aim your phone's camera at the code.")
    if ui.shape is Shape.TALL:
        where = frame(ui, model)
        side = min(page.w, where.dock.y - page.y - ui.px(120))
        spot = Rect(page.x, where.dock.y - side - pad, page.w, side)
        words, dock = Rect(page.x, page.y, page.w, spot.y - page.y), where.dock
    else:
        spot, rest = cut_left(page, min(page.h, page.w * 6 // 10), 2 * pad)
        low = min(rest.h // 2, _KEYS * (max(46, ui.px(58, 46)) + ui.px(6)))
        dock, above = cut_foot(rest, low, ui.px(8))
        words = Rect(rest.x, rest.y + ui.px(56), rest.w, above.h - ui.px(56))
    yield from paragraph(ui, words, text, Size.NAME, CENTRED)
    first, rest_of_them = chips(ui, controls(model), keycaps(ui, model))
    keys = (*first, *rest_of_them)
    lines = (keys,) if ui.shape is Shape.TALL else tuple((key,) for key in keys)
    yield chip_rows(ui, dock, lines)
    yield code(ui, spot, link_of(model))


def _time(ui: Ui, model: Model) -> Iterator[Piece]:
    where, clock = frame(ui, model), model.session.clock
    played = status_bar.hours(round(clock.played / MINUTE_MS))
    yield from heading(ui, where, ui.say("Playing time: {time}", time=played), model)
    names, buttons = short_setup(ui, model.game.setup).players, model.session.buttons
    bars: list[tuple[str, int | None, int]] = [
        (name, button, share)
        for seat, (name, button, share) in enumerate(zip(names, buttons, clock.shares, strict=True))
        if not status_bar.is_machine(model, Seat(seat))
    ]
    alone = sum(ms for _, _, ms in bars)
    together = ui.say("Auctions, scoring, breaks"), None, clock.played - alone
    yield from _time_bars(ui, where.body, (*bars, together))
    yield from dock(ui, where.dock, model)


def _by_category(ui: Ui, model: Model) -> Iterator[Piece]:
    where = frame(ui, model)
    yield from heading(ui, where, ui.say("Score breakdown"), model)
    yield score_table(ui, where.body, _category_totals(ui, model))
    yield from dock(ui, where.dock, model)


def totals(ui: Ui, model: Model) -> ScoreTable:
    """Return what every epoch brought, and what everybody has in all."""
    rows = _rows(ui, model.session.timeline, finale.result_of(model))
    return ScoreTable(points.heads(model), *rows, finale.winner(model))


def _category_totals(ui: Ui, model: Model) -> ScoreTable:
    """Return what every category brought in all epochs together, as far as it is known."""
    timeline, result = model.session.timeline, finale.result_of(model)
    rows, total = _rows(ui, timeline, result)
    ended = [] if timeline is None else list(points.epochs(timeline))
    gained = [
        ScoreRow(
            ui.say(narration.CATEGORIES[category]),
            _added([_sums(each.scores, (category,)) for each in ended]),
            CATEGORY_TILES[category],
        )
        for category in (EVERY_EPOCH if ended else ())
    ]
    if ended:
        last = ended[-1].scores
        both = Category.MONUMENTS_DIVERSITY, Category.MONUMENTS_QUANTITY
        gained.append(ScoreRow(ui.say("Monuments"), _sums(last, both), (Tile.PYRAMID,)))
        gained.append(ScoreRow(ui.say("Suns"), _sums(last, (Category.SUNS,)), has_sun=True))
    others = rows[1 + len(ended) :]
    return ScoreTable(points.heads(model), (rows[0], *gained, *others), total, finale.winner(model))


def _rows(
    ui: Ui, timeline: Timeline | None, result: Result
) -> tuple[tuple[ScoreRow, ...], ScoreRow]:
    """Return what everybody began with, what they got and lost, and the totals."""
    ended = [] if timeline is None else list(points.epochs(timeline))
    starts: _Points = (STARTING_SCORE,) * len(result.points)
    if ended:
        starts = _each(ended[0].scores, lambda score: score.before)
    lines = [ScoreRow(ui.say("At the start"), starts, is_plain=True)]
    setup, words = timeline.start.setup if timeline else None, ui.canvas.words
    for each in ended:
        name = "" if setup is None else narration.epoch_name(each.epoch, setup, words)
        lines.append(ScoreRow(name, _each(each.scores, lambda score: score.net)))
    floors = _added(
        [_each(each.scores, lambda score: score.after - score.before - score.net) for each in ended]
        or [(0,) * len(result.points)]
    )
    if any(floors):
        lines.append(ScoreRow(ui.say("Not below 0"), floors))
    summed = _added([line.points for line in lines])
    fixed = tuple(
        None if total is None or known is None else total - known
        for total, known in zip(result.points, summed, strict=True)
    )
    if any(fixed):
        lines.append(ScoreRow(ui.say("Fixed by hand"), fixed))
    return tuple(lines), ScoreRow(ui.say("Total"), result.points, is_plain=True)


_Points = tuple[int | None, ...]
"""For each seat; None where they are not known."""


def _each(scores: Sequence[EpochScore | None], what: Callable[[EpochScore], int]) -> _Points:
    return tuple(None if score is None else what(score) for score in scores)


def _sums(scores: Sequence[EpochScore | None], every: Sequence[Category]) -> _Points:
    return _each(scores, lambda score: sum(score.points(category) for category in every))


def _added(rows: Sequence[_Points]) -> _Points:
    """Return the sum of each seat; None where a part of it is not known."""
    return tuple(
        None if None in parts else sum(part or 0 for part in parts)
        for parts in zip(*rows, strict=True)
    )


def _time_bars(ui: Ui, rect: Rect, bars: Sequence[tuple[str, int | None, int]]) -> Iterator[Piece]:
    """Yield a bar for each name and button, as long as its time (ms); the last is everybody's."""
    most = max(1, *(ms for _, _, ms in bars))
    number = ui.width("0:00", Size.NAME, Weight.EXTRA) + ui.px(12)
    for (named, button, ms), row in zip(bars, rows(rect, len(bars), ui.px(10, 5)), strict=True):
        name, rest = shares(row, (1.0, 1.9), ui.px(12, 6))
        colour = ui.theme.ink_third if button is None else ui.theme.buttons[button]
        if button is None:
            yield from paragraph(ui, name, named, Size.LABEL, colour=ui.theme.ink_second)
        else:
            high = min(name.h, ui.px(64, 46))
            yield from name_tag(
                ui, middle(name, name.w, high), NameTag(named, button), ui.em(Size.NAME)
            )
        long = max(ui.px(4), (rest.w - number) * ms // most)
        bare, end = cut_left(rest, long, ui.px(8))
        drawn = Box(middle(bare, long, min(rest.h, ui.px(48, 34))), colour, radius=ui.px(6))
        spot = end._replace(w=number)
        minutes = status_bar.hours(round(ms / MINUTE_MS))
        said = ui.line(spot, minutes, Size.NAME, style=TextStyle(Weight.EXTRA))
        yield from keyed(Animated.STRIPE, rest.x, (drawn, said))


RESULT_PAGES: Mapping[int, Callable[[Ui, Model], Iterator[Piece]]] = {
    RACE: _race,
    LINK: _link,
    TIME: _time,
    BY_CATEGORY: _by_category,
}
"""What the final page shows beyond the breakdown, by how far beyond the last player."""
