"""From the model to the picture: one function, pure."""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from companion.core.messages import Message
from companion.core.model import (
    About,
    Agreeing,
    AtTable,
    Dealing,
    Finale,
    History,
    Menu,
    Model,
    Scoring,
    Seating,
    Welcome,
)
from companion.view.about import about
from companion.view.agreeing import agreeing
from companion.view.canvas import Canvas
from companion.view.dealing import dealing
from companion.view.edge import troubles
from companion.view.finale import finale
from companion.view.history import history
from companion.view.look import Look, Piece, assembled, look
from companion.view.menu import menu
from companion.view.scene import Scene
from companion.view.scoring import scoring
from companion.view.seating import seating
from companion.view.table import table
from companion.view.toast import passing
from companion.view.welcome import welcome


def scene(model: Model, canvas: Canvas) -> Scene[Message]:
    """Return everything that is on the screen now, and what a touch means where."""
    looks = look(canvas, model.preferences)
    page = _PAGES[type(model.page)](looks, model, model.page)
    whole = assembled(chain(page, troubles(looks, model), passing(looks, model)))
    return Scene(canvas.size, whole.items, whole.targets)


_PAGES: dict[type, Callable[[Look, Model, Any], Iterable[Piece]]] = {
    Welcome: welcome,
    Seating: seating,
    Agreeing: agreeing,
    Dealing: dealing,
    AtTable: table,
    Scoring: scoring,
    Finale: finale,
    History: history,
    Menu: menu,
    About: about,
}
