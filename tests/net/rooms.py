"""Every page that is examined here: those of the galleries, and states that no picture shows."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from companion.core.model import Model, Preferences, Session
from companion.pages.menu.menu import Menu
from companion.pages.new_game.welcome import Welcome
from companion.pages.scoring.epoch import EpochScores
from companion.rules.actions import DRAWS
from companion.rules.records.entries import Undo
from companion.rules.records.timeline import enter
from companion.rules.tiles import Tile
from tests.view import gallery
from tests.view.gallery import NAMES

__all__ = ["NAMES", "ROOMS"]

Made = Callable[[int, tuple[str, ...]], Model]

_TAGS = {"04A1": "nile", "04B2": "sun-3", "04000003": "gold"}

_ONE_BUTTON = Preferences(scan_seconds=2.0)


def _made(page: str, changed: Callable[[Model], Model]) -> Made:
    """Return a page of the galleries with something else in the model."""
    return lambda players, names: changed(gallery.PAGES[page](players, names))


def _by_one_button(model: Model) -> Model:
    return replace(model, preferences=_ONE_BUTTON, now=5.0)


def _taken_back(players: int, names: tuple[str, ...]) -> Model:
    """Return a table at which two tiles were drawn, the second of them taken back."""
    model = gallery.PAGES["turn"](players, names)
    timeline = model.session.timeline
    assert timeline is not None
    for said in (DRAWS[Tile.NILE], DRAWS[Tile.PYRAMID], Undo(1)):
        timeline = enter(timeline, said, "04A1" if said == DRAWS[Tile.NILE] else "")
    return model.with_session(timeline=timeline).with_hardware(tags=_TAGS)


_MORE: Mapping[str, Made] = {
    "welcome with a kept game": lambda players, names: Model(
        page=Welcome(),
        session=Session(last_guests=gallery.guests(players, names), kept=True, known_names=names),
    ),
    "winner and a kept game": _made(
        "winner", lambda model: model.with_session(kept=True, known_names=NAMES)
    ),
    "turn with tags": _made("turn", lambda model: model.with_hardware(tags=_TAGS)),
    "taken back with tags": _taken_back,
    "bid with tags": _made("bid", lambda model: model.with_hardware(tags=_TAGS)),
    "turn by one button": _made("turn", _by_one_button),
    "bid by one button": _made("bid", _by_one_button),
    "menu by one button": _made("menu", _by_one_button),
    "light by one button": _made("light", _by_one_button),
    "menu over a revealing": _made(
        "revealing an epoch",
        lambda model: replace(
            model.with_screen(revealing=EpochScores(hidden=2)), page=Menu(), now=5.0
        ),
    ),
}

ROOMS: Mapping[str, Made] = {**gallery.PAGES, **_MORE}
"""How each comes about, for so many players of these names."""
