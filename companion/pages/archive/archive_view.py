"""Games of other days on the screen: the list, a game step by step, and the statistics."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.messages import GoTo, Message, TurnDial
from companion.core.model import Model
from companion.pages import new_game, scoring, table
from companion.pages.archive.archive import LEAVES, replayed
from companion.pages.archive.state import ROWS, Games, OpenPast, PastGame, Replay, Statistics
from companion.pages.bindings import controls
from companion.pages.page_view import asked, frame, heading, keycaps, note, what_can_be_done
from companion.rules.editions import Edition
from companion.rules.events import Cause
from companion.statistics import Figures, average
from companion.statistics.game import race
from companion.ui.charts import category_bars, sun_values
from companion.ui.layout import columns, left_part, rows, without_left
from companion.ui.pieces import Sign, badge, badge_width, focus_ring, key_ground, paragraph
from companion.ui.scene import Align, Box, Rect, Target, Weight
from companion.ui.score_table import Head
from companion.ui.style import (
    CENTRED,
    TOUCH_PX,
    Part,
    Piece,
    Shape,
    Size,
    Style,
    TextStyle,
    assembled,
    unscaled,
)
from companion.ui.widgets import decimal

_RIGHT = TextStyle(Weight.EXTRA, Align.RIGHT)


def games(look: Style, model: Model, page: Games) -> Iterator[Piece]:
    """Yield the games that fit, and by what they are looked for."""
    where = frame(look, model)
    yield from heading(look, where, asked(look, model))
    body, gap = where.body, look.either(8, 4)
    filters = look.either(58, 3 * TOUCH_PX + 8 if look.shape is Shape.TALL else TOUCH_PX)
    yield from _looked_for(look, Rect(body.x, body.y, body.w, filters), model, page)
    rest = Rect(body.x, body.y + filters + gap, body.w, body.h - filters - gap)
    if page.trouble or not page.found:
        why = look.canvas.words.repeat(page.trouble) or look.say("No matching games.")
        yield from paragraph(look, rest, why, Size.NAME, CENTRED)
    for place, (row, game) in enumerate(zip(rows(rest, ROWS, gap), page.found, strict=False)):
        yield from _game(look, row, game, is_chosen=place == page.row)
    yield from what_can_be_done(look, where.dock, model, _FILTERS)


_FILTERS = ("p1", "p2", "p3")


def _looked_for(look: Style, rect: Rect, model: Model, page: Games) -> Iterator[Piece]:
    """Yield what must fit, each with the button that chooses the next value."""
    search = page.search
    edition = look.say(new_game.EDITIONS[Edition(search.edition)]) if search.edition else ""
    now = (
        search.player or look.say("All players"),
        edition or look.say("All editions"),
        search.month or look.say("All months"),
    )
    taps, caps = controls(model).taps, keycaps(look, model)
    divided = rows if look.shape is Shape.TALL else columns
    spots = divided(rect, len(_FILTERS), look.either(12, 4))
    for spot, control, text in zip(spots, _FILTERS, now, strict=True):
        message = taps[control].message
        yield key_ground(look, spot)
        side = min(spot.h - look.px(12), look.either(38, 30))
        key = caps.get(message, "")
        wide = badge_width(look, side, key)
        pad = look.either(12, 6)
        sign = Rect(spot.x + pad, spot.y + (spot.h - side) // 2, wide, side)
        yield from badge(look, sign, Sign(control, key))
        room = Rect(sign.x + wide + pad, spot.y, spot.w - wide - 3 * pad, spot.h)
        yield from paragraph(look, room, text, Size.LABEL)
        yield Target(spot, message)


def _game(look: Style, row: Rect, game: PastGame, *, is_chosen: bool) -> Iterator[Piece]:
    theme, radius = look.theme, look.either(12, 9)
    ground = theme.panel_active if is_chosen else theme.panel
    yield Box(row, ground, border=theme.line, border_px=max(1, look.px(1.5)), radius=radius)
    pad = look.either(16, 8)
    room = Rect(row.x + pad, row.y, row.w - 2 * pad, row.h)
    mark = "" if game.is_over else look.say("unfinished")
    when = game.begun[:10] if look.shape is Shape.TALL else game.begun
    lines = (when, mark) if mark and look.shape is Shape.TALL else (when,)
    wide = max(look.width(line, Size.LABEL) for line in lines) + pad
    for spot, line in zip(rows(left_part(room, wide), len(lines), 0), lines, strict=True):
        yield look.line(spot, line, Size.LABEL, theme.ink_second if line == when else theme.gold)
    names = look.canvas.words.list(
        name if points is None else f"{name} {points}" for name, points in game.players
    )
    rest = without_left(room, wide)
    if mark and look.shape is not Shape.TALL:
        aside = look.width(mark, Size.LABEL) + pad
        spot = Rect(rest.x + rest.w - aside, rest.y, aside, rest.h)
        yield look.line(spot, mark, Size.LABEL, theme.gold, TextStyle(align=Align.RIGHT))
        rest = Rect(rest.x, rest.y, rest.w - aside - pad, rest.h)
    yield from paragraph(look, rest, names, Size.NAME)
    yield Target(row, OpenPast(game.game))
    if is_chosen:
        yield focus_ring(look, row, radius)


def replay(look: Style, model: Model, page: Replay) -> Iterator[Piece]:
    """Yield a game of another day as it was after so many actions, or its race."""
    shown = replayed(model, page)
    if not page.is_race:
        part = assembled(table.History(page.at).view(look, shown))
        yield Part(part.items, tuple(_leading(target, page) for target in part.targets))
        return
    where = frame(look, model)
    yield from heading(look, where, look.say("The race"))
    run = race(page.timeline)
    names = page.timeline.game.setup.players
    if run is not None:
        heads = tuple(map(Head, names, page.buttons))
        yield from scoring.score_race(look, where.body, run, heads)
    yield from what_can_be_done(look, where.dock, model)


def _leading(target: Target[Message], page: Replay) -> Target[Message]:
    """Return the same place to touch, leading through this game and not through the one here."""
    match target.message:
        case GoTo(table.History(at)):
            return Target(target.rect, TurnDial(at - page.at))
        case _:
            return target


def statistics(look: Style, model: Model, page: Statistics) -> Iterator[Piece]:
    """Yield a leaf of what all finished games add up to."""
    where = frame(look, model)
    yield from heading(look, where, asked(look, model))
    figures = Figures(page.counts)
    body, line = where.body, unscaled(look).line_height(Size.LABEL)
    title = Rect(body.x, body.y, body.w, line)
    room = Rect(body.x, body.y + line + look.px(6), body.w, body.h - line - look.px(6))
    if page.trouble or not figures.games:
        why = look.canvas.words.repeat(page.trouble) or look.say("No finished games yet.")
        yield from paragraph(look, body, why, Size.NAME, CENTRED)
    elif LEAVES[page.leaf] == "categories" and figures.categories:
        yield from note(unscaled(look), title, look.say("Average points per game"))
        yield from category_bars(look, room, figures.categories)
    elif LEAVES[page.leaf] == "suns" and figures.suns:
        yield from note(unscaled(look), title, look.say("Points bought by each sun"))
        yield from sun_values(look, room, figures.suns)
    else:
        yield from _figures(look, body, figures, is_player=bool(page.who))
    yield from what_can_be_done(look, where.dock, model)


def _figures(look: Style, body: Rect, figures: Figures, *, is_player: bool) -> Iterator[Piece]:
    said = tuple(_lines(look, figures, is_player=is_player))
    gap = look.either(8, 4)
    high = min(body.h, len(said) * (look.either(72, 48) + gap) - gap)
    room = Rect(body.x, body.y, body.w, high)
    for place, (row, (label, value)) in enumerate(
        zip(rows(room, len(said), gap), said, strict=True)
    ):
        ground = look.theme.lane if place % 2 else look.theme.panel
        yield Box(row, ground, radius=look.either(12, 9))
        pad = look.either(20, 10)
        inner = Rect(row.x + pad, row.y, row.w - 2 * pad, row.h)
        wide = min(inner.w // 2, look.width(value, Size.SCORE, Weight.EXTRA) + pad)
        yield from paragraph(look, left_part(inner, inner.w - wide), label, Size.NAME)
        number = Rect(inner.x + inner.w - wide, inner.y, wide, inner.h)
        yield look.line(number, value, Size.SCORE, look.theme.gold, _RIGHT)


def _lines(look: Style, figures: Figures, *, is_player: bool) -> Iterator[tuple[str, str]]:
    """Yield what is counted, and how much of it there is."""
    words = look.canvas.words
    yield look.say("Games"), str(figures.games)
    if is_player:
        share = round(100 * figures.win_share)
        yield look.say("Won"), f"{figures.wins} ({share} %)"
    mean = average(figures.scores)
    if mean is not None:
        yield look.say("Average points"), decimal(mean, words)
        yield look.say("Most points"), str(max(figures.scores))
    length = average(figures.lengths)
    if length is not None:
        yield look.say("Average minutes"), str(round(length))
    if not is_player:
        yield look.say("Epochs ended by Ra"), str(figures.epochs[Cause.RA_TRACK])
        yield look.say("Epochs ended by the last sun"), str(figures.epochs[Cause.SUNS])
