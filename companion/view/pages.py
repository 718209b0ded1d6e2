"""Which function shows which page: each is loaded when its page is first shown.

So the first picture does not wait for forty pages that are not on it.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

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
from companion.view import (
    about,
    agreeing,
    attract,
    correcting,
    counting,
    dealing,
    finale,
    gathering,
    history,
    joining,
    light_table,
    looking_back,
    mending,
    menu,
    packing,
    pin,
    quiet_pages,
    rebuilding,
    reckoned,
    rules_pages,
    scoring,
    seating,
    stopping,
    table,
    teaching,
    trying,
    versions,
    welcome,
    wizard,
)
from companion.view.look import Look, Piece

Showing = Callable[[Look, Model, Any], Iterable[Piece]]
"""Yields what is on a page."""


def shown_by(page: type) -> Showing:
    """Return what shows this kind of page.

    Raises:
        KeyError: Nothing does.
    """
    return _pages()[page]


def load_all() -> None:
    """Load what shows the other pages, so that nobody waits for it later."""
    _pages()


@cache
def _pages() -> Mapping[type, Showing]:
    return {
        Welcome: welcome.welcome,
        Seating: seating.seating,
        Agreeing: agreeing.agreeing,
        Dealing: dealing.dealing,
        AtTable: table.table,
        LightTable: light_table.light_table,
        Joining: joining.joining,
        Stopping: stopping.stopping,
        Scoring: scoring.scoring,
        Finale: finale.finale,
        History: history.history,
        Menu: menu.menu,
        Games: looking_back.games,
        Replay: looking_back.replay,
        Statistics: looking_back.statistics,
        About: about.about,
        Wizard: wizard.wizard,
        Trying: trying.trying,
        Teaching: teaching.teaching,
        Mending: mending.mending,
        Rebuilding: rebuilding.rebuilding,
        Correcting: correcting.correcting,
        Rules: rules_pages.rules,
        Worth: rules_pages.worth,
        Pin: pin.pin,
        Staff: menu.listed_now,
        Help: menu.listed_now,
        Asking: menu.listed_now,
        Versions: versions.versions,
        SwitchingOff: quiet_pages.switching_off,
        Locked: quiet_pages.locked,
        Attract: attract.attract,
        BoxCheck: packing.packing,
        Gathering: gathering.gathering,
        Counting: counting.counting_page,
        Reckoned: reckoned.reckoned,
    }
