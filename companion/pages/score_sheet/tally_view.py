"""A page for each player: what lies before them, and what it is worth so far."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion import narration
from companion.core.controls import PLAYER_CONTROLS
from companion.core.effects import do
from companion.core.messages import Message, Open, Route, TurnDial
from companion.core.model import Model
from companion.core.session import Secrecy
from companion.pages.page_view import TITLE, asked, dock, frame, titled
from companion.pages.score_sheet import result, tally
from companion.pages.score_sheet.counts import NUMBERED, Place, Points, Purpose
from companion.pages.status_bar import edge_px
from companion.rules.checks import HIGHEST_SUN
from companion.rules.editions import Seat, suns_in_play
from companion.rules.problems import Problem
from companion.rules.scoring.reasons import Because
from companion.rules.scoring.scoring import Category, EpochScore, categories
from companion.rules.tiles import FAMILIES, Family, Tile
from companion.ui.layout import (
    PageAreas,
    columns,
    cut_foot,
    cut_left,
    cut_right,
    cut_top,
    in_rows,
    rows,
    square,
    stacked,
    without_left,
)
from companion.ui.pieces import (
    SUN_DOWN,
    SUN_UP,
    SUN_WON,
    emblem,
    focus_ring,
    key_ground,
    least_height,
    menu_sign,
    paragraph,
    shining,
    signed,
    sky,
    sun,
    tile,
)
from companion.ui.plots import CATEGORY_TILES
from companion.ui.scene import Align, Box, Picture, Rect, Target, Weight
from companion.ui.speech import notice
from companion.ui.style import CENTRED, NUMBER, TOUCH_PX, Piece, Shape, Size, Ui
from companion.ui.theme import ON_BUTTON
from companion.ui.widgets import corner

if TYPE_CHECKING:
    from companion.pages.score_sheet.tally import SheetTally

_MOST_NUMBERS = 11
"""How many numbers stand in a row, the last of them for one more."""

_FEW_NUMBERS = 4
"""How many numbers stand beside gods and gold, which the box has few of."""

_STEPS = (-10, -1, 0, 1, 10)
"""By how much points are put right by touch."""

_FREE = 0.45
"""How much is seen of a tile or a sun that nobody has."""

Wrong = Collection[object]
"""The kinds and suns that are counted more often than the box has them."""


def strip(ui: Ui, row: Rect, page: SheetTally, kind: Tile, wrong: Wrong) -> Iterator[Piece]:
    """Yield a kind and its numbers: a touch says how many there are."""
    sign, rest = cut_left(row, max(TOUCH_PX, min(row.h, row.w // (_MOST_NUMBERS + 1))))
    cells = columns(rest, min(_MOST_NUMBERS, rest.w // TOUCH_PX), 0)
    yield from _numbers(ui, (sign, cells), page, kind, wrong)
    yield from _ring(ui, row, page, kind)


def pair(
    ui: Ui, row: Rect, page: SheetTally, kinds: Sequence[Tile], wrong: Wrong
) -> Iterator[Piece]:
    """Yield kinds that people have few of, in one row."""
    for half, kind in zip(columns(row, len(kinds), ui.px(4)), kinds, strict=True):
        sign, rest = cut_left(half, max(TOUCH_PX, min(row.h, half.w // (_FEW_NUMBERS + 1))))
        yield from _numbers(ui, (sign, columns(rest, _FEW_NUMBERS, 0)), page, kind, wrong)
        yield from _ring(ui, half, page, kind)


def _numbers(
    ui: Ui, parts: tuple[Rect, Sequence[Rect]], page: SheetTally, kind: Tile, wrong: Wrong
) -> Iterator[Piece]:
    """Yield the picture of a kind and a key for every number, the last for one more."""
    sign, cells = parts
    yield tile(square(sign, min(sign.w, sign.h) - ui.px(6)), kind)
    now, last = tally.number(page, kind), len(cells) - 1
    for place, cell in enumerate(cells):
        is_last = place == last
        is_now = place == now or (is_last and now > last)
        text = ("+" if now < last else str(now)) if is_last else str(place)
        wanted = max(now + 1, last) if is_last else place
        is_wrong = is_now and kind in wrong
        yield from _key(ui, cell, text, is_now=is_now and now > 0, is_wrong=is_wrong)
        yield Target(cell, do(tally.SheetTally.set_number, kind, wanted))


def _key(ui: Ui, cell: Rect, text: str, *, is_now: bool, is_wrong: bool = False) -> Iterator[Piece]:
    """Yield a number to touch, in gold if it is what was counted, in red if it cannot be."""
    theme = ui.theme
    area = cell.inset(max(1, ui.px(2)))
    ground = theme.gold if is_now else theme.panel
    border = theme.bad if is_wrong else theme.line
    px = max(1, ui.px(4 if is_wrong else 1.5))
    yield Box(area, ground, border=border, border_px=px, radius=ui.px(10, 7))
    ink = theme.on_gold if is_now else theme.ink_second
    room, largest = area.inset(ui.px(6, 3), 0).w, ui.em(Size.NAME)
    px = ui.canvas.type.fitting_px(text, room, largest, ui.least_px, CENTRED.weight)
    yield ui.text(area, text, px, ink, CENTRED)


def _ring(ui: Ui, rect: Rect, page: SheetTally, what: Place) -> Iterator[Piece]:
    if tally.pointed(page) == what and isinstance(tally.pointed(page), type(what)):
        yield focus_ring(ui, rect, ui.px(12, 9))


def singles(
    ui: Ui, cells: Sequence[Rect], page: SheetTally, kinds: Sequence[Tile], wrong: Wrong
) -> Iterator[Piece]:
    """Yield kinds that people mostly have one of: every touch adds one."""
    theme = ui.theme
    for cell, kind in zip(cells, kinds, strict=False):
        now = tally.number(page, kind)
        area = cell.inset(max(1, ui.px(2)))
        border = theme.bad if kind in wrong else theme.gold if now else theme.line
        px = max(1, ui.px(4 if kind in wrong else 2))
        ground = theme.panel_active if now else theme.panel
        yield Box(area, ground, border=border, border_px=px, radius=ui.px(10, 7))
        side = min(area.w, area.h) - ui.px(8)
        yield tile(square(area, side), kind, 1.0 if now else ui.faint(_FREE))
        if now:
            high = max(ui.least_px + 2, area.h * 5 // 12)
            spot = Rect(area.x + area.w - high, area.y + area.h - high, high, high)
            yield Box(spot, theme.gold, radius=high // 3)
            size = max(ui.least_px, high * 4 // 5)
            yield ui.text(spot, str(now), size, theme.on_gold, NUMBER)
        yield Target(cell, do(tally.SheetTally.add_one, kind))
        yield from _ring(ui, cell, page, kind)


def points_before(ui: Ui, row: Rect, page: SheetTally) -> Iterator[Piece]:
    """Yield the points before the epoch, with what makes them more or less."""
    now = tally.number(page, Points.BEFORE)
    for steps, cell in zip(_STEPS, columns(row, len(_STEPS), 0), strict=True):
        text = signed(steps) if steps else str(now)
        yield from _key(ui, cell, text, is_now=not steps)
        yield Target(cell, do(tally.SheetTally.set_number, Points.BEFORE, max(0, now + steps)))
        if not steps:
            yield from _ring(ui, cell, page, Points.BEFORE)


def suns(
    ui: Ui, cells: Sequence[Rect], page: SheetTally, buttons: Sequence[int], wrong: Wrong
) -> Iterator[Piece]:
    """Yield all suns in play: a touch lays one before the player whose page is open."""
    in_play = suns_in_play(len(page.counts))
    for number, cell in zip(in_play, cells, strict=False):
        whose = tally.owner(page, number)
        is_own = whose == page.seat
        area = cell.inset(max(1, ui.px(2)))
        if number in wrong:
            yield Box(area, border=ui.theme.bad, border_px=ui.px(4), radius=ui.px(10, 7))
        if whose is None or is_own:
            picture = SUN_WON if is_own else SUN_UP
            yield from sun(ui, area, number, picture, 1.0 if is_own else ui.faint(_FREE))
        else:
            yield from sun(ui, area, number, SUN_DOWN)
            side = min(area.w, area.h) // 4
            spot = Rect(area.x + area.w - side, area.y + area.h - side, side, side)
            yield Box(spot, ui.theme.panel, radius=side // 2)
            yield from shining(ui, spot, buttons[whose])
        yield Target(cell, do(tally.SheetTally.toggle_sun, number))
        yield from _ring(ui, cell, page, number)


def step_key(ui: Ui, cell: Rect, text: str, message: Message) -> Iterator[Piece]:
    """Yield a key that makes what is pointed at one more or one less."""
    yield from _key(ui, cell, text, is_now=False)
    yield Target(cell, message)


MINUS, PLUS = "\N{MINUS SIGN}", "+"

_ROWS = 7
"""Players, gods and gold, pharaohs, Niles, floods, civilisations, monuments; suns come on top."""

_MONUMENTS = len(FAMILIES[Family.MONUMENT])


def view(ui: Ui, model: Model, page: SheetTally) -> Iterator[Piece]:
    """Yield everything that is counted of one player; what cannot be is said in the title."""
    where = frame(ui, model)
    wrong = result.contradictions(page)
    points = {} if _is_sealed(model, page) else result.score_now(page)
    yield from _title(ui, model, where, page, wrong)
    field, aside = _halves(ui, where.body)
    sun_rows = (2 if ui.shape is Shape.TALL else 1) if tally.asks_suns(page) else 0
    high = field.h // (_ROWS + sun_rows)
    lines = [Rect(field.x, field.y + place * high, field.w, high) for place in range(_ROWS)]
    top = Rect(where.body.x, field.y, where.body.w, high)
    yield from _heads(ui, model, top, page, points)
    marked = [fact for one in wrong for key, fact in one.facts.items() if key in ("tile", "sun")]
    yield from pair(ui, lines[1], page, NUMBERED[:2], marked)
    for line, kind in zip(lines[2:5], NUMBERED[2:], strict=True):
        yield from strip(ui, line, page, kind, marked)
    yield from _civilisations(ui, lines[5], page, marked)
    places = columns(lines[6], _MONUMENTS, 0)
    yield from singles(ui, places, page, FAMILIES[Family.MONUMENT], marked)
    if sun_rows:
        area = Rect(where.body.x, lines[6].y + high, where.body.w, high * sun_rows)
        cells = in_rows(area, HIGHEST_SUN, HIGHEST_SUN // sun_rows, 0)
        yield from suns(ui, cells, page, page.buttons(model), marked)
    is_beside = ui.shape is not Shape.TALL
    area = Rect(aside.x, aside.y + high, aside.w, high * (_ROWS - 1)) if is_beside else aside
    yield from _aside(ui, area, page, points.get(page.seat))
    yield from dock(ui, where.dock, model, PLAYER_CONTROLS)


def _is_sealed(model: Model, page: SheetTally) -> bool:
    """Whether points are sealed until the end (R-INF-2)."""
    return page.purpose is Purpose.TALLY and model.session.agreement.secrecy is Secrecy.SEALED


def _halves(ui: Ui, area: Rect) -> tuple[Rect, Rect]:
    """Return the places of the counts and of their points."""
    if ui.shape is Shape.TALL:
        upper, lower = stacked(area, (5, 2), ui.px(6))
        return upper, lower
    return cut_left(area, area.w - ui.px(340, 236), ui.px(16, 8))


def _title(
    ui: Ui, model: Model, where: PageAreas, page: SheetTally, wrong: Sequence[Problem]
) -> Iterator[Piece]:
    """Yield what is impossible; else why the selected thing scores so much; else the question."""
    yield sky(ui, where.title.y + where.title.h)
    area = where.title.inset(ui.px(10, 6))
    right = corner(ui, edge_px(ui, model))
    area = area.inset(area.x + area.w - right.x, 0)
    left = ui.canvas.size[0] - right.x - right.w
    yield from menu_key(ui, Rect(left, right.y, right.w, right.h))
    if wrong:
        text, near = notice(ui, wrong[0], model), area.inset(ui.px(12, 6), 0)
        area = near if least_height(ui, text, near.w, TITLE.weight) <= near.h else area
        yield from paragraph(ui, area, text, Size.NAME, TITLE, colour=ui.theme.gold)
        return
    text = "" if _is_sealed(model, page) else _why(ui, page)
    if text:
        yield from paragraph(ui, area, text, Size.NAME, TITLE)
    else:
        yield from titled(ui, area, asked(ui, model))


_CATEGORIES: Mapping[Family, tuple[Category, ...]] = {
    Family.GOD: (Category.GODS,),
    Family.GOLD: (Category.GOLD,),
    Family.PHARAOH: (Category.PHARAOHS,),
    Family.RIVER: (Category.RIVER,),
    Family.CIVILISATION: (Category.CIVILISATIONS,),
    Family.MONUMENT: (Category.MONUMENTS_DIVERSITY, Category.MONUMENTS_QUANTITY),
}


def menu_key(ui: Ui, spot: Rect) -> Iterator[Piece]:
    """Yield the key of the menu."""
    yield key_ground(ui, spot)
    yield from menu_sign(ui, spot)
    yield Target(spot, Open(Route.MENU))


def _about(what: Place) -> tuple[Category, ...]:
    """Return the categories for which something counts."""
    if isinstance(what, Tile):
        return _CATEGORIES[what.family]
    return () if isinstance(what, Points) else (Category.SUNS,)


def _why(ui: Ui, page: SheetTally) -> str:
    """Return why the player has the points of what is pointed at, if anything is counted there."""
    if not page.counts[page.seat].is_told:
        return ""
    words = ui.canvas.words
    about = _about(tally.pointed(page))
    return "; ".join(
        words.list((signed(why.points), narration.reason(why, words)))
        for why in result.reasons_now(page)
        if why.category in about and why.because is not Because.NONE
    )


def _heads(
    ui: Ui, model: Model, row: Rect, page: SheetTally, points: Mapping[Seat, EpochScore]
) -> Iterator[Piece]:
    """Yield a key for every player, with what was counted for them so far."""
    theme = ui.theme
    cells = columns(row, len(page.counts), ui.px(4))
    names = [page.partial_game.name(Seat(seat)) for seat in range(len(cells))]
    widest = max(ui.width(each, Size.NAME) for each in names)
    for seat, (cell, button) in enumerate(zip(cells, page.buttons(model), strict=True)):
        is_open = seat == page.seat
        _, area = cut_foot(cell, ui.px(4))
        border = theme.focus if is_open else theme.line
        yield Box(area, theme.buttons[button], border=border,
                  border_px=ui.px(5 if is_open else 1), radius=ui.px(12, 9))  # fmt: skip
        inner = area.inset(ui.px(10, 5))
        own, rest = cut_left(inner, min(inner.h, ui.px(34, 20)), ui.px(8, 4))
        yield emblem(own, button)
        told = page.counts[seat]
        score = points.get(Seat(seat))
        text = "?" if told.is_skipped else signed(score.net) if score and told.is_told else ""
        wide = ui.width("+00", Size.NAME, Weight.EXTRA) if text else 0
        right, name = cut_right(rest, wide)
        if text:
            yield ui.line(right, text, Size.NAME, ON_BUTTON, NUMBER)
        if ui.shape is not Shape.TALL or widest <= name.w:
            yield ui.line(name, names[seat], Size.NAME, ON_BUTTON)
        yield Target(cell, do(tally.SheetTally.open_player, Seat(seat)))


def _civilisations(
    ui: Ui, row: Rect, page: SheetTally, marked: Sequence[object]
) -> Iterator[Piece]:
    kinds = FAMILIES[Family.CIVILISATION]
    if tally.asks_points(page):
        left, right = columns(row, 2, 0)
        yield from singles(ui, columns(left, len(kinds), 0), page, kinds, marked)
        yield from points_before(ui, right, page)
        return
    yield from singles(ui, columns(row, _MONUMENTS, 0), page, kinds, marked)


def _aside(ui: Ui, area: Rect, page: SheetTally, score: EpochScore | None) -> Iterator[Piece]:
    """Yield what is pointed at, one more or less of it, and what every category brings so far."""
    steps, below = cut_top(area, max(46, ui.px(64, 48)), ui.px(4))
    less, what, more = columns(steps, 3, ui.px(4))
    yield from step_key(ui, less, MINUS, TurnDial(-1))
    yield from _pointed(ui, what, page)
    yield from step_key(ui, more, PLUS, TurnDial(1))
    if score is None:
        return
    parts = (3, 2) if ui.shape is Shape.TALL else (4, 1)
    lines, foot = stacked(below, parts, ui.px(4))
    shown = categories(page.epoch)
    beside = 4 if ui.shape is Shape.TALL else 2
    number = -(-len(shown) // beside)
    cells = [cell for row in rows(lines, number, 0) for cell in columns(row, beside, ui.px(4))]
    for cell, category in zip(cells, shown, strict=False):
        yield from _points(ui, cell, category, score.points(category))
    yield ui.line(foot, signed(score.net), Size.SUM, ui.theme.gold, NUMBER)


def _pointed(ui: Ui, rect: Rect, page: SheetTally) -> Iterator[Piece]:
    what = tally.pointed(page)
    if isinstance(what, Tile):
        sign, number = columns(rect, 2, 0)
        yield tile(square(sign, min(sign.w, sign.h) - ui.px(6)), what)
        text = str(tally.number(page, what))
        yield ui.line(number, text, Size.COUNT, style=NUMBER)
    elif isinstance(what, Points):
        yield ui.line(rect, str(tally.number(page, what)), Size.COUNT, style=NUMBER)
    else:
        yield Picture(square(rect, min(rect.w, rect.h) - ui.px(6)), SUN_WON)


def _points(ui: Ui, cell: Rect, category: Category, points: int) -> Iterator[Piece]:
    theme = ui.theme
    side = min(cell.h - ui.px(4), ui.px(44, 32))
    sign = Rect(cell.x, cell.y + (cell.h - side) // 2, side, side)
    kinds = CATEGORY_TILES[category]
    for place, kind in enumerate(kinds):
        yield tile(Rect(sign.x + place * side // 3, sign.y, side, side), kind)
    if not kinds:
        yield Picture(sign, SUN_WON)
    area = without_left(cell, side * 4 // 3 + ui.px(6))
    ink = theme.ink if points > 0 else theme.bad if points < 0 else theme.zero
    yield ui.line(area, signed(points), Size.COUNT, ink, replace(NUMBER, align=Align.LEFT))
