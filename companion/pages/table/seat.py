"""A seat that the table plays: what it decides now, what hands do for it, and handing it over.

It decides by what everybody at the table knows (R-INF-1): a position does not hold the order of the
bag. Its action is only announced; it happens once people have done it, and what they enter counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf

import msgspec
from msgspec.structs import replace

from companion.core.commands import OK, RA, Command, Prompt, bindings_of, tap
from companion.core.effects import Order, Update, refused, saying
from companion.core.messages import MachineMessage, Message
from companion.core.model import MachineMove, Model, machine_strength, seat_guests
from companion.core.notices import Notes, Notice
from companion.core.page import Handler
from companion.i18n import Words, mark
from companion.narration import bundle_names, tile_name
from companion.opponent.strength import Strength
from companion.pages.table import auction, beginning, playing, table
from companion.pages.table.situation import Over
from companion.rules.actions import (
    Bid,
    Choice,
    Discard,
    EndGods,
    Invoke,
    Pass,
    ReachIntoBag,
    UseGod,
)
from companion.rules.auction import Call, bidding_order
from companion.rules.editions import Edition, Seat
from companion.rules.model import Auction, Game, Phase
from companion.rules.problems import Fact
from companion.rules.tiles import bundle


class Asked(msgspec.Struct, frozen=True):
    """A seat that the table plays and that decides now, or next in the auction that runs."""

    seat: Seat
    game: Game
    """As it is if they decide now: in an auction with what was called as bids."""
    strength: Strength
    is_due: bool
    """Whether they decide now; else people may still call before them."""


def asked(model: Model) -> Asked | None:
    """Return the seat that the table decides for; None while people decide, or less is entered."""
    timeline = model.session.timeline
    if timeline is None or timeline.partial_game is not None:
        return None
    if all(guest.is_person for guest in seat_guests(model)):
        return None
    game = timeline.game
    if isinstance(game.stage, Auction):
        return _bidding(model, game.stage)
    own = None if game.stage is Phase.OVER else machine_strength(model, game.active)
    return None if own is None else Asked(game.active, game, own, is_due=True)


def _bidding(model: Model, stage: Auction) -> Asked | None:
    """Return the first seat in the order of bidding that the table plays and that has not called.

    It is due when everybody before it has called, or has no sun with which they would lead.
    """
    now = auction.auction_now(model)
    if now is None:
        return None
    is_due = True
    for seat in now.asked:
        own = machine_strength(model, seat)
        if own is None:
            is_due = False
            continue
        lead = now.leader
        bid, bidder = (None, None) if lead is None else (lead.sun, lead.seat)
        called = replace(stage, best_bid=bid, best_bidder=bidder)
        return Asked(seat, replace(now.game, active=seat, stage=called), own, is_due)
    return None


def silent_before(model: Model) -> tuple[Call, ...]:
    """Return that those pass who could call before the next seat that the table plays.

    Nothing if there is no such seat in the auction that runs, or nobody could.
    """
    now, next_one = auction.auction_now(model), asked(model)
    if now is None or next_one is None:
        return ()
    order = bidding_order(now.game, now.auction)
    before = order[: order.index(next_one.seat)]
    return tuple(Call(seat, is_silent=True) for seat in before if seat in now.asked)


def is_due(model: Model) -> bool:
    """Whether the table decides for a seat now, and can."""
    now = asked(model)
    return now is not None and now.is_due and may_call(model)


def may_call(model: Model) -> bool:
    """Whether the table decides for a seat, now or later in this auction, and can.

    It does not where people enter something else for that seat.
    """
    known = thought(model)
    is_open = known is None or (known.choice is not None and not known.is_put_away)
    return asked(model) is not None and is_open


def thought(model: Model) -> MachineMove | None:
    """Return what was decided for the seat that is asked; None while it is thought about."""
    now, known = asked(model), model.pending.thought
    return known if now is not None and known is not None and known.game == now.game else None


def is_thinking(model: Model) -> bool:
    """Whether the screen waits for what the table decides."""
    return is_due(model) and thought(model) is None


def is_put_away(model: Model) -> bool:
    """Whether people draw for that seat, or enter something else: the table is shown as always."""
    known = thought(model)
    return known is not None and known.is_put_away


def is_shown(model: Model) -> bool:
    """Whether the screen says what hands do for a seat, in place of the table."""
    page = model.page
    if not isinstance(page, table.Table) or page.pick is not None:
        return False
    return not auction.has_result(model) and is_due(model) and not is_put_away(model)


def hide_instruction(model: Model, *, is_put_away: bool) -> Model:
    """Return the model that shows the table as always, or again what hands do."""
    now, known = asked(model), thought(model)
    if now is None:
        return model
    if known is None:  # it is still thought about
        known = MachineMove(now.game, None)
    kept = replace(known, is_put_away=is_put_away)
    return replace(model.with_pending(thought=kept), page=table.Table())


def draws(model: Model) -> bool:
    """Whether people have drawn for that seat, and only the tile is to be entered."""
    known = thought(model)
    return known is not None and known.is_put_away and isinstance(known.choice, ReachIntoBag)


AGAIN_SECONDS = 0.5
"""Hands take longer for the next thing: a second press so soon is the first, said twice."""


def is_said_twice(model: Model) -> bool:
    """Whether hands were said to be done only a moment ago."""
    return model.now < model.pending.hands_at + AGAIN_SECONDS


def on_tick(model: Model) -> Update | None:
    """Return the model in which keys mean again what they say; None: they do already.

    It differs from the one before: the picture holds what a touch means, and is drawn anew.
    """
    if model.pending.hands_at == -inf or is_said_twice(model):
        return None
    return model.with_pending(hands_at=-inf), ()


def done(model: Model) -> Update:
    """Let what was decided happen, as hands have done it; for a draw people enter the tile."""
    now, known = asked(model), thought(model)
    if is_said_twice(model):
        return model, ()
    if now is None or not now.is_due or known is None or known.choice is None:
        return refused(model, Notice(Notes.NOT_NOW))
    model = model.with_pending(hands_at=model.now)
    match known.choice:
        case Bid(sun):
            return auction.call(model, Call(now.seat, sun))
        case Pass():
            return auction.call(model, Call(now.seat))
        case Invoke() | UseGod() | EndGods() | Discard():
            return playing.play(model, known.choice)
        case _:
            return hide_instruction(model, is_put_away=True), ()


class Instruction(msgspec.Struct, frozen=True):
    """What a seat does, and what hands do for it, in English words."""

    does: str
    hands: str
    facts: Mapping[str, Fact]


_NOTHING_TO_DO = mark("Nothing to move")


def hands(model: Model) -> Instruction | None:
    """Return what the screen says for the seat that the table plays; None if it says nothing."""
    now = asked(model)
    if now is None:
        return None
    known = thought(model)
    facts: dict[str, Fact] = {"name": now.game.setup.players[now.seat]}
    if known is None or known.choice is None:
        return Instruction(mark("{name} is thinking"), mark("One moment"), facts)
    return _hands(now.game, known.choice, facts)


def _hands(game: Game, choice: Choice, facts: dict[str, Fact]) -> Instruction:
    match choice:
        case Bid(sun):
            does, told = mark("{name} bids {sun}"), mark("Push sun {sun} forward")
            return Instruction(does, told, {**facts, "sun": sun})
        case Pass():
            return Instruction(mark("{name} passes"), _NOTHING_TO_DO, facts)
        case Invoke():
            is_statue = game.setup.edition is Edition.C25
            given = (
                mark("Give {name} the Ra statue")
                if is_statue
                else mark("Give {name} the Ra figure")
            )
            return Instruction(mark("{name} invokes Ra!"), given, facts)
        case UseGod(space):
            tile = game.track[space]
            taken: dict[str, Fact] = {} if tile is None else {"tile": tile}
            does, told = mark("{name} uses a God tile"), mark("Swap the God tile for {tile}")
            return Instruction(does, told, {**facts, **taken, "number": space + 1})
        case EndGods():
            return Instruction(mark("{name} uses no more God tiles"), _NOTHING_TO_DO, facts)
        case Discard():
            return Instruction(mark("{name} discards"), mark("Into the box: {tiles}"), facts)
        case _:
            return Instruction(mark("{name} draws a tile"), mark("Take one out of the bag"), facts)


def sentences(model: Model, words: Words, name: str | None = None) -> tuple[str, ...]:
    """Return what the seat does and what hands do, in the language of the table.

    Args:
        model: Somebody plays on it whom the table plays.
        words: The language.
        name: What that seat is called here; None: as everywhere.
    """
    told, known = hands(model), thought(model)
    if told is None:
        return ()
    facts = {key: tile_name(fact, words) if key == "tile" else fact  # type: ignore[arg-type]
             for key, fact in told.facts.items()}  # fmt: skip
    if name is not None:
        facts["name"] = name
    if known is not None and isinstance(known.choice, Discard):
        facts["tiles"] = bundle_names(bundle(known.choice.tiles), words)
    return words.say(told.does, **facts), words.say(told.hands, **facts)


class MachineSeat(Over, frozen=True):
    """A machine has decided: the screen says what hands do, in place of the table."""

    def commands(self) -> Iterator[Command]:
        """Yield that hands are done; what else could be done is not written."""
        for command in self.under.commands():
            yield command.silent()
        known = thought(self.model)
        has_decided = known is not None and known.choice is not None
        yield tap("Done", HandsDone(), OK, RA, lit=has_decided)

    def prompt(self) -> Prompt:
        now, told = asked(self.model), hands(self.model)
        if now is None or told is None:
            return self.under.prompt()
        return Prompt(told.does, told.facts, now.seat)

    def aloud(self, words: Words) -> Iterator[str]:
        yield from sentences(self.model, words)


class JustDone(Over, frozen=True):
    """Hands were done a moment ago: a second press of the same says nothing else."""

    def commands(self) -> Iterator[Command]:
        found = tuple(self.under.commands())
        yield from found
        taps = bindings_of(found).taps
        for control in (OK, RA):
            if control in taps:
                yield Command(replace(taps[control], message=HandsDone()), (control,))


class HandOver(Message, frozen=True):
    """A message: the table plays this seat so well from now on; None: a person does."""

    seat: Seat
    strength: Strength | None


class HandsDone(Message, frozen=True):
    """A message: hands have done for a seat what the screen says."""


class HideInstruction(Message, frozen=True):
    """A message: people enter something else than what the screen says; the table is right."""


class Decided(MachineMessage, frozen=True):
    """A message: this is decided on this table; None: nothing can be."""

    game: Game
    choice: Choice | None


class Think(Order, frozen=True):
    """An order: decide for whose turn it is, and forget what was thought about before."""

    game: Game
    strength: Strength


class KeepSeats(Order, frozen=True):
    """An order: keep who plays each seat of the game on the table, for the next start."""

    strengths: tuple[Strength | None, ...]


Orders = Think | KeepSeats


def orders(before: Model, after: Model) -> tuple[Order, ...]:
    """Return the order to think, if the table decides about something that it did not before."""
    now = asked(after)
    if now is None or thought(after) is not None:
        return ()
    was = asked(before)
    if was is not None and was.game == now.game and was.strength is now.strength:
        return ()
    return (Think(now.game, now.strength),)


def _decided(model: Model, message: Decided) -> Update:
    now = asked(model)
    if now is None or now.game != message.game:  # another table: nobody waits for it
        return model, ()
    thought = MachineMove(message.game, message.choice, is_put_away(model))
    return model.with_pending(thought=thought), ()


def _handed_over(model: Model, seat: Seat, strength: Strength | None) -> Update:
    here, timeline = seat_guests(model), model.session.timeline
    if timeline is None or not 0 <= seat < len(here):
        return refused(model, Notice(Notes.NOT_NOW))
    if timeline.partial_game is not None and strength is not None:
        return refused(model, Notice(Notes.TABLE_PLAYS_FULL))
    left = tuple(
        replace(guest, strength=strength) if place == seat else guest
        for place, guest in enumerate(here)
    )
    now = asked(model)
    agreement = beginning.as_played(model.session.agreement, left)
    after = model.with_session(last_guests=left, agreement=agreement)
    if now is not None and now.seat == seat:  # the new player of this seat decides again
        after = after.with_pending(thought=None)
    kept = KeepSeats(tuple(guest.strength for guest in left))
    return after, (kept,)


def with_less(model: Model) -> Model:
    """Return the model that says why the table does not play on, if less is entered now."""
    if all(guest.is_person for guest in seat_guests(model)):
        return model
    return saying(model, Notice(Notes.TABLE_PLAYS_FULL))


MESSAGES: Mapping[type[Message], Handler] = {
    HandsDone: lambda model, _: done(model),
    HideInstruction: lambda model, _: (hide_instruction(model, is_put_away=True), ()),
    HandOver: lambda model, message: _handed_over(model, message.seat, message.strength),
    Decided: _decided,
}
"""What becomes of a seat that the table plays."""
