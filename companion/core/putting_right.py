"""The pages on which screen and table are made to agree: table, past, and a table laid anew.

What there is to choose is decided in modules of their own; here it meets the controls.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.core import correcting, rebuilding
from companion.core.asked import Prompt
from companion.core.correcting import ChooseCure, Correcting
from companion.core.effects import Again, Effect
from companion.core.history import moment
from companion.core.mending import Cell, Mend, Mending, Way
from companion.core.mending_ledger import cells_of
from companion.core.messages import Enter, GoTo, Message, Next, Push, Turn
from companion.core.model import AtTable, History, Model
from companion.core.offers import Controls, Offer
from companion.core.rebuilt import Rebuilding
from companion.words import mark

Update = tuple[Model, tuple[Effect, ...]]

Page = Mending | Correcting | Rebuilding

PAGES = (Mending, Correcting, Rebuilding)
"""The pages of this module."""

FIX_KEY = "tab"
"""Opens the fix panel, and closes it again."""


def opened(model: Model, page: Page) -> Page | None:
    """Return the page with what it points at still there; None if it has no place any more."""
    if model.timeline is None:
        return None
    if isinstance(page, Correcting):
        is_there = correcting.moment_of(model.timeline, page.seq) is not None
        return page if is_there else None
    if isinstance(page, Rebuilding):
        return rebuilding.turned(model.game, page, 0)
    cells = _cells(model)
    cell = page.cell % len(cells)
    way = None if page.way is None else page.way % len(cells[cell].ways)
    return Mending(cell, way)


def _cells(model: Model) -> tuple[Cell, ...]:
    """Return everything that can be put right now."""
    return () if model.timeline is None else cells_of(model.timeline)


def controls(model: Model, page: Page) -> Controls:
    """Return what every control does on these pages."""
    if isinstance(page, Rebuilding):
        return rebuilding.controls(model.game, page)
    push = Offer(Push(), "Choose")
    back = Offer(GoTo(_back(model, page)), "Back")
    taps = {"ok": push, "dial": push, "undo": back, "ra": Offer(Next(), "Back to the table")}
    return Controls(taps, {}, "Choose")


def _back(model: Model, page: Mending | Correcting) -> Mending | AtTable | History:
    if isinstance(page, Mending):
        return AtTable() if page.way is None else Mending(page.cell)
    moments = model.timeline.moments if model.timeline else ()
    return History(next((at for at, each in enumerate(moments, 1) if each.seq == page.seq), 0))


def keys(model: Model) -> Mapping[str, Message] | None:
    """Return what keys do on these pages; None on any other."""
    page = model.page
    if isinstance(page, Rebuilding):
        return rebuilding.keys(model.game, page)
    if not isinstance(page, Mending | Correcting):
        return None
    back = GoTo(_back(model, page))
    found: dict[str, Message] = {"escape": back, "backspace": back, FIX_KEY: Next()}
    found |= dict.fromkeys(("return", "enter", "space"), Push())
    return found | {"left": Turn(-1), "up": Turn(-1), "right": Turn(1), "down": Turn(1)}


def prompt(_: Model, page: Page) -> Prompt:
    """Return what these pages ask."""
    if isinstance(page, Rebuilding):
        return Prompt("Lay the table as the screen says, one thing after the other")
    if isinstance(page, Correcting):
        return Prompt(
            mark("Entry {entry} was wrong: what was it?")
            if page.why is None
            else mark("Entry {entry} no longer fits: what now?"),
            {"entry": page.seq},
        )
    if page.way is None:
        return Prompt("The table is right: what is different from the screen?")
    return Prompt("How does it lie on the table?")


def turn(model: Model, steps: int) -> Update:
    """Move along the things, the ways they can lie, or the ways out."""
    page = model.page
    if isinstance(page, Correcting) and model.timeline is not None:
        count = len(correcting.cures(model.timeline, page))
        way = (page.way + steps) % count if count else 0
        return replace(model, page=replace(page, way=way)), ()
    if isinstance(page, Rebuilding):
        return replace(model, page=rebuilding.turned(model.game, page, steps)), ()
    if isinstance(page, Mending):
        cells = _cells(model)
        if page.way is None:
            return replace(model, page=Mending((page.cell + steps) % len(cells))), ()
        count = len(cells[page.cell].ways)
        return replace(model, page=Mending(page.cell, (page.way + steps) % count)), ()
    return model, ()


def push(model: Model) -> Update:
    """Choose what is pointed at."""
    page = model.page
    if isinstance(page, Correcting) and model.timeline is not None:
        return choose_cure(model, ChooseCure(page.way))
    if isinstance(page, Rebuilding):
        return model, (Again(rebuilding.controls(model.game, page).taps["ok"].message),)
    if not isinstance(page, Mending):
        return model, ()
    cell = _cells(model)[page.cell]
    if page.way is None:
        return replace(model, page=Mending(page.cell, start(cell.ways))), ()
    return model, (Again(said(cell.ways[page.way])),)


def start(ways: tuple[Way, ...]) -> int:
    """Return which way the dial points at first: how the thing lies now."""
    return next((place for place, way in enumerate(ways) if way.fix is None), 0)


def mend(model: Model, message: Mend) -> Update:
    """Open the fix panel at what was touched, with the dial at how it lies now."""
    for place, cell in enumerate(_cells(model)):
        if cell.matter is message.matter and message.whose in (cell.slot, cell.seat):
            return model, (Again(GoTo(Mending(place, start(cell.ways)))),)
    return model, (Again(GoTo(Mending())),)


def said(way: Way) -> Message:
    """Return what choosing this way means."""
    return Next() if way.fix is None else Enter(way.fix)


def choose_cure(model: Model, message: ChooseCure) -> Update:
    """Go on with a correction in one of the ways that are open."""
    page, timeline = model.page, model.timeline
    if not isinstance(page, Correcting) or timeline is None:
        return model, ()
    cures = correcting.cures(timeline, page)
    if message.way >= len(cures):
        return model, ()
    decided = correcting.decided(timeline, page, cures[message.way])
    if decided is None:
        return model, (Again(GoTo(Mending())),)
    if isinstance(decided, Correcting):
        return model, (Again(GoTo(decided)),)
    return model, (Again(Enter(decided)),)


def correcting_at(model: Model, at: int) -> Correcting | None:
    """Return the page that corrects the action at this place of the history, if it can be."""
    found = moment(model, at)
    standing = 0 if model.timeline is None else len(model.timeline.moments)
    if found is None or at > standing or not correcting.is_correctable(found):
        return None
    return Correcting(found.seq)


UPDATES: Mapping[type, Callable[[Model, Any], Update]] = {
    ChooseCure: choose_cure,
    Mend: mend,
}
