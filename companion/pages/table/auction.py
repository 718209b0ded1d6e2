"""An auction: who bid and passed, who leads, how it is settled, and what is taken back.

Calls are kept beside the game, not in its journal: nobody knows yet what they come to. The
settlement writes what is known to be true of them (``rules/auction.py``).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import NamedTuple

from msgspec.structs import replace

from companion.core.effects import Cue, Dispatch, Effect, Sound, Update, WriteEntry, refused, saying
from companion.core.messages import SettleAuction
from companion.core.model import Model, OpenAuction, SettledAuction, TakenBack, machine_strength
from companion.core.notices import Notes, Notice
from companion.pages.table import playing, settled, table
from companion.pages.table import seat as table_seat
from companion.rules.actions import BIDS, PASS, Bid, Pass
from companion.rules.auction import (
    Call,
    Calls,
    answers,
    asked,
    bidding_order,
    higher_suns,
    is_decided,
    is_forced,
    last_calls,
    leader,
    may_pass,
    settlement,
)
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import Seat, Sun, Suns
from companion.rules.events import AuctionBegan, BidMade, Passed
from companion.rules.legal import why_not
from companion.rules.model import Auction, Game
from companion.rules.problems import Fact, Problem, Why
from companion.rules.records.entries import Undo
from companion.rules.records.timeline import Step, Timeline


class AuctionNow(NamedTuple):
    """Everything that was called in the auction that runs."""

    game: Game
    auction: Auction
    lines: Calls
    """What the journal has of it, in order."""
    calls: Calls
    """What was called beside that."""
    began: int
    """Which entry began it."""
    entries: int
    """How many entries stand since."""

    @property
    def every(self) -> Calls:
        """Return what the journal has, then what was called."""
        return (*self.lines, *self.calls)

    @property
    def leader(self) -> Call | None:
        """The highest sun, and whose it is."""
        return leader(self.every)

    @property
    def answers(self) -> Mapping[Seat, Sun | None]:
        """What counts of each player who has answered."""
        return answers(self.game, self.auction, self.every)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """Who may still answer."""
        return asked(self.game, self.auction, self.every)

    @property
    def is_forced(self) -> bool:
        """Whether it cannot be settled yet, as the Ra player must bid (section 1.6, A3)."""
        return is_forced(self.auction, self.every)

    @property
    def must_bid(self) -> Seat | None:
        """Who must bid, as nobody else is left to: the Ra player; None: nobody must yet."""
        caller = self.auction.ra_player
        return caller if self.is_forced and set(self.asked) <= {caller} else None

    @property
    def passed(self) -> frozenset[Seat]:
        """Who has said that they pass."""
        return frozenset(seat for seat, sun in last_calls(self.every).items() if sun is None)

    def higher(self, seat: Seat) -> Suns:
        """Return the suns with which a player would lead."""
        return higher_suns(self.game, self.every, seat)

    @property
    def every_higher(self) -> tuple[tuple[Sun, Seat], ...]:
        """Every sun that would lead now, ascending, and whose it is."""
        return tuple(
            sorted((sun, seat) for seat in self.game.setup.seats for sun in self.higher(seat))
        )

    def may_pass(self, seat: Seat) -> bool:
        """Whether a player can pass."""
        return may_pass(self.game, self.auction, self.every, seat)


def auction_now(model: Model) -> AuctionNow | None:
    """Return what was called in the auction that runs; None while there is none."""
    timeline = model.session.timeline
    if timeline is None or timeline.partial_game is not None:
        return None
    game = timeline.game
    if not isinstance(game.stage, Auction):
        return None
    lines, began, entries = _lines(timeline)
    draft = model.pending.auction
    calls: Calls = ()
    if isinstance(draft, OpenAuction) and draft.began == began:
        up = {seat: (None, *game.players[seat].suns) for seat in game.setup.seats}
        # nobody can call a sun that they have not: the table may have been corrected since
        calls = tuple(call for call in draft.calls if call.sun in up.get(call.seat, ()))
    return AuctionNow(game, game.stage, lines, calls, began, entries)


def _lines(timeline: Timeline) -> tuple[Calls, int, int]:
    """Return what the journal has of this auction, which entry began it, and how many follow.

    Calls before a fix that let the auction begin anew are none of it.
    """
    found: list[Call] = []
    counts = True
    for entries, step in enumerate(reversed(timeline.steps)):
        counts = counts and not _begins_anew(step)
        for event in reversed(step.events):
            match event:
                case BidMade(seat, sun) if counts:
                    found.append(Call(seat, sun))
                case Passed(seat) if counts:
                    found.append(Call(seat))
                case AuctionBegan():
                    return tuple(reversed(found)), step.seq, entries
                case _:
                    pass
    stage = timeline.start.stage
    if counts and isinstance(stage, Auction) and stage.best_bidder is not None:
        found.append(Call(stage.best_bidder, stage.best_bid))
    return tuple(reversed(found)), 0, len(timeline.steps)


def _begins_anew(step: Step) -> bool:
    """Whether a fix put all calls away: it said who bids next, or moved suns."""
    fix, stage = step.action, step.game.stage
    if not isinstance(fix, Fix) or not isinstance(stage, Auction) or stage.best_bidder is not None:
        return False
    has_moved = any(hand.suns is not None or hand.spent is not None for hand in fix.hands)
    return has_moved or (fix.active, fix.stage, fix.centre) != (None, None, None)


def owner(game: Game, sun: Sun) -> Seat | None:
    """Return who has this sun face up; None if nobody has."""
    return next((seat for seat in game.setup.seats if sun in game.players[seat].suns), None)


def step_sun(model: Model, seat: Seat) -> Update:
    """Let the next higher sun of a player lead, the lowest first.

    Only their last one can settle the auction: whoever wants a higher one presses again.
    """
    now = auction_now(model)
    if seat not in model.game.setup.seats:
        return refused(model, Notice(Notes.NOT_NOW))
    if now is None:
        past = settled.reopenable(model)
        return _no_auction(model) if past is None else settled.step_again(model, past, seat)
    suns = now.higher(seat)
    if not suns:
        return _no_higher(model, seat)
    return _call(model, now, Call(seat, suns[0]), is_final=len(suns) == 1)


def _no_higher(model: Model, seat: Seat) -> Update:
    return refused(model, Notice(Notes.NO_MORE_SUNS, {"name": model.game.setup.players[seat]}))


def take_sun(model: Model, sun: Sun, *, settles: bool = True) -> Update:
    """Let this sun lead, whoever owns it."""
    now, seat = auction_now(model), owner(model.game, sun)
    if now is None:
        past = settled.reopenable(model)
        if past is None:
            return _no_auction(model)
        lead = leader(past.calls)
        if seat is None or (lead is not None and sun <= (lead.sun or 0)):
            return settled.is_over(model, past)
        return settled.reopen(model, past, lambda after: call(after, Call(seat, sun)))
    if seat is None:
        return refused(model, Problem(Why.NOBODY_HAS_SUN, {"sun": sun}))
    if sun in now.higher(seat):
        return _call(model, now, Call(seat, sun), is_final=settles)
    lead = now.leader
    names = model.game.setup.players
    if lead is None or lead.sun is None:
        return _no_higher(model, seat)
    facts: dict[str, Fact] = {"name": names[lead.seat], "sun": lead.sun}
    if lead.sun == sun:
        return refused(model, Notice(Notes.LEADS_ALREADY, facts))
    return refused(model, Notice(Notes.SUN_TOO_LOW, {**facts, "low": sun}))


def call_pass(model: Model, seat: Seat) -> Update:
    """Note that a player passes."""
    now = auction_now(model)
    if now is None:
        return _no_auction(model)
    if seat not in model.game.setup.seats:
        return refused(model, Notice(Notes.NOT_NOW))
    if now.may_pass(seat):
        return _call(model, now, Call(seat))
    names = model.game.setup.players
    lead = now.leader
    if lead is not None and lead.seat == seat and lead.sun is not None:
        facts: dict[str, Fact] = {"name": names[seat], "sun": lead.sun}
        return refused(model, Notice(Notes.LEADS_ALREADY, facts))
    if now.is_forced and seat == now.auction.ra_player:
        return refused(model, Problem(Why.MUST_BID, {"name": names[seat]}))
    if seat in now.passed:
        return refused(model, Notice(Notes.HAS_PASSED, {"name": names[seat]}))
    return _no_higher(model, seat)


def call(model: Model, call: Call) -> Update:
    """Note what was called for a seat that the table plays."""
    now = auction_now(model)
    return _no_auction(model) if now is None else _call(model, now, call)


def _call(model: Model, now: AuctionNow, call: Call, *, is_final: bool = True) -> Update:
    settles = is_final and is_decided(now.game, now.auction, (*now.every, call))
    call = replace(call, after=now.entries, settles=settles)
    draft = OpenAuction((*now.calls, call), now.began, _running(model, now, call))
    after = replace(model.with_pending(auction=draft).with_screen(notice=None), page=table.Table())
    if table_seat.is_due(after):  # no time runs while the table decides
        after = paused(after)
    sound = Sound(Cue.PASS if call.sun is None else Cue.BID)
    return after, (sound, Dispatch(SettleAuction())) if settles else (sound,)


def _running(model: Model, now: AuctionNow, call: Call) -> float:
    """Return since when the auction settles itself: since its last sun."""
    if call.sun is not None:
        return model.now
    if machine_strength(model, call.seat) is not None and now.leader is not None:
        return model.now  # it stood still until the table had decided
    draft = model.pending.auction
    return draft.since if isinstance(draft, OpenAuction) and now.calls else inf


def can_settle(model: Model) -> bool:
    """Whether the auction can be settled, or the next seat that the table plays can call."""
    now = auction_now(model)
    if table_seat.may_call(model):
        return not table_seat.is_due(model)  # then hands say when they have done what it calls
    return now is not None and not now.is_forced


def settle(model: Model) -> Update:
    """Write what is known of the auction, line by line; the last one decides it."""
    now = auction_now(model)
    if now is None:
        return _no_auction(model)
    written = _written(model, now)
    if table_seat.may_call(model) and not written:
        return _let_it_call(model, now)
    if now.is_forced:
        caller = now.game.setup.players[now.auction.ra_player]
        return refused(model, Problem(Why.MUST_BID, {"name": caller}))
    lines = settlement(now.game, now.auction, now.lines, _calls_that_count(model, now, written))
    if lines.undo:
        if written or not now.entries:
            return _one_by_one(model, now, written)
        again = _from_the_start if _has_calls_alone(model, now) else _anew
        return again(model, now)
    actions = lines.actions if lines.first is None else (Fix(active=lines.first), *lines.actions)
    first, *rest = actions
    played, effects = playing.enter_exactly(model, first)
    timeline = played.session.timeline
    if timeline is None or timeline is model.session.timeline:
        return played, effects
    if rest:
        kept = OpenAuction(now.calls, now.began, inf, written + 1)
        return _settling_on(played, effects, kept)
    return _decided(played, model, timeline, now, written), effects


def _has_calls_alone(model: Model, now: AuctionNow) -> bool:
    """Whether the journal has calls since the auction began, and nothing that must stay."""
    timeline = model.session.timeline
    since = () if timeline is None else timeline.steps[len(timeline.steps) - now.entries :]
    return bool(since) and all(isinstance(step.action, Bid | Pass) for step in since)


def _written(model: Model, now: AuctionNow) -> int:
    """Return how many lines of the settlement are written already."""
    draft = model.pending.auction
    if not isinstance(draft, OpenAuction) or draft.began != now.began:
        return 0
    return min(draft.written, now.entries)


def _recorded_before(model: Model, written: int) -> Calls:
    """Return what the record had of the auction before the lines of its settlement."""
    timeline = model.session.timeline
    if timeline is None:
        return ()
    before = timeline.steps[: len(timeline.steps) - written]
    return _lines(replace(timeline, steps=before))[0]


def _calls_that_count(model: Model, now: AuctionNow, written: int) -> Calls:
    """Return what was called beside the lines that count: also of the record, if it begins anew."""
    timeline = model.session.timeline
    if timeline is None or not written or not isinstance(timeline.steps[-written].action, Fix):
        return now.calls
    return (*_recorded_before(model, written), *now.calls)


def _decided(model: Model, before: Model, after: Timeline, now: AuctionNow, written: int) -> Model:
    """Return the model after the last line, with the lines that a higher sun takes back."""
    called = (*_recorded_before(before, written), *now.calls)
    past = SettledAuction(called, now.began, written + 1, after.seq, model.now)
    return model.with_pending(auction=past)


def _let_it_call(model: Model, now: AuctionNow) -> Update:
    """Let a seat that the table plays call; earlier players who said nothing have passed."""
    silent = table_seat.silent_before(model)
    if not silent:  # it is due: hands say when they have done what it calls
        return refused(model, Notice(Notes.NOT_NOW))
    silent = tuple(replace(call, after=now.entries) for call in silent)
    draft = OpenAuction((*now.calls, *silent), now.began)
    return replace(model.with_pending(auction=draft), page=table.Table()), (Sound(Cue.PASS),)


def _from_the_start(model: Model, now: AuctionNow) -> Update:
    """Take back what the journal has of the auction: too little of it fits what was called."""
    after, effects = playing.enter_exactly(model, Undo(now.entries))
    return _settling_on(after, effects, OpenAuction(now.every, now.began, inf))


def _anew(model: Model, now: AuctionNow) -> Update:
    """Let the auction begin anew, without taking back what was corrected or fixed in it."""
    first, *_ = bidding_order(now.game, now.auction)
    after, effects = playing.enter_exactly(model, Fix(active=first))
    if after.session.timeline is model.session.timeline:
        return after, effects
    return _settling_on(after, effects, OpenAuction(now.calls, now.began, inf, written=1))


def _settling_on(model: Model, effects: tuple[Effect, ...], kept: OpenAuction) -> Update:
    """Return the model with what is still to be written; only the last line has its sounds."""
    return model.with_pending(auction=kept), (*lines_alone(effects), Dispatch(SettleAuction()))


def lines_alone(effects: tuple[Effect, ...]) -> tuple[WriteEntry, ...]:
    """Return what is written, without sounds."""
    return tuple(each for each in effects if isinstance(each, WriteEntry))


def _one_by_one(model: Model, now: AuctionNow, written: int) -> Update:
    """Write the next player's call, and go on: the record begins inside this auction.

    There is nothing before it to take back, and who was not heard has passed. Nor is anything taken
    back that this settlement has written, so it comes to an end.
    """
    sun = last_calls(now.calls).get(now.game.active)
    is_higher = sun is not None and sun > (now.auction.best_bid or 0)
    action = BIDS[sun] if sun is not None and is_higher else PASS
    played, effects = playing.enter_exactly(model, action)
    before, after = model.session.timeline, played.session.timeline
    if after is None or after is before:
        return played, effects
    if not isinstance(after.game.stage, Auction):
        return _decided(played, model, after, now, written), effects
    return _settling_on(played, effects, OpenAuction(now.calls, now.began, inf, written + 1))


def take_back(model: Model) -> Update | None:
    """Take back what was called last, or the settlement; None if neither was the last thing done.

    Passes that one press let everybody have said are taken back together.
    """
    past = settled.last_result(model)
    if past is not None:
        after, effects = settled.reopened(model, past)
        return _settled_again(*_without_what_decided(after), effects)
    now = auction_now(model)
    if now is None or last_call(model) is None:
        return None
    left, gone = _without_the_last(now.calls)
    return _taken_back(model, now, left, gone)


def last_call(model: Model) -> Call | None:
    """Return the last call of the auction that runs; None: an entry came after it."""
    now = auction_now(model)
    if now is None or not now.calls or now.calls[-1].after < now.entries:
        return None
    return now.calls[-1]


def without(model: Model, call: Call) -> Update:
    """Take one call of the auction that runs back, and leave those that came after it."""
    now = auction_now(model)
    if now is None or call not in now.calls:
        return _no_auction(model)
    left = tuple(each for each in now.calls if each != call)
    return _taken_back(model, now, left, (call,))


def _taken_back(model: Model, now: AuctionNow, left: Calls, gone: Calls) -> Update:
    draft = OpenAuction(left, now.began)
    events = tuple(
        Passed(call.seat) if call.sun is None else BidMade(call.seat, call.sun) for call in gone
    )
    after = replace(model.with_pending(auction=draft), page=table.Table())
    return _settled_again(saying(after, TakenBack(events, again=False)), gone, (Sound(Cue.UNDO),))


def lines_to_settle(model: Model) -> int | None:
    """Return how many lines that were taken back settle the auction that is open; None: none do."""
    timeline = model.session.timeline
    if timeline is None or auction_now(model) is None or not model.page.is_table:
        return None
    undone = enumerate(reversed(timeline.undone), start=1)
    return next((at for at, step in undone if not isinstance(step.game.stage, Auction)), None)


def _without_the_last(calls: Calls) -> tuple[Calls, Calls]:
    """Return what was called before the last press, and what that press called."""
    first = len(calls) - 1
    while calls[first].is_silent and first and calls[first - 1].is_silent:
        first -= 1
    return calls[:first], calls[first:]


def _without_what_decided(model: Model) -> tuple[Model, Calls]:
    """Return the auction without its last call if that alone settled it: one press, one Undo."""
    now = auction_now(model)
    if now is None or not now.calls or not now.calls[-1].settles:
        return model, ()
    left, gone = _without_the_last(now.calls)
    return model.with_pending(auction=OpenAuction(left, now.began)), gone


def _settled_again(model: Model, gone: Calls, effects: tuple[Effect, ...]) -> Update:
    """Settle an auction as before where only a late bid of who had passed is gone.

    Else it is open now: whoever settles it says so.
    """
    now = auction_now(model)
    if now is None or not now.calls or not now.calls[-1].settles:
        return model, effects
    if any(call.sun is not None and call.seat in now.passed for call in gone):
        return model, (*effects, Dispatch(SettleAuction()))
    *before, last = now.calls
    draft = OpenAuction((*before, replace(last, settles=False)), now.began)
    return model.with_pending(auction=draft), effects


def paused(model: Model) -> Model:
    """Return the model in which nothing is settled by time alone: only OK does it now."""
    draft = model.pending.auction
    if not isinstance(draft, OpenAuction) or draft.since == inf:
        return model
    return model.with_pending(auction=replace(draft, since=inf))


def due(model: Model) -> float | None:
    """Return when the auction settles itself, in monotonic seconds; None: only OK does it.

    While the rules card or anything else is open, nothing settles.
    """
    if model.screen.is_card_shown:
        return None
    seconds, draft = model.preferences.auction_settle_seconds, model.pending.auction
    now = auction_now(model)
    if not seconds or not isinstance(draft, OpenAuction) or now is None or not now.calls:
        return None
    return draft.since + seconds if draft.since < inf and now.leader is not None else None


def on_tick(model: Model) -> Update | None:
    """Return what the passing of time does at an auction or just after it; None: nothing."""
    at, past = due(model), settled.last_result(model)
    if at is not None and model.now >= at:
        return model, (Dispatch(SettleAuction()),)
    if past is None or past.is_untouched or settled.is_touched_twice(model):
        return None
    return model.with_pending(auction=replace(past, is_untouched=True)), ()


def running(model: Model) -> tuple[float, float] | None:
    """Return since when, and for how many seconds, time runs at an auction."""
    at, draft = due(model), model.pending.auction
    if at is None or not isinstance(draft, OpenAuction):
        return None
    return draft.since, at - draft.since


def deadline(model: Model) -> float | None:
    """Return when an auction settles itself, or a touch means what is there now."""
    end = settled.touched_twice_until(model)
    return due(model) if end is None else end


def _no_auction(model: Model) -> Update:
    if model.session.timeline is None:
        return refused(model, Notice(Notes.NOT_NOW))
    past = settled.last_result(model)
    return (
        refused(model, why_not(model.game, PASS)) if past is None else settled.is_over(model, past)
    )
