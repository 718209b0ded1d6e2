"""A page for each player: what lies before them, and what it is worth so far."""

from collections.abc import Iterator, Mapping, Sequence

from companion import explaining
from companion.core import adding_up, counting, reckoning
from companion.core.counting import NUMBERED, Counting, Place, Points, Purpose, Whose
from companion.core.messages import GoTo, Turn
from companion.core.model import Menu, Model, Secrecy
from companion.core.offers import PLAYER_CONTROLS
from companion.rules.editions import Seat
from companion.rules.reasons import Because
from companion.rules.refusal import Refusal
from companion.rules.scoring import Category, EpochScore, categories
from companion.rules.slips import HIGHEST_SUN
from companion.rules.tiles import FAMILIES, Family, Tile
from companion.view.card_key import corner
from companion.view.count_rows import pair, points_before, singles, step_key, strip, suns
from companion.view.explanation import CATEGORY_TILES
from companion.view.layout import Sheet, columns, left_part, rows, square, stacked, without_left
from companion.view.look import NUMBER, Look, Piece, Shape, Size
from companion.view.page import TITLE, asked, frame, titled, what_can_be_done
from companion.view.pieces import SUN_WON, emblem, key_ground, menu_sign, paragraph, signed, tile
from companion.view.scene import Align, Box, Picture, Rect, Target, Weight
from companion.view.speech import notice
from companion.view.theme import ON_BUTTON
from companion.view.track import sky

MINUS, PLUS = "\N{MINUS SIGN}", "+"

_ROWS = 7
"""Players, gods and gold, pharaohs, Niles, floods, civilisations, monuments; suns come on top."""

_MONUMENTS = len(FAMILIES[Family.MONUMENT])


def counting_page(look: Look, model: Model, page: Counting) -> Iterator[Piece]:
    """Yield everything that is counted of one player; what cannot be is said in the title."""
    where = frame(look, model)
    wrong = reckoning.contradictions(page)
    points = {} if _is_sealed(model, page) else reckoning.score_now(page)
    yield from _title(look, model, where, page, wrong)
    field, aside = _halves(look, where.body)
    sun_rows = (2 if look.shape is Shape.TALL else 1) if counting.asks_suns(page) else 0
    high = field.h // (_ROWS + sun_rows)
    lines = [Rect(field.x, field.y + place * high, field.w, high) for place in range(_ROWS)]
    top = Rect(where.body.x, field.y, where.body.w, high)
    yield from _heads(look, model, top, page, points)
    marked = [fact for one in wrong for key, fact in one.facts.items() if key in ("tile", "sun")]
    yield from pair(look, lines[1], page, NUMBERED[:2], marked)
    for line, kind in zip(lines[2:5], NUMBERED[2:], strict=True):
        yield from strip(look, line, page, kind, marked)
    yield from _civilisations(look, lines[5], page, marked)
    places = columns(lines[6], _MONUMENTS, 0)
    yield from singles(look, places, page, FAMILIES[Family.MONUMENT], marked)
    if sun_rows:
        room = Rect(where.body.x, lines[6].y + high, where.body.w, high * sun_rows)
        beside = HIGHEST_SUN // sun_rows
        cells = [cell for row in rows(room, sun_rows, 0) for cell in columns(row, beside, 0)]
        yield from suns(look, cells, page, adding_up.buttons(model, page), marked)
    is_beside = look.shape is not Shape.TALL
    room = Rect(aside.x, aside.y + high, aside.w, high * (_ROWS - 1)) if is_beside else aside
    yield from _aside(look, room, page, points.get(page.seat))
    yield from what_can_be_done(look, where.dock, model, PLAYER_CONTROLS)


def _is_sealed(model: Model, page: Counting) -> bool:
    """Whether nobody may see points before the end (R-INF-2)."""
    return page.purpose is Purpose.TALLY and model.agreement.secrecy is Secrecy.SEALED


def _halves(look: Look, room: Rect) -> tuple[Rect, Rect]:
    """Return where things are counted, and where it stands what they are worth."""
    if look.shape is Shape.TALL:
        upper, lower = stacked(room, (5, 2), look.px(6))
        return upper, lower
    wide = room.w - look.either(340, 236)
    return left_part(room, wide), without_left(room, wide + look.either(16, 8))


def _title(
    look: Look, model: Model, where: Sheet, page: Counting, wrong: Sequence[Refusal]
) -> Iterator[Piece]:
    """Yield what cannot be; else why what is pointed at brings so much; else what is asked."""
    yield sky(look, where.title.y + where.title.h)
    room = where.title.inset(look.either(10, 6))
    aside = room.x + room.w - corner(look, 0).x
    room = Rect(room.x + aside, room.y, room.w - 2 * aside, room.h)
    yield from menu_key(look)
    if wrong:
        text = notice(look, wrong[0], model)
        yield from paragraph(look, room, text, Size.NAME, TITLE, colour=look.theme.gold)
        return
    text = "" if _is_sealed(model, page) else _why(look, page)
    if text:
        yield from paragraph(look, room, text, Size.NAME, TITLE)
    else:
        yield from titled(look, room, asked(look, model))


_CATEGORIES: Mapping[Family, tuple[Category, ...]] = {
    Family.GOD: (Category.GODS,),
    Family.GOLD: (Category.GOLD,),
    Family.PHARAOH: (Category.PHARAOHS,),
    Family.RIVER: (Category.RIVER,),
    Family.CIVILISATION: (Category.CIVILISATIONS,),
    Family.MONUMENT: (Category.MONUMENTS_DIVERSITY, Category.MONUMENTS_QUANTITY),
}


