"""The pages on which screen and table are made to agree: table, past, and a table laid anew.

What there is to choose is decided in modules of their own; here it meets the controls.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from companion.core.bindings import Binding, Bindings, Prompt
from companion.core.effects import Dispatch, Update
from companion.core.messages import Enter, GoTo, Message, Next, PushDial, TurnDial
from companion.core.model import Model
from companion.i18n import mark
from companion.pages import table
from companion.pages.corrections import fix_entry, rebuild
from companion.pages.corrections.fix_entry import ChooseRemedy, FixEntry
from companion.pages.corrections.fix_panel import Cell, FixPanel, OpenFixPanel, Way, cells_of
from companion.pages.corrections.rebuild import Rebuild

Page = FixPanel | FixEntry | Rebuild

FIX_KEY = "tab"
"""Opens the fix panel, and closes it again."""


def opened(model: Model, page: Page) -> Page | None:
    """Return the page with what it points at still there; None if it has no place any more."""
    if model.timeline is None:
        return None
    if isinstance(page, FixEntry):
        is_there = fix_entry.moment_of(model.timeline, page.seq) is not None
        return page if is_there else None
    if isinstance(page, Rebuild):
        return rebuild.turned(model.game, page, 0)
    cells = _cells(model)
    cell = page.cell % len(cells)
    way = None if page.way is None else page.way % len(cells[cell].ways)
    return FixPanel(cell, way)


def _cells(model: Model) -> tuple[Cell, ...]:
    """Return everything that can be put right now."""
    return () if model.timeline is None else cells_of(model.timeline)


def controls(model: Model, page: Page) -> Bindings:
    """Return what every control does on these pages."""
    if isinstance(page, Rebuild):
        return rebuild.controls(model.game, page)
    push = Binding(PushDial(), "Choose")
    back = Binding(GoTo(_back(model, page)), "Back")
    taps = {"ok": push, "dial": push, "undo": back, "ra": Binding(Next(), "Back to the table")}
    return Bindings(taps, {}, "Choose")


def _back(model: Model, page: FixPanel | FixEntry) -> FixPanel | table.Table | table.History:
    if isinstance(page, FixPanel):
        return table.Table() if page.way is None else FixPanel(page.cell)
    moments = model.timeline.moments if model.timeline else ()
    return table.History(
        next((at for at, each in enumerate(moments, 1) if each.seq == page.seq), 0)
    )


def keys(model: Model, page: Page) -> Mapping[str, Message]:
    """Return what keys do on these pages."""
    if isinstance(page, Rebuild):
        return rebuild.keys(model.game, page)
    back = GoTo(_back(model, page))
    found: dict[str, Message] = {"escape": back, "backspace": back, FIX_KEY: Next()}
    found |= dict.fromkeys(("return", "enter", "space"), PushDial())
    return found | {
        "left": TurnDial(-1),
        "up": TurnDial(-1),
        "right": TurnDial(1),
        "down": TurnDial(1),
    }


def prompt(page: Page) -> Prompt:
    """Return what these pages ask."""
    if isinstance(page, Rebuild):
        return Prompt("Set up the table as the screen says, step by step")
    if isinstance(page, FixEntry):
        return Prompt(
            mark("Entry {entry} was wrong: what was it?")
            if page.why is None
            else mark("Entry {entry} no longer fits: what next?"),
            {"entry": page.seq},
        )
    if page.way is None:
        return Prompt("The table is right: what is wrong on the screen?")
    return Prompt("What is it really?")


def turn(model: Model, page: Page, steps: int) -> Update:
    """Move along the things, the ways they can lie, or the ways out."""
    if isinstance(page, FixEntry) and model.timeline is not None:
        count = len(fix_entry.remedies(model.timeline, page))
        way = (page.way + steps) % count if count else 0
        return replace(model, page=replace(page, way=way)), ()
    if isinstance(page, Rebuild):
        return replace(model, page=rebuild.turned(model.game, page, steps)), ()
    if isinstance(page, FixPanel):
        cells = _cells(model)
        if page.way is None:
            return replace(model, page=FixPanel((page.cell + steps) % len(cells))), ()
        count = len(cells[page.cell].ways)
        return replace(model, page=FixPanel(page.cell, (page.way + steps) % count)), ()
    return model, ()


def push(model: Model, page: Page) -> Update:
    """Choose what is pointed at."""
    if isinstance(page, FixEntry) and model.timeline is not None:
        return choose_cure(model, ChooseRemedy(page.way))
    if isinstance(page, Rebuild):
        return model, (Dispatch(rebuild.controls(model.game, page).taps["ok"].message),)
    if not isinstance(page, FixPanel):
        return model, ()
    cell = _cells(model)[page.cell]
    if page.way is None:
        return replace(model, page=FixPanel(page.cell, start(cell.ways))), ()
    return model, (Dispatch(said(cell.ways[page.way])),)


def start(ways: tuple[Way, ...]) -> int:
    """Return which way the dial points at first: how the thing lies now."""
    return next((place for place, way in enumerate(ways) if way.fix is None), 0)


def mend(model: Model, message: OpenFixPanel) -> Update:
    """Open the fix panel at what was touched, with the dial at how it lies now."""
    for place, cell in enumerate(_cells(model)):
        if cell.matter is message.matter and message.whose in (cell.slot, cell.seat):
            return model, (Dispatch(GoTo(FixPanel(place, start(cell.ways)))),)
    return model, (Dispatch(GoTo(FixPanel())),)


def said(way: Way) -> Message:
    """Return what choosing this way means."""
    return Next() if way.fix is None else Enter(way.fix)


def choose_cure(model: Model, message: ChooseRemedy) -> Update:
    """Go on with a correction in one of the ways that are open."""
    page, timeline = model.page, model.timeline
    if not isinstance(page, FixEntry) or timeline is None:
        return model, ()
    cures = fix_entry.remedies(timeline, page)
    if message.way >= len(cures):
        return model, ()
    decided = fix_entry.decided(timeline, page, cures[message.way])
    if decided is None:
        return model, (Dispatch(GoTo(FixPanel())),)
    if isinstance(decided, FixEntry):
        return model, (Dispatch(GoTo(decided)),)
    return model, (Dispatch(Enter(decided)),)


def correcting_at(model: Model, at: int) -> FixEntry | None:
    """Return the page that corrects the action at this place of the history, if it can be."""
    found = table.moment(model, at)
    standing = 0 if model.timeline is None else len(model.timeline.moments)
    if found is None or at > standing or not fix_entry.is_correctable(found):
        return None
    return FixEntry(found.seq)


def update(model: Model, message: ChooseRemedy | OpenFixPanel) -> Update:
    """Return what becomes of the model."""
    match message:
        case ChooseRemedy():
            return choose_cure(model, message)
        case OpenFixPanel():
            return mend(model, message)
