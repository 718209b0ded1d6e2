"""Whose each phone is: a free seat is taken at once, a taken one after a yes at the table."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.effects import Update
from companion.core.model import LONGEST_NAME, Model, SeatRequest, after_typing
from companion.core.notices import Notes, Notice
from companion.core.page import Audience, Page
from companion.core.session import Guest
from companion.pages.new_game import dealing, seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.phones import deeds, join
from companion.pages.score_sheet.tally import SheetTally
from companion.pages.table.table import Table
from companion.rules.model import Phase


def seated(model: Model) -> tuple[Guest, ...]:
    """Return who sits at the table, also while another page is open."""
    if model.session.timeline is not None:
        people = model.session.last_guests
        names, buttons = model.game.setup.players, model.session.buttons
        if len(people) != len(names):
            people = tuple(Guest(button) for button in buttons)
        return tuple(
            replace(guest, button=button, name=name)
            for guest, button, name in zip(people, buttons, names, strict=True)
        )
    counting = deeds.counting(model)
    if counting is not None:
        partial_game = counting.partial_game
        return tuple(Guest(int(seat), partial_game.name(seat)) for seat in partial_game.setup.seats)
    for page in (model.page, model.screen.seats):
        if isinstance(page, seating.Seating | dealing.Dealing):
            return page.guests
    return ()


def is_taken(model: Model, button: int) -> bool:
    """Whether somebody sits there and a phone must ask first; nobody does who is only counted."""
    is_here = any(guest.button == button for guest in seated(model))
    is_sheet = model.session.timeline is None and isinstance(model.page, SheetTally)
    return is_here and not is_sheet


def named(name: str) -> str:
    """Return a name as it could have been typed at the table."""
    return after_typing("", "".join(each for each in name if each.isprintable()))[:LONGEST_NAME]


def sit(model: Model, phone: str, button: int, name: str) -> Update | Notice:
    """Let a phone sit down; where somebody sits already, the table is asked."""
    owner = model.phones.seated.get(button)
    if owner == phone:
        return rename(model, button, name)
    if owner is not None:
        return Notice(Notes.PHONE_SEAT_TAKEN)
    here = {guest.button: guest for guest in seated(model)}
    if button in here and not here[button].is_person:
        return Notice(Notes.PHONE_NO_SEAT)
    if is_taken(model, button):
        return _asking(model, SeatRequest(phone, button))
    if button in here:
        return with_phone(model, phone, button), ()
    page = _joined(model, Guest(button, named(name)))
    if page is None:
        return Notice(Notes.PHONE_NO_SEAT)
    is_open = model.page.is_seating or isinstance(model.page, Welcome | join.Join)
    after = with_phone(model, phone, button)
    if is_open or model.page.audience is Audience.NOBODY:
        return replace(after, page=page), ()
    return after.with_screen(seats=page), ()


def _joined(model: Model, guest: Guest) -> Page | None:
    """Return the seats with one more guest; None where nobody can sit down now."""
    if model.session.timeline is not None or isinstance(model.page, dealing.Dealing):
        return None
    here = seated(model)
    if deeds.counting(model) is not None:
        return None
    guests = tuple(sorted((*here, guest), key=lambda each: each.button))
    return seating.Seating(guests)


def _asking(model: Model, asking: SeatRequest) -> Update | Notice:
    """Ask the table, at once if nothing else is being decided there."""
    others = tuple(each for each in model.phones.asking if each.phone != asking.phone)
    if any(each.button == asking.button for each in others):
        return Notice(Notes.PHONE_SEAT_TAKEN)
    after = model.with_phones(asking=(*others, asking))
    page = model.page
    is_quiet = isinstance(page, Table) and page.pick is None
    is_quiet = is_quiet and isinstance(model.game.stage, Phase)
    if page.is_seating or is_quiet:
        return replace(after, page=join.Join()), ()
    return after, ()


def with_phone(model: Model, phone: str, button: int) -> Model:
    """Return the model in which this phone is the panel of a seat, and of no other one."""
    kept = {at: each for at, each in model.phones.seated.items() if each != phone}
    asking = tuple(
        each for each in model.phones.asking if each.phone != phone and each.button != button
    )
    return model.with_phones(seated={**kept, button: phone}, asking=asking)


def stand(model: Model, phone: str) -> Update:
    """Let a phone belong to nobody; who sits there stays."""
    kept = {at: each for at, each in model.phones.seated.items() if each != phone}
    return model.with_phones(seated=kept), ()


def rename(model: Model, button: int, name: str) -> Update | Notice:
    """Give the owner of a button another name, as long as the game has not begun."""
    for page in (model.page, model.screen.seats):
        if isinstance(page, seating.Seating) and model.session.timeline is None:
            guests = tuple(
                replace(guest, name=named(name)) if guest.button == button else guest
                for guest in page.guests
            )
            after = replace(page, guests=guests)
            if page is model.page:
                return replace(model, page=after), ()
            return model.with_screen(seats=after), ()
    return Notice(Notes.PHONE_NO_SEAT)


def present(model: Model) -> Model:
    """Return the model without phones of seats that nobody has any more."""
    here = {guest.button for guest in seated(model) if guest.is_person}
    kept = {button: phone for button, phone in model.phones.seated.items() if button in here}
    if len(kept) == len(model.phones.seated):
        return model
    return model.with_phones(seated=kept)
