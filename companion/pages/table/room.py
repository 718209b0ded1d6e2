"""What is entered at the table, whatever page is open: who answers each message."""

from __future__ import annotations

from companion.core.effects import Update, refused
from companion.core.messages import (
    AuctionStillOpen,
    BringBack,
    CallPass,
    ChooseLoss,
    EndPeek,
    Enter,
    Message,
    NotWritten,
    OpenGroup,
    Peek,
    Play,
    Rejecting,
    SettleAuction,
    StepSun,
    StepTogether,
    TagSeen,
    TakeBack,
    TakeSun,
    UseGods,
)
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.page import Room
from companion.pages.reference import lessons
from companion.pages.reference.guide import Rule
from companion.pages.table import auction, disaster, peek, playing, settled, tags, turn
from companion.pages.table import seat as table_seat
from companion.rules.records.entries import Redo, Undo


def _take_back(model: Model, message: TakeBack) -> Update:
    """Take back what is half chosen, else the last actions, or a game that has not begun."""
    own = auction.take_back(model) if message.actions == 1 else None
    if own is not None:
        return own
    if message.actions == 1 and playing.is_untouched(model.session.timeline):
        return playing.taken_back(model)
    after, effects = playing.undo(model, Undo(message.actions))
    if message.actions == 1 or after.session.timeline is model.session.timeline:
        return after, effects
    return after.with_pending(auction=None), effects  # the record alone stands where they go back


def _bring_back(model: Model, message: BringBack) -> Update:
    """Bring back the last actions; at an auction that was open again, all that one Undo took."""
    lines = auction.lines_to_settle(model) if message.actions == 1 else None
    return playing.undo(model, Redo(message.actions if lines is None else lines))


def _follow(before: Model, message: Message, after: Model) -> Update:
    """Ask the table to think; an auction that is not looked at, or not saved, waits for OK."""
    is_unseen = after.pending.auction is not None and not after.page.is_table
    if is_unseen or isinstance(message, NotWritten):
        after = auction.paused(after)
    return _tell_rules(before, after), table_seat.orders(before, after)


def _tell_rules(before: Model, after: Model) -> Model:
    """Return the model that explains, in a first game, the rule of what was played.

    The first auction of all is explained while it runs; over what an auction came to stands
    nothing of the turn that follows.
    """
    timeline = after.session.timeline
    if timeline is None or not after.session.is_first:
        return after
    if settled.has_result(after):
        return after.with_session(lesson="")
    now = auction.auction_now(after)
    is_first = now is not None and now.game.epoch == 1
    if now is not None and is_first and not any(each.spent for each in now.game.players):
        leads, asked = now.leader is not None, bool(now.asked)
        told = lessons.at_first_auction(leads=leads, asked=asked).value
        if after.phones.seated.keys() >= {*after.session.buttons}:
            told = Rule.ONE_BID.value  # everybody bids on their phone, and nothing is entered here
        return after.with_session(lesson=told)
    if timeline is before.session.timeline and not settled.has_result(before):
        return after
    return after.with_session(lesson=lessons.telling(timeline))


ROOM = Room(
    messages={
        Play: lambda model, message: playing.play_or_ask(model, message.action),
        Enter: lambda model, message: playing.enter_exactly(model, message.entry),
        TagSeen: tags.tag_seen,
        Rejecting: tags.rejecting,
        TakeBack: _take_back,
        BringBack: _bring_back,
        SettleAuction: lambda model, _: auction.settle(model),
        OpenGroup: lambda model, message: turn.open_group(model, message.group),
        StepSun: lambda model, message: auction.step_sun(model, message.seat),
        StepTogether: lambda model, message: auction.step_sun(model, message.seats[1]),
        TakeSun: lambda model, message: auction.take_sun(
            model, message.sun, settles=message.settles
        ),
        CallPass: lambda model, message: auction.call_pass(model, message.seat),
        AuctionStillOpen: lambda model, _: refused(model, Notice(Notes.AUCTION_OPEN)),
        UseGods: lambda model, _: turn.use_gods(model),
        ChooseLoss: lambda model, message: (
            disaster.keep if message.is_kept else disaster.choose_loss
        )(model, message.tile),
        **dict.fromkeys((Peek, EndPeek), peek.update),
        **table_seat.MESSAGES,
    },
    follow=_follow,
    pass_time=lambda model: (peek.over(model), ()),
    deadline=peek.deadline,
)
