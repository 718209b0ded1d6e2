"""From the model to the picture: one function, pure."""

from itertools import chain

from companion.core.messages import Message
from companion.core.model import Model
from companion.view.canvas import Canvas
from companion.view.card import over_the_page
from companion.view.doubting import doubt
from companion.view.edge import troubles
from companion.view.frames import Seen, frame
from companion.view.look import Part, assembled, look
from companion.view.pages import shown_by
from companion.view.peek import peek
from companion.view.pointing import pointing
from companion.view.resting import calling, resting
from companion.view.scene import Scene
from companion.view.slip import slip
from companion.view.toast import toast


def scene(model: Model, canvas: Canvas) -> Scene[Message]:
    """Return everything that is on the screen when nothing moves, and what a touch means where."""
    return at_rest(seen(model, canvas), canvas)


def seen(model: Model, canvas: Canvas) -> Seen:
    """Return what is on the screen when nothing moves."""
    looks = look(canvas, model.preferences)
    page = assembled(shown_by(type(model.page))(looks, model, model.page))
    over = assembled(
        chain(
            over_the_page(looks, model),
            peek(looks, model),
            calling(looks, model),
            troubles(looks, model),
            doubt(looks, model),
            slip(looks, model),
            toast(looks, model),
            resting(looks, model),
        )
    )
    ring = assembled(pointing(looks, model, page.targets + over.targets))
    return Seen(model, page, Part(over.items + ring.items, over.targets))


def moving(before: Seen, after: Seen, canvas: Canvas) -> Seen:
    """Return what is on the screen from now on, and how it comes there from what was before."""
    from companion.view.motion import moves  # noqa: PLC0415 - nothing moves to the first picture

    return after._replace(moves=moves(look(canvas, after.model.preferences), before, after))


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
