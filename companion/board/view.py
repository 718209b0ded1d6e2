"""Draws the board: a tile for each table, the calls, and what was played. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from math import ceil
from os.path import commonprefix

import msgspec

from companion.board.tables import CALLS, PHASES, Board, BoardTable, GuestCall, trouble
from companion.core.kiosk import Link
from companion.fleet.shapes import State, TablePhase
from companion.pages.kiosk.notices import REMEDIES
from companion.rules.events import Cause
from companion.statistics import Figures, average
from companion.ui.charts import category_bars
from companion.ui.layout import left_part, rows, without_left
from companion.ui.pieces import paragraph, sky
from companion.ui.scene import Box, Colour, Item, Rect, Scene, Target, Weight
from companion.ui.style import CENTRED, STRONG, TOUCH_PX, Part, Piece, Size, Style, TextStyle
from companion.ui.widgets import decimal

MINUTE_SECONDS = 60.0


class AnswerCall(msgspec.Struct, frozen=True):
    """Somebody behind the bar answers a table's call."""

    table: str


class More(msgspec.Struct, frozen=True):
    """Somebody wants to see the tables that have no room here."""

    shown: int
    """How many have."""


class BoardPage(Enum):
    """What else can be asked for."""

    FIGURES = "figures"
    """The statistics, or away with them."""


Wish = AnswerCall | More | BoardPage


def scene(board: Board, look: Style) -> Scene[Wish]:
    """Return everything that is on the board, and what a touch means where."""
    items: list[Item] = []
    targets: list[Target[Wish]] = []
    for piece in _pieces(board, look):
        if isinstance(piece, Target):
            targets.append(piece)
        else:
            items.append(piece)
    return Scene(look.canvas.size, tuple(items), tuple(targets))


def _flat(pieces: Iterator[Piece] | Sequence[Piece]) -> Iterator[Item]:
    for piece in pieces:
        if isinstance(piece, Part):
            yield from piece.items
        elif not isinstance(piece, Target):
            yield piece


