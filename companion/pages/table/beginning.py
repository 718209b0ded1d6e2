"""How a game comes to the table, and how it goes again as long as nothing has happened."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.controls import BUTTONS
from companion.core.effects import OpenBook, Update, WithdrawBook
from companion.core.messages import Route
from companion.core.model import Model, without_game
from companion.core.session import Agreement, Guest, seats_of_the_table
from companion.pages import registry
from companion.pages.table import table
from companion.rules.editions import RA_LIMITS, Edition, NoPenalty, Options, Setup, Split
from companion.rules.names import visible
from companion.rules.records.entries import SetLevel
from companion.rules.records.timeline import Timeline, begin


def fitting(agreement: Agreement, players: int, given: Options | None = None) -> Agreement:
    """Return the agreement without what does not fit this many players (D-01, R-SCO-5).

    Every game that begins gets its agreement here.

    Args:
        agreement: What is proposed at this table.
        players: How many play.
        given: The options of a game that was set up already, such as that of a record.
    """
    options = of_another_game(agreement, players).options
    if given is not None:
        options = given
    elif players != min(RA_LIMITS):
        options = replace(options, two_player_split=None, two_player_no_penalty=NoPenalty.OFF)
    elif options.edition is Edition.ALEA_1999 and options.two_player_split is None:
        options = replace(options, two_player_split=Split.RAZZIA)
    return replace(agreement, options=options)


def of_another_game(agreement: Agreement, players: int) -> Agreement:
    """Return what was agreed on without the suns dealt then, and without a limit for others.

    How many spaces a board's Ra track has depends on the number of players.
    """
    options = agreement.options
    is_other = options.suns is not None and len(options.suns) != players
    limit = None if is_other else options.ra_limit
    return replace(agreement, options=replace(options, suns=None, ra_limit=limit))


def with_machines(model: Model, guests: tuple[Guest, ...]) -> tuple[Guest, ...]:
    """Return those who have joined and the seats that the table plays, by their buttons."""
    agreed = model.session.agreement
    people = tuple(guest for guest in guests if guest.is_person)
    taken = {guest.button for guest in people}
    free = [button for button in range(BUTTONS) if button not in taken]
    number = seats_of_the_table(agreed, len(people))
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
        .with_screen(acted_at=model.now, notice=None),
        page=table.Table(),
    )
    return at_table, (OpenBook(timeline, guests, agreement),)


def is_untouched(timeline: Timeline | None) -> bool:
    """Whether nothing has happened in a game since it began but that its level was agreed."""
    return (
        timeline is not None
        and not timeline.undone
        and timeline.seq == len(timeline.steps)
        and is_bare(timeline)
    )


def is_bare(timeline: Timeline) -> bool:
    """Whether nothing stands in a game but that its level was agreed."""
    return all(isinstance(step.action, SetLevel) for step in timeline.steps)


def taken_back(model: Model) -> Update:
    """Lead back to the suns of a game in which nothing stands; its journal goes.

    Who joins a game has dealt no suns, and sits down again.
    """
    timeline = model.session.timeline
    if timeline is None or not is_bare(timeline):
        return model, ()
    guests, suns = model.session.last_guests, timeline.start.setup.suns
    if len(guests) != len(suns):  # their names have been forgotten meanwhile
        guests = tuple(map(Guest, model.session.buttons))
    is_by_hand = model.session.agreement.dealt_by_hand
    page = registry.page(Route.DEALING, model, guests, suns, 0 if is_by_hand else None)
    said = [each.action for each in timeline.steps if isinstance(each.action, SetLevel)]
    if any(each.is_unknown for each in said):
        page = registry.page(Route.SEATING, model, guests)
    agreement = replace(model.session.agreement, is_first=model.session.is_first)
    cleared = without_game(model).with_session(agreement=agreement)
    return replace(cleared.with_screen(notice=None), page=page), (WithdrawBook(),)
