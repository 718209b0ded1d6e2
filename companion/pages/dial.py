"""What turning and pushing the dial does on each page."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.effects import Dispatch, Effect
from companion.core.messages import Agree, NextLanguage, NextName, PushDial, TakeSun, TurnDial
from companion.core.mnemonics import GROUP_TILES
from companion.core.model import Model
from companion.pages import (
    archive,
    corrections,
    menu,
    new_game,
    partial,
    reference,
    score_sheet,
    table,
)
from companion.rules.actions import DRAWS, GODS

Update = tuple[Model, tuple[Effect, ...]]


def turn(model: Model, message: TurnDial) -> Update:  # noqa: C901, PLR0911, PLR0912 - a line for each page
    """Move along whatever the page offers."""
    page, steps = model.page, message.steps
    if not steps:
        return model, ()
    match page:
        case new_game.Welcome():
            return model, (Dispatch(NextLanguage(steps)),)
        case new_game.Seating(guests, editing) if editing is not None:
            return model, (Dispatch(NextName(guests[editing].button, steps)),)
        case new_game.OptionsPage(guests, row):
            count = len(new_game.rows(model.agreement, len(guests)))
            return replace(model, page=new_game.OptionsPage(guests, (row + steps) % count)), ()
        case table.Table():
            return table.turned(model, page, steps)
        case partial.PartialTable():
            return partial.partial_table.turn(model, page, steps)
        case partial.Joining():
            return partial.joining_page.turn(model, page, steps)
        case table.History(at):
            return replace(
                model, page=table.History(min(max(0, at + steps), table.length(model)))
            ), ()
        case reference.Rules():
            return replace(model, page=reference.turned_to(page, steps)), ()
        case menu.Menu(row):
            return replace(
                model, page=replace(page, row=(row + steps) % len(menu.entries(model)))
            ), ()
        case corrections.FixPanel() | corrections.FixEntry() | corrections.Rebuild():
            return corrections.corrections.turn(model, steps)
        case score_sheet.SheetTally() | score_sheet.SheetSetup():
            return score_sheet.score_sheet.turn(model, steps)
        case archive.Games() | archive.Replay() | archive.Statistics():
            return archive.archive.turn(model, steps)
        case _:
            return model, ()


def push(model: Model, _: PushDial) -> Update:  # noqa: C901, PLR0911 - a line for each page
    """Choose what the dial points at."""
    page = model.page
    match page:
        case new_game.OptionsPage(guests, row):
            chosen = new_game.rows(model.agreement, len(guests))[row]
            return model, (Dispatch(Agree(chosen.following(1))),)
        case menu.Menu(row):
            return model, (Dispatch(menu.entries(model)[row].message),)
        case corrections.FixPanel() | corrections.FixEntry() | corrections.Rebuild():
            return corrections.corrections.push(model)
        case score_sheet.SheetTally() | score_sheet.SheetSetup():
            return score_sheet.score_sheet.push(model)
        case partial.PartialTable():
            return partial.partial_table.push(model, page)
        case partial.Joining():
            return partial.joining_page.push(model, page)
        case table.Table(table.PickTile(group, focus)) if focus is not None:
            return table.play(model, DRAWS[GROUP_TILES[group][focus]])
        case table.Table(table.PickDeed(deed)):
            return table._do(model, deed)
        case table.Table(table.PickGod(focus)) if focus is not None:
            return table.play(model, GODS[focus])
        case table.Table(table.PickSun(sun=sun)):
            return table.take_sun(model, TakeSun(sun))
        case table.Table(table.PickDiscard(focus=focus)) if focus is not None:
            return table._push_loss(model, focus)
        case _:
            return model, ()