def menu_key(look: Look) -> Iterator[Piece]:
    """Yield the key of the menu, in the corner across from that of the rules card."""
    right = corner(look, 0)
    spot = Rect(look.canvas.size[0] - right.x - right.w, right.y, right.w, right.h)
    yield key_ground(look, spot)
    yield from menu_sign(look, spot)
    yield Target(spot, GoTo(Menu()))


def _about(what: Place) -> tuple[Category, ...]:
    """Return the categories for which something counts."""
    if isinstance(what, Tile):
        return _CATEGORIES[what.family]
    return () if isinstance(what, Points) else (Category.SUNS,)


def _why(look: Look, page: Counting) -> str:
    """Return why the player has the points of what is pointed at, if anything is counted there."""
    if not page.counts[page.seat].is_told:
        return ""
    words = look.canvas.words
    about = _about(counting.pointed(page))
    return "; ".join(
        words.list((signed(why.points), explaining.reason(why, words)))
        for why in reckoning.reasons_now(page)
        if why.category in about and why.because is not Because.NONE
    )


def _heads(
    look: Look, model: Model, row: Rect, page: Counting, points: Mapping[Seat, EpochScore]
) -> Iterator[Piece]:
    """Yield a key for every player, with what was counted for them so far."""
    theme = look.theme
    cells = columns(row, len(page.counts), look.px(4))
    for seat, (cell, button) in enumerate(zip(cells, adding_up.buttons(model, page), strict=True)):
        is_open = seat == page.seat
        room = Rect(cell.x, cell.y, cell.w, cell.h - look.px(4))
        border = theme.focus if is_open else theme.line
        yield Box(room, theme.buttons[button], border=border,
                  border_px=look.px(5 if is_open else 1), radius=look.either(12, 9))  # fmt: skip
        inner = room.inset(look.either(10, 5))
        side = min(inner.h, look.either(34, 20))
        yield emblem(left_part(inner, side), button)
        told = page.counts[seat]
        score = points.get(Seat(seat))
        text = "?" if told.is_skipped else signed(score.net) if score and told.is_told else ""
        wide = look.width("+00", Size.NAME, Weight.EXTRA) if text else 0
        right = Rect(inner.x + inner.w - wide, inner.y, wide, inner.h)
        if text:
            yield look.line(right, text, Size.NAME, ON_BUTTON, NUMBER)
        gap = look.either(8, 4)
        name = Rect(inner.x + side + gap, inner.y, inner.w - side - wide - gap, inner.h)
        if look.shape is not Shape.TALL:
            yield look.line(name, page.ledger.name(Seat(seat)), Size.NAME, ON_BUTTON)
        yield Target(cell, Whose(Seat(seat)))


def _civilisations(
    look: Look, row: Rect, page: Counting, marked: Sequence[object]
) -> Iterator[Piece]:
    kinds = FAMILIES[Family.CIVILISATION]
    if counting.asks_points(page):
        left, right = columns(row, 2, 0)
        yield from singles(look, columns(left, len(kinds), 0), page, kinds, marked)
        yield from points_before(look, right, page)
        return
    yield from singles(look, columns(row, _MONUMENTS, 0), page, kinds, marked)


def _aside(look: Look, room: Rect, page: Counting, score: EpochScore | None) -> Iterator[Piece]:
    """Yield what is pointed at, one more or less of it, and what every category brings so far."""
    steps, below = _parted(look, room)
    less, what, more = columns(steps, 3, look.px(4))
    yield from step_key(look, less, MINUS, Turn(-1))
    yield from _pointed(look, what, page)
    yield from step_key(look, more, PLUS, Turn(1))
    if score is None:
        return
    parts = (3, 2) if look.shape is Shape.TALL else (4, 1)
    lines, foot = stacked(below, parts, look.px(4))
    shown = categories(page.epoch)
    beside = 4 if look.shape is Shape.TALL else 2
    high = -(-len(shown) // beside)
    cells = [cell for row in rows(lines, high, 0) for cell in columns(row, beside, look.px(4))]
    for cell, category in zip(cells, shown, strict=False):
        yield from _points(look, cell, category, score.points(category))
    yield look.line(foot, signed(score.net), Size.SUM, look.theme.gold, NUMBER)


def _parted(look: Look, room: Rect) -> tuple[Rect, Rect]:
    high = max(46, look.either(64, 48))
    below = Rect(room.x, room.y + high + look.px(4), room.w, room.h - high - look.px(4))
    return Rect(room.x, room.y, room.w, high), below


def _pointed(look: Look, rect: Rect, page: Counting) -> Iterator[Piece]:
    what = counting.pointed(page)
    if isinstance(what, Tile):
        sign, number = columns(rect, 2, 0)
        yield tile(square(sign, min(sign.w, sign.h) - look.px(6)), what)
        text = str(counting.number(page, what))
        yield look.line(number, text, Size.COUNT, style=NUMBER)
    elif isinstance(what, Points):
        yield look.line(rect, str(counting.number(page, what)), Size.COUNT, style=NUMBER)
    else:
        yield Picture(square(rect, min(rect.w, rect.h) - look.px(6)), SUN_WON)


def _points(look: Look, cell: Rect, category: Category, points: int) -> Iterator[Piece]:
    theme = look.theme
    side = min(cell.h - look.px(4), look.either(44, 32))
    sign = Rect(cell.x, cell.y + (cell.h - side) // 2, side, side)
    kinds = CATEGORY_TILES[category]
    for place, kind in enumerate(kinds):
        yield tile(Rect(sign.x + place * side // 3, sign.y, side, side), kind)
    if not kinds:
        yield Picture(sign, SUN_WON)
    room = without_left(cell, side * 4 // 3 + look.px(6))
    ink = theme.ink if points > 0 else theme.bad if points < 0 else theme.zero
    yield look.line(room, signed(points), Size.COUNT, ink, NUMBER._replace(align=Align.LEFT))
