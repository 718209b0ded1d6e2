"""The end: places are revealed; then how every total came about, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from companion import narration
from companion.core.controls import PLAYER_CONTROLS
from companion.core.messages import GoTo, Message, Next
from companion.core.model import Model
from companion.pages.bindings import controls
from companion.pages.page_view import asked, frame, heading, titled, what_can_be_done
from companion.pages.points import Explained, epochs, explanation, heads
from companion.pages.scoring import finale as scoring_finale
from companion.pages.scoring import race, reveal
from companion.pages.status_bar import edge_px
from companion.rules.editions import STARTING_SCORE, Seat
from companion.rules.records.timeline import Result, Timeline
from companion.rules.scoring.scoring import EVERY_EPOCH, Category, EpochScore
from companion.rules.tiles import Tile
from companion.ui.layout import Sheet, columns, cut_top, square
from companion.ui.pieces import SUN_WON, emblem, sky
from companion.ui.scene import Box, Item, Picture, Rect, Target, Thing, keyed, loud
from companion.ui.score_table import ScoreRow, ScoreTable, score_table, seat_columns
from companion.ui.speech import short_setup
from companion.ui.style import CENTRED, NUMBER, Piece, Shape, Size, Style
from companion.ui.theme import ON_BUTTON, SUN_NUMBER, between
from companion.ui.widgets import corner


def finale(look: Style, model: Model, page: scoring_finale.Finale) -> Iterator[Piece]:
    """Yield the bars, or the breakdown when all has been seen, or what is taken home."""
    where = frame(look, model)
    everybody = len(model.game.players)
    if scoring_finale.winner(model) is None:
        yield from _explained(look, where, model, page)
        return
    if more := race.KEEPSAKES.get(page.revealed - everybody):
        yield from more(look, model)
        return
    if page.revealed < everybody or page.since is not None:
        yield from _podium(look, where, model, page)
        unnamed = () if page.since is None else reveal.UNNAMED
        yield from what_can_be_done(look, where.dock, model, unnamed)
        whole = Rect(0, 0, *look.canvas.size)
        yield Target(where.body if page.since is None else whole, Next())
    elif page.revealed == everybody:
        yield from _podium(look, where, model, page)
        yield Target(where.body, GoTo(scoring_finale.Finale(everybody + 1)))
        yield from what_can_be_done(look, where.dock, model)
    else:
        yield from _explained(look, where, model, page)


def _whys(look: Style, rect: Rect, model: Model, shown: ScoreTable) -> Iterator[Target[Message]]:
    """Yield where a finger asks why somebody has so much: on their numbers."""
    taps = controls(model).taps
    for button, spot in zip(model.session.buttons, seat_columns(look, rect, shown), strict=True):
        offer = taps.get(PLAYER_CONTROLS[button])
        if offer is not None:
            yield Target(spot, offer.message)


def podium(look: Style, model: Model) -> Iterator[Piece]:
    """Yield everybody's bar, or all that is known, and nothing to press: a picture to keep."""
    where = frame(look, model)
    low = look.canvas.size[1] - where.body.y
    body = Rect(where.body.x, where.body.y, where.body.w, low)
    if scoring_finale.winner(model) is None:
        yield sky(look, where.title.y + where.title.h)
        yield from titled(look, where.title, asked(look, model))
        yield score_table(look, body, _totals(look, model))
        return
    dock = Rect(where.dock.x, look.canvas.size[1], where.dock.w, 0)
    yield from _podium(
        look, Sheet(where.title, body, dock), model, scoring_finale.Finale(len(model.game.players))
    )


def _explained(
    look: Style, where: Sheet, model: Model, page: scoring_finale.Finale
) -> Iterator[Piece]:
    """Yield what every epoch brought; or why somebody got so much in one of them.

    A finger asks on somebody's numbers; their reasons lead back, or to the epoch before.
    """
    seat, timeline = page.reasons_for, model.session.timeline
    ended = () if timeline is None or seat is None else epochs(timeline)
    found = next((each for each in ended if each.epoch == page.epoch), None)
    everybody = len(model.game.players)
    if found is None or seat is None:
        yield Target(where.body, GoTo(scoring_finale.Finale(everybody)))
        yield from _breakdown(look, where, model)
        on_columns = PLAYER_CONTROLS if look.canvas.touch else ()
        yield from what_can_be_done(look, where.dock, model, on_columns)
        return
    score, name = found.scores[seat], model.game.setup.players[seat]
    epoch = narration.epoch_name(page.epoch, model.game.setup, look.canvas.words)
    net = None if score is None else score.net
    yield from heading(look, where, "", model)
    why = Explained(name, model.session.buttons[seat], net, found.reasons(seat), epoch)
    yield from explanation(look, where, why)
    yield Target(where.body, GoTo(scoring_finale.Finale(everybody + 1)))
    yield from what_can_be_done(look, where.dock, model)


