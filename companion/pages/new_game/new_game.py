"""How a game comes to the table: dealt, again with the same people, or as it was left."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.effects import (
    Deal,
    Dispatch,
    OpenBook,
    ResumeGame,
    Update,
    refused,
    saying,
)
from companion.core.messages import (
    Agree,
    BeforeAGame,
    Dealt,
    Enter,
    GoOn,
    Rematch,
    Remembered,
    Resumed,
)
from companion.core.model import Model, without_questions
from companion.core.naming import all_called, choosable, names_apart
from companion.core.notices import Notes, Notice
from companion.core.session import Agreement, Guest
from companion.pages import new_game, scoring, table
from companion.pages.navigation import FEWEST_PLAYERS
from companion.rules.actions import Level
from companion.rules.editions import Setup
from companion.rules.model import Phase
from companion.rules.names import visible
from companion.rules.records.shapes import SetLevel
from companion.rules.records.timeline import begin


def begin_with(model: Model, guests: tuple[Guest, ...]) -> Update:
    """Begin with those who have joined: deal, or ask who has which suns."""
    if len(guests) < FEWEST_PLAYERS:
        return refused(model, Notice(Notes.NEEDS_TWO))
    if model.session.agreement.is_first and not isinstance(model.page, new_game.LayingOut):
        return replace(model, page=new_game.LayingOut(guests)), ()
    if model.session.agreement.dealt_by_hand:
        order = tuple(range(len(guests)))
        return replace(model, page=new_game.Dealing(guests, order)), ()
    return model, (_deal(model, guests),)


def _deal(model: Model, who: tuple[Guest, ...]) -> Deal:
    return Deal(who, names_apart(who, model), new_game.fitting(model.session.agreement, len(who)))


def _rematch(model: Model) -> Update:
    """Deal again for the same people, unless they are still playing."""
    who = model.session.last_guests
    is_free = model.session.timeline is None or model.game.stage is Phase.OVER
    return (model, (_deal(model, who),)) if who and is_free else (model, ())


def dealt(model: Model, message: Dealt) -> Update:
    """Bring a new game to the table, entered at the level that was agreed."""
    level = message.agreement.level
    after, effects = brought(model, message.setup, message.guests, message.agreement)
    if level is Level.FULL:
        return after, effects
    return after, (*effects, Dispatch(Enter(SetLevel(level))))


def brought(
    model: Model, game_setup: Setup, guests: tuple[Guest, ...], agreement: Agreement
) -> Update:
    """Bring a game to the table in which nothing has happened."""
    timeline = begin(game_setup)
    names = tuple(guest.name for guest in guests if visible(guest.name))
    known = tuple(dict.fromkeys((*names, *model.session.known_names)))
    at_table = replace(
        without_questions(model)
        .with_session(
            timeline=timeline,
            buttons=tuple(guest.button for guest in guests),
            agreement=replace(agreement, is_first=False),
            is_first=agreement.is_first,
            last_guests=guests,
            known_names=known,
            rejected=(),
        )
        .with_screen(acted_at=model.now, said=None),
        page=table.Table(),
    )
    return at_table, (OpenBook(timeline, guests, agreement),)


def _resumed(model: Model, message: Resumed) -> Update:
    """Bring a kept game back to the table."""
    over = message.timeline.game.stage is Phase.OVER
    page = scoring.Finale(len(message.guests)) if over else table.page_after(message.timeline)
    buttons = tuple(guest.button for guest in message.guests)
    back = replace(
        without_questions(model)
        .with_session(
            timeline=all_called(message.timeline, buttons, model),
            buttons=buttons,
            agreement=replace(
                message.agreement, level=model.session.agreement.level, is_first=False
            ),
            is_first=message.agreement.is_first,
            last_guests=message.guests,
            kept=False,
            rejected=message.rejected,
        )
        .with_screen(said=None),
        page=page,
    )
    for notice in message.notices:
        back = saying(back, notice)
    return back, ()


def _remembered(model: Model, message: Remembered) -> Update:
    """Know who was here before; who sits at the table now is not forgotten for it."""
    names = tuple(dict.fromkeys((*model.session.known_names, *message.known_names)))
    known = choosable(names, model)
    guests = model.session.last_guests or message.last_guests
    kept = model.session.kept or message.kept
    return model.with_session(known_names=known, last_guests=guests, kept=kept), ()


def update(model: Model, message: BeforeAGame) -> Update:
    """Return what becomes of who plays, and how a game comes to the table."""
    match message:
        case Agree() if model.session.timeline is not None:
            return refused(model, Notice(Notes.NOT_NOW))  # its secrecy was agreed on before
        case Agree(agreement):
            return model.with_session(agreement=agreement), ()
        case Rematch():
            return _rematch(model)
        case Dealt():
            return dealt(model, message)
        case Resumed():
            return _resumed(model, message)
        case GoOn():
            is_free = model.session.kept and model.session.timeline is None
            return model, (ResumeGame(),) if is_free else ()
        case Remembered():
            return _remembered(model, message)
