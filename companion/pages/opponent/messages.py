"""Orders to the machine that thinks for a seat, its answers, and handing a seat over."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.core.drafts import Thought
from companion.core.effects import Update, refused, saying
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.opponent.strength import Strength
from companion.pages import new_game
from companion.pages.opponent import seat as seats
from companion.rules.actions import Choice
from companion.rules.editions import Seat
from companion.rules.model import Game


class HandOver(msgspec.Struct, frozen=True):
    """A message: the table plays this seat so well from now on; None: a person does."""

    seat: Seat
    strength: Strength | None


class HandsDone(msgspec.Struct, frozen=True):
    """A message: hands have done for a seat what the screen says."""


class PutAway(msgspec.Struct, frozen=True):
    """A message: people enter something else than what the screen says; the table is right."""


class Decided(msgspec.Struct, frozen=True):
    """A message: this is decided on this table; None: nothing can be."""

    game: Game
    choice: Choice | None


Message = HandOver | HandsDone | PutAway | Decided


class Think(msgspec.Struct, frozen=True):
    """An order: decide for whose turn it is, and forget what was thought about before."""

    game: Game
    strength: Strength
    seed: int


class KeepSeats(msgspec.Struct, frozen=True):
    """An order: keep who plays each seat of the game on the table, for the next start."""

    strengths: tuple[Strength | None, ...]


Order = Think | KeepSeats


def orders(before: Model, after: Model) -> tuple[Order, ...]:
    """Return the order to think, if the table decides about something that it did not before."""
    now, timeline = seats.asked(after), after.session.timeline
    if now is None or timeline is None or seats.thought(after) is not None:
        return ()
    was = seats.asked(before)
    if was is not None and was.game == now.game and was.strength is now.strength:
        return ()
    return (Think(now.game, now.strength, timeline.seq),)


def update(model: Model, message: Message) -> Update:
    """Return what becomes of a seat that the table plays."""
    match message:
        case HandsDone():
            return seats.done(model)
        case PutAway():
            return seats.put_away(model, is_put_away=True), ()
        case HandOver(seat, strength):
            return _handed_over(model, seat, strength)
        case Decided(game, choice):
            now = seats.asked(model)
            if now is None or now.game != game:  # another table: nobody waits for it
                return model, ()
            is_away = seats.is_put_away(model)
            return model.with_drafts(thought=Thought(game, choice, is_away)), ()


def _handed_over(model: Model, seat: Seat, strength: Strength | None) -> Update:
    guests, timeline = seats.guests(model), model.session.timeline
    if timeline is None or not 0 <= seat < len(guests):
        return refused(model, Notice(Notes.NOT_NOW))
    if timeline.ledger is not None and strength is not None:
        return refused(model, Notice(Notes.TABLE_PLAYS_FULL))
    left = tuple(
        replace(guest, strength=strength) if place == seat else guest
        for place, guest in enumerate(guests)
    )
    now = seats.asked(model)
    agreement = new_game.as_played(model.session.agreement, left)
    after = model.with_session(last_guests=left, agreement=agreement)
    if now is not None and now.seat == seat:  # the new player of this seat decides again
        after = after.with_drafts(thought=None)
    kept = KeepSeats(tuple(guest.strength for guest in left))
    return replace(after, page=replace(after.page)), (kept,)


def with_less(model: Model) -> Model:
    """Return the model that says why the table does not play on, if less is entered now."""
    if all(guest.is_person for guest in seats.guests(model)):
        return model
    return saying(model, Notice(Notes.TABLE_PLAYS_FULL))
