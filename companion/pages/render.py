"""From the model to the picture; what shows a page is loaded when it is first shown. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from msgspec.structs import replace

from companion.core.commands import PLAYER_CONTROLS, Control
from companion.core.messages import Message
from companion.core.model import Model
from companion.pages.controls import can_ask, controls
from companion.pages.kiosk import presence
from companion.pages.status_bar import edge_px, toast, troubles
from companion.ui.animation import RenderedPage, frame
from companion.ui.scene import Scene, Target
from companion.ui.style import Canvas, Part, Piece, Ui, assembled, cached, ui_on
from companion.ui.widgets import card_key, corner


def scene(model: Model, canvas: Canvas) -> Scene[Message]:
    """Return everything that is on the screen when nothing moves, and what a touch means where."""
    return at_rest(seen(model, canvas), canvas)


def seen(model: Model, canvas: Canvas) -> RenderedPage:
    """Return what is on the screen when nothing moves."""
    ui = ui_on(canvas, model.preferences)
    page = assembled(model.page.view(ui, model))
    over = assembled(
        chain(
            _arrows(ui, model, page),
            _card(ui, model),
            _peek(ui, model),
            presence.calling(ui, model),
            troubles(ui, model),
            toast(ui, model),
            presence.resting(ui, model),
        )
    )
    ring = assembled(_pointing(ui, model, page.targets + over.targets))
    return RenderedPage(model, page, Part(over.items + ring.items, over.targets))


def _arrows(ui: Ui, model: Model, page: Part) -> Iterable[Piece]:
    if not model.session.is_first:
        return ()
    from companion.pages.table.arrows import arrows  # noqa: PLC0415 - not for the first picture

    return arrows(ui, model, page)


def _card(ui: Ui, model: Model) -> Iterable[Piece]:
    """Yield the rules card, if it lies there, and the key for it in the corner.

    At the table, the key stands beside the question.
    """
    if not model.page.has_track and can_ask(model):
        yield _corner(ui, edge_px(ui, model))
    if model.screen.is_card_shown:
        from companion.pages.reference.rules_card import laid  # noqa: PLC0415 - the same

        yield from laid(ui, model)


@cached
def _corner(ui: Ui, top: int) -> Iterable[Piece]:
    yield from card_key(ui, corner(ui, top))


def _peek(ui: Ui, model: Model) -> Iterable[Piece]:
    if model.session.peek is None:
        return ()
    from companion.pages.table.peek import show_peek  # noqa: PLC0415 - not for the first picture

    return show_peek(ui, model)


def _pointing(ui: Ui, model: Model, targets: tuple[Target[Message], ...]) -> Iterable[Piece]:
    if not model.preferences.scan_seconds:
        return ()
    from companion.pages.page_view import pointing  # noqa: PLC0415 - the same

    return pointing(ui, model, targets)


def moving(before: RenderedPage, after: RenderedPage, canvas: Canvas) -> RenderedPage:
    """Return what is on the screen from now on, and how it comes there from what was before."""
    from companion.pages.motion import moves  # noqa: PLC0415 - nothing moves to the first picture

    return replace(after, moves=moves(ui_on(canvas, after.model.preferences), before, after))


def at_rest(shown: RenderedPage, canvas: Canvas) -> Scene[Message]:
    """Return the picture to which everything that moves comes."""
    page, over = shown.page, shown.over
    return Scene(canvas.size, page.items + over.items, page.targets + over.targets)


def at(shown: RenderedPage, now: float, rest: Scene[Message]) -> Scene[Message]:
    """Return the picture at a time, in seconds of the monotonic clock; at last the one at rest."""
    items = frame(shown.page.items, shown.moves, now)
    if items is shown.page.items:
        return rest
    return Scene(rest.size, items + shown.over.items, rest.targets)


LAMPS = (*PLAYER_CONTROLS, Control.RA, Control.OK, Control.UNDO)


def lamps(model: Model) -> dict[Control, float]:
    """Return how bright every lamp is now, 0 to 1."""
    now = controls(model)
    lit = {control: 1.0 if now.is_lit(control) else 0.0 for control in LAMPS}
    return presence.lamps(model, model.page.lamp_levels(model, lit))