def _podium(
    look: Style, where: Sheet, model: Model, page: scoring_finale.Finale
) -> Iterator[Piece]:
    """Yield everybody's bar; of those that still rise, neither number nor place."""
    top = edge_px(look, model)
    ground = where.dock.y - look.px(8)
    yield sky(look, top + (ground - top) * 7 // 10)
    players = model.game.players
    result = scoring_finale.result_of(model)
    order = result.ranking.seats if result.ranking else ()
    told = order[len(order) - page.revealed :] if page.revealed else ()
    risen = order[max(0, len(order) - page.revealed - page.rising) :]
    everybody = page.revealed == len(players)
    foot = _foot(look, model, where.body.w) if everybody else ()
    line = look.line_height(Size.LABEL)
    bottom = ground - line * len(foot)
    high = look.either(84, 58 if look.shape is Shape.TALL else 50)
    aside = where.title.x + where.title.w - corner(look, top).x
    title = where.title.inset(aside, 0)._replace(y=top, h=high)
    yield from titled(look, title, _said(look, model, page))
    field = Rect(where.body.x, top + high, where.body.w, bottom - top - high)
    points = [each or 0 for each in result.points]
    most = max(1, *points)
    for seat, column in enumerate(columns(field, len(players), look.either(20, 8))):
        is_risen = Seat(seat) in risen or everybody
        share = points[seat] / most if is_risen else 0.0
        place = order.index(Seat(seat)) + 1
        is_told = everybody or Seat(seat) in told
        bar = _bar(look, column, model, (seat, place, share), is_risen=is_risen, is_told=is_told)
        yield from bar
    for place, text in enumerate(foot):
        row = Rect(where.body.x, bottom + place * line, where.body.w, line)
        yield look.line(row, text, Size.LABEL, look.theme.ink, CENTRED)


def _said(look: Style, model: Model, page: scoring_finale.Finale) -> str:
    """Return who has won, who came in where, or what is asked."""
    ranking, names = (
        scoring_finale.result_of(model).ranking,
        short_setup(look, model.game.setup).players,
    )
    order = ranking.seats if ranking else ()
    if page.revealed == len(order):
        return look.say("{name} wins the game", name=names[order[0]])
    if not page.revealed:
        return asked(look, model)
    place = len(order) - page.revealed
    return look.say("Place {place}: {name}", place=place + 1, name=names[order[place]])


def _least(look: Style, column: Rect) -> int:
    """Return how high the bar is of somebody who is not revealed."""
    _, _, lowest = _thirds(look, column)
    return max(look.either(178, 118), lowest.y + lowest.h + look.either(10, 4) - column.y)


def _foot(look: Style, model: Model, width: int) -> tuple[str, ...]:
    """Return what decided between equal points, in lines of this width."""
    names = short_setup(look, model.game.setup).players
    return tuple(
        line
        for tied in scoring_finale.result_of(model).ties
        for line in look.wrapped(
            narration.tie_break(tied, names, look.canvas.words), width, Size.LABEL
        )
    )


_LINE = 0.93
"""How high a line of large letters is at least, in ems."""

_CROWN = 0.25
"""How much of the height is kept free above the highest bar, for the crown."""


def _bar(  # noqa: PLR0913 - what is seen of a bar is told apart
    look: Style,
    column: Rect,
    model: Model,
    ranked: tuple[int, int, float],
    *,
    is_risen: bool,
    is_told: bool,
) -> Iterator[Item]:
    seat, place, share = ranked
    button = model.session.buttons[seat]
    colour = look.theme.buttons[button]
    least = _least(look, column)
    most = round(column.h * (1 - _CROWN))
    high = min(most, least + round((most - least) * share)) if is_risen else least
    bar = Rect(column.x, column.y + column.h - high, column.w, high)
    radius = look.either(20, 12)
    dark = between(colour, (0, 0, 0), look.theme.shade)
    number, name, sign = _thirds(look, bar)
    called = model.game.setup.players[seat]
    if is_risen:
        risen = (
            Box(bar, colour, bottom=dark, radius=radius),
            look.text(name, called, _far(look, Size.NAME), ON_BUTTON, CENTRED),
            emblem(sign, button),
        )
    else:
        risen = (
            Box(bar, look.theme.panel, border=colour, border_px=look.either(4, 3), radius=radius),
            look.text(name, called, _far(look, Size.NAME), look.theme.ink, CENTRED),
            emblem(sign, button, colour),
        )
    yield from keyed(Thing.BAR, seat, risen)
    if not is_told:
        ink = ON_BUTTON if is_risen else look.theme.ink_third
        mark = look.text(number, "?", _far(look, Size.DISPLAY), ink, NUMBER)
        yield from keyed(Thing.BAR, seat, (mark,))
        return
    points = str(scoring_finale.result_of(model).points[seat])
    yield loud(look.text(number, points, _far(look, Size.DISPLAY), ON_BUTTON, NUMBER))
    if place == 1:
        yield from keyed(Thing.CROWN, 0, _crown(look, column, bar))
    else:
        above = Rect(bar.x, bar.y - look.either(52, 36), bar.w, look.either(48, 34))
        yield look.line(above, str(place), Size.SCORE, look.theme.ink_second, NUMBER)


def _far(look: Style, size: Size) -> int:
    """Return letters that are read across the table: points 1/8 of the height, names 1/14."""
    part = 8 if size is Size.DISPLAY else 14
    return max(look.em(size), look.share(part))


def _thirds(look: Style, bar: Rect) -> tuple[Rect, Rect, Rect]:
    """Return where number, name and emblem stand at the top of a bar."""
    inner = bar.inset(look.either(10, 6))
    high = max(look.either(84, 56), round(_far(look, Size.DISPLAY) * _LINE))
    number, rest = cut_top(inner, high)
    name, rest = cut_top(rest, max(look.either(34, 24), round(_far(look, Size.NAME) * 1.1)))
    side = min(look.either(36, 22), bar.w // 2)
    sign = Rect(bar.x + (bar.w - side) // 2, rest.y + look.px(4), side, side)
    return number, name, sign


def _crown(look: Style, column: Rect, bar: Rect) -> Iterator[Item]:
    side = min(bar.y - column.y, column.w, look.either(150, 100))
    disc = Rect(bar.x + (bar.w - side) // 2, bar.y - side, side, side)
    yield Picture(disc, SUN_WON)
    yield Picture(square(disc, side * 45 // 100), "ui_crown", tint=SUN_NUMBER)


def _breakdown(look: Style, where: Sheet, model: Model) -> Iterator[Piece]:
    """Yield what every epoch brought to whom, as far as it is known."""
    known = scoring_finale.winner(model) is not None
    title = look.say("Score breakdown") if known else asked(look, model)
    yield from heading(look, where, title, model)
    shown = _totals(look, model)
    yield score_table(look, where.body, shown)
    yield from _whys(look, where.body, model, shown)


def _totals(look: Style, model: Model) -> ScoreTable:
    rows = _rows(look, model.session.timeline, scoring_finale.result_of(model))
    return ScoreTable(heads(model), *rows, scoring_finale.winner(model))


def _rows(
    look: Style, timeline: Timeline | None, result: Result
) -> tuple[tuple[ScoreRow, ...], ScoreRow]:
    """Return what everybody began with, what they got and lost, and the totals."""
    ended = [] if timeline is None else list(epochs(timeline))
    starts: Points = (STARTING_SCORE,) * len(result.points)
    if ended:
        starts = _each(ended[0].scores, lambda score: score.before)
    lines = [ScoreRow(look.say("At the start"), starts, is_plain=True)]
    setup, words = timeline.start.setup if timeline else None, look.canvas.words
    for each in ended:
        name = "" if setup is None else narration.epoch_name(each.epoch, setup, words)
        lines.append(ScoreRow(name, _sums(each.scores, EVERY_EPOCH)))
    if ended:
        last = ended[-1].scores
        both = Category.MONUMENTS_DIVERSITY, Category.MONUMENTS_QUANTITY
        lines.append(ScoreRow(look.say("Monuments"), _sums(last, both), (Tile.PYRAMID,)))
        lines.append(ScoreRow(look.say("Suns"), _sums(last, (Category.SUNS,)), has_sun=True))
    floors = _added(
        [_each(each.scores, lambda score: score.after - score.before - score.net) for each in ended]
        or [(0,) * len(result.points)]
    )
    if any(floors):
        lines.append(ScoreRow(look.say("Never below zero"), floors))
    summed = _added([line.points for line in lines])
    fixed = tuple(
        None if total is None or known is None else total - known
        for total, known in zip(result.points, summed, strict=True)
    )
    if any(fixed):
        lines.append(ScoreRow(look.say("Fixed by hand"), fixed))
    return tuple(lines), ScoreRow(look.say("Total"), result.points, is_plain=True)


Points = tuple[int | None, ...]
"""For each seat; None where they are not known."""


def _each(scores: Sequence[EpochScore | None], what: Callable[[EpochScore], int]) -> Points:
    return tuple(None if score is None else what(score) for score in scores)


def _sums(scores: Sequence[EpochScore | None], every: Sequence[Category]) -> Points:
    """Return what everybody got in all of these categories."""
    return _each(scores, lambda score: sum(score.points(category) for category in every))


def _added(rows: Sequence[Points]) -> Points:
    """Return the sum of each seat; None where a part of it is not known."""
    return tuple(
        None if None in parts else sum(part or 0 for part in parts)
        for parts in zip(*rows, strict=True)
    )
