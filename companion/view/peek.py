"""A player looks at their own points: large at their edge of the screen, while they hold on."""

from collections.abc import Iterator

from companion.core.light_table import LightTable
from companion.core.model import AtTable, Model
from companion.core.peeking import may_peek
from companion.rules.editions import Seat
from companion.view.edge import edge_px
from companion.view.layout import bands, columns, panel_places, rows, square
from companion.view.look import CENTRED, Look, Piece, Shape, Size
from companion.view.pieces import emblem
from companion.view.scene import Align, Box, Rect, Text, Weight
from companion.view.stations import UNKNOWN

HIDDEN = "\N{BLACK DIAMOND}\N{BLACK DIAMOND}"
"""Points that lie face down."""

_VEIL = 0.85
"""How much of a page is hidden meanwhile; at the table the points take the places of the panels."""


def peek(look: Look, model: Model) -> Iterator[Piece]:
    """Yield the points of who looks, and for the others that theirs lie face down."""
    if model.peek is None or not may_peek(model):
        return
    looking, theme, places = model.peek.seat, look.theme, _edges(look, model)
    if not isinstance(model.page, AtTable | LightTable):
        width, height = look.canvas.size
        top = places[0].y - look.px(8)
        yield Box(Rect(0, 0, width, top), theme.ground, opacity=_VEIL)
        yield Box(Rect(0, top, width, height - top), theme.ground)
    for seat, place in enumerate(places):
        own = seat == looking
        button = model.buttons[seat]
        colour = theme.buttons[button]
        yield Box(place, theme.panel_active if own else theme.panel, border=colour,
                  border_px=look.either(5, 3), radius=look.either(18, 12))  # fmt: skip
        upper, lower = rows(place.inset(look.either(10, 6)), 2, 0) if own else (place, place)
        if not own:
            yield look.line(place, HIDDEN, Size.TITLE, theme.gold, CENTRED)
            continue
        name, points = _shares(upper, lower)
        side = min(name.h, name.w // 3)
        yield emblem(square(Rect(name.x, name.y, name.w, name.h), side), button, colour)
        px = min(round(points.h * 0.8), points.w // 2)
        total = _total(model, Seat(seat))
        yield Text(points, total, px, theme.ink, Weight.EXTRA, Align.CENTRE, is_private=True)


def _total(model: Model, seat: Seat) -> str:
    """Return a player's points, or that nobody has told them."""
    ledger = None if model.timeline is None else model.timeline.ledger
    points = model.game.players[seat].score if ledger is None else ledger.hands[seat].score
    return UNKNOWN if points is None else str(points)


def _shares(upper: Rect, lower: Rect) -> tuple[Rect, Rect]:
    """Return the places of the emblem and of the points, which have two thirds of the room."""
    whole = upper.h + lower.h
    head = whole // 3
    return (
        Rect(upper.x, upper.y, upper.w, head),
        Rect(upper.x, upper.y + head, upper.w, whole - head),
    )


def _edges(look: Look, model: Model) -> tuple[Rect, ...]:
    """Return the edge of the screen of each player, by their seats."""
    if isinstance(model.page, AtTable | LightTable):
        where = bands(look, edge_px(look, model)).panels
        return panel_places(look, where, len(model.game.players))
    width, height = look.canvas.size
    high = height // (4 if look.shape is Shape.TALL else 3)
    edge = Rect(look.px(8), height - high - look.px(8), width - 2 * look.px(8), high)
    return columns(edge, len(model.game.players), look.px(8))
