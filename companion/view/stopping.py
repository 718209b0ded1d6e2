"""We stop here: what will become of the game, or the points as they stand."""

from collections.abc import Iterator

from companion.core.model import Model, Stopping
from companion.core.stopping import Standing, standings
from companion.view.layout import left_part, middle, rows, shares, square, without_left
from companion.view.look import CENTRED, NUMBER, Look, Piece, Shape, Size
from companion.view.page import asked, frame, heading, note, what_can_be_done
from companion.view.pieces import emblem, least_height, paragraph
from companion.view.scene import Box, Rect
from companion.view.stations import UNKNOWN
from companion.view.theme import ON_BUTTON


def stopping(look: Look, model: Model, page: Stopping) -> Iterator[Piece]:
    """Yield the question, or a row for each player, the most points first."""
    where = frame(look, model)
    yield from heading(look, where, asked(look, model))
    if page.is_shown:
        yield from _points(look, model, where.body)
    else:
        said = look.say(
            "Nothing is lost. Anyone who wants to see the points as they stand can do so now."
        )
        room = middle(where.body, min(where.body.w, look.either(900, 560)), where.body.h)
        yield from note(look, room, said)
    yield from what_can_be_done(look, where.dock, model)


def _points(look: Look, model: Model, body: Rect) -> Iterator[Piece]:
    found = standings(model)
    gap, high = look.either(12, 6), look.either(88, 60)
    wide = body.w if look.shape is Shape.TALL else min(body.w, look.either(900, 640))
    words = look.say("counted so far"), look.say("with this epoch")
    widths = [cell.w for cell in _cells(look, Rect(0, 0, wide, 0))[1:]]
    least = max(least_height(look, text, w) for text, w in zip(words, widths, strict=True))
    head = max(least, (3 if look.shape is Shape.TALL else 2) * look.line_height(Size.SMALL))
    room = middle(body, wide, min(body.h, head + len(found) * (high + gap)))
    titles = Rect(room.x, room.y, room.w, head)
    _, counted, now = _cells(look, titles)
    yield from paragraph(look, counted, words[0], Size.SMALL, CENTRED)
    yield from paragraph(look, now, words[1], Size.SMALL, CENTRED)
    lines = rows(Rect(room.x, room.y + head, room.w, room.h - head), len(found), gap)
    for line, standing in zip(lines, found, strict=True):
        yield from _row(look, model, line, standing)


def _cells(look: Look, row: Rect) -> tuple[Rect, ...]:
    return shares(row, (4, 3, 3) if look.shape is Shape.TALL else (5, 2, 3), 0)


def _row(look: Look, model: Model, row: Rect, standing: Standing) -> Iterator[Piece]:
    theme, button = look.theme, model.buttons[standing.seat]
    who, counted, now = _cells(look, row)
    radius = look.either(14, 10)
    yield Box(row, theme.panel, border=theme.line, border_px=max(1, look.px(2)), radius=radius)
    yield Box(who, theme.buttons[button], radius=radius)
    side = min(who.h * 6 // 10, who.w // 4)
    sign = left_part(who.inset(look.px(6)), side)
    yield emblem(square(sign, side), button)
    name = model.game.setup.players[standing.seat]
    yield look.line(without_left(who, side + look.px(16)), name, Size.NAME, ON_BUTTON)
    for spot, points in ((counted, standing.counted), (now, standing.now)):
        text, colour = (UNKNOWN, theme.ink_third) if points is None else (str(points), theme.ink)
        yield look.line(spot, text, Size.SCORE, colour, NUMBER)