def _pieces(board: Board, look: Style) -> Iterator[Item | Target[Wish]]:
    width, height = look.canvas.size
    margin, gap = look.either(16, 6), look.either(8, 4)
    yield sky(look, round(height * 0.9))
    head = Rect(margin, margin, width - 2 * margin, max(TOUCH_PX, look.either(60, 44)))
    yield from _head(board, look, head)
    top = head.y + head.h + gap
    if board.calls:
        strip = Rect(margin, top, head.w, max(TOUCH_PX, look.either(72, 48)))
        yield from _calls(board, look, strip)
        top += strip.h + gap
    body = Rect(margin, top, head.w, height - margin - top)
    if board.link is not Link.CONNECTED:
        said = _lost(board, look)
        high = min(body.h // 3, look.line_height(Size.SMALL) * 2 + gap)
        yield Box(left_part(body, body.w)._replace(h=high), look.theme.panel,
                  border=look.theme.bad, radius=look.either(10, 6))  # fmt: skip
        room = Rect(body.x + gap, body.y, body.w - 2 * gap, high)
        yield from _flat(paragraph(look, room, said, Size.SMALL))
        body = Rect(body.x, body.y + high + gap, body.w, body.h - high - gap)
    if board.shows_figures:
        yield from _figures(board, look, body)
    elif board.tables:
        yield from _grid(board, look, body)
    elif board.link is Link.CONNECTED:
        text = look.say("No table has been heard of yet")
        yield from _flat(paragraph(look, body, text, Size.NAME, CENTRED))


def _lost(board: Board, look: Style) -> str:
    """Return why nothing new is heard, and for how long not."""
    minutes = _minutes(board.now - board.link_since)
    why = look.say(REMEDIES[board.link])
    if not board.tables:
        return why
    return look.say(
        "Nothing new for {minutes} min; the tables are shown as they were. {why}",
        minutes=minutes,
        why=why,
    )


def _minutes(seconds: float) -> int:
    return int(max(0.0, seconds) // MINUTE_SECONDS)


def _head(board: Board, look: Style, rect: Rect) -> Iterator[Item | Target[Wish]]:
    """Yield how many tables there are, and what was played today: a key for more of that."""
    online = sum(each.is_online for each in board.tables.values())
    count = look.say("Tables: {number}", number=f"{online}/{len(board.tables)}")
    games = Figures(board.today).games
    played = look.canvas.words.tell("{number} game today", "{number} games today", games)
    wide = min(rect.w // 2, look.width(played, Size.NAME) + look.either(40, 24))
    yield look.line(left_part(rect, rect.w - wide), count, Size.NAME, look.theme.gold, STRONG)
    key = without_left(rect, rect.w - wide)
    is_open = board.shows_figures
    yield Box(key, look.theme.panel_active if is_open else look.theme.panel,
              border=look.theme.line, radius=look.either(12, 8))  # fmt: skip
    yield look.line(key.inset(4), played, Size.NAME, style=CENTRED)
    yield Target(key, BoardPage.FIGURES)


def _calls(board: Board, look: Style, rect: Rect) -> Iterator[Item | Target[Wish]]:
    """Yield who calls, what for and for how long, the first on the left: a touch answers."""
    gap = look.either(8, 4)
    least = look.either(260, 190)
    room = max(1, (rect.w + gap) // (least + gap))
    shown = board.calls if len(board.calls) <= room else board.calls[: room - 1]
    places = _cells(rect, max(len(shown), min(room, len(board.calls))), gap)
    for place, call in zip(places, shown, strict=False):
        yield from _call(board, look, place, call)
    more = len(board.calls) - len(shown)
    if more:
        yield Box(places[-1], look.theme.panel, radius=look.either(12, 8))
        yield look.line(places[-1], f"+{more}", Size.NAME, look.theme.gold, CENTRED)


def _cells(rect: Rect, number: int, gap: int) -> list[Rect]:
    wide = (rect.w - gap * (number - 1)) // number
    return [Rect(rect.x + at * (wide + gap), rect.y, wide, rect.h) for at in range(number)]


def _call(board: Board, look: Style, rect: Rect, call: GuestCall) -> Iterator[Item | Target[Wish]]:
    faded = look.faint(0.5) if call.is_answered else 1.0
    yield Box(rect, look.theme.gold, radius=look.either(12, 8), opacity=faded)
    half = rect.h // 2
    pad = look.either(12, 6)
    ink, plain = look.theme.on_gold, TextStyle(Weight.EXTRA)
    upper = Rect(rect.x + pad, rect.y, rect.w - 2 * pad, half)
    yield look.line(upper, call.table, Size.LABEL, ink, plain)
    lower = Rect(upper.x, rect.y + half, upper.w, rect.h - half)
    yield look.line(lower, _fitting(look, _called(board, look, call), lower.w), Size.SMALL, ink)
    yield Target(rect, AnswerCall(call.table))


def _called(board: Board, look: Style, call: GuestCall) -> tuple[str, ...]:
    """Return what a table calls for, and for how long, from long to short."""
    minutes = _minutes(board.now - call.since)
    kinds = _each(look, CALLS[call.kind])
    timed = (look.say("{what}, {minutes} min", what=kind, minutes=minutes) for kind in kinds)
    return (*timed, kinds[-1])


def grid(look: Style, rect: Rect, number: int) -> tuple[int, int]:
    """Return how many columns and rows of tiles show this many tables, each readable."""
    least_w, least_h = _least(look)
    most_columns = max(1, rect.w // least_w)
    most_rows = max(1, rect.h // least_h)
    wanted = max(1, number)
    best = (most_columns, most_rows)
    for columns in range(1, most_columns + 1):
        high = ceil(wanted / columns)
        if high <= most_rows:
            wide, tall = rect.w / columns, rect.h / high
            if wide / tall <= 3.0 or columns == most_columns:  # noqa: PLR2004 - broader is a row
                best = (columns, high)
                break
    return best


def _least(look: Style) -> tuple[int, int]:
    """Return the smallest tile in pixels: two lines, and an id of a few letters."""
    return look.either(140, 92), 2 * _line_height(look, Size.SMALL) + look.either(8, 4)


def _grid(board: Board, look: Style, rect: Rect) -> Iterator[Item | Target[Wish]]:
    tables = sorted(board.tables.values(), key=lambda each: in_order(each.id))
    shared = len(_shared([each.id for each in tables]))
    columns, high = grid(look, rect, len(tables))
    capacity = columns * high
    shown = tables
    if len(tables) > capacity:
        first = board.first % len(tables)
        shown = [*tables[first:], *tables[:first]][: capacity - 1]
    gap = look.either(8, 4)
    cells = [
        cell
        for row in rows(rect, high, gap)
        for cell in _cells(row, columns, gap)
    ]  # fmt: skip
    narrow = min(cells, key=lambda cell: cell.w)
    room, size = narrow.w - 2 * _pad(look), _name_size(look, narrow)
    if all(look.width(table.id, size, Weight.EXTRA) <= room for table in tables):
        shared = 0  # one for all: "table-9" beside "10" looks like two kinds of tables
    for cell, table in zip(cells, shown, strict=False):
        yield from _tile(board, look, cell, table, table.id[shared:])
    if len(tables) > capacity:
        cell = cells[capacity - 1]
        yield Box(cell, look.theme.panel, radius=look.either(12, 6))
        yield look.line(cell, f"+{len(tables) - len(shown)}", Size.NAME, style=CENTRED)
        yield Target(cell, More(len(shown)))


def _tile(
    board: Board, look: Style, rect: Rect, table: BoardTable, name: str
) -> Iterator[Item | Target[Wish]]:
    """Yield a table: its name, and what matters most about it."""
    call = next((each for each in board.calls if each.table == table.id), None)
    ground, ink = _colours(look, table, call)
    is_known = table.is_online and board.link is Link.CONNECTED
    yield Box(rect, ground, border=look.theme.line, radius=look.either(12, 6),
              opacity=1.0 if is_known else look.faint(0.55))  # fmt: skip
    pad = _pad(look)
    inner = Rect(rect.x + pad, rect.y, rect.w - 2 * pad, rect.h)
    lines = _lines(board, look, table, call)
    line = _line_height(look, Size.SMALL)
    size = _name_size(look, rect)
    high = _line_height(look, size)
    shown = lines[: max(1, (rect.h - high) // line)]
    top = rect.y + (rect.h - high - len(shown) * line) // 2
    yield look.line(Rect(inner.x, top, inner.w, high), name, size, ink, STRONG)
    for place, said in enumerate(shown):
        row = Rect(inner.x, top + high + place * line, inner.w, line)
        yield look.line(row, _fitting(look, said, inner.w), Size.SMALL, ink)
    if call is not None:
        yield Target(rect, AnswerCall(table.id))


def _pad(look: Style) -> int:
    return look.either(10, 4)


def _name_size(look: Style, rect: Rect) -> Size:
    enough = _line_height(look, Size.NAME) + _line_height(look, Size.SMALL)
    return Size.NAME if rect.h >= enough else Size.SMALL


def _line_height(look: Style, size: Size) -> int:
    return round(look.em(size) * 1.15)


def in_order(table: str) -> tuple[tuple[bool, int, str], ...]:
    """Return the sort key of a table: numbers in ids compare by value."""
    parts = re.findall(r"[0-9]+|[^0-9]+", table)
    return tuple((not each.isdigit(), int(each) if each.isdigit() else 0, each) for each in parts)


def _shared(tables: Sequence[str]) -> str:
    """Return what all ids begin with, up to a dash; narrow tiles leave it out."""
    begin = commonprefix(list(tables)) if len(tables) > 1 else ""  # noqa: RUF071 - no paths
    return begin[: max(begin.rfind("-"), begin.rfind("_")) + 1]


def _fitting(look: Style, texts: Sequence[str], room: int) -> str:
    """Return the longest of these texts that fits; the shortest if none does."""
    fitting = (each for each in texts if look.width(each, Size.SMALL, Weight.EXTRA) <= room)
    return next(fitting, texts[-1])


def _colours(look: Style, table: BoardTable, call: GuestCall | None) -> tuple[Colour, Colour]:
    theme = look.theme
    if call is not None and not call.is_answered:
        return theme.gold, theme.on_gold
    state = table.state
    if state is not None and state.trouble and table.is_online:
        return theme.ra, theme.on_ra
    is_played = state is not None and state.phase in PLAYED
    return (theme.panel_active if is_played else theme.panel), theme.ink


PLAYED = (TablePhase.PLAYING, TablePhase.AUCTION, TablePhase.SCORING, TablePhase.OVER)


def _lines(
    board: Board, look: Style, table: BoardTable, call: GuestCall | None
) -> list[tuple[str, ...]]:
    """Return what to say about a table, the most urgent first; each from long to short."""
    state = table.state
    if not table.is_online:
        minutes = _minutes(board.now - table.since)
        long = look.say("No contact for {minutes} min", minutes=minutes)
        return [(long, look.say("No contact"), look.say("Away"))]
    lines: list[tuple[str, ...]] = []
    if call is not None:
        lines.append(_called(board, look, call))
    if state is None:
        return lines or [(look.say("Nothing heard yet"), "…")]
    lines += [_each(look, trouble(kind)) for kind in state.trouble[:1]]
    lines += _played(look, state)
    return lines


def _each(look: Style, said: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(look.say(each) for each in said)


_NONE = "\N{EN DASH}"

_EPOCHS = (_NONE, "I", "II", "III")


def _played(look: Style, state: State) -> list[tuple[str, ...]]:
    """Return what is played: epoch and Ra tiles, minutes and players."""
    phase = look.say(PHASES[state.phase])
    if state.phase not in PLAYED or state.phase is TablePhase.OVER:
        return [(phase,)]
    epoch = _EPOCHS[state.epoch] if state.epoch < len(_EPOCHS) else str(state.epoch)
    ra = f"{state.ra}/{state.ra_limit}"
    long = look.say("Epoch {epoch}, Ra {ra}", epoch=epoch, ra=ra)
    more = look.canvas.words.tell("{number} player", "{number} players", state.players)
    timed = look.say("{what}, {minutes} min", what=phase, minutes=state.minutes)
    return [(long, f"{epoch} · Ra {ra}", f"{epoch} {ra}"), (timed, phase), (more,)]


def _figures(board: Board, look: Style, rect: Rect) -> Iterator[Item | Target[Wish]]:
    """Yield what all tables have played, today and ever."""
    yield Box(rect, look.theme.panel, radius=look.either(14, 8))
    inner = rect.inset(look.either(16, 6))
    today, ever = Figures(board.today), Figures(board.ever)
    lines = [
        (look.say("Games"), str(today.games), str(ever.games)),
        (look.say("Average minutes"), *(_mean(average(each.lengths)) for each in (today, ever))),
        (look.say("Players per game"), *(_players(look, each) for each in (today, ever))),
        (look.say("Epochs ended by Ra"),
         *(str(each.epochs[Cause.RA_TRACK]) for each in (today, ever))),
        (look.say("Epochs ended by the last sun"),
         *(str(each.epochs[Cause.SUNS]) for each in (today, ever))),
    ]  # fmt: skip
    is_wide = inner.w > 1.5 * inner.h and ever.categories
    table = left_part(inner, inner.w // 2 if is_wide else inner.w)
    head = ("", look.say("Today"), look.say("All games"))
    for row, texts in zip(rows(table, len(lines) + 1, 2), (head, *lines), strict=True):
        label, first, second = row.w * 5 // 9, row.w * 2 // 9, row.w * 2 // 9
        yield look.line(left_part(row, label), texts[0], Size.LABEL)
        place = Rect(row.x + label, row.y, first, row.h)
        yield look.line(place, texts[1], Size.LABEL, look.theme.gold, CENTRED)
        place = Rect(row.x + label + first, row.y, second, row.h)
        yield look.line(place, texts[2], Size.LABEL, look.theme.gold, CENTRED)
    if is_wide:
        chart = without_left(inner, inner.w // 2 + look.either(16, 8))
        yield from _flat(list(category_bars(look, chart, ever.categories)))
    yield Target(rect, BoardPage.FIGURES)


def _mean(value: float | None) -> str:
    return _NONE if value is None else str(round(value))


def _players(look: Style, figures: Figures) -> str:
    games = figures.games
    players = figures.counts.get("players", 0)
    return decimal(players / games, look.canvas.words) if games else _NONE
