"""How a game comes to the table: dealt, again with the same people, or as it was left."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.controls import BUTTONS
from companion.core.effects import (
    CloseBook,
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
    TakeSuns,
)
from companion.core.model import Model, without_game
from companion.core.naming import all_called, choosable
from companion.core.notices import Notes, Notice
from companion.core.session import Agreement, Guest
from companion.pages import new_game, table
from companion.pages.navigation import FEWEST_PLAYERS
from companion.rules.actions import Level
from companion.rules.editions import Setup
from companion.rules.model import Phase
from companion.rules.names import visible
from companion.rules.records.shapes import SetLevel
from companion.rules.records.timeline import begin


def begin_with(model: Model, guests: tuple[Guest, ...]) -> Update:
    """Hand out suns to those who sit here: dealt by the screen, or by people themselves."""
    if not are_enough(model, guests):
        return refused(model, Notice(Notes.NEEDS_TWO))
    if model.session.agreement.is_first and not isinstance(model.page, new_game.LayingOut):
        return replace(model, page=new_game.LayingOut(guests)), ()
    everybody = with_machines(model, guests)
    return deal(model, everybody, is_by_hand=model.session.agreement.dealt_by_hand)


def are_enough(model: Model, guests: tuple[Guest, ...]) -> bool:
    """Whether those who sit here can play, with the seats that the table plays."""
    return len(with_machines(model, guests)) >= FEWEST_PLAYERS


def with_machines(model: Model, guests: tuple[Guest, ...]) -> tuple[Guest, ...]:
    """Return those who have joined and the seats that the table plays, by their buttons."""
    agreed = model.session.agreement
    people = tuple(guest for guest in guests if guest.is_person)
    taken = {guest.button for guest in people}
    free = [button for button in range(BUTTONS) if button not in taken]
    number = new_game.options.seats_of_the_table(agreed, len(people))
    given = {guest.name for guest in people}
    names = [name for name in model.preferences.machine_names if name not in given]
    machines = tuple(
        Guest(button, name, agreed.strength)
        for button, name in zip(free[:number], names, strict=False)
    )
    return tuple(sorted((*people, *machines), key=lambda guest: guest.button))


def as_played(agreement: Agreement, guests: tuple[Guest, ...]) -> Agreement:
    """Return the agreement that the table plays as many seats as among these, and as well."""
    strengths = [guest.strength for guest in guests if guest.strength is not None]
    strength = strengths[0] if strengths else agreement.strength
    return replace(agreement, machines=len(strengths), strength=strength)


def deal(model: Model, guests: tuple[Guest, ...], *, is_by_hand: bool) -> Update:
    """Deal the suns for these guests, or ask who has which."""
    if is_by_hand:
        return replace(model, page=new_game.filled_by_hand(guests)), ()
    return model, (Deal(guests, new_game.fitting(model.session.agreement, len(guests))),)


def _taken(model: Model, message: TakeSuns) -> Update:
    """Show everybody's suns; a game that is over gives its place to the next."""
    page = new_game.Dealing(message.guests, message.suns)
    if model.session.timeline is None:
        return replace(model, page=page), ()
    if model.game.stage is not Phase.OVER:
        return model, ()
    return replace(without_game(model).with_screen(said=None), page=page), (CloseBook(),)


def _rematch(model: Model) -> Update:
    """Deal again for the same people, unless they are still playing."""
    who = tuple(_as_person(model, guest) for guest in model.session.last_guests)
    is_free = model.session.timeline is None or model.game.stage is Phase.OVER
    if not who or not is_free:
        return model, ()
    after, effects = begin_with(model, who)
    if model.session.timeline is None or effects:
        return after, effects
    return without_game(after).with_screen(said=None), (CloseBook(),)


def _as_person(model: Model, guest: Guest) -> Guest:
    """Return a guest without the name of a machine: it stays behind where it had their seat."""
    known, machines = model.session.known_names, model.preferences.machine_names
    is_left_over = guest.is_person and guest.name in machines and guest.name not in known
    return replace(guest, name="") if is_left_over else guest


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
    people = (guest for guest in guests if guest.is_person)
    names = tuple(guest.name for guest in people if visible(guest.name))
    known = tuple(dict.fromkeys((*names, *model.session.known_names)))
    at_table = replace(
        without_game(model)
        .with_session(
            timeline=timeline,
            buttons=tuple(guest.button for guest in guests),
            agreement=replace(agreement, is_first=False),
            is_first=agreement.is_first,
            last_guests=guests,
            known_names=known,
        )
        .with_screen(acted_at=model.now, said=None),
        page=table.Table(),
    )
    return at_table, (OpenBook(timeline, guests, agreement),)


def _resumed(model: Model, message: Resumed) -> Update:
    """Bring a kept game back to the table."""
    over = message.timeline.game.stage is Phase.OVER
    page = table.at_rest(message.timeline) if over else table.page_after(message.timeline)
    buttons = tuple(guest.button for guest in message.guests)
    back = replace(
        without_game(model)
        .with_session(
            timeline=all_called(message.timeline, buttons, model),
            buttons=buttons,
            agreement=replace(
                as_played(message.agreement, message.guests),
                level=model.session.agreement.level,
                is_first=False,
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
    guests, agreement = model.session.last_guests, model.session.agreement
    if message.last_guests and not guests:
        guests = message.last_guests
        agreement = as_played(agreement, guests)
    kept = model.session.kept or message.kept
    after = model.with_session(
        known_names=known, last_guests=guests, agreement=agreement, kept=kept
    )
    return after, ()


def update(model: Model, message: BeforeAGame) -> Update:
    """Return what becomes of who plays, and how a game comes to the table."""
    match message:
        case Agree() if model.session.timeline is not None:
            return refused(model, Notice(Notes.NOT_NOW))  # its secrecy was agreed on before
        case Agree(agreement):
            return model.with_session(agreement=agreement), ()
        case Rematch():
            return _rematch(model)
        case TakeSuns():
            return _taken(model, message)
        case Dealt():
            return dealt(model, message)
        case Resumed():
            return _resumed(model, message)
        case GoOn():
            is_free = model.session.kept and model.session.timeline is None
            return model, (ResumeGame(),) if is_free else ()
        case Remembered():
            return _remembered(model, message)
