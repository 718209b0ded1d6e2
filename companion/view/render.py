"""From the model to the picture: one function, pure."""

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from companion.core import cafe
from companion.core.box_check import BoxCheck
from companion.core.correcting import Correcting
from companion.core.counting import Counting, Reckoned
from companion.core.gathering import Gathering
from companion.core.house import (
    Asking,
    Attract,
    Help,
    Locked,
    Pin,
    Staff,
    SwitchingOff,
    Versions,
)
from companion.core.joining import Joining
from companion.core.light_table import LightTable
from companion.core.mending import Mending
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
    Rules,
    Scoring,
    Seating,
    Stopping,
    Welcome,
    Worth,
)
from companion.core.past import Games, Replay, Statistics
from companion.core.rebuilt import Rebuilding
from companion.core.teaching import Teaching
from companion.core.trying import Trying
from companion.core.wizard import Wizard
from companion.view.about import about
from companion.view.agreeing import agreeing
from companion.view.canvas import Canvas
from companion.view.card import over_the_page
from companion.view.correcting import correcting
from companion.view.counting import counting_page
from companion.view.dealing import dealing
from companion.view.doubting import doubt
from companion.view.edge import troubles
from companion.view.finale import finale
from companion.view.frames import frame
from companion.view.gathering import gathering
from companion.view.history import history
from companion.view.joining import joining
from companion.view.light_table import light_table
from companion.view.look import Look, Part, Piece, assembled, look
from companion.view.looking_back import games, replay, statistics
from companion.view.mending import mending
from companion.view.menu import listed, menu
from companion.view.motion import Seen, moves
from companion.view.packing import packing
from companion.view.peek import peek
from companion.view.pin import pin
from companion.view.pointing import pointing
from companion.view.quiet_pages import locked, switching_off
from companion.view.rebuilding import rebuilding
from companion.view.reckoned import reckoned
from companion.view.resting import attract, calling, resting
from companion.view.rules_pages import rules, worth
from companion.view.scene import Scene
from companion.view.scoring import scoring
from companion.view.seating import seating
from companion.view.slip import slip
from companion.view.stopping import stopping
from companion.view.table import table
from companion.view.teaching import teaching
from companion.view.toast import toast
from companion.view.trying import trying
from companion.view.versions import versions
from companion.view.welcome import welcome
from companion.view.wizard import wizard


def scene(model: Model, canvas: Canvas) -> Scene[Message]:
    """Return everything that is on the screen when nothing moves, and what a touch means where."""
    return at_rest(seen(model, canvas), canvas)


def seen(model: Model, canvas: Canvas, before: Seen | None = None) -> Seen:
    """Return what is on the screen from now on, and how it comes there from what was before."""
    looks = look(canvas, model.preferences)
    page = assembled(_PAGES[type(model.page)](looks, model, model.page))
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
    still = Seen(model, page, Part(over.items + ring.items, over.targets))
    return still if before is None else still._replace(moves=moves(looks, before, still))


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


def _listed(look: Look, model: Model, page: cafe.Listed) -> Iterable[Piece]:
    lines = cafe.entries(model, page)
    return listed(look, model, lines, page.row % len(lines))


_PAGES: dict[type, Callable[[Look, Model, Any], Iterable[Piece]]] = {
    Welcome: welcome,
    Seating: seating,
    Agreeing: agreeing,
    Dealing: dealing,
    AtTable: table,
    LightTable: light_table,
    Joining: joining,
    Stopping: stopping,
    Scoring: scoring,
    Finale: finale,
    History: history,
    Menu: menu,
    Games: games,
    Replay: replay,
    Statistics: statistics,
    About: about,
    Wizard: wizard,
    Trying: trying,
    Teaching: teaching,
    Mending: mending,
    Rebuilding: rebuilding,
    Correcting: correcting,
    Rules: rules,
    Worth: worth,
    Pin: pin,
    Staff: _listed,
    Help: _listed,
    Asking: _listed,
    Versions: versions,
    SwitchingOff: switching_off,
    Locked: locked,
    Attract: attract,
    BoxCheck: packing,
    Gathering: gathering,
    Counting: counting_page,
    Reckoned: reckoned,
}
