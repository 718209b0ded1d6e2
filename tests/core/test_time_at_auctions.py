"""Time at an auction: when it settles itself, and how long afterwards it can be opened again."""

from companion.core.messages import CallPass, Enter, SeeOn, StepSun, TakeSun, Tick
from companion.core.notices import Notes
from companion.pages.table import auction
from companion.rules.actions import BIDS, INVOKE
from companion.rules.editions import Sun
from companion.rules.model import Auction
from companion.rules.records.shapes import Undo
from tests.core.desk import Desk
from tests.core.test_slips_at_auctions import (
    ANNA,
    BEN,
    CARA,
    DAN,
    begun_before,
    bidding,
    lead,
    note,
)

SECONDS = 4.0
"""So long an auction waits for a higher sun."""


def settled(desk: Desk) -> float:
    """Let Cara win with her 8; return when that was."""
    desk.take(Tick(10.0))
    desk.key("8")
    desk.press("ok")
    past = auction.just_settled(desk.model)
    assert past is not None
    return past.at


def passed(desk: Desk) -> int | None:
    """Return how many of the times after the settlement are over; None if it is not the last."""
    past = auction.just_settled(desk.model)
    return None if past is None else past.passed


def test_time_runs_from_the_last_sun_until_the_auction_settles_itself() -> None:
    desk = bidding()
    desk.take(Tick(10.0))
    assert auction.running(desk.model) is None
    assert auction.deadline(desk.model) is None
    desk.key("8")
    assert auction.running(desk.model) == (10.0, SECONDS)
    assert auction.deadline(desk.model) == 14.0
    desk.take(Tick(12.0))
    desk.key("9")
    assert auction.running(desk.model) == (12.0, SECONDS)
    assert auction.deadline(desk.model) == 16.0
    desk.take(Tick(16.0))
    assert not isinstance(desk.game.stage, Auction)


def test_no_time_runs_where_only_ok_settles_it() -> None:
    desk = bidding()
    desk.take(CallPass(BEN))
    assert auction.running(desk.model) is None
    desk.key("8")
    desk.model = desk.model.with_preferences(auction_settle_seconds=0.0)
    assert auction.running(desk.model) is None
    assert auction.deadline(desk.model) is None


def test_after_a_settlement_time_runs_until_it_can_be_opened_no_more() -> None:
    desk = bidding()
    at = settled(desk)
    assert auction.running(desk.model) == (at, auction.REOPEN_SECONDS)
    assert auction.deadline(desk.model) == at + auction.GUARD_SECONDS
    desk.take(Tick(at + auction.GUARD_SECONDS))
    assert not auction.is_guarded(desk.model)
    assert auction.deadline(desk.model) == at + auction.REOPEN_SECONDS
    desk.take(Tick(at + auction.REOPEN_SECONDS))
    assert auction.settled(desk.model) is None
    assert auction.running(desk.model) is None
    assert auction.deadline(desk.model) is None


def test_each_time_that_is_over_changes_the_picture_once() -> None:
    desk = bidding()
    at = settled(desk)
    assert passed(desk) == 0
    desk.take(Tick(at + auction.GUARD_SECONDS))
    assert passed(desk) == 1
    desk.take(Tick(at + auction.GUARD_SECONDS + 1))
    assert passed(desk) == 1
    desk.take(Tick(at + auction.REOPEN_SECONDS))
    assert passed(desk) == 2
    assert auction.waited(desk.model) is None


def test_whoever_goes_on_has_seen_the_result() -> None:
    desk = bidding()
    settled(desk)
    assert auction.has_result(desk.model)
    desk.take(SeeOn())
    assert not auction.has_result(desk.model)


def test_a_button_just_after_a_settlement_means_its_own_players_suns() -> None:
    desk = bidding()
    settled(desk)
    desk.take(StepSun(ANNA))
    assert desk.game.centre == 13
    desk = bidding()
    desk.key("shift 2")
    desk.press("ok")
    desk.take(StepSun(DAN))
    assert note(desk) is Notes.SETTLED
    assert desk.game.centre == 12


def test_the_lowest_sun_of_all_opens_an_unsold_auction_again() -> None:
    desk = begun_before()
    desk.press("ok")
    past = auction.settled(desk.model)
    assert past is not None
    every = [call.sun for call in auction.overbids(desk.model, past)]
    assert every == [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
    desk.take(TakeSun(Sun(1)))
    assert lead(desk) == (BEN, 1)


def test_a_clock_of_an_auction_that_was_taken_back_does_not_run_in_the_next() -> None:
    desk = bidding()
    desk.key("8")
    desk.take(Enter(Undo(1)))
    desk.take(Enter(INVOKE))
    desk.take(Enter(BIDS[Sun(3)]))
    assert lead(desk) == (BEN, 3)
    desk.take(CallPass(CARA))
    assert auction.deadline(desk.model) is None
