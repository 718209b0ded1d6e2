"""From the model to the picture; what shows a page is loaded when it is first shown. Pure."""

from __future__ import annotations

from itertools import chain

from msgspec.structs import replace

from companion.core.messages import Message
from companion.core.model import Model
from companion.pages import table
from companion.pages.kiosk import presence
from companion.pages.reference import card_key
from companion.pages.status_bar import toast, troubles
from companion.pages.switch_scanning import pointing
from companion.ui.animation import Seen, frame
from companion.ui.scene import Scene
from companion.ui.style import Canvas, Part, assembled, style


def scene(model: Model, canvas: Canvas) -> Scene[Message]:
    """Return everything that is on the screen when nothing moves, and what a touch means where."""
    return at_rest(seen(model, canvas), canvas)


def seen(model: Model, canvas: Canvas) -> Seen:
    """Return what is on the screen when nothing moves."""
    looks = style(canvas, model.preferences)
    page = assembled(model.page.view(looks, model))
    over = assembled(
        chain(
            card_key.over_the_page(looks, model),
            table.show_peek(looks, model) if model.session.peek is not None else (),
            presence.calling(looks, model),
            troubles(looks, model),
            toast(looks, model),
            presence.resting(looks, model),
        )
    )
    ring = assembled(pointing(looks, model, page.targets + over.targets))
    return Seen(model, page, Part(over.items + ring.items, over.targets))


def moving(before: Seen, after: Seen, canvas: Canvas) -> Seen:
    """Return what is on the screen from now on, and how it comes there from what was before."""
    from companion.pages.motion import moves  # noqa: PLC0415 - nothing moves to the first picture

    return replace(after, moves=moves(style(canvas, after.model.preferences), before, after))


def at_rest(shown: Seen, canvas: Canvas) -> Scene[Message]:
    """Return the picture to which everything that moves comes."""
    page, over = shown.page, shown.over
    return Scene(canvas.size, page.items + over.items, page.targets + over.targets)


def at(shown: Seen, now: float, rest: Scene[Message]) -> Scene[Message]:
    """Return the picture at a time, in seconds of the monotonic clock; at last the one at rest."""
    items = frame(shown.page.items, shown.moves, now)
    if items is shown.page.items:
        return rest
    return Scene(rest.size, items + shown.over.items, rest.targets)
