"""A player looks at their own points: large at their edge of the screen, while they hold on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.core.bindings import Binding
from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.effects import RecordPeek, Update, refused
from companion.core.messages import EndPeek, Peek
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.session import Peeking, Secrecy
from companion.pages import opponent
from companion.pages.status_bar import edge_px
from companion.pages.table.ra_track import UNKNOWN
from companion.rules.editions import Seat
from companion.rules.model import Phase
from companion.ui.layout import bands, columns, panel_places, rows, square
from companion.ui.pieces import emblem
from companion.ui.scene import Align, Box, Rect, Text, Weight
from companion.ui.style import CENTRED, Piece, Shape, Size, Style

PEEK_SECONDS = 5.0
"""So long a peek lasts at most, however long the button is held."""


def may_peek(model: Model) -> bool:
    """Whether players may look at their own points now (R-INF-2)."""
    is_running = model.session.timeline is not None and model.game.stage is not Phase.OVER
    return is_running and model.session.agreement.secrecy is Secrecy.OWN_PEEK


def peeks(model: Model) -> Mapping[Control, Binding]:
    """Return what holding a player's button offers, by control; nothing where nobody may peek."""
    if not may_peek(model):
        return {}
    return {
        PLAYER_CONTROLS[button]: Binding(Peek(Seat(seat)), "Your points", is_silent=True)
        for seat, button in enumerate(model.session.buttons)
        if opponent.seat.strength(model, Seat(seat)) is None
    }


def deadline(model: Model) -> float | None:
    """Return when the points are hidden by themselves, in seconds of the monotonic clock."""
    return None if model.session.peek is None else model.session.peek.since + PEEK_SECONDS


def over(model: Model) -> Model:
    """Return the model without a peek that has lasted long enough, or has no place any more."""
    due = deadline(model)
    is_over = due is not None and (model.now >= due or not may_peek(model))
    return model.with_session(peek=None) if is_over else model


def update(model: Model, message: Peek | EndPeek) -> Update:
    """Show a player's points, or hide them: that they looked is kept, what they saw is not."""
    if isinstance(message, EndPeek):
        return model.with_session(peek=None), ()
    if not may_peek(model) or message.seat not in model.game.setup.seats:
        return model, ()
    if opponent.seat.strength(model, message.seat) is not None:
        return refused(model, Notice(Notes.NOT_NOW))  # what lies face down is nobody's to see
    return model.with_session(peek=Peeking(message.seat, model.now)), (RecordPeek(message.seat),)


HIDDEN = "\N{BLACK DIAMOND}\N{BLACK DIAMOND}"
"""Points that lie face down."""

_VEIL = 0.85
"""How much of a page is hidden meanwhile; at the table the points take the places of the panels."""


def show_peek(look: Style, model: Model) -> Iterator[Piece]:
    """Yield the points of who looks, and for the others that theirs lie face down."""
    if model.session.peek is None or not may_peek(model):
        return
    looking, theme, places = model.session.peek.seat, look.theme, _edges(look, model)
    if not model.page.is_table:
        width, height = look.canvas.size
        top = places[0].y - look.px(8)
        yield Box(Rect(0, 0, width, top), theme.ground, opacity=_VEIL)
        yield Box(Rect(0, top, width, height - top), theme.ground)
    for seat, place in enumerate(places):
        own = seat == looking
        button = model.session.buttons[seat]
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
    ledger = None if model.session.timeline is None else model.session.timeline.ledger
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


def _edges(look: Style, model: Model) -> tuple[Rect, ...]:
    """Return the edge of the screen of each player, by their seats."""
    if model.page.is_table:
        where = bands(look, edge_px(look, model)).panels
        return panel_places(look, where, len(model.game.players))
    width, height = look.canvas.size
    high = height // (4 if look.shape is Shape.TALL else 3)
    edge = Rect(look.px(8), height - high - look.px(8), width - 2 * look.px(8), high)
    return columns(edge, len(model.game.players), look.px(8))
